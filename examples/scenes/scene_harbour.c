// harbour: night in a harbour. A barge leaks oil, which drifts on the water and burns; a boat drives round between
// quays and a pier, its wake tears the burning oil, and barrels drift. The oil is dye of the water. Where it burns is
// reckoned here, in coarse cells, from what a query tells of it: fire spreads to oil beside it, heats and darkens the
// air, which is a second fluid, and uses up the oil. The boat goes to where the mouse is held, and that lights oil.
#include "scenes/harbour.h"
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GRAVITY 0.8f // m/s^2
#define DEPTH 0.062f
#define COLUMNS 48 // of cells that burn
#define ROWS 27
#define CELLS (COLUMNS * ROWS)
#define FLAMMABLE 0.10f  // oil that catches fire
#define SPREADING 3.0f   // 1/s, chance to catch it from a neighbour
#define KINDLING 1.6f    // 1/s
#define DYING 1.1f       // 1/s, without oil
#define APPETITE 0.10f   // oil a second that full fire uses up
#define DISPERSAL 0.035f // share of that by which oil vanishes that does not burn
#define LEAK 7.0f        // likewise, that comes in a gush
#define BLAZE 40.0f      // cells that burn: with more the leak gives less
#define LEAK_PERIOD 19.0f
#define HEAT 900.0f // K, of full fire
#define COOLING 4.0f
#define SOOT 1.25f // a second
#define BARRELS 4
#define CRUISE 0.20f // m/s
#define HURRY 0.28f  // m/s, to where the mouse is
#define MOUSE_FRAMES 120
#define STUCK_FRAMES 80
#define BACK_FRAMES 75
#define FRAME (1.0f / 60.0f)
#define TURN 24 // frames: sources that cover much of the basin act now and then, as strongly as if they always acted
#define SPILL_TURN 4
#define EATEN_TURN 8
#define BURNT_TURN 2

// Their places in scene->emitters. Those of the air come last.
enum { EATEN, HULL, SCREW, BURNT };

// What steers the boat, and what burns.
struct Harbour {
    gfQuery *query; // tells how much oil there is in each cell
    float oil[CELLS], burning[CELLS];
    uint8_t mask[CELLS]; // the same, as images have it: its first row is the highest
    int waypoint;
    int stuck, backing; // frames
    float throttle;     // -1 to 1
    float blaze;        // cells that burn
};

// Where the boat goes by itself, x of the width.
static const gfVec2 waypoints[] = {{0.22f, 0.30f}, {0.42f, 0.24f}, {0.56f, 0.33f}, {0.66f, 0.53f},
                                   {0.78f, 0.34f}, {0.85f, 0.46f}, {0.80f, 0.66f}, {0.64f, 0.58f},
                                   {0.47f, 0.50f}, {0.28f, 0.56f}, {0.16f, 0.48f}};
#define WAYPOINTS ((int)(sizeof waypoints / sizeof waypoints[0]))

void Harbour_TuneFluid(gfFluidDef *def)
{
    Diorama_TuneFluid(def, GRAVITY);
    def->shallow.linearFriction = 0.10f;
    def->shallow.manning = 0.010f;
    def->shallow.ripples.speed = 0.10f;
    def->shallow.ripples.damping = 0.45f;
    def->shallow.ripples.stirring = 1.6f;
    def->shallow.foam = true;
    def->shallow.foamSpeed = 0.17f;
    def->shallow.foamLife = 2.2f;
}

static gfVec2 getLeak(const Scene *scene)
{
    gfShape barge;
    Harbour_GetWall(scene, 4, &barge);
    return Scene_Vec(barge.a.x + 0.62f * harbourBarge.half.x, barge.a.y - harbourBarge.half.y - 0.012f);
}

// --- what lies on the water and in the air ---------------------------------------------------------------------------

