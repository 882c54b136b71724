// What burns in the harbour: oil, which is dye of the water. Where it burns is reckoned in coarse cells, from what a
// query tells of it: fire spreads to oil beside it, heats and darkens the air, which is a second fluid, and uses up the
// oil.
#include "scenes/harbour.h"

#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FLAMMABLE 0.10f  // oil that catches fire
#define SPREADING 5.0f   // 1/s, chance to catch it from a neighbour
#define KINDLING 2.2f    // 1/s
#define DYING 1.1f       // 1/s, without oil
#define APPETITE 0.10f   // oil a second that full fire uses up
#define DISPERSAL 0.035f // share of that by which oil vanishes that does not burn
#define LEAK 7.0f        // likewise, that comes in a gush
#define BLAZE 40.0f      // cells that burn: with more the leak gives less
#define LEAK_PERIOD 19.0f
#define HEAT 900.0f // K, of full fire
#define COOLING 4.0f
#define SOOT 1.25f // a second
#define TURN 24    // frames: sources that cover much of the basin act now and then, as strongly as if they always acted
#define SPILL_TURN 4
#define EATEN_TURN 8
#define BURNT_TURN 2

static gfVec2 getLeak(const Scene *scene)
{
    gfShape barge;
    Harbour_GetWall(scene, 4, &barge);
    return Scene_Vec(barge.a.x + 0.62f * harbourBarge.half.x, barge.a.y - harbourBarge.half.y - 0.012f);
}

// --- what lies on the water and in the air ---------------------------------------------------------------------------

// What has leaked already: a tongue that winds away from the barge.
static void paintOil(const Scene *scene, gfVec2 place, float rgba[4], void *user)
{
    gfVec2 leak = getLeak(scene);
    float x = place.x - leak.x, y = place.y - leak.y;
    float along = 0.8f * x - 0.6f * y, aside = 0.6f * x + 0.8f * y - 0.06f * sinf(11.0f * along);
    float wide = 0.045f + 0.045f * Land_Fractal(9.0f * place.x, 9.0f * place.y, 3, 5u) + 0.07f * along;
    (void)user;
    if (along > -0.05f && along < 0.40f) {
        rgba[3] = 0.9f * Land_Step(wide, 0.4f * wide, fabsf(aside)) * Land_Step(0.40f, 0.20f, along) *
                  Land_Step(-0.05f, 0.0f, along);
    }
}

static gfShape getDomain(const Scene *scene)
{
    return gfMakeRectangle(Scene_Vec(0.5f * scene->width, 0.5f), Scene_Vec(0.5f * scene->width, 0.5f), 0.0f);
}

static gfSourceDef getSpill(const Scene *scene)
{
    float phase = fmodf(Scene_GetTime(scene), LEAK_PERIOD) / LEAK_PERIOD, seconds = SPILL_TURN * HARBOUR_FRAME;
    float gush = 0.5f + 0.5f * Land_Step(0.30f, 0.10f, fabsf(phase - 0.35f));
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_DYE | GF_SOURCE_VELOCITY;
    def.shape = gfMakeCircle(getLeak(scene), 0.022f);
    def.softness = 0.02f;
    def.velocity = Scene_Vec(0.6f * seconds, -1.1f * seconds);
    def.dye[3] = LEAK * seconds * gush * fminf(fmaxf(1.3f - scene->harbour->blaze / BLAZE, 0.0f), 1.0f);
    return def;
}

static gfSourceDef getEaten(const Scene *scene)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_DYE;
    def.shape = getDomain(scene);
    def.dye[3] = -EATEN_TURN * APPETITE;
    return def;
}

// The water goes slowly round the basin.
static gfSourceDef getCurrent(const Scene *scene)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_VELOCITY;
    def.shape = gfMakeCircle(Scene_Vec(0.42f * scene->width, 0.46f), 0.40f);
    def.softness = 0.2f;
    def.angularVelocity = -TURN * HARBOUR_FRAME * 0.022f;
    return def;
}

