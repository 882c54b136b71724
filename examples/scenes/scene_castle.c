// castle: a castle of sand on a beach, a rigid group. Waves gnaw at its foot; what they wet flows as sand, cracks make
// groups of its parts, and these fall. The sea carries all of it off, calms down, and the castle is built anew.
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GRAVITY 2.5f
#define LEVEL 0.205f
#define GROUND 0.25f // under the castle
#define SEABED 0.05f
#define SLOPE 0.26f
#define SPAN 0.36f // of the castle, m
#define MARGIN 0.06f
#define PARTS 5
#define MERLON 0.015f
#define PERIOD 46.0f // s, from castle to castle
#define WAVE_PERIOD 2.2f
#define SWELL 1.15f     // m/s^2
#define WIND 1.5f       // m/s^2
#define BITE_START 7.0f // s
#define BITES 13
#define BITE 0.030f // m
#define CALM 37.0f
#define FADE 3.5f  // s, in which the last sand goes
#define BUILD 0.5f // from part to part

enum { WATER, CASTLE, WET, LIGHT, DARK, RED, KINDS };

// A part of the castle: its ends and height over the ground, and that of its roof.
typedef struct Part {
    float left, right, height, roof;
} Part;

static const Part parts[PARTS] = {{0.000f, 0.070f, 0.170f, 0.075f},
                                  {0.070f, 0.131f, 0.095f, 0.0f},
                                  {0.131f, 0.229f, 0.235f, 0.095f},
                                  {0.229f, 0.290f, 0.095f, 0.0f},
                                  {0.290f, 0.360f, 0.170f, 0.075f}};

static float getLeft(float width)
{
    return width - SPAN - MARGIN;
}

static float getGround(float width, float x)
{
    float foot = getLeft(width) - 0.05f;
    return fminf(GROUND, fmaxf(SEABED, GROUND - SLOPE * (foot - x)));
}

// The part at a place, or -1.
static int getPart(float width, gfVec2 place)
{
    float x = place.x - getLeft(width), y = place.y - GROUND;
    for (int i = 0; i < PARTS; i++) {
        const Part *part = &parts[i];
        float middle = 0.5f * (part->left + part->right), half = 0.5f * (part->right - part->left);
        if (fabsf(x - middle) < half && y > 0.003f && y < part->height + part->roof) {
            float roof = half * (1.0f - (y - part->height) / fmaxf(part->roof, 1e-6f));
            bool gap =
                part->roof == 0.0f && y > part->height - MERLON && sinf(SCENE_PI * (x - part->left) / 0.0112f) < 0.0f;
            return gap || (y > part->height && fabsf(x - middle) > roof) ? -1 : i;
        }
    }
    return -1;
}

// Its colour, as a material.
static int getColor(float width, int index, gfVec2 place)
{
    const Part *part = &parts[index];
    float x = place.x - getLeft(width) - 0.5f * (part->left + part->right), y = place.y - GROUND;
    if (y > part->height) {
        return RED;
    }
    float gate = y < 0.045f ? fabsf(x) : hypotf(x, y - 0.045f);
    bool window = part->roof > 0.0f && fabsf(x) < 0.010f && fabsf(y - part->height + 0.045f) < 0.016f;
    return window || (index == 2 && gate < 0.026f) ? DARK : LIGHT;
}

static int getKind(float width, gfVec2 place)
{
    int part = getPart(width, place);
    if (part >= 0) {
        return getColor(width, part, place);
    }
    return place.y < LEVEL && place.y > getGround(width, place.x) + 0.004f ? WATER : -1;
}

void Castle_TuneFluid(gfFluidDef *def)
{
    static const float colors[KINDS][3] = {{0.04f, 0.38f, 0.58f}, {0.80f, 0.58f, 0.28f},  {0.52f, 0.34f, 0.14f},
                                           {0.86f, 0.64f, 0.32f}, {0.20f, 0.10f, 0.045f}, {0.70f, 0.10f, 0.05f}};
    Sph_TuneFluidFor(def, getKind);
    gfParticleParams *params = &def->particles;
    params->gravity = (gfVec3){0.0f, -GRAVITY, 0.0f};
    params->depth = 0.25f;
    params->speed = 0.8f;
    params->compression = 0.08f;
    params->groups = SCENE_GROUP_MAX;
    params->lifetimes = true;
    params->materialCount = KINDS;
    for (int i = 0; i < KINDS; i++) {
        params->materials[i] = gfGetParticleMaterial(i == WATER ? GF_PARTICLES_WATER : GF_PARTICLES_SAND);
        params->materials[i].friction = i == WET ? 20.0f : params->materials[i].friction; // the sea carries it off
        memcpy(params->materials[i].color, colors[i], sizeof colors[i]);
    }
}

static bool addBeach(Scene *scene)
{
    float width = scene->width, foot = getLeft(width) - 0.05f, deep = foot - (GROUND - SEABED) / SLOPE;
    gfVec2 points[6] = {{-0.1f, -0.1f},
                        {width + 0.1f, -0.1f},
                        {width + 0.1f, GROUND},
                        {foot, GROUND},
                        {fmaxf(deep, -0.05f), getGround(width, fmaxf(deep, -0.05f))},
                        {-0.1f, getGround(width, -0.1f)}};
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakePolygon(points, 6);
    return !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
}