// What has leaked already: a tongue that winds away from the barge.
static void paintOil(const Scene *scene, gfVec2 place, float rgba[4], void *user)
{
    gfVec2 leak = getLeak(scene);
    float x = place.x - leak.x, y = place.y - leak.y;
    float along = 0.8f * x - 0.6f * y, aside = 0.6f * x + 0.8f * y - 0.06f * sinf(11.0f * along);
    float wide = 0.045f + 0.045f * Land_Fractal(9.0f * place.x, 9.0f * place.y, 3, 5u) + 0.07f * along;
    (void)user;
    if (along > -0.05f && along < 0.40f) {
        rgba[3] = 0.9f * Land_Step(wide, 0.4f * wide, fabsf(aside)) * Land_Step(0.40f, 0.20f, along) *
                  Land_Step(-0.05f, 0.0f, along);
    }
}

static gfShape getDomain(const Scene *scene)
{
    return gfMakeRectangle(Scene_Vec(0.5f * scene->width, 0.5f), Scene_Vec(0.5f * scene->width, 0.5f), 0.0f);
}

static gfSourceDef getSpill(const Scene *scene)
{
    float phase = fmodf(Scene_GetTime(scene), LEAK_PERIOD) / LEAK_PERIOD, seconds = SPILL_TURN * FRAME;
    float gush = 0.5f + 0.5f * Land_Step(0.30f, 0.10f, fabsf(phase - 0.35f));
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_DYE | GF_SOURCE_VELOCITY;
    def.shape = gfMakeCircle(getLeak(scene), 0.022f);
    def.softness = 0.02f;
    def.velocity = Scene_Vec(0.6f * seconds, -1.1f * seconds);
    def.dye[3] = LEAK * seconds * gush * fminf(fmaxf(1.3f - scene->harbour->blaze / BLAZE, 0.0f), 1.0f);
    return def;
}

static gfSourceDef getEaten(const Scene *scene)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_DYE;
    def.shape = getDomain(scene);
    def.dye[3] = -EATEN_TURN * APPETITE;
    return def;
}

// The water goes slowly round the basin.
static gfSourceDef getCurrent(const Scene *scene)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_VELOCITY;
    def.shape = gfMakeCircle(Scene_Vec(0.42f * scene->width, 0.46f), 0.40f);
    def.softness = 0.2f;
    def.angularVelocity = -TURN * FRAME * 0.022f;
    return def;
}

static gfSourceDef getBurnt(const Scene *scene)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_TEMPERATURE | GF_SOURCE_DYE;
    def.shape = getDomain(scene);
    def.temperature = BURNT_TURN * HEAT * COOLING;
    def.dye[3] = BURNT_TURN * SOOT;
    return def;
}

// A gust somewhere over the water, which winds up the smoke.
static gfSourceDef getGust(const Scene *scene)
{
    unsigned n = 4u * (unsigned)scene->frame;
    float turn = 2.0f * SCENE_PI * Scene_Hash(scene, n), speed = 0.05f + 0.06f * Scene_Hash(scene, n + 1u);
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_VELOCITY;
    def.shape = gfMakeCircle(
        Scene_Vec(scene->width * (0.2f + 0.7f * Scene_Hash(scene, n + 2u)), 0.3f + 0.6f * Scene_Hash(scene, n + 3u)),
        0.06f);
    def.softness = 0.08f;
    def.velocity = Scene_Vec(speed * cosf(turn), speed * sinf(turn));
    return def;
}

// --- the fire --------------------------------------------------------------------------------------------------------

static int getCell(const Scene *scene, gfVec2 place)
{
    int x = (int)(place.x / scene->width * COLUMNS), y = (int)(place.y * ROWS);
    return x >= 0 && y >= 0 && x < COLUMNS && y < ROWS ? y * COLUMNS + x : -1;
}

static void light(Scene *scene, gfVec2 place)
{
    struct Harbour *harbour = scene->harbour;
    int cell = getCell(scene, place);
    if (cell >= 0 && harbour->oil[cell] > FLAMMABLE) {
        harbour->burning[cell] = fmaxf(harbour->burning[cell], 0.3f);
    }
}

