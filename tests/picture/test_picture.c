// The picture: how inks, alpha modes, tone and encoding meet a background, against the same sums in double precision;
// what bloom may add; how refraction bends; what is left out when it can't be had.
#include "support/canvas.h"
#include "support/poor.h"

#include <math.h>

#define GRID 32
#define SIDE 32 // of pictures that every pixel is compared of

typedef double Rgb[3];

// --- fields ----------------------------------------------------------------------------------------------------------

// Amount and colour of dye by place; the colour is not yet multiplied by the amount.
typedef double AmountFn(double x, double y);

static void writeDye(gfFluid *fluid, AmountFn *amount, const double color[3])
{
    gfFieldInfo info;
    assert_true(gfFluid_GetFieldInfo(fluid, GF_FIELD_DYE, &info));
    size_t count = (size_t)info.width * (size_t)info.height * 4;
    float *values = malloc(count * sizeof *values);
    assert_non_null(values);
    for (int j = 0; j < info.height; j++) {
        for (int i = 0; i < info.width; i++) {
            double x = (double)info.origin.x + i * (double)info.spacing.x;
            double y = (double)info.origin.y + j * (double)info.spacing.y;
            double a = amount(x, y);
            for (int c = 0; c < 4; c++) {
                values[4 * (j * info.width + i) + c] = (float)(c < 3 ? a * color[c] : a);
            }
        }
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_DYE, values, count));
    free(values);
}

// Dye whose cells are the grid's.
static gfFluid *makeFluid(gfDevice *device, int cells)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = cells;
    def.cellSize = 1.0f / (float)cells;
    def.dyeScale = 1.0f;
    gfFluid *fluid = gfCreateFluid(device, &def);
    assert_non_null(fluid);
    return fluid;
}

static double ramp(double x, double y)
{
    (void)y;
    return 0.2 + 1.5 * x;
}

static double slope(double x, double y)
{
    (void)y;
    return x;
}

static double nothing(double x, double y)
{
    (void)x;
    (void)y;
    return 0.0;
}

static double one(double x, double y)
{
    (void)x;
    (void)y;
    return 1.0;
}

// --- what a picture should be ----------------------------------------------------------------------------------------

typedef struct Seen {
    Rgb light, through;
    double cover;
} Seen;

static double encoded(double c, bool srgb)
{
    double v = fmin(fmax(c, 0.0), 1.0);
    return !srgb ? c : v > 0.0031308 ? 1.055 * pow(v, 1.0 / 2.4) - 0.055 : 12.92 * v;
}

static double decoded(double c)
{
    return c > 0.04045 ? pow((c + 0.055) / 1.055, 2.4) : c / 12.92;
}

static void tone(Rgb light, const gfDrawDef *def)
{
    double brightest = 0.0;
    for (int c = 0; c < 3; c++) {
        light[c] *= (double)def->exposure;
        brightest = fmax(brightest, light[c]);
    }
    double white = fmax(brightest - 1.0, 0.0);
    for (int c = 0; c < 3 && def->toneMap == GF_TONE_FILMIC; c++) {
        double x = light[c] + (brightest - light[c]) * white / (white + 6.0);
        light[c] = fmin(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 1.0);
    }
}

static double premultiplied(double light, double cover, bool srgb)
{
    if (!srgb) {
        return light;
    }
    double least = encoded(cover, true);
    double beyond = (encoded(fmax(light, cover), true) - least) * (1.0 - cover) / fmax(1.0 - least, 1e-4);
    return cover * encoded(light / fmax(cover, 1e-6), true) + beyond;
}

static Seen inkOf(const gfDrawDef *def, double amount, const double color[3])
{
    Seen s = {.cover = def->ink == GF_INK_COVER ? 1.0 - exp(-amount) : 0.0};
    for (int c = 0; c < 3; c++) {
        s.light[c] = def->ink == GF_INK_COVER ? color[c] * s.cover : def->ink == GF_INK_LIGHT ? color[c] * amount : 0.0;
        s.through[c] = def->ink == GF_INK_ABSORB ? exp(-amount * fmax(1.0 - color[c], 0.0)) : 1.0;
    }
    return s;
}

static Seen under(Seen s, const float color[4])
{
    double a = (double)color[3];
    s.cover += (1.0 - s.cover) * a;
    for (int c = 0; c < 3; c++) {
        s.light[c] += ((double)color[c] - s.light[c]) * a;
        s.through[c] += (1.0 - s.through[c]) * a;
    }
    return s;
}

static double clampByte(double v)
{
    return fmin(fmax(v, 0.0), 1.0);
}

// The pixel of an RGBA8 framebuffer that held `host`.
static void composed(const gfDrawDef *def, Seen s, const double host[4], double pixel[4])
{
    bool srgb = def->encodeSrgb;
    double opacity = (double)def->opacity, cover = s.cover * opacity, mean = 0.0, most = 0.0;
    Rgb light, through;
    for (int c = 0; c < 3; c++) {
        light[c] = s.light[c] * opacity;
    }
    tone(light, def);
    for (int c = 0; c < 3; c++) {
        through[c] = 1.0 + (s.through[c] - 1.0) * opacity;
        mean += through[c] / 3.0;
        most = fmax(most, light[c]);
    }
    double alpha = 1.0 - (1.0 - cover) * mean;
    bool layers = def->ink == GF_INK_ABSORB && def->blend;
    if (def->alpha == GF_ALPHA_STRAIGHT && !layers) {
        alpha = fmax(alpha, clampByte(most));
    }
    for (int c = 0; c < 3; c++) {
        if (def->alpha == GF_ALPHA_OPAQUE) {
            pixel[c] = encoded(light[c] + through[c] * (1.0 - cover) * (double)def->background[c], srgb);
        } else if (layers) {
            pixel[c] = host[c] * encoded(through[c], srgb) * (1.0 - cover) + premultiplied(light[c], cover, srgb);
        } else if (def->alpha == GF_ALPHA_STRAIGHT) {
            double own = clampByte(encoded(light[c] / fmax(alpha, 1e-6), srgb));
            pixel[c] = def->blend ? own * alpha + (1.0 - alpha) * host[c] : own;
        } else {
            pixel[c] = clampByte(premultiplied(light[c], alpha, srgb)) + (def->blend ? (1.0 - alpha) * host[c] : 0.0);
        }
        pixel[c] = clampByte(pixel[c]);
    }
    pixel[3] = def->alpha == GF_ALPHA_OPAQUE ? 1.0
               : layers                      ? cover + (1.0 - cover) * host[3]
               : def->blend                  ? alpha + (1.0 - alpha) * host[3]
                                             : alpha;
}

