// The mass of a Gaussian fluid over long times, where little is poured in; and that no source poisons its dye.
#include "support/gaussian.h"
#include "support/gl_spy.h"

#define CELLS 64
#define AREA (1.0 / 4096.0) // of a cell, m^2
#define STEPS 2000
#define A_STEP 2.4e-5 // cells of mass

GAUSSIAN_STATE(pool, y < 24.0 ? 1.0 : 0.0, 0.0, 0.0)

// So little that each step's share of a cell is of the size of a float's rounding.
static void pourSlowly(Fixture *fixture, bool onPool)
{
    gfFluid *fluid = Flow_MakeOf(fixture, Gaussian_Def(CELLS, CELLS, GF_GAUSSIAN_CONSERVING));
    if (onPool) {
        Gaussian_Write(fluid, pool);
    }
    const double radius = 3.0; // cells
    gfSourceDef source = Flow_DiscSource(0.5f, 0.25f, (float)(radius / CELLS));
    source.fields = GF_SOURCE_MASS;
    source.mass = (float)(A_STEP / (PI * radius * radius) * CELLS); // a second, of which a step is 1/64
    Flow_Steps(fluid, 1);
    double start = Flow_Measure(fluid).mass, last = start;
    Flow_AddEmitter(fluid, &source);
    for (int i = 0; i < STEPS / 100; i++) {
        Flow_Steps(fluid, 100);
        double mass = Flow_Measure(fluid).mass;
        fail_if(!(mass >= last), "after %d steps the mass is %.9g cells, and was %.9g", 100 * (i + 1), mass / AREA,
                last / AREA);
        last = mass;
    }
    Flow_ExpectBetween(onPool ? "share that arrives in a pool" : "share that arrives in an empty box",
                       (last - start) / AREA / (A_STEP * STEPS), 0.9, 1.1);
}

TEST_CI(testSlowPouringIntoPool)
{
    pourSlowly(*state, true);
}

// 1e-8 of the grid's cells a step, over all of a full pool or into a few cells of it: each gets less than it rounds by.
static void pourSlowest(Fixture *fixture, double half)
{
    enum { MANY = 800 };
    gfFluid *fluid = Flow_MakeOf(fixture, Gaussian_Def(CELLS, CELLS, GF_GAUSSIAN_CONSERVING));
    Gaussian_Write(fluid, pool);
    const double aStep = 1e-8 * CELLS * CELLS, cells = 4.0 * half * half;
    gfSourceDef source = Flow_SourceDef(
        gfMakeRectangle((gfVec2){0.5f, 11.5f / CELLS}, (gfVec2){(float)(half / CELLS), (float)(half / CELLS)}, 0.0f));
    source.softness = 0.0f;
    source.fields = GF_SOURCE_MASS;
    source.mass = (float)(aStep / cells * CELLS);
    Flow_Steps(fluid, 100);
    double start = Flow_Measure(fluid).mass;
    Flow_AddEmitter(fluid, &source);
    Flow_Steps(fluid, MANY);
    Flow_ExpectBetween(Flow_Text("share that arrives in %g cells", cells),
                       (Flow_Measure(fluid).mass - start) / AREA / (aStep * MANY), 0.9, 1.1);
}

TEST_CI(testSlowestPouring)
{
    pourSlowest(*state, 10.0);
    pourSlowest(*state, 1.0);
}

TEST(testSlowPouringIntoNothing)
{
    pourSlowly(*state, false);
}

