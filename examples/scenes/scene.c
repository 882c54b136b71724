// The registry and what every scene needs: making the fluid, the clock, stirring, writing fields.
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A mouse that jumps (a window dragged, a stalled frame) must not shoot the fluid through the wall.
#define STIR_SPEED_MAX 3.0f
// How far the mouse draws particles to it, m, and how much, m/s^2.
#define STIR_REACH 0.22f
#define STIR_PULL 6.0f

#define EDDY_MAX 32

static const SceneInfo scenes[] = {
    {"smoke", "a plume of warm smoke rises past solids", Smoke_TuneFluid, Smoke_SetUp, Smoke_BeforeStep, Smoke_TuneDraw,
     150, NULL, NULL},
    {"ink", "drops of ink, dragged and swirled by brushes", Ink_TuneFluid, Ink_SetUp, Ink_BeforeStep, Ink_TuneDraw, 110,
     NULL, NULL},
    {"wind", "a wind tunnel: streak lines past a solid mask", Wind_TuneFluid, Wind_SetUp, NULL, Wind_TuneDraw, 200,
     NULL, NULL},
    {"hedge", "evening wind through a hedge and a tree, past flaps that let it pass one way", Hedge_TuneFluid,
     Hedge_SetUp, Hedge_BeforeStep, Hedge_TuneDraw, 300, NULL, NULL},
    {"image", "a picture (--image, or its own) is carried off by eddies, returns, and is carried off again", NULL,
     Picture_SetUp, Picture_BeforeStep, Picture_TuneDraw, 70, NULL, NULL},
    {"cavity", "a lid slides over a closed box: streaks of dye show its eddies", Cavity_TuneFluid, Cavity_SetUp,
     Cavity_BeforeStep, Cavity_TuneDraw, 400, NULL, NULL},
    {"karman", "a vortex street behind a cylinder, shown as vorticity", Karman_TuneFluid, Karman_SetUp, NULL,
     Karman_TuneDraw, 700, NULL, NULL},
    {"taylor_green", "vortices in a periodic box wind up a checkerboard, break down and are set anew",
     TaylorGreen_TuneFluid, TaylorGreen_SetUp, TaylorGreen_BeforeStep, TaylorGreen_TuneDraw, 150, NULL, NULL},
    {"tracers", "glowing dust drifts in a vortex street between posts", Tracers_TuneFluid, Tracers_SetUp, NULL,
     Tracers_TuneDraw, 240, NULL, NULL},
    {"maze", "glowing ink finds its way through a maze, pulse by pulse", Maze_TuneFluid, Maze_SetUp, Maze_BeforeStep,
     Maze_TuneDraw, 330, NULL, NULL},
    {"stirrer", "a paddle that turns and a disc that slides stir ink that brushes lay", Stirrer_TuneFluid,
     Stirrer_SetUp, Stirrer_BeforeStep, Stirrer_TuneDraw, 150, NULL, NULL},
    {"tweet", "the fluid of one tweet, as published, as a film of oil: jets meet in five acts", Tweet_TuneFluid,
     Tweet_SetUp, Tweet_BeforeStep, Tweet_TuneDraw, 420, NULL, NULL},
    {"splash", "drops fall into a pool of water", Splash_TuneFluid, Splash_SetUp, Splash_BeforeStep, Splash_TuneDraw,
     135, NULL, NULL},
    {"dam", "a lock in the mountains breaks down stairs, leaks as it fills, and gets its crates back", Dam_TuneFluid,
     Dam_SetUp, Dam_BeforeStep, Dam_TuneDraw, 190, NULL, NULL},
    {"fountain", "a jet in a park falls into a bowl, and that runs over into a basin", Fountain_TuneFluid,
     Fountain_SetUp, Fountain_BeforeStep, Fountain_TuneDraw, 300, NULL, NULL},
    {"blobs", "drops of water without gravity collide, merge and wobble", Blobs_TuneFluid, Blobs_SetUp,
     Blobs_BeforeStep, Blobs_TuneDraw, 60, NULL, NULL},
    {"pour", "a nozzle pours paint over pins and bars into a bowl", Pour_TuneFluid, Pour_SetUp, Pour_BeforeStep,
     Pour_TuneDraw, 260, NULL, NULL},
    {"cloud", "cumulus clouds grow, drift, shade themselves and dissolve", Cloud_TuneFluid, Cloud_SetUp,
     Cloud_BeforeStep, Cloud_TuneDraw, 170, NULL, NULL},
    {"neon", "jets of glowing dye roll up in the dark", Neon_TuneFluid, Neon_SetUp, Neon_BeforeStep, Neon_TuneDraw, 68,
     NULL, NULL},
    {"ink_paper", "drops of pigment spread in water on paper", InkPaper_TuneFluid, InkPaper_SetUp, InkPaper_BeforeStep,
     InkPaper_TuneDraw, 220, NULL, NULL},
    {"refraction", "a jet on a runway at dusk: its hot exhaust bends the lights behind it", Refraction_TuneFluid,
     Refraction_SetUp, Refraction_BeforeStep, Refraction_TuneDraw, 150, NULL, NULL},
    {"mosaic", "drops run down a pane over a mosaic, and each is a lens", Mosaic_TuneFluid, Mosaic_SetUp,
     Mosaic_BeforeStep, Mosaic_TuneDraw, 240, NULL, NULL},
    {"liquid", "a boat rides out a rough night before a lighthouse, from sunset to a misty morning", Boat_TuneFluid,
     Boat_SetUp, Boat_BeforeStep, Boat_TuneDraw, 115, NULL, NULL},
    {"fire", "flames and thin smoke out of a brazier", Fire_TuneFluid, Fire_SetUp, Fire_BeforeStep, Fire_TuneDraw, 100,
     NULL, NULL},
    {"headline", "smoke rises behind a headline, and drifts round its letters", Headline_TuneFluid, Headline_SetUp,
     Headline_BeforeStep, Headline_TuneDraw, 420, NULL, NULL},
    {"mirror", "a fluid follows a camera (--camera), a film (--video) or a dancer", Mirror_TuneFluid, Mirror_SetUp,
     Mirror_BeforeStep, Mirror_TuneDraw, 150, NULL, NULL},
    {"sph_dam", "a column of water breaks over a rock, then sloshes", SphDam_TuneFluid, SphDam_SetUp, SphDam_BeforeStep,
     SphDam_TuneDraw, 90, NULL, NULL},
    {"sph_levels", "water finds one level through a gap in a wall", SphLevels_TuneFluid, SphLevels_SetUp,
     SphLevels_BeforeStep, SphLevels_TuneDraw, 120, NULL, NULL},
    {"sph_drops", "drops without gravity meet, merge, and are pulled apart with some of each other's colour",
     SphDrops_TuneFluid, SphDrops_SetUp, SphDrops_BeforeStep, SphDrops_TuneDraw, 225, NULL, NULL},
    {"sph_oil", "honey, oil and water before a window lie down in layers", SphOil_TuneFluid, SphOil_SetUp,
     SphOil_BeforeStep, SphOil_TuneDraw, 200, NULL, NULL},
    {"sand", "sand runs through an hourglass, which turns by itself", Sand_TuneFluid, Sand_SetUp, Sand_BeforeStep,
     Sand_TuneDraw, 300, NULL, NULL},
    {"jelly", "pieces of jelly rain, squash, pile up and hop", Jelly_TuneFluid, Jelly_SetUp, Jelly_BeforeStep,
     Jelly_TuneDraw, 70, NULL, NULL},
    {"castle", "waves take a castle of sand piece by piece", Castle_TuneFluid, Castle_SetUp, Castle_BeforeStep,
     Castle_TuneDraw, 490, NULL, NULL},
    {"wheel", "a stream drives a water wheel", Wheel_TuneFluid, Wheel_SetUp, Wheel_BeforeStep, Wheel_TuneDraw, 330,
     NULL, NULL},
    {"sph3d_box", "a box of water turns and is squeezed", NULL, SphBox_SetUp, SphBox_BeforeStep, NULL, 240,
     &sphBoxSpace, NULL},
    {"sph3d_terrain", "water floods a valley and runs round an island", NULL, SphTerrain_SetUp, SphTerrain_BeforeStep,
     NULL, 150, &sphTerrainSpace, NULL},
    {"pond", "koi in a garden pond flee from what stirs the water", Pond_TuneFluid, Pond_SetUp, Pond_BeforeStep, NULL,
     240, NULL, &pondDiorama},
    {"river", "a river carries logs down its valley, round boulders", River_TuneFluid, River_SetUp, River_BeforeStep,
     NULL, 480, NULL, &riverDiorama},
    {"dam_valley", "a dam in the mountains breaks and floods a village", DamValley_TuneFluid, DamValley_SetUp,
     DamValley_BeforeStep, NULL, 420, NULL, &damValleyDiorama},
    {"beach", "waves break over a bar and run up the sand", Beach_TuneFluid, Beach_SetUp, Beach_BeforeStep, NULL, 600,
     NULL, &beachDiorama},
    {"harbour", "a boat drives through a harbour at night, between oil that burns on the water", Harbour_TuneFluid,
     Harbour_SetUp, Harbour_BeforeStep, NULL, 600, NULL, &harbourDiorama},
    {"lava", "a volcano pours lava down its flank", Lava_TuneFluid, Lava_SetUp, Lava_BeforeStep, NULL, 900, NULL,
     &lavaDiorama},
    {"volcano", "lava leaps from a crater, and the air carries off its smoke", Volcano_TuneFluid, Volcano_SetUp,
     Volcano_BeforeStep, Volcano_TuneDraw, 120, NULL, NULL},
    {"cellar", "a cellar floods: crates drift, and water puts out torches", Cellar_TuneFluid, Cellar_SetUp,
     Cellar_BeforeStep, Cellar_TuneDraw, 200, NULL, NULL},
};

