// Everything that can fail does, once and from a call on, in a GL that draws nothing: no crash, no leak, no error left
// to the host, a code and a message for every refusal, and a device that works again when the failing ends.
#include "random/guided.h"
#include "support/flow.h"
#include "support/null_gl.h"
#include "support/solvers.h"

const char *const faultNames[NULL_GL_FAULTS] = {
    "compile", "link", "texture", "framebuffer", "upload", "buffer", "map", "read", "blit", "fence", "wait", "memory",
};

typedef void (*Script)(Caller *c);

/// One life of a device. Of one call a call of the GL or an allocation fails, or that and all after it.
typedef struct Life {
    bool es;
    gfSolverKind solver;
    gfParticleSearch search;
    int kind, round; ///< the call and the value of the enumeration that it takes
    NullGlFault fault;
    int failAt; ///< 0: none
    bool lasting;
    Script script;             ///< in place of a call: many
    bool armed;                ///< the next call is it
    int calls[NULL_GL_FAULTS]; ///< of the GL in it
    gfErrorCode code;          ///< of it
} Life;

// From here on calls of the GL are counted, and one fails.
static void arm(Life *l)
{
    for (int fault = 0; fault < NULL_GL_FAULTS; fault++) {
        l->calls[fault] = NullGl_GetCalls((NullGlFault)fault);
    }
    if (l->failAt > 0) {
        NullGl_Fail(l->fault, l->calls[l->fault] + l->failAt, l->lasting);
    }
}

static void count(Life *l)
{
    for (int fault = 0; fault < NULL_GL_FAULTS; fault++) {
        l->calls[fault] = NullGl_GetCalls((NullGlFault)fault) - l->calls[fault];
    }
}

static void begin(Caller *c)
{
    Life *l = c->user;
    if (c->frame == NULL) {
        NullGl_KeepState();
    }
    if (l->armed) {
        arm(l);
    }
}

// What must hold after every call.
static void finish(Caller *c, bool done)
{
    Life *l = c->user;
    unsigned glError = NullGl_TakeError();
    if (l->armed) {
        count(l);
    }
    l->armed = false;
    if (glError != 0) {
        CALLER_FAIL(c, "GL error 0x%04x is left to the host", glError);
    }
    if (c->frame == NULL && !NullGl_StateIsKept()) {
        CALLER_FAIL(c, "the host's state is not as it was");
    }
    if (NullGl_GetMisuse() != NULL) {
        CALLER_FAIL(c, "%s", NullGl_GetMisuse());
    }
    (void)done;
}

static Caller *makeCaller(Life *l)
{
    gfDeviceDef def = gfDefaultDeviceDef();
    def.getProcAddress = NullGl_GetProcAddress;
    def.allocator = NullGl_GetAllocator();
    NullGl_Reset(l->es);
    Caller *c = Guided_Make(NULL, def, l->solver);
    c->search = l->search;
    c->user = l;
    c->before = begin;
    c->after = finish;
    c->canvas = NULL_GL_HOST_FRAMEBUFFER;
    for (int i = 0; i < CALLER_TEXTURES; i++) {
        c->textures[i] = NULL_GL_HOST_TEXTURE;
    }
    return c;
}

static void endCaller(Caller *c)
{
    char left[256];
    Caller_Free(c);
    fail_if(NullGl_GetLeft(left, sizeof left) != 0, "not freed: %s", left);
}

// --- scripts -------------------------------------------------------------------------------------------------------
// What single calls don't reach: more than the first block of a list holds, answers that come in later steps, settings
// with shaders of their own, and all that a drawing may have.

// What must hold after a call that no table made.
static void judge(Caller *c, bool ok)
{
    const char *message;
    gfErrorCode code = gfGetLastError(&message);
    if (ok != (code == GF_ERROR_OK)) {
        CALLER_FAIL(c, "%s: '%s'", ok ? "accepted with an error" : "refused without one", message);
    }
    if (!ok && !c->failing && code != GF_ERROR_UNSUPPORTED && code != GF_ERROR_TOO_MANY) {
        CALLER_FAIL(c, "refused, though nothing fails: %s", message);
    }
    finish(c, ok);
}

#define TRY(c, call) ((c)->name = #call, gfClearLastError(), begin(c), judge(c, (call)))