typedef struct Expected {
    AmountFn *amount;
    const double *color;
    bool solid; // a disc of 0.25 in the middle, where no dye is
} Expected;

static void expectPicture(const Fixture *fixture, const Canvas *canvas, gfFluid *fluid, const gfDrawDef *def,
                          const Expected *expected, const double host[4])
{
    uint8_t pixels[SIDE * SIDE * 4];
    fixture->gl.ClearColor((float)host[0], (float)host[1], (float)host[2], (float)host[3]);
    fixture->gl.Clear(GL_COLOR_BUFFER_BIT);
    if (!gfFluid_Draw(fluid, def)) {
        fail_msg("%s", fixture->lastMessage);
    }
    Canvas_Read(fixture, canvas, pixels);
    for (int k = 0; k < SIDE * SIDE; k++) {
        double x = (k % SIDE + 0.5) / SIDE, y = (double)(k / SIDE + 0.5) / SIDE, r = hypot(x - 0.5, y - 0.5);
        // The last cells of a ramp end in its edge's value; a solid's rim is soft.
        if (fmin(x, 1.0 - x) < 2.5 / GRID || (expected->solid && r > 0.17 && r < 0.36)) {
            continue;
        }
        bool inside = expected->solid && r < 0.25;
        double pixel[4];
        Seen s = inkOf(def, inside ? 0.0 : expected->amount(x, y) / (double)def->range, expected->color);
        composed(def, inside ? under(s, def->solidColor) : s, host, pixel);
        for (int c = 0; c < 4; c++) {
            // Blended in 8 bits: colour, alpha and what comes of them are rounded to a level each.
            bool blended = def->alpha != GF_ALPHA_OPAQUE && def->blend;
            if (fabs((double)pixels[4 * k + c] - 255.0 * pixel[c]) > (blended ? 1.6 : 1.0)) {
                fail_msg("channel %d at %d, %d is %d, not %.2f: ink %d, alpha %d, blend %d, tone %d, exposure %g, "
                         "opacity %g, sRGB %d, bloom %d, over %g %g %g",
                         c, k % SIDE, k / SIDE, pixels[4 * k + c], 255.0 * pixel[c], (int)def->ink, (int)def->alpha,
                         def->blend, (int)def->toneMap, (double)def->exposure, (double)def->opacity, def->encodeSrgb,
                         def->bloom.enabled, host[0], host[1], host[2]);
            }
        }
    }
}

static const double hosts[][4] = {
    {0.0, 0.0, 0.0, 1.0}, {1.0, 1.0, 1.0, 1.0}, {1.0, 0.0, 0.2, 1.0}, {0.0, 0.6, 1.0, 0.0}, {0.2, 0.4, 0.4, 0.6}};

// The direct way, and the same by way of the picture's textures.
static void expectOverHosts(const Fixture *fixture, const Canvas *canvas, gfFluid *fluid, gfDrawDef *def,
                            const Expected *expected)
{
    for (int alpha = 0; alpha <= GF_ALPHA_PREMULTIPLIED; alpha++) {
        for (size_t h = 0; h < sizeof hosts / sizeof hosts[0]; h++) {
            def->alpha = (gfAlphaMode)alpha;
            for (int c = 0; c < 4; c++) {
                def->background[c] = (float)hosts[h][c];
            }
            for (int way = 0; way < 2; way++) {
                def->bloom.enabled = way == 1;
                def->bloom.intensity = 0.0f;
                expectPicture(fixture, canvas, fluid, def, expected, hosts[h]);
            }
        }
    }
}

static void testInksOverBackgrounds(void **state)
{
    static const double colors[][3] = {{0.9, 0.5, 0.1}, {0.2, 1.0, 0.6}};
    Fixture *fixture = *state;
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    gfFluid *fluid = makeFluid(fixture->device, GRID);
    gfDrawDef def = gfDefaultDrawDef();
    for (int k = 0; k < 2; k++) {
        writeDye(fluid, k == 0 ? ramp : one, colors[k]);
        const Expected expected = {k == 0 ? ramp : one, colors[k], false};
        for (int choice = 0; choice < 48; choice++) {
            def.ink = (gfInk)(choice % 3);
            def.toneMap = choice / 3 & 1 ? GF_TONE_FILMIC : GF_TONE_NONE;
            def.encodeSrgb = choice / 6 & 1;
            def.opacity = choice / 12 & 1 ? 0.6f : 1.0f;
            def.exposure = choice / 24 & 1 ? 2.5f : 1.0f;
            def.range = k == 0 ? 1.0f : 0.5f;
            expectOverHosts(fixture, &canvas, fluid, &def, &expected);
        }
    }
    def.blend = false;
    const Expected last = {one, colors[1], false};
    for (int ink = 0; ink <= GF_INK_ABSORB; ink++) {
        def.ink = (gfInk)ink;
        expectOverHosts(fixture, &canvas, fluid, &def, &last);
    }
    gfDestroyFluid(fluid);
    Canvas_Free(fixture, &canvas);
}

static double outside(double x, double y)
{
    return hypot(x - 0.5, y - 0.5) < 0.32 ? 0.0 : 0.8;
}

static void testSolidsOverBackgrounds(void **state)
{
    static const double color[3] = {0.9, 0.3, 0.1};
    Fixture *fixture = *state;
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    gfFluid *fluid = makeFluid(fixture->device, GRID);
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.25f);
    assert_int_not_equal(gfFluid_AddSolid(fluid, &solid), 0);
    assert_true(gfFluid_StepOnce(fluid));
    writeDye(fluid, outside, color);
    gfDrawDef def = gfDefaultDrawDef();
    const Expected expected = {outside, color, true};
    for (int choice = 0; choice < 24; choice++) {
        def.ink = (gfInk)(choice % 3);
        def.toneMap = choice / 3 & 1 ? GF_TONE_FILMIC : GF_TONE_NONE;
        def.encodeSrgb = choice / 6 & 1;
        def.solidColor[3] = choice / 12 & 1 ? 0.5f : 1.0f;
        expectOverHosts(fixture, &canvas, fluid, &def, &expected);
    }
    gfDestroyFluid(fluid);
    Canvas_Free(fixture, &canvas);
}

