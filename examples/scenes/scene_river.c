// river: water comes down a winding valley, over steps and round boulders, and leaves at the lower end. Logs drift with
// it; those that leave come in again.
#include "scenes/pen.h"
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define GRAVITY 3.0f
#define FALL 0.13f   // m, from one end to the other
#define HALF 0.095f  // m, half the width of the bed
#define CUT 0.066f   // m, its depth
#define INFLOW 0.26f // m/s
#define DEPTH 0.034f // m, of what comes in
#define BOULDERS 9
#define PINES 60
#define LOGS 7
#define LOG_WAIT 40     // frames between two that come in
#define LOG_JAM 150     // frames between two looks at what lies still
#define LOG_STILL 0.02f // m/s
#define BASE (-0.075f)

static const float sun[3] = {-0.45f, -0.35f, 0.72f};

// Along the river (in widths of the domain) and aside (in halves of its bed), how far it reaches, how high it is.
static const float boulders[BOULDERS][4] = {
    {0.17f, 0.25f, 0.030f, 0.050f},  {0.29f, -0.45f, 0.036f, 0.055f}, {0.34f, 0.55f, 0.024f, 0.045f},
    {0.47f, -0.05f, 0.040f, 0.060f}, {0.54f, 0.70f, 0.026f, 0.050f},  {0.63f, -0.55f, 0.030f, 0.050f},
    {0.72f, 0.30f, 0.034f, 0.055f},  {0.80f, -0.30f, 0.024f, 0.040f}, {0.90f, 0.45f, 0.030f, 0.050f},
};

static float getMiddle(const Scene *scene, float x)
{
    float u = x / scene->width;
    return 0.47f + 0.15f * sinf(6.6f * u + 0.6f) + 0.05f * sinf(13.0f * u + 2.0f);
}

static float getAside(const Scene *scene, float x, float y)
{
    const float step = 0.02f;
    float bend = (getMiddle(scene, x + step) - getMiddle(scene, x - step)) / (2.0f * step);
    return (y - getMiddle(scene, x)) / (HALF * sqrtf(1.0f + bend * bend));
}

// The fall comes in steps, with pools between them.
static float getGround(const Scene *scene, float x, float y)
{
    float u = x / scene->width, aside = getAside(scene, x, y), away = fabsf(aside);
    float fall = FALL * (1.0f - u + 0.030f * sinf(4.0f * 2.0f * SCENE_PI * u));
    float wide = away + 0.25f * Land_Fractal(5.0f * x, 5.0f * y, 2, 7u);
    float bed = -CUT * (1.0f - Land_Step(0.55f, 1.25f, wide));
    float banks = 0.03f * Land_Step(1.1f, 2.2f, wide);
    float hills =
        0.24f * Land_Step(1.7f, 5.5f, wide) * (0.75f + 0.6f * Land_Fractal(2.6f * x + 4.0f, 2.6f * y, 3, 21u));
    float rough = 0.010f * Land_Fractal(11.0f * x, 11.0f * y, 3, 23u) * Land_Step(0.9f, 1.8f, wide);
    float pebbles = 0.006f * Land_GetPebble(30.0f * x, 30.0f * y, 3u).height * Land_Step(2.0f, 1.0f, wide);
    return fall + bed + banks + hills + rough + pebbles;
}

static gfVec3 getColor(const Scene *scene, float x, float y, float height, float slope)
{
    static const gfVec3 gravel = {0.36f, 0.32f, 0.26f}, dark = {0.16f, 0.145f, 0.12f}, rock = {0.27f, 0.255f, 0.235f};
    static const gfVec3 grass = {0.13f, 0.21f, 0.04f}, meadow = {0.25f, 0.27f, 0.07f}, flower = {0.75f, 0.65f, 0.2f};
    (void)height;
    float wide = fabsf(getAside(scene, x, y)) + 0.25f * Land_Fractal(5.0f * x, 5.0f * y, 2, 7u);
    LandPebble pebble = Land_GetPebble(30.0f * x, 30.0f * y, 3u), fine = Land_GetPebble(75.0f * x, 75.0f * y, 5u);
    gfVec3 bed = Land_BlendColor(dark, gravel, 0.25f + 0.75f * pebble.tone);
    bed = Land_ScaleColor(bed, (0.35f + 0.65f * pebble.height) * (0.7f + 0.3f * fine.height));
    gfVec3 green = Land_BlendColor(grass, meadow, 0.5f + 0.5f * Land_Fractal(4.0f * x, 4.0f * y, 3, 31u));
    green = Land_ScaleColor(green, 0.85f + 0.4f * Land_Noise(60.0f * x, 60.0f * y, 32u));
    float blooms = Land_Step(0.55f, 0.75f, Land_Noise(110.0f * x, 110.0f * y, 33u)) *
                   Land_Step(0.0f, 0.3f, Land_Fractal(5.0f * x, 5.0f * y, 2, 34u));
    green = Land_BlendColor(green, flower, 0.6f * blooms);
    gfVec3 cliff = Land_ScaleColor(rock, 1.0f + 0.4f * Land_Fractal(8.0f * x, 40.0f * height + 8.0f * y, 3, 35u));
    gfVec3 c = Land_BlendColor(bed, green, Land_Step(1.05f, 1.5f, wide));
    return Land_BlendColor(c, cliff, Land_Step(0.75f, 1.15f, slope) * Land_Step(1.2f, 1.8f, wide));
}

