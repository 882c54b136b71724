// How refraction bends what is behind: the host's picture, or a texture.
#include "support/gaussian.h"
#include "support/picture.h"

PICTURE_AMOUNT(slope, x)

// Dye that lets all through: only its thickness is felt.
static gfDrawDef glassDef(void)
{
    gfDrawDef def = gfDefaultDrawDef();
    def.ink = GF_INK_ABSORB;
    def.refraction.enabled = true;
    def.refraction.absorption = 0.0f;
    return def;
}

// A framebuffer of the host's with as many samples as there may be of 4, which shows a gradient.
typedef struct Host {
    GLuint framebuffer, renderbuffer;
    Canvas canvas; // where it is read from
    bool multisampled;
} Host;

enum { HOST_SIDE = 80, HOST_X = 9, HOST_Y = 5, HOST_W = 64, HOST_H = 48 };

static Host makeHost(const Fixture *fixture, bool multisampled)
{
    const GladGLContext *gl = &fixture->gl;
    Host host = {.canvas = Canvas_Make(fixture, HOST_SIDE, HOST_SIDE), .multisampled = multisampled};
    host.framebuffer = host.canvas.framebuffer;
    if (multisampled) {
        gl->GenRenderbuffers(1, &host.renderbuffer);
        gl->BindRenderbuffer(GL_RENDERBUFFER, host.renderbuffer);
        gl->RenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, HOST_SIDE, HOST_SIDE);
        gl->GenFramebuffers(1, &host.framebuffer);
        gl->BindFramebuffer(GL_FRAMEBUFFER, host.framebuffer);
        gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, host.renderbuffer);
        assert_int_equal(gl->CheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
    }
    gl->Enable(GL_SCISSOR_TEST);
    for (int x = 0; x < HOST_SIDE; x++) {
        gl->Scissor(x, 0, 1, HOST_SIDE);
        gl->ClearColor((float)(40 + 2 * x) / 255.0f, 0.5f, (float)(250 - x) / 255.0f, 0.25f);
        gl->Clear(GL_COLOR_BUFFER_BIT);
    }
    gl->Disable(GL_SCISSOR_TEST);
    return host;
}

static void readHost(const Fixture *fixture, const Host *host, uint8_t *pixels)
{
    const GladGLContext *gl = &fixture->gl;
    if (host->multisampled) {
        gl->BindFramebuffer(GL_READ_FRAMEBUFFER, host->framebuffer);
        gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, host->canvas.framebuffer);
        gl->BlitFramebuffer(0, 0, HOST_SIDE, HOST_SIDE, 0, 0, HOST_SIDE, HOST_SIDE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        gl->BindFramebuffer(GL_FRAMEBUFFER, host->canvas.framebuffer);
    }
    Canvas_Read(fixture, &host->canvas, pixels);
    gl->BindFramebuffer(GL_FRAMEBUFFER, host->framebuffer);
}

// Red is 40 + 2 x and blue 250 - x in the host's pixels, shifted within its viewport: red by `dispersed` of the shift
// less, blue by so much more.
static void expectShift(const Fixture *fixture, const Host *host, const GLint v[4], double shift, double dispersed,
                        int margin)
{
    static uint8_t pixels[HOST_SIDE * HOST_SIDE * 4];
    readHost(fixture, host, pixels);
    for (int k = 0; k < HOST_SIDE * HOST_SIDE; k++) {
        int x = k % HOST_SIDE, y = k / HOST_SIDE;
        bool inside = x >= v[0] && y >= v[1] && x < v[0] + v[2] && y < v[1] + v[3];
        if (inside && (x < v[0] + margin || x >= v[0] + v[2] - margin)) {
            continue;
        }
        double by = inside ? shift : 0.0, red = x + by * (1.0 - dispersed), blue = x + by * (1.0 + dispersed);
        const double expected[4] = {40.0 + 2.0 * red, 127.5, 250.0 - blue, inside ? 255.0 : 63.75};
        for (int c = 0; c < 4; c++) {
            fail_if(fabs((double)pixels[4 * k + c] - expected[c]) > 1.0,
                    "viewport %d, %d, %s: channel %d at %d, %d is %d, not %.2f", v[0], v[1],
                    host->multisampled ? "multisampled" : "plain", c, x, y, pixels[4 * k + c], expected[c]);
        }
    }
}

