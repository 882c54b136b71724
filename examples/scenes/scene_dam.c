// dam: a lock in the mountains. Its gate goes up and the water breaks down a flight of stairs, turns a paddle and leaps
// up the far wall; then the gate comes down, and the lock fills again, from its floor and from a spout. Meanwhile the
// gate leaks in ever more jets, what lies in the basin runs off through a tunnel and takes the crates along, and they
// fall into the lock out of a hatch. Pictures lie over it all: the masonry, the gate, and what drifts.
#include "scenes/land.h"
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define GRAVITY 0.7f // m/s^2
#define COLUMN_HEIGHT 0.80f
#define LOCK 0.333f  // of the domain's width
#define FLOOR 0.22f  // of the lock, m
#define PERIOD 14.0f // s, from one opening to the next
#define GATE_HALF 0.014f
#define GATE_HEIGHT 0.62f // what is too much runs over it
#define CLOSE_TIME 4.4f   // s, in which the gate begins to come down
#define CLOSE_SPEED 0.9f
#define OPEN_SPEED 2.2f
#define FILL_START 5.6f
#define FILL_END 13.0f
#define NOZZLE_HALF 0.018f  // m
#define NOZZLE_SPEED 0.45f  // m/s
#define CULVERT_FLOW 0.022f // m^2/s
#define CULVERT_HEIGHT 0.05f
#define CALM 1.4f // 1/s: what sloshes in the lock comes to rest as in a third dimension, which takes its energy
#define LEAKS 3
#define LEAK_HALF 0.009f
#define LEAK_GAP 1.6f // cells from the gate
#define DRAIN_START 2.2f
#define DRAIN_FLOW 0.085f // m^2/s, when all of the drain is under water. So the level finds itself
#define DRAIN_HEIGHT 0.03f
#define DRAIN_PULL 0.30f // m/s^2, of what drifts in the basin
#define TUNNEL 0.935f    // where it begins, of the width
#define TUNNEL_HEIGHT 0.19f
#define LEDGE 0.30f       // height of the wall above it, m
#define HATCH 0.115f      // its middle, of the width
#define HATCH_HALF 0.075f // m
#define HATCH_HEIGHT 0.085f
#define BODIES 6
#define AXLE_X 0.715f // of the width
#define AXLE_Y 0.235f
#define AXLE_PULL 500.0f       // 1/s^2, of the spring that holds the paddle
#define MASONRY_DENSITY 280.0f // texels/m, of pictures
#define THING_DENSITY 500.0f

// Their places in scene->emitters.
enum { NOZZLE, DRAIN, CULVERT, REST, LEAK };

// Their places in scene->pictures.
enum { MASONRY, GATE, CRATE, BARREL, PADDLE };

// What drifts: its picture, half its width and height, density. The first one is the paddle, on its axle.
typedef struct Thing {
    int picture;
    gfVec2 half;
    float density;
} Thing;

static const Thing things[BODIES] = {
    {PADDLE, {0.082f, 0.0125f}, 700.0f}, {CRATE, {0.036f, 0.036f}, 320.0f},  {BARREL, {0.034f, 0.034f}, 420.0f},
    {CRATE, {0.036f, 0.036f}, 260.0f},   {BARREL, {0.034f, 0.034f}, 350.0f}, {CRATE, {0.036f, 0.036f}, 400.0f},
};

// The stairs: left and right (of the width) and height of each.
static const float stairs[][3] = {{-0.05f, 0.445f, FLOOR}, {0.44f, 0.545f, 0.145f}, {0.54f, 0.635f, 0.072f}};

void Dam_TuneFluid(gfFluidDef *def)
{
    Water_TuneFluid(def, GRAVITY);
    def->boundaries.top.kind = GF_BOUNDARY_OPEN; // water comes through it
}

static float getPhase(const Scene *scene)
{
    return fmodf(Scene_GetTime(scene), PERIOD);
}

// --- solids ----------------------------------------------------------------------------------------------------------

