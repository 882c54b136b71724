// Particles in three dimensions as water, spheres and points: where they are, what hides them, how they bend.
#include "support/canvas.h"
#include "support/flow.h"
#include "support/gl_poison.h"
#include "support/picture.h"
#include "support/pool.h"

#include "ext/fluid3d/draw_particles3d.h"
#include "gl/device.h"

enum { SIZE = 96 };

static const float eye[3] = {0.5f, 0.3f, 2.0f}, middle[3] = {0.5f, 0.3f, 0.0f};

static const PoolDef oneDrop = {.spacing = 0.1f, .drops = {{0.5f, 0.3f, 0.0f}}, .dropCount = 1};
static const PoolDef stillPool = {.width = 1.0f, .depth = 0.2f, .length = 1.0f, .spacing = 0.04f};

typedef struct Scene {
    Fixture *fixture;
    gfFluid *fluid; // what drawings made goes with the last one
    Pool pool;
    Canvas canvas;
    gfDraw3DDef def;
    uint8_t pixels[SIZE * SIZE * 4];
} Scene;

static Scene makeScene(Fixture *fixture, const PoolDef *pool)
{
    Scene s = {.fixture = fixture, .def = gfDefaultDraw3DDef()};
    s.fluid = Fixture_MakeFluid(fixture, 16, 16);
    assert_true(gfDevice_Begin(fixture->device, "test"));
    s.pool = Pool_Make(fixture->device, pool);
    gfDevice_End(fixture->device);
    s.canvas = Canvas_Make(fixture, SIZE, SIZE);
    s.def.tone.map = GF_TONE_NONE;
    Pool_LookAt(eye, middle, s.def.view);
    Pool_Perspective(40.0f, 1.0f, 0.1f, 20.0f, s.def.projection);
    return s;
}

static void freeScene(Scene *s)
{
    assert_true(gfDevice_Begin(s->fixture->device, "test"));
    Pool_Free(s->fixture->device, &s->pool);
    gfDevice_End(s->fixture->device);
    Canvas_Free(s->fixture, &s->canvas);
    gfDestroyFluid(s->fluid);
    assert_int_equal(s->fixture->errors + s->fixture->warnings, 0);
}

static void draw(Scene *s)
{
    gfDevice *device = s->fixture->device;
    assert_true(gfDevice_Begin(device, "test"));
    assert_true(gfParticles3D_Draw(device, Pool_View(&s->pool), &s->def));
    gfDevice_End(device);
}

// Over a grey of 128.
static void drawOverGrey(Scene *s)
{
    Canvas_FillGrey(s->fixture);
    draw(s);
    Canvas_Read(s->fixture, &s->canvas, s->pixels);
}

static const uint8_t *pixelAt(const Scene *s, int x, int y)
{
    return &s->pixels[4 * (y * SIZE + x)];
}

static bool isChanged(const Scene *s, int x, int y)
{
    return Canvas_IsChanged(pixelAt(s, x, y));
}

static int countChanged(const Scene *s)
{
    return Canvas_CountChanged(s->pixels, SIZE * SIZE);
}

// The outline of a sphere in perspective: a disc of half-angle asin(r / d).
TEST(testSilhouetteOfASphere)
{
    Scene s = makeScene(*state, &oneDrop);
    for (int style = GF_DRAW3D_SPHERES; style <= GF_DRAW3D_POINTS; style++) {
        s.def.style = (gfDraw3DStyle)style;
        s.def.radius = 0.2f;
        s.def.color = GF_PARTICLE_OWN;
        drawOverGrey(&s);
        double angle = asin(0.2 / 2.0), r = tan(angle) * (double)s.def.projection[5] * 0.5 * SIZE;
        double area = 3.14159265 * r * r, changed = (double)countChanged(&s);
        // All pixels that the rim touches count.
        fail_if(changed < area || changed > area + 2.0 * 3.14159265 * r,
                "style %d covers %g pixels, and the disc has %g", style, changed, area);
        assert_true(isChanged(&s, SIZE / 2, SIZE / 2) && !isChanged(&s, 2, 2));
        assert_true(!isChanged(&s, SIZE / 2 + (int)r + 2, SIZE / 2) && !isChanged(&s, SIZE / 2, SIZE / 2 - (int)r - 3));
    }
    freeScene(&s);
}

