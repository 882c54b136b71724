// jelly: pieces of jelly with faces rain into a dish, squash and pile up. Each hops now and then, and the mouse throws
// them.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define GRAVITY 2.4f
#define ROWS 3
#define COLORS 5
#define WHITE (COLORS + 1) // materials: what all are made of, the colours, and those of faces
#define DARK (COLORS + 2)
#define FORMS 5
#define HOP_START 4.0f  // s
#define HOP_PERIOD 6.0f // from one hop of a piece to its next
#define RIM_WIDTH 0.20f // of the dish
#define RIM_HEIGHT 0.13f

static const float colors[DARK + 1][3] = {{0.80f, 0.08f, 0.12f}, {0.85f, 0.05f, 0.14f}, {0.95f, 0.36f, 0.02f},
                                          {0.16f, 0.58f, 0.05f}, {0.10f, 0.30f, 0.85f}, {0.52f, 0.10f, 0.66f},
                                          {0.95f, 0.94f, 0.90f}, {0.02f, 0.01f, 0.02f}};

static int getColumns(float width)
{
    return (int)fminf(fmaxf(width / 0.32f, 1.0f), (float)(SCENE_GROUP_MAX / ROWS));
}

static float getRadius(float width, int index)
{
    static const float sizes[4] = {1.0f, 0.86f, 0.94f, 0.78f};
    return fminf(0.118f, 0.37f * width / (float)getColumns(width)) * sizes[index % 4];
}

static gfVec2 getPlace(float width, int index)
{
    int columns = getColumns(width), row = index / columns;
    float shift = row % 2 == 0 ? 0.06f : -0.06f;
    float x = ((float)(index % columns) + 0.5f + shift) / (float)columns;
    return Scene_Vec(x * width, 0.22f + 0.30f * (float)row);
}

static int getForm(int index)
{
    return (index + index / FORMS) % FORMS;
}

// Disc, box with round corners, heart, ring and star, all about 1 large.
static bool isInForm(int form, float x, float y)
{
    float from = hypotf(x, y), a = 1.18f * x, b = 1.18f * y + 0.1f, s = a * a + b * b - 1.0f;
    switch (form) {
    case 0:
        return from < 0.95f;
    case 1:
        return hypotf(fmaxf(fabsf(x) - 0.6f, 0.0f), fmaxf(fabsf(y) - 0.6f, 0.0f)) < 0.25f;
    case 2:
        return s * s * s < a * a * b * b * b;
    case 3:
        return from < 1.0f && from > 0.5f;
    default:
        return from < 0.80f + 0.20f * cosf(5.0f * atan2f(x, y));
    }
}

// What a face has at a place: a material, or 0.
static int getFeature(int form, float x, float y)
{
    if (form == 3) {
        return 0;
    }
    float side = fabsf(x), eye = hypotf(side - 0.30f, y - 0.20f), pupil = hypotf(side - 0.27f, y - 0.17f);
    float mouth = fabsf(hypotf(x, y - 0.05f) - 0.42f);
    return pupil < 0.10f ? DARK : eye < 0.20f ? WHITE : mouth < 0.06f && y < -0.18f ? DARK : 0;
}

static int getKind(float width, gfVec2 place)
{
    for (int i = 0; i < ROWS * getColumns(width); i++) {
        gfVec2 centre = getPlace(width, i);
        float radius = getRadius(width, i), x = (place.x - centre.x) / radius, y = (place.y - centre.y) / radius;
        if (isInForm(getForm(i), x, y)) {
            int feature = getFeature(getForm(i), x, y);
            return feature != 0 ? feature : 1 + (i + 2 * (i / getColumns(width))) % COLORS;
        }
    }
    return -1;
}

void Jelly_TuneFluid(gfFluidDef *def)
{
    Sph_TuneFluidFor(def, getKind);
    gfParticleParams *params = &def->particles;
    params->gravity = (gfVec3){0.0f, -GRAVITY, 0.0f};
    params->depth = 0.5f;
    params->compression = 0.1f;
    params->groups = SCENE_GROUP_MAX;
    params->materialCount = DARK + 1;
    for (int i = 0; i <= DARK; i++) {
        params->materials[i] = gfGetParticleMaterial(GF_PARTICLES_JELLY);
        params->materials[i].viscosity = 1e-3f;
        params->materials[i].repulsion = 0.6f / params->spacing; // pieces keep out of each other
        params->materials[i].tension = 0.0f;                     // and do not stick together
        memcpy(params->materials[i].color, colors[i], sizeof colors[i]);
    }
}