static gfSourceDef getBurnt(const Scene *scene)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_TEMPERATURE | GF_SOURCE_DYE;
    def.shape = getDomain(scene);
    def.temperature = BURNT_TURN * HEAT * COOLING;
    def.dye[3] = BURNT_TURN * SOOT;
    return def;
}

// A gust somewhere over the water, which winds up the smoke.
static gfSourceDef getGust(const Scene *scene)
{
    unsigned n = 4u * (unsigned)scene->frame;
    float turn = 2.0f * SCENE_PI * Scene_Hash(scene, n), speed = 0.05f + 0.06f * Scene_Hash(scene, n + 1u);
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_VELOCITY;
    def.shape = gfMakeCircle(
        Scene_Vec(scene->width * (0.2f + 0.7f * Scene_Hash(scene, n + 2u)), 0.3f + 0.6f * Scene_Hash(scene, n + 3u)),
        0.06f);
    def.softness = 0.08f;
    def.velocity = Scene_Vec(speed * cosf(turn), speed * sinf(turn));
    return def;
}

// --- the fire --------------------------------------------------------------------------------------------------------

static int getCell(const Scene *scene, gfVec2 place)
{
    int x = (int)(place.x / scene->width * HARBOUR_COLUMNS), y = (int)(place.y * HARBOUR_ROWS);
    return x >= 0 && y >= 0 && x < HARBOUR_COLUMNS && y < HARBOUR_ROWS ? y * HARBOUR_COLUMNS + x : -1;
}

static void light(Scene *scene, gfVec2 place)
{
    struct Harbour *harbour = scene->harbour;
    int cell = getCell(scene, place);
    if (cell >= 0 && harbour->oil[cell] > FLAMMABLE) {
        harbour->burning[cell] = fmaxf(harbour->burning[cell], 0.3f);
    }
}

static float getHottest(const struct Harbour *harbour, int cell)
{
    int x = cell % HARBOUR_COLUMNS, y = cell / HARBOUR_COLUMNS;
    float hottest = 0.0f;
    for (int i = 0; i < 9; i++) {
        int u = x + i % 3 - 1, v = y + i / 3 - 1;
        if (u >= 0 && v >= 0 && u < HARBOUR_COLUMNS && v < HARBOUR_ROWS) {
            hottest = fmaxf(hottest, harbour->burning[v * HARBOUR_COLUMNS + u]);
        }
    }
    return hottest;
}

static float burn(const Scene *scene, int cell)
{
    const struct Harbour *harbour = scene->harbour;
    float burning = harbour->burning[cell], oil = harbour->oil[cell];
    if (oil < FLAMMABLE) {
        return fmaxf(burning - DYING * HARBOUR_FRAME, 0.0f);
    }
    float most = fminf(0.35f + 1.2f * oil, 1.0f);
    if (burning > 0.0f) {
        return burning < most ? fminf(burning + KINDLING * HARBOUR_FRAME, most)
                              : burning - 0.5f * (burning - most) * HARBOUR_FRAME;
    }
    bool catches = getHottest(harbour, cell) > 0.4f &&
                   Scene_Hash(scene, (unsigned)(scene->frame * HARBOUR_CELLS + cell)) < SPREADING * HARBOUR_FRAME;
    return catches ? KINDLING * HARBOUR_FRAME : 0.0f;
}

