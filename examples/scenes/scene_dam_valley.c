// dam_valley: a lake in the mountains breaks through its dam, again and again, and floods the village below.
#include "scenes/pen.h"
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define GRAVITY 3.0f
#define LAKE 0.205f     // m, level of the lake
#define DAM_AT 0.42f    // in widths of the domain
#define DAM_TOP 0.230f  // m
#define DAM_HALF 0.020f // m, half its thickness
#define DAM_REACH 0.22f // m, half its length: it ends in the mountains
#define BREAK_START 4.0f
#define BREAK_TIME 4.0f // s, until it is open
#define MEND_START 30.0f
#define MEND_TIME 5.0f
#define PERIOD 75.0f // s, after which it breaks again
#define DIG_FRAMES 6 // from one change of the dam to the next
#define STREAM 0.10f // m/s, what the mountains bring
#define STREAM_RADIUS 0.05f
#define HOUSES 11
#define PINES 80
#define BASE (-0.06f)

static const float sun[3] = {0.55f, -0.30f, 0.70f};

// Houses: place (x in widths of the domain, y from the middle of the valley) and turn.
static const float houses[HOUSES][3] = {
    {0.60f, 0.10f, 0.2f},  {0.64f, -0.12f, 1.4f}, {0.67f, 0.15f, 0.5f},   {0.71f, 0.07f, 0.1f},
    {0.72f, -0.16f, 0.9f}, {0.76f, 0.17f, 1.2f},  {0.79f, -0.08f, -0.2f}, {0.81f, 0.09f, 0.4f},
    {0.86f, -0.16f, 0.3f}, {0.88f, 0.16f, 0.8f},  {0.93f, -0.07f, 0.1f},
};

static float getMiddle(const Scene *scene, float x)
{
    return 0.5f + 0.05f * sinf(5.0f * x / scene->width);
}

static float getFloor(const Scene *scene, float x)
{
    float u = x / scene->width;
    return Land_Blend(0.095f, 0.020f, Land_Step(0.37f, 0.56f, u)) - 0.025f * fmaxf(u - 0.5f, 0.0f);
}

static float getTerrain(const Scene *scene, float x, float y)
{
    float u = x / scene->width, aside = fabsf(y - getMiddle(scene, x));
    float lake = 0.30f * Land_Step(0.02f, 0.16f, u) * Land_Step(0.47f, 0.28f, u);
    float half = 0.11f + lake + 0.17f * Land_Step(0.45f, 0.66f, u);
    float wide = aside / half + 0.22f * Land_Fractal(4.0f * x, 4.0f * y, 3, 5u);
    float ridge = 1.0f - fabsf(Land_Fractal(2.8f * x + 1.0f, 2.8f * y, 4, 13u));
    float rise = Land_Step(0.75f, 2.1f, wide) * (0.10f + 0.27f * ridge * ridge) + 0.05f * Land_Step(1.5f, 3.0f, wide);
    float back = 0.20f * Land_Step(0.10f, 0.0f, u) * ridge;
    // Terraces on the lower slopes; a brook in the middle of the valley.
    float height = getFloor(scene, x) + fmaxf(rise, back);
    float below = Land_Step(0.5f, 0.6f, u), steps = 0.018f;
    float stepped = steps * (floorf(height / steps) + Land_Step(0.55f, 0.95f, height / steps - floorf(height / steps)));
    height = Land_Blend(height, stepped, below * Land_Step(0.14f, 0.08f, rise));
    float brook = 0.016f * Land_Step(0.045f, 0.015f, fabsf(y - getMiddle(scene, x) - 0.02f * sinf(16.0f * x)));
    return height - brook * below + 0.006f * Land_Fractal(13.0f * x, 13.0f * y, 3, 17u);
}

static float getGround(const Scene *scene, float x, float y)
{
    float height = getTerrain(scene, x, y);
    bool dam = fabsf(x - DAM_AT * scene->width) < DAM_HALF && fabsf(y - getMiddle(scene, x)) < DAM_REACH;
    return dam ? fmaxf(height, DAM_TOP) : height;
}

