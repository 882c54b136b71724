// Questions that a game asks each frame, answered some frames later without a wait (query.h, docs/queries.md).
//
//     example_queries [--frames N] [--out FILE.png]
//
// A tap goes on filling a chamber in front of a door. The region before the door is watched: once it is wet the door
// opens. Ten probes ask for the depth of water along the floor, and the water's force on the door is asked for, too.
// Drawn over the picture: the watched region's frame (yellow: wet), the probes at the surface they found, and a bar as
// long as the force.
#include <gpufluid/gpufluid.h>

#include "support/offscreen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 640 // px; the domain is 1.6 m x 0.8 m
#define HEIGHT 320
#define PIXELS_A_METRE 400.0f
#define PROBES 10
#define DOOR_SPEED 0.3f // m/s

typedef struct Game {
    Offscreen *offscreen;
    gfDevice *device;
    gfFluid *fluid;
    gfQuery *query;
    gfSolidDef doorDef;
    gfSolidId door;
    float doorLift; // height of the door above closed, m
    bool opening;
    gfVec2 probes[PROBES];
    gfPointAnswer found[PROBES]; // newest answers
    gfRegionAnswer sill;
    float force; // N on the door, to the right, for each metre of depth
} Game;

static void logFluid(gfLogLevel level, gfErrorCode code, const char *message, void *user)
{
    (void)user;
    if (level != GF_LOG_INFO) {
        fprintf(stderr, "gpufluid: %s (%s)\n", message, gfErrorText(code));
    }
}

static const gfVec2 sillCentre = {0.72f, 0.13f};
static const gfVec2 sillHalf = {0.06f, 0.05f};

static bool makeFluid(Game *game)
{
    gfDeviceDef deviceDef = gfDefaultDeviceDef();
    deviceDef.getProcAddress = Offscreen_GetProcAddress;
    deviceDef.log = logFluid;
    game->device = gfCreateDevice(&deviceDef);
    gfFluidDef def = gfSuggestLiquid(0.8f, 9.81f, 80); // m, m/s^2 and cells, of which the step follows
    def.gridWidth = 160;
    game->fluid = game->device != NULL ? gfCreateFluid(game->device, &def) : NULL;
    if (game->fluid == NULL) {
        return false;
    }
    gfSourceDef tap = gfDefaultSourceDef();
    tap.shape = gfMakeCircle((gfVec2){0.15f, 0.6f}, 0.05f);
    tap.mode = GF_SOURCE_SET;
    tap.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    tap.mass = 1.0f;
    tap.velocity = (gfVec2){0.1f, -0.3f};
    gfSolidDef lintel = gfDefaultSolidDef(); // the wall that the door slides into
    lintel.shape = gfMakeRectangle((gfVec2){0.82f, 0.62f}, (gfVec2){0.04f, 0.18f}, 0.0f);
    game->doorDef = gfDefaultSolidDef();
    game->doorDef.shape = gfMakeRectangle((gfVec2){0.82f, 0.22f}, (gfVec2){0.02f, 0.23f}, 0.0f);
    game->door = gfFluid_AddSolid(game->fluid, &game->doorDef);
    gfShape chamber = gfMakeRectangle((gfVec2){0.4f, 0.4f}, (gfVec2){0.4f, 0.4f}, 0.0f);
    return !GF_IS_NULL(game->door) && !GF_IS_NULL(gfFluid_AddSolid(game->fluid, &lintel)) &&
           !GF_IS_NULL(gfFluid_AddEmitter(game->fluid, &tap)) && gfFluid_FillToLevel(game->fluid, &chamber, 0.12f);
}

// Makes all that the query needs, so that no frame allocates.
static bool makeQuery(Game *game)
{
    gfQueryDef def = gfDefaultQueryDef();
    def.quantities = GF_QUANTITY_MASS | GF_QUANTITY_SURFACE | GF_QUANTITY_VELOCITY;
    def.maxPoints = PROBES;
    def.maxRegions = 1;
    def.maxSolids = 1;
    game->query = gfCreateQuery(game->fluid, &def);
    for (int i = 0; i < PROBES; i++) {
        game->probes[i] = (gfVec2){0.08f + 0.16f * (float)i, 0.03f};
    }
    gfQueryRegion sill = gfDefaultQueryRegion();
    sill.shape = gfMakeRectangle(sillCentre, sillHalf, 0.0f);
    sill.quantity = GF_QUANTITY_MASS; // its mean is the fraction of the region that is water
    sill.watched = true;
    sill.threshold = 0.5f;
    sill.hysteresis = 0.2f; // waves do not make it wet and dry in turn
    // The lists are copied. A game whose probes move sets them anew each frame.
    return game->query != NULL && gfQuery_SetPoints(game->query, game->probes, PROBES) &&
           gfQuery_SetRegions(game->query, &sill, 1) && gfQuery_SetSolids(game->query, &game->door, 1);
}

