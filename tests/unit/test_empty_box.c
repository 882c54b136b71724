// What bounds a fluid without solids is told by the CPU, of any other by shaders: the same flow comes of both.
#include "support/flow.h"

typedef struct Box {
    const char *name;
    int width, height;
    gfBoundaryKind kinds[4]; // left, right, bottom, top
} Box;

#define WALL GF_BOUNDARY_FREE_SLIP
#define OPEN GF_BOUNDARY_OPEN
#define WRAP GF_BOUNDARY_PERIODIC

static const Box boxes[] = {
    {"walls", 64, 64, {WALL, WALL, WALL, WALL}},         {"open", 64, 64, {OPEN, OPEN, OPEN, OPEN}},
    {"open above", 96, 48, {WALL, WALL, WALL, OPEN}},    {"open left, odd", 75, 51, {OPEN, WALL, WALL, WALL}},
    {"odd across", 81, 64, {WALL, OPEN, OPEN, WALL}},    {"half odd", 90, 74, {WALL, OPEN, WALL, OPEN}},
    {"a channel", 64, 48, {WRAP, WRAP, WALL, OPEN}},     {"round both ways", 64, 32, {WRAP, WRAP, WRAP, WRAP}},
    {"round upwards", 50, 64, {OPEN, WALL, WRAP, WRAP}}, {"few cells", 10, 6, {WALL, OPEN, WALL, OPEN}},
};

// Stirred at a place that favours no side. `drawn`: another ambient temperature, which moves nothing here, lets shaders
// draw what bounds the fluid before the first step.
static gfFluid *makeStirred(Fixture *fixture, const Box *box, bool drawn)
{
    gfFluidDef def = Flow_Def(box->width, box->height, 2);
    def.grid.thermalExpansion = 0.0f;
    def.grid.ambientTemperature = drawn ? 1.0f : 0.0f;
    gfBoundary *const sides[4] = {&def.boundaries.left, &def.boundaries.right, &def.boundaries.bottom,
                                  &def.boundaries.top};
    for (int i = 0; i < 4; i++) {
        sides[i]->kind = box->kinds[i];
    }
    gfFluid *fluid = Flow_Make(fixture, &def);
    def.grid.ambientTemperature = 0.0f;
    assert_true(gfFluid_SetDef(fluid, &def));
    gfSourceDef jet = Flow_DiscSource(0.31f * (float)box->width / (float)box->height, 0.23f, 0.15f);
    jet.velocity = (gfVec2){1.0f, 2.0f};
    jet.dye[3] = 1.0f;
    assert_true(gfFluid_Splat(fluid, &jet));
    if (drawn) { // and a solid so far away that nothing is near it
        gfSolidId id = Flow_AddSolid(fluid, gfMakeCircle((gfVec2){-400.0f, -400.0f}, 0.5f));
        Flow_Steps(fluid, 2);
        assert_true(gfFluid_RemoveSolid(fluid, id));
    } else {
        Flow_Steps(fluid, 2);
    }
    Flow_Steps(fluid, 2);
    return fluid;
}

// A weight that is off by a fifteenth changes velocities by a hundredth.
TEST(testSameFlow)
{
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++) {
        gfFluid *told = makeStirred(fixture, &boxes[i], false), *drawn = makeStirred(fixture, &boxes[i], true);
        double fastest = (double)Flow_Measure(told).speedMax;
        assert_true(fastest > 0.1);
        Flow_ExpectNear(boxes[i].name, Flow_Difference(told, drawn, GF_FIELD_FACE_VELOCITY) / fastest, 0.0, 1e-5);
        Flow_ExpectNear(boxes[i].name, Flow_Difference(told, drawn, GF_FIELD_DYE), 0.0, 1e-3);
        gfDestroyFluid(told);
    }
}

// A solid that comes into an empty box bounds the fluid as one that was there from the start: what was left out is
// drawn.
TEST(testFirstSolid)
{
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++) {
        gfFluid *fluids[2];
        for (int late = 0; late < 2; late++) {
            gfSolidDef def = Flow_SolidDef(
                gfMakeCircle((gfVec2){0.6f * (float)boxes[i].width / (float)boxes[i].height, 0.5f}, 0.2f));
            def.velocity = (gfVec2){0.5f, 0.25f};
            fluids[late] = makeStirred(fixture, &boxes[i], late == 0);
            gfFluid_AddSolid(fluids[late], &def);
            Flow_Steps(fluids[late], 2);
        }
        double fastest = (double)Flow_Measure(fluids[0]).speedMax;
        Flow_ExpectNear(boxes[i].name, Flow_Difference(fluids[0], fluids[1], GF_FIELD_FACE_VELOCITY) / fastest, 0.0,
                        1e-5);
        gfDestroyFluid(fluids[0]);
    }
}
