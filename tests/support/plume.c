#include "support/plume.h"

#include <string.h>

// Middle of the mouth on the floor, m, of a domain that is 1.33 m wide or more; its strands lie side by side.
#define MOUTH_X 0.50f
#define MOUTH_HEIGHT 0.10f
#define STRANDS 3
#define STRAND_WIDTH 0.05f

static void tuneFluid(gfFluidDef *def)
{
    def->grid.thermalExpansion = 0.01f;
    def->grid.velocityDissipation = 0.3f;
    def->grid.temperatureDissipation = 0.4f;
    def->grid.dyeDissipation = 0.25f;
    def->boundaries.bottom.kind = GF_BOUNDARY_INFLOW;
    def->boundaries.bottom.inflowSpeed = 0.25f;
    def->boundaries.top.kind = GF_BOUNDARY_OPEN;
}

static gfSourceDef getMouth(float x, float width)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.shape = gfMakeRectangle((gfVec2){x, 0.5f * MOUTH_HEIGHT}, (gfVec2){0.5f * width, 0.5f * MOUTH_HEIGHT}, 0.0f);
    def.softness = 0.03f;
    return def;
}

static bool setUp(Scene *scene)
{
    static const float colors[STRANDS][3] = {{0.04f, 0.20f, 0.95f}, {0.85f, 0.05f, 0.55f}, {1.00f, 0.55f, 0.15f}};
    gfSolidDef disc = gfDefaultSolidDef();
    disc.shape = gfMakeCircle((gfVec2){0.60f, 0.46f}, 0.09f);
    gfSourceDef blast = getMouth(MOUTH_X, STRANDS * STRAND_WIDTH);
    blast.fields = GF_SOURCE_VELOCITY;
    blast.velocity = (gfVec2){0.2f, 1.0f};
    bool made =
        !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &disc)) && !GF_IS_NULL(gfFluid_AddEmitter(scene->fluid, &blast));
    for (int i = 0; i < STRANDS && made; i++) {
        gfSourceDef strand = getMouth(MOUTH_X + ((float)i - 1.0f) * STRAND_WIDTH, STRAND_WIDTH);
        strand.fields = GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE;
        strand.temperature = 24.0f - 4.0f * (float)i;
        memcpy(strand.dye, colors[i], sizeof colors[i]);
        strand.dye[3] = 1.0f;
        made = !GF_IS_NULL(gfFluid_AddEmitter(scene->fluid, &strand));
    }
    return made;
}

static void tuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float background[4] = {0.006f, 0.008f, 0.014f, 1.0f}, solid[4] = {0.08f, 0.12f, 0.10f, 1.0f};
    (void)scene;
    def->range = 0.5f;
    memcpy(def->background, background, sizeof background);
    memcpy(def->solids.color, solid, sizeof solid);
}

const SceneInfo plumeScene = {.name = "plume",
                              .summary = "the reference smoke of the tests",
                              .tuneFluid = tuneFluid,
                              .setUp = setUp,
                              .tuneDraw = tuneDraw};

// --- the reference water ---------------------------------------------------------------------------------------------

static void tuneBreaker(gfFluidDef *def)
{
    def->solver = GF_SOLVER_WATER;
    def->water.gravity = (gfVec2){0.0f, -3.0f};
}

static bool fillBreaker(Scene *scene, gfShape shape, const float dye[4])
{
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_MASS | GF_SOURCE_DYE;
    def.mode = GF_SOURCE_SET;
    def.mass = 1.0f;
    def.shape = shape;
    memcpy(def.dye, dye, sizeof def.dye);
    return gfFluid_Splat(scene->fluid, &def);
}

static bool setUpBreaker(Scene *scene)
{
    static const float blue[4] = {0.04f, 0.20f, 0.75f, 1.0f}, red[4] = {0.75f, 0.08f, 0.10f, 1.0f};
    gfSolidDef disc = gfDefaultSolidDef();
    disc.shape = gfMakeCircle((gfVec2){0.95f, 0.20f}, 0.12f);
    gfSourceDef jet = gfDefaultSourceDef();
    jet.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    jet.mode = GF_SOURCE_SET;
    jet.mass = 1.0f;
    jet.velocity = (gfVec2){1.6f, 0.8f};
    jet.shape = gfMakeCircle((gfVec2){0.10f, 0.70f}, 0.03f);
    return !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &disc)) && !GF_IS_NULL(gfFluid_AddEmitter(scene->fluid, &jet)) &&
           fillBreaker(scene, gfMakeRectangle((gfVec2){0.20f, 0.25f}, (gfVec2){0.20f, 0.25f}, 0.0f), blue) &&
           fillBreaker(scene, gfMakeRectangle((gfVec2){0.60f, 0.06f}, (gfVec2){0.20f, 0.06f}, 0.0f), red) &&
           fillBreaker(scene, gfMakeCircle((gfVec2){0.95f, 0.55f}, 0.06f), red);
}

static void drawBreaker(const Scene *scene, gfDrawDef *def)
{
    *def = gfDefaultDrawDefFor(scene->fluid);
    def->solids.shown = true;
}

const SceneInfo breakerScene = {.name = "breaker",
                                .summary = "the reference water of the tests",
                                .tuneFluid = tuneBreaker,
                                .setUp = setUpBreaker,
                                .tuneDraw = drawBreaker};

const SceneInfo *Plume_FindScene(const char *name)
{
    static const SceneInfo *const own[] = {&plumeScene, &breakerScene};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (strcmp(name, own[i]->name) == 0) {
            return own[i];
        }
    }
    return Scene_Find(name);
}
