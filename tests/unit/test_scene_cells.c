// Scenes whose cells become fewer as they run, and as many again: what is in them stays, and they run on.
#include "scenes/scene.h"
#include "support/fixture.h"

static void step(Scene *scene, int frames)
{
    for (int i = 0; i < frames; i++) {
        assert_true(Scene_Step(scene, 1.0f / 60.0f));
    }
}

static gfFluidStats measure(Scene *scene)
{
    gfFluidStats stats;
    assert_true(Scene_Measure(scene, &stats));
    assert_int_equal(stats.nonfinite, 0);
    return stats;
}

// What there is after the change, and before it, but for this share.
static void expectMass(Scene *scene, double before, double tolerance)
{
    double mass = measure(scene).mass;
    fail_if(fabs(mass - before) > tolerance * before, "%s: mass %g where it was %g", scene->info->name, mass, before);
}

static Scene makeScene(const Fixture *fixture, const char *name)
{
    Scene scene;
    char error[512];
    SceneConfig config = Scene_DefaultConfig();
    config.gridWidth = 64;
    config.gridHeight = 36;
    config.particles = 200;
    fail_if(!Scene_Create(&scene, Scene_Find(name), &config, fixture->device, error, (int)sizeof error), "%s", error);
    return scene;
}

TEST(testFewerCellsAndBack)
{
    static const struct {
        const char *name;
        double tolerance; // of the mass; the cells are few, and outlines of liquids and shores go through them
    } scenes[] = {{"smoke", 0.02},   {"taylor_green", 0.02}, {"dam", 0.1},     {"pond", 0.05},
                  {"volcano", 0.15}, {"sph_dam", 0.001},     {"wheel", 0.001}, {"jelly", 0.001}};
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        Scene scene = makeScene(fixture, scenes[i].name);
        step(&scene, 12);
        const gfFluidDef def = gfFluid_GetDef(scene.fluid);
        double mass = measure(&scene).mass;
        assert_true(Scene_SetCells(&scene, 32, 18));
        expectMass(&scene, mass, scenes[i].tolerance);
        gfFluidDef now = gfFluid_GetDef(scene.fluid);
        assert_int_equal(now.gridWidth, 32);
        assert_float_equal((float)now.gridWidth * now.cellSize, (float)def.gridWidth * def.cellSize, 1e-4f);
        step(&scene, 6);
        mass = measure(&scene).mass;
        assert_true(Scene_SetCells(&scene, 64, 36));
        expectMass(&scene, mass, scenes[i].tolerance);
        now = gfFluid_GetDef(scene.fluid);
        assert_float_equal(now.fixedStep, def.fixedStep, 0.0f);
        assert_float_equal(now.gaussian.surfaceTension, def.gaussian.surfaceTension, 0.0f);
        step(&scene, 6);
        measure(&scene);
        Scene_Destroy(&scene);
    }
}

TEST(testCellsThatStay)
{
    Scene space = makeScene(fixture, "sph3d_box");
    assert_false(Scene_CanSetCells(&space));
    assert_false(Scene_SetCells(&space, 32, 18));
    assert_int_equal(space.config.gridWidth, 64);
    Scene_Destroy(&space);
    Scene governed = makeScene(fixture, "smoke");
    Scene_SetBudget(&governed, 8.0f);
    assert_false(Scene_SetCells(&governed, 32, 18));
    Scene_SetBudget(&governed, 0.0f);
    assert_true(Scene_SetCells(&governed, 32, 18));
    Scene_Destroy(&governed);
}

EACH_TEST_STARTS_FROM(Fixture_SetUp, Fixture_TearDown)