static gfShape getBoulder(const Scene *scene, int i)
{
    float x = boulders[i][0] * scene->width;
    gfVec2 centre = {x, getMiddle(scene, x) + boulders[i][1] * HALF};
    return Pen_MakeOutline(centre, boulders[i][2], 1.15f, 1.7f * (float)i, 8, 40u + (unsigned)i);
}

static bool addSolids(Scene *scene)
{
    bool added = true;
    gfSolidDef def = gfDefaultSolidDef();
    for (int i = 0; i < BOULDERS && added; i++) {
        def.shape = getBoulder(scene, i);
        added = !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
    }
    return added;
}

// --- logs ------------------------------------------------------------------------------------------------------------

static float getLogRadius(int i)
{
    return 0.0075f + 0.002f * Land_Hash(i, 2, 101u);
}

static float getLogHalf(int i)
{
    return 0.020f + 0.016f * Land_Hash(i, 1, 101u);
}

// Lying along the river at a share of its length.
static gfRigidBodyDef getLog(const Scene *scene, int i, float along, unsigned seed)
{
    float x = along * scene->width, radius = getLogRadius(i), half = getLogHalf(i);
    float turn = 0.9f * (Land_Hash(i, 3, seed) - 0.5f);
    gfVec2 centre = {x, getMiddle(scene, x) + 0.7f * HALF * (Land_Hash(i, 4, seed) - 0.5f)};
    gfVec2 arm = {half * cosf(turn), half * sinf(turn)};
    gfRigidBodyDef def = gfDefaultRigidBodyDef();
    def.shape = gfMakeCapsule((gfVec2){centre.x - arm.x, centre.y - arm.y},
                              (gfVec2){centre.x + arm.x, centre.y + arm.y}, radius);
    def.height = 1.6f * radius;
    def.density = 550.0f;
    def.friction = 0.02f; // slippery with algae
    def.restitution = 0.2f;
    return def;
}

static bool drawLog(Scene *scene, int i)
{
    static const gfVec3 bark = {0.20f, 0.125f, 0.075f};
    Pen pen = {0};
    float radius = getLogRadius(i), half = getLogHalf(i) + 0.8f * radius;
    gfVec3 color = Land_ScaleColor(bark, 0.8f + 0.5f * Land_Hash(i, 5, 101u));
    Pen_AddBeam(&pen, (gfVec3){-half, 0.0f, 0.0f}, (gfVec3){0.0f, 0.0f, 0.0f}, 0.92f * radius, radius, color);
    Pen_AddBeam(&pen, (gfVec3){half, 0.0f, 0.0f}, (gfVec3){0.0f, 0.0f, 0.0f}, 0.85f * radius, radius, color);
    return Pen_Finish(&pen, scene);
}

static void placeLog(Scene *scene, int i)
{
    gfRigidBodyState s;
    if (!gfFluid_GetRigidBody(scene->fluid, scene->bodies[i], &s)) {
        return;
    }
    gfVec2 along = {s.shape.b.x - s.shape.a.x, s.shape.b.y - s.shape.a.y};
    float bottom = fmaxf(s.level - s.submerged * 1.6f * getLogRadius(i), getGround(scene, s.position.x, s.position.y));
    Space_SetTransform(scene->meshes[1 + i].transform,
                       (gfVec3){s.position.x, s.position.y, bottom + 0.9f * getLogRadius(i)},
                       gfMakeQuat((gfVec3){0.0f, 0.0f, 1.0f}, atan2f(along.y, along.x)), (gfVec3){1.0f, 1.0f, 1.0f});
}

