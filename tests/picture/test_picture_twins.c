// Looking changes nothing: fields that are read and pictures that are drawn are no part of what a step reads, nor of
// each other. And dither makes no light below nothing.
#include "support/flow.h"
#include "support/picture.h"
#include "support/solvers.h"

#define CELLS 24
#define STEPS 10

static gfFluid *makeTwin(gfDevice *device, gfSolverKind solver, gfScheme scheme)
{
    gfFluidDef def = Solver_Def((int)solver, CELLS);
    def.grid.scheme = scheme;
    def.grid.cflLimit = 2.0f;
    def.grid.keepTotals = true;
    def.grid.viscosity = 1e-3f;
    gfFluid *fluid = MADE(gfCreateFluid(device, &def));
    gfSourceDef source = Flow_DiscSource(0.45f, 0.3f, 0.15f);
    source.acceleration = (gfVec2){2.0f, 9.0f};
    source.dye[0] = source.dye[3] = 3.0f;
    source.temperature = 30.0f;
    source.mass = 20.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    return fluid;
}

static void addTwinSolid(gfFluid *fluid, int step)
{
    if (step % 3 == 1) {
        Flow_AddDisc(fluid, 0.4f + 0.02f * (float)step, 0.8f, 0.08f);
    }
}

static void lookAt(gfFluid *fluid)
{
    gfSolverKind solver = gfFluid_GetDef(fluid).solver;
    gfDrawDef draw = Picture_Everything(0);
    for (int field = 0; field < GF_FIELD_COUNT; field++) {
        if (Solver_HasField((int)solver, field)) {
            Fixture_Read(fluid, (gfField)field, NULL);
        }
    }
    for (int style = 0; style < GF_DRAW_STYLE_COUNT; style++) {
        draw.style = (gfDrawStyle)style;
        assert_true(!Solver_HasStyle((int)solver, style) || gfFluid_Draw(fluid, &draw));
    }
    Flow_Measure(fluid);
}

static void tryTwins(Fixture *fixture, gfSolverKind solver, gfScheme scheme)
{
    gfFluid *seen = makeTwin(fixture->device, solver, scheme), *alone = makeTwin(fixture->device, solver, scheme);
    lookAt(seen);
    for (int step = 0; step < STEPS; step++) {
        addTwinSolid(seen, step);
        addTwinSolid(alone, step);
        if (step % 2 == 0) {
            lookAt(seen); // before the step that first knows of a solid, too
        }
        assert_true(gfFluid_StepOnce(seen) && gfFluid_StepOnce(alone));
        lookAt(seen);
    }
    for (int i = 0; i < GF_FIELD_COUNT; i++) { // first what reading another might change
        int field = (GF_FIELD_DIVERGENCE_BEFORE + i) % GF_FIELD_COUNT;
        fail_if(Solver_HasField((int)solver, field) && Flow_Difference(seen, alone, (gfField)field) != 0.0,
                "solver %d: field %d is another", (int)solver, field);
    }
}

TEST(testLookingChangesNothing)
{
    Canvas_Make(fixture, SIDE, SIDE);
    tryTwins(fixture, GF_SOLVER_GRID, GF_SCHEME_PROJECT);
    tryTwins(fixture, GF_SOLVER_GRID, GF_SCHEME_REFLECT);
    tryTwins(fixture, GF_SOLVER_GAUSSIAN, GF_SCHEME_PROJECT);
    tryTwins(fixture, GF_SOLVER_PARTICLES, GF_SCHEME_PROJECT);
    tryTwins(fixture, GF_SOLVER_SHALLOW, GF_SCHEME_PROJECT);
    tryTwins(fixture, GF_SOLVER_WATER, GF_SCHEME_PROJECT);
}

static void drawStyle(const Fixture *fixture, const Canvas *canvas, gfFluid *fluid, int style, uint8_t *pixels)
{
    gfDrawDef draw = Picture_Look((gfDrawStyle)style, true);
    draw.bloom.enabled = style % 2 == 0;
    if (style % 3 == 0) { // the domain over half of the picture
        draw.view = (gfTransform2D){{1.2f, 0.3f, -0.3f, 1.2f, -0.4f, -0.7f}};
    }
    Picture_DrawOverChecker(fixture, canvas, fluid, &draw, pixels);
}

static gfFluid *makeRun(gfDevice *device, gfSolverKind solver)
{
    gfFluid *fluid = makeTwin(device, solver, GF_SCHEME_PROJECT);
    addTwinSolid(fluid, 1);
    Flow_Steps(fluid, 6);
    return fluid;
}

// Alone: the first drawing of a fluid of its own.
TEST_CI(testViewsAreApart)
{
    static uint8_t alone[GF_DRAW_STYLE_COUNT][SIDE * SIDE * 4], after[SIDE * SIDE * 4];
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    for (int solver = 0; solver <= GF_SOLVER_WATER; solver++) {
        for (int style = 0; style < GF_DRAW_STYLE_COUNT; style++) {
            if (Solver_HasStyle(solver, style)) {
                drawStyle(fixture, &canvas, makeRun(fixture->device, (gfSolverKind)solver), style, alone[style]);
            }
        }
        gfFluid *fluid = makeRun(fixture->device, (gfSolverKind)solver);
        for (int i = 0; i < GF_DRAW_STYLE_COUNT * GF_DRAW_STYLE_COUNT; i++) { // each after each
            int first = i / GF_DRAW_STYLE_COUNT, second = i % GF_DRAW_STYLE_COUNT;
            if (Solver_HasStyle(solver, first) && Solver_HasStyle(solver, second)) {
                drawStyle(fixture, &canvas, fluid, first, after);
                drawStyle(fixture, &canvas, fluid, second, after);
                fail_if(memcmp(after, alone[second], sizeof after) != 0,
                        "solver %d: style %d is another after style %d", solver, second, first);
            }
        }
    }
}

// From nothing to two levels of 8 bits.
PICTURE_AMOUNT(ramp, x < 0.25 ? 0.0 : (x - 0.25) * 2.0 / 255.0)

// Noise of a level each way would reach below 0, and a float target would keep that. It needs none: only values that
// are encoded, which are for 8 bits, have it.
TEST(testDitherMakesNoDarkness)
{
    static float pixels[2][SIDE * SIDE * 4];
    GLuint texture, framebuffer = Picture_MakeFloatTarget(fixture, SIDE, SIDE, &texture);
    gfFluid *fluid = Picture_MakeDyed(fixture->device, CELLS, ramp, NULL);
    for (int i = 0; i < 3 * 3 * 2; i++) {
        gfDrawDef draw = gfDefaultDrawDef();
        int noisy = 0;
        draw.ink = (gfInk)(i % 3);
        draw.alpha = (gfAlphaMode)(i / 3 % 3);
        draw.encodeSrgb = i / 9 == 1;
        draw.blend = false;
        for (int dither = 0; dither < 2; dither++) {
            draw.tone.dither = dither;
            assert_true(gfFluid_Draw(fluid, &draw));
            fixture->gl.ReadPixels(0, 0, SIDE, SIDE, GL_RGBA, GL_FLOAT, pixels[dither]);
        }
        for (int k = 0; k < SIDE * SIDE * 4; k++) {
            assert_true(pixels[0][k] >= 0.0f && pixels[1][k] >= 0.0f);
            noisy += pixels[0][k] != pixels[1][k];
        }
        // White ink absorbs nothing, over nothing.
        assert_true(draw.ink == GF_INK_ABSORB || !draw.encodeSrgb ? noisy == 0 : noisy > SIDE);
    }
    Picture_FreeFloatTarget(fixture, framebuffer, texture);
}