// How far the gate is up: it begins and ends each period just under way.
static float getLift(float phase)
{
    float down = GATE_HEIGHT - CLOSE_SPEED * (phase - CLOSE_TIME);
    float up = OPEN_SPEED * phase;
    return fminf(fmaxf(fminf(up, down), 0.0f), GATE_HEIGHT);
}

static gfVec2 getGatePlace(const Scene *scene)
{
    return Scene_Vec(LOCK * scene->width + GATE_HALF, FLOOR + 0.5f * GATE_HEIGHT + getLift(getPhase(scene)));
}

static gfSolidDef getGate(const Scene *scene)
{
    float phase = getPhase(scene), lift = getLift(phase);
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeRectangle(getGatePlace(scene), Scene_Vec(GATE_HALF, 0.5f * GATE_HEIGHT), 0.0f);
    if (lift > 0.0f && lift < GATE_HEIGHT) {
        def.velocity.y = phase < CLOSE_TIME ? OPEN_SPEED : -CLOSE_SPEED;
    }
    return def;
}

static bool addBlock(Scene *scene, float left, float right, float bottom, float top)
{
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeRectangle(Scene_Vec(0.5f * (left + right) * scene->width, 0.5f * (bottom + top)),
                                Scene_Vec(0.5f * (right - left) * scene->width, 0.5f * (top - bottom)), 0.0f);
    return !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
}

static bool addSolids(Scene *scene)
{
    bool added = addBlock(scene, TUNNEL, 1.05f, TUNNEL_HEIGHT, LEDGE);
    for (size_t i = 0; i < sizeof stairs / sizeof stairs[0]; i++) {
        added = added && addBlock(scene, stairs[i][0], stairs[i][1], -0.1f, stairs[i][2]);
    }
    gfSolidDef def = getGate(scene);
    return added && Scene_AddSolid(scene, &def);
}

// --- sources ---------------------------------------------------------------------------------------------------------

// How full the lock is, 0 to 1.
static float getFill(float phase)
{
    return fminf(fmaxf((phase - FILL_START) / (FILL_END - FILL_START), 0.0f), 1.0f);
}

static float getLockLevel(float phase)
{
    return FLOOR + 0.02f + (COLUMN_HEIGHT - 0.07f - FLOOR) * getFill(phase);
}

static bool isFilling(float phase)
{
    return phase >= FILL_START && phase < FILL_END;
}

// Until the pump first runs no mass comes or goes.
static gfSourceDef getNozzle(const Scene *scene)
{
    bool on = isFilling(getPhase(scene));
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = on ? GF_SOURCE_SET : GF_SOURCE_ADD;
    def.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    def.shape = gfMakeRectangle(Scene_Vec(0.235f * scene->width, 0.985f), Scene_Vec(NOZZLE_HALF, 0.015f), 0.0f);
    if (on) {
        def.mass = 1.0f;
        def.velocity = Scene_Vec(0.10f, -NOZZLE_SPEED);
    }
    return def;
}

// The gate leaks where water stands behind it: the deeper, the farther.
static gfSourceDef getLeak(const Scene *scene, int index)
{
    float phase = getPhase(scene), height = FLOOR + 0.10f + 0.125f * (float)index;
    float depth = getLockLevel(phase) - height;
    float left = LOCK * scene->width + 2.0f * GATE_HALF + LEAK_GAP * gfFluid_GetDef(scene->fluid).cellSize;
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    def.shape = gfMakeRectangle(Scene_Vec(left + LEAK_HALF, height), Scene_Vec(LEAK_HALF, LEAK_HALF), 0.0f);
    if (isFilling(phase) && depth > 0.02f) {
        def.mode = GF_SOURCE_SET;
        def.mass = 1.0f;
        def.velocity = Scene_Vec(sqrtf(2.0f * GRAVITY * depth), 0.0f);
    }
    return def;
}

static gfSourceDef getDrain(const Scene *scene)
{
    float left = stairs[2][1], half = 0.5f * (1.0f - left) * scene->width, phase = getPhase(scene);
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_MASS;
    def.shape = gfMakeRectangle(Scene_Vec(scene->width - half, 0.5f * DRAIN_HEIGHT),
                                Scene_Vec(half, 0.5f * DRAIN_HEIGHT), 0.0f);
    if (phase >= DRAIN_START && phase < FILL_END) {
        def.mass = -DRAIN_FLOW / (2.0f * half * DRAIN_HEIGHT);
    }
    return def;
}