static void callMany(Caller *c)
{
    static const struct {
        const char *name;
        int times;
    } calls[] = {{"gfFluid_Splat", 20},        {"gfFluid_AddEmitter", 20},     {"gfFluid_AddSolid", 20},
                 {"gfFluid_StepOnce", 1},      {"gfFluid_AddRigidBody", 2},    {"gfQuery_Request", 1},
                 {"gfFluid_StepOnce", 6},      {"gfQuery_Request", 6},         {"gfFluid_FillToLevel", 1},
                 {"gfFluid_ShapeGround", 2},   {"gfFluid_RemoveRigidBody", 1}, {"gfFluid_RemoveSolid", 1},
                 {"gfFluid_RemoveEmitter", 1}, {"gfFluid_Scroll", 1},          {"gfFluid_StepOnce", 4},
                 {"gfFluid_Reset", 1},         {"gfFluid_StepOnce", 1}};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        Guided_CallNamed(c, calls[i].name, calls[i].times);
    }
    for (int i = 0; i < GF_REQUESTS_MAX + 1; i++) { // they are never polled
        TRY(c, !GF_IS_NULL(gfFluid_RequestField(Caller_Object(c, OBJECT_gfFluid), GF_FIELD_VELOCITY)));
    }
}

static void tune(Caller *c, gfFluid *fluid, const gfFluidDef *def)
{
    const gfFluidDef before = gfFluid_GetDef(fluid);
    TRY(c, Flow_Tune(fluid, def));
    const gfFluidDef after = gfFluid_GetDef(fluid);
    if (gfGetLastError(NULL) != GF_ERROR_OK && memcmp(&before, &after, sizeof before) != 0) {
        CALLER_FAIL(c, "refused, and the definition changed");
    }
    TRY(c, gfFluid_StepOnce(fluid));
}

static void setTunables(Caller *c)
{
    gfFluid *fluid = Caller_Object(c, OBJECT_gfFluid);
    gfFluidDef def = gfFluid_GetDef(fluid);
    gfGridParams_SetQuality(&def.grid, GF_QUALITY_REFERENCE);
    def.grid.viscosity = def.grid.dyeDiffusivity = def.grid.temperatureDiffusivity = 0.1f;
    def.grid.vorticityConfinement = def.grid.dyeDensity = def.grid.gravity.x = 1.0f;
    def.grid.pressureTolerance = 0.1f;
    def.gaussian.viscosity = 0.1f;
    def.particles.materials[0].pull = 1.0f;
    def.shallow.manning = def.shallow.viscosity = def.shallow.wind.x = 0.1f;
    def.shallow.ripples.enabled = def.shallow.foam = true;
    def.water.viscosity = def.water.surfaceTension = def.water.sprayDrag = 0.1f;
    tune(c, fluid, &def);
    def.boundaries.left.kind = def.boundaries.right.kind =
        solverRows[def.solver].periodic ? GF_BOUNDARY_PERIODIC : GF_BOUNDARY_OPEN;
    TRY(c, gfFluid_Resize(fluid, 16, 24, 0.05f, (gfVec2){0.1f, 0.0f}));
    TRY(c, Flow_Tune(fluid, &def));
    TRY(c, gfFluid_Scroll(fluid, 4, -8));
    TRY(c, gfFluid_StepOnce(fluid));
    def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_OPEN;
    def.boundaries.top.kind = solverRows[def.solver].inflow ? GF_BOUNDARY_INFLOW : GF_BOUNDARY_NO_SLIP;
    TRY(c, Flow_Tune(fluid, &def));
    def.grid.pressureMethod = GF_PRESSURE_JACOBI;
    def.gaussian.plain = true;
    tune(c, fluid, &def);
    def.grid.advection = GF_ADVECTION_BILINEAR;
    def.gaussian.mode = GF_GAUSSIAN_CLASSIC;
    tune(c, fluid, &def);
    TRY(c, gfFluid_Resize(fluid, 20, 10, 0.05f, (gfVec2){0.1f, 0.0f}));
    TRY(c, gfFluid_StepOnce(fluid));
}

static void drawEverything(Caller *c)
{
    gfFluid *fluid = Caller_Object(c, OBJECT_gfFluid);
    gfDrawDef def = gfDefaultDrawDef();
    gfSurfaceDef surface = gfDefaultSurfaceDef();
    def.refraction.enabled = def.bloom.enabled = def.shafts.enabled = def.shadow.enabled = def.tone.dither = true;
    def.solids.outlineWidth = 2.0f;
    def.tone.map = GF_TONE_FILMIC;
    def.tracers.set = Caller_Object(c, OBJECT_gfTracers);
    for (int style = 0; style < GF_DRAW_STYLE_COUNT; style++) {
        def.style = (gfDrawStyle)style;
        TRY(c, gfFluid_Draw(fluid, &def));
    }
    def.style = GF_DRAW_DYE;
    def.ink = GF_INK_ABSORB;
    def.refraction.background = NULL_GL_HOST_TEXTURE;
    def.palette = gfGetPalette(GF_PALETTE_NEON);
    TRY(c, gfFluid_DrawToTexture(fluid, &def, 20, 10) != 0);
    TRY(c, gfFluid_DrawToTexture(fluid, &def, 10, 20) != 0);
    def.depth.test = GF_DEPTH_LESS;
    TRY(c, gfFluid_Draw(fluid, &def));
    surface.source.of = c->solver == GF_SOLVER_SHALLOW ? GF_HEIGHT_WATER : GF_HEIGHT_PRESSURE;
    for (int kind = 0; kind <= GF_SURFACE_LAVA; kind++) {
        surface.kind = (gfSurfaceKind)kind;
        TRY(c, gfFluid_DrawSurface(fluid, &surface));
        surface.ground.texture = surface.reflection = surface.depth = NULL_GL_HOST_TEXTURE;
    }
}

