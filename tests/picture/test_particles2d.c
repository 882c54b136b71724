// Particles in two dimensions as discs, and density against that at rest.
#include "support/flow.h"
#include "support/picture.h"

#include "fluid/fluid.h"
#include "gl/device.h"

enum { N = 64 };

#define SPACING 0.25f
#define CELL 0.125f

// Three particles, of which the last is not alive: at (0.25, 0.5) m, at rest, and at (0.75, 0.5) m, 1 m/s to the right.
static const float places[8][4] = {{0.25f / CELL, 0.5f / CELL, 0.0f, 0.0f},
                                   {0.75f / CELL, 0.5f / CELL, 1.0f / CELL, 0.0f},
                                   {0.5f / CELL, 0.9f / CELL, 0.0f, 0.0f}};
static const uint32_t tags[8][2] = {{0, 0x00ff0000u}, {1, 0x01ff0000u}, {2, 0}};
static const uint32_t count[4] = {2, 0, 0, 0};

typedef struct Scene {
    Fixture *fixture;
    gfFluid *fluid;
    gfSolver solver; // the grid's, but that it has particles
    gfTexture place, tags, count;
    Canvas canvas;
    gfDrawDef def;
    uint8_t pixels[N * N * 4];
} Scene;

static const double clear[4] = {0.0};

static gfParticleView shown; // what the solver answers

static void viewParticles(const gfBody *body, const void *state, gfParticleView *view)
{
    (void)body, (void)state;
    *view = shown;
}

static const gfParticleCalls calls = {.view = viewParticles};

static void makeScene(Scene *s, Fixture *fixture)
{
    gfDevice *device = fixture->device;
    *s = (Scene){.fixture = fixture, .fluid = Fixture_MakeFluid(fixture, 16, 16), .def = gfDefaultDrawDef()};
    s->solver = *s->fluid->solver;
    s->solver.particles = &calls;
    s->fluid->solver = &s->solver;
    assert_true(gfDevice_Begin(device, "test"));
    assert_true(gfTexture_Create(device, &s->place, GF_FORMAT_RGBA32F, 4, 2) &&
                gfTexture_Upload(device, &s->place, places));
    assert_true(gfTexture_Create(device, &s->tags, GF_FORMAT_RG32UI, 4, 2) && gfTexture_Upload(device, &s->tags, tags));
    assert_true(gfTexture_Create(device, &s->count, GF_FORMAT_RGBA32UI, 1, 1) &&
                gfTexture_Upload(device, &s->count, count));
    gfDevice_End(device);
    shown = (gfParticleView){.dimensions = 2,
                             .capacity = 8,
                             .width = 4,
                             .place = &s->place,
                             .tags = &s->tags,
                             .count = &s->count,
                             .cellSize = CELL,
                             .spacing = SPACING,
                             .world = {[0] = CELL, [5] = CELL, [10] = 1.0f, [15] = 1.0f},
                             .colors = {{1.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 1.0f, 0.0f, 1.0f}}};
    s->canvas = Canvas_Make(fixture, N, N);
    s->def.style = GF_DRAW_PARTICLES;
    s->def.particles.color = GF_PARTICLE_MATERIAL;
    s->def.encodeSrgb = false;
}

static void freeScene(Scene *s)
{
    gfDevice *device = s->fixture->device;
    assert_true(gfDevice_Begin(device, "test"));
    gfTexture_Destroy(device, &s->place);
    gfTexture_Destroy(device, &s->tags);
    gfTexture_Destroy(device, &s->count);
    gfDevice_End(device);
    Canvas_Free(s->fixture, &s->canvas);
    gfDestroyFluid(s->fluid);
    assert_int_equal(s->fixture->errors + s->fixture->warnings, 0);
}

static void draw(Scene *s)
{
    Picture_DrawOver(s->fixture, &s->canvas, s->fluid, &s->def, clear, s->pixels);
}

static const uint8_t *pixelAt(const Scene *s, int x, int y)
{
    return &s->pixels[4 * (y * N + x)];
}

// Square pixels of one channel, and where their middle lies.
static double area(const Scene *s, int channel, double *x, double *y)
{
    double sum = 0.0, sumX = 0.0, sumY = 0.0;
    for (int i = 0; i < N * N; i++) {
        double c = (double)s->pixels[4 * i + channel] / 255.0;
        sum += c;
        sumX += c * (i % N + 0.5);
        sumY += c * (i / N + 0.5);
    }
    *x = sumX / fmax(sum, 1e-9);
    *y = sumY / fmax(sum, 1e-9);
    return sum;
}