typedef struct Eddy {
    gfVec2 centre;
    float size;
    float strength; // of the stream function, m^2/s
} Eddy;

typedef struct Eddies {
    Eddy items[EDDY_MAX];
    int count;
} Eddies;

SceneConfig Scene_DefaultConfig(void)
{
    gfFluidDef def = gfDefaultFluidDef();
    return (SceneConfig){
        .gridWidth = def.gridWidth,
        .gridHeight = def.gridHeight,
        .dyeScale = def.dyeScale,
        .precision = def.fieldPrecision,
        .seed = 1,
    };
}

const SceneInfo *Scene_GetAll(int *count)
{
    *count = (int)(sizeof scenes / sizeof scenes[0]);
    return scenes;
}

const SceneInfo *Scene_Find(const char *name)
{
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        if (strcmp(scenes[i].name, name) == 0) {
            return &scenes[i];
        }
    }
    return NULL;
}

static bool fail(Scene *scene, const char *what, char *error, int errorSize)
{
    const char *reason = NULL;
    gfErrorCode code = gfGetLastError(&reason);
    snprintf(error, (size_t)errorSize, "scene %s: %s: %s (%s)", scene->info->name, what,
             reason != NULL && reason[0] != '\0' ? reason : "no reason given", gfErrorText(code));
    Scene_Destroy(scene);
    return false;
}

