// fountain: a jet rises from a bowl, and others leap in turns from the basin below. The bowl runs over into the basin,
// and that over its rims out of the picture.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define CELL_SPEED 2.0f // m/s that a cell a step is, see Liquid_TuneFluid
#define GRAVITY 0.7f    // m/s^2
#define BASIN_FLOOR 0.05f
#define BASIN_RIM 0.17f
#define BOWL_HEIGHT 0.40f
#define JETS 3

void Fountain_TuneFluid(gfFluidDef *def)
{
    Liquid_TuneFluid(def, CELL_SPEED, GRAVITY);
    Liquid_TuneTension(def, 0.00542f);
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

static bool addSolids(Scene *scene)
{
    float middle = 0.5f * scene->width;
    float half = 0.41f * scene->width, bowl = 0.15f * scene->width;
    return addBar(scene, middle, BASIN_FLOOR, half, 0.020f, 0.0f) &&
           addBar(scene, middle - half, 0.5f * (BASIN_FLOOR + BASIN_RIM), 0.016f, 0.5f * (BASIN_RIM - BASIN_FLOOR),
                  0.0f) &&
           addBar(scene, middle + half, 0.5f * (BASIN_FLOOR + BASIN_RIM), 0.016f, 0.5f * (BASIN_RIM - BASIN_FLOOR),
                  0.0f) &&
           addBar(scene, middle, 0.5f * (BASIN_FLOOR + BOWL_HEIGHT), 0.030f, 0.5f * (BOWL_HEIGHT - BASIN_FLOOR),
                  0.0f) &&
           addBar(scene, middle, BOWL_HEIGHT, bowl, 0.012f, 0.0f) &&
           addBar(scene, middle - bowl - 0.018f, BOWL_HEIGHT + 0.022f, 0.034f, 0.010f, -0.8f) &&
           addBar(scene, middle + bowl + 0.018f, BOWL_HEIGHT + 0.022f, 0.034f, 0.010f, 0.8f);
}

// One in the middle that swells and sways, and on each side of the basin one that leaps now and then.
static gfSourceDef getJet(const Scene *scene, int index)
{
    float time = Scene_GetTime(scene);
    float middle = 0.5f * scene->width, side = (float)(index - 1);
    float swell = sinf(0.9f * time + 2.6f * (float)index);
    gfSourceDef def = gfDefaultSourceDef();
    bool flows = index == 1 || swell > 0.72f;
    def.mode = flows ? GF_SOURCE_SET : GF_SOURCE_ADD;
    def.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    if (!flows) {
        def.shape = gfMakeCircle(Scene_Vec(middle, 0.5f), 0.01f);
        return def;
    }
    def.mass = 1.0f;
    if (index == 1) {
        float angle = 0.16f * sinf(0.7f * time);
        float speed = 0.66f + 0.10f * swell;
        def.shape = gfMakeRectangle(Scene_Vec(middle, BOWL_HEIGHT + 0.04f), Scene_Vec(0.013f, 0.025f), 0.0f);
        def.velocity = Scene_Vec(speed * sinf(angle), speed * cosf(angle));
    } else {
        float speed = 0.60f;
        float x = middle + side * 0.33f * scene->width;
        def.shape = gfMakeRectangle(Scene_Vec(x, BASIN_RIM), Scene_Vec(0.007f, 0.020f), 0.0f);
        def.velocity = Scene_Vec(-0.36f * side * speed, 0.93f * speed);
    }
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
    gfShape basin = gfMakeRectangle(Scene_Vec(0.5f * scene->width, 0.5f * (BASIN_FLOOR + BOWL_HEIGHT)),
                                    Scene_Vec(0.41f * scene->width, 0.5f * (BOWL_HEIGHT - BASIN_FLOOR)), 0.0f);
    return Scene_SetUpSolids(scene, addSolids) && gfFluid_FillToLevel(scene->fluid, &basin, BASIN_RIM) &&
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
}