static void expectDisc(const Scene *s, int channel, double radius, double x, double y)
{
    double atX, atY, got = area(s, channel, &atX, &atY), expected = 3.14159265 * radius * radius;
    fail_if(fabs(got - expected) > 0.02 * expected + 0.5 || fabs(atX - x) > 0.1 || fabs(atY - y) > 0.1,
            "channel %d covers %.2f px around %.2f, %.2f, not %.2f around %.2f, %.2f", channel, got, atX, atY, expected,
            x, y);
}

TEST(testDiscs)
{
    Scene s;
    makeScene(&s, *state);
    for (int kind = 0; kind < 4; kind++) {
        s.def.particles.size = kind == 1 ? 0.5f : 1.0f;
        s.def.bloom.enabled = kind == 2; // by way of the effects
        s.def.bloom.intensity = 0.0f;
        s.def.alpha = kind == 3 ? GF_ALPHA_OPAQUE : GF_ALPHA_PREMULTIPLIED;
        draw(&s);
        double radius = 0.5 * (double)(SPACING * s.def.particles.size) * N;
        expectDisc(&s, 0, radius, 0.25 * N, 0.5 * N);
        expectDisc(&s, 1, radius, 0.75 * N, 0.5 * N);
        assert_int_equal(pixelAt(&s, N / 2, 57)[3], kind == 3 ? 255 : 0); // the third one is not alive
    }
    freeScene(&s);
}

// Round and in its place in a view that is not square and looks at a part of the world.
TEST(testDiscsInAView)
{
    Scene s;
    makeScene(&s, *state);
    s.def.view = (gfTransform2D){{4.0f, 0.0f, 0.0f, 4.0f, -1.0f, -2.0f}}; // x 0 to 0.5 m, y 0.25 to 0.75 m
    draw(&s);
    expectDisc(&s, 0, 0.125 * 2.0 * N, 0.5 * N, 0.5 * N);
    freeScene(&s);
}

TEST(testDiscColours)
{
    Scene s;
    makeScene(&s, *state);
    int left = N / 4, right = 3 * N / 4;
    s.def.particles.color = GF_PARTICLE_OWN;
    draw(&s);
    assert_int_equal(pixelAt(&s, left, N / 2)[2], 255);
    assert_int_equal(pixelAt(&s, left, N / 2)[0], 0);
    s.def.particles.color = GF_PARTICLE_SPEED;
    s.def.particles.speedRange = 2.0f;
    s.def.particles.palette = (gfPalette){2, {{0.0f, 0.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 1.0f, 1.0f}}};
    draw(&s);
    assert_int_equal(pixelAt(&s, left, N / 2)[0], 0);
    assert_in_range(pixelAt(&s, right, N / 2)[0], 126, 129); // 1 m/s of 2
    s.def.particles.color = GF_PARTICLE_VELOCITY;
    s.def.particles.speedRange = 1.0f;
    draw(&s);
    assert_int_equal(pixelAt(&s, right, N / 2)[0], 255);
    assert_in_range(pixelAt(&s, right, N / 2)[1], 126, 129);
    freeScene(&s);
}

TEST(testRefusals)
{
    Scene s;
    makeScene(&s, *state);
    Fixture_ClearLog(s.fixture);
    shown.dimensions = 3;
    EXPECT_REFUSED(gfFluid_Draw(s.fluid, &s.def), UNSUPPORTED, "3 dimensions");
    s.solver.particles = NULL;
    EXPECT_REFUSED(gfFluid_Draw(s.fluid, &s.def), UNSUPPORTED, "has no particles");
    freeScene(&s);
}

static double strips(double x, double y)
{
    static const double masses[4] = {0.0, 0.9, 1.0, 1.1};
    (void)y;
    return masses[(int)(4.0 * x)];
}

// White at rest, blue below and red above; nothing where there is nothing.
TEST(testDensity)
{
    gfFluidDef fluidDef = Flow_Def(32, 32, 1);
    fluidDef.solver = GF_SOLVER_GAUSSIAN;
    gfFluid *fluid = Flow_Make(fixture, &fluidDef);
    Picture_WriteAmount(fluid, GF_FIELD_MASS, strips);
    Canvas canvas = Canvas_Make(fixture, N, N);
    static uint8_t pixels[N * N * 4];
    gfDrawDef def = Picture_Look(GF_DRAW_DENSITY, true);
    def.range = 0.1f;
    Picture_DrawOver(fixture, &canvas, fluid, &def, clear, pixels);
    const uint8_t *row = &pixels[4 * N * (N / 2)];
    assert_int_equal(row[4 * 8 + 3], 0);
    assert_true(row[4 * 24 + 2] > 2 * row[4 * 24] && row[4 * 24 + 3] == 255);
    assert_true(row[4 * 40] > 235 && row[4 * 40 + 1] > 235 && row[4 * 40 + 2] > 235);
    assert_true(row[4 * 56] > 2 * row[4 * 56 + 2]);
}