static gfSourceDef getCulvert(const Scene *scene)
{
    float lock = LOCK * scene->width;
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_MASS;
    def.shape = gfMakeRectangle(Scene_Vec(0.5f * lock, FLOOR + 0.5f * CULVERT_HEIGHT),
                                Scene_Vec(0.5f * lock, 0.5f * CULVERT_HEIGHT), 0.0f);
    if (isFilling(getPhase(scene))) {
        def.mass = CULVERT_FLOW / (lock * CULVERT_HEIGHT);
    }
    return def;
}

// What calms the lock while its gate is down, up to the level there is.
static gfSourceDef getCalm(const Scene *scene)
{
    float lock = LOCK * scene->width, phase = getPhase(scene), half = 0.5f * (getLockLevel(phase) - FLOOR);
    return Liquid_GetCalm(Scene_Vec(0.5f * lock, FLOOR + half), Scene_Vec(0.5f * lock, half),
                          phase >= FILL_START ? CALM : 0.0f);
}

static gfSourceDef getSource(const Scene *scene, int index)
{
    switch (index) {
    case NOZZLE:
        return getNozzle(scene);
    case DRAIN:
        return getDrain(scene);
    case CULVERT:
        return getCulvert(scene);
    case REST:
        return getCalm(scene);
    default:
        return getLeak(scene, index - LEAK);
    }
}

// --- what drifts -----------------------------------------------------------------------------------------------------

// The angle at which a body begins, from which gfRigidBodyState.angle counts: that of its picture at first.
static float getFirstAngle(int index)
{
    return index == 0 ? 0.5f : 0.1f * (float)index;
}

static gfRigidBodyDef getBody(const Scene *scene, int index, gfVec2 place)
{
    const Thing *thing = &things[index];
    gfVec2 half = {thing->half.x * Backdrop_GetSize(scene), thing->half.y * Backdrop_GetSize(scene)};
    gfRigidBodyDef def = gfDefaultRigidBodyDef();
    def.shape =
        thing->picture == BARREL ? gfMakeCircle(place, half.x) : gfMakeRectangle(place, half, getFirstAngle(index));
    def.density = thing->density;
    return def;
}

static gfVec2 getAxle(const Scene *scene)
{
    return Scene_Vec(AXLE_X * scene->width, AXLE_Y);
}

static bool addBodies(Scene *scene)
{
    for (int i = 0; i < BODIES; i++) {
        gfVec2 afloat = {LOCK * scene->width * (0.17f * (float)i - 0.01f), COLUMN_HEIGHT + 0.4f * things[i].half.y};
        gfRigidBodyDef def = getBody(scene, i, i == 0 ? getAxle(scene) : afloat);
        scene->bodies[i] = gfFluid_AddRigidBody(scene->fluid, &def);
        if (GF_IS_NULL(scene->bodies[i])) {
            return false;
        }
        scene->bodyCount++;
    }
    return true;
}

// A spring holds it on its axle; it turns freely.
static void holdPaddle(const Scene *scene, float dt)
{
    gfRigidBodyState state;
    if (!gfFluid_GetRigidBody(scene->fluid, scene->bodies[0], &state)) {
        return;
    }
    gfVec2 axle = getAxle(scene);
    float pace = 1.4f * sqrtf(AXLE_PULL), factor = dt * state.mass;
    gfVec2 impulse = {factor * (AXLE_PULL * (axle.x - state.position.x) - pace * state.velocity.x),
                      factor * (AXLE_PULL * (axle.y - state.position.y) - pace * state.velocity.y + GRAVITY)};
    gfFluid_PushRigidBody(scene->fluid, scene->bodies[0], impulse, state.position);
}