static bool addLogs(Scene *scene)
{
    for (int i = 0; i < LOGS; i++) {
        gfRigidBodyDef def = getLog(scene, i, 0.06f + 0.12f * (float)i, 102u);
        scene->bodies[i] = gfFluid_AddRigidBody(scene->fluid, &def);
        if (GF_IS_NULL(scene->bodies[i]) || !drawLog(scene, i)) {
            return false;
        }
        scene->bodyCount++;
        placeLog(scene, i);
    }
    return true;
}

// Who drives logs down a river pokes at those that jam.
static void freeLog(Scene *scene, int i)
{
    gfRigidBodyState s;
    if (!gfFluid_GetRigidBody(scene->fluid, scene->bodies[i], &s) || hypotf(s.velocity.x, s.velocity.y) > LOG_STILL) {
        return;
    }
    float aside = getAside(scene, s.position.x, s.position.y) > 0.0f ? -1.0f : 1.0f;
    float turn = 1.4f * Land_Hash(i, scene->frame, 104u) - 0.2f, blow = 0.35f * s.mass;
    gfVec2 impulse = {blow * cosf(turn), blow * aside * sinf(turn)};
    gfFluid_PushRigidBody(scene->fluid, scene->bodies[i], impulse,
                          (gfVec2){s.position.x, s.position.y + 0.3f * getLogHalf(i) * aside});
}

void River_BeforeStep(Scene *scene)
{
    for (int i = 0; i < scene->bodyCount; i++) {
        gfRigidBodyState s;
        bool left = gfFluid_GetRigidBody(scene->fluid, scene->bodies[i], &s) &&
                    (s.outside || s.position.x > 0.985f * scene->width);
        if (left && scene->frame >= scene->events + LOG_WAIT) {
            gfRigidBodyDef def = getLog(scene, i, 0.03f, 103u + (unsigned)scene->frame);
            def.velocity.x = INFLOW;
            gfFluid_SetRigidBody(scene->fluid, scene->bodies[i], &def);
            scene->events = scene->frame;
        }
        if (scene->frame % LOG_JAM == LOG_JAM - 1) {
            freeLog(scene, i);
        }
        placeLog(scene, i);
    }
}

// A footbridge over the narrowest place.
static void drawBridge(Pen *pen, const Scene *scene)
{
    static const gfVec3 wood = {0.33f, 0.21f, 0.12f};
    const int planks = 15;
    float x = 0.385f * scene->width, middle = getMiddle(scene, x), reach = 0.175f;
    float high = fmaxf(getGround(scene, x, middle - reach), getGround(scene, x, middle + reach)) + 0.012f;
    for (int i = 0; i < planks; i++) {
        float t = 2.0f * ((float)i + 0.5f) / (float)planks - 1.0f;
        float z = high + 0.035f * (1.0f - t * t);
        Pen_AddBox(pen, (gfVec3){x, middle + reach * t, z}, (gfVec3){0.040f, 0.88f * reach / (float)planks, 0.004f},
                   0.0f, Land_ScaleColor(wood, 0.8f + 0.4f * Land_Hash(i, 1, 3u)));
        if (i % 3 == 1) {
            for (int side = -1; side <= 1; side += 2) {
                gfVec3 foot = {x + 0.036f * (float)side, middle + reach * t, z};
                Pen_AddBeam(pen, foot, (gfVec3){foot.x, foot.y, z + 0.034f}, 0.0032f, 0.0032f, wood);
            }
        }
    }
    for (int side = -1; side <= 1; side += 2) {
        gfVec3 last = {0};
        for (int i = 0; i <= 8; i++) {
            float t = 0.9f * ((float)i / 4.0f - 1.0f);
            gfVec3 now = {x + 0.036f * (float)side, middle + reach * t, high + 0.034f + 0.035f * (1.0f - t * t)};
            if (i > 0) {
                Pen_AddBeam(pen, last, now, 0.0028f, 0.0028f, wood);
            }
            last = now;
        }
    }
}

