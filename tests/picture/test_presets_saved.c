// A preset that the demo saves gives a game the fluid and the picture that the demo shows.
#include "support/flow.h"
#include "support/picture.h"

#include "gpufluid_presets.h"
#include "tunables/settings.h"

#include <unistd.h>

#define WIDTH 96
#define HEIGHT 64

// Scenes of every solver, with values that somebody set in the panel.
static const struct {
    const char *scene, *values[4][2];
} cases[] = {
    {"smoke", {{"grid.vorticityConfinement", "6"}, {"picture.bloom.enabled", "true"}, {"picture.tone.map", "filmic"}}},
    {"fire", {{"grid.dyeDissipation", "0.5"}}},
    {"neon", {{"picture.ink", "light"}, {"demo.view", "velocity"}, {"demo.brushForce", "2"}}},
    {"blobs", {{"gaussian.surfaceTension", "0.002"}, {"picture.liquid.foamSpeed", "0.5"}}},
    {"splash", {{"water.flip", "0.95"}, {"picture.liquid.foamSpeed", "0.5"}}},
    {"pour", {{"fixedStep", "0.005"}}},
    {"sph_oil", {{"particles.materials[1].viscosity", "0.02"}, {"particles.drag", "1"}}},
    {"pond", {{"shallow.ripples.stirring", "2.5"}, {"surface.caustics", "0.25"}}},
    {"sph3d_box",
     {{"particles.gravity", "1 -9 0"},
      {"picture3d.tone.exposure", "1.4"},
      {"volume.fixedStep", "0.01"},
      {"volume.surface", "no_slip"}}},
};

static char path[] = "/tmp/gf_preset_XXXXXX";

typedef struct Run {
    Scene scene;
    Settings settings;
    gfDrawDef draw; // as the demo draws
    gfDraw3DDef draw3d;
    gfSurfaceDef surface;
} Run;

// As the demo does: a scene with these settings, stepped and drawn, and saved.
static void saveFromDemo(Fixture *fixture, Run *run, int number)
{
    char error[SETTINGS_ERROR_SIZE] = "";
    Settings *settings = &run->settings;
    Settings_Init(settings);
    for (int i = 0; i < 4 && cases[number].values[i][0] != NULL; i++) {
        assert_true(Settings_SetText(settings, cases[number].values[i][0], cases[number].values[i][1]));
    }
    SceneConfig config = Scene_DefaultConfig();
    config.gridWidth = 48;
    config.gridHeight = 32;
    config.particles = 400;
    config.tuning = Settings_GetTuning(settings);
    const SceneInfo *info = Scene_Find(cases[number].scene);
    assert_true(Scene_Create(&run->scene, info, &config, fixture->device, error, (int)sizeof error));
    Settings_TakeOwn(settings, &run->scene);
    for (int i = 0; i < 3; i++) {
        assert_true(Scene_Step(&run->scene, 1.0f / 60.0f));
    }
    if (run->scene.fluid3d != NULL) {
        run->draw3d = Scene_GetDraw3DDef(&run->scene, 1.5f);
        Settings_ApplyToDraw3D(settings, &run->draw3d);
    } else {
        run->draw = Scene_GetDrawDef(&run->scene);
        run->draw.style = run->scene.solver == GF_SOLVER_SHALLOW ? GF_DRAW_LIQUID : run->draw.style; // as a view does
        Settings_ApplyToDraw(settings, &run->draw);
    }
    if (info->diorama != NULL) {
        run->surface = Scene_GetSurfaceDef(&run->scene, 1.5f);
        Settings_ApplyToSurface(settings, &run->surface);
    }
    fail_if(!Settings_Save(settings, &run->scene, path, error, (int)sizeof error), "%s", error);
}