// A sphere of 0.2 m that is 2 m away begins 1.8 m away: what stands at 1.9 m hides its rim and not its middle.
TEST(testFrontOfASphere)
{
    Scene s = makeScene(fixture, &oneDrop);
    Pool_PerspectiveOf(POOL_DEPTH_GL, 40.0f, 0.1f, 20.0f, s.def.projection);
    float depth = Pool_GetDepth(POOL_DEPTH_GL, s.def.projection, 1.9f);
    s.def.style = GF_DRAW3D_SPHERES;
    s.def.radius = 0.2f;
    drawOverGrey(&s);
    int all = countChanged(&s);
    s.def.depth = Canvas_MakeDepth(fixture, SIZE, depth, depth);
    drawOverGrey(&s);
    assert_true(isChanged(&s, SIZE / 2, SIZE / 2));
    assert_in_range(countChanged(&s), all / 4, 9 * all / 10);
    fixture->gl.DeleteTextures(1, &s.def.depth);
    freeScene(&s);
}

// The same camera in other conventions gives the same picture: reversed, without an end, from 0 to 1.
TEST(testProjectionsAlike)
{
    Scene s = makeScene(*state, &stillPool);
    static uint8_t first[SIZE * SIZE * 4];
    s.def.view[13] -= 0.1f;
    for (int style = 0; style < GF_DRAW3D_STYLE_COUNT; style++) {
        s.def.style = (gfDraw3DStyle)style;
        for (int kind = 0; kind < POOL_DEPTH_COUNT; kind++) {
            Pool_PerspectiveOf((PoolDepth)kind, 40.0f, 0.1f, 20.0f, s.def.projection);
            s.def.zeroToOne = kind != POOL_DEPTH_GL;
            drawOverGrey(&s);
            if (kind == 0) {
                memcpy(first, s.pixels, sizeof first);
                assert_true(countChanged(&s) > 500);
            } else {
                assert_memory_equal(first, s.pixels, sizeof first);
            }
        }
    }
    freeScene(&s);
}

// What stands in front of the pool on the left hides it there; what stands behind it on the right does not.
TEST(testHostsDepthHides)
{
    Scene s = makeScene(*state, &stillPool);
    for (int style = 0; style < GF_DRAW3D_STYLE_COUNT; style++) {
        for (int kind = POOL_DEPTH_GL; kind <= POOL_DEPTH_REVERSED; kind++) {
            Pool_PerspectiveOf((PoolDepth)kind, 40.0f, 0.1f, 20.0f, s.def.projection);
            s.def.zeroToOne = kind != POOL_DEPTH_GL;
            // The pool is 1 m to 2 m away.
            float near = Pool_GetDepth((PoolDepth)kind, s.def.projection, 0.5f);
            float far = Pool_GetDepth((PoolDepth)kind, s.def.projection, 5.0f);
            s.def.style = (gfDraw3DStyle)style;
            s.def.depth = 0;
            drawOverGrey(&s);
            int all = countChanged(&s);
            s.def.depth = Canvas_MakeDepth(s.fixture, SIZE, near, far);
            drawOverGrey(&s);
            Canvas_ExpectRightHalf(s.pixels, SIZE, all);
            s.fixture->gl.DeleteTextures(1, &s.def.depth);
        }
    }
    freeScene(&s);
}

// Straight down onto a pool that fills the picture: the water covers all of it, and nothing beyond its rim.
TEST(testWaterCoversThePool)
{
    static const float above[3] = {0.5f, 3.0f, 0.501f}, below[3] = {0.5f, 0.0f, 0.5f};
    Scene s = makeScene(*state, &stillPool);
    Pool_LookAt(above, below, s.def.view);
    drawOverGrey(&s);
    // Its top lies 2.8 m below the eye.
    double half = 0.5 / 2.8 * (double)s.def.projection[5] * 0.5 * SIZE;
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            double out = fmax(fabs(x + 0.5 - 0.5 * SIZE), fabs(y + 0.5 - 0.5 * SIZE)) - half;
            fail_if((out < -2.0 && !isChanged(&s, x, y)) || (out > 3.0 && isChanged(&s, x, y)),
                    "the pixel at %d, %d, %g px out of the pool, is %s", x, y, out,
                    isChanged(&s, x, y) ? "changed" : "not changed");
        }
    }
    freeScene(&s);
}

