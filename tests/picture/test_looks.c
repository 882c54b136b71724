// The default look of a fluid: each solver's is seen with no further line, and alike at any size of the domain.
#include "support/canvas.h"
#include "support/flow.h"
#include "support/picture.h"

#include "gpufluid/draw3d.h"
#include "gpufluid/particles.h"
#include "gpufluid/shallow.h"

#define CELLS 48
#define PIXELS 96

static const float sizes[] = {0.05f, 1.0f, 60.0f}; // of the domain, m
#define SIZE_COUNT (int)(sizeof sizes / sizeof sizes[0])

static const gfSolverKind solvers[] = {GF_SOLVER_GRID, GF_SOLVER_GAUSSIAN, GF_SOLVER_PARTICLES, GF_SOLVER_SHALLOW,
                                       GF_SOLVER_WATER};
#define SOLVER_COUNT (int)(sizeof solvers / sizeof solvers[0])

static gfFluidDef fluidDef(gfSolverKind solver, float size)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = solver;
    def.gridWidth = def.gridHeight = CELLS;
    def.cellSize = size / CELLS;
    def.particles.spacing = 0.5f * def.cellSize;
    def.particles.maxSubsteps = 1000;
    return def;
}

// What is in the lower half of a domain, whatever the solver.
static gfFluid *makeHalf(Fixture *fixture, const gfFluidDef *def)
{
    gfFluid *fluid = Flow_Make(fixture, def);
    float size = CELLS * def->cellSize;
    gfSourceDef half =
        Flow_SourceDef(gfMakeRectangle((gfVec2){0.5f * size, 0.25f * size}, (gfVec2){0.4f * size, 0.2f * size}, 0.0f));
    if (def->solver == GF_SOLVER_GRID) {
        half.dye[0] = half.dye[1] = half.dye[2] = half.dye[3] = 1.0f;
    } else {
        half.mass = def->solver == GF_SOLVER_SHALLOW ? 0.2f * size : 1.0f; // of shallow water m
    }
    assert_true(gfFluid_Splat(fluid, &half));
    assert_true(Flow_SetStep(fluid, 1e-5f)); // nothing moves while it comes
    assert_true(gfFluid_StepOnce(fluid));
    return fluid;
}

// Covered where the fluid is, and clear where none is.
TEST(testSeen)
{
    for (int i = 0; i < SOLVER_COUNT * SIZE_COUNT; i++) {
        gfFluidDef def = fluidDef(solvers[i / SIZE_COUNT], sizes[i % SIZE_COUNT]);
        gfFluid *fluid = makeHalf(*state, &def);
        gfDrawDef look = gfDefaultDrawDefFor(fluid);
        assert_true(look.alpha == GF_ALPHA_PREMULTIPLIED && look.blend);
        const float *pixels = Picture_ReadTexture(*state, fluid, &look, PIXELS, PIXELS);
        Flow_ExpectBetween("cover of the fluid", (double)pixels[4 * ((PIXELS / 4) * PIXELS + PIXELS / 2) + 3], 0.5,
                           1.0);
        bool grounded = def.solver == GF_SOLVER_SHALLOW; // its ground covers all
        Flow_ExpectNear("cover beside it", (double)pixels[4 * ((PIXELS - 8) * PIXELS + PIXELS / 2) + 3],
                        grounded ? 1.0 : 0.0, 0.01);
    }
}

// The same picture of worlds of millimetres and of many metres.
TEST(testAlikeAtAnySize)
{
    for (int i = 0; i < SOLVER_COUNT; i++) {
        const float *first = NULL;
        // Gravity acts in the step that lets particles come.
        for (int k = 0; k < SIZE_COUNT && solvers[i] != GF_SOLVER_PARTICLES; k++) {
            gfFluidDef def = fluidDef(solvers[i], sizes[k]);
            gfFluid *fluid = makeHalf(*state, &def);
            gfDrawDef look = gfDefaultDrawDefFor(fluid);
            look.tone.dither = false;
            look.water.caustics = look.water.fineWaves = 0.0f; // ripples run, and their speed is no matter of scale
            look.liquid.foamSpeed = 0.0f;                      // the pressure of a liquid is fast in short steps
            const float *pixels = Picture_ReadTexture(*state, fluid, &look, PIXELS, PIXELS);
            double sum = 0.0;
            for (int n = 0; first != NULL && n < 4 * PIXELS * PIXELS; n++) {
                sum += fabs((double)pixels[n] - (double)first[n]);
            }
            Flow_ExpectBetween("mean difference of a channel", sum / (4 * PIXELS * PIXELS), 0.0, 0.002);
            first = first == NULL ? pixels : first;
        }
    }
}