static TunableDefs getDefs(const gfFluid *fluid, const gfFluid3D *fluid3d)
{
    TunableDefs defs = Tunables_GetDefaults();
    if (fluid3d != NULL) {
        defs.volume = gfFluid3D_GetDef(fluid3d);
        defs.particles = defs.volume.particles;
    } else {
        defs.fluid = gfFluid_GetDef(fluid);
        defs.particles = defs.fluid.particles;
    }
    Tunables_FillMaterials(&defs.particles);
    return defs;
}

static void expectSame(const Run *run, const TunableDefs *demo, const TunableDefs *game)
{
    int count = Tunables_GetCount(), compared = 0;
    for (int i = 0; i < count; i++) {
        const Tunable *t = Tunables_Get(i);
        double is[TUNABLE_NUMBERS] = {0.0}, wanted[TUNABLE_NUMBERS] = {0.0};
        Tunable_Read(t, game, is);
        Tunable_Read(t, demo, wanted);
        if (t->of != TUNABLE_OF_DEMO && Settings_IsOfScene(t, &run->scene)) {
            compared++;
            fail_if(memcmp(is, wanted, sizeof is) != 0, "%s: %s is %g, not %g", run->scene.info->name, t->path, is[0],
                    wanted[0]);
        }
    }
    assert_true(compared > 100);
    assert_int_equal(game->draw.style, demo->draw.style);
}

// The same splats into both, and the same steps; the game draws as its preset says.
static void expectSamePicture(Fixture *fixture, const Run *run, gfFluid *fluid, const gfDrawDef *look)
{
    gfFluidDef def = gfFluid_GetDef(run->scene.fluid);
    gfFluid *fluids[2] = {gfCreateFluid(fixture->device, &def), fluid};
    const gfDrawDef *looks[2] = {&run->draw, look};
    static const double grey[4] = {0.2, 0.2, 0.2, 1.0};
    static uint8_t pixels[2][4 * WIDTH * HEIGHT];
    Canvas canvas = Canvas_Make(fixture, WIDTH, HEIGHT);
    int drawn = 0, most = 0;
    for (int i = 0; i < 2; i++) {
        Scene copy = run->scene;
        copy.fluid = fluids[i];
        assert_non_null(copy.fluid);
        assert_true(copy.solver != GF_SOLVER_SHALLOW || gfFluid_FillToLevel(fluids[i], NULL, 0.3f));
        Scene_ThrowSplats(&copy, 12, 0.1f, 1.0f);
        for (int k = 0; k < 12; k++) {
            assert_true(gfFluid_Step(fluids[i], 1.0f / 60.0f));
        }
        Picture_DrawOver(fixture, &canvas, fluids[i], looks[i], grey, pixels[i]);
    }
    for (int i = 0; i < 4 * WIDTH * HEIGHT; i++) {
        int off = abs(pixels[0][i] - pixels[1][i]);
        most = off > most ? off : most;
        drawn += pixels[0][i] != pixels[0][i % 4] ? 1 : 0;
    }
    fail_if(most > 1 || drawn < WIDTH * HEIGHT / 4, "%s: pixels differ by %d, %d are drawn", run->scene.info->name,
            most, drawn);
}

// As a game does. Grid and size of the domain are its own.
static void loadInGame(Fixture *fixture, Run *run)
{
    char error[GF_PRESET_ERROR_SIZE] = "";
    TunableDefs game = Tunables_GetDefaults(), demo = getDefs(run->scene.fluid, run->scene.fluid3d);
    gfPresetTargets to = {&game.fluid, &game.volume, &game.draw, &game.draw3d, &game.surface};
    fail_if(!gfLoadPreset(path, &to, error, sizeof error), "%s", error);
    demo.draw = run->draw;
    demo.draw3d = run->draw3d;
    demo.surface = run->surface;
    gfFluid3D *fluid3d = NULL;
    gfFluid *fluid = NULL;
    if (run->scene.fluid3d != NULL) {
        game.volume.size = demo.volume.size;
        fluid3d = MADE(gfCreateFluid3D(fixture->device, &game.volume));
    } else {
        game.fluid.gridWidth = demo.fluid.gridWidth;
        game.fluid.gridHeight = demo.fluid.gridHeight;
        game.fluid.cellSize = demo.fluid.cellSize;
        fluid = Flow_Make(fixture, &game.fluid);
        assert_int_equal(game.fluid.solver, run->scene.solver);
    }
    TunableDefs made = getDefs(fluid, fluid3d);
    made.draw = game.draw;
    made.draw3d = game.draw3d;
    made.surface = game.surface;
    expectSame(run, &demo, &made);
    if (fluid != NULL && run->scene.solver != GF_SOLVER_PARTICLES) {
        expectSamePicture(fixture, run, fluid, &game.draw);
    }
}

