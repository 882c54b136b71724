// dam: the water in a lock of stone. Its gate goes up and the water breaks over a bar and two discs; then the gate
// comes down, and the water is pumped back, to fall into the lock as a jet. Crates and a ball float on it.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define CELL_SPEED 1.6f // m/s that a cell a step is, see Liquid_TuneFluid
#define GRAVITY 0.7f    // m/s^2
#define COLUMN_HEIGHT 0.75f
#define COLUMN_WIDTH (0.25f / COLUMN_HEIGHT) // of the domain's
#define PERIOD 15.0f                         // s, from one opening to the next
#define GATE_HALF 0.014f
#define GATE_HEIGHT 0.80f // what is too much runs over it
#define CLOSE_TIME 5.2f   // s, in which the gate begins to come down
#define CLOSE_SPEED 0.9f
#define OPEN_SPEED 2.2f
#define FILL_START 6.6f
#define FILL_END 13.2f
#define NOZZLE_HALF 0.030f // m
#define NOZZLE_SPEED 0.65f // m/s
#define DRAIN_HEIGHT 0.03f
#define BODIES 4
// Of what the nozzle gives: what is drained when all of the drain is under water. So the level finds itself.
#define DRAIN_SHARE 1.4f

void Dam_TuneFluid(gfFluidDef *def)
{
    Liquid_TuneFluid(def, CELL_SPEED, GRAVITY);
    Liquid_TuneTension(def, 0.00463f);   // sheets tear into drops late
    def->gaussian.contactAngle = 130.0f; // none hang from above
}

static float getPhase(const Scene *scene)
{
    return fmodf(Scene_GetTime(scene), PERIOD);
}

// How far the gate is up: it begins and ends each period just under way.
static float getLift(float phase)
{
    float down = GATE_HEIGHT - CLOSE_SPEED * (phase - CLOSE_TIME);
    float up = OPEN_SPEED * phase;
    return fminf(fmaxf(fminf(up, down), 0.0f), GATE_HEIGHT);
}

static gfSolidDef getGate(const Scene *scene)
{
    float phase = getPhase(scene);
    float lift = getLift(phase);
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeRectangle(Scene_Vec(COLUMN_WIDTH * scene->width + GATE_HALF, 0.5f * GATE_HEIGHT + lift),
                                Scene_Vec(GATE_HALF, 0.5f * GATE_HEIGHT), 0.0f);
    if (lift > 0.0f && lift < GATE_HEIGHT) {
        def.velocity.y = phase < CLOSE_TIME ? OPEN_SPEED : -CLOSE_SPEED;
    }
    return def;
}

static bool addSolids(Scene *scene)
{
    float spread = fminf(scene->width, 1.0f);
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeCircle(Scene_Vec(0.56f * scene->width, 0.10f), 0.085f * spread);
    if (GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def))) {
        return false;
    }
    def.shape = gfMakeRectangle(Scene_Vec(0.74f * scene->width, 0.22f), Scene_Vec(0.12f * spread, 0.018f), 0.6f);
    def.shape.radius = fminf(0.012f, 0.12f * spread);
    if (GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def))) {
        return false;
    }
    def.shape = gfMakeCircle(Scene_Vec(0.88f * scene->width, 0.42f), 0.05f * spread);
    if (GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def))) {
        return false;
    }
    def = getGate(scene);
    return Scene_AddSolid(scene, &def);
}

// Courses of stone, hewn roughly, under a lamp: warm, so that water shows cool before it.
static void paintStones(const Scene *scene, gfVec2 place, float light[3])
{
    static const float stone[3] = {0.50f, 0.36f, 0.25f};
    const float courseHeight = 0.125f;
    int course = (int)(place.y / courseHeight);
    float along = place.x / 0.26f + 0.5f * (float)(course % 2) + 0.3f * Scene_Hash(scene, 90u + (unsigned)course);
    int block = (int)along;
    float x = 0.26f * (along - (float)block), y = place.y - courseHeight * (float)course;
    float edge = fminf(fminf(x, 0.26f - x), fminf(y, courseHeight - y)) - 0.004f;
    unsigned seed = 400u + 64u * (unsigned)course + (unsigned)block;
    float shade = 0.70f + 0.45f * Scene_Hash(scene, seed);
    float grain = Backdrop_GetNoise(scene, 22.0f * place.x + 5.0f * shade, 34.0f * place.y, 100000u) +
                  0.8f * Backdrop_GetNoise(scene, 110.0f * place.x, 140.0f * place.y, 400000u) - 0.9f;
    shade *= 1.0f + 0.22f * grain + 0.10f * (y / courseHeight - 0.5f);
    shade *= 0.75f + 0.25f * fminf(fmaxf(edge / 0.012f, 0.0f), 1.0f); // worn rims
    float lamp = hypotf(place.x - 0.58f * scene->width, 1.2f * (place.y - 0.86f));
    float lit = 0.06f + 0.94f * expf(-2.6f * lamp * lamp);
    float mortar = 1.0f - Backdrop_Cover(edge);
    for (int c = 0; c < 3; c++) {
        float warm = c == 2 ? 0.85f + 0.25f * Scene_Hash(scene, seed + 5000u) : 1.0f;
        light[c] = lit * (stone[c] * warm * shade * (1.0f - mortar) + 0.12f * mortar);
    }
}

