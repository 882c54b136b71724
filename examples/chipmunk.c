// Chipmunk moves the bodies of a harbour, the water pushes them, and they push the water: a raft that carries crates,
// crates that drift, and a boat whose motor drives it to and fro.
//
//     example_chipmunk [--frames N] [--out FILE.png]      Escape ends
//
// addFloating(), takeForces() and tellPoses() couple the two. With --frames N it draws N frames of 1/60 s and ends;
// SDL_VIDEODRIVER=offscreen needs no display.
#include "support/sdl_game.h"

#include <chipmunk/chipmunk.h>

#include <string.h>

#define BODIES_MAX 16

// A body in both worlds: Chipmunk's and the water's.
typedef struct Floating {
    cpBody *body;
    gfRigidBodyId id;
} Floating;

typedef struct Game {
    gfFluid *water;
    cpSpace *space;
    Floating floating[BODIES_MAX];
    int count;
    float heading; // direction of the boat: 1 right, -1 left
} Game;

enum { BOAT }; // index of the boat; crates follow

// --- the coupling ----------------------------------------------------------------------------------------------------

// Adds a body with a convex outline around its centre of mass. `density` is in kg/m^3; water has 1000.
static bool addFloating(Game *game, cpVect place, const cpVect *corners, int count, float density)
{
    double mass = (double)density * cpAreaForPoly(count, corners, 0.0); // per metre of depth
    cpBody *body = cpSpaceAddBody(game->space, cpBodyNew(mass, cpMomentForPoly(mass, count, corners, cpvzero, 0.0)));
    cpShape *shape = cpSpaceAddShape(game->space, cpPolyShapeNewRaw(body, count, corners, 0.0));
    gfVec2 outline[GF_POLYGON_MAX];
    cpBodySetPosition(body, place);
    cpShapeSetFriction(shape, 0.5);
    for (int i = 0; i < count; i++) {
        outline[i] = (gfVec2){(float)(place.x + corners[i].x), (float)(place.y + corners[i].y)};
    }
    gfRigidBodyDef def = gfDefaultRigidBodyDef();
    def.shape = gfMakePolygon(outline, count);
    def.mass = (float)mass;
    def.inertia = (float)cpBodyGetMoment(body);
    def.hostDriven = true;
    game->floating[game->count] = (Floating){body, gfFluid_AddRigidBody(game->water, &def)};
    return !GF_IS_NULL(game->floating[game->count++].id);
}

// Applies the water's forces to the bodies, for Chipmunk's next step.
static void takeForces(const Game *game)
{
    for (int i = 0; i < game->count; i++) {
        gfRigidBodyState state;
        gfFluid_GetRigidBody(game->water, game->floating[i].id, &state);
        cpBodySetForce(game->floating[i].body, cpv((double)state.force.x, (double)state.force.y));
        cpBodySetTorque(game->floating[i].body, (double)state.torque);
    }
}

// Tells the water where the bodies are now, for its next step.
static void tellPoses(const Game *game)
{
    for (int i = 0; i < game->count; i++) {
        const cpBody *body = game->floating[i].body;
        cpVect place = cpBodyGetPosition(body), velocity = cpBodyGetVelocity(body);
        gfFluid_DriveRigidBody(game->water, game->floating[i].id, (gfVec2){(float)place.x, (float)place.y},
                               (float)cpBodyGetAngle(body), (gfVec2){(float)velocity.x, (float)velocity.y},
                               (float)cpBodyGetAngularVelocity(body));
    }
}

// --- the game --------------------------------------------------------------------------------------------------------

static bool addGround(const Game *game, gfVec2 centre, gfVec2 half, float angle)
{
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = gfMakeRectangle(centre, half, angle);
    cpTransform turned = cpTransformRigid(cpv((double)centre.x, (double)centre.y), (double)angle);
    double x = (double)half.x, y = (double)half.y;
    const cpVect corners[] = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
    cpShape *shape = cpPolyShapeNew(cpSpaceGetStaticBody(game->space), 4, corners, turned, 0.0);
    cpShapeSetFriction(cpSpaceAddShape(game->space, shape), 0.7);
    return !GF_IS_NULL(gfFluid_AddSolid(game->water, &solid));
}