static bool addDish(Scene *scene)
{
    bool added = true;
    for (int side = 0; side < 2 && added; side++) {
        float wall = side == 0 ? 0.0f : scene->width, way = side == 0 ? 1.0f : -1.0f;
        gfVec2 points[6];
        for (int i = 0; i < 5; i++) {
            float share = 0.25f * (float)i;
            points[i] = Scene_Vec(wall + way * RIM_WIDTH * share, RIM_HEIGHT * (1.0f - share) * (1.0f - share));
        }
        points[5] = Scene_Vec(wall, 0.0f);
        gfSolidDef def = gfDefaultSolidDef();
        def.shape = gfMakePolygon(points, 6);
        added = !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
    }
    return added;
}

static bool addGroups(Scene *scene)
{
    int count = ROWS * getColumns(scene->width);
    for (scene->groupCount = 0; scene->groupCount < count; scene->groupCount++) {
        gfParticleGroupDef def = gfDefaultParticleGroupDef();
        float radius = getRadius(scene->width, scene->groupCount);
        def.shape = gfMakeCircle(getPlace(scene->width, scene->groupCount), 1.22f * radius);
        def.params.stiffness = 5.5f;
        def.params.damping = 0.25f;
        gfParticleGroupId id = gfFluid_FreezeParticles(scene->fluid, &def);
        if (GF_IS_NULL(id)) {
            return false;
        }
        scene->groups[scene->groupCount] = id;
    }
    return true;
}

// Stripes of a sweet shop's wall.
static void paintShop(const Scene *scene, gfVec2 place, float light[3])
{
    static const float cream[3] = {0.90f, 0.78f, 0.62f}, mint[3] = {0.45f, 0.74f, 0.66f};
    float x = (place.x - 0.42f * scene->width) / 0.75f, y = (place.y - 0.72f) / 0.65f;
    float lit = 0.30f + 0.70f * expf(-x * x - y * y);
    float stripe = 0.12f, at = fmodf(place.x - 0.5f * scene->width + 20.5f * stripe, 2.0f * stripe);
    float in = Backdrop_Cover(0.5f * stripe - fabsf(at - stripe));
    float dotX = at - stripe, dotY = fmodf(place.y + 0.03f, stripe) - 0.5f * stripe;
    float dot = Backdrop_Cover(0.012f - hypotf(dotX, dotY));
    float paper = 0.96f + 0.08f * Backdrop_GetNoise(scene, 60.0f * place.x, 60.0f * place.y, 100000u);
    float shade = 1.0f - 0.45f * expf(-place.y / 0.07f);
    for (int c = 0; c < 3; c++) {
        float color = cream[c] + in * (mint[c] - cream[c]);
        color += 0.6f * dot * (cream[c] - color);
        light[c] = 0.80f * lit * shade * paper * color;
    }
}

bool Jelly_SetUp(Scene *scene)
{
    return Scene_SetUpSolids(scene, addDish) && Sph_FillKinds(scene, getKind) && addGroups(scene) &&
           Backdrop_Paint(scene, paintShop);
}

// Up, towards the middle, and over.
static void hop(Scene *scene, int index, unsigned seed)
{
    gfParticleParams params = gfFluid_GetDef(scene->fluid).particles;
    float radius = getRadius(scene->width, index), mass = params.materials[0].density * 2.4f * radius * radius;
    float up = 1.2f + 1.1f * Scene_Hash(scene, seed), way = Scene_Hash(scene, seed + 1u) - 0.5f;
    float turn = 14.0f * (Scene_Hash(scene, seed + 2u) - 0.5f);
    gfFluid_PushParticleGroup(scene->fluid, scene->groups[index], Scene_Vec(0.8f * mass * way, mass * up),
                              0.4f * mass * radius * radius * turn);
}

// Each hops at a time of its own in each period.
void Jelly_BeforeStep(Scene *scene)
{
    float time = Scene_GetTime(scene) - HOP_START, last = time - 1.0f / 60.0f;
    for (int i = 0; i < scene->groupCount && time > 0.0f; i++) {
        float share = Scene_Hash(scene, 500u + (unsigned)i);
        int round = (int)floorf(time / HOP_PERIOD + share);
        if (round != (int)floorf(last / HOP_PERIOD + share)) {
            hop(scene, i, 1000u + 3u * (unsigned)(round * SCENE_GROUP_MAX + i));
        }
    }
}

void Jelly_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float dish[4] = {0.80f, 0.78f, 0.80f, 1.0f};
    (void)scene;
    Sph_TuneKinds(def);
    memcpy(def->solids.color, dish, sizeof dish);
}