// Until the pump first runs no mass comes or goes.
static gfSourceDef getNozzle(const Scene *scene, bool on)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = on ? GF_SOURCE_SET : GF_SOURCE_ADD;
    def.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    def.shape = gfMakeRectangle(Scene_Vec(0.10f * scene->width, 0.985f), Scene_Vec(NOZZLE_HALF, 0.015f), 0.0f);
    if (on) {
        def.mass = 1.0f;
        def.velocity = Scene_Vec(0.12f, -NOZZLE_SPEED);
    }
    return def;
}

static gfSourceDef getDrain(const Scene *scene, bool on)
{
    float half = 0.25f * scene->width;
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_MASS;
    def.shape = gfMakeRectangle(Scene_Vec(scene->width - half, 0.5f * DRAIN_HEIGHT),
                                Scene_Vec(half, 0.5f * DRAIN_HEIGHT), 0.0f);
    if (on) {
        def.mass = -DRAIN_SHARE * NOZZLE_SPEED * NOZZLE_HALF / (half * DRAIN_HEIGHT);
    }
    return def;
}

static bool addBodies(Scene *scene)
{
    float size = 0.034f * fminf(scene->width, 1.0f), lock = COLUMN_WIDTH * scene->width;
    for (int i = 0; i < BODIES; i++) {
        gfVec2 place = {lock * (0.16f + 0.22f * (float)i), COLUMN_HEIGHT + 0.4f * size};
        gfRigidBodyDef def = gfDefaultRigidBodyDef();
        def.shape = i == 2 ? gfMakeCircle(place, size) : gfMakeRectangle(place, Scene_Vec(size, size), 0.1f * (float)i);
        def.density = 300.0f + 100.0f * (float)i;
        scene->bodies[i] = gfFluid_AddRigidBody(scene->fluid, &def);
        if (GF_IS_NULL(scene->bodies[i])) {
            return false;
        }
        scene->bodyCount++;
    }
    return true;
}

bool Dam_SetUp(Scene *scene)
{
    gfSourceDef nozzle = getNozzle(scene, false);
    gfSourceDef drain = getDrain(scene, false);
    gfShape lock =
        gfMakeRectangle(Scene_Vec(0.0f, 0.5f), Scene_Vec(COLUMN_WIDTH * scene->width + GATE_HALF, 1.0f), 0.0f);
    return Scene_AddEmitter(scene, &nozzle) && Scene_AddEmitter(scene, &drain) && Scene_SetUpSolids(scene, addSolids) &&
           addBodies(scene) && gfFluid_FillToLevel(scene->fluid, &lock, COLUMN_HEIGHT) &&
           Backdrop_Paint(scene, paintStones);
}

void Dam_BeforeStep(Scene *scene)
{
    float phase = getPhase(scene);
    bool fills = phase >= FILL_START && phase < FILL_END;
    gfSourceDef nozzle = getNozzle(scene, fills);
    gfSourceDef drain = getDrain(scene, fills);
    gfFluid_SetEmitter(scene->fluid, scene->emitters[0], &nozzle);
    gfFluid_SetEmitter(scene->fluid, scene->emitters[1], &drain);
    int lift = (int)(1e4f * getLift(phase));
    if (scene->solidCount > 0 && lift != scene->events) { // solids that are set anew cost time, and few frames move it
        scene->events = lift;
        gfSolidDef gate = getGate(scene);
        gfFluid_SetSolid(scene->fluid, scene->solids[0], &gate);
    }
}

void Dam_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float solid[4] = {0.030f, 0.028f, 0.030f, 1.0f};
    (void)scene;
    Liquid_TuneWallDraw(def);
    memcpy(def->solids.color, solid, sizeof solid);
}
