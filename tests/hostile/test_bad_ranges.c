// Every number of every definition, just outside the range that its header gives it, NaN and infinite: each call that
// takes it must refuse it with GF_ERROR_OUT_OF_RANGE and its name, and nothing may have changed. The ends of the range
// are accepted. The rows are made from the headers, so that a new member is tried without a word here.
#include "support/canvas.h"
#include "support/few_particles.h"
#include "support/fluid3d.h"
#include "support/solvers.h"

#include "ranges/ranges.h"

#define CELLS 16
#define ROWS(table) ((int)(sizeof(table) / sizeof(table)[0]))

// One of all that takes a definition; no refused call may change any of it.
static struct {
    Fixture *fixture;
    gfFluid *fluids[SOLVERS];
    gfFluid3D *volume;
    gfQuery *query;
    gfOpticalFlow *flow;
    gfParticleGroupId group;
} on;

static const gfShape disc = {.kind = GF_SHAPE_CIRCLE, .a = {0.3f, 0.3f}, .radius = 0.1f};

// Room for one definition, aligned for any.
typedef union Definition {
    gfFluidDef fluid;
    gfFluid3DDef volume;
    gfDrawDef draw;
    gfSurfaceDef surface;
    gfParticleParams particles;
    double number;
    void *pointer;
    unsigned char bytes[4096];
} Definition;

typedef void Base(void *to);
typedef bool Call(const void *def);

typedef struct Trial {
    const char *call, *type;
    Base *base;
    Call *tried;
    const char *null; // what a message calls a null definition; null: it is a part, and there is always one
} Trial;

static Trial trials[64];
static int trialCount;