static bool moveDoor(Game *game, float dt)
{
    if (!game->opening || game->doorLift >= 0.4f) {
        return true;
    }
    game->doorLift += DOOR_SPEED * dt;
    gfSolidDef moved = game->doorDef;
    moved.shape = gfMoveShape(&game->doorDef.shape, (gfVec2){0.0f, game->doorLift}, 0.0f);
    moved.velocity = (gfVec2){0.0f, game->doorLift < 0.4f ? DOOR_SPEED : 0.0f}; // so that it drags water along
    return gfFluid_SetSolid(game->fluid, game->door, &moved);
}

// Asks about this frame, and takes answers to earlier ones.
static bool ask(Game *game, int frame)
{
    // GF_REQUEST_FULL is no failure: the GPU is behind, and this frame goes without a question.
    if (gfQuery_Request(game->query) == GF_REQUEST_FAILED) {
        return false;
    }
    gfQueryAnswer answer;
    gfPollStatus status = gfQuery_Poll(game->query, &answer);
    if (status != GF_POLL_READY) {
        return status == GF_POLL_PENDING;
    }
    memcpy(game->found, answer.points, sizeof game->found); // the answer lives until the next poll
    game->sill = answer.regions[0];
    if (answer.elapsed_s > 0.0) { // mean since the last answer; a game with bodies applies the impulse
        game->force = answer.solids[0].impulse.x / (float)answer.elapsed_s;
    }
    if (game->sill.rose) { // reported once, although waves pass the threshold again
        printf("frame %d: the sill is wet (%.0f %%): the door opens\n", frame, 100.0 * (double)game->sill.mean[0]);
        game->opening = true;
    }
    if (frame % 30 == 29) {
        const gfPointAnswer *left = &game->found[2];
        const gfPointAnswer *right = &game->found[7];
        printf("frame %d, of step %d: water %.2f m left and %.2f m right of the door, which is pushed by %.0f N\n",
               frame, (int)answer.stepCount, (double)left->surface, (double)right->surface, (double)game->force);
    }
    return true;
}

// Fills a rectangle of the world, given by centre and half size, m.
static void fill(const Game *game, gfVec2 centre, gfVec2 half, const float color[3])
{
    Offscreen_Fill(game->offscreen, (int)((centre.x - half.x) * PIXELS_A_METRE),
                   (int)((centre.y - half.y) * PIXELS_A_METRE), (int)(2.0f * half.x * PIXELS_A_METRE),
                   (int)(2.0f * half.y * PIXELS_A_METRE), color);
}

static bool draw(const Game *game)
{
    const float paper[3] = {0.90f, 0.90f, 0.87f};
    const float dry[3] = {0.75f, 0.35f, 0.30f};
    const float wet[3] = {0.98f, 0.80f, 0.20f};
    fill(game, (gfVec2){0.8f, 0.4f}, (gfVec2){0.8f, 0.4f}, paper);
    gfDrawDef look = gfDefaultDrawDefFor(game->fluid);
    if (!gfFluid_Draw(game->fluid, &look)) {
        return false;
    }
    const float *color = game->sill.above ? wet : dry;
    for (int side = -1; side <= 1; side += 2) {
        float x = sillCentre.x + (float)side * sillHalf.x;
        float y = sillCentre.y + (float)side * sillHalf.y;
        fill(game, (gfVec2){x, sillCentre.y}, (gfVec2){0.004f, sillHalf.y}, color);
        fill(game, (gfVec2){sillCentre.x, y}, (gfVec2){sillHalf.x, 0.004f}, color);
    }
    for (int i = 0; i < PROBES; i++) {
        bool isWet = game->found[i].mass > 0.5f;
        gfVec2 mark = {game->probes[i].x, isWet ? game->found[i].surface : game->probes[i].y};
        fill(game, mark, (gfVec2){0.01f, 0.01f}, isWet ? wet : dry);
    }
    float length = 0.001f * game->force; // 1 mm for each newton
    fill(game, (gfVec2){0.86f + length / 2.0f, 0.3f}, (gfVec2){length > 0.0f ? length / 2.0f : 0.0f, 0.008f}, dry);
    return true;
}

int main(int argc, char **argv)
{
    int frames = 240;
    const char *out = "queries.png";
    for (int i = 1; i + 1 < argc; i += 2) {
        frames = strcmp(argv[i], "--frames") == 0 ? atoi(argv[i + 1]) : frames;
        out = strcmp(argv[i], "--out") == 0 ? argv[i + 1] : out;
    }
    Game game = {.offscreen = Offscreen_Create(WIDTH, HEIGHT)};
    bool good = game.offscreen != NULL && makeFluid(&game) && makeQuery(&game);
    for (int frame = 0; good && frame < frames; frame++) {
        const float dt = 1.0f / 60.0f;
        good = moveDoor(&game, dt) && gfFluid_Step(game.fluid, dt) && ask(&game, frame) && draw(&game);
    }
    if (good) {
        printf("%d waits\n", (int)gfDevice_GetWaits(game.device));
        good = Offscreen_Save(game.offscreen, out);
    }
    gfDestroyDevice(game.device); // frees the fluid and its query, too
    Offscreen_Destroy(game.offscreen);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
