// cloud: cumulus on a fair afternoon. Clouds drift with the wind; warm air boils up into them for a while, then they
// dissolve and others grow. They are lit from the side and shade themselves.
#include "scenes/scene_parts.h"

#include <math.h>

#define SITES 4      // of clouds that grow or dissolve
#define PUFFS 4      // a site
#define PAINTED 3    // clouds that are there at first
#define LUMPS 11     // of which each of these is made
#define WIND 0.035f  // m/s
#define LIFE_S 18.0f // of a cloud
#define GROWTH 0.62f // share of it in which warm air feeds it

void Cloud_TuneFluid(gfFluidDef *def)
{
    def->boundaries.left.kind = GF_BOUNDARY_INFLOW;
    def->boundaries.left.inflowSpeed = WIND;
    def->boundaries.right.kind = GF_BOUNDARY_OPEN;
    def->grid.scheme = GF_SCHEME_REFLECT;
    def->grid.pressureCycles = 2;
    def->grid.thermalExpansion = 0.1f / 9.81f;
    def->grid.temperatureDissipation = 0.55f;
    def->grid.dyeDissipation = 0.13f;
    def->grid.dyeDiffusivity = 8e-6f;
    def->grid.velocityDissipation = 0.35f;
    def->grid.vorticityConfinement = 0.5f;
}

static gfSourceDef getPuff(const Scene *scene, int index)
{
    int site = index / PUFFS, puff = index % PUFFS;
    float time = Scene_GetTime(scene), turn = 2.0f * SCENE_PI;
    float clock = time / LIFE_S + 0.15f + (float)((site * 3) % SITES) / SITES;
    unsigned life = (unsigned)clock;
    float age = clock - (float)life;
    unsigned n = 16u * (life * SITES + (unsigned)site) + 100u;
    float grow = sinf(SCENE_PI * fminf(age / GROWTH, 1.0f));
    float size = (0.75f + 0.5f * Scene_Hash(scene, n)) * fminf(scene->width, 1.0f);
    float beat = sinf((1.7f + 0.6f * (float)puff) * time + turn * Scene_Hash(scene, n + 4u + (unsigned)puff));
    float sway = sinf((1.1f + 0.5f * (float)puff) * time + turn * Scene_Hash(scene, n + 8u + (unsigned)puff));
    float middle = puff == 1 || puff == 2 ? 1.0f : 0.65f;
    float place = ((float)site + 0.15f + 0.7f * Scene_Hash(scene, n + 1u)) / SITES;

    gfSourceDef def = gfDefaultSourceDef();
    float x = scene->width * (1.04f * place - 0.08f) + WIND * LIFE_S * age;
    float across = (0.35f + 0.65f * grow) * (0.075f * ((float)puff - 1.5f) + 0.022f * sway);
    float y = 0.20f + 0.13f * Scene_Hash(scene, n + 2u);
    def.shape = gfMakeCircle(Scene_Vec(x + size * across, y + 0.012f * beat),
                             size * (0.012f + 0.034f * grow * middle * (1.0f + 0.25f * beat)));
    def.softness = 0.03f;
    def.fields = GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE | GF_SOURCE_VELOCITY;
    if (grow < 0.05f) {
        return def; // adds nothing
    }
    def.mode = GF_SOURCE_SET;
    def.temperature = grow * middle * (1.8f + 0.7f * beat);
    def.velocity = Scene_Vec(WIND + 0.05f * sway, grow * middle * (0.085f + 0.03f * beat));
    for (int i = 0; i < 4; i++) {
        def.dye[i] = 0.8f * fminf(2.0f * grow * grow, 1.0f);
    }
    def.zone.turbulence.strength = 0.5f;
    def.zone.turbulence.scale = 0.07f;
    def.zone.turbulence.rate = 1.5f;
    return def;
}

// Heaps of lumps with a flat base and a ragged rim.
static void paintClouds(const Scene *scene, gfVec2 place, float rgba[4], void *user)
{
    (void)user;
    float deepest = -1.0f;
    for (int i = 0; i < PAINTED; i++) {
        unsigned n = 4000u + 64u * (unsigned)i;
        float size = 0.75f + 0.45f * Scene_Hash(scene, n);
        gfVec2 base = {scene->width * ((float)i + 0.25f + 0.5f * Scene_Hash(scene, n + 1u)) / PAINTED,
                       0.24f + 0.22f * Scene_Hash(scene, n + 2u)};
        for (int k = 0; k < LUMPS; k++) {
            unsigned m = n + 4u + 4u * (unsigned)k;
            float across = 2.0f * Scene_Hash(scene, m) - 1.0f;
            float up = 0.15f * (1.0f - across * across) * Scene_Hash(scene, m + 1u);
            float radius = size * (0.032f + 0.045f * Scene_Hash(scene, m + 2u) * (1.0f - 0.6f * fabsf(across)));
            float depth = radius - hypotf(place.x - base.x - 0.19f * size * across, place.y - base.y - size * up);
            deepest = fmaxf(deepest, fminf(depth, place.y - base.y + 0.012f));
        }
    }
    float coarse = Backdrop_GetNoise(scene, 28.0f * place.x, 28.0f * place.y, 500000u) - 0.5f;
    float fine = Backdrop_GetNoise(scene, 70.0f * place.x, 70.0f * place.y, 900000u) - 0.5f;
    float amount = fminf(fmaxf((deepest + 0.030f * coarse + 0.016f * fine) / 0.035f, 0.0f), 1.0f);
    for (int i = 0; i < 4; i++) {
        rgba[i] = 0.7f * amount;
    }
}