// What the definitions above have in common where values are linear: opaque over a background, premultiplied blended
// over it and, where light has its coverage, straight blended over it are one picture.
static void testAlphaModesAgree(void **state)
{
    static const double color[3] = {0.9, 0.5, 0.1};
    Fixture *fixture = *state;
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    gfFluid *fluid = makeFluid(fixture->device, GRID);
    writeDye(fluid, ramp, color);
    for (int ink = 0; ink <= GF_INK_ABSORB; ink++) {
        for (size_t h = 0; h < sizeof hosts / sizeof hosts[0]; h++) {
            uint8_t pixels[3][SIDE * SIDE * 4];
            gfDrawDef def = gfDefaultDrawDef();
            def.ink = (gfInk)ink;
            def.encodeSrgb = false;
            for (int alpha = 0; alpha < 3; alpha++) {
                const double *b = hosts[h];
                def.alpha = (gfAlphaMode)alpha;
                for (int c = 0; c < 3; c++) {
                    def.background[c] = (float)b[c];
                }
                fixture->gl.ClearColor((float)b[0], (float)b[1], (float)b[2], (float)b[3]);
                fixture->gl.Clear(GL_COLOR_BUFFER_BIT);
                assert_true(gfFluid_Draw(fluid, &def));
                Canvas_Read(fixture, &canvas, pixels[alpha]);
            }
            for (int k = 0; k < SIDE * SIDE * 4; k++) {
                for (int alpha = 1; alpha < 3 && k % 4 < 3; alpha++) {
                    if (alpha == GF_ALPHA_PREMULTIPLIED || ink != GF_INK_LIGHT) {
                        assert_in_range(pixels[alpha][k] + 1, pixels[0][k], pixels[0][k] + 2);
                    }
                }
            }
        }
    }
    gfDestroyFluid(fluid);
    Canvas_Free(fixture, &canvas);
}

// Every style by way of the picture's textures is what it is at once; of both solvers, with solids and in motion.
static void testStylesByWayOfThePicture(void **state)
{
    static const gfDrawStyle styles[] = {GF_DRAW_DYE,       GF_DRAW_VELOCITY, GF_DRAW_PRESSURE, GF_DRAW_TEMPERATURE,
                                         GF_DRAW_VORTICITY, GF_DRAW_SOLIDS,   GF_DRAW_MASS};
    enum { N = 48 };
    static uint8_t pixels[2][N * N * 4];
    Fixture *fixture = *state;
    Canvas canvas = Canvas_Make(fixture, N, N);
    for (int solver = 0; solver < 2; solver++) {
        gfFluidDef fluidDef = gfDefaultFluidDef();
        fluidDef.solver = solver == 0 ? GF_SOLVER_GRID : GF_SOLVER_GAUSSIAN;
        fluidDef.gridWidth = fluidDef.gridHeight = GRID;
        fluidDef.cellSize = 1.0f / GRID;
        gfFluid *fluid = gfCreateFluid(fixture->device, &fluidDef);
        assert_non_null(fluid);
        gfSolidDef solid = gfDefaultSolidDef();
        solid.shape = gfMakeCircle((gfVec2){0.6f, 0.6f}, 0.12f);
        assert_int_not_equal(gfFluid_AddSolid(fluid, &solid), 0);
        gfSourceDef source = gfDefaultSourceDef();
        source.shape = gfMakeCircle((gfVec2){0.4f, 0.4f}, 0.15f);
        source.velocity = (gfVec2){0.5f, 0.8f};
        source.dye[0] = source.dye[3] = 1.0f;
        source.temperature = 3.0f;
        source.mass = 1.0f;
        assert_true(gfFluid_Splat(fluid, &source));
        for (int i = 0; i < 3; i++) {
            assert_true(gfFluid_StepOnce(fluid));
        }
        for (size_t i = 0; i < 3 * sizeof styles / sizeof styles[0]; i++) {
            gfDrawDef def = gfDefaultDrawDef();
            def.style = styles[i / 3];
            def.alpha = (gfAlphaMode)(i % 3);
            def.outlineWidth = 1.5f;
            def.bloom.intensity = 0.0f;
            if (solver == 0 ? def.style == GF_DRAW_MASS : def.style == GF_DRAW_TEMPERATURE) {
                continue;
            }
            for (int way = 0; way < 2; way++) {
                fixture->gl.ClearColor(0.3f, 0.5f, 0.1f, 1.0f);
                fixture->gl.Clear(GL_COLOR_BUFFER_BIT);
                def.bloom.enabled = way == 1;
                assert_true(gfFluid_Draw(fluid, &def));
                Canvas_Read(fixture, &canvas, pixels[way]);
            }
            for (int k = 0; k < N * N * 4; k++) {
                if (abs(pixels[0][k] - pixels[1][k]) > 1) {
                    fail_msg("solver %d, style %d, alpha %d: channel %d at %d, %d is %d, not %d", solver,
                             (int)def.style, (int)def.alpha, k % 4, k / 4 % N, k / 4 / N, pixels[1][k], pixels[0][k]);
                }
            }
        }
        gfDestroyFluid(fluid);
    }
    Canvas_Free(fixture, &canvas);
}

// --- bloom -----------------------------------------------------------------------------------------------------------