static bool hasQuality(const Scene *scene)
{
    return scene->fluid != NULL && scene->solver == GF_SOLVER_GRID;
}

void Scene_SetOwnStep(Scene *scene)
{
    gfFluidDef def = gfFluid_GetDef(scene->fluid);
    def.fixedStep = scene->ownStep;
    gfFluid_SetDef(scene->fluid, &def);
}

// Without a governor the fluid is again as the scene has it.
void Scene_SetBudget(Scene *scene, float budget_ms)
{
    if (scene->governor != NULL && budget_ms > 0.0f) {
        gfGovernor_SetBudget(scene->governor, budget_ms);
        return;
    }
    if (scene->governor != NULL) {
        gfDestroyGovernor(scene->governor);
        scene->governor = NULL;
        Scene_SetOwnStep(scene);
        Scene_SetQuality(scene, scene->config.useQuality, scene->config.quality);
    }
    if (budget_ms > 0.0f && hasQuality(scene)) {
        if (scene->pacer != NULL) { // a fluid has one governor
            gfDestroyGovernor(scene->pacer);
            scene->pacer = NULL;
            Scene_SetOwnStep(scene);
        }
        gfGovernorDef def = gfDefaultGovernorDef();
        def.budget_ms = budget_ms;
        scene->governor = gfCreateGovernor(scene->fluid, &def);
    }
}

// The fluid's definition, but for the quality that the user chose.
static gfFluidDef describeFluid(const SceneInfo *info, const SceneConfig *config)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = config->gridWidth;
    def.gridHeight = config->gridHeight;
    def.cellSize = 1.0f / (float)config->gridHeight;
    def.dyeScale = config->dyeScale;
    def.fieldPrecision = config->precision;
    def.particles.capacity = config->particles > 0 ? config->particles : SCENE_PARTICLES;
    def.particles.search = config->search;
    if (info->tuneFluid != NULL) {
        info->tuneFluid(&def);
    }
    if (config->tuning.fluid != NULL) {
        config->tuning.fluid(config->tuning.user, &def);
    }
    return def;
}

static bool createFluid(Scene *scene)
{
    const SceneConfig *config = &scene->config;
    gfFluidDef def = describeFluid(scene->info, config);
    scene->solver = def.solver;
    scene->ownParams = def.grid;
    scene->ownStep = def.fixedStep;
    if (config->useQuality) {
        gfGridParams_SetQuality(&def.grid, config->quality);
    }
    scene->width = (float)def.gridWidth * def.cellSize;
    scene->fluid = gfCreateFluid(scene->device, &def);
    if (scene->fluid != NULL) {
        Scene_SetBudget(scene, config->budget_ms);
    }
    return scene->fluid != NULL && (scene->governor != NULL || config->budget_ms <= 0.0f || !hasQuality(scene));
}

bool Scene_CanSetCells(const Scene *scene)
{
    return scene->fluid != NULL && scene->governor == NULL;
}