// A call that is tried with definitions that begin as `base` makes them; `name` has the call.
#define TRIAL(name, called, type, base, null)                             \
    __attribute__((constructor)) static void name##_add(void)             \
    {                                                                     \
        trials[trialCount++] = (Trial){#called, #type, base, name, null}; \
    }

// The call itself, with `def` as it stands or as a part of something else.
#define CALL(called, name, type, base, null, result) \
    static bool name(const void *from)               \
    {                                                \
        const type *def = from;                      \
        return result;                               \
    }                                                \
    TRIAL(name, called, type, base, null)

// The default, then `changes` to what `def` points to.
#define BASE(name, type, made, changes) \
    static void name(void *to)          \
    {                                   \
        type *def = to;                 \
        *def = made;                    \
        changes;                        \
    }

// Makes one, which is destroyed; or adds one, which is removed.
#define MAKES(called, name, type, base, null, makes, make, destroy) \
    static bool name(const void *def)                               \
    {                                                               \
        makes *made = make;                                         \
        destroy(made);                                              \
        return made != NULL;                                        \
    }                                                               \
    TRIAL(name, called, type, base, null)
#define ADDS(called, name, type, base, null, idType, add, remove) \
    static bool name(const void *def)                             \
    {                                                             \
        const idType id = add;                                    \
        return !GF_IS_NULL(id) && remove;                         \
    }                                                             \
    TRIAL(name, called, type, base, null)

static gfFluidDef defOf(int solver)
{
    return gfFluid_GetDef(on.fluids[solver]);
}

#define GRID on.fluids[GF_SOLVER_GRID]
#define POOL on.fluids[GF_SOLVER_PARTICLES]
#define WATER on.fluids[GF_SOLVER_SHALLOW]

static bool createFluid(const void *def)
{
    gfFluid *fluid = gfCreateFluid(on.fixture->device, def);
    bool made = fluid != NULL && gfFluid_StepOnce(fluid);
    gfDestroyFluid(fluid);
    return made;
}

BASE(fluidDef, gfFluidDef, Solver_Def(GF_SOLVER_GRID, 8), (void)0)
TRIAL(createFluid, gfCreateFluid, gfFluidDef, fluidDef, "def")

static bool create(const gfFluidDef *def)
{
    gfFluid *made = gfCreateFluid(on.fixture->device, def);
    gfDestroyFluid(made);
    return made != NULL;
}

// A part of the definition of a fluid, which is there already.
#define CHANGES(name, type, base, member, fluidType, fluid) \
    static bool name(const void *from)                      \
    {                                                       \
        fluidType##Def def = fluidType##_GetDef(fluid);     \
        memcpy(&def.member, from, sizeof def.member);       \
        return fluidType##_SetDef(fluid, &def);             \
    }                                                       \
    TRIAL(name, fluidType##_SetDef, type, base, NULL)
#define TUNABLES(name, type, member, solver)                                   \
    BASE(name##Params, type, defOf(solver).member, (void)0)                    \
    CHANGES(name##Set, type, name##Params, member, gfFluid, on.fluids[solver]) \
    static bool name##Create(const void *from)                                 \
    {                                                                          \
        gfFluidDef def = defOf(solver);                                        \
        memcpy(&def.member, from, sizeof def.member);                          \
        return create(&def);                                                   \
    }                                                                          \
    TRIAL(name##Create, gfCreateFluid, type, name##Params, NULL)

TUNABLES(grid, gfGridParams, grid, GF_SOLVER_GRID)
TUNABLES(gaussian, gfGaussianParams, gaussian, GF_SOLVER_GAUSSIAN)
TUNABLES(particle, gfParticleParams, particles, GF_SOLVER_PARTICLES)
TUNABLES(shallow, gfShallowParams, shallow, GF_SOLVER_SHALLOW)
TUNABLES(water, gfWaterParams, water, GF_SOLVER_WATER)

BASE(ownDef, gfFluidDef, defOf(GF_SOLVER_GRID), (void)0)
CALL(gfFluid_SetDef, setDef, gfFluidDef, ownDef, "def", gfFluid_SetDef(GRID, def))
BASE(boundaries, gfBoundaries, defOf(GF_SOLVER_GRID).boundaries, (void)0)
CHANGES(setBoundaries, gfBoundaries, boundaries, boundaries, gfFluid, GRID)
CHANGES(setWaterBoundaries, gfBoundaries, boundaries, boundaries, gfFluid, WATER)

BASE(source, gfSourceDef, gfDefaultSourceDef(), def->shape = disc)
CALL(gfFluid_Splat, splat, gfSourceDef, source, "def", gfFluid_Splat(GRID, def))
BASE(setting, gfSourceDef, gfDefaultSourceDef(), (def->shape = disc, def->mode = GF_SOURCE_SET))
ADDS(gfFluid_AddEmitter, addSetting, gfSourceDef, setting, "def", gfEmitterId, gfFluid_AddEmitter(POOL, def),
     gfFluid_RemoveEmitter(POOL, id))
ADDS(gfFluid_AddEmitter, addAdding, gfSourceDef, source, "def", gfEmitterId, gfFluid_AddEmitter(POOL, def),
     gfFluid_RemoveEmitter(POOL, id))

BASE(solid, gfSolidDef, gfDefaultSolidDef(), def->shape = disc)
ADDS(gfFluid_AddSolid, addSolid, gfSolidDef, solid, "def", gfSolidId, gfFluid_AddSolid(GRID, def),
     gfFluid_RemoveSolid(GRID, id))

BASE(body, gfRigidBodyDef, gfDefaultRigidBodyDef(), def->shape = disc)
ADDS(gfFluid_AddRigidBody, addBody, gfRigidBodyDef, body, "def", gfRigidBodyId, gfFluid_AddRigidBody(GRID, def),
     gfFluid_RemoveRigidBody(GRID, id))

BASE(group, gfParticleGroupDef, gfDefaultParticleGroupDef(), def->shape = disc)
ADDS(gfFluid_AddParticleGroup, addGroup, gfParticleGroupDef, group, "def", gfParticleGroupId,
     gfFluid_AddParticleGroup(POOL, def), gfFluid_RemoveParticleGroup(POOL, id))
ADDS(gfFluid_FreezeParticles, freeze, gfParticleGroupDef, group, "def", gfParticleGroupId,
     gfFluid_FreezeParticles(POOL, def), gfFluid_DissolveParticleGroup(POOL, id, NULL, 0))
BASE(groupParams, gfParticleGroupParams, gfDefaultParticleGroupDef().params, (void)0)
CALL(gfFluid_SetParticleGroup, setGroup, gfParticleGroupParams, groupParams, "params",
     gfFluid_SetParticleGroup(POOL, on.group, def))

BASE(ground, gfGroundDef, gfDefaultGroundDef(), def->shape = disc)
CALL(gfFluid_ShapeGround, shapeGround, gfGroundDef, ground, "def", gfFluid_ShapeGround(WATER, def))

BASE(frame, gfFrameDef, gfDefaultFrameDef(), (void)0)
CALL(gfFluid_SetFrame, setFrame, gfFrameDef, frame, "frame", gfFluid_SetFrame(GRID, def))

BASE(coupling, gfCouplingDef, gfDefaultCouplingDef(), (void)0)
CALL(gfFluid_Couple, couple, gfCouplingDef, coupling, "def",
     gfFluid_Couple(GRID, on.fluids[GF_SOLVER_GAUSSIAN], def, 0.01f))

static void fillPalettes(gfDrawDef *def)
{
    gfPalette *palettes[] = {&def->palette, &def->tracers.palette, &def->particles.palette, &def->water.ground,
                             &def->pixels.colors};
    for (int i = 0; i < ROWS(palettes); i++) {
        palettes[i]->count = GF_PALETTE_MAX;
    }
}

BASE(look, gfDrawDef, gfDefaultDrawDef(), fillPalettes(def))
CALL(gfFluid_Draw, draw, gfDrawDef, look, NULL, gfFluid_Draw(GRID, def))
CALL(gfFluid_DrawToTexture, drawToTexture, gfDrawDef, look, NULL, gfFluid_DrawToTexture(GRID, def, 8, 8) != 0)

BASE(surface, gfSurfaceDef, gfDefaultSurfaceDef(),
     (def->source.of = GF_HEIGHT_PRESSURE, def->ground.palette.count = def->lava.count = GF_PALETTE_MAX))
CALL(gfFluid_DrawSurface, drawSurface, gfSurfaceDef, surface, "def", gfFluid_DrawSurface(GRID, def))

BASE(query, gfQueryDef, gfDefaultQueryDef(), (void)0)
MAKES(gfCreateQuery, createQuery, gfQueryDef, query, "def", gfQuery, gfCreateQuery(POOL, def), gfDestroyQuery)
BASE(region, gfQueryRegion, gfDefaultQueryRegion(), def->shape = disc)
CALL(gfQuery_SetRegions, setRegions, gfQueryRegion, region, "regions", gfQuery_SetRegions(on.query, def, 1))

BASE(tracers, gfTracersDef, gfDefaultTracersDef(), (void)0)
MAKES(gfCreateTracers, createTracers, gfTracersDef, tracers, "def", gfTracers, gfCreateTracers(GRID, def),
      gfDestroyTracers)

BASE(flow, gfOpticalFlowDef, gfDefaultOpticalFlowDef(), def->width = def->height = CELLS)
MAKES(gfCreateOpticalFlow, createFlow, gfOpticalFlowDef, flow, "def", gfOpticalFlow,
      gfCreateOpticalFlow(on.fixture->device, def), gfDestroyOpticalFlow)
BASE(stir, gfStirDef, gfDefaultStirDef(), (void)0)
CALL(gfOpticalFlow_Stir, stirFluid, gfStirDef, stir, "def", gfOpticalFlow_Stir(on.flow, GRID, def, 0.01f))

BASE(governor, gfGovernorDef, gfDefaultGovernorDef(), (void)0)
MAKES(gfCreateGovernor, createGovernor, gfGovernorDef, governor, "def", gfGovernor, gfCreateGovernor(GRID, def),
      gfDestroyGovernor)
BASE(gameFrame, gfGameFrameDef, gfDefaultGameFrameDef(), (void)0)
CALL(gfDevice_RunGameFrame, runGameFrame, gfGameFrameDef, gameFrame, "def",
     gfDevice_RunGameFrame(on.fixture->device, def))
BASE(prepareDef, gfPrepareDef, gfDefaultPrepareDef(), (void)0)
CALL(gfDevice_Prepare, prepare, gfPrepareDef, prepareDef, NULL,
     gfDevice_Prepare(on.fixture->device, def, 0.0f, NULL) != GF_PREPARE_FAILED)

BASE(device, gfDeviceDef, Fixture_DeviceDef(on.fixture), (void)0)
MAKES(gfCreateDevice, createDevice, gfDeviceDef, device, "def", gfDevice, gfCreateDevice(def), gfDestroyDevice)

BASE(particle, gfParticle, (gfParticle){0}, def->position = disc.a)
CALL(gfFluid_AddParticles, addParticle, gfParticle, particle, "particles", gfFluid_AddParticles(POOL, def, 1))

// In three dimensions.

BASE(volume, gfFluid3DDef, gfFluid3D_GetDef(on.volume), (void)0)
MAKES(gfCreateFluid3D, createVolume, gfFluid3DDef, volume, "def", gfFluid3D, gfCreateFluid3D(on.fixture->device, def),
      gfDestroyFluid3D)
BASE(volumeParams, gfParticleParams, gfFluid3D_GetDef(on.volume).particles, (void)0)
CHANGES(setVolumeParams, gfParticleParams, volumeParams, particles, gfFluid3D, on.volume)
CALL(gfFluid3D_SetDef, setVolume, gfFluid3DDef, volume, "def", gfFluid3D_SetDef(on.volume, def))
static bool createVolumeWith(const void *params)
{
    gfFluid3DDef def = gfFluid3D_GetDef(on.volume);
    memcpy(&def.particles, params, sizeof def.particles);
    return createVolume(&def);
}
TRIAL(createVolumeWith, gfCreateFluid3D, gfParticleParams, volumeParams, NULL)

static const gfShape3D ball = {.a = {0.7f, 0.7f, 0.7f}, .radius = 0.1f, .rotation = {0.0f, 0.0f, 0.0f, 1.0f}};

BASE(source3D, gfSource3DDef, gfDefaultSource3DDef(), def->shape = ball)
CALL(gfFluid3D_Splat, splat3D, gfSource3DDef, source3D, "def", gfFluid3D_Splat(on.volume, def))
BASE(setting3D, gfSource3DDef, gfDefaultSource3DDef(), (def->shape = ball, def->mode = GF_SOURCE_SET))
ADDS(gfFluid3D_AddEmitter, addSetting3D, gfSource3DDef, setting3D, "def", gfEmitter3DId,
     gfFluid3D_AddEmitter(on.volume, def), gfFluid3D_RemoveEmitter(on.volume, id))
ADDS(gfFluid3D_AddEmitter, addAdding3D, gfSource3DDef, source3D, "def", gfEmitter3DId,
     gfFluid3D_AddEmitter(on.volume, def), gfFluid3D_RemoveEmitter(on.volume, id))
BASE(solid3D, gfSolid3DDef, gfDefaultSolid3DDef(), def->shape = ball)
ADDS(gfFluid3D_AddSolid, addSolid3D, gfSolid3DDef, solid3D, "def", gfSolid3DId, gfFluid3D_AddSolid(on.volume, def),
     gfFluid3D_RemoveSolid(on.volume, id))
BASE(body3D, gfRigidBody3DDef, gfDefaultRigidBody3DDef(), def->shape = ball)
ADDS(gfFluid3D_AddRigidBody, addBody3D, gfRigidBody3DDef, body3D, "def", gfRigidBody3DId,
     gfFluid3D_AddRigidBody(on.volume, def), gfFluid3D_RemoveRigidBody(on.volume, id))
BASE(particle3D, gfParticle3D, (gfParticle3D){0}, def->position = ball.a)
CALL(gfFluid3D_AddParticles, addParticle3D, gfParticle3D, particle3D, "particles",
     gfFluid3D_AddParticles(on.volume, def, 1))
BASE(look3D, gfDraw3DDef, gfDefaultDraw3DDef(), def->palette.count = GF_PALETTE_MAX)
CALL(gfFluid3D_Draw, draw3D, gfDraw3DDef, look3D, NULL, gfFluid3D_Draw(on.volume, def))

static uint64_t hashParticles3D(void)
{
    gfParticle3D p[64];
    memset(p, 0, sizeof p);
    assert_true(gfFluid3D_ReadParticlesBlocking(on.volume, p, 64) > 0);
    return Fixture_Hash(FIXTURE_HASH_EMPTY, p, sizeof p);
}

// What the library says of itself, which costs nothing: definitions, clocks, memory.
static uint64_t witnessOfBooks(void)
{
    const gfMemoryCounts counts = gfDevice_GetMemory(on.fixture->device);
    const gfFluid3DDef volume = gfFluid3D_GetDef(on.volume);
    uint64_t h = Fixture_Hash(Fixture_Hash(FIXTURE_HASH_EMPTY, &counts, sizeof counts), &volume, sizeof volume);
    for (int i = 0; i < SOLVERS; i++) {
        const gfFluidDef def = gfFluid_GetDef(on.fluids[i]);
        const gfStepInfo clock = gfFluid_GetStepInfo(on.fluids[i]);
        h = Fixture_Hash(Fixture_Hash(h, &def, sizeof def), &clock, sizeof clock);
    }
    return h;
}

static uint64_t witnessOfAll(void)
{
    uint64_t h = hashParticles3D();
    for (int i = 0; i < SOLVERS; i++) {
        const uint64_t fluid = Solver_Hash(on.fluids[i]);
        h = Fixture_Hash(h, &fluid, sizeof fluid);
    }
    return h;
}

static void fillMaterials(gfParticleParams *params)
{
    params->materialCount = GF_MATERIAL_MAX;
    for (int i = 1; i < GF_MATERIAL_MAX; i++) {
        params->materials[i] = params->materials[0];
    }
}

static int setUp(void **state)
{
    void *fixture = NULL;
    Fixture_SetUp(&fixture);
    on.fixture = fixture;
    Canvas_Make(fixture, 8, 8);
    for (int solver = 0; solver < SOLVERS; solver++) {
        gfFluidDef def = Solver_Def(solver, CELLS);
        def.particles.groups = solver == GF_SOLVER_PARTICLES ? 3 : 0;
        def.particles.lifetimes = solver == GF_SOLVER_PARTICLES;
        def.particles.capacity = 1000; // with room for what ends of ranges add
        fillMaterials(&def.particles);
        on.fluids[solver] = MADE(gfCreateFluid(on.fixture->device, &def));
        Solver_Stir(on.fluids[solver], 1);
    }
    gfParticleGroupDef def = gfDefaultParticleGroupDef();
    def.shape = gfMakeCircle((gfVec2){0.75f, 0.85f}, 0.08f);
    on.group = GIVEN(gfFluid_AddParticleGroup(POOL, &def));
    gfFluid3DDef volume = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, 64);
    fillMaterials(&volume.particles);
    on.volume = Fluid3D_Make(on.fixture, &volume);
    const gfParticle3D one = {.position = {0.2f, 0.2f, 0.2f}};
    assert_true(gfFluid3D_AddParticles(on.volume, &one, 1) && gfFluid3D_StepOnce(on.volume));
    gfQueryDef query = gfDefaultQueryDef();
    query.maxRegions = 1;
    on.query = gfCreateQuery(GRID, &query);
    gfOpticalFlowDef flow = gfDefaultOpticalFlowDef();
    flow.width = flow.height = CELLS;
    on.flow = gfCreateOpticalFlow(on.fixture->device, &flow);
    assert_true(on.query != NULL && on.flow != NULL);
    witnessOfAll(); // the first read makes textures for the next ones
    (void)state;    // each test has its own
    return 0;
}

static int tearDown(void **state)
{
    void *fixture = on.fixture;
    (void)state;
    return Fixture_TearDown(&fixture);
}

static void put(Definition *def, const RangeRow *row, double value)
{
    const float single = (float)value;
    const int32_t whole = (int32_t)value;
    const void *from = row->kind == RANGE_FLOAT    ? (const void *)&single
                       : row->kind == RANGE_DOUBLE ? (const void *)&value
                                                   : (const void *)&whole;
    memcpy(def->bytes + row->offset, from, row->kind == RANGE_DOUBLE ? sizeof value : sizeof single);
}

static bool complained; // by the trial that runs

static void complain(const Trial *t, const RangeRow *row, double value, const char *what)
{
    const char *message = NULL;
    gfErrorCode code = gfGetLastError(&message);
    printf("%s, %s.%s = %.9g: %s; %d %s\n", t->call, t->type, row->name, value, what, (int)code, message);
    complained = true;
}

static void expectRefused(const Trial *t, const RangeRow *row, double value, const Definition *good)
{
    Definition def = *good;
    const gfErrorCode code = row->kind == RANGE_COOKIE ? GF_ERROR_COOKIE : GF_ERROR_OUT_OF_RANGE;
    const char *message = NULL;
    put(&def, row, value);
    Fixture_ClearLog(on.fixture);
    const uint64_t before = witnessOfBooks();
    if (t->tried(&def)) {
        complain(t, row, value, "accepted");
        return;
    }
    if (gfGetLastError(&message) != code || strstr(message, row->name) == NULL || strstr(message, t->call) == NULL) {
        complain(t, row, value, "refused otherwise");
    }
    if (witnessOfBooks() != before) {
        complain(t, row, value, "changed something");
    }
}

static void tryRefusals(const Trial *t, const Definition *good)
{
    for (int i = 0; i < rangeRowCount; i++) {
        const RangeRow *row = &rangeRows[i];
        if (strcmp(row->owner, t->type) != 0) {
            continue;
        }
        if (row->kind == RANGE_COOKIE) {
            expectRefused(t, row, 0.0, good);
            expectRefused(t, row, 0x12345678, good);
            continue;
        }
        if (row->kind == RANGE_INT) {
            expectRefused(t, row, row->low - 1.0, good);
            expectRefused(t, row, INT32_MIN, good);
            expectRefused(t, row, row->high + 1.0, good);
            expectRefused(t, row, INT32_MAX, good);
            continue;
        }
        bool single = row->kind == RANGE_FLOAT;
        const double values[] = {
            NAN, INFINITY, -INFINITY,
            single ? (double)nextafterf((float)row->low, -INFINITY) : nextafter(row->low, -INFINITY),
            single ? (double)nextafterf((float)row->high, INFINITY) : nextafter(row->high, INFINITY)};
        for (int k = 0; k < ROWS(values); k++) {
            expectRefused(t, row, values[k], good);
        }
    }
}

// Whether a call is right to refuse the end of a range: there may be no texture gathers, as in OpenGL ES 3.0; some
// members are fixed; and emitters that add have accelerations, other sources velocities.
static bool mayRefuse(const Trial *t)
{
    const char *message = NULL;
    const bool adds = t->tried == addAdding || t->tried == addAdding3D;
    if (gfGetLastError(&message) == GF_ERROR_UNSUPPORTED || strstr(message, "can't change") != NULL) {
        return true;
    }
    const char *takes = strstr(message, ", which takes ");
    return takes != NULL && strstr(takes, adds ? "cceleration" : "elocity") != NULL;
}

static void tryEnds(const Trial *t, const Definition *good)
{
    for (int i = 0; i < 2 * rangeRowCount; i++) {
        const RangeRow *row = &rangeRows[i / 2];
        double end = i % 2 == 0 ? row->low : row->high;
        if (!row->ends || strcmp(row->owner, t->type) != 0) {
            continue;
        }
        Definition def = *good;
        put(&def, row, end);
        if (!t->tried(&def)) {
            if (!mayRefuse(t)) {
                complain(t, row, end, "refused");
            }
        } else if (row->kind == RANGE_FLOAT &&
                   (t->tried == gaussianSet || t->tried == particleSet || t->tried == waterSet)) {
            gfFluid *fluid = on.fluids[t->tried == gaussianSet   ? GF_SOLVER_GAUSSIAN
                                       : t->tried == particleSet ? GF_SOLVER_PARTICLES
                                                                 : GF_SOLVER_WATER];
            gfFluidStats stats;
            assert_true(gfFluid_StepOnce(fluid) && gfFluid_MeasureBlocking(fluid, &stats));
            if (stats.nonfinite > 0 || !isfinite(stats.kineticEnergy)) {
                complain(t, row, end, "leaves what is not finite");
            }
        }
    }
}

static void tryTrial(void **state)
{
    const Trial *t = *state;
    Definition good;
    complained = false;
    t->base(&good);
    const uint64_t before = witnessOfAll();
    tryRefusals(t, &good);
    assert_true(witnessOfAll() == before);
    if (t->null != NULL) {
        Fixture_ClearLog(on.fixture);
        assert_false(t->tried(NULL));
        Fixture_ExpectError(on.fixture, GF_ERROR_NULL_ARGUMENT, t->null);
    }
    assert_true(t->tried(&good));
    tryEnds(t, &good);
    t->tried(&good);
    Fixture_ClearLog(on.fixture);
    Fixture_ExpectNoGlError(on.fixture);
    assert_false(complained);
}

// An argument is a pattern of the calls that are tried: `test_bad_ranges "gfFluid_Draw*"`.
int main(int argc, char **argv)
{
    struct CMUnitTest tests[ROWS(trials)];
    for (int i = 0; i < trialCount; i++) {
        tests[i] = (struct CMUnitTest){trials[i].call, tryTrial, NULL, NULL, &trials[i]};
    }
    cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
    return _cmocka_run_group_tests("tests", tests, (size_t)trialCount, setUp, tearDown);
}