static float getHottest(const struct Harbour *harbour, int cell)
{
    int x = cell % COLUMNS, y = cell / COLUMNS;
    float hottest = 0.0f;
    for (int i = 0; i < 9; i++) {
        int u = x + i % 3 - 1, v = y + i / 3 - 1;
        if (u >= 0 && v >= 0 && u < COLUMNS && v < ROWS) {
            hottest = fmaxf(hottest, harbour->burning[v * COLUMNS + u]);
        }
    }
    return hottest;
}

static float burn(const Scene *scene, int cell)
{
    const struct Harbour *harbour = scene->harbour;
    float burning = harbour->burning[cell], oil = harbour->oil[cell];
    if (oil < FLAMMABLE) {
        return fmaxf(burning - DYING * FRAME, 0.0f);
    }
    float most = fminf(0.35f + 1.2f * oil, 1.0f);
    if (burning > 0.0f) {
        return burning < most ? fminf(burning + KINDLING * FRAME, most) : burning - 0.5f * (burning - most) * FRAME;
    }
    bool catches = getHottest(harbour, cell) > 0.4f &&
                   Scene_Hash(scene, (unsigned)(scene->frame * CELLS + cell)) < SPREADING * FRAME;
    return catches ? KINDLING * FRAME : 0.0f;
}

// Oil at the leak catches fire from a spark, wherever the fire has gone out.
static void moveFire(Scene *scene)
{
    struct Harbour *harbour = scene->harbour;
    gfQueryAnswer answer;
    float next[CELLS], sum = 0.0f;
    gfQuery_Submit(harbour->query);
    bool known = gfQuery_Poll(harbour->query, &answer) == GF_READ_READY;
    for (int i = 0; i < CELLS; i++) {
        harbour->oil[i] = known ? answer.points[i].dye[3] : harbour->oil[i];
        next[i] = burn(scene, i);
        sum += next[i];
    }
    memcpy(harbour->burning, next, sizeof next);
    harbour->blaze = sum;
    if (sum < 0.5f) {
        gfVec2 leak = getLeak(scene);
        for (int i = 0; i < 5; i++) {
            light(scene, Scene_Vec(leak.x + 0.035f * (float)i, leak.y - 0.030f * (float)i));
        }
    }
    if (scene->pointerFrame >= 0 && scene->frame - scene->pointerFrame < 4) {
        light(scene, scene->pointer);
    }
    for (int i = 0; i < CELLS; i++) {
        float least = harbour->oil[i] > 0.02f ? DISPERSAL : 0.0f;
        harbour->mask[(ROWS - 1 - i / COLUMNS) * COLUMNS + i % COLUMNS] =
            (uint8_t)(255.0f * fmaxf(harbour->burning[i], least));
    }
}

// Between its turns an emitter does nothing.
static void takeTurn(Scene *scene, gfFluid *fluid, int emitter, gfSourceDef def, int turn)
{
    const gfMask mask = {.pixels = scene->harbour->mask, .width = COLUMNS, .height = ROWS, .stride = COLUMNS};
    bool acts = scene->frame % turn == 0;
    if (!acts) {
        def.temperature = def.dye[3] = 0.0f;
    }
    gfFluid_SetEmitter(fluid, scene->emitters[emitter], &def);
    if (acts) {
        gfFluid_SetEmitterMask(fluid, scene->emitters[emitter], &mask);
    }
}

static void takeTurns(Scene *scene)
{
    takeTurn(scene, scene->fluid, EATEN, getEaten(scene), EATEN_TURN);
    takeTurn(scene, scene->air, BURNT, getBurnt(scene), BURNT_TURN);
    if (scene->frame % SPILL_TURN == 1) {
        gfSourceDef spill = getSpill(scene);
        gfFluid_Splat(scene->fluid, &spill);
    }
    if (scene->frame % TURN == 2) {
        gfSourceDef current = getCurrent(scene);
        gfFluid_Splat(scene->fluid, &current);
    }
    if (scene->frame % (TURN / 2) == 1) {
        gfSourceDef gust = getGust(scene);
        gfFluid_Splat(scene->air, &gust);
    }
}