static bool isHatchFree(const Scene *scene)
{
    for (int i = 1; i < scene->bodyCount; i++) {
        gfRigidBodyState state;
        if (gfFluid_GetRigidBody(scene->fluid, scene->bodies[i], &state) && state.position.y > 0.80f &&
            state.position.x < LOCK * scene->width) {
            return false;
        }
    }
    return true;
}

// The drain draws what is in the basin into the tunnel. There nobody sees it, and it may come out of the hatch again.
static void moveBody(const Scene *scene, int index, float dt)
{
    float phase = getPhase(scene);
    gfRigidBodyState state;
    if (phase < DRAIN_START || !gfFluid_GetRigidBody(scene->fluid, scene->bodies[index], &state)) {
        return;
    }
    float inside = state.position.x - TUNNEL * scene->width - things[index].half.x * Backdrop_GetSize(scene);
    if (inside > 0.0f && state.position.y < LEDGE && phase > FILL_START + 1.5f && phase < FILL_END &&
        isHatchFree(scene)) {
        gfVec2 place = {HATCH * scene->width, 1.0f - 0.5f * HATCH_HEIGHT};
        gfRigidBodyDef def = getBody(scene, index, place);
        def.velocity = Scene_Vec(0.06f * (float)(index - 3), -0.25f);
        def.angularVelocity = 2.0f - (float)index;
        gfFluid_SetRigidBody(scene->fluid, scene->bodies[index], &def);
    } else if (state.position.x > 0.60f * scene->width) {
        gfVec2 impulse = {DRAIN_PULL * dt * state.mass, 0.0f};
        gfFluid_PushRigidBody(scene->fluid, scene->bodies[index], impulse, state.position);
    }
}

// --- pictures --------------------------------------------------------------------------------------------------------

// Courses of stone, hewn roughly; warm, so that water shows cool before it.
static void paintStones(const Scene *scene, gfVec2 place, float light[3])
{
    static const float stone[3] = {0.56f, 0.44f, 0.33f};
    static const BackdropStones stones = {0.072f, 0.155f, 0.68f, 0.42f, 0.24f};
    float edge, shade = Backdrop_GetStones(scene, place, &stones, &edge);
    Backdrop_Mix(light, stone, shade, 1.0f);
    Backdrop_Mix(light, stone, 0.20f, 1.0f - Backdrop_Cover(edge));
}

// A ridge as high as noise says.
static float getRidge(const Scene *scene, float x, float scale, float height, unsigned seed)
{
    float sum = 0.0f, share = 0.55f;
    for (unsigned i = 0; i < 5; i++) {
        float v = Backdrop_GetNoise(scene, scale * x, 0.5f, seed + 300000u * i);
        sum += share * (i < 2 ? 1.0f - fabsf(2.0f * v - 1.0f) : v);
        share *= 0.5f;
        scale *= 2.2f;
    }
    return height * sum;
}

// Ribs and gullies of a mountain's face, which run down to either side.
static float getFolds(const Scene *scene, float x, float y)
{
    float sum = 0.0f, share = 0.52f, scale = 7.0f;
    for (unsigned i = 0; i < 4; i++) {
        sum += share *
               Backdrop_GetNoise(scene, scale * (x + 0.35f * y), 0.7f * scale * (y - 0.3f * x), 6300000u + 300000u * i);
        share *= 0.55f;
        scale *= 2.1f;
    }
    return sum;
}