// How long a particle of a castle is there: until shortly before the next one is built.
static float getLifetime(const Scene *scene, int index)
{
    return PERIOD - BUILD * (float)(PARTS + 1) - FADE * Scene_Hash(scene, 5000u + (unsigned)index);
}

// When a part of the next castle is built, s before its time begins.
static float getLead(int part)
{
    return BUILD * (float)(PARTS - part);
}

// The sea is pushed to and fro at its far end.
static gfSourceDef getSwell(const Scene *scene)
{
    float time = Scene_GetTime(scene), phase = fmodf(time, PERIOD);
    float strength = fminf(fmaxf(phase - 1.0f, 0.0f) / 5.0f, 1.0f) * fminf(fmaxf(CALM - phase, 0.0f) / 2.0f, 1.0f);
    float reach = 0.34f * scene->width;
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_VELOCITY;
    def.shape = gfMakeRectangle(Scene_Vec(0.5f * reach, 0.25f), Scene_Vec(0.5f * reach, 0.25f), 0.0f);
    def.softness = 0.05f;
    def.acceleration.x = SWELL * strength * sinf(2.0f * SCENE_PI * phase / WAVE_PERIOD);
    return def;
}

// A wind off the land drives what is left on the building ground into the sea, before the next castle.
static gfSourceDef getWind(const Scene *scene)
{
    float phase = fmodf(Scene_GetTime(scene), PERIOD), left = getLeft(scene->width) - 0.1f;
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_VELOCITY;
    def.shape = gfMakeRectangle(Scene_Vec(0.5f * (left + scene->width), GROUND + 0.1f),
                                Scene_Vec(0.5f * (scene->width - left), 0.13f), 0.0f);
    def.acceleration.x = phase > CALM + 1.0f && phase < PERIOD - getLead(0) - 0.2f ? -WIND : 0.0f;
    return def;
}

// Makes a rigid group of what stands there, or lets it join that of the castle so far.
static bool freeze(Scene *scene)
{
    float left = getLeft(scene->width), high = 0.36f;
    gfParticleGroupDef def = gfDefaultParticleGroupDef();
    def.shape = gfMakeRectangle(Scene_Vec(left + 0.5f * SPAN, GROUND + 0.5f * high),
                                Scene_Vec(0.5f * SPAN + 0.001f, 0.5f * high), 0.0f);
    def.material = CASTLE;
    def.params.rigid = true;
    gfParticleGroupId id = gfFluid_FreezeParticles(scene->fluid, &def);
    if (GF_IS_NULL(id) || scene->groupCount > 0) {
        return !GF_IS_NULL(id) && gfFluid_JoinParticleGroups(scene->fluid, scene->groups[0], id);
    }
    scene->groups[scene->groupCount++] = id;
    return true;
}

// Adds the particles of one part, or of all of the scene.
static bool addParticles(Scene *scene, int onlyPart)
{
    gfParticle *particles = Sph_PlaceKinds(scene, getKind);
    int count = 0, capacity = gfFluid_GetDef(scene->fluid).particles.capacity;
    for (int i = 0; particles != NULL && i < capacity; i++) {
        gfParticle particle = particles[i];
        bool isCastle = particle.material >= LIGHT;
        particle.lifetime = isCastle ? getLifetime(scene, i) + (onlyPart < 0 ? 0.0f : getLead(onlyPart)) : 0.0f;
        if (onlyPart < 0 || (isCastle && getPart(scene->width, particle.position) == onlyPart)) {
            particles[count++] = particle;
        }
    }
    bool added = particles != NULL && (count == 0 || gfFluid_AddParticles(scene->fluid, particles, count));
    free(particles);
    return added;
}

