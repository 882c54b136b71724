// Liquids that run for minutes: they lose no mass, get into no solid and stay finite. That a free blob keeps its
// momentum, test_gaussian_physics.c sees at full length.
#include "support/physics.h"

#define STEPS 4000
#define LOOK_EVERY 100

typedef struct LiquidResult {
    double drift;      ///< of the total mass, relative, worst of all looks
    double inSolids;   ///< largest
    double correction; ///< sum of factors, less 1 each
    double densest, speed;
} LiquidResult;

// Of the scene in which none comes or goes.
static LiquidResult runLiquid(Fixture *fixture, bool corrects)
{
    SceneConfig config = Scene_DefaultConfig();
    config.gridWidth = 96;
    config.gridHeight = 54;
    Scene scene;
    Physics_MakeScene(fixture, "liquid", &config, &scene);
    gfFluidDef def = gfFluid_GetDef(scene.fluid);
    def.gaussian.massCorrection = corrects;
    assert_true(gfFluid_SetDef(scene.fluid, &def));
    LiquidResult r = {0};
    double before = Flow_Measure(scene.fluid).mass;
    assert_true(before > 0.0);
    for (int i = 1; i <= STEPS; i++) { // a frame is one step or more
        assert_true(Scene_Step(&scene, 1.0f / 60.0f));
        if (i % LOOK_EVERY == 0) {
            gfFluidStats stats = Flow_Measure(scene.fluid); // which fails on what is not finite
            r.drift = fmax(r.drift, fabs(stats.mass / before - 1.0));
            r.inSolids = fmax(r.inSolids, stats.massInSolids);
            r.speed = fmax(r.speed, stats.speedMax);
            r.correction = stats.massCorrection;
        }
    }
    assert_true(gfFluid_GetStepInfo(scene.fluid).stepCount >= STEPS);
    gfFieldInfo field;
    float *mass = Fixture_Read(scene.fluid, GF_FIELD_MASS, &field);
    for (int i = 0; i < field.width * field.height; i++) {
        r.densest = fmax(r.densest, (double)mass[i]);
    }
    Scene_Destroy(&scene);
    return r;
}

TEST(testLiquidsKeepTheirMass)
{
    for (int i = 0; i < 2; i++) {
        bool corrects = i == 1;
        LiquidResult r = runLiquid(*state, corrects);
        Figure("worst drift of the total mass", r.drift, 0.0, 0.0, corrects ? 1e-4 : 1e-3);
        Figure("largest mass in solids", r.inSolids, 0.0, 0.0, 0.0);
        Figure("sum of corrections", r.correction, 0.0, corrects ? -1e-3 : 0.0, corrects ? 1e-3 : 0.0);
        Figure("densest cell at last", r.densest, 1.0, 0.5, 2.0);
        Figure("largest speed, m/s", r.speed, 1.0, 0.0, 30.0);
    }
}