// What suits what the fluid is made of.
TEST(testMaterials)
{
    gfFluidDef def = fluidDef(GF_SOLVER_PARTICLES, 1.0f);
    def.particles.materials[0] = gfGetParticleMaterial(GF_PARTICLES_GAS);
    assert_int_equal(gfDefaultDrawDefFor(Flow_Make(fixture, &def)).style, GF_DRAW_PARTICLES);
    def.particles.materialCount = 2;
    def.particles.materials[1] = gfGetParticleMaterial(GF_PARTICLES_OIL);
    gfFluid *both = Flow_Make(fixture, &def);
    assert_int_equal(gfDefaultDrawDefFor(both).style, GF_DRAW_LIQUID);
    assert_true(gfDefaultDrawDefFor(both).liquid.dyed >= 1.0f);
    for (int i = 0; i < 3; i++) {
        def.particles.materials[1] = gfGetParticleMaterial(i == 0 ? GF_PARTICLES_SAND : GF_PARTICLES_OIL);
        def.particles.materials[1].fixed = i == 1;
        def.particles.groups = i == 2 ? 4 : 0;
        assert_int_equal(gfDefaultDrawDefFor(Flow_Make(fixture, &def)).style, GF_DRAW_KINDS);
    }
}

// Sizes at the ends of what is allowed make a definition that is allowed.
TEST(testExtremes)
{
    static const float cells[] = {1e-6f, 1e6f};
    for (int i = 0; i < 2 * SOLVER_COUNT; i++) {
        gfFluidDef def = fluidDef(solvers[i / 2], CELLS * cells[i % 2]);
        gfFluid *fluid = solvers[i / 2] == GF_SOLVER_PARTICLES ? NULL : Flow_Make(*state, &def);
        if (fluid != NULL) {
            gfDrawDef look = gfDefaultDrawDefFor(fluid);
            Picture_ReadTexture(*state, fluid, &look, PIXELS, PIXELS);
        }
    }
}

// A block of still particles in a container in the world, drawn over grey: changed pixels and how much, a mean of each.
static void seeBlock(const Fixture *fixture, float size, double *share, double *change)
{
    enum { SIDE_OF_BLOCK = 10 };
    static gfParticle3D particles[SIDE_OF_BLOCK * SIDE_OF_BLOCK * SIDE_OF_BLOCK];
    static uint8_t pixels[PIXELS * PIXELS * 4];
    const GladGLContext *gl = &fixture->gl;
    gfFluid3DDef def = gfDefaultFluid3DDef();
    def.size = (gfVec3){size, size, size};
    def.position = (gfVec3){2.0f * size, size, -size};
    def.particles.spacing = size / 20.0f;
    def.particles.capacity = SIDE_OF_BLOCK * SIDE_OF_BLOCK * SIDE_OF_BLOCK;
    gfFluid3D *fluid = MADE(gfCreateFluid3D(fixture->device, &def));
    for (int i = 0; i < def.particles.capacity; i++) {
        const int at[3] = {i % SIDE_OF_BLOCK, i / SIDE_OF_BLOCK % SIDE_OF_BLOCK, i / SIDE_OF_BLOCK / SIDE_OF_BLOCK};
        particles[i] = (gfParticle3D){.position = {def.position.x + ((float)at[0] - 4.5f) * def.particles.spacing,
                                                   def.position.y + ((float)at[1] - 4.5f) * def.particles.spacing,
                                                   def.position.z + ((float)at[2] - 4.5f) * def.particles.spacing}};
    }
    assert_true(gfFluid3D_AddParticles(fluid, particles, def.particles.capacity));
    gfDraw3DDef look = gfDefaultDraw3DDefFor(fluid);
    Canvas canvas = Canvas_Make(fixture, PIXELS, PIXELS);
    gl->ClearColor(0.6f, 0.6f, 0.6f, 1.0f);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    assert_true(gfFluid3D_Draw(fluid, &look));
    Canvas_Read(fixture, &canvas, pixels);
    *share = *change = 0.0;
    for (int i = 0; i < PIXELS * PIXELS; i++) {
        int off = abs(pixels[4 * i] - 153);
        *share += off > 10 ? 1.0 / (PIXELS * PIXELS) : 0.0;
        *change += off / (double)(PIXELS * PIXELS);
    }
    Canvas_Free(fixture, &canvas);
    // Linear light in floats has no noise.
    const float *pictures[2];
    GLuint texture, framebuffer = Picture_MakeFloatTarget(fixture, PIXELS, PIXELS, &texture);
    look.encodeSrgb = false;
    for (int dither = 0; dither < 2; dither++) {
        gl->Clear(GL_COLOR_BUFFER_BIT);
        look.tone.dither = dither;
        assert_true(gfFluid3D_Draw(fluid, &look));
        pictures[dither] = Picture_ReadTexels(fixture, texture, PIXELS, PIXELS);
    }
    assert_memory_equal(pictures[0], pictures[1], sizeof(float) * 4 * PIXELS * PIXELS);
    look = gfDefaultDraw3DDefFor(fluid);
    for (int own = 0; own < 2; own++) { // null is the fluid's own look
        gl->Clear(GL_COLOR_BUFFER_BIT);
        assert_true(gfFluid3D_Draw(fluid, own ? NULL : &look));
        pictures[own] = Picture_ReadTexels(fixture, texture, PIXELS, PIXELS);
    }
    assert_memory_equal(pictures[0], pictures[1], sizeof(float) * 4 * PIXELS * PIXELS);
    Picture_FreeFloatTarget(fixture, framebuffer, texture);
}