// RGBA of what is drawn to a texture.
static float *readTexture(Fixture *fixture, gfFluid *fluid, const gfDrawDef *def, int width, int height)
{
    const GladGLContext *gl = &fixture->gl;
    float *pixels = malloc((size_t)width * (size_t)height * 4 * sizeof *pixels);
    GLuint texture = gfFluid_DrawToTexture(fluid, def, width, height), framebuffer;
    assert_non_null(pixels);
    if (texture == 0) {
        fail_msg("%s", fixture->lastMessage);
    }
    gl->GenFramebuffers(1, &framebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    assert_int_equal(gl->CheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
    gl->ReadPixels(0, 0, width, height, GL_RGBA, GL_FLOAT, pixels);
    gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl->DeleteFramebuffers(1, &framebuffer);
    Fixture_ExpectNoGlError(fixture);
    return pixels;
}

static gfDrawDef lightDef(void)
{
    gfDrawDef def = gfDefaultDrawDef();
    def.alpha = GF_ALPHA_OPAQUE;
    def.ink = GF_INK_LIGHT;
    def.encodeSrgb = false;
    def.bloom.enabled = true;
    return def;
}

static double aboveThreshold(const gfBloomDef *bloom, double light, double brightest)
{
    double threshold = (double)bloom->threshold, knee = threshold * (double)bloom->knee + 1e-5;
    double soft = fmin(fmax(brightest - threshold + knee, 0.0), 2.0 * knee);
    return light * fmax(soft * soft / (4.0 * knee), brightest - threshold) / fmax(brightest, 1e-5);
}

static double height; // of the fields below
static double spotX, spotY, spotCell;

static double spot(double x, double y)
{
    return fabs(x - spotX) < spotCell && fabs(y - spotY) < spotCell ? height : 0.0;
}

static double flat(double x, double y)
{
    (void)x;
    (void)y;
    return height;
}

static double left(double x, double y)
{
    (void)y;
    return x < 0.5 ? height : 0.0;
}

// Light that bloom adds in all, over intensity times what is above the threshold.
static double shareAdded(Fixture *fixture, gfFluid *fluid, const gfDrawDef *def, int width, int side)
{
    gfDrawDef without = *def;
    without.bloom.intensity = 0.0f;
    float *before = readTexture(fixture, fluid, &without, width, side);
    float *after = readTexture(fixture, fluid, def, width, side);
    double added = 0.0, above = 0.0;
    for (int k = 0; k < width * side; k++) {
        const float *p = before + 4 * k;
        double brightest = fmax(fmax((double)p[0], (double)p[1]), (double)p[2]);
        for (int c = 0; c < 3; c++) {
            assert_true(isfinite(after[4 * k + c]));
            assert_true(after[4 * k + c] >= p[c]);
            added += (double)after[4 * k + c] - (double)p[c];
            above += aboveThreshold(&def->bloom, (double)p[c], brightest);
        }
    }
    free(before);
    free(after);
    return added / ((double)def->bloom.intensity * above);
}

static void testBloomIsBounded(void **state)
{
    static const double color[3] = {1.0, 0.7, 0.3};
    static const struct {
        int width, height;
    } sizes[] = {{128, 128}, {97, 61}, {200, 33}, {7, 5}};
    static const float spreads[] = {0.1f, 0.9f, 2.0f};
    static const double places[][2] = {{0.5, 0.5}, {0.01, 0.5}, {0.01, 0.01}, {0.99, 0.7}};
    Fixture *fixture = *state;
    gfFluid *fluid = makeFluid(fixture->device, 64);
    gfDrawDef def = lightDef();
    double most = 0.0;
    for (int field = 0; field < 6; field++) {
        spotX = field < 4 ? places[field][0] : 0.5;
        spotY = field < 4 ? places[field][1] : 0.5;
        spotCell = 0.5 / 64;
        for (height = 2.0; height < 3000.0; height *= 500.0) {
            writeDye(fluid, field < 4 ? spot : field == 4 ? flat : left, color);
            for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
                for (int j = 0; j < 3; j++) {
                    def.bloom.spread = spreads[j];
                    double share = shareAdded(fixture, fluid, &def, sizes[i].width, sizes[i].height);
                    most = fmax(most, share);
                    if (share > 1.1) {
                        fail_msg("field %d of %g, %d x %d, spread %g: %.3f of what may be added", field, height,
                                 sizes[i].width, sizes[i].height, (double)spreads[j], share);
                    }
                }
            }
        }
    }
    print_message("bloom adds at most %.3f of what it may\n", most);
    gfDestroyFluid(fluid);
}

static void testBloomOfOneColour(void **state)
{
    static const double color[3] = {1.0, 0.5, 0.25};
    static const double heights[] = {0.1, 0.5, 0.65, 1.0, 7.0};
    Fixture *fixture = *state;
    gfFluid *fluid = makeFluid(fixture->device, 16);
    gfDrawDef def = lightDef();
    for (size_t i = 0; i < sizeof heights / sizeof heights[0]; i++) {
        height = heights[i];
        writeDye(fluid, flat, color);
        float *pixels = readTexture(fixture, fluid, &def, 61, 40);
        for (int k = 0; k < 61 * 40; k++) {
            for (int c = 0; c < 3; c++) {
                double light = height * color[c];
                double expected = light + (double)def.bloom.intensity * aboveThreshold(&def.bloom, light, height);
                if (fabs((double)pixels[4 * k + c] - expected) > 0.004 * expected) {
                    fail_msg("channel %d of %g at %d is %g, not %g", c, height, k, (double)pixels[4 * k + c], expected);
                }
            }
        }
        free(pixels);
    }
    gfDestroyFluid(fluid);
}

static double twins(double x, double y)
{
    double dx = fabs(x - 0.5) - 0.22, dy = fabs(y - 0.5) - 0.1;
    return 6.0 * exp(-(dx * dx + dy * dy) / 0.002);
}

static void testBloomIsSymmetric(void **state)
{
    static const double color[3] = {1.0, 0.6, 0.2};
    static const int sizes[] = {96, 77};
    Fixture *fixture = *state;
    gfFluid *fluid = makeFluid(fixture->device, 64);
    gfDrawDef def = lightDef();
    writeDye(fluid, twins, color);
    for (int i = 0; i < 2; i++) {
        int n = sizes[i];
        float *pixels = readTexture(fixture, fluid, &def, n, n);
        for (int k = 0; k < n * n; k++) {
            int x = k % n, y = k / n;
            double p = (double)pixels[4 * k], q = (double)pixels[4 * (y * n + n - 1 - x)];
            double r = (double)pixels[4 * ((n - 1 - y) * n + x)];
            if (fmax(fabs(p - q), fabs(p - r)) > 0.002 + 0.004 * p) {
                fail_msg("%d x %d: %g at %d, %d, %g and %g mirrored", n, n, p, x, y, q, r);
            }
        }
        free(pixels);
    }
    gfDestroyFluid(fluid);
}

static double bilinear(const float *pixels, int n, double x, double y)
{
    int i = (int)floor(x), j = (int)floor(y);
    double u = x - i, v = y - j;
    const float *p = pixels + 4 * (j * n + i);
    return (1 - v) * ((1 - u) * (double)p[0] + u * (double)p[4]) +
           v * ((1 - u) * (double)p[4 * n] + u * (double)p[4 * n + 4]);
}

// Light at one distance from a point, all around.
static void testHaloIsRound(void **state)
{
    static const double color[3] = {1.0, 1.0, 1.0};
    enum { N = 256 };
    Fixture *fixture = *state;
    gfFluid *fluid = makeFluid(fixture->device, 64);
    gfDrawDef def = lightDef();
    height = 60.0;
    spotX = spotY = 0.5;
    spotCell = 1.0 / 64;
    writeDye(fluid, spot, color);
    float *pixels = readTexture(fixture, fluid, &def, N, N);
    double last = INFINITY;
    for (double r = 16.0; r < 100.0; r *= 1.5) {
        double least = INFINITY, most = 0.0;
        for (int k = 0; k < 16; k++) {
            double angle = k * 3.14159265358979 / 8;
            double v = bilinear(pixels, N, 0.5 * N - 0.5 + r * cos(angle), 0.5 * N - 0.5 + r * sin(angle));
            least = fmin(least, v);
            most = fmax(most, v);
        }
        print_message("halo at %.0f px: %.5f to %.5f\n", r, least, most);
        assert_true(least > 0.0 && most / least < 1.1 && most < last);
        last = most;
    }
    free(pixels);
    gfDestroyFluid(fluid);
}

static gfDrawDef everything(GLuint background)
{
    gfDrawDef def = gfDefaultDrawDef();
    def.outlineWidth = 1.5f;
    def.toneMap = GF_TONE_FILMIC;
    def.dither = true;
    def.refraction.enabled = def.bloom.enabled = def.shafts.enabled = def.shadow.enabled = true;
    def.refraction.background = background;
    return def;
}

static GLuint makeGradient(const Fixture *fixture, int side)
{
    const GladGLContext *gl = &fixture->gl;
    GLuint texture;
    uint8_t *pixels = malloc((size_t)side * (size_t)side * 4);
    assert_non_null(pixels);
    for (int k = 0; k < side * side; k++) {
        pixels[4 * k] = (uint8_t)(40 + 2 * (k % side));
        pixels[4 * k + 1] = (uint8_t)(20 + 3 * (k / side));
        pixels[4 * k + 2] = 128;
        pixels[4 * k + 3] = 255;
    }
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, side, side, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    gl->BindTexture(GL_TEXTURE_2D, 0);
    free(pixels);
    return texture;
}

// Dye as much as there may be, over a range as small, exposed as long: light ends at white and is always a number.
static void testNoLightIsInfinite(void **state)
{
    static const float ranges[] = {1e-9f, 1.0f, 1e9f};
    Fixture *fixture = *state;
    gfFluid *fluid = makeFluid(fixture->device, GRID);
    GLuint background = makeGradient(fixture, 16);
    gfFieldInfo info;
    float *values = Fixture_ReadField(fluid, GF_FIELD_DYE, &info);
    size_t count = (size_t)info.width * (size_t)info.height * 4;
    for (size_t k = 0; k < count; k++) {
        static const float hostile[] = {GF_VALUE_MAX, 0.0f, -GF_VALUE_MAX, 1e-30f, GF_VALUE_MAX};
        values[k] = hostile[(k / 4 + (k & 3) * (k / 64)) % 5];
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_DYE, values, count));
    free(values);
    for (int choice = 0; choice < 36; choice++) {
        gfDrawDef def = everything(background);
        def.ink = (gfInk)(choice % 3);
        def.range = ranges[choice / 3 % 3];
        def.refraction.enabled = choice / 9 & 1;
        def.palette.count = choice / 18 * 2;
        def.palette.colors[0][0] = def.palette.colors[1][0] = def.palette.colors[1][3] = 1e6f;
        def.palette.colors[0][1] = -1e6f;
        def.exposure = 1000.0f;
        def.bloom.intensity = 4.0f;
        def.encodeSrgb = choice & 1;
        for (int tone = 0; tone <= GF_TONE_FILMIC; tone++) {
            def.toneMap = (gfToneMap)tone;
            float *pixels = readTexture(fixture, fluid, &def, 40, 30);
            for (int k = 0; k < 40 * 30 * 4; k++) {
                // Linear light of 1000 times the most is infinite in half floats, and that is what it is.
                if (isnan(pixels[k]) || (tone == GF_TONE_FILMIC && !isfinite(pixels[k]))) {
                    fail_msg("channel %d at %d is %g, choice %d, tone %d", k % 4, k / 4, (double)pixels[k], choice,
                             tone);
                }
            }
            free(pixels);
        }
    }
    gfDestroyFluid(fluid);
    fixture->gl.DeleteTextures(1, &background);
}