static bool isOfShaders(NullGlFault fault)
{
    return fault == NULL_GL_COMPILE || fault == NULL_GL_LINK;
}

static void expectDone(Caller *c, const char *name, int times)
{
    if (!Guided_CallNamed(c, name, times)) {
        const char *message;
        gfGetLastError(&message);
        CALLER_FAIL(c, "refused, though nothing fails any more: %s", message);
    }
}

// Nothing fails any more. Shaders alone are given up for good.
static void recover(Caller *c)
{
    const Life *l = c->user;
    const char *const name = l->script != NULL ? "gfFluid_Step" : randomCalls[l->kind].name;
    NullGl_Fail(l->fault, 0, false);
    if (l->script != NULL) { // of whose shaders some may be given up
        gfDevice_ResetErrors(Caller_Object(c, OBJECT_gfDevice));
    }
    if (isOfShaders(l->fault)) {
        Guided_CallNamed(c, name, 1);
        Guided_CallNamed(c, "gfFluid_StepOnce", 1);
        Guided_CallNamed(c, "gfFluid_Draw", 1);
    } else {
        if (strcmp(name, "gfSnapshot_Poll") != 0) { // one that could not be read is spent
            expectDone(c, name, 1);
        }
        expectDone(c, "gfFluid_StepOnce", 1);
        expectDone(c, "gfFluid_Draw", 1);
        // Few sizes do with periodic sides, which a script leaves where what followed failed.
        gfFluidDef walled = gfFluid_GetDef(Caller_Object(c, OBJECT_gfFluid));
        walled.boundaries = gfDefaultFluidDef().boundaries;
        if (!gfFluid_SetDef(Caller_Object(c, OBJECT_gfFluid), &walled)) {
            CALLER_FAIL(c, "walls are refused, though nothing fails any more");
        }
        expectDone(c, "gfFluid_Resize", 1);
        expectDone(c, "gfCreateFluid", 1);
    }
    if (l->failAt % 2 == 0) { // else they go with the device
        Guided_End(c, OBJECT_gfFluid);
        Guided_End(c, OBJECT_gfFluid3D);
    }
}

// A device, one object of each kind, and the `attempt`-th attempt at the call, or the script. Whether it was done.
static bool live(Life *l, int attempt)
{
    Caller *c = makeCaller(l);
    Guided_Prepare(c, l->script == NULL && Guided_IsElsewhere(l->kind));
    c->random.round = l->round;
    for (int i = 0; i < attempt; i++) {
        Guided_PrepareFor(c, l->kind);
        Caller_Call(c, l->kind);
        c->newest = false;
        c->random.round++;
    }
    snprintf(c->where, sizeof c->where, "%s, solver %d, %s, %s %d%s", l->es ? "ES" : "GL", (int)l->solver,
             l->script != NULL ? "a script" : randomCalls[l->kind].name, faultNames[l->fault], l->failAt,
             l->lasting ? " and on" : "");
    c->failing = l->failAt > 0;
    bool done = true;
    if (l->script != NULL) {
        arm(l);
        l->script(c);
        count(l);
    } else {
        Guided_PrepareFor(c, l->kind);
        l->armed = true;
        done = Caller_Call(c, l->kind);
        l->code = c->code;
        c->newest = false;
    }
    if (l->failAt > 0) {
        if (l->lasting) {
            Guided_CallNamed(c, "gfFluid_Step", 1);
            Guided_CallNamed(c, "gfFluid_Draw", 1);
        }
        recover(c);
    }
    endCaller(c);
    return done;
}

// GF_LONG=1 lets every call fail; else a sample of them, and a smaller one of allocations, of which there are most, and
// under sanitizers, where a life takes longer; GF_SPARSE=1 asks for a smaller one still.
static int strideOf(int fault)
{
    const bool slow = getenv("GF_SANITIZE") != NULL, all = getenv("GF_LONG") != NULL,
               sparse = getenv("GF_SPARSE") != NULL;
    const int stride = all ? 1 : slow ? (sparse ? 89 : 29) : 11;
    return fault == NULL_GL_MEMORY && !all ? 5 * stride : stride;
}