// The step of a liquid follows from its cells; so do the tension of GF_SOLVER_GAUSSIAN and the substeps of
// GF_SOLVER_WATER.
static bool followCells(Scene *scene)
{
    gfFluidDef def = describeFluid(scene->info, &scene->config), now = gfFluid_GetDef(scene->fluid);
    bool set = true;
    if (scene->solver == GF_SOLVER_GAUSSIAN || scene->solver == GF_SOLVER_WATER) {
        now.gaussian.surfaceTension = def.gaussian.surfaceTension;
        now.water.cflSubsteps = def.water.cflSubsteps;
        scene->ownStep = now.fixedStep = def.fixedStep;
        set = gfFluid_SetDef(scene->fluid, &now);
    }
    if (!set || scene->air == NULL) {
        return set;
    }
    gfFluidDef air = gfFluid_GetDef(scene->air);
    Scene_SizeAir(scene, &air);
    return gfFluid_Resize(scene->air, air.gridWidth, air.gridHeight, air.cellSize, air.origin);
}

bool Scene_SetCells(Scene *scene, int gridWidth, int gridHeight)
{
    SceneConfig config = scene->config;
    config.gridWidth = gridWidth;
    config.gridHeight = gridHeight;
    gfFluidDef def = describeFluid(scene->info, &config);
    if (!Scene_CanSetCells(scene) || !gfFluid_Resize(scene->fluid, def.gridWidth, def.gridHeight, def.cellSize,
                                                     gfFluid_GetDef(scene->fluid).origin)) {
        return false;
    }
    scene->config = config;
    return followCells(scene);
}

bool Scene_FollowCells(Scene *scene)
{
    gfFluidDef own = describeFluid(scene->info, &scene->config), now = gfFluid_GetDef(scene->fluid);
    if (own.gridWidth == now.gridWidth && own.gridHeight == now.gridHeight) {
        return false;
    }
    scene->config.gridWidth = now.gridWidth;
    scene->config.gridHeight = now.gridHeight;
    return followCells(scene);
}

void Scene_SizeAir(const Scene *scene, gfFluidDef *def)
{
    int coarseness = scene->airCoarseness > 1 ? scene->airCoarseness : 1;
    int width = scene->config.gridWidth / coarseness, height = scene->config.gridHeight / coarseness;
    def->gridWidth = width > GF_GRID_MIN ? width : GF_GRID_MIN;
    def->gridHeight = height > GF_GRID_MIN ? height : GF_GRID_MIN;
    def->cellSize = 1.0f / (float)def->gridHeight;
}

static bool createFluid3D(Scene *scene)
{
    gfFluid3DDef def = gfDefaultFluid3DDef();
    def.particles.capacity = scene->config.particles > 0 ? scene->config.particles : SCENE_PARTICLES_3D;
    def.particles.search = scene->config.search;
    scene->info->space->tuneFluid(&def);
    if (scene->config.tuning.volume != NULL) {
        scene->config.tuning.volume(scene->config.tuning.user, &def);
    }
    scene->solver = GF_SOLVER_PARTICLES;
    scene->width = def.size.x;
    scene->fluid3d = gfCreateFluid3D(scene->device, &def);
    return scene->fluid3d != NULL;
}

bool Scene_Create(Scene *scene, const SceneInfo *info, const SceneConfig *config, gfDevice *device, char *error,
                  int errorSize)
{
    *scene = (Scene){.info = info, .config = *config, .device = device, .random = config->seed};
    scene->brush = (SceneBrush){.size = 1.0f, .force = 1.0f, .dye = 1.0f};
    gfClearLastError();

    if (!(info->space != NULL ? createFluid3D : createFluid)(scene)) {
        return fail(scene, "the fluid could not be made", error, errorSize);
    }
    Diorama_Begin(scene);
    if (!info->setUp(scene)) {
        return fail(scene, "it could not be set up", error, errorSize);
    }
    return true;
}

void Scene_Destroy(Scene *scene)
{
    gfDestroyOpticalFlow(scene->flow);
    gfDestroyFluid(scene->screen);
    gfDestroyFluid(scene->air);
    for (int i = 0; i < scene->pictureCount; i++) {
        gfDestroyFluid(scene->pictures[i]);
    }
    scene->pictureCount = 0;
    Image_Destroy(&scene->picture);
    gfDestroyFluid(scene->fluid); // and its tracers and governor
    gfDestroyFluid3D(scene->fluid3d);
    for (int i = 0; i < scene->meshCount; i++) {
        SceneMesh_Free(&scene->meshes[i]);
    }
    scene->meshCount = 0;
    Diorama_End(scene);
    Cellar_TearDown(scene);
    Boat_TearDown(scene);
    Harbour_TearDown(scene);
    scene->fluid = NULL;
    scene->fluid3d = NULL;
    scene->tracers = NULL;
    scene->governor = scene->pacer = NULL;
    Image_Destroy(&scene->background);
}