// Oil at the leak catches fire from a spark, wherever the fire has gone out.
static void spread(Scene *scene)
{
    struct Harbour *harbour = scene->harbour;
    gfQueryAnswer answer;
    float next[HARBOUR_CELLS], sum = 0.0f;
    gfQuery_Request(harbour->query);
    bool known = gfQuery_Poll(harbour->query, &answer) == GF_POLL_READY;
    for (int i = 0; i < HARBOUR_CELLS; i++) {
        harbour->oil[i] = known ? answer.points[i].dye[3] : harbour->oil[i];
        next[i] = burn(scene, i);
        sum += next[i];
    }
    memcpy(harbour->burning, next, sizeof next);
    harbour->blaze = sum;
    if (sum < 0.5f) {
        gfVec2 leak = getLeak(scene);
        for (int i = 0; i < 5; i++) {
            light(scene, Scene_Vec(leak.x + 0.035f * (float)i, leak.y - 0.030f * (float)i));
        }
    }
    if (scene->pointerFrame >= 0 && scene->frame - scene->pointerFrame < 4) {
        light(scene, scene->pointer);
    }
    for (int i = 0; i < HARBOUR_CELLS; i++) {
        float least = harbour->oil[i] > 0.02f ? DISPERSAL : 0.0f;
        harbour->mask[(HARBOUR_ROWS - 1 - i / HARBOUR_COLUMNS) * HARBOUR_COLUMNS + i % HARBOUR_COLUMNS] =
            (uint8_t)(255.0f * fmaxf(harbour->burning[i], least));
    }
}

// Between its turns an emitter does nothing.
static void takeTurn(Scene *scene, gfFluid *fluid, gfEmitterId emitter, gfSourceDef def, int turn)
{
    const gfMask mask = {
        .pixels = scene->harbour->mask, .width = HARBOUR_COLUMNS, .height = HARBOUR_ROWS, .stride = HARBOUR_COLUMNS};
    bool acts = scene->frame % turn == 0;
    if (!acts) {
        def.temperature = def.dye[3] = 0.0f;
    }
    gfFluid_SetEmitter(fluid, emitter, &def);
    if (acts) {
        gfFluid_SetEmitterMask(fluid, emitter, &mask);
    }
}

void Harbour_MoveFire(Scene *scene)
{
    spread(scene);
    takeTurn(scene, scene->fluid, scene->harbour->eaten, getEaten(scene), EATEN_TURN);
    takeTurn(scene, scene->air, scene->harbour->burnt, getBurnt(scene), BURNT_TURN);
    if (scene->frame % SPILL_TURN == 1) {
        gfSourceDef spill = getSpill(scene);
        gfFluid_Splat(scene->fluid, &spill);
    }
    if (scene->frame % TURN == 2) {
        gfSourceDef current = getCurrent(scene);
        gfFluid_Splat(scene->fluid, &current);
    }
    if (scene->frame % (TURN / 2) == 1) {
        gfSourceDef gust = getGust(scene);
        gfFluid_Splat(scene->air, &gust);
    }
}

// --- lights ----------------------------------------------------------------------------------------------------------

#define FIRES_X 3
#define FIRES_Y 2
#define FIRES (FIRES_X * FIRES_Y)

typedef struct Blaze {
    float weight;
    gfVec2 sum;
} Blaze;

// What burns is shared out among a few places, so that lights neither jump nor come all at once.
static void gatherFires(const Scene *scene, Blaze *fires)
{
    memset(fires, 0, FIRES * sizeof *fires);
    for (int i = 0; i < HARBOUR_CELLS; i++) {
        float burning = scene->harbour->burning[i];
        if (burning <= 0.0f) {
            continue;
        }
        float u = ((float)(i % HARBOUR_COLUMNS) + 0.5f) / HARBOUR_COLUMNS,
              v = ((float)(i / HARBOUR_COLUMNS) + 0.5f) / HARBOUR_ROWS;
        for (int k = 0; k < FIRES; k++) {
            float x = fabsf(FIRES_X * u - 0.5f - (float)(k % FIRES_X));
            float y = fabsf(FIRES_Y * v - 0.5f - (float)(k / FIRES_X));
            float share = burning * fmaxf(1.0f - x, 0.0f) * fmaxf(1.0f - y, 0.0f);
            fires[k].weight += share;
            fires[k].sum.x += share * u * scene->width;
            fires[k].sum.y += share * v;
        }
    }
}