// NaN counts as nothing, whichever channel it comes by, and what is infinite as GF_VALUE_MAX.
TEST(testTextureOfNaN)
{
    const GladGLContext *gl = &fixture->gl;
    float texels[4 * 4 * 4];
    GLuint texture;
    for (int i = 0; i < 4 * 4 * 4; i++) {
        texels[i] = i % 5 == 0 ? NAN : i % 7 == 0 ? INFINITY : 0.5f;
    }
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, 4, 4, 0, GL_RGBA, GL_FLOAT, texels);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    for (int mode = 0; mode <= GF_GAUSSIAN_CLASSIC; mode++) {
        gfFluid *fluid = Flow_MakeOf(fixture, Gaussian_Def(32, 32, (gfGaussianMode)mode));
        Gaussian_Write(fluid, pool);
        gfSourceDef source = Flow_SourceDef(gfMakeRectangle((gfVec2){0.25f, 0.2f}, (gfVec2){0.15f, 0.15f}, 0.0f));
        source.texture = texture;
        source.mass = 0.5f;
        source.velocity = (gfVec2){0.5f, 0.25f};
        source.dye[0] = source.dye[1] = source.dye[2] = source.dye[3] = 1.0f;
        for (int role = 0; role <= GF_TEXTURE_VELOCITY; role++) {
            for (int set = 0; set <= GF_SOURCE_SET; set++) {
                source.textureRole = (gfTextureRole)role;
                source.mode = (gfSourceMode)set;
                assert_true(gfFluid_Splat(fluid, &source));
                for (int i = 0; i < 5; i++) {
                    gfFluidStats stats;
                    assert_true(gfFluid_StepOnce(fluid) && gfFluid_MeasureBlocking(fluid, &stats));
                    fail_if(stats.nonfinite > 0 || !(stats.mass > 0.0) ||
                                !(stats.speedMax < 1.5 * (double)GF_VALUE_MAX),
                            "%s, role %d, set %d, step %d: %d values are not finite, mass %g, speed %g",
                            Gaussian_ModeName((gfGaussianMode)mode), role, set, i, (int)stats.nonfinite, stats.mass,
                            stats.speedMax);
                }
            }
        }
        float *dye = Fixture_Read(fluid, GF_FIELD_DYE, NULL);
        double most = 0.0;
        for (int i = 0; i < 32 * 32 * 4; i++) {
            assert_true(isfinite(dye[i]));
            most = fmax(most, (double)dye[i]);
        }
        assert_true(most > 0.01); // what was a number came in
    }
    gl->DeleteTextures(1, &texture);
}

static bool poisons;

static void GLAD_API_PTR texSubImage2D(GLenum target, GLint level, GLint x, GLint y, GLsizei width, GLsizei height,
                                       GLenum format, GLenum type, const void *pixels)
{
    PFNGLTEXSUBIMAGE2DPROC next = GL_SPY_NEXT(PFNGLTEXSUBIMAGE2DPROC, "glTexSubImage2D");
    const float bad[4] = {NAN, 1.0f, INFINITY, 1.0f};
    next(target, level, x, y, width, height, format, type, pixels);
    if (poisons) {
        next(target, level, width / 2, height / 4, 1, 1, format, type, bad);
    }
}

// The dye is contained wherever it is carried: a bad number does not live on, and does not spread.
TEST(testBadDyeDoesNotSpread)
{
    GlSpy_Clear();
    GlSpy_Replace("glTexSubImage2D", (gfGLProc)texSubImage2D);
    gfDevice *device = GlSpy_MakeDevice(*state);
    for (int mode = 0; mode <= GF_GAUSSIAN_CLASSIC; mode++) {
        gfFluidDef def = Gaussian_Def(32, 32, (gfGaussianMode)mode);
        gfFluidStats stats;
        float dye[32 * 32 * 4];
        gfFluid *fluid = MADE(gfCreateFluid(device, &def));
        Gaussian_Write(fluid, pool);
        for (int i = 0; i < 32 * 32 * 4; i++) {
            dye[i] = 0.5f;
        }
        poisons = true;
        assert_true(gfFluid_WriteField(fluid, GF_FIELD_DYE, dye, 32 * 32 * 4));
        poisons = false;
        assert_true(gfFluid_MeasureBlocking(fluid, &stats));
        assert_int_equal(stats.nonfinite, 2 * 4);
        Flow_Steps(fluid, 5);
        assert_true(gfFluid_MeasureBlocking(fluid, &stats));
        assert_int_equal(stats.nonfinite, 0);
        gfDestroyFluid(fluid);
    }
    gfDestroyDevice(device);
    GlSpy_Clear();
}