// A clear sky, paler towards the land; hills in the haze.
static void paintSky(const Scene *scene, gfVec2 place, float light[3])
{
    static const float high[3] = {0.045f, 0.150f, 0.420f}, low[3] = {0.62f, 0.66f, 0.68f},
                       sun[3] = {0.10f, 0.09f, 0.05f};
    float across = place.x / scene->width, down = 1.0f - place.y;
    float haze = 0.15f * down + 0.85f * powf(down, 3.0f);
    float glow = expf(-2.5f * (across * across + (place.y - 0.9f) * (place.y - 0.9f)));
    float veil = Backdrop_GetNoise(scene, 1.8f * place.x + 3.0f * place.y, 9.0f * place.y, 300000u);
    for (int c = 0; c < 3; c++) {
        light[c] = high[c] + haze * (low[c] - high[c]) + glow * sun[c] + 0.035f * veil * veil;
    }
    static const float hills[3][3] = {{0.30f, 0.40f, 0.50f}, {0.14f, 0.25f, 0.28f}, {0.045f, 0.105f, 0.085f}};
    for (int i = 0; i < 3; i++) {
        float far = 2.0f - (float)i;
        float rise = Backdrop_GetNoise(scene, (2.2f + far) * place.x, 7.0f * (float)i, 700000u) +
                     0.3f * Backdrop_GetNoise(scene, 11.0f * place.x, 3.0f * (float)i, 710000u);
        float cover = Backdrop_Cover(0.025f + 0.032f * far + 0.050f * rise - place.y);
        for (int c = 0; c < 3; c++) {
            light[c] += cover * (hills[i][c] - light[c]);
        }
    }
}

// Near the ground drops dry up, and the air is slow.
static bool dryAir(Scene *scene)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_DYE;
    def.shape = gfMakeRectangle(Scene_Vec(0.5f * scene->width, 0.0f), Scene_Vec(scene->width, 0.12f), 0.0f);
    def.softness = 0.05f;
    if (GF_IS_NULL(gfFluid_AddEmitter(scene->fluid, &def))) {
        return false;
    }
    def.mode = GF_SOURCE_ADD;
    def.fields = GF_SOURCE_VELOCITY;
    def.zone.velocity = Scene_Vec(WIND, 0.0f);
    def.zone.drag = 1.5f;
    return !GF_IS_NULL(gfFluid_AddEmitter(scene->fluid, &def));
}

bool Cloud_SetUp(Scene *scene)
{
    for (int i = 0; i < SITES * PUFFS; i++) {
        gfSourceDef def = getPuff(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    return dryAir(scene) && Scene_SetUpSolids(scene, NULL) && Scene_PaintDye(scene, 2, paintClouds, NULL) &&
           Backdrop_Paint(scene, paintSky);
}

void Cloud_BeforeStep(Scene *scene)
{
    for (int i = 0; i < SITES * PUFFS; i++) {
        gfSourceDef def = getPuff(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void Cloud_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    static const float sky[4] = {0.16f, 0.28f, 0.50f, 1.0f};
    static const float ambient[3] = {0.23f, 0.29f, 0.43f};
    for (int i = 0; i < 4; i++) {
        def->background[i] = sky[i];
    }
    def->refraction.enabled = true; // only shows the sky
    def->refraction.strength = 0.0f;
    def->refraction.absorption = 0.0f;
    def->range = 0.28f;
    def->detail = 0.7f;
    def->tone.dither = true;
    def->tone.map = GF_TONE_FILMIC;
    def->tone.exposure = 1.25f;
    def->shadow.enabled = true;
    def->shadow.direction = Scene_Vec(-0.7f, 0.8f);
    def->shadow.density = 13.0f;
    def->shadow.length = 0.16f;
    def->shadow.scattering = 0.35f;
    for (int i = 0; i < 3; i++) {
        def->shadow.ambient[i] = ambient[i];
    }
}
