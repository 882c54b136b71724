// gfFluid_SetDef and gfFluid3D_SetDef: what they change in a living fluid, and what they refuse.
#include "support/few_particles.h"
#include "support/flow.h"
#include "support/fluid3d.h"
#include "support/solvers.h"

TEST(testChanges)
{
    for (int solver = 0; solver < SOLVERS; solver++) {
        gfFluidDef def = Solver_Def(solver, 16);
        gfFluid *fluid = Flow_Make(fixture, &def);
        def = gfFluid_GetDef(fluid);
        def.fixedStep *= 0.5f;
        def.maxSteps = 7;
        def.boundaries.right.kind = GF_BOUNDARY_OPEN;
        def.grid.viscosity = def.gaussian.viscosity = def.shallow.viscosity = 0.01f;
        def.particles.drag = 0.5f;
        assert_true(gfFluid_SetDef(fluid, &def) && gfFluid_Step(fluid, 10.0f));
        const gfFluidDef is = gfFluid_GetDef(fluid);
        assert_memory_equal(&is, &def, sizeof def);
        assert_int_equal(gfFluid_GetStepInfo(fluid).lastSteps, 7);
    }
}

// A fixed member, by the type that it has, and what a message says of it.
TEST(testFixedMembers)
{
    gfFluidDef def = FewParticles_Def(16, GF_SEARCH_AUTO);
    gfFluid *fluid = Flow_Make(fixture, &def);
    const gfFluidDef good = gfFluid_GetDef(fluid);
    gfFluidDef bad[6] = {good, good, good, good, good, good};
    bad[0].solver = GF_SOLVER_SHALLOW;
    bad[1].gridWidth = 20;
    bad[2].origin.y = 0.5f;
    bad[3].particles.capacity++;
    bad[4].particles.unbounded = true;
    bad[5].fieldPrecision = GF_PRECISION_16F;
    static const char *const words[] = {
        "solver is 3; 2 is expected", "gridWidth is 20; 16 is expected",         "origin.y is 0.5; 0 is expected",
        "particles.capacity is",      "particles.unbounded is 1; 0 is expected", "fieldPrecision is 1; 2 is expected"};
    for (int i = 0; i < 6; i++) {
        bad[i].particles.drag = 1.0f; // which could change
        EXPECT_REFUSED(gfFluid_SetDef(fluid, &bad[i]), OUT_OF_RANGE, words[i]);
        const gfFluidDef is = gfFluid_GetDef(fluid);
        assert_memory_equal(&is, &good, sizeof good);
    }
    EXPECT_REFUSED(gfFluid_SetDef(NULL, &good), NULL_ARGUMENT, "fluid is null");
    EXPECT_REFUSED(gfFluid_SetDef(fluid, NULL), NULL_ARGUMENT, "def is null");
    bad[0] = good;
    bad[0].cookie = 0;
    EXPECT_REFUSED(gfFluid_SetDef(fluid, &bad[0]), COOKIE, "gfDefaultFluidDef");
}

// The step and a tunable change together, or neither.
TEST(testAllOrNothing)
{
    gfFluidDef def = Solver_Def(GF_SOLVER_GAUSSIAN, 16);
    gfFluid *fluid = Flow_Make(fixture, &def);
    const gfFluidDef good = gfFluid_GetDef(fluid);
    gfFluidDef bad = good;
    bad.fixedStep *= 0.5f;
    bad.gaussian.stiffness = 2.0f;
    EXPECT_REFUSED(gfFluid_SetDef(fluid, &bad), OUT_OF_RANGE, "stiffness is 2");
    const gfFluidDef is = gfFluid_GetDef(fluid);
    assert_memory_equal(&is, &good, sizeof good);
}

TEST(test3D)
{
    gfFluid3DDef def = gfDefaultFluid3DDef();
    def.particles.capacity = 256;
    def.particles.spacing = 0.1f;
    gfFluid3D *fluid = MADE(gfCreateFluid3D(fixture->device, &def));
    gfParticle3D particle = {0};
    assert_true(gfFluid3D_AddParticles(fluid, &particle, 1));
    assert_true(gfFluid3D_SetDef(fluid, &def)); // as it was made
    def = gfFluid3D_GetDef(fluid);
    def.fixedStep = 1.0f / 120.0f;
    def.openSides = GF_CONTAINER_TOP;
    def.surface = GF_WALL_NO_SLIP;
    def.collisionThickness = 0.1f;
    def.particles.gravity = (gfVec3){0.0f, 0.0f, 0.0f};
    def.position.x = 0.25f;
    assert_true(gfFluid3D_SetDef(fluid, &def) && gfFluid3D_Step(fluid, 1.0f / 60.0f));
    gfFluid3DDef is = gfFluid3D_GetDef(fluid);
    assert_memory_equal(&is, &def, sizeof def);
    assert_int_equal(gfFluid3D_GetStepInfo(fluid).lastSteps, 2);
    gfVec3 position;
    assert_true(gfFluid3D_GetContainer(fluid, &position, NULL, NULL) && position.x == 0.25f);
    gfFluid3DDef bad[3] = {def, def, def};
    bad[0].sizeMax.z = 2.0f;
    bad[1].collisionTexels = 64;
    bad[2].particles.radius = 0.2f;
    static const char *const words[] = {"sizeMax.z is 2; 1 is expected", "collisionTexels is 64; 128 is expected",
                                        "particles.radius is 0.2; 0 is expected"};
    for (int i = 0; i < 3; i++) {
        bad[i].position.y = 1.0f;
        EXPECT_REFUSED(gfFluid3D_SetDef(fluid, &bad[i]), OUT_OF_RANGE, words[i]);
        is = gfFluid3D_GetDef(fluid);
        assert_memory_equal(&is, &def, sizeof def);
    }
    EXPECT_REFUSED(gfFluid3D_SetDef(fluid, NULL), NULL_ARGUMENT, "def is null");
}
