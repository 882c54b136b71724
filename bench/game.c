#include "bench.h"
#include "library.h"
#include "start.h"
#include "timing.h"

#include <math.h>

// What a game asks of the library, beside a still scene. Heights are in m, distances across in shares of the width.
#define COLUMNS 5
#define ROWS 4
#define SOLID_COUNT (COLUMNS * ROWS)
#define SIZE 0.05f
#define REACH 0.06f
#define FIXED_STEP_S (1.0f / 60.0f)
#define SCROLL_WAY 16 ///< cells

// Questions of each frame.
#define POINT_COUNT 1000
#define REGION_COUNT 64
#define ASKED_SOLID_COUNT 64

/// A fluid and its solids.
typedef struct Scene {
    gfFluid *fluid;
    gfSolidId solids[SOLID_COUNT];
    gfSolidDef home[SOLID_COUNT]; ///< where they are at time 0
    int frame;
} Scene;

typedef struct Game {
    const BenchSetup *setup;
    Scene still;
    Scene moving;
    Scene asked;    ///< as `still`
    Scene scrolled; ///< as `still`
    gfQuery *query;
    gfQueryAnswer answer; ///< the newest
    uint64_t waits;       ///< for the GPU, of questions
} Game;

/// Circles, capsules, rectangles and polygons in turn.
static gfShape makeShape(int number, gfVec2 at)
{
    gfVec2 corners[5];
    switch (number % 4) {
    case 0:
        return gfMakeCircle(at, SIZE);
    case 1:
        return gfMakeCapsule((gfVec2){at.x - SIZE, at.y}, (gfVec2){at.x + SIZE, at.y + 0.5f * SIZE}, 0.4f * SIZE);
    case 2:
        return gfMakeRectangle(at, (gfVec2){SIZE, 0.5f * SIZE}, 0.3f * (float)number);
    default:
        for (int i = 0; i < 5; i++) {
            float angle = 1.2566371f * (float)i;
            corners[i] = (gfVec2){at.x + SIZE * cosf(angle), at.y + SIZE * sinf(angle)};
        }
        return gfMakePolygon(corners, 5);
    }
}

static bool addSolids(const BenchSetup *setup, Scene *scene)
{
    float width = (float)setup->width / (float)setup->height;
    for (int i = 0; i < SOLID_COUNT; i++) {
        gfVec2 at = {width * ((float)(i % COLUMNS) + 0.5f) / COLUMNS, ((float)(i / COLUMNS) + 0.5f) / ROWS};
        scene->home[i] = gfDefaultSolidDef();
        scene->home[i].shape = makeShape(i + i / COLUMNS, at);
        scene->solids[i] = gfFluid_AddSolid(scene->fluid, &scene->home[i]);
        if (GF_IS_NULL(scene->solids[i])) {
            return Library_Fail(setup->gpu, "gfFluid_AddSolid");
        }
    }
    return true;
}

static bool addSource(const BenchSetup *setup, gfFluid *fluid)
{
    float width = (float)setup->width / (float)setup->height;
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = gfMakeCircle((gfVec2){0.5f * width, 0.06f}, 0.05f);
    source.fields = GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE;
    source.dye[0] = source.dye[3] = 2.0f;
    source.temperature = 100.0f;
    return !GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)) || Library_Fail(setup->gpu, "gfFluid_AddEmitter");
}

static bool createScene(const BenchSetup *setup, Scene *scene)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = setup->width;
    def.gridHeight = setup->height;
    def.cellSize = 1.0f / (float)setup->height;
    def.fixedStep = FIXED_STEP_S;
    scene->fluid = gfCreateFluid(setup->device, &def);
    if (scene->fluid == NULL) {
        return Library_Fail(setup->gpu, "gfCreateFluid");
    }
    return addSolids(setup, scene) && addSource(setup, scene->fluid);
}

/// Each swings about its place and turns to and fro, at a time of its own.
static bool moveSolids(Scene *scene)
{
    float time = FIXED_STEP_S * (float)++scene->frame;
    for (int i = 0; i < SOLID_COUNT; i++) {
        float phase = 2.0f * time + 0.9f * (float)i;
        float swing = REACH * sinf(phase);
        float speed = 2.0f * REACH * cosf(phase);
        gfVec2 along = {cosf(0.7f * (float)i), sinf(0.7f * (float)i)};
        gfSolidDef def = scene->home[i];
        def.shape = gfMoveShape(&def.shape, (gfVec2){swing * along.x, swing * along.y}, 5.0f * swing);
        def.velocity = (gfVec2){speed * along.x, speed * along.y};
        def.angularVelocity = 5.0f * speed;
        if (!gfFluid_SetSolid(scene->fluid, scene->solids[i], &def)) {
            return false;
        }
    }
    return true;
}

static bool runStill(void *user)
{
    return gfFluid_StepOnce(((Game *)user)->still.fluid);
}

static bool runMoving(void *user)
{
    Game *self = user;
    return moveSolids(&self->moving) && gfFluid_StepOnce(self->moving.fluid);
}

static bool createQuery(Game *self)
{
    gfSolidId solids[ASKED_SOLID_COUNT];
    gfQueryDef def = gfDefaultQueryDef();
    def.quantities = GF_QUANTITY_VELOCITY | GF_QUANTITY_DYE | GF_QUANTITY_TEMPERATURE | GF_QUANTITY_PRESSURE;
    def.maxPoints = POINT_COUNT;
    def.maxRegions = REGION_COUNT;
    def.maxSolids = ASKED_SOLID_COUNT;
    self->query = gfCreateQuery(self->asked.fluid, &def);
    for (int i = 0; i < ASKED_SOLID_COUNT; i++) {
        solids[i] = self->asked.solids[i % SOLID_COUNT];
    }
    return (self->query != NULL && gfQuery_SetSolids(self->query, solids, ASKED_SOLID_COUNT)) ||
           Library_Fail(self->setup->gpu, "gfCreateQuery");
}

