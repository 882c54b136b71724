// wheel: a water wheel, one rigid group of particles round an axle. A pump in a tower lifts the water into a flume, and
// that lets it fall into the buckets.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define GRAVITY 2.5f
#define CENTRE 0.40f // of the wheel, of the width and m
#define CENTRE_HEIGHT 0.395f
#define RADIUS 0.25f
#define DRUM 0.155f // the inner ends of the buckets
#define BUCKETS 10
#define LEAN -0.50f // radians, of a bucket's outer end
#define SPOKES 5
#define HUB 0.055f
#define AXLE 0.028f
#define WOOD 0.023f // m thick
#define PIPE 0.075f // wide
#define PIPE_WALL 0.035f
#define PIPE_LOW 0.10f
#define LIP 0.775f // top of the pipe
#define FLUME_END 0.690f
#define PUMP 0.65f // m/s
#define LOAD 1.5f  // 1/s, by which the millstones slow the wheel down
#define FRAME (1.0f / 60.0f)
#define POOL 0.125f
#define PIECES 4

enum { WATER, OAK, DARK_OAK, KINDS };

static gfVec2 getCentre(float width)
{
    return Scene_Vec(CENTRE * width, CENTRE_HEIGHT);
}

static float getPipe(float width)
{
    return width - PIPE - PIPE_WALL;
}

// How far a place is from the nearest of so many arms, m.
static float getArm(float x, float y, int count, float lean)
{
    float from = hypotf(x, y), step = 2.0f * SCENE_PI / (float)count;
    float turned = atan2f(y, x) - lean * fmaxf(from - DRUM, 0.0f) / (RADIUS - DRUM);
    float share = turned / step;
    return from * fabsf(share - roundf(share)) * step;
}

static int getWood(float x, float y)
{
    float from = hypotf(x, y), half = 0.5f * WOOD;
    if (from > RADIUS || from < AXLE + 0.004f) {
        return -1;
    }
    if (from < HUB || fabsf(from - DRUM) < half) {
        return DARK_OAK;
    }
    bool inside = from < DRUM;
    float arm = inside ? getArm(x, y, SPOKES, 0.0f) : getArm(x, y, BUCKETS, LEAN);
    return arm < half ? OAK : -1;
}

static int getKind(float width, gfVec2 place)
{
    gfVec2 centre = getCentre(width);
    int wood = getWood(place.x - centre.x, place.y - centre.y);
    float pipe = getPipe(width);
    bool pool = place.y < POOL && (place.x < pipe - 0.01f || place.x > pipe + PIPE_WALL);
    bool inPipe = place.x > pipe + PIPE_WALL && place.y < LIP;
    return wood >= 0 ? wood : pool || inPipe ? WATER : -1;
}

void Wheel_TuneFluid(gfFluidDef *def)
{
    static const float colors[KINDS][3] = {{0.05f, 0.36f, 0.70f}, {0.34f, 0.15f, 0.045f}, {0.16f, 0.065f, 0.022f}};
    Sph_TuneFluidFor(def, getKind);
    gfParticleParams *params = &def->particles;
    params->gravity = (gfVec3){0.0f, -GRAVITY, 0.0f};
    params->depth = 0.3f;
    params->speed = 1.2f;
    params->compression = 0.12f;
    params->groups = 1;
    params->materialCount = KINDS;
    for (int i = 0; i < KINDS; i++) {
        params->materials[i] = gfGetParticleMaterial(GF_PARTICLES_WATER);
        params->materials[i].density = i == WATER ? 1000.0f : 700.0f;
        params->materials[i].barrier = i != WATER; // the buckets are thin
        memcpy(params->materials[i].color, colors[i], sizeof colors[i]);
    }
}

static bool addSolids(Scene *scene)
{
    gfVec2 centre = getCentre(scene->width);
    float pipe = getPipe(scene->width), end = centre.x + 0.035f;
    gfVec2 flume[4] = {
        {end, FLUME_END - 0.022f}, {end, FLUME_END}, {pipe + 0.005f, LIP - 0.02f}, {pipe + 0.005f, LIP - 0.065f}};
    gfShape shapes[PIECES] = {
        gfMakeCircle(centre, AXLE),
        gfMakeRectangle(Scene_Vec(pipe + 0.5f * PIPE_WALL, 0.5f * (PIPE_LOW + LIP)),
                        Scene_Vec(0.5f * PIPE_WALL, 0.5f * (LIP - PIPE_LOW)), 0.0f),
        gfMakePolygon(flume, 4),
        gfMakeCapsule(Scene_Vec(centre.x - 0.100f, FLUME_END + 0.11f), Scene_Vec(centre.x - 0.075f, FLUME_END - 0.01f),
                      0.011f),
    };
    bool added = true;
    for (int i = 0; i < PIECES && added; i++) {
        gfSolidDef def = gfDefaultSolidDef();
        def.shape = shapes[i];
        added = !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
    }
    return added;
}