// --- refraction ------------------------------------------------------------------------------------------------------

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

static void freeHost(const Fixture *fixture, Host *host)
{
    if (host->multisampled) {
        fixture->gl.DeleteFramebuffers(1, &host->framebuffer);
        fixture->gl.DeleteRenderbuffers(1, &host->renderbuffer);
    }
    Canvas_Free(fixture, &host->canvas);
}

// Red is 40 + 2 x and blue 250 - x in the host's pixels, shifted within its viewport.
static void expectShift(const Fixture *fixture, const Host *host, double shift, int margin, const char *what)
{
    uint8_t *pixels = malloc((size_t)HOST_SIDE * HOST_SIDE * 4);
    assert_non_null(pixels);
    readHost(fixture, host, pixels);
    for (int k = 0; k < HOST_SIDE * HOST_SIDE; k++) {
        int x = k % HOST_SIDE, y = k / HOST_SIDE;
        bool inside = x >= HOST_X && y >= HOST_Y && x < HOST_X + HOST_W && y < HOST_Y + HOST_H;
        if (inside && (x < HOST_X + margin || x >= HOST_X + HOST_W - margin)) {
            continue;
        }
        double from = (double)x + (inside ? shift : 0.0);
        const double expected[4] = {40.0 + 2.0 * from, 127.5, 250.0 - from, inside ? 255.0 : 63.75};
        for (int c = 0; c < 4; c++) {
            if (fabs((double)pixels[4 * k + c] - expected[c]) > 1.0) {
                fail_msg("%s: channel %d at %d, %d is %d, not %.2f", what, c, x, y, pixels[4 * k + c], expected[c]);
            }
        }
    }
    free(pixels);
}

static void testRefractionOfTheHostsPicture(void **state)
{
    static const double white[3] = {1.0, 1.0, 1.0};
    Fixture *fixture = *state;
    gfFluid *fluid = makeFluid(fixture->device, 64);
    for (int choice = 0; choice < 16; choice++) {
        int kind = choice % 4;
        gfDrawDef def = glassDef();
        def.encodeSrgb = choice / 8 & 1;
        // Opaque in whatever mode; tone and exposure are of the fluid's light, of which there is none.
        def.alpha = (gfAlphaMode)(choice % 3);
        def.exposure = 3.0f;
        def.toneMap = GF_TONE_FILMIC;
        def.refraction.depth = kind == 0 ? 0.0f : 0.5f;
        def.refraction.strength = kind == 1 ? 0.0f : kind == 3 ? -0.1f : 0.1f;
        writeDye(fluid, kind == 2 ? nothing : slope, white);
        Host host = makeHost(fixture, choice / 4 & 1);
        fixture->gl.Viewport(HOST_X, HOST_Y, HOST_W, HOST_H);
        assert_true(gfFluid_Draw(fluid, &def));
        // The domain, 1 m square, fills the viewport: thickness grows by 1 / HOST_W a pixel.
        double scale = sqrt((double)HOST_W * HOST_H), s = (double)def.refraction.depth * scale / HOST_W;
        double shift = kind == 3 ? -s / sqrt(1.0 + s * s) * (double)def.refraction.strength * scale : 0.0;
        expectShift(fixture, &host, shift, kind == 3 ? 10 : 0, choice / 4 & 1 ? "multisampled" : "plain");
        freeHost(fixture, &host);
    }
    assert_int_equal(fixture->errors + fixture->warnings, 0);
    gfDestroyFluid(fluid);
}

