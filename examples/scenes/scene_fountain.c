// fountain: a jet rises from a bowl, which runs over into a basin, and spouts at its sides pour into that. A drain
// holds the basin at one level.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define CELL_SPEED 2.0f // m/s that a cell a step is, see Liquid_TuneFluid
#define GRAVITY 0.7f    // m/s^2
#define BASIN_FLOOR 0.05f
#define BASIN_LEVEL 0.145f
#define BASIN_HALF 0.41f // of the domain's width
#define BOWL_HEIGHT 0.40f
#define BOWL_HALF 0.19f // of the domain's width
#define POST_HEIGHT 0.36f
#define JETS 3
#define DRAIN 1.0f // 1/s, of the drain: mass that it takes
#define BOWL_DRAIN 0.30f
#define DRAIN_HALF 0.015f
#define BOWL_CALM 2.0f
#define CALM 1.8f // 1/s: what comes down comes to rest as in a third dimension, which takes its energy

void Fountain_TuneFluid(gfFluidDef *def)
{
    Liquid_TuneFluid(def, CELL_SPEED, GRAVITY);
    Liquid_TuneTension(def, 0.0045f);
    def->gaussian.contactAngle = 110.0f;
    def->boundaries.bottom.kind = GF_BOUNDARY_OPEN;
    def->boundaries.left.kind = GF_BOUNDARY_OPEN;
    def->boundaries.right.kind = GF_BOUNDARY_OPEN;
    def->boundaries.top.kind = GF_BOUNDARY_OPEN;
}

static bool addBar(Scene *scene, float x, float y, float halfWidth, float halfHeight, float angle)
{
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeRectangle(Scene_Vec(x, y), Scene_Vec(halfWidth, halfHeight), angle);
    def.shape.radius = fminf(0.010f, fminf(halfWidth, halfHeight));
    def.contactAngle = 110.0f; // what runs over falls, and does not creep along the lower side
    return !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
}

// The sides of the basin are tall: spouts are in them.
static bool addSolids(Scene *scene)
{
    float middle = 0.5f * scene->width;
    bool added =
        addBar(scene, middle, BASIN_FLOOR, BASIN_HALF * scene->width, 0.020f, 0.0f) &&
        addBar(scene, middle, 0.5f * (BASIN_FLOOR + BOWL_HEIGHT), 0.030f, 0.5f * (BOWL_HEIGHT - BASIN_FLOOR), 0.0f) &&
        addBar(scene, middle, BOWL_HEIGHT, BOWL_HALF * scene->width, 0.012f, 0.0f) &&
        addBar(scene, middle, BOWL_HEIGHT + 0.025f, 0.017f, 0.025f, 0.0f);
    for (int side = -1; added && side <= 1; side += 2) {
        float basin = middle + (float)side * BASIN_HALF * scene->width;
        float bowl = middle + (float)side * BOWL_HALF * scene->width;
        added = addBar(scene, basin, 0.5f * (BASIN_FLOOR + POST_HEIGHT), 0.020f, 0.5f * (POST_HEIGHT - BASIN_FLOOR),
                       0.0f) &&
                addBar(scene, basin - 0.022f * (float)side, POST_HEIGHT - 0.045f, 0.030f, 0.010f, 0.0f) &&
                addBar(scene, basin, POST_HEIGHT, 0.032f, 0.012f, 0.0f) &&
                addBar(scene, bowl, BOWL_HEIGHT + 0.020f, 0.011f, 0.032f, 0.0f);
    }
    return added;
}

// One in the middle that swells and sways, and one on each side of the basin that pours.
static gfSourceDef getJet(const Scene *scene, int index)
{
    float time = Scene_GetTime(scene), side = (float)(index - 1);
    float swell = sinf(0.9f * time + 2.6f * (float)index);
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    def.mass = 1.0f;
    if (index == 1) {
        float angle = 0.10f * sinf(0.7f * time);
        float speed = 0.68f + 0.07f * swell;
        def.shape =
            gfMakeRectangle(Scene_Vec(0.5f * scene->width, BOWL_HEIGHT + 0.065f), Scene_Vec(0.011f, 0.015f), 0.0f);
        def.velocity = Scene_Vec(speed * sinf(angle), speed * cosf(angle));
    } else {
        float x = 0.5f * scene->width + side * (BASIN_HALF * scene->width - 0.036f);
        def.shape = gfMakeRectangle(Scene_Vec(x, POST_HEIGHT - 0.025f), Scene_Vec(0.012f, 0.008f), 0.0f);
        def.velocity = Scene_Vec(-side * (0.27f + 0.08f * swell), 0.0f);
    }
    return def;
}

// What the basin and the bowl hold comes to rest, and some of what the bowl holds runs off through its foot.
static gfSourceDef getCalm(const Scene *scene, bool bowl)
{
    float low = bowl ? BOWL_HEIGHT : BASIN_FLOOR, high = bowl ? BOWL_HEIGHT + 0.055f : BASIN_LEVEL;
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_VELOCITY;
    def.shape = gfMakeRectangle(Scene_Vec(0.5f * scene->width, 0.5f * (low + high)),
                                Scene_Vec((bowl ? BOWL_HALF : BASIN_HALF) * scene->width, 0.5f * (high - low)), 0.0f);
    def.zone.drag = bowl ? BOWL_CALM : CALM;
    def.fields |= bowl ? GF_SOURCE_MASS : 0u;
    def.mass = bowl ? -BOWL_DRAIN : 0.0f;
    return def;
}