static float getFlicker(float time, int index)
{
    float n = (float)index;
    return 1.0f + 0.13f * sinf(9.1f * time + 2.0f * n) + 0.09f * sinf(17.3f * time + 5.0f * n) +
           0.06f * sinf(29.0f * time + 3.0f * n);
}

void Harbour_AddFireLights(Scene *scene)
{
    static const float fire[3] = {2.6f, 1.02f, 0.26f};
    float time = Scene_GetTime(scene);
    Blaze fires[FIRES];
    gatherFires(scene, fires);
    for (int i = 0; i < FIRES; i++) {
        if (fires[i].weight < 0.05f) {
            continue;
        }
        float strength = 1.0f - expf(-fires[i].weight / 7.0f), bright = strength * getFlicker(time, i);
        SceneLight lamp = {{fires[i].sum.x / fires[i].weight, fires[i].sum.y / fires[i].weight, 0.06f},
                           0.15f + 0.14f * strength,
                           {bright * fire[0], bright * fire[1], bright * fire[2]},
                           0.09f + 0.12f * strength};
        scene->lights[scene->lightCount++] = lamp;
    }
}

// --- set-up ----------------------------------------------------------------------------------------------------------

static bool makeAir(Scene *scene)
{
    gfFluidDef def = gfDefaultFluidDef();
    scene->airCoarseness = 2;
    Scene_SizeAir(scene, &def);
    def.dyeScale = 1.0f;
    def.fieldPrecision = scene->config.precision;
    def.grid.gravity = Scene_Vec(0.0f, 0.0f); // it is seen from above
    def.grid.temperatureDissipation = COOLING;
    def.grid.dyeDissipation = 0.22f;
    def.grid.vorticityConfinement = 1.5f;
    gfBoundary *sides[4] = {&def.boundaries.left, &def.boundaries.right, &def.boundaries.bottom, &def.boundaries.top};
    for (int i = 0; i < 4; i++) {
        sides[i]->kind = i == 0 ? GF_BOUNDARY_INFLOW : GF_BOUNDARY_OPEN;
    }
    def.boundaries.left.inflowSpeed = 0.065f;
    scene->air = gfCreateFluid(scene->device, &def);
    return scene->air != NULL;
}

static bool makeQuery(Scene *scene)
{
    gfQueryDef def = gfDefaultQueryDef();
    def.quantities = GF_QUANTITY_DYE;
    def.maxPoints = HARBOUR_CELLS;
    def.maxRegions = 0;
    def.delay = 2; // two runs are the same
    gfVec2 middles[HARBOUR_CELLS];
    for (int i = 0; i < HARBOUR_CELLS; i++) {
        middles[i] = Scene_Vec(scene->width * ((float)(i % HARBOUR_COLUMNS) + 0.5f) / HARBOUR_COLUMNS,
                               ((float)(i / HARBOUR_COLUMNS) + 0.5f) / HARBOUR_ROWS);
    }
    scene->blaze = (SceneBlaze){.columns = HARBOUR_COLUMNS,
                                .rows = HARBOUR_ROWS,
                                .burning = scene->harbour->burning,
                                .heat = HEAT,
                                .height = 0.115f,
                                .smokeHeight = 0.30f};
    scene->harbour->query = gfCreateQuery(scene->fluid, &def);
    return scene->harbour->query != NULL && gfQuery_SetPoints(scene->harbour->query, middles, HARBOUR_CELLS);
}

bool Harbour_MakeFire(Scene *scene)
{
    if (!makeAir(scene) || !makeQuery(scene)) {
        return false;
    }
    gfSourceDef eaten = getEaten(scene), burnt = getBurnt(scene);
    scene->harbour->eaten = gfFluid_AddEmitter(scene->fluid, &eaten);
    scene->harbour->burnt = gfFluid_AddEmitter(scene->air, &burnt);
    return !GF_IS_NULL(scene->harbour->eaten) && !GF_IS_NULL(scene->harbour->burnt);
}

bool Harbour_PaintOil(Scene *scene)
{
    return Scene_PaintDye(scene, 2, paintOil, NULL);
}