static bool addCrate(Game *game, double x, double y, double half, float density)
{
    const cpVect corners[] = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
    return addFloating(game, cpv(x, y), corners, 4, density);
}

static bool buildHarbour(void *user, gfDevice *device)
{
    Game *game = user;
    gfFluidDef def = gfSuggestLiquid(9.0f, 9.81f, 108); // m, m/s^2 and cells, of which the step follows
    def.gridWidth = 192;                                // cells: the world is 16 m wide
    game->water = gfCreateFluid(device, &def);
    cpSpaceSetGravity(game->space, cpv(0.0, -9.81)); // Chipmunk adds the weight
    if (game->water == NULL) {
        return false;
    }
    const cpVect hull[] = {{-1.1, 0.42}, {-0.95, -0.33}, {0.8, -0.33}, {1.55, 0.42}};
    const cpVect raft[] = {{-1.5, -0.16}, {1.5, -0.16}, {1.5, 0.16}, {-1.5, 0.16}};
    cpVect keel[4], middle = cpCentroidForPoly(4, hull);
    for (int i = 0; i < 4; i++) {
        keel[i] = cpvsub(hull[i], middle);
    }
    bool ok = addGround(game, (gfVec2){8.0f, 0.2f}, (gfVec2){8.0f, 0.4f}, 0.0f) &&
              addGround(game, (gfVec2){0.6f, 2.0f}, (gfVec2){1.0f, 2.0f}, 0.0f) &&
              addGround(game, (gfVec2){15.3f, 1.2f}, (gfVec2){2.0f, 1.5f}, 0.45f) &&
              addFloating(game, cpv(3.4, 3.1), keel, 4, 420.0f) && addFloating(game, cpv(9.6, 3.0), raft, 4, 300.0f);
    for (int i = 0; ok && i < 3; i++) {
        ok = addCrate(game, 8.9 + 0.7 * (i % 2) + 0.35 * (i / 2), 3.6 + 0.7 * (i / 2), 0.3, 350.0f);
    }
    for (int i = 0; ok && i < 3; i++) {
        ok = addCrate(game, 5.8 + 0.4 * i, 3.8 + 0.9 * i, 0.34, 300.0f + 250.0f * (float)i);
    }
    return ok && gfFluid_FillToLevel(game->water, NULL, 3.0f);
}

// A propeller pushes the boat, and the water behind it the other way.
static bool runMotor(Game *game, float dt)
{
    cpBody *boat = game->floating[BOAT].body;
    cpVect place = cpBodyGetPosition(boat);
    game->heading = place.x > 6.6 ? -1.0f : place.x < 3.4 ? 1.0f : game->heading;
    const float thrust = 900.0f, radius = 0.25f; // N, m
    cpBodyApplyForceAtLocalPoint(boat, cpv((double)(game->heading * thrust), 0.0), cpv(0.0, -0.3));
    gfSourceDef jet = gfDefaultSourceDef();
    cpVect behind = cpBodyLocalToWorld(boat, cpv(game->heading > 0.0f ? -1.5 : 1.8, -0.35));
    jet.shape = gfMakeCircle((gfVec2){(float)behind.x, (float)behind.y}, radius);
    jet.velocity.x = -game->heading * dt * thrust / (1000.0f * 3.14f * radius * radius);
    return gfFluid_Splat(game->water, &jet);
}

static bool play(void *user, float dt, float aspect)
{
    Game *game = user;
    takeForces(game);
    bool ok = runMotor(game, dt);
    cpSpaceStep(game->space, (double)dt);
    tellPoses(game);
    gfDrawDef draw = gfDefaultDrawDefFor(game->water);
    draw.view = gfFluid_GetFitView(game->water, aspect);
    memcpy(draw.solids.color, (float[4]){0.25f, 0.17f, 0.12f, 1.0f}, sizeof draw.solids.color);
    return gfFluid_Step(game->water, dt) && gfFluid_Draw(game->water, &draw) && ok;
}

int main(int argc, char **argv)
{
    Game game = {.space = cpSpaceNew(), .heading = 1.0f};
    const SdlGame sdl = {.name = "example_chipmunk", .game = &game, .build = buildHarbour, .play = play};
    int status = SdlGame_Run(&sdl, argc, argv);
    cpSpaceFree(game.space);
    return status;
}