// --- lights ----------------------------------------------------------------------------------------------------------

#define FIRES_X 3
#define FIRES_Y 2
#define FIRES (FIRES_X * FIRES_Y)

typedef struct Blaze {
    float weight;
    gfVec2 sum;
} Blaze;

// What burns is shared out among a few places, so that lights neither jump nor come all at once.
static void gatherFires(const Scene *scene, Blaze *fires)
{
    memset(fires, 0, FIRES * sizeof *fires);
    for (int i = 0; i < CELLS; i++) {
        float burning = scene->harbour->burning[i];
        if (burning <= 0.0f) {
            continue;
        }
        float u = ((float)(i % COLUMNS) + 0.5f) / COLUMNS, v = ((float)(i / COLUMNS) + 0.5f) / ROWS;
        for (int k = 0; k < FIRES; k++) {
            float x = fabsf(FIRES_X * u - 0.5f - (float)(k % FIRES_X));
            float y = fabsf(FIRES_Y * v - 0.5f - (float)(k / FIRES_X));
            float share = burning * fmaxf(1.0f - x, 0.0f) * fmaxf(1.0f - y, 0.0f);
            fires[k].weight += share;
            fires[k].sum.x += share * u * scene->width;
            fires[k].sum.y += share * v;
        }
    }
}

static float getFlicker(float time, int index)
{
    float n = (float)index;
    return 1.0f + 0.13f * sinf(9.1f * time + 2.0f * n) + 0.09f * sinf(17.3f * time + 5.0f * n) +
           0.06f * sinf(29.0f * time + 3.0f * n);
}

static void setLights(Scene *scene)
{
    static const float fire[3] = {2.6f, 1.02f, 0.26f}, bow[3] = {0.85f, 0.72f, 0.50f};
    float time = Scene_GetTime(scene);
    Blaze fires[FIRES];
    gfRigidBodyState boat;
    scene->lightCount = 0;
    for (int i = 0; i < QUAY_LAMPS; i++) {
        scene->lights[scene->lightCount++] = Harbour_GetLamp(scene, i, time);
    }
    if (gfFluid_GetRigidBody(scene->fluid, scene->bodies[0], &boat)) {
        float c = cosf(boat.angle), s = sinf(boat.angle), out = 0.055f;
        SceneLight lamp = {{boat.position.x + out * c, boat.position.y + out * s, 0.05f}, 0.07f, {0.0f}, 0.022f};
        memcpy(lamp.color, bow, sizeof bow);
        scene->lights[scene->lightCount++] = lamp;
    }
    gatherFires(scene, fires);
    for (int i = 0; i < FIRES; i++) {
        if (fires[i].weight < 0.05f) {
            continue;
        }
        float strength = 1.0f - expf(-fires[i].weight / 7.0f), bright = strength * getFlicker(time, i);
        SceneLight lamp = {{fires[i].sum.x / fires[i].weight, fires[i].sum.y / fires[i].weight, 0.06f},
                           0.15f + 0.14f * strength,
                           {bright * fire[0], bright * fire[1], bright * fire[2]},
                           0.09f + 0.12f * strength};
        scene->lights[scene->lightCount++] = lamp;
    }
}

// --- the boat --------------------------------------------------------------------------------------------------------