TEST(testRefractionOfTheHostsPicture)
{
    static const GLint viewport[4] = {HOST_X, HOST_Y, HOST_W, HOST_H};
    gfFluid *fluid = Picture_MakeFluid(fixture->device, 64);
    for (int choice = 0; choice < 16; choice++) {
        int kind = choice % 4;
        gfDrawDef def = glassDef();
        def.encodeSrgb = choice / 8 & 1;
        // Opaque in whatever mode; tone and exposure are of the fluid's light, of which there is none.
        def.alpha = (gfAlphaMode)(choice % 3);
        def.tone.exposure = 3.0f;
        def.tone.map = GF_TONE_FILMIC;
        def.refraction.depth = kind == 0 ? 0.0f : 0.5f;
        def.refraction.strength = kind == 1 ? 0.0f : kind == 3 ? -0.1f : 0.1f;
        def.refraction.dispersion = choice / 4 == 1 || choice / 4 == 2 ? 0.8f : 0.0f;
        Picture_WriteDye(fluid, kind == 2 ? Picture_None : slope, NULL);
        Host host = makeHost(fixture, choice / 4 & 1);
        fixture->gl.Viewport(HOST_X, HOST_Y, HOST_W, HOST_H);
        assert_true(gfFluid_Draw(fluid, &def));
        // The domain, 1 m square, fills the viewport: thickness grows by 1 / HOST_W a pixel.
        double scale = sqrt((double)HOST_W * HOST_H), s = (double)def.refraction.depth * scale / HOST_W;
        double shift = kind == 3 ? -s / sqrt(1.0 + s * s) * (double)def.refraction.strength * scale : 0.0;
        expectShift(fixture, &host, viewport, shift, 0.5 * (double)def.refraction.dispersion, kind == 3 ? 10 : 0);
    }
    assert_int_equal(fixture->errors + fixture->warnings, 0);
}

// A viewport may reach beyond the framebuffer: what is not there is not copied, and what is comes to its place.
TEST(testRefractionBeyondTheHostsPicture)
{
    static const GLint viewports[][4] = {{-10, -6, 64, 48}, {40, 50, 64, 48}, {-5, 3, 120, 40}, {90, 0, 20, 20}};
    gfFluid *fluid = Picture_MakeDyed(fixture->device, 64, slope, NULL);
    gfDrawDef def = glassDef();
    def.refraction.depth = 0.0f;
    for (int choice = 0; choice < 8; choice++) {
        const GLint *v = viewports[choice / 2];
        Host host = makeHost(fixture, choice & 1);
        fixture->gl.Viewport(v[0], v[1], v[2], v[3]);
        assert_true(gfFluid_Draw(fluid, &def));
        // Linear filtering of what lies at the framebuffer's edge takes none of what is beyond: nothing is bent.
        expectShift(fixture, &host, v, 0.0, 0.0, 0);
    }
    assert_int_equal(fixture->errors + fixture->warnings, 0);
}