// A viewport may reach beyond the framebuffer: what is not there is not copied, and what is comes to its place.
static void testRefractionBeyondTheHostsPicture(void **state)
{
    static const double white[3] = {1.0, 1.0, 1.0};
    static const GLint viewports[][4] = {{-10, -6, 64, 48}, {40, 50, 64, 48}, {-5, 3, 120, 40}, {90, 0, 20, 20}};
    static uint8_t pixels[HOST_SIDE * HOST_SIDE * 4];
    Fixture *fixture = *state;
    gfFluid *fluid = makeFluid(fixture->device, 64);
    gfDrawDef def = glassDef();
    def.refraction.depth = 0.0f;
    writeDye(fluid, slope, white);
    for (int choice = 0; choice < 8; choice++) {
        const GLint *v = viewports[choice / 2];
        Host host = makeHost(fixture, choice & 1);
        fixture->gl.Viewport(v[0], v[1], v[2], v[3]);
        assert_true(gfFluid_Draw(fluid, &def));
        readHost(fixture, &host, pixels);
        for (int k = 0; k < HOST_SIDE * HOST_SIDE; k++) {
            int x = k % HOST_SIDE, y = k / HOST_SIDE, inset = x - v[0], up = y - v[1];
            bool inside = inset >= 0 && up >= 0 && inset < v[2] && up < v[3];
            // Linear filtering of what lies at the framebuffer's edge takes none of what is beyond: nothing is bent.
            const int expected[4] = {40 + 2 * x, 127, 250 - x, inside ? 255 : 64};
            for (int c = 0; c < 4; c++) {
                if (abs(pixels[4 * k + c] - expected[c]) > 1) {
                    fail_msg("choice %d: channel %d at %d, %d is %d, not %d", choice, c, x, y, pixels[4 * k + c],
                             expected[c]);
                }
            }
        }
        freeHost(fixture, &host);
    }
    assert_int_equal(fixture->errors + fixture->warnings, 0);
    gfDestroyFluid(fluid);
}

static void testRefractionOfATexture(void **state)
{
    static const double white[3] = {1.0, 1.0, 1.0};
    enum { N = 64 };
    Fixture *fixture = *state;
    gfFluid *fluid = makeFluid(fixture->device, 64);
    GLuint gradient = makeGradient(fixture, N);
    Canvas canvas = Canvas_Make(fixture, N, N);
    uint8_t pixels[N * N * 4];
    writeDye(fluid, slope, white);
    for (int kind = 0; kind < 6; kind++) {
        gfDrawDef def = glassDef();
        def.refraction.background = gradient;
        def.refraction.depth = 0.5f;
        def.refraction.strength = kind % 3 == 0 ? 0.0f : kind % 3 == 1 ? 0.06f : -0.09f;
        def.refraction.absorption = kind < 3 ? 0.0f : 0.7f;
        assert_true(gfFluid_Draw(fluid, &def));
        Canvas_Read(fixture, &canvas, pixels);
        double s = 0.5, shift = -s / sqrt(1.0 + s * s) * (double)def.refraction.strength * N;
        for (int k = 0; k < N * N; k++) {
            int x = k % N, y = k / N;
            if (x < 8 || x >= N - 8) {
                continue;
            }
            const double bent[3] = {40.0 + 2.0 * (x + shift), 20.0 + 3.0 * y, 128.0};
            for (int c = 0; c < 3; c++) {
                double dim =
                    exp(-(double)def.refraction.absorption * (1.0 - (double)def.refraction.tint[c]) * (x + 0.5) / N);
                double expected = 255.0 * encoded(decoded(bent[c] / 255.0) * dim, true);
                if (fabs((double)pixels[4 * k + c] - expected) > 1.0) {
                    fail_msg("kind %d: channel %d at %d, %d is %d, not %.2f", kind, c, x, y, pixels[4 * k + c],
                             expected);
                }
            }
        }
    }
    Canvas_Free(fixture, &canvas);
    fixture->gl.DeleteTextures(1, &gradient);
    gfDestroyFluid(fluid);
}

// --- what can't be had -----------------------------------------------------------------------------------------------

static double blob(double x, double y)
{
    return 3.0 * exp(-40.0 * ((x - 0.4) * (x - 0.4) + (y - 0.5) * (y - 0.5)));
}

static void drawOverChecker(const Fixture *fixture, const Canvas *canvas, gfFluid *fluid, const gfDrawDef *def,
                            uint8_t *pixels)
{
    const GladGLContext *gl = &fixture->gl;
    gl->Enable(GL_SCISSOR_TEST);
    for (int k = 0; k < 16; k++) {
        gl->Scissor(k % 4 * SIDE / 4, k / 4 * SIDE / 4, SIDE / 4, SIDE / 4);
        gl->ClearColor((k + k / 4) % 2 ? 0.2f : 0.7f, 0.4f, (float)k / 16.0f, 1.0f);
        gl->Clear(GL_COLOR_BUFFER_BIT);
    }
    gl->Disable(GL_SCISSOR_TEST);
    if (!gfFluid_Draw(fluid, def)) {
        fail_msg("not drawn: %s", fixture->lastMessage);
    }
    Canvas_Read(fixture, canvas, pixels);
}

static gfFluid *makeBlob(gfDevice *device)
{
    static const double color[3] = {0.9, 0.5, 0.2};
    gfFluid *fluid = makeFluid(device, GRID);
    writeDye(fluid, blob, color);
    return fluid;
}

enum { NO_BLOOM = 1, NO_SHAFTS = 2, NO_SHADOW = 4, NO_REFRACTION = 8, NO_EFFECT = 11 };