// Morning in the mountains: snow, woods in haze, a meadow.
static void paintValley(const Scene *scene, gfVec2 place, float light[3])
{
    static const float zenith[3] = {0.10f, 0.30f, 0.68f}, haze[3] = {0.95f, 0.80f, 0.62f};
    static const float snow[3] = {0.95f, 0.86f, 0.80f}, rock[3] = {0.30f, 0.33f, 0.45f};
    static const float hill[3] = {0.22f, 0.34f, 0.30f}, pine[3] = {0.045f, 0.12f, 0.060f},
                       grass[3] = {0.30f, 0.42f, 0.08f};
    float up = fmaxf(place.y - 0.45f, 0.0f);
    Backdrop_Mix(light, zenith, 1.0f, 1.0f);
    Backdrop_Mix(light, haze, 1.0f, expf(-4.2f * up));
    float cloud = 0.6f * Backdrop_GetNoise(scene, 2.2f * place.x, 7.0f * place.y, 1700000u) +
                  0.4f * Backdrop_GetNoise(scene, 6.5f * place.x, 17.0f * place.y, 1800000u);
    Backdrop_Mix(light, snow, 1.05f, 0.75f * Land_Step(0.55f, 0.78f, cloud));
    float peak = 0.40f + getRidge(scene, place.x + 0.1f, 2.3f, 0.55f, 2000000u);
    float fold = getFolds(scene, place.x, place.y), beside = getFolds(scene, place.x - 0.010f, place.y + 0.008f);
    float lit = fminf(fmaxf(0.70f + 7.0f * (fold - beside), 0.25f), 1.15f);
    float cover = Backdrop_Cover(peak - place.y), white = Land_Step(0.56f, 0.72f, place.y + 0.5f * (fold - 0.5f));
    Backdrop_Mix(light, rock, lit, cover);
    Backdrop_Mix(light, snow, 0.30f + 0.72f * lit, cover * white);
    Backdrop_Mix(light, haze, 0.9f, cover * 0.60f * Land_Step(0.75f, 0.42f, place.y));
    Backdrop_Mix(light, hill, 1.0f,
                 Backdrop_Cover(0.36f + getRidge(scene, place.x, 3.1f, 0.24f, 3600000u) - place.y) * 0.85f);
    float tip = fabsf(fmodf(place.x * 38.0f, 1.0f) - 0.5f);
    int tree = (int)(place.x * 38.0f);
    float tall = 0.41f + 0.055f * Scene_Hash(scene, 7000u + (unsigned)tree) +
                 0.05f * Backdrop_GetNoise(scene, 3.0f * place.x, 0.5f, 5400000u);
    float jag = 0.25f * fabsf(fmodf(place.y * 60.0f, 1.0f) - 0.5f);
    Backdrop_Mix(light, pine, 0.7f + 1.2f * fmaxf(place.y - 0.40f, 0.0f) / 0.1f,
                 Backdrop_Cover(fmaxf(tall - 0.085f * (tip + jag) * 2.0f, 0.40f) - place.y));
    float blades = 0.75f + 0.5f * Backdrop_GetNoise(scene, 14.0f * place.x, 90.0f * place.y, 5700000u);
    Backdrop_Mix(light, grass, blades * (0.55f + 1.1f * fmaxf(place.y, 0.0f)), Backdrop_Cover(0.385f - place.y));
}

// A mill on the far bank.
static void paintMill(const Scene *scene, gfVec2 place, float light[3])
{
    static const float wall[3] = {0.80f, 0.72f, 0.58f}, roof[3] = {0.42f, 0.13f, 0.07f},
                       beam[3] = {0.16f, 0.09f, 0.05f};
    static const float pane[3] = {0.95f, 0.68f, 0.26f};
    float size = Backdrop_GetSize(scene), x = (place.x - 0.80f * scene->width) / size, y = (place.y - 0.36f) / size;
    float side = 0.085f - fabsf(x);
    Backdrop_Mix(light, wall, 0.80f + 2.0f * x, Backdrop_Cover(fminf(side, fminf(y, 0.12f - y))));
    float post = 0.004f - fabsf(fmodf(fabsf(x), 0.056f) - 0.028f), rail = 0.004f - fabsf(fmodf(y, 0.06f) - 0.030f);
    Backdrop_Mix(light, beam, 1.0f, Backdrop_Cover(fminf(side, fminf(fmaxf(post, rail), fminf(y, 0.12f - y)))));
    float window = fminf(0.011f - fabsf(fabsf(x) - 0.050f), 0.014f - fabsf(y - 0.075f));
    Backdrop_Mix(light, pane, 0.9f, Backdrop_Cover(fminf(window, side)));
    float slope = 0.205f - 0.95f * fabsf(x) - y,
          tile = 0.8f + 0.4f * Backdrop_GetNoise(scene, 60.0f * x, 70.0f * y, 6000000u);
    Backdrop_Mix(light, roof, tile * (x < 0.0f ? 1.2f : 0.8f), Backdrop_Cover(fminf(slope, y - 0.115f)));
    Backdrop_Mix(light, wall, 0.5f, Backdrop_Cover(fminf(0.012f - fabsf(x - 0.045f), fminf(0.21f - y, y - 0.15f))));
}