// Where it goes: to the mouse while that is held and for a while after, else from waypoint to waypoint.
static gfVec2 getTarget(Scene *scene, const gfRigidBodyState *boat, float *speed)
{
    struct Harbour *harbour = scene->harbour;
    if (scene->pointerFrame >= 0 && scene->frame - scene->pointerFrame < MOUSE_FRAMES) {
        float away = hypotf(scene->pointer.x - boat->position.x, scene->pointer.y - boat->position.y);
        *speed = HURRY * fminf(away / 0.12f, 1.0f);
        return scene->pointer;
    }
    *speed = CRUISE;
    gfVec2 next = waypoints[harbour->waypoint];
    next.x *= scene->width;
    if (hypotf(next.x - boat->position.x, next.y - boat->position.y) < 0.10f) {
        harbour->waypoint = (harbour->waypoint + 1) % WAYPOINTS;
    }
    return next;
}

// The way to the target, bent off walls that lie ahead.
static gfVec2 getWay(const Scene *scene, const gfRigidBodyState *boat, gfVec2 target)
{
    const float ahead = 0.13f, step = 0.01f, margin = 0.10f;
    float away = fmaxf(hypotf(target.x - boat->position.x, target.y - boat->position.y), 1e-3f);
    gfVec2 way = {(target.x - boat->position.x) / away, (target.y - boat->position.y) / away};
    gfVec2 look = {boat->position.x + ahead * cosf(boat->angle), boat->position.y + ahead * sinf(boat->angle)};
    float near = fmaxf(margin - Harbour_GetRoom(scene, look), 0.0f) / margin;
    gfVec2 off = {Harbour_GetRoom(scene, Scene_Vec(look.x + step, look.y)) -
                      Harbour_GetRoom(scene, Scene_Vec(look.x - step, look.y)),
                  Harbour_GetRoom(scene, Scene_Vec(look.x, look.y + step)) -
                      Harbour_GetRoom(scene, Scene_Vec(look.x, look.y - step))};
    return Scene_Vec(way.x + 1.6f * near * off.x / (2.0f * step), way.y + 1.6f * near * off.y / (2.0f * step));
}

// One that a wall or a barrel holds backs off.
static bool isBacking(struct Harbour *harbour, float speed, float wish)
{
    if (harbour->backing > 0) {
        harbour->backing--;
        return true;
    }
    harbour->stuck = speed < 0.25f * wish ? harbour->stuck + 1 : 0;
    if (harbour->stuck > STUCK_FRAMES) {
        harbour->stuck = 0;
        harbour->backing = BACK_FRAMES;
    }
    return false;
}

// Screw, keel and rudder, as impulses in a frame.
static void pushBoat(Scene *scene, const gfRigidBodyState *boat, float speed, float turning)
{
    float c = cosf(boat->angle), s = sinf(boat->angle);
    float forward = boat->velocity.x * c + boat->velocity.y * s, aside = boat->velocity.y * c - boat->velocity.x * s;
    float thrust = fminf(fmaxf(8.0f * (speed - forward), -0.8f), 0.8f), keel = -4.0f * aside;
    gfVec2 impulse = {boat->mass * FRAME * (thrust * c - keel * s), boat->mass * FRAME * (thrust * s + keel * c)};
    gfFluid_PushRigidBody(scene->fluid, scene->bodies[0], impulse, boat->position);
    // Two impulses, at bow and stern, that only turn it.
    const float arm = 0.07f;
    float side = boat->inertia * 5.0f * (turning - boat->angularVelocity) * FRAME / (2.0f * arm);
    for (int end = -1; end <= 1; end += 2) {
        float sign = (float)end;
        gfVec2 place = {boat->position.x + sign * arm * c, boat->position.y + sign * arm * s};
        gfFluid_PushRigidBody(scene->fluid, scene->bodies[0], Scene_Vec(-sign * side * s, sign * side * c), place);
    }
    scene->harbour->throttle = fminf(fmaxf(speed / CRUISE, -1.0f), 1.3f);
}