bool Scene_Step(Scene *scene, float dt)
{
    if (scene->info->beforeStep != NULL) {
        scene->info->beforeStep(scene);
    }
    if (scene->config.tuning.beforeStep != NULL) {
        scene->config.tuning.beforeStep(scene->config.tuning.user, scene);
    }
    if (scene->fluid3d != NULL) {
        Space_EndStir(scene);
        scene->frame++;
        return gfFluid3D_Step(scene->fluid3d, dt);
    }
    Diorama_Step(scene, dt);
    bool stepped = scene->governor != NULL ? gfGovernor_Step(scene->governor, dt) : gfFluid_Step(scene->fluid, dt);
    if (!stepped || (scene->tracers != NULL && !gfTracers_Step(scene->tracers, dt))) {
        return false;
    }
    scene->frame++;
    if (scene->air == NULL) {
        return true;
    }
    bool coupled = scene->solver == GF_SOLVER_SHALLOW || gfFluid_Couple(scene->air, scene->fluid, &scene->coupling, dt);
    return coupled && gfFluid_Step(scene->air, dt);
}

int Scene_GetBestFrame(const SceneInfo *info)
{
    return info->bestFrame > 0 ? info->bestFrame : SCENE_BEST_FRAME;
}

gfSolverKind Scene_GetSolver(const SceneInfo *info)
{
    gfFluidDef def = gfDefaultFluidDef();
    if (info->space != NULL) {
        return GF_SOLVER_PARTICLES;
    }
    if (info->tuneFluid != NULL) {
        info->tuneFluid(&def);
    }
    return def.solver;
}

bool Scene_IsOfParticles(gfSolverKind solver)
{
    return solver == GF_SOLVER_PARTICLES || solver == GF_SOLVER_WATER;
}

// What gfFluid_Draw has of the scene's solver; gfFluid3D_Draw has water and spheres.
bool Scene_HasView(const SceneInfo *scene, gfDrawStyle view)
{
    gfSolverKind solver = Scene_GetSolver(scene);
    if (scene->space != NULL) {
        return view == GF_DRAW_DYE || view == GF_DRAW_LIQUID || view == GF_DRAW_PARTICLES;
    }
    switch (view) {
    case GF_DRAW_PARTICLES:
        return Scene_IsOfParticles(solver);
    case GF_DRAW_KINDS:
        return solver == GF_SOLVER_PARTICLES;
    case GF_DRAW_MASS:
        return solver != GF_SOLVER_GRID;
    case GF_DRAW_DENSITY:
        return solver != GF_SOLVER_GRID && solver != GF_SOLVER_SHALLOW;
    case GF_DRAW_PRESSURE:
        return solver != GF_SOLVER_SHALLOW;
    case GF_DRAW_TEMPERATURE:
    case GF_DRAW_FIRE:
    case GF_DRAW_DIVERGENCE:
        return solver == GF_SOLVER_GRID;
    default:
        return true;
    }
}

bool Scene_SetQuality(Scene *scene, bool useQuality, gfQuality quality)
{
    gfFluidDef def = gfFluid_GetDef(scene->fluid);
    def.grid = scene->ownParams;
    if (useQuality) {
        gfGridParams_SetQuality(&def.grid, quality);
    }
    if (!gfFluid_SetDef(scene->fluid, &def)) {
        return false;
    }
    scene->config.useQuality = useQuality;
    scene->config.quality = quality;
    return true;
}

gfDrawDef Scene_GetDrawDef(const Scene *scene)
{
    gfDrawDef def = gfDefaultDrawDef();
    def.alpha = GF_ALPHA_OPAQUE;
    def.tracers.set = scene->tracers;
    if (scene->info->tuneDraw != NULL) {
        scene->info->tuneDraw(scene, &def);
    }
    // A liquid bends the air before it.
    def.refraction.background = scene->air == NULL ? scene->backgroundTexture : 0;
    return def;
}

bool Scene_Draw(Scene *scene, const gfDrawDef *def)
{
    if (scene->air != NULL) {
        gfDrawDef air = gfDefaultDrawDef();
        air.alpha = GF_ALPHA_OPAQUE;
        scene->tuneAirDraw(scene, &air);
        air.refraction.background = scene->backgroundTexture;
        air.view = def->view;
        air.ahead = def->ahead;
        air.encodeSrgb = def->encodeSrgb;
        if (!gfFluid_Draw(scene->air, &air)) {
            return false;
        }
    }
    bool drawn = gfFluid_Draw(scene->fluid, def);
    bool ownLook = def->style == Scene_GetDrawDef(scene).style;
    return drawn && (scene->drawOver == NULL || !ownLook || scene->drawOver(scene, def));
}