static bool addPump(Scene *scene)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_VELOCITY;
    def.shape = gfMakeRectangle(Scene_Vec(scene->width - 0.5f * PIPE, 0.5f * (LIP + 0.02f)),
                                Scene_Vec(0.5f * PIPE, 0.5f * (LIP - 0.02f)), 0.0f);
    def.velocity = Scene_Vec(0.0f, PUMP);
    return !GF_IS_NULL(gfFluid_AddEmitter(scene->fluid, &def));
}

static bool addWheel(Scene *scene)
{
    gfParticleGroupDef def = gfDefaultParticleGroupDef();
    def.shape = gfMakeCircle(getCentre(scene->width), RADIUS + 0.004f);
    def.material = OAK;
    def.params.rigid = true;
    scene->groups[0] = gfFluid_FreezeParticles(scene->fluid, &def);
    scene->groupCount = 1;
    return !GF_IS_NULL(scene->groups[0]);
}

// How far a place is from a segment, m.
static float getDistance(gfVec2 place, gfVec2 a, gfVec2 b)
{
    float x = b.x - a.x, y = b.y - a.y, along = (place.x - a.x) * x + (place.y - a.y) * y;
    float share = fminf(fmaxf(along / (x * x + y * y), 0.0f), 1.0f);
    return hypotf(place.x - a.x - share * x, place.y - a.y - share * y);
}

static void mix(float light[3], const float color[3], float factor, float share)
{
    for (int c = 0; c < 3; c++) {
        light[c] += share * (factor * color[c] - light[c]);
    }
}

// The timber frame of the mill's wall: how much of it is wood.
static float getFrame(const Scene *scene, gfVec2 place, float left)
{
    const float field = 0.155f;
    float x = place.x - left, column = x / field, row = (place.y - 0.06f) / field;
    float across = field * fabsf(column - roundf(column)), up = field * fabsf(row - roundf(row));
    float cornerX = field * floorf(column), cornerY = field * floorf(row);
    bool braced = Scene_Hash(scene, 40u + (unsigned)(8.0f * floorf(row) + floorf(column))) > 0.55f;
    float brace = getDistance(Scene_Vec(x, place.y - 0.06f), Scene_Vec(cornerX, cornerY),
                              Scene_Vec(cornerX + field, cornerY + field));
    float beam = fmaxf(Backdrop_Cover(0.010f - across), Backdrop_Cover(0.010f - up));
    return fmaxf(beam, braced ? Backdrop_Cover(0.008f - brace) : 0.0f);
}

// The mill's wall behind the wheel, with a window.
static void paintMill(const Scene *scene, gfVec2 place, float light[3])
{
    static const float plaster[3] = {0.62f, 0.52f, 0.38f}, timber[3] = {0.085f, 0.040f, 0.020f};
    static const float glow[3] = {1.0f, 0.66f, 0.24f}, roof[3] = {0.26f, 0.075f, 0.045f};
    float left = getCentre(scene->width).x + 0.02f, wall = place.x - left, eaves = 0.62f;
    float rough = Backdrop_GetNoise(scene, 40.0f * place.x, 40.0f * place.y, 700000u);
    float lit = (0.72f + 0.20f * rough) * (0.55f + 0.65f * place.y);
    float in = Backdrop_Cover(fminf(wall, eaves - place.y));
    mix(light, plaster, lit, in);
    mix(light, timber, 0.8f + 0.5f * rough, in * getFrame(scene, place, left));
    float x = place.x - left - 0.39f, y = place.y - 0.37f;
    float pane = Backdrop_Cover(fminf(0.058f - fabsf(x), 0.066f - fabsf(y)));
    float bars = fmaxf(Backdrop_Cover(0.004f - fabsf(x)), Backdrop_Cover(0.004f - fabsf(y)));
    mix(light, glow, 0.95f - 2.0f * hypotf(x, y), in * pane);
    mix(light, timber, 1.0f, in * pane * bars);
    float up = place.y - eaves,
          tiles = fabsf(fmodf(place.x + (fmodf(up, 0.056f) < 0.028f ? 0.02f : 0.0f), 0.04f) - 0.02f);
    float row = fmodf(up + 1.0f * 0.028f, 0.028f) / 0.028f;
    float tiled = Backdrop_Cover(fminf(fminf(up + 0.015f, 0.30f - up), wall + 0.05f - 0.55f * up));
    mix(light, roof, (0.55f + 0.5f * row) * (tiles < 0.0015f ? 0.6f : 1.0f) * (0.85f + 0.3f * rough), tiled);
}