static void steerBoat(Scene *scene, const gfRigidBodyState *boat)
{
    float wish = 0.0f;
    gfVec2 target = getTarget(scene, boat, &wish), way = getWay(scene, boat, target);
    float off = remainderf(atan2f(way.y, way.x) - boat->angle, 2.0f * SCENE_PI);
    float turning = fminf(fmaxf(2.2f * off, -1.5f), 1.5f);
    float speed = hypotf(boat->velocity.x, boat->velocity.y);
    if (isBacking(scene->harbour, speed, wish)) {
        pushBoat(scene, boat, -0.6f * CRUISE, -0.5f * turning);
    } else {
        pushBoat(scene, boat, wish * (0.45f + 0.55f * fmaxf(cosf(off), 0.0f)), turning);
    }
}

// The hull takes the water before it along, which heaps up; the screw throws it back.
static void setWake(Scene *scene, const gfRigidBodyState *boat)
{
    float c = cosf(boat->angle), s = sinf(boat->angle), half = harbourBoat.half.x, throttle = scene->harbour->throttle;
    gfVec2 p = boat->position;
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_VELOCITY;
    def.shape = gfMakeCapsule(Scene_Vec(p.x - 0.2f * half * c, p.y - 0.2f * half * s),
                              Scene_Vec(p.x + 0.75f * half * c, p.y + 0.75f * half * s), 0.7f * harbourBoat.half.y);
    def.softness = 0.012f;
    def.velocity = Scene_Vec(0.9f * boat->velocity.x, 0.9f * boat->velocity.y);
    gfFluid_SetEmitter(scene->fluid, scene->emitters[HULL], &def);
    def.mode = GF_SOURCE_ADD;
    def.shape = gfMakeCapsule(Scene_Vec(p.x - 0.9f * half * c, p.y - 0.9f * half * s),
                              Scene_Vec(p.x - 1.3f * half * c, p.y - 1.3f * half * s), 0.014f);
    def.softness = 0.014f;
    def.velocity = Scene_Vec(-2.6f * throttle * c, -2.6f * throttle * s);
    gfFluid_SetEmitter(scene->fluid, scene->emitters[SCREW], &def);
}