/// Points in spirals and discs that drift, so that no frame asks what the one before did.
static bool ask(Game *self)
{
    static const gfQuantity quantities[4] = {GF_QUANTITY_VELOCITY, GF_QUANTITY_DYE, GF_QUANTITY_TEMPERATURE,
                                             GF_QUANTITY_PRESSURE};
    gfVec2 points[POINT_COUNT];
    gfQueryRegion regions[REGION_COUNT];
    float width = (float)self->setup->width / (float)self->setup->height;
    float time = FIXED_STEP_S * (float)++self->asked.frame;
    for (int i = 0; i < POINT_COUNT; i++) {
        float angle = 2.4f * (float)i + time;
        float radius = 0.49f * sqrtf((float)i / POINT_COUNT);
        points[i] = (gfVec2){width * (0.5f + radius * cosf(angle)), 0.5f + radius * sinf(angle)};
    }
    for (int i = 0; i < REGION_COUNT; i++) {
        float sway = 0.02f * sinf(time + (float)i);
        gfVec2 at = {width * ((float)(i % 8) + 0.5f) / 8.0f + sway, ((float)(i / 8) + 0.5f) / 8.0f};
        regions[i] = gfDefaultQueryRegion();
        regions[i].shape = i % 2 == 0 ? gfMakeCircle(at, 0.04f) : gfMakeRectangle(at, (gfVec2){0.05f, 0.03f}, time);
        regions[i].quantity = quantities[i % 4];
        regions[i].watched = true;
        regions[i].threshold = 0.5f;
    }
    return gfQuery_SetPoints(self->query, points, POINT_COUNT) &&
           gfQuery_SetRegions(self->query, regions, REGION_COUNT);
}

static bool runAsked(void *user)
{
    Game *self = user;
    uint64_t before = gfDevice_GetWaits(self->setup->device);
    bool done = gfFluid_StepOnce(self->asked.fluid) && ask(self) && gfQuery_Request(self->query) != GF_REQUEST_FAILED &&
                gfQuery_Poll(self->query, &self->answer) != GF_POLL_FAILED;
    self->waits += gfDevice_GetWaits(self->setup->device) - before;
    return done;
}

/// By one cell, to and fro, so that what is in the domain stays there.
static bool runScrolled(void *user)
{
    Scene *scene = &((Game *)user)->scrolled;
    int way = scene->frame++ / SCROLL_WAY % 2 == 0 ? 1 : -1;
    return gfFluid_Scroll(scene->fluid, way, 0) && gfFluid_StepOnce(scene->fluid);
}

static bool warmUp(Game *self)
{
    for (int i = 0; i < self->setup->options->warmup; i++) {
        if (!runStill(self) || !runMoving(self) || !runAsked(self) || !runScrolled(self)) {
            return Library_Fail(self->setup->gpu, "gfFluid_StepOnce");
        }
    }
    return true;
}

static bool timeSteps(Game *self, GameResult *result)
{
    enum { STILL, MOVING, ASKED, SCROLLED, COUNT };
    const BenchOptions *options = self->setup->options;
    Workload workloads[COUNT] = {
        [STILL] = {.run = runStill, .user = self, .runs = options->steps},
        [MOVING] = {.run = runMoving, .user = self, .runs = options->steps},
        [ASKED] = {.run = runAsked, .user = self, .runs = options->steps},
        [SCROLLED] = {.run = runScrolled, .user = self, .runs = options->steps},
    };
    if (!Timing_Run(self->setup->gpu, workloads, COUNT, options->batches)) {
        return Library_Fail(self->setup->gpu, "gfFluid_StepOnce");
    }
    result->static_ms = workloads[STILL].ms;
    result->moving_ms = workloads[MOVING].ms;
    result->query_ms = workloads[ASKED].ms;
    result->scroll_ms = workloads[SCROLLED].ms;
    result->waits = self->waits;
    result->answers = self->answer.number;
    result->solids = SOLID_COUNT;
    result->batches = options->batches;
    return true;
}

static bool addThings(const BenchSetup *setup, gfFluid *fluid)
{
    Scene scene = {.fluid = fluid};
    return addSolids(setup, &scene) && addSource(setup, fluid);
}

bool Game_RunGrid(const BenchSetup *setup, Report *report)
{
    StartResult start = {0};
    Game self = {.setup = setup};
    GameResult result = {0};
    bool done = Start_Measure(setup, addThings, &start) && createScene(setup, &self.still) &&
                createScene(setup, &self.moving) && createScene(setup, &self.asked) &&
                createScene(setup, &self.scrolled) && createQuery(&self) && warmUp(&self) &&
                timeSteps(&self, &result) &&
                Library_ProfileRuns(setup, "gfFluid_StepOnce", runMoving, &self, &result.profile);
    gfDestroyFluid(self.still.fluid);
    gfDestroyFluid(self.moving.fluid);
    gfDestroyFluid(self.asked.fluid);
    gfDestroyFluid(self.scrolled.fluid);
    return done && Report_AddGame(report, setup, &result, &start);
}