TEST(testRefractionOfATexture)
{
    enum { N = 64 };
    gfFluid *fluid = Picture_MakeDyed(fixture->device, 64, slope, NULL);
    GLuint gradient = Picture_MakeGradient(fixture, N);
    Canvas canvas = Canvas_Make(fixture, N, N);
    uint8_t pixels[N * N * 4];
    for (int kind = 0; kind < 9; kind++) {
        gfDrawDef def = glassDef();
        def.refraction.background = gradient;
        def.refraction.depth = 0.5f;
        def.refraction.strength = kind % 3 == 0 ? 0.0f : kind % 3 == 1 ? 0.06f : -0.09f;
        def.refraction.absorption = kind < 3 ? 0.0f : 0.7f;
        def.refraction.contact = kind < 6 ? 0.0f : 0.75f;
        assert_true(gfFluid_Draw(fluid, &def));
        Canvas_Read(fixture, &canvas, pixels);
        double s = 0.5, shift = -s / sqrt(1.0 + s * s) * (double)def.refraction.strength * N;
        for (int k = 0; k < N * N; k++) {
            int x = k % N, y = k / N;
            if (x < 8 || x >= N - 8) {
                continue;
            }
            double contact = (double)def.refraction.contact, share = 1.0 - contact + contact * (x + 0.5) / N;
            const double bent[3] = {40.0 + 2.0 * (x + shift * share), 20.0 + 3.0 * y, 128.0};
            for (int c = 0; c < 3; c++) {
                double dim =
                    exp(-(double)def.refraction.absorption * (1.0 - (double)def.refraction.tint[c]) * (x + 0.5) / N);
                double expected = 255.0 * Picture_Encode(Picture_Decode(bent[c] / 255.0) * dim, true);
                fail_if(fabs((double)pixels[4 * k + c] - expected) > 1.0,
                        "kind %d: channel %d at %d, %d is %d, not %.2f", kind, c, x, y, pixels[4 * k + c], expected);
            }
        }
    }
}

enum { DROP_CELLS = 48, DROP_PIXELS = 64 };
#define DROP_RADIUS 0.2 // of a drop in the middle of a square metre

PICTURE_AMOUNT(drop, hypot(x - 0.5, y - 0.5) < DROP_RADIUS ? 1.0 : 0.0)

static gfFluid *makeDrop(Fixture *fixture)
{
    gfFluidDef def = Gaussian_Def(DROP_CELLS, DROP_CELLS, GF_GAUSSIAN_CONSERVING);
    def.cellSize = 1.0f / DROP_CELLS;
    gfFluid *fluid = Flow_Make(fixture, &def);
    Picture_WriteAmount(fluid, GF_FIELD_MASS, drop);
    return fluid;
}

// A drop that does nothing but bend what is behind.
static gfDrawDef dropDef(void)
{
    gfDrawDef def = Picture_Look(GF_DRAW_LIQUID, true);
    def.liquid.threshold = 0.5f;
    def.liquid.rim = 0.2f;
    def.liquid.specular = def.liquid.reflectance = def.liquid.foamSpeed = 0.0f;
    def.liquid.lens = def.liquid.clarity = 1.0f;
    def.refraction.enabled = true;
    def.refraction.absorption = 0.0f;
    def.refraction.depth = 0.3f;
    def.refraction.contact = 1.0f;
    return def;
}

// Red and green of the row of pixels through the drop's middle.
static void drawDrop(Fixture *fixture, const Canvas *canvas, gfFluid *fluid, const gfDrawDef *def, double red[],
                     double green[])
{
    uint8_t pixels[DROP_PIXELS * DROP_PIXELS * 4];
    assert_true(gfFluid_Draw(fluid, def));
    Canvas_Read(fixture, canvas, pixels);
    for (int x = 0; x < DROP_PIXELS; x++) {
        // The middle is between two rows.
        const uint8_t *low = pixels + 4 * ((DROP_PIXELS / 2 - 1) * DROP_PIXELS + x), *high = low + 4 * DROP_PIXELS;
        red[x] = 0.5 * (low[0] + high[0]);
        green[x] = 0.5 * (low[1] + high[1]);
    }
}