// How far a place is inside the lock's back wall, m; a pier at its side is higher.
static float getInsideWall(const Scene *scene, gfVec2 place)
{
    float lock = LOCK * scene->width;
    return fminf(lock + 0.075f - place.x, (place.x > lock - 0.02f ? 0.925f : 0.875f) - place.y);
}

static void paintDam(const Scene *scene, gfVec2 place, float light[3])
{
    static const float sun[3] = {1.0f, 0.80f, 0.55f}, shade[3] = {0.20f, 0.27f, 0.30f};
    float wall = getInsideWall(scene, place), stones[3] = {0.0f, 0.0f, 0.0f};
    float bank = 0.30f + 0.012f * Backdrop_GetNoise(scene, 30.0f * place.x, 0.5f, 7700000u) - place.y;
    if (fmaxf(wall, bank) < 0.01f) { // stones hide the rest
        paintValley(scene, place, light);
        paintMill(scene, place, light);
    }
    if (fmaxf(wall, bank) > -0.01f) {
        paintStones(scene, place, stones);
    }
    Backdrop_Mix(light, stones, 0.50f + 0.45f * place.y, Backdrop_Cover(wall));
    Backdrop_Mix(light, sun, 1.0f, 0.4f * Backdrop_Cover(wall) * expf(-fmaxf(wall, 0.0f) / 0.006f));
    Backdrop_Mix(stones, shade, 1.0f, 0.45f);
    Backdrop_Mix(light, stones, 0.46f + 0.5f * place.y, Backdrop_Cover(fminf(-wall, bank)));
}

// How far a place is inside the masonry, m.
static float getInsideMasonry(const Scene *scene, gfVec2 place)
{
    float inside = fminf(place.x - TUNNEL * scene->width, LEDGE - place.y);
    for (size_t i = 0; i < sizeof stairs / sizeof stairs[0]; i++) {
        inside = fmaxf(inside, fminf(stairs[i][1] * scene->width - place.x, stairs[i][2] - place.y));
    }
    return inside;
}

// Stairs, the wall with the tunnel's mouth, and the hatch above the lock.
static void paintMasonry(const Scene *scene, gfVec2 place, float rgba[4], void *user)
{
    static const float worn[3] = {0.86f, 0.74f, 0.58f}, moss[3] = {0.13f, 0.21f, 0.06f},
                       wood[3] = {0.30f, 0.16f, 0.07f};
    static const float dark[3] = {0.010f, 0.014f, 0.018f};
    float inside = getInsideMasonry(scene, place), light[3] = {0.0f, 0.0f, 0.0f};
    (void)user;
    rgba[3] = fminf(fmaxf(0.5f + MASONRY_DENSITY * (inside + 0.001f), 0.0f), 1.0f);
    if (rgba[3] > 0.0f) {
        paintStones(scene, Scene_Vec(place.x + 0.03f, place.y + 0.002f), light);
        Backdrop_Mix(light, light, 0.85f, 1.0f);
        float green = Backdrop_GetNoise(scene, 9.0f * place.x, 9.0f * place.y, 800000u);
        Backdrop_Mix(light, moss, 0.9f, 0.65f * Land_Step(0.45f, 0.75f, green));
        Backdrop_Mix(light, worn, 0.9f, 0.8f * expf(-fmaxf(inside, 0.0f) / 0.004f));
        float mouth = fminf(place.x - TUNNEL * scene->width - 0.012f, TUNNEL_HEIGHT - place.y);
        Backdrop_Mix(light, dark, 1.0f, Backdrop_Cover(mouth));
    }
    float board = fmodf(place.x, 0.024f) / 0.024f, over = place.y - 1.0f + HATCH_HEIGHT;
    float hatch =
        Backdrop_Cover(fminf(HATCH_HALF * Backdrop_GetSize(scene) - fabsf(place.x - HATCH * scene->width), over));
    float spout = Backdrop_Cover(fminf(0.032f - fabsf(place.x - 0.235f * scene->width), over - 0.045f));
    Backdrop_Mix(light, wood,
                 (board < 0.08f ? 0.4f : 0.9f + 0.4f * Scene_Hash(scene, 50u + (unsigned)(place.x / 0.024f))) *
                     (over < 0.010f ? 1.5f : 1.0f),
                 fmaxf(hatch, spout));
    rgba[3] = fmaxf(rgba[3], fmaxf(hatch, spout));
    for (int c = 0; c < 3; c++) {
        rgba[c] = rgba[3] * light[c];
    }
}