// A day at the sea.
static void paintSea(const Scene *scene, gfVec2 place, float light[3])
{
    static const float high[3] = {0.10f, 0.34f, 0.74f}, low[3] = {0.62f, 0.82f, 0.92f}, white[3] = {1.0f, 0.98f, 0.94f};
    static const float far[3] = {0.10f, 0.36f, 0.52f}, near[3] = {0.10f, 0.50f, 0.56f};
    const float horizon = 0.40f;
    float rise = fminf(fmaxf((place.y - horizon) / (1.0f - horizon), 0.0f), 1.0f);
    float puff = 0.55f * Backdrop_GetNoise(scene, 3.0f * place.x, 5.0f * place.y, 100000u) +
                 0.30f * Backdrop_GetNoise(scene, 8.0f * place.x, 11.0f * place.y, 400000u) +
                 0.15f * Backdrop_GetNoise(scene, 20.0f * place.x, 26.0f * place.y, 700000u);
    float cloud = fminf(fmaxf(5.0f * (puff - 0.52f), 0.0f), 1.0f) * fminf(3.0f * rise, 1.0f);
    float depth = fmaxf(horizon - place.y, 0.0f);
    float glint = Backdrop_GetNoise(scene, 10.0f * place.x / (0.1f + depth), 5.0f / (0.03f + depth), 1000000u);
    float sea = Backdrop_Cover(horizon - place.y);
    for (int c = 0; c < 3; c++) {
        float sky = low[c] + (high[c] - low[c]) * sqrtf(rise);
        sky += 0.85f * cloud * (white[c] - sky);
        float water = far[c] + (near[c] - far[c]) * fminf(depth / 0.2f, 1.0f) + 0.12f * (glint > 0.7f ? 1.0f : 0.0f);
        light[c] = sky + sea * (water - sky);
    }
    // A boat with two sails.
    float x = place.x - 0.24f * scene->width, y = place.y - horizon + 0.006f;
    float hull = Backdrop_Cover(fminf(fminf(y, 0.016f - y), 0.042f + 0.6f * y - fabsf(x)));
    float sail = fmaxf(Backdrop_Cover(fminf(fminf(y - 0.020f, x - 0.003f), 0.105f - y - 1.9f * x)),
                       Backdrop_Cover(fminf(fminf(y - 0.020f, -x - 0.003f), 0.085f - y + 2.2f * x)));
    for (int c = 0; c < 3; c++) {
        light[c] += hull * ((c == 0 ? 0.45f : 0.05f) - light[c]) + sail * (0.92f - 0.05f * (float)c - light[c]);
    }
}

bool Castle_SetUp(Scene *scene)
{
    gfSourceDef swell = getSwell(scene), wind = getWind(scene);
    bool made = Scene_SetUpSolids(scene, addBeach) && Scene_AddEmitter(scene, &swell) &&
                Scene_AddEmitter(scene, &wind) && addParticles(scene, -1);
    return made && freeze(scene) && Backdrop_Paint(scene, paintSea);
}

// What is left of a line through the castle, which leans to the sea and comes further from bite to bite.
static gfShape getBite(const Scene *scene, int bite)
{
    float left = getLeft(scene->width) - 0.3f, front = getLeft(scene->width) + BITE * (float)bite;
    gfVec2 points[6] = {{left, GROUND - 0.05f},           {front + 0.045f, GROUND - 0.05f},
                        {front + 0.045f, GROUND + 0.02f}, {front + 0.010f, GROUND + 0.06f},
                        {front - 0.05f, GROUND + 0.6f},   {left, GROUND + 0.6f}};
    return gfMakePolygon(points, 6);
}

static void dissolve(Scene *scene, const gfShape *shape)
{
    for (int i = 0; i < scene->groupCount; i++) {
        gfFluid_DissolveParticleGroup(scene->fluid, scene->groups[i], shape, WET);
    }
}

// Bites into all groups, opens cracks beside the parts that it has come to, and makes groups of the pieces.
static void bite(Scene *scene, int number)
{
    gfShape shape = getBite(scene, number);
    dissolve(scene, &shape);
    float spacing = gfFluid_GetDef(scene->fluid).particles.spacing;
    for (int i = 0; i + 1 < PARTS; i++) {
        if (parts[i].left < BITE * (float)number + 0.05f) {
            float crack = getLeft(scene->width) + parts[i].right;
            shape = gfMakeRectangle(Scene_Vec(crack, GROUND + 0.2f), Scene_Vec(spacing, 0.2f), 0.0f);
            dissolve(scene, &shape);
        }
    }
    for (int i = 0; i < scene->groupCount; i++) {
        gfParticleGroupId piece = {0};
        while (scene->groupCount < SCENE_GROUP_MAX - PARTS &&
               !GF_IS_NULL(piece = gfFluid_SplitParticleGroup(scene->fluid, scene->groups[i]))) {
            scene->groups[scene->groupCount++] = piece;
        }
    }
}

// Events of a castle, in order: its bites, its end, and the building of the next.
void Castle_BeforeStep(Scene *scene)
{
    gfSourceDef swell = getSwell(scene), wind = getWind(scene);
    gfFluid_SetEmitter(scene->fluid, scene->emitters[0], &swell);
    gfFluid_SetEmitter(scene->fluid, scene->emitters[1], &wind);
    const int each = BITES + 1 + PARTS;
    int castle = scene->events / each, event = scene->events % each;
    float at = event < BITES    ? BITE_START + WAVE_PERIOD * (float)event
               : event == BITES ? CALM
                                : PERIOD - getLead(event - BITES - 1);
    if (Scene_GetTime(scene) < PERIOD * (float)castle + at) {
        return;
    }
    if (event < BITES) {
        bite(scene, event);
    } else if (event == BITES) {
        dissolve(scene, NULL);
        scene->groupCount = 0;
    } else if (addParticles(scene, event - BITES - 1)) {
        freeze(scene);
    }
    scene->events++;
}

void Castle_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float sand[4] = {0.80f, 0.60f, 0.32f, 1.0f};
    (void)scene;
    Sph_TuneKinds(def);
    memcpy(def->solids.color, sand, sizeof sand);
}