static gfVec3 getColor(const Scene *scene, float x, float y, float height, float slope)
{
    static const gfVec3 rock = {0.30f, 0.275f, 0.25f}, snow = {0.85f, 0.88f, 0.92f}, concrete = {0.46f, 0.44f, 0.41f};
    static const gfVec3 grass = {0.13f, 0.20f, 0.04f}, hay = {0.34f, 0.30f, 0.09f}, silt = {0.30f, 0.25f, 0.17f};
    float u = x / scene->width;
    if (height > getTerrain(scene, x, y) + 0.002f) {
        float joints = Land_Step(0.0f, 0.08f, fabsf(y / 0.05f - roundf(y / 0.05f)));
        return Land_ScaleColor(concrete, 0.75f + 0.25f * joints);
    }
    // Fields below, each of its own green.
    LandPebble field = Land_GetPebble(9.0f * x, 9.0f * y, 23u);
    gfVec3 green = Land_BlendColor(grass, hay, 0.75f * field.tone * Land_Step(0.5f, 0.58f, u));
    float rows = 1.0f + 0.14f * sinf(260.0f * (x * field.hue + y * (1.0f - field.hue))) * Land_Step(0.5f, 0.58f, u);
    green = Land_ScaleColor(green, rows * (0.9f + 0.3f * Land_Noise(60.0f * x, 60.0f * y, 24u)));
    float layers = Land_Fractal(7.0f * x, 60.0f * height + 7.0f * y, 3, 25u);
    gfVec3 cliff = Land_ScaleColor(rock, 1.0f + 0.45f * layers);
    gfVec3 c = Land_BlendColor(green, cliff, Land_Step(0.65f, 1.1f, slope + 0.2f * layers));
    c = Land_BlendColor(c, snow, Land_Step(0.345f, 0.385f, height + 0.03f * layers) * Land_Step(2.2f, 1.2f, slope));
    // The lake's bed, which its level keeps bare.
    float drowned = Land_Step(DAM_AT + 0.01f, DAM_AT - 0.01f, u) * Land_Step(LAKE + 0.012f, LAKE - 0.004f, height);
    return Land_BlendColor(c, Land_ScaleColor(silt, 1.0f + 0.3f * layers), drowned);
}

static gfVec3 getHouse(const Scene *scene, int i)
{
    float x = houses[i][0] * scene->width, y = getMiddle(scene, x) + houses[i][1];
    return (gfVec3){x, y, getGround(scene, x, y)};
}

static gfVec2 getHouseHalf(int i)
{
    return (gfVec2){0.024f + 0.010f * Land_Hash(i, 1, 31u), 0.017f + 0.005f * Land_Hash(i, 2, 31u)};
}

static bool addSolids(Scene *scene)
{
    bool added = true;
    gfSolidDef def = gfDefaultSolidDef();
    for (int i = 0; i < HOUSES && added; i++) {
        gfVec3 place = getHouse(scene, i);
        def.shape = gfMakeRectangle((gfVec2){place.x, place.y}, getHouseHalf(i), houses[i][2]);
        added = !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
    }
    return added;
}

static void drawScenery(Pen *pen, const Scene *scene)
{
    static const gfVec3 walls[3] = {{0.62f, 0.56f, 0.46f}, {0.55f, 0.40f, 0.28f}, {0.66f, 0.64f, 0.60f}};
    static const gfVec3 roofs[3] = {{0.34f, 0.10f, 0.06f}, {0.27f, 0.13f, 0.09f}, {0.20f, 0.19f, 0.20f}};
    for (int i = 0; i < HOUSES; i++) {
        gfVec3 place = getHouse(scene, i);
        gfVec2 half = getHouseHalf(i);
        float high = 0.026f + 0.01f * Land_Hash(i, 3, 31u);
        place.z += 0.55f * high;
        Pen_AddHouse(pen, place, (gfVec3){half.x, half.y, high}, houses[i][2], walls[i % 3],
                     roofs[(i * 5 + i / 3) % 3]);
        if (i == 3) { // the church
            gfVec3 tower = {place.x - 0.035f, place.y, place.z + 0.03f};
            Pen_AddHouse(pen, tower, (gfVec3){0.012f, 0.012f, 0.065f}, houses[i][2], walls[2], roofs[2]);
        }
    }
    for (int i = 0, drawn = 0; i < 1500 && drawn < PINES; i++) {
        float x = scene->width * (0.02f + 0.96f * Land_Hash(i, 1, 41u)), y = 0.03f + 0.94f * Land_Hash(i, 2, 41u);
        float height = getGround(scene, x, y), over = height - getFloor(scene, x);
        bool dry = x > (DAM_AT + 0.05f) * scene->width ? over > 0.055f : height > LAKE + 0.015f;
        if (!dry || height > 0.33f || Land_Fractal(4.0f * x, 4.0f * y, 2, 42u) < -0.1f) {
            continue;
        }
        Pen_AddPine(pen, (gfVec3){x, y, height - 0.004f}, 0.05f + 0.045f * Land_Hash(i, 3, 41u),
                    Land_ScaleColor((gfVec3){0.07f, 0.14f, 0.05f}, 0.7f + 0.6f * Land_Hash(i, 4, 41u)), (unsigned)i);
        drawn++;
    }
}