static gfQuat multiply(gfQuat a, gfQuat b)
{
    return (gfQuat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                    a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

// Puts the meshes where the bodies are. The boat lifts its bow by its speed and leans out of a turn.
static void placeBodies(Scene *scene)
{
    const gfVec3 one = {1.0f, 1.0f, 1.0f}, up = {0.0f, 0.0f, 1.0f};
    for (int i = 0; i < scene->bodyCount; i++) {
        gfRigidBodyState s;
        if (!gfFluid_GetRigidBody(scene->fluid, scene->bodies[i], &s)) {
            continue;
        }
        gfQuat turn = gfMakeQuat(up, s.angle);
        gfVec2 place = gfShape_GetCentre(&s.shape);
        float level = fminf(fmaxf(s.level, -0.02f), 0.02f), bob = 0.0f;
        if (i == 0) {
            float speed = hypotf(s.velocity.x, s.velocity.y);
            turn = multiply(turn, gfMakeQuat((gfVec3){0.0f, 1.0f, 0.0f}, -0.35f * speed));
            turn = multiply(turn, gfMakeQuat((gfVec3){1.0f, 0.0f, 0.0f}, 0.10f * s.angularVelocity));
        } else {
            float time = Scene_GetTime(scene) + 3.0f * (float)i;
            turn = multiply(turn, gfMakeQuat((gfVec3){1.0f, 0.0f, 0.0f}, 0.25f * sinf(1.9f * time)));
            bob = 0.002f * sinf(1.3f * time);
        }
        Space_SetTransform(scene->meshes[1 + i].transform, (gfVec3){place.x, place.y, 0.7f * level + bob}, turn, one);
    }
}

// --- set-up ----------------------------------------------------------------------------------------------------------

static bool addSolids(Scene *scene)
{
    gfSolidDef def = gfDefaultSolidDef();
    bool added = true;
    for (int i = 0; added && Harbour_GetWall(scene, i, &def.shape) != NULL; i++) {
        added = !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
    }
    return added;
}

static bool addBody(Scene *scene, const gfRigidBodyDef *def)
{
    scene->bodies[scene->bodyCount] = gfFluid_AddRigidBody(scene->fluid, def);
    return !GF_IS_NULL(scene->bodies[scene->bodyCount++]);
}

static bool addBodies(Scene *scene)
{
    static const gfVec2 places[BARRELS] = {{0.50f, 0.42f}, {0.56f, 0.60f}, {0.33f, 0.40f}, {0.74f, 0.50f}};
    gfRigidBodyDef def = gfDefaultRigidBodyDef();
    gfShape outline = Hull_GetOutline(&harbourBoat);
    def.shape = gfMoveShape(&outline, Scene_Vec(waypoints[0].x * scene->width, waypoints[0].y), 0.0f);
    def.height = 0.03f;
    def.density = 420.0f;
    def.drag = 0.15f;
    def.angularDrag = 0.3f;
    def.friction = 0.05f;
    def.restitution = 0.2f;
    def.velocity = Scene_Vec(CRUISE, 0.0f);
    bool added = addBody(scene, &def);
    for (int i = 0; i < BARRELS && added; i++) {
        def.shape = gfMakeCircle(Scene_Vec(places[i].x * scene->width, places[i].y), Harbour_GetBarrelRadius());
        def.density = 300.0f;
        def.drag = 1.0f;
        def.velocity = Scene_Vec(0.0f, 0.0f);
        added = addBody(scene, &def);
    }
    scene->harbour->waypoint = 1;
    return added;
}

static bool addScenery(Scene *scene)
{
    static const gfVec3 colors[BARRELS] = {
        {0.06f, 0.16f, 0.30f}, {0.42f, 0.06f, 0.03f}, {0.42f, 0.30f, 0.05f}, {0.06f, 0.22f, 0.14f}};
    Pen pen = {0};
    Harbour_DrawQuays(&pen, scene);
    Harbour_DrawMoored(&pen, scene);
    bool drawn = Pen_Finish(&pen, scene);
    Harbour_DrawBoat(&pen);
    drawn = drawn && Pen_Finish(&pen, scene);
    for (int i = 0; i < BARRELS && drawn; i++) {
        Harbour_DrawBarrel(&pen, colors[i]);
        drawn = Pen_Finish(&pen, scene);
    }
    return drawn;
}

static bool makeAir(Scene *scene)
{
    gfFluidDef def = gfDefaultFluidDef();
    scene->airCoarseness = 2;
    Scene_SizeAir(scene, &def);
    def.dyeScale = 1.0f;
    def.precision = scene->config.precision;
    def.grid.gravity = Scene_Vec(0.0f, 0.0f); // it is seen from above
    def.grid.temperatureDissipation = COOLING;
    def.grid.dyeDissipation = 0.22f;
    def.grid.vorticityConfinement = 1.5f;
    gfBoundary *sides[4] = {&def.boundaries.left, &def.boundaries.right, &def.boundaries.bottom, &def.boundaries.top};
    for (int i = 0; i < 4; i++) {
        sides[i]->kind = i == 0 ? GF_BOUNDARY_INFLOW : GF_BOUNDARY_OPEN;
    }
    def.boundaries.left.inflowSpeed = 0.065f;
    scene->air = gfCreateFluid(scene->device, &def);
    return scene->air != NULL;
}

static bool makeFire(Scene *scene)
{
    gfQueryDef def = gfDefaultQueryDef();
    def.quantities = GF_QUANTITY_DYE;
    def.maxPoints = CELLS;
    def.maxRegions = 0;
    def.delay = 2; // two runs are the same
    gfVec2 middles[CELLS];
    for (int i = 0; i < CELLS; i++) {
        middles[i] =
            Scene_Vec(scene->width * ((float)(i % COLUMNS) + 0.5f) / COLUMNS, ((float)(i / COLUMNS) + 0.5f) / ROWS);
    }
    scene->harbour = calloc(1, sizeof *scene->harbour);
    if (scene->harbour == NULL) {
        return false;
    }
    scene->blaze = (SceneBlaze){.columns = COLUMNS,
                                .rows = ROWS,
                                .burning = scene->harbour->burning,
                                .heat = HEAT,
                                .height = 0.115f,
                                .smokeHeight = 0.30f};
    scene->harbour->query = gfCreateQuery(scene->fluid, &def);
    return scene->harbour->query != NULL && gfQuery_SetPoints(scene->harbour->query, middles, CELLS);
}

// The boat's are set before each step.
static bool addSources(Scene *scene)
{
    gfSourceDef none = gfDefaultSourceDef();
    none.fields = GF_SOURCE_VELOCITY;
    none.shape = gfMakeCircle(getLeak(scene), 0.01f);
    const gfSourceDef own[3] = {getEaten(scene), none, none}, burnt = getBurnt(scene);
    bool added = true;
    for (int i = 0; i < 3 && added; i++) {
        added = Scene_AddEmitter(scene, &own[i]);
    }
    scene->emitters[BURNT] = gfFluid_AddEmitter(scene->air, &burnt);
    return added && !GF_IS_NULL(scene->emitters[BURNT]);
}

bool Harbour_SetUp(Scene *scene)
{
    gfGroundDef bed = gfDefaultGroundDef();
    bed.everywhere = true;
    bed.height = -DEPTH;
    if (!makeAir(scene) || !makeFire(scene) || !gfFluid_ShapeGround(scene->fluid, &bed) || !addSources(scene) ||
        !Scene_SetUpSolids(scene, addSolids) || !gfFluid_FillToLevel(scene->fluid, NULL, 0.0f) ||
        !Scene_PaintDye(scene, 2, paintOil, NULL) || !addBodies(scene) || !addScenery(scene)) {
        return false;
    }
    placeBodies(scene);
    setLights(scene);
    return true;
}

void Harbour_TearDown(Scene *scene)
{
    free(scene->harbour); // the query goes with its fluid
    scene->harbour = NULL;
}

void Harbour_BeforeStep(Scene *scene)
{
    gfRigidBodyState boat;
    if (gfFluid_GetRigidBody(scene->fluid, scene->bodies[0], &boat)) {
        steerBoat(scene, &boat);
        setWake(scene, &boat);
    }
    moveFire(scene);
    takeTurns(scene);
    placeBodies(scene);
    setLights(scene);
}

static void tuneSurface(const Scene *scene, gfSurfaceDef *def)
{
    (void)scene;
    static const float zenith[3] = {0.020f, 0.036f, 0.085f}, horizon[3] = {0.075f, 0.070f, 0.100f},
                       ground[3] = {0.008f, 0.009f, 0.012f}, moon[3] = {0.040f, 0.055f, 0.095f},
                       towards[3] = {-0.5f, 0.6f, 0.62f};
    static const float absorption[3] = {40.0f, 26.0f, 24.0f}, tint[3] = {0.010f, 0.055f, 0.075f};
    memcpy(def->sky.zenith, zenith, sizeof zenith);
    memcpy(def->sky.horizon, horizon, sizeof horizon);
    memcpy(def->sky.ground, ground, sizeof ground);
    memcpy(def->sky.sun, moon, sizeof moon);
    memcpy(def->sky.light, towards, sizeof towards);
    memcpy(def->water.absorption, absorption, sizeof absorption);
    memcpy(def->water.tint, tint, sizeof tint);
    def->water.reflectance = 0.16f;
    def->microRipples = 0.03f;
    def->microLength = 0.05f;
    def->caustics = 0.0f;
    def->ground.shown = false;
}

const SceneDiorama harbourDiorama = {
    .camera = {.target = {0.50f, 0.485f, 0.0f}, .turn = 0.10f, .tilt = 0.88f, .distance = 1.50f},
    .level = 0.0f,
    .tuneSurface = tuneSurface,
};