// A mouse at rest draws particles to it; one that moves takes them along.
static void stirParticles(Scene *scene, gfVec2 from, gfVec2 to, gfVec2 velocity, float dt)
{
    const SceneBrush *brush = &scene->brush;
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_VELOCITY;
    if (velocity.x != 0.0f || velocity.y != 0.0f) {
        def.mode = GF_SOURCE_SET;
        def.shape = gfMakeCapsule(from, to, 0.05f * brush->size);
        def.softness = 0.05f;
        def.velocity = velocity;
        gfFluid_Splat(scene->fluid, &def);
    }
    def.mode = GF_SOURCE_ADD;
    def.shape = gfMakeCircle(to, STIR_REACH * brush->size);
    def.velocity = Scene_Vec(0.0f, 0.0f);
    def.attraction = STIR_PULL * brush->force * dt;
    gfFluid_Splat(scene->fluid, &def);
}

// Setting, unlike adding, gives the same stroke however many frames it is cut into.
void Scene_Stir(Scene *scene, gfVec2 from, gfVec2 to, float aspect, float dt, int stroke)
{
    if (scene->fluid3d != NULL) {
        Space_Stir(scene, from, to, aspect, dt);
        return;
    }
    if (scene->info->diorama != NULL) {
        Diorama_Stir(scene, from, to, aspect, dt);
        return;
    }
    gfVec2 velocity = {0.0f, 0.0f};
    if (dt > 0.0f) {
        velocity = Scene_Vec((to.x - from.x) / dt, (to.y - from.y) / dt);
    }
    float speed = sqrtf(velocity.x * velocity.x + velocity.y * velocity.y);
    const SceneBrush *brush = &scene->brush;
    float factor = brush->force * (speed > STIR_SPEED_MAX ? STIR_SPEED_MAX / speed : 1.0f);
    velocity = Scene_Vec(velocity.x * factor, velocity.y * factor);
    if (Scene_IsOfParticles(scene->solver)) {
        stirParticles(scene, from, to, velocity, dt);
        return;
    }
    bool isLiquid = scene->solver == GF_SOLVER_GAUSSIAN;

    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.shape = gfMakeCapsule(from, to, 0.04f * brush->size);
    def.softness = 0.05f;
    def.velocity = velocity;
    def.fields = GF_SOURCE_VELOCITY;
    gfFluid_Splat(scene->fluid, &def);
    if (scene->air != NULL) {
        gfFluid_Splat(scene->air, &def);
    }

    // A liquid scene that shows no dye needs none. Its mass changes little where there is some already.
    def.shape.radius = 0.022f * brush->size;
    def.softness = isLiquid ? 0.0f : 0.02f;
    def.fields = GF_SOURCE_DYE;
    if (isLiquid) {
        def.mass = 1.0f;
        def.fields = GF_SOURCE_MASS | (Scene_GetDrawDef(scene).style == GF_DRAW_DYE ? GF_SOURCE_DYE : 0u);
    }
    Scene_SetHue(def.dye, 0.56f + 0.382f * (float)stroke + brush->hue, 0.97f);
    if (brush->painted) {
        memcpy(def.dye, brush->color, sizeof brush->color);
    }
    for (int i = 0; i < 4; i++) {
        def.dye[i] *= brush->dye;
    }
    gfFluid_Splat(scene->fluid, &def);
}

// PCG's output function over a plain counter: one call is a hash.
static float scramble(unsigned state)
{
    uint32_t word = (uint32_t)state * 747796405u + 2891336453u;
    word = ((word >> ((word >> 28) + 4u)) ^ word) * 277803737u;
    word = (word >> 22) ^ word;
    return (float)(word >> 8) / 16777216.0f;
}

float Scene_Random(Scene *scene)
{
    scene->random += 0x9E3779B9u;
    return scramble(scene->random);
}

float Scene_Hash(const Scene *scene, unsigned n)
{
    return scramble(scene->config.seed * 0x85EBCA6Bu + n * 0x9E3779B9u);
}

void Scene_AddDraught(gfFluidDef *def, float speed)
{
    def->boundaries.bottom.kind = GF_BOUNDARY_INFLOW;
    def->boundaries.bottom.inflowSpeed = speed;
    def->boundaries.top.kind = GF_BOUNDARY_OPEN;
}

float Scene_GetTime(const Scene *scene)
{
    gfStepInfo info =
        scene->fluid3d != NULL ? gfFluid3D_GetStepInfo(scene->fluid3d) : gfFluid_GetStepInfo(scene->fluid);
    return (float)(info.time_s + info.pending_s);
}

static bool addUserMask(Scene *scene)
{
    const Image *image = scene->config.mask;
    size_t count = (size_t)image->width * (size_t)image->height;
    uint8_t *pixels = malloc(count);
    if (pixels == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const uint8_t *p = image->pixels + 4 * i;
        float luminance = (0.2126f * p[0] + 0.7152f * p[1] + 0.0722f * p[2]) / 255.0f;
        pixels[i] = luminance * (float)p[3] / 255.0f > 0.5f ? 255 : 0;
    }
    gfMask mask = {.pixels = pixels, .width = image->width, .height = image->height, .stride = image->width};
    gfShape domain = gfMakeRectangle(Scene_Vec(0.5f * scene->width, 0.5f), Scene_Vec(0.5f * scene->width, 0.5f), 0.0f);
    gfSolidId id = gfFluid_AddSolidMask(scene->fluid, &mask, &domain);
    free(pixels);
    return !GF_IS_NULL(id);
}