// An evening in a valley, the mill, and what bears the axle and the flume.
static void paintValley(const Scene *scene, gfVec2 place, float light[3])
{
    static const float high[3] = {0.16f, 0.34f, 0.62f}, low[3] = {0.98f, 0.80f, 0.56f}, cloud[3] = {1.0f, 0.90f, 0.78f};
    static const float hills[3][3] = {{0.40f, 0.50f, 0.48f}, {0.22f, 0.36f, 0.20f}, {0.09f, 0.20f, 0.055f}};
    static const float timber[3] = {0.12f, 0.062f, 0.030f};
    float rise = fminf(fmaxf((place.y - 0.35f) / 0.65f, 0.0f), 1.0f);
    float veil = 0.6f * Backdrop_GetNoise(scene, 2.4f * place.x, 8.0f * place.y, 100000u) +
                 0.4f * Backdrop_GetNoise(scene, 7.0f * place.x, 21.0f * place.y, 400000u);
    for (int c = 0; c < 3; c++) {
        light[c] = low[c] + (high[c] - low[c]) * powf(rise, 0.7f);
    }
    mix(light, cloud, 1.0f, 0.7f * fminf(fmaxf(4.0f * (veil - 0.55f), 0.0f), 1.0f));
    for (int i = 0; i < 3; i++) {
        float pace = 2.0f + 1.3f * (float)i, top = 0.50f - 0.13f * (float)i;
        float wave = Backdrop_GetNoise(scene, pace * place.x + 5.0f * (float)i, 0.5f, 1000000u);
        float tree = Backdrop_GetNoise(scene, 40.0f * place.x, 2.0f, 1300000u) +
                     0.5f * Backdrop_GetNoise(scene, 110.0f * place.x, 2.0f, 1600000u);
        float below = top + 0.24f * (wave - 0.4f) + (i == 2 ? 0.035f : 0.012f) * tree - place.y;
        float leaf = 0.6f * Backdrop_GetNoise(scene, 50.0f * place.x + 31.0f * place.y, 60.0f * place.y, 1900000u) +
                     0.4f * Backdrop_GetNoise(scene, 130.0f * place.x, 120.0f * place.y + 40.0f * place.x, 2200000u);
        float shade = 1.0f + 0.22f * (float)i * (leaf - 0.5f) + 0.25f - 1.2f * fminf(fmaxf(below, 0.0f), 0.5f);
        mix(light, hills[i], shade, Backdrop_Cover(below));
    }
    paintMill(scene, place, light);
    gfVec2 axle = getCentre(scene->width);
    float legs = fminf(getDistance(place, axle, Scene_Vec(axle.x - 0.13f, 0.0f)),
                       getDistance(place, axle, Scene_Vec(axle.x + 0.13f, 0.0f)));
    float post = getDistance(place, Scene_Vec(getPipe(scene->width) - 0.10f, 0.0f),
                             Scene_Vec(getPipe(scene->width) - 0.10f, LIP - 0.06f));
    mix(light, timber, 0.8f, Backdrop_Cover(0.014f - fminf(legs, post)));
}

bool Wheel_SetUp(Scene *scene)
{
    return Scene_SetUpSolids(scene, addSolids) && addPump(scene) && Sph_FillKinds(scene, getKind) && addWheel(scene) &&
           Backdrop_Paint(scene, paintValley);
}

// The axle holds the wheel: it may turn, and nothing else. The millstones brake that.
void Wheel_BeforeStep(Scene *scene)
{
    gfVec2 centre = getCentre(scene->width);
    gfParticleGroupInfo wheel;
    if (!gfFluid_GetParticleGroupBlocking(scene->fluid, scene->groups[0], &wheel) || wheel.count == 0) {
        return;
    }
    gfVec2 offset = {centre.x - wheel.centre.x, centre.y - wheel.centre.y};
    gfFluid_MoveParticleGroup(scene->fluid, scene->groups[0], offset, 0.0f);
    gfVec2 impulse = {-wheel.mass * wheel.velocity.x, -wheel.mass * wheel.velocity.y};
    float brake = -LOAD * wheel.inertia * wheel.angularVelocity * FRAME;
    gfFluid_PushParticleGroup(scene->fluid, scene->groups[0], impulse, brake);
}

void Wheel_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float stone[4] = {0.20f, 0.18f, 0.16f, 1.0f};
    (void)scene;
    Sph_TuneKinds(def);
    memcpy(def->solids.color, stone, sizeof stone);
}