// Takes what stands above the level.
static gfSourceDef getDrain(const Scene *scene)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_MASS;
    def.shape = gfMakeRectangle(Scene_Vec(0.5f * scene->width, BASIN_LEVEL + DRAIN_HALF),
                                Scene_Vec(BASIN_HALF * scene->width, DRAIN_HALF), 0.0f);
    def.mass = -DRAIN;
    return def;
}

// Adds discs of light, out of focus, one in some of the cells of a lattice.
static void addLamps(const Scene *scene, gfVec2 place, float size, float share, float strength, float light[3])
{
    static const float lamps[4][3] = {
        {0.95f, 0.48f, 0.12f}, {0.90f, 0.62f, 0.28f}, {0.80f, 0.22f, 0.16f}, {0.30f, 0.55f, 0.75f}};
    int column = (int)(place.x / size + 8.0f), row = (int)(place.y / size + 8.0f);
    for (int i = 0; i < 9; i++) {
        int cellX = column + i % 3 - 1, cellY = row + i / 3 - 1;
        unsigned seed = (unsigned)(size * 1e4f) + 977u * (unsigned)cellX + 37u * 977u * (unsigned)cellY;
        if (Scene_Hash(scene, seed) > share) {
            continue;
        }
        float x = size * ((float)cellX - 8.0f + Scene_Hash(scene, seed + 1u));
        float y = size * ((float)cellY - 8.0f + Scene_Hash(scene, seed + 2u));
        float radius = size * (0.16f + 0.22f * Scene_Hash(scene, seed + 3u));
        float near = expf(-powf((y - 0.40f) / 0.15f, 2.0f)); // they hang at the height of heads
        float inside = radius - hypotf(place.x - x, place.y - y);
        float disc = Backdrop_Cover(inside) * (0.7f + 0.5f * expf(-fmaxf(inside, 0.0f) / (0.15f * radius)));
        const float *lamp = lamps[(int)(4.0f * Scene_Hash(scene, seed + 4u)) % 4];
        for (int c = 0; c < 3; c++) {
            light[c] += strength * near * disc * lamp[c];
        }
    }
}

// Dusk: sky, two rows of hills, lamps.
static void paintDusk(const Scene *scene, gfVec2 place, float light[3])
{
    static const float high[3] = {0.030f, 0.060f, 0.18f}, low[3] = {0.85f, 0.40f, 0.26f};
    float t = expf(-powf(fmaxf(place.y - 0.30f, 0.0f) / 0.34f, 1.4f));
    for (int c = 0; c < 3; c++) {
        light[c] = high[c] + (low[c] - high[c]) * t;
    }
    for (int i = 0; i < 2; i++) {
        float x = place.x * (i == 0 ? 1.0f : 0.7f) + 3.0f * (float)i;
        float top = (i == 0 ? 0.50f : 0.34f) + 0.07f * sinf(5.3f * x) + 0.045f * sinf(13.1f * x + 1.0f) +
                    0.018f * sinf(41.0f * x) + 0.010f * sinf(97.0f * x + 2.0f);
        float hill = fminf(fmaxf(0.5f + 60.0f * (top - place.y), 0.0f), 1.0f); // out of focus
        const float color[3] = {i == 0 ? 0.11f : 0.022f, i == 0 ? 0.085f : 0.030f, i == 0 ? 0.115f : 0.035f};
        for (int c = 0; c < 3; c++) {
            light[c] += hill * (color[c] - light[c]);
        }
    }
    addLamps(scene, place, 0.10f, 0.22f, 0.60f, light);
    addLamps(scene, place, 0.21f, 0.25f, 0.35f, light);
}

bool Fountain_SetUp(Scene *scene)
{
    for (int i = 0; i < JETS; i++) {
        gfSourceDef def = getJet(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    gfSourceDef rest[] = {getCalm(scene, false), getCalm(scene, true), getDrain(scene)};
    for (int i = 0; i < 3; i++) {
        if (!Scene_AddEmitter(scene, &rest[i])) {
            return false;
        }
    }
    gfShape basin = gfMakeRectangle(Scene_Vec(0.5f * scene->width, 0.5f * (BASIN_FLOOR + BOWL_HEIGHT)),
                                    Scene_Vec(BASIN_HALF * scene->width, 0.5f * (BOWL_HEIGHT - BASIN_FLOOR)), 0.0f);
    return Scene_SetUpSolids(scene, addSolids) && gfFluid_FillToLevel(scene->fluid, &basin, BASIN_LEVEL) &&
           Backdrop_Paint(scene, paintDusk);
}

void Fountain_BeforeStep(Scene *scene)
{
    for (int i = 0; i < JETS; i++) {
        gfSourceDef def = getJet(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void Fountain_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float solid[4] = {0.020f, 0.018f, 0.024f, 1.0f};
    (void)scene;
    Liquid_TuneDraw(def);
    memcpy(def->solids.color, solid, sizeof solid);
    def->solids.media = 0.0f;
}