static bool addSolidsOnce(Scene *scene, bool (*own)(Scene *scene))
{
    if (scene->config.mask != NULL) {
        return addUserMask(scene);
    }
    return own == NULL || own(scene);
}

bool Scene_SetUpSolids(Scene *scene, bool (*own)(Scene *scene))
{
    bool added = addSolidsOnce(scene, own);
    if (added && scene->air != NULL) {
        gfFluid *liquid = scene->fluid;
        scene->fluid = scene->air;
        added = addSolidsOnce(scene, own);
        scene->fluid = liquid;
    }
    return added;
}

static void paintCell(const Scene *scene, gfVec2 centre, gfVec2 cell, int samples, ScenePaintFn *paint, void *user,
                      float rgba[4])
{
    float sum[4] = {0.0f};
    for (int i = 0; i < samples * samples; i++) {
        gfVec2 position = {centre.x + (((float)(i % samples) + 0.5f) / (float)samples - 0.5f) * cell.x,
                           centre.y + (((float)(i / samples) + 0.5f) / (float)samples - 0.5f) * cell.y};
        float sample[4] = {0.0f};
        paint(scene, position, sample, user);
        for (int c = 0; c < 4; c++) {
            sum[c] += sample[c];
        }
    }
    for (int c = 0; c < 4; c++) {
        rgba[c] = sum[c] / (float)(samples * samples);
    }
}

// What is in solids is removed in the first step; a picture of the set-up should not show it either.
static bool clearSolids(const Scene *scene, float *rgba, const gfFieldInfo *info)
{
    gfFieldInfo cells;
    if (!gfFluid_GetFieldInfo(scene->fluid, GF_FIELD_SOLID, &cells)) {
        return false;
    }
    size_t count = (size_t)cells.width * (size_t)cells.height;
    float *distance = malloc(count * sizeof *distance);
    bool read = distance != NULL && gfFluid_ReadFieldBlocking(scene->fluid, GF_FIELD_SOLID, distance, count);
    for (int32_t y = 0; read && y < info->height; y++) {
        for (int32_t x = 0; x < info->width; x++) {
            int32_t cellX = (2 * x + 1) * cells.width / (2 * info->width);
            int32_t cellY = (2 * y + 1) * cells.height / (2 * info->height);
            if (distance[(size_t)cellY * (size_t)cells.width + (size_t)cellX] < 0.0f) {
                memset(rgba + 4 * ((size_t)y * (size_t)info->width + (size_t)x), 0, 4 * sizeof *rgba);
            }
        }
    }
    free(distance);
    return read;
}

float *Scene_PaintCells(const Scene *scene, const gfFieldInfo *info, int samples, ScenePaintFn *paint, void *user)
{
    float *values = malloc((size_t)info->width * (size_t)info->height * 4 * sizeof *values);
    if (values == NULL) {
        return NULL;
    }
    for (int32_t y = 0; y < info->height; y++) {
        for (int32_t x = 0; x < info->width; x++) {
            gfVec2 centre = {info->origin.x + (float)x * info->spacing.x, info->origin.y + (float)y * info->spacing.y};
            float *value = values + 4 * ((size_t)y * (size_t)info->width + (size_t)x);
            paintCell(scene, centre, info->spacing, samples, paint, user, value);
        }
    }
    if (!clearSolids(scene, values, info)) {
        free(values);
        return NULL;
    }
    return values;
}

bool Scene_PaintDye(Scene *scene, int samples, ScenePaintFn *paint, void *user)
{
    gfFieldInfo info;
    if (!gfFluid_GetFieldInfo(scene->fluid, GF_FIELD_DYE, &info)) {
        return false;
    }
    float *values = Scene_PaintCells(scene, &info, samples, paint, user);
    bool written = values != NULL &&
                   gfFluid_WriteField(scene->fluid, GF_FIELD_DYE, values, (size_t)info.width * (size_t)info.height * 4);
    free(values);
    return written;
}

static bool isWall(const gfBoundary *boundary)
{
    return boundary->kind == GF_BOUNDARY_FREE_SLIP || boundary->kind == GF_BOUNDARY_NO_SLIP;
}