// It enlarges what touches it, shows what is far behind upside down, and moves nothing beside it.
TEST(testDropIsLens)
{
    gfFluid *fluid = makeDrop(fixture);
    GLuint gradient = Picture_MakeGradient(fixture, DROP_PIXELS);
    Canvas canvas = Canvas_Make(fixture, DROP_PIXELS, DROP_PIXELS);
    double red[DROP_PIXELS], green[DROP_PIXELS];
    for (int far = 0; far < 2; far++) {
        gfDrawDef def = dropDef();
        def.refraction.background = gradient;
        def.refraction.strength = far ? -0.6f : -0.2f;
        def.refraction.contact = far ? 0.0f : 1.0f;
        drawDrop(fixture, &canvas, fluid, &def, red, green);
        int middle = DROP_PIXELS / 2;
        double growth = (red[middle + 5] - red[middle - 6]) / 11.0; // 2 without the drop
        Flow_ExpectBetween(far ? "far behind" : "in contact", growth, far ? -6.0 : 0.8, far ? -1.0 : 1.7);
        for (int d = 0; d < DROP_PIXELS / 2; d++) {
            double inside = DROP_RADIUS - (d + 0.5) / DROP_PIXELS, left = red[middle - 1 - d], right = red[middle + d];
            Flow_ExpectNear("both halves", left + right, 2.0 * (40.0 + 2.0 * (middle - 0.5)), 4.0);
            if (inside < -0.08) {
                Flow_ExpectNear("beside it", right, 40.0 + 2.0 * (middle + d), 1.0);
            }
        }
    }
}

// Light comes from the left: a drop gathers it in its right half, and shades what is right of it.
TEST(testCaustics)
{
    gfFluid *fluid = makeDrop(fixture);
    GLuint gradient = Picture_MakeGradient(fixture, DROP_PIXELS);
    Canvas canvas = Canvas_Make(fixture, DROP_PIXELS, DROP_PIXELS);
    double red[DROP_PIXELS], none[DROP_PIXELS], green[DROP_PIXELS];
    gfDrawDef def = dropDef();
    def.refraction.background = gradient;
    def.refraction.strength = 0.0f;
    memset(def.liquid.deep, 0, sizeof def.liquid.deep);
    memset(def.liquid.thin, 0, sizeof def.liquid.thin);
    def.liquid.light[0] = -1.0f;
    def.liquid.light[1] = 0.0f;
    def.liquid.causticsReach = 0.08f;
    int middle = DROP_PIXELS / 2, radius = (int)(DROP_RADIUS * DROP_PIXELS);
    for (int clear = 0; clear < 2; clear++) {
        def.liquid.clarity = (float)clear;
        drawDrop(fixture, &canvas, fluid, &def, red, none);
        // Green is 20 + 3 y behind it, and the body is black.
        double seen = none[middle] / (20.0 + 3.0 * (middle - 0.5));
        Flow_ExpectBetween(clear ? "clear" : "not clear", seen, clear ? 0.995 : 0.5, clear ? 1.005 : 0.97);
    }
    def.liquid.caustics = 1.0f;
    drawDrop(fixture, &canvas, fluid, &def, red, green);
    Flow_ExpectBetween("in its far half", green[middle + radius / 3] / none[middle + radius / 3], 1.1, 2.0);
    Flow_ExpectBetween("right of it", green[middle + radius + 4] / none[middle + radius + 4], 0.4, 0.9);
    Flow_ExpectNear("left of it", green[middle - 1 - radius - 8], none[middle - 1 - radius - 8], 0.6);
    Flow_ExpectNear("far off", green[DROP_PIXELS - 2], none[DROP_PIXELS - 2], 0.6);
}

// Without refraction, too: a cap is as large as its drop with an edge of a half, and larger with less.
TEST(testEdgeOfCaps)
{
    gfFluid *fluid = makeDrop(fixture);
    double area[2];
    for (int i = 0; i < 2; i++) {
        gfDrawDef def = dropDef();
        def.refraction.enabled = false;
        def.liquid.rim = 0.1f;
        def.liquid.lensEdge = i == 0 ? 0.5f : 0.2f;
        const float *pixels = Picture_ReadTexture(fixture, fluid, &def, DROP_PIXELS, DROP_PIXELS);
        area[i] = 0.0;
        for (int k = 0; k < DROP_PIXELS * DROP_PIXELS; k++) {
            area[i] += pixels[4 * k + 3] > 0.3f ? 1.0 / (DROP_PIXELS * DROP_PIXELS) : 0.0;
        }
    }
    double disc = 3.14159265 * DROP_RADIUS * DROP_RADIUS;
    Flow_ExpectBetween("area of a cap over that of the disc", area[0] / disc, 0.85, 1.1);
    Flow_ExpectBetween("with a lower edge", area[1] / area[0], 1.15, 2.0);
}