// Light is lost by exp(-absorption thickness); of water that sends none back and mirrors nothing, that is all.
TEST(testAbsorption)
{
    static const float above[3] = {0.5f, 3.0f, 0.501f}, below[3] = {0.5f, 0.0f, 0.5f};
    Scene s = makeScene(*state, &stillPool);
    Pool_LookAt(above, below, s.def.view);
    s.def.encodeSrgb = false;
    s.def.water = (gfWaterLook){.absorption = {5.0f, 2.0f, 0.0f}, .foam = {1.0f, 1.0f, 1.0f}};
    drawOverGrey(&s);
    const uint8_t *p = pixelAt(&s, SIZE / 2, SIZE / 2);
    for (int c = 0; c < 3; c++) {
        double expected = 128.0 * exp(-(double)s.def.water.absorption[c] * 0.2);
        fail_if(fabs((double)p[c] - expected) > 3.0, "channel %d is %d, not %.1f", c, p[c], expected);
    }
    freeScene(&s);
}

static double meanGreen(const Scene *s, int x, int y)
{
    double sum = 0.0;
    for (int i = -3; i <= 3; i++) {
        sum += pixelAt(s, x + i, y)[1] / 7.0;
    }
    return sum;
}

// A slanting look at still water: what is behind comes from lower down, as far as Snell's law says.
TEST(testRefractionBends)
{
    static const float aslant[3] = {0.5f, 1.2f, 1.7f}, at[3] = {0.5f, 0.2f, 0.5f};
    Scene s = makeScene(*state, &stillPool);
    GLuint gradient = Picture_MakeGradient(s.fixture, SIZE);
    Pool_LookAt(aslant, at, s.def.view);
    s.def.encodeSrgb = false;
    s.def.background = gradient;
    s.def.sky = (gfSkyLook){.light = {0.0f, 1.0f, 0.0f}};
    s.def.water = (gfWaterLook){.foam = {1.0f, 1.0f, 1.0f}};
    drawOverGrey(&s);
    double straight = meanGreen(&s, SIZE / 2, SIZE / 2);
    s.def.water.refraction = 1.0f;
    drawOverGrey(&s);
    double bent = meanGreen(&s, SIZE / 2, SIZE / 2);

    // The eye's line meets the top at its middle; 0.2 m lower it is off by depth (tan i - tan r), seen aslant.
    double slope = 1.2 / 1.0, i = atan(slope), r = asin(sin(i) / 1.333), off = 0.2 * (tan(i) - tan(r));
    double ex = 1.2 + 0.2 * slope - off, ey = 1.2; // from the eye to the bent end, along and down
    double angle = atan2(ex, ey) - i, pixels = tan(angle) * (double)s.def.projection[5] * 0.5 * SIZE;
    double expected = 3.0 * pixels; // green of the gradient grows by 3 a pixel
    fail_if(fabs(bent - straight - expected) > 0.3 * fabs(expected) || fabs(expected) < 3.0,
            "green went from %.1f to %.1f, by %.1f and not %.1f", straight, bent, bent - straight, expected);
    s.fixture->gl.DeleteTextures(1, &gradient);
    freeScene(&s);
}

// Only as many as there are, whatever the other texels hold.
TEST(testOnlyLivingParticles)
{
    Scene s = makeScene(*state, &oneDrop);
    static const uint32_t none[4] = {0, 0, 0, 0};
    assert_true(gfDevice_Begin(s.fixture->device, "test") && gfTexture_Upload(s.fixture->device, &s.pool.count, none));
    gfDevice_End(s.fixture->device);
    for (int style = 0; style < GF_DRAW3D_STYLE_COUNT; style++) {
        s.def.style = (gfDraw3DStyle)style;
        s.def.radius = 0.2f;
        drawOverGrey(&s);
        assert_int_equal(countChanged(&s), 0);
    }
    freeScene(&s);
}