bool Scene_WriteFlow(Scene *scene, SceneFlowFn *flow, void *user)
{
    gfFieldInfo info;
    if (!gfFluid_GetFieldInfo(scene->fluid, GF_FIELD_FACE_VELOCITY, &info)) {
        return false;
    }
    size_t count = (size_t)info.width * (size_t)info.height * 2;
    float *values = malloc(count * sizeof *values);
    if (values == NULL) {
        return false;
    }
    gfBoundaries boundaries = gfFluid_GetDef(scene->fluid).boundaries;
    for (int32_t y = 0; y < info.height; y++) {
        for (int32_t x = 0; x < info.width; x++) {
            gfVec2 corner = {info.origin.x + (float)x * info.spacing.x, info.origin.y + (float)y * info.spacing.y};
            gfVec2 face = flow(scene, corner, info.spacing, user);
            float *value = values + 2 * ((size_t)y * (size_t)info.width + (size_t)x);
            bool lastX = x == info.width - 1;
            bool lastY = y == info.height - 1;
            bool inWallX = (x == 0 && isWall(&boundaries.left)) || (lastX && isWall(&boundaries.right));
            bool inWallY = (y == 0 && isWall(&boundaries.bottom)) || (lastY && isWall(&boundaries.top));
            // The last column has no bottom faces, the last row no left ones.
            value[0] = inWallX || lastY ? 0.0f : face.x;
            value[1] = inWallY || lastX ? 0.0f : face.y;
        }
    }
    bool written = gfFluid_WriteField(scene->fluid, GF_FIELD_FACE_VELOCITY, values, count);
    free(values);
    return written;
}

// The stream function: Gaussians that fade to zero at the walls, so that nothing crosses them.
static float stream(const Scene *scene, const Eddies *eddies, float x, float y)
{
    float sum = 0.0f;
    for (int i = 0; i < eddies->count; i++) {
        const Eddy *eddy = &eddies->items[i];
        float dx = x - eddy->centre.x;
        float dy = y - eddy->centre.y;
        sum += eddy->strength * expf(-(dx * dx + dy * dy) / (2.0f * eddy->size * eddy->size));
    }
    float reach = 0.08f;
    float fade = fminf(fminf(x, scene->width - x), fminf(y, 1.0f - y)) / reach;
    fade = fminf(fmaxf(fade, 0.0f), 1.0f);
    return sum * fade * fade * (3.0f - 2.0f * fade);
}

// Differences of the stream function along each face: what enters a cell leaves it.
static gfVec2 eddyFlow(const Scene *scene, gfVec2 corner, gfVec2 cell, void *user)
{
    const Eddies *eddies = user;
    float here = stream(scene, eddies, corner.x, corner.y);
    return Scene_Vec((stream(scene, eddies, corner.x, corner.y + cell.y) - here) / cell.y,
                     (here - stream(scene, eddies, corner.x + cell.x, corner.y)) / cell.x);
}

bool Scene_WriteEddies(Scene *scene, int count, float speed, float size)
{
    Eddies eddies = {.count = count < EDDY_MAX ? count : EDDY_MAX};
    for (int i = 0; i < eddies.count; i++) {
        Eddy *eddy = &eddies.items[i];
        eddy->size = size * (0.6f + 0.8f * Scene_Random(scene));
        // Spread along the width by turns: pure chance leaves holes.
        float column = ((float)i + Scene_Random(scene)) / (float)eddies.count;
        eddy->centre = Scene_Vec(scene->width * (0.08f + 0.84f * column), 0.15f + 0.7f * Scene_Random(scene));
        // A Gaussian's fastest ring is at one `size`, where its slope is exp(-1/2) of strength over size.
        float sign = i % 2 == 0 ? 1.0f : -1.0f;
        eddy->strength = sign * speed * (0.7f + 0.6f * Scene_Random(scene)) * eddy->size / 0.607f;
    }
    return Scene_WriteFlow(scene, eddyFlow, &eddies);
}

bool Scene_AddEmitter(Scene *scene, const gfSourceDef *def)
{
    if (scene->emitterCount >= SCENE_EMITTER_MAX) {
        return false;
    }
    gfEmitterId id = gfFluid_AddEmitter(scene->fluid, def);
    scene->emitters[scene->emitterCount++] = id;
    return !GF_IS_NULL(id);
}

bool Scene_AddSolid(Scene *scene, const gfSolidDef *def)
{
    if (scene->solidCount >= SCENE_SOLID_MAX) {
        return false;
    }
    gfSolidId id = gfFluid_AddSolid(scene->fluid, def);
    scene->solids[scene->solidCount++] = id;
    return !GF_IS_NULL(id);
}

void Scene_SetHue(float rgba[4], float hue, float saturation)
{
    for (int i = 0; i < 3; i++) {
        float wave = 0.5f + 0.5f * cosf(2.0f * SCENE_PI * (hue - (float)i / 3.0f));
        rgba[i] = 1.0f - saturation + saturation * wave * wave;
    }
    rgba[3] = 1.0f;
}

gfVec2 Scene_Vec(float x, float y)
{
    return (gfVec2){x, y};
}