static void drawWoods(Pen *pen, const Scene *scene)
{
    for (int i = 0, drawn = 0; i < 900 && drawn < PINES; i++) {
        float x = scene->width * (0.02f + 0.96f * Land_Hash(i, 1, 51u)), y = 0.03f + 0.94f * Land_Hash(i, 2, 51u);
        float away = fabsf(getAside(scene, x, y));
        bool wood = Land_Fractal(3.0f * x, 3.0f * y, 2, 52u) > -0.08f;
        if (away < 2.1f || !wood || (y < 0.3f && away < 3.0f)) {
            continue;
        }
        float size = 0.085f + 0.07f * Land_Hash(i, 3, 51u);
        Pen_AddPine(pen, (gfVec3){x, y, getGround(scene, x, y) - 0.005f}, size,
                    Land_ScaleColor((gfVec3){0.075f, 0.145f, 0.045f}, 0.7f + 0.6f * Land_Hash(i, 4, 51u)), (unsigned)i);
        drawn++;
    }
    for (int i = 0; i < 46; i++) {
        float x = scene->width * Land_Hash(i, 1, 61u), side = Land_Hash(i, 2, 61u) < 0.5f ? -1.0f : 1.0f;
        float y = getMiddle(scene, x) + side * HALF * (1.05f + 0.5f * Land_Hash(i, 3, 61u));
        float size = 0.010f + 0.018f * Land_Hash(i, 4, 61u) * Land_Hash(i, 5, 61u);
        gfShape outline = Pen_MakeOutline((gfVec2){x, y}, size, 1.2f, (float)i, 7, 70u + (unsigned)i);
        float ground = getGround(scene, x, y);
        Pen_AddRock(pen, &outline, ground - 0.5f * size, ground + size, (gfVec3){0.29f, 0.27f, 0.245f}, (unsigned)i);
    }
}

static void drawScenery(Pen *pen, const Scene *scene)
{
    for (int i = 0; i < BOULDERS; i++) {
        gfShape outline = getBoulder(scene, i);
        gfVec2 centre = gfShape_GetCentre(&outline);
        float ground = getGround(scene, centre.x, centre.y);
        Pen_AddRock(pen, &outline, ground - 0.03f, ground + 0.012f + 0.75f * boulders[i][3],
                    Land_ScaleColor((gfVec3){0.27f, 0.255f, 0.235f}, 0.8f + 0.4f * Land_Hash(i, 1, 80u)),
                    90u + (unsigned)i);
    }
    drawBridge(pen, scene);
    drawWoods(pen, scene);
    float x = 0.60f * scene->width, y = 0.80f, ground = getGround(scene, x, y);
    Pen_AddHouse(pen, (gfVec3){x, y, ground + 0.030f}, (gfVec3){0.062f, 0.042f, 0.040f}, 0.3f,
                 (gfVec3){0.33f, 0.20f, 0.11f}, (gfVec3){0.20f, 0.10f, 0.07f});
}

void River_TuneFluid(gfFluidDef *def)
{
    Diorama_TuneFluid(def, GRAVITY);
    def->shallow.manning = 0.055f;
    def->shallow.ripples.stirring = 0.5f;
    def->shallow.foam = true;
    def->shallow.foamSpeed = 0.55f;
    def->shallow.foamLife = 0.8f;
}

// The river fills the bed where it comes in, and no more.
static void setSides(const Scene *scene, gfBoundaries *sides)
{
    sides->left.kind = GF_BOUNDARY_INFLOW;
    sides->left.inflowSpeed = INFLOW;
    sides->left.inflowDepth = DEPTH;
    sides->left.inflowProfile = GF_INFLOW_TABLE;
    for (int i = 0; i < GF_INFLOW_VALUES; i++) {
        float aside = getAside(scene, 0.0f, (float)i / (GF_INFLOW_VALUES - 1));
        sides->left.table[i] = fabsf(aside) < 0.85f ? 1.0f : 0.0f;
    }
    sides->right.kind = GF_BOUNDARY_OPEN;
}

bool River_SetUp(Scene *scene)
{
    Pen pen = {0};
    const PenGround ground = {getGround, getColor, sun};
    gfFluidDef def = gfFluid_GetDef(scene->fluid);
    setSides(scene, &def.boundaries);
    drawScenery(&pen, scene);
    return Pen_SetScenery(&pen, scene, &ground) && Scene_SetUpSolids(scene, addSolids) &&
           gfFluid_SetDef(scene->fluid, &def) && addLogs(scene);
}

static void tuneSurface(const Scene *scene, gfSurfaceDef *def)
{
    (void)scene;
    static const float absorption[3] = {9.0f, 3.0f, 2.4f}, tint[3] = {0.012f, 0.060f, 0.062f};
    memcpy(def->sky.light, sun, sizeof sun);
    memcpy(def->water.absorption, absorption, sizeof absorption);
    memcpy(def->water.tint, tint, sizeof tint);
    def->ground.base = BASE;
}

const SceneDiorama riverDiorama = {
    .camera = {.target = {0.5f, 0.46f, 0.03f}, .turn = 0.30f, .tilt = 0.66f, .distance = 1.95f},
    .level = 0.05f,
    .tuneSurface = tuneSurface,
};