static gfDrawDef everythingBut(unsigned missing)
{
    gfDrawDef def = everything(0);
    def.bloom.enabled = !(missing & NO_BLOOM);
    def.shafts.enabled = !(missing & NO_SHAFTS);
    def.shadow.enabled = !(missing & NO_SHADOW);
    def.refraction.enabled = !(missing & NO_REFRACTION);
    return def;
}

static void testBrokenEffects(void **state)
{
    static const struct {
        const char *file, *edit, *said;
        unsigned missing;
    } broken[] = {
        {"picture/bloom_prefilter.frag", "s/void main/no/", "bloom is left out", NO_BLOOM},
        {"picture/bloom_down.frag", "s/void main/no/", "bloom is left out", NO_BLOOM},
        {"picture/bloom_up.frag", "s/void main/no/", "bloom is left out", NO_BLOOM},
        {"picture/shafts.frag", "s/void main/no/", "shafts of light are left out", NO_SHAFTS},
        {"render/dye.frag", "s/vec3 shadeAt(vec2 place)/no/", "shadow is left out", NO_SHADOW},
        {"picture/composite.frag", "s/void main/no/", "every effect on the picture is left out", NO_EFFECT},
    };
    Fixture *fixture = *state;
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    gfFluid *whole = makeBlob(fixture->device);
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        uint8_t expected[SIDE * SIDE * 4], pixels[SIDE * SIDE * 4];
        gfDrawDef def = everythingBut(broken[i].missing);
        drawOverChecker(fixture, &canvas, whole, &def, expected);
        ShaderCopy copy = ShaderCopy_Make();
        ShaderCopy_Edit(&copy, broken[i].file, broken[i].edit);
        gfDeviceDef deviceDef = Poor_DeviceDef(fixture, (GlHooks){0});
        deviceDef.shaderDir = copy.dir;
        gfDevice *device = gfCreateDevice(&deviceDef);
        assert_non_null(device);
        gfFluid *fluid = makeBlob(device);
        def = everything(0);
        Fixture_ClearLog(fixture);
        for (int frame = 0; frame < 4; frame++) {
            drawOverChecker(fixture, &canvas, fluid, &def, pixels);
            assert_memory_equal(pixels, expected, sizeof pixels);
        }
        assert_int_equal(fixture->errors, 0);
        assert_int_equal(fixture->warnings, 1);
        if (strstr(fixture->lastMessage, broken[i].said) == NULL) {
            fail_msg("%s: %s", broken[i].file, fixture->lastMessage);
        }
        gfDestroyFluid(fluid);
        gfDestroyDevice(device);
        assert_int_equal(GlHooks_Left(), 0);
        ShaderCopy_Free(&copy);
    }
    gfDestroyFluid(whole);
    fixture->glErrors = 0; // of the shaders that don't compile
    Canvas_Free(fixture, &canvas);
}

// Framebuffers run out after each of those that the effects make, in turn.
static void testTexturesThatCantBeHad(void **state)
{
    Fixture *fixture = *state;
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    uint8_t expected[SIDE * SIDE * 4], pixels[SIDE * SIDE * 4];
    gfDrawDef def = everything(0);
    bool whole = false;
    for (int allowed = 0; !whole && allowed < 40; allowed++) {
        gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){0});
        gfFluid *fluid = makeBlob(device);
        Fixture_ClearLog(fixture);
        GlHooks_LimitFramebuffers(allowed);
        for (int frame = 0; frame < 3; frame++) {
            drawOverChecker(fixture, &canvas, fluid, &def, frame == 0 ? expected : pixels);
        }
        for (int k = 0; k < SIDE * SIDE * 4; k++) { // at once where the first frame went by half floats
            assert_in_range(pixels[k] + 1, expected[k], expected[k] + 2);
        }
        // The picture itself, or what the next textures were for, each by itself.
        assert_int_equal(fixture->errors, 0);
        assert_in_range(fixture->warnings, 0, 3);
        whole = fixture->warnings == 0;
        assert_true(whole || strstr(fixture->lastMessage, "left out from now on") != NULL);
        assert_int_equal(gfFluid_DrawToTexture(fluid, &def, 16, 8), 0); // for want of a background
        def.refraction.enabled = false;
        Fixture_ClearLog(fixture);
        GLuint texture = gfFluid_DrawToTexture(fluid, &def, 16, 8);
        assert_true((texture == 0) == (fixture->errors > 0));
        def.refraction.enabled = true;
        GlHooks_LimitFramebuffers(-1);
        gfDestroyFluid(fluid);
        assert_int_equal(gfDevice_GetMemory(device).textures, 0);
        gfDestroyDevice(device);
        assert_int_equal(GlHooks_Left(), 0);
    }
    assert_true(whole);
    Canvas_Free(fixture, &canvas);
    Fixture_ClearLog(fixture);
}

// GL says nothing of what is in a texture that is made without data.
static void testFreshTexturesHoldAnything(void **state)
{
    Fixture *fixture = *state;
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    uint8_t pixels[2][SIDE * SIDE * 4];
    gfDrawDef def = everything(0);
    for (int ink = 0; ink <= GF_INK_ABSORB; ink++) {
        def.ink = (gfInk)ink;
        for (int poor = 0; poor < 2; poor++) {
            gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){.fillsTextures = poor == 1});
            gfFluid *fluid = makeBlob(device);
            drawOverChecker(fixture, &canvas, fluid, &def, pixels[poor]);
            gfDestroyFluid(fluid);
            gfDestroyDevice(device);
        }
        assert_memory_equal(pixels[0], pixels[1], sizeof pixels[0]);
    }
    Canvas_Free(fixture, &canvas);
}

// --- into a texture --------------------------------------------------------------------------------------------------

// As in a framebuffer of floats, unblended.
static float *readDrawn(const Fixture *fixture, gfFluid *fluid, gfDrawDef def, int width, int side)
{
    const GladGLContext *gl = &fixture->gl;
    GLuint texture, framebuffer;
    float *pixels = malloc((size_t)width * (size_t)side * 4 * sizeof *pixels);
    assert_non_null(pixels);
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA16F, width, side, 0, GL_RGBA, GL_FLOAT, NULL);
    gl->GenFramebuffers(1, &framebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    gl->Viewport(0, 0, width, side);
    gl->ClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    def.blend = false;
    assert_true(gfFluid_Draw(fluid, &def));
    gl->ReadPixels(0, 0, width, side, GL_RGBA, GL_FLOAT, pixels);
    gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl->DeleteFramebuffers(1, &framebuffer);
    gl->DeleteTextures(1, &texture);
    return pixels;
}