// Each call of the GL that a call makes fails in turn, as far as the sample goes. The first attempt that is done is it.
static void tryCall(Life l, int found[NULL_GL_FAULTS], int counts[NULL_GL_FAULTS])
{
    const int attempts = randomCalls[l.kind].rounds > 1 ? 1 : GUIDED_ATTEMPTS;
    int calls[NULL_GL_FAULTS], attempt = 0;
    for (l.failAt = 0; !live(&l, attempt); attempt++) {
        if (attempt + 1 == attempts || l.code == GF_ERROR_UNSUPPORTED) {
            return; // it is not of this solver
        }
    }
    memcpy(calls, l.calls, sizeof calls);
    for (int fault = 0; fault < NULL_GL_FAULTS; fault++) {
        l.fault = (NullGlFault)fault;
        for (l.failAt = 1; l.failAt <= calls[fault]; l.failAt++) {
            if (found[fault]++ % strideOf(fault) == 0) {
                live(&l, attempt);
                counts[fault]++;
            }
        }
    }
}

// What is on a grid alone, or of particles alone, with that solver.
static bool isOf(int kind, gfSolverKind solver)
{
    const RandomCall *call = &randomCalls[kind];
    int object = call->makes >= 0 ? call->makes : call->ends >= 0 ? call->ends : call->takes;
    bool volume = object == OBJECT_gfFluid3D;
    bool needsDevice = call->makes >= 0 || call->ends >= 0 || call->takes >= 0;
    bool elsewhere = Guided_IsElsewhere(kind) && solver != (volume ? GF_SOLVER_PARTICLES : GF_SOLVER_GRID);
    return needsDevice && !elsewhere && strcmp(call->name, "gfDevice_Lose") != 0;
}

static void testEveryFailure(bool es, gfSolverKind solver, gfParticleSearch search)
{
    int counts[NULL_GL_FAULTS] = {0}, found[NULL_GL_FAULTS] = {0};
    for (int kind = 0; kind < randomCallCount; kind++) {
        for (int round = 0; round < randomCalls[kind].rounds && isOf(kind, solver); round++) {
            tryCall((Life){.es = es, .solver = solver, .search = search, .kind = kind, .round = round, .lasting = es},
                    found, counts);
        }
    }
    const Script scripts[] = {callMany, setTunables, drawEverything};
    for (int i = 0; i < 3; i++) {
        tryCall((Life){.es = es, .solver = solver, .search = search, .script = scripts[i], .lasting = es}, found,
                counts);
    }
    print_message("calls that failed:");
    for (int fault = 0; fault < NULL_GL_FAULTS; fault++) {
        print_message(" %s %d of %d", faultNames[fault], counts[fault], found[fault]);
        assert_true(counts[fault] > 0 || (solver != GF_SOLVER_GRID && fault == NULL_GL_MAP));
    }
    print_message("\n");
}

#define FAILURES(tier, name, es, solver, search)                      \
    tier(name)                                                        \
    {                                                                 \
        testEveryFailure(es, GF_SOLVER_##solver, GF_SEARCH_##search); \
    }
FAILURES(TEST, testShallowOnGl, false, SHALLOW, AUTO)
FAILURES(TEST, testShallowOnEs, true, SHALLOW, AUTO)
FAILURES(TEST_CI, testGridOnGl, false, GRID, AUTO)
FAILURES(TEST_CI, testGridOnEs, true, GRID, AUTO)
FAILURES(TEST_CI, testGaussianOnGl, false, GAUSSIAN, AUTO)
FAILURES(TEST_CI, testGaussianOnEs, true, GAUSSIAN, AUTO)
FAILURES(TEST_CI, testParticlesOnGl, false, PARTICLES, SORTED)
FAILURES(TEST_CI, testParticlesOnEs, true, PARTICLES, SLOTS)
FAILURES(TEST_CI, testWaterOnGl, false, WATER, AUTO)
FAILURES(TEST_CI, testWaterOnEs, true, WATER, AUTO)

TEST(testNothingFails)
{
    Caller *c = makeCaller(&(Life){0});
    c->leavesOut = "gfDevice_Lose"; // which would leave the GL's objects
    Guided_CallAllOfEachSolver(c);
    Guided_ExpectAllDone(c, "gfDevice_Lose gfFluid_SplitParticleGroup"); // this GL's groups have no particles
    endCaller(c);
}

TESTS_START_FROM(NULL, NULL)
