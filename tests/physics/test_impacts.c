// Bodies that come into liquid are told of once, where and how fast; those that are in it are not.
#include "support/floating.h"
#include "support/particles.h"

#define GRAVITY 2.0f // m/s^2
#define LEVEL 0.4f   // m

static gfFluid *makeImpactTank(Fixture *f, gfSolverKind solver, float x)
{
    gfFluidDef def = solver == GF_SOLVER_PARTICLES ? Particles_Def(1.0, 1.0, 0.03) : gfDefaultFluidDef();
    def.solver = solver;
    def.gridWidth = def.gridHeight = 48;
    def.cellSize = 1.0f / 48.0f;
    def.fixedStep = 1.0f / 120.0f;
    def.origin.x = x;
    def.water.gravity = (gfVec2){0.0f, -GRAVITY};
    def.particles.gravity = (gfVec3){0.0f, -GRAVITY, 0.0f};
    def.particles.depth = LEVEL;
    gfFluid *fluid = Flow_Make(f, &def);
    if (solver == GF_SOLVER_WATER) {
        assert_true(gfFluid_FillToLevel(fluid, NULL, LEVEL));
    } else {
        gfSourceDef pour =
            Flow_SourceDef(gfMakeRectangle((gfVec2){x + 0.5f, 0.5f * LEVEL}, (gfVec2){0.5f, 0.5f * LEVEL}, 0.0f));
        pour.mass = 1.0f;
        assert_true(gfFluid_Splat(fluid, &pour));
    }
    return fluid;
}

static gfRigidBodyId addDisc(gfFluid *fluid, float x, float y, float density)
{
    gfRigidBodyDef def = Floating_GetCrate(x, y, 0.06f, density);
    def.shape = gfMakeCircle((gfVec2){x, y}, 0.06f);
    return Floating_Add(fluid, &def);
}

// From two heights, off the origin; the larger speed is of the higher one.
static void expectImpacts(Fixture *f, gfSolverKind solver, float x)
{
    static const float heights[] = {0.25f, 0.42f}; // of their lower edges over the surface, m
    gfFluid *fluid = makeImpactTank(f, solver, x);
    gfImpact hits[GF_IMPACT_MAX];
    Flow_Steps(fluid, 60);                  // until it is calm
    addDisc(fluid, x + 0.5f, 0.2f, 900.0f); // in it from the start
    gfRigidBodyId ids[2];
    for (int i = 0; i < 2; i++) {
        ids[i] = addDisc(fluid, x + 0.25f + 0.5f * (float)i, LEVEL + heights[i] + 0.06f, 400.0f);
    }
    int hard = 0;
    for (int i = 0; i < 240; i++) {
        assert_true(gfFluid_StepOnce(fluid));
        int count = gfFluid_PollImpacts(fluid, hits, GF_IMPACT_MAX);
        for (int k = 0; k < count; k++) {
            const gfImpact *hit = &hits[k];
            int which = GF_ID_EQUALS(hit->body, ids[0]) ? 0 : 1;
            assert_true(GF_ID_EQUALS(hit->body, ids[which]));
            assert_int_equal(hit->stepCount, gfFluid_GetStepInfo(fluid).stepCount - 1);
            double fall = sqrt(2.0 * (double)GRAVITY * (double)heights[which]);
            if ((double)hit->speed < 0.4 * fall) {
                continue; // it bobs
            }
            hard++;
            // The liquid gives way before it, and the answer is some steps old.
            Flow_ExpectBetween("speed of the blow over that of the fall", (double)hit->speed / fall, 0.75, 1.25);
            Flow_ExpectNear("where, x", (double)(hit->place.x - x), 0.25 + 0.5 * which, 0.03);
            gfRigidBodyState body = Floating_GetState(fluid, hit->body);
            Flow_ExpectNear("where, y, over the surface that the body knows", (double)(hit->place.y - body.level), 0.0,
                            0.02);
            Flow_ExpectNear("where, y", (double)hit->place.y, (double)LEVEL, 0.1); // poured particles lie loosely
            Flow_ExpectNear("mass", (double)hit->mass, 400.0 * 3.14159 * 0.06 * 0.06, 0.01);
        }
    }
    assert_int_equal(hard, 2);
    assert_int_equal(gfFluid_PollImpacts(fluid, hits, GF_IMPACT_MAX), 0);
    assert_int_equal(gfFluid_PollImpacts(fluid, NULL, 1), 0);
    Fixture_ExpectError(f, GF_ERROR_NULL_ARGUMENT, "gfFluid_PollImpacts");
    assert_int_equal(gfFluid_PollImpacts(fluid, hits, -1), 0);
    Fixture_ExpectError(f, GF_ERROR_OUT_OF_RANGE, "count");
}

TEST(testFallsIntoLiquid)
{
    expectImpacts(*state, GF_SOLVER_WATER, -0.3f);
    expectImpacts(*state, GF_SOLVER_PARTICLES, 0.7f);
}