TEST(testColours)
{
    static const PoolDef two = {.spacing = 0.1f, .drops = {{0.2f, 0.3f, 0.0f}, {0.8f, 0.3f, 0.0f}}, .dropCount = 2};
    Scene s = makeScene(*state, &two);
    s.def.style = GF_DRAW3D_POINTS;
    s.def.radius = 0.1f;
    s.def.encodeSrgb = false;
    int left = SIZE / 2 - (int)(0.15 * (double)s.def.projection[5] * 0.5 * SIZE), right = SIZE - 1 - left;
    s.def.color = GF_PARTICLE_MATERIAL; // materials 0 and 1
    drawOverGrey(&s);
    assert_true(pixelAt(&s, left, SIZE / 2)[0] > 220 && pixelAt(&s, left, SIZE / 2)[1] < 40);
    assert_true(pixelAt(&s, right, SIZE / 2)[1] > 190 && pixelAt(&s, right, SIZE / 2)[0] < 30);
    s.def.color = GF_PARTICLE_OWN; // sRGB 0xc0, 0x40, 0x20
    drawOverGrey(&s);
    const uint8_t *own = pixelAt(&s, right, SIZE / 2);
    assert_in_range(own[0], 134, 136);
    assert_in_range(own[1], 12, 14);
    assert_in_range(own[2], 3, 5);
    s.def.color = GF_PARTICLE_VELOCITY; // at rest
    drawOverGrey(&s);
    assert_in_range(pixelAt(&s, left, SIZE / 2)[1], 126, 129);
    s.def.color = GF_PARTICLE_SPEED;
    s.def.palette = (gfPalette){2, {{0.0f, 1.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 0.0f, 1.0f}}};
    drawOverGrey(&s);
    assert_true(pixelAt(&s, left, SIZE / 2)[1] > 250 && pixelAt(&s, left, SIZE / 2)[0] < 5);
    freeScene(&s);
}

// Nothing of the host's state, of its other attachment or its depth changes, whatever they were.
TEST(testHostsStateIsKept)
{
    Scene s = makeScene(*state, &stillPool);
    GlPoison *poison = GlPoison_Create(&s.fixture->gl);
    for (int style = 0; style < GF_DRAW3D_STYLE_COUNT; style++) {
        s.def.style = (gfDraw3DStyle)style;
        GlPoison_Apply(poison);
        GlPoison_FillFramebuffer(poison);
        GlSnapshot *before = GlPoison_Take(poison);
        draw(&s);
        GlPoison_ExpectSame(before, GlPoison_Take(poison), "gfParticles3D_Draw");
        GlPoison_ExpectUntouched(poison, 1);
        GlPoison_ExpectDepthUntouched(poison);
        unsigned char pixels[POISON_HEIGHT][POISON_WIDTH][4];
        static const int v[4] = POISON_SCISSOR;
        GlPoison_ReadFramebuffer(poison, 0, &pixels[0][0][0]);
        int inside = 0, outside = 0;
        for (int k = 0; k < POISON_HEIGHT * POISON_WIDTH; k++) {
            int x = k % POISON_WIDTH, y = k / POISON_WIDTH;
            bool in = x >= v[0] && y >= v[1] && x < v[0] + v[2] && y < v[1] + v[3];
            bool changed = pixels[y][x][0] != GlPoison_FilledByte(0, 0) || pixels[y][x][3] != GlPoison_FilledByte(0, 3);
            inside += in && changed;
            outside += !in && changed;
        }
        assert_int_equal(outside, 0);
        assert_true(inside > 0);
    }
    freeScene(&s);
}

TEST(testBadDefinitions)
{
    gfFluid3DDef made = gfDefaultFluid3DDef();
    gfFluid3D *fluid = gfCreateFluid3D(fixture->device, &made);
    gfDraw3DDef def = gfDefaultDraw3DDef();
    assert_non_null(fluid);
    Fixture_ClearLog(fixture);
    EXPECT_REFUSED(gfFluid3D_Draw(NULL, &def), NULL_ARGUMENT, "fluid");
    def.projection[11] = 0.0f;
    EXPECT_REFUSED(gfFluid3D_Draw(fluid, &def), OUT_OF_RANGE, "projection[11]");
    def = gfDefaultDraw3DDef();
    memset(def.sky.light, 0, sizeof def.sky.light);
    EXPECT_REFUSED(gfFluid3D_Draw(fluid, &def), OUT_OF_RANGE, "sky.light");
}
