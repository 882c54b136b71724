// harbour: night in a harbour. A barge leaks oil, which drifts on the water and burns (harbour_fire.c); a boat drives
// round between quays and a pier, its wake tears the burning oil, and barrels drift. The boat goes to where the mouse
// is held, and that lights oil.
#include "scenes/harbour.h"
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GRAVITY 0.8f // m/s^2
#define DEPTH 0.062f
#define BARRELS 4
#define CRUISE 0.20f // m/s
#define HURRY 0.28f  // m/s, to where the mouse is
#define MOUSE_FRAMES 120
#define STUCK_FRAMES 80
#define BACK_FRAMES 75

// Their places in scene->emitters.
enum { HULL, SCREW };

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

// --- lights ----------------------------------------------------------------------------------------------------------

static void setLights(Scene *scene)
{
    static const float bow[3] = {0.85f, 0.72f, 0.50f};
    float time = Scene_GetTime(scene);
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
    Harbour_AddFireLights(scene);
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
    gfVec2 impulse = {boat->mass * HARBOUR_FRAME * (thrust * c - keel * s),
                      boat->mass * HARBOUR_FRAME * (thrust * s + keel * c)};
    gfFluid_PushRigidBody(scene->fluid, scene->bodies[0], impulse, boat->position);
    // Two impulses, at bow and stern, that only turn it.
    const float arm = 0.07f;
    float side = boat->inertia * 5.0f * (turning - boat->angularVelocity) * HARBOUR_FRAME / (2.0f * arm);
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
    def.velocity = Scene_Vec(0.0f, 0.0f);
    def.shape = gfMakeCapsule(Scene_Vec(p.x - 0.9f * half * c, p.y - 0.9f * half * s),
                              Scene_Vec(p.x - 1.3f * half * c, p.y - 1.3f * half * s), 0.014f);
    def.softness = 0.014f;
    def.acceleration = Scene_Vec(-2.6f * throttle * c, -2.6f * throttle * s);
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

// They are set before each step.
static bool addWake(Scene *scene)
{
    gfSourceDef none = gfDefaultSourceDef();
    none.fields = GF_SOURCE_VELOCITY;
    none.shape = gfMakeCircle(Scene_Vec(0.0f, 0.0f), 0.01f);
    return Scene_AddEmitter(scene, &none) && Scene_AddEmitter(scene, &none);
}

bool Harbour_SetUp(Scene *scene)
{
    gfGroundDef bed = gfDefaultGroundDef();
    bed.everywhere = true;
    bed.height = -DEPTH;
    scene->harbour = calloc(1, sizeof *scene->harbour);
    // The air comes after the solids and has none: smoke drifts over the quays.
    if (scene->harbour == NULL || !gfFluid_ShapeGround(scene->fluid, &bed) || !Scene_SetUpSolids(scene, addSolids) ||
        !gfFluid_FillToLevel(scene->fluid, NULL, 0.0f) || !Harbour_PaintOil(scene) || !addWake(scene) ||
        !Harbour_MakeFire(scene) || !addBodies(scene) || !addScenery(scene)) {
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
    Harbour_MoveFire(scene);
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
    def->water.specular = 0.6f;
    def->microRipples = 0.03f;
    def->microLength = 0.05f;
    def->caustics = 0.0f;
    def->supersampling = 1; // it is dark: edges are soft, and lamps glitter over them
    def->ground.shown = false;
}

const SceneDiorama harbourDiorama = {
    .camera = {.target = {0.50f, 0.485f, 0.0f}, .turn = 0.10f, .tilt = 0.88f, .distance = 1.50f},
    .level = 0.0f,
    .tuneSurface = tuneSurface,
};