TEST(testSavedPresets)
{
    static Run run;
    for (int i = 0; i < (int)(sizeof cases / sizeof cases[0]); i++) {
        memset(&run, 0, sizeof run);
        run.draw = gfDefaultDrawDef();
        run.draw3d = gfDefaultDraw3DDef();
        run.surface = gfDefaultSurfaceDef();
        saveFromDemo(fixture, &run, i);
        loadInGame(fixture, &run);
        Scene_Destroy(&run.scene);
    }
    assert_int_equal(fixture->errors, 0);
}

// A game reads its preset again while it runs.
TEST(testRetune)
{
    gfFluid *fluid = Fixture_MakeFluid(fixture, 32, 32);
    gfFluidDef def = gfFluid_GetDef(fluid);
    const char *text = "{\"fluid_demo preset\": 1, \"values\": {\"grid.viscosity\": 0.5, \"fixedStep\": 0.02, "
                       "\"maxSteps\": 9, \"boundaries.left.kind\": \"open\", \"dyeScale\": 4}}";
    assert_true(gfReadPreset(text, strlen(text), &(gfPresetTargets){.fluid = &def}, NULL, 0));
    assert_true(gfRetuneFluid(fluid, &def));
    gfFluidDef is = gfFluid_GetDef(fluid);
    assert_true(is.grid.viscosity == 0.5f && is.fixedStep == 0.02f && is.boundaries.left.kind == GF_BOUNDARY_OPEN);
    assert_int_equal(is.maxSteps, 9);
    assert_true(is.dyeScale != 4.0f); // decided when it is made
    def.solver = GF_SOLVER_SHALLOW;
    assert_false(gfRetuneFluid(fluid, &def));
    assert_int_equal(gfGetLastError(NULL), GF_ERROR_OUT_OF_RANGE);
    assert_false(gfRetuneFluid(fluid, NULL));
    assert_int_equal(gfGetLastError(NULL), GF_ERROR_NULL_ARGUMENT);
    def = gfDefaultFluidDef();
    assert_false(gfRetuneFluid(NULL, &def));
    assert_int_equal(gfGetLastError(NULL), GF_ERROR_NULL_ARGUMENT);
    def.solver = GF_SOLVER_PARTICLES;
    def.particles.capacity = 64;
    fluid = Flow_Make(fixture, &def);
    def.particles.capacity = 128; // decided when it is made
    def.particles.drag = 2.0f;
    assert_true(gfRetuneFluid(fluid, &def));
    assert_true(gfFluid_GetDef(fluid).particles.drag == 2.0f && gfFluid_GetDef(fluid).particles.capacity == 64);
    gfFluidDef expected = gfFluid_GetDef(fluid);
    def = expected;
    def.fixedStep = expected.fixedStep = 0.01f; // alone: materials that are not in use are no change
    Tunables_FillMaterials(&def.particles);
    assert_true(gfRetuneFluid(fluid, &def));
    is = gfFluid_GetDef(fluid);
    assert_memory_equal(&is, &expected, sizeof is);
}

static int makeFile(void **state)
{
    int handle = mkstemp(path);
    return handle >= 0 && close(handle) == 0 ? Fixture_SetUp(state) : -1;
}

static int removeFile(void **state)
{
    return unlink(path) == 0 ? Fixture_TearDown(state) : -1;
}

TESTS_START_FROM(makeFile, removeFile)