static void testDrawToTexture(void **state)
{
    Fixture *fixture = *state;
    gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){0});
    gfFluid *fluid = makeBlob(device);
    GLuint background = makeGradient(fixture, 16), texture = 0;
    for (int choice = 0; choice < 36; choice++) {
        int width = choice % 5 == 4 ? 48 : 31, side = choice % 7 == 6 ? 16 : 40;
        gfDrawDef def = choice / 9 & 1 ? everything(background) : gfDefaultDrawDef();
        def.refraction.enabled = choice == 35;
        def.ink = (gfInk)(choice % 3);
        def.alpha = (gfAlphaMode)(choice / 3 % 3);
        def.encodeSrgb = choice / 18;
        def.useView = choice & 1; // the domain need not fill it: the rest is clear
        def.view = (gfTransform2D){{1.2f, 0.2f, -0.2f, 1.2f, -0.5f, -0.4f}};
        float *expected = readDrawn(fixture, fluid, def, width, side);
        float *pixels = readTexture(fixture, fluid, &def, width, side);
        for (int k = 0; k < width * side * 4; k++) {
            if (pixels[k] != expected[k]) {
                fail_msg("choice %d: %g at %d, not %g", choice, (double)pixels[k], k, (double)expected[k]);
            }
        }
        free(expected);
        free(pixels);
    }
    // One texture at a time, of the size of the last call; it goes with its device.
    gfDrawDef def = gfDefaultDrawDef();
    int32_t textures = gfDevice_GetMemory(device).textures;
    for (int i = 1; i < 40; i += 13) {
        texture = gfFluid_DrawToTexture(fluid, &def, i, 2 * i);
        assert_true(fixture->gl.IsTexture(texture));
        assert_int_equal(gfDevice_GetMemory(device).textures, textures);
    }
    assert_int_equal(gfFluid_DrawToTexture(fluid, &def, 0, 8), 0);
    assert_true(fixture->gl.IsTexture(texture)); // a refused call takes nothing away
    // Refraction is refused for want of a background, and not given up.
    def.refraction.enabled = true;
    Fixture_ClearLog(fixture);
    assert_int_equal(gfFluid_DrawToTexture(fluid, &def, 8, 8), 0);
    Fixture_ExpectError(fixture, GF_ERROR_OUT_OF_RANGE, "refraction.background");
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    uint8_t pixels[2][SIDE * SIDE * 4];
    def = everything(0);
    drawOverChecker(fixture, &canvas, fluid, &def, pixels[0]);
    def.refraction.enabled = false;
    drawOverChecker(fixture, &canvas, fluid, &def, pixels[1]);
    assert_memory_not_equal(pixels[0], pixels[1], sizeof pixels[0]);
    Canvas_Free(fixture, &canvas);
    fixture->gl.DeleteTextures(1, &background);
    gfDestroyFluid(fluid);
    gfDestroyDevice(device);
    assert_false(fixture->gl.IsTexture(texture));
    assert_int_equal(GlHooks_Left(), 0);
    Fixture_ExpectNoGlError(fixture);
}

// --- dither ----------------------------------------------------------------------------------------------------------

static void testDitherKeepsTheMean(void **state)
{
    static const double color[3] = {1.0, 1.0, 1.0};
    static const double levels[] = {0.0, 0.3, 0.5, 0.8, 1.0, 1.4, 2.5, 64.0, 100.25, 100.5, 100.9, 200.7, 254.6, 255.0};
    enum { N = 128 };
    static uint8_t pixels[N * N * 4];
    Fixture *fixture = *state;
    gfFluid *fluid = makeFluid(fixture->device, 8);
    Canvas canvas = Canvas_Make(fixture, N, N);
    gfDrawDef def = gfDefaultDrawDef();
    def.ink = GF_INK_LIGHT;
    def.encodeSrgb = false;
    def.dither = true;
    def.bloom.intensity = 0.0f;
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        for (int way = 0; way < 4; way++) {
            height = levels[i] / 255.0;
            writeDye(fluid, flat, color);
            def.alpha = way & 1 ? GF_ALPHA_OPAQUE : GF_ALPHA_PREMULTIPLIED;
            def.bloom.enabled = way & 2;
            fixture->gl.ClearColor(0.0f, 0.0f, 0.0f, 1.0f);
            fixture->gl.Clear(GL_COLOR_BUFFER_BIT);
            assert_true(gfFluid_Draw(fluid, &def));
            Canvas_Read(fixture, &canvas, pixels);
            double sums[3] = {0.0};
            for (int k = 0; k < N * N * 4; k++) {
                if (k % 4 < 3) {
                    sums[k % 4] += pixels[k];
                    // A level from what is nearest, either of two that are as near.
                    if (fabs((double)pixels[k] - levels[i]) > 1.51) {
                        fail_msg("a channel of %g levels is %d", levels[i], pixels[k]);
                    }
                }
            }
            double cut = way & 2 ? levels[i] / 1024 : 0.0; // what half floats may cut off
            for (int c = 0; c < 3; c++) {
                if (fabs(sums[c] / (N * N) - levels[i]) > 0.1 + cut) {
                    fail_msg("channel %d: the mean of %g levels is %g", c, levels[i], sums[c] / (N * N));
                }
            }
        }
    }
    Canvas_Free(fixture, &canvas);
    gfDestroyFluid(fluid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testInksOverBackgrounds),
        cmocka_unit_test(testSolidsOverBackgrounds),
        cmocka_unit_test(testAlphaModesAgree),
        cmocka_unit_test(testStylesByWayOfThePicture),
        cmocka_unit_test(testBloomIsBounded),
        cmocka_unit_test(testBloomOfOneColour),
        cmocka_unit_test(testBloomIsSymmetric),
        cmocka_unit_test(testHaloIsRound),
        cmocka_unit_test(testNoLightIsInfinite),
        cmocka_unit_test(testRefractionOfATexture),
        cmocka_unit_test(testRefractionOfTheHostsPicture),
        cmocka_unit_test(testRefractionBeyondTheHostsPicture),
        cmocka_unit_test(testBrokenEffects),
        cmocka_unit_test(testTexturesThatCantBeHad),
        cmocka_unit_test(testFreshTexturesHoldAnything),
        cmocka_unit_test(testDrawToTexture),
        cmocka_unit_test(testDitherKeepsTheMean),
    };
    return cmocka_run_group_tests(tests, Fixture_SetUp, Fixture_TearDown);
}