// Boards, hoops and nails of a thing, over its own width and height; `user` is the thing. The gate is one, too.
static void paintThing(const Scene *scene, gfVec2 place, float rgba[4], void *user)
{
    static const float oak[3] = {0.42f, 0.21f, 0.08f}, pine[3] = {0.72f, 0.46f, 0.20f},
                       iron[3] = {0.11f, 0.11f, 0.125f};
    const Thing *thing = user;
    float x = place.x / thing->half.x, y = place.y / thing->half.y;
    float inside = thing->picture == BARREL ? thing->half.x - hypotf(place.x, place.y)
                                            : fminf(thing->half.x - fabsf(place.x), thing->half.y - fabsf(place.y));
    float grain = Backdrop_GetNoise(scene, 40.0f * place.x + 9.0f, 240.0f * place.y + 90.0f, 2000000u);
    float board = thing->picture == GATE ? 12.0f * y : 2.5f * y, seam = fabsf(board - roundf(board));
    float shade = 0.75f + 0.4f * grain, light[3] = {0.0f, 0.0f, 0.0f};
    Backdrop_Mix(light, pine, shade * (seam < 0.05f ? 0.4f : 1.0f), 1.0f);
    if (thing->picture == CRATE) {
        float frame = fmaxf(fabsf(x), fabsf(y)), brace = fabsf(x - y) / 1.41f;
        Backdrop_Mix(light, oak, 1.3f * shade, frame > 0.70f || brace < 0.16f ? 1.0f : 0.0f);
        Backdrop_Mix(light, iron, 1.6f, hypotf(fabsf(x) - 0.84f, fabsf(y) - 0.84f) < 0.08f ? 1.0f : 0.0f);
    } else if (thing->picture == BARREL) {
        float from = hypotf(x, y), stave = fabsf(3.0f * x - roundf(3.0f * x));
        Backdrop_Mix(light, oak, shade * (stave < 0.07f ? 0.5f : 1.5f), 1.0f);
        Backdrop_Mix(light, iron, 1.2f + 0.8f * y, from > 0.78f ? 1.0f : 0.0f);
    } else if (thing->picture == GATE) {
        Backdrop_Mix(light, oak, shade * (seam < 0.06f ? 0.4f : 1.0f), 1.0f);
        Backdrop_Mix(light, iron, 1.6f, fabsf(x) > 0.72f ? 0.8f : 0.0f);
    } else {
        Backdrop_Mix(light, oak, 1.5f * shade, fabsf(x) > 0.62f ? 1.0f : 0.0f);
        Backdrop_Mix(light, iron, 2.2f,
                     hypotf(place.x, place.y) < 0.009f || fabsf(fabsf(x) - 0.62f) < 0.03f ? 1.0f : 0.0f);
    }
    rgba[3] = fminf(fmaxf(0.5f + THING_DENSITY * (inside + 0.0015f), 0.0f), 1.0f);
    for (int c = 0; c < 3; c++) {
        rgba[c] = rgba[3] * light[c] * (inside < 0.0025f ? 0.5f : 1.0f);
    }
}

static bool addThing(Scene *scene, Thing thing)
{
    gfVec2 margin = {thing.half.x + 0.006f, thing.half.y + 0.006f};
    return Picture_Add(scene, Scene_Vec(-margin.x, -margin.y), Scene_Vec(2.0f * margin.x, 2.0f * margin.y),
                       THING_DENSITY, paintThing, &thing) != NULL;
}