// Containers of any size are seen by its camera, and are as clear.
TEST(testSeenIn3D)
{
    double shares[SIZE_COUNT], changes[SIZE_COUNT];
    for (int i = 0; i < SIZE_COUNT; i++) {
        seeBlock(*state, sizes[i], &shares[i], &changes[i]);
        Flow_ExpectBetween("share of the picture", shares[i], 0.03, 0.3);
        Flow_ExpectNear("share, over that of the first size", shares[i] / shares[0], 1.0, 0.1);
        Flow_ExpectNear("change, over that of the first size", changes[i] / changes[0], 1.0, 0.1);
    }
    Fixture_ClearLog(*state);
    gfDraw3DDef look = gfDefaultDraw3DDefFor(NULL), plain = gfDefaultDraw3DDef();
    assert_int_equal(gfGetLastError(NULL), GF_ERROR_NULL_ARGUMENT);
    assert_memory_equal(look.view, plain.view, sizeof look.view);
    assert_int_equal(look.cookie, plain.cookie);
}

// Null in place of a look is the fluid's own; so it is for pixels and places.
TEST(testDefaultDrawings)
{
    for (int i = 0; i < SOLVER_COUNT; i++) {
        gfFluidDef def = fluidDef(solvers[i], 1.0f);
        gfFluid *fluid = makeHalf(fixture, &def);
        gfDrawDef look = gfDefaultDrawDefFor(fluid);
        const float *told = Picture_ReadTexture(fixture, fluid, &look, PIXELS, PIXELS);
        assert_memory_equal(told, Picture_ReadTexture(fixture, fluid, NULL, PIXELS, PIXELS), PIXELS * PIXELS * 16);
        static uint8_t pictures[2][PIXELS * PIXELS * 4];
        for (int k = 0; k < 2; k++) {
            Canvas canvas = Canvas_Make(fixture, PIXELS, PIXELS);
            Canvas_FillGrey(fixture);
            assert_true(gfFluid_Draw(fluid, k == 0 ? &look : NULL));
            Canvas_Read(fixture, &canvas, pictures[k]);
            Canvas_Free(fixture, &canvas);
        }
        assert_memory_equal(pictures[0], pictures[1], sizeof pictures[0]);
        const gfVec2 pixel = {3.0f, 5.0f}, place = gfFluid_PixelToWorld(fluid, NULL, PIXELS, PIXELS, pixel);
        const gfVec2 seen = gfFluid_PixelToWorld(fluid, &look, PIXELS, PIXELS, pixel);
        assert_true(place.x == seen.x && place.y == seen.y);
    }
}

TEST(testNull)
{
    Fixture_ClearLog(*state);
    gfDrawDef look = gfDefaultDrawDefFor(NULL), plain = gfDefaultDrawDef();
    assert_int_equal(gfGetLastError(NULL), GF_ERROR_NULL_ARGUMENT);
    assert_int_equal(look.style, plain.style);
    assert_int_equal(look.cookie, plain.cookie);
}