void DamValley_TuneFluid(gfFluidDef *def)
{
    Diorama_TuneFluid(def, GRAVITY);
    def->shallow.manning = 0.025f;
    def->shallow.foam = true;
    def->shallow.foamSpeed = 0.8f;
    def->shallow.foamLife = 0.7f;
    def->shallow.ripples.stirring = 0.4f;
}

static bool addStream(Scene *scene)
{
    float x = 0.11f * scene->width;
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeCircle((gfVec2){x, getMiddle(scene, x)}, STREAM_RADIUS);
    def.fields = GF_SOURCE_MASS;
    def.mass = STREAM;
    return Scene_AddEmitter(scene, &def);
}

static bool fillLake(Scene *scene)
{
    float half = 0.5f * (DAM_AT * scene->width - DAM_HALF);
    gfShape lake = gfMakeRectangle((gfVec2){half, 0.5f}, (gfVec2){half, 0.5f}, 0.0f);
    return gfFluid_FillToLevel(scene->fluid, &lake, LAKE);
}

bool DamValley_SetUp(Scene *scene)
{
    Pen pen = {0};
    const PenGround ground = {getGround, getColor, sun};
    gfFluidDef def = gfFluid_GetDef(scene->fluid);
    def.boundaries.right.kind = GF_BOUNDARY_OPEN;
    drawScenery(&pen, scene);
    return Pen_SetScenery(&pen, scene, &ground) && Scene_SetUpSolids(scene, addSolids) &&
           gfFluid_SetDef(scene->fluid, &def) && fillLake(scene) && addStream(scene);
}

// A notch that deepens, then widens. Mending fills it up from below.
void DamValley_BeforeStep(Scene *scene)
{
    float time = fmodf(Scene_GetTime(scene), PERIOD);
    float broken = (time - BREAK_START) / BREAK_TIME, mended = (time - MEND_START) / MEND_TIME;
    bool breaks = broken > 0.0f && broken <= 1.1f, mends = mended > 0.0f && mended <= 1.1f;
    if ((!breaks && !mends) || scene->frame % DIG_FRAMES != 0) {
        return;
    }
    float x = DAM_AT * scene->width, bottom = getFloor(scene, x) - 0.005f;
    float wide = breaks ? Land_Blend(0.022f, 0.125f, Land_Step(0.3f, 1.0f, broken)) : DAM_REACH;
    gfGroundDef def = gfDefaultGroundDef();
    def.mode = breaks ? GF_GROUND_DIG : GF_GROUND_RAISE;
    def.shape =
        gfMakeRectangle((gfVec2){x, getMiddle(scene, x)}, (gfVec2){breaks ? 2.2f * DAM_HALF : DAM_HALF, wide}, 0.0f);
    def.height = breaks ? Land_Blend(DAM_TOP, bottom, fminf(2.0f * broken, 1.0f))
                        : Land_Blend(bottom, DAM_TOP, fminf(mended, 1.0f));
    gfFluid_ShapeGround(scene->fluid, &def);
}

static void tuneSurface(const Scene *scene, gfSurfaceDef *def)
{
    (void)scene;
    static const float absorption[3] = {8.0f, 2.6f, 1.9f}, tint[3] = {0.015f, 0.070f, 0.085f};
    memcpy(def->sky.light, sun, sizeof sun);
    memcpy(def->water.absorption, absorption, sizeof absorption);
    memcpy(def->water.tint, tint, sizeof tint);
    def->ground.base = BASE;
}

const SceneDiorama damValleyDiorama = {
    .camera = {.target = {0.5f, 0.47f, 0.075f}, .turn = 0.62f, .tilt = 0.62f, .distance = 2.2f},
    .level = LAKE,
    .tuneSurface = tuneSurface,
};