static bool addPictures(Scene *scene)
{
    static const int shown[] = {1, 2, 0}; // of each picture from CRATE on, the thing that it is of
    Thing gate = {GATE, {GATE_HALF, 0.5f * GATE_HEIGHT}, 0.0f};
    bool added = Picture_Add(scene, Scene_Vec(0.0f, 0.0f), Scene_Vec(scene->width, 1.0f), MASONRY_DENSITY, paintMasonry,
                             NULL) != NULL &&
                 addThing(scene, gate);
    for (int i = 0; i < 3 && added; i++) {
        Thing thing = things[shown[i]];
        thing.half = Scene_Vec(thing.half.x * Backdrop_GetSize(scene), thing.half.y * Backdrop_GetSize(scene));
        added = addThing(scene, thing);
    }
    return added;
}

static bool drawOver(Scene *scene, const gfDrawDef *def)
{
    bool drawn = true;
    for (int i = 0; i < scene->bodyCount && drawn; i++) {
        gfRigidBodyState state;
        drawn = gfFluid_GetRigidBody(scene->fluid, scene->bodies[i], &state) &&
                Picture_Draw(scene, scene->pictures[things[i].picture], def, state.position,
                             state.angle + getFirstAngle(i), 1.0f);
    }
    return drawn && (scene->config.mask != NULL || // the user's solids are there in its place
                     (Picture_Draw(scene, scene->pictures[GATE], def, getGatePlace(scene), 0.0f, 1.0f) &&
                      Picture_Draw(scene, scene->pictures[MASONRY], def, Scene_Vec(0.0f, 0.0f), 0.0f, 1.0f)));
}

// --- the scene -------------------------------------------------------------------------------------------------------

bool Dam_SetUp(Scene *scene)
{
    for (int i = 0; i < LEAK + LEAKS; i++) {
        gfSourceDef def = getSource(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    gfShape lock = gfMakeRectangle(Scene_Vec(0.0f, 0.5f), Scene_Vec(LOCK * scene->width + GATE_HALF, 1.0f), 0.0f);
    scene->drawOver = drawOver;
    return Scene_SetUpSolids(scene, addSolids) && addBodies(scene) &&
           gfFluid_FillToLevel(scene->fluid, &lock, COLUMN_HEIGHT) && addPictures(scene) &&
           Backdrop_Paint(scene, paintDam);
}

void Dam_BeforeStep(Scene *scene)
{
    for (int i = 0; i < LEAK + LEAKS; i++) {
        gfSourceDef def = getSource(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
    int lift = (int)(1e4f * getLift(getPhase(scene)));
    if (scene->solidCount > 0 && lift != scene->events) { // solids that are set anew cost time, and few frames move it
        scene->events = lift;
        gfSolidDef gate = getGate(scene);
        gfFluid_SetSolid(scene->fluid, scene->solids[0], &gate);
    }
    holdPaddle(scene, 1.0f / 60.0f);
    for (int i = 1; i < scene->bodyCount; i++) {
        moveBody(scene, i, 1.0f / 60.0f);
    }
}

void Dam_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float solid[4] = {0.30f, 0.24f, 0.18f, 1.0f}, tint[3] = {0.10f, 0.74f, 0.85f};
    static const float deep[3] = {0.00f, 0.15f, 0.22f}, thin[3] = {0.30f, 0.66f, 0.68f};
    (void)scene;
    Liquid_TuneWallDraw(def);
    def->liquid.clarity = 0.2f;
    def->liquid.foamSpeed = 0.5f;
    def->liquid.specular = 1.2f;
    def->refraction.absorption = 1.5f;
    memcpy(def->refraction.tint, tint, sizeof tint);
    memcpy(def->liquid.deep, deep, sizeof deep);
    memcpy(def->liquid.thin, thin, sizeof thin);
    memcpy(def->solids.color, solid, sizeof solid);
    def->solids.media = 0.0f;
}
