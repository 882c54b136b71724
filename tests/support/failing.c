#include "support/failing.h"

#define ATTEMPTS_MAX 500

static const char *const roundNames[FAILING_ROUNDS] = {"first allocations", "allocations", "framebuffers", "shaders"};

// --- what runs out ---------------------------------------------------------------------------------------------------

// One at a time, as there is one set of hooks.
static struct {
    int calls, live;
    int failAt, failFrom; // calls, counted from 1; 0: none
    int refused;
} memory;

static void *allocate(size_t size, void *user)
{
    (void)user;
    memory.calls++;
    if (memory.calls == memory.failAt || (memory.failFrom > 0 && memory.calls >= memory.failFrom)) {
        memory.refused++;
        return NULL;
    }
    memory.live++;
    return malloc(size);
}

static void release(void *block, void *user)
{
    (void)user;
    memory.live--;
    free(block);
}

// Negative: there is enough of everything.
static void allow(const FailingCase *c, FailingRound round, int count)
{
    int next = count < 0 ? 0 : memory.calls + count + 1;
    bool allocations = round == FAIL_FIRST_ALLOCATIONS || round == FAIL_ALLOCATIONS;
    memory.failAt = allocations && c->once ? next : 0;
    memory.failFrom = allocations && !c->once ? next : 0;
    GlHooks_LimitFramebuffers(round == FAIL_FRAMEBUFFERS ? count : -1);
    GlHooks_LimitShaders(round == FAIL_SHADERS ? count : -1);
}

static int refusals(void)
{
    return memory.refused + GlHooks_Refused();
}

// --- one attempt -----------------------------------------------------------------------------------------------------

static void makeDevice(Failing *f)
{
    f->device = gfCreateDevice(&f->deviceDef);
    if (f->device == NULL) {
        fail_msg("no device: %s", f->fixture->lastMessage);
    }
}

static void destroyDevice(Failing *f)
{
    gfDestroyDevice(f->device);
    f->device = NULL;
    assert_int_equal(memory.live, 0);
    assert_int_equal(GlHooks_Left(), 0);
}

static void expectReported(const Failing *f, bool done)
{
    static const gfErrorCode codes[FAILING_ROUNDS] = {GF_ERROR_OUT_OF_MEMORY, GF_ERROR_OUT_OF_MEMORY,
                                                      GF_ERROR_FRAMEBUFFER, GF_ERROR_SHADER};
    const char *message = "";
    gfErrorCode code = gfGetLastError(&message);
    if (code != codes[f->round] || (f->device != NULL && f->fixture->errors == 0)) {
        fail_msg("%d %s, %s: error %d (%s), logged %d times", f->allowed, roundNames[f->round],
                 done ? "made up for" : "failed", (int)code, message, f->fixture->errors);
    }
}

// False: nothing was missing.
static bool tryWith(Failing *f, const FailingCase *c, int allowed)
{
    f->allowed = allowed;
    if (f->device == NULL && !c->triesDevice) {
        makeDevice(f);
    }
    gfMemoryCounts none = {0}, before = {0};
    if (f->device != NULL) {
        none = gfDevice_GetMemory(f->device);
    }
    if (c->prepare != NULL) {
        c->prepare(f);
        before = gfDevice_GetMemory(f->device);
    }
    Fixture_ClearLog(f->fixture);
    int refused = refusals();
    allow(c, f->round, allowed);
    bool done = c->attempt(f);
    bool felt = refusals() > refused;
    allow(c, f->round, -1);
    assert_true(done || felt);
    if (!done || (c->once && felt)) {
        expectReported(f, done);
    }
    if (c->once) {
        assert_true(f->device == NULL || f->fixture->errors == (felt ? 1 : 0));
    } else if (!done && !c->keeps) {
        Poor_ExpectMemory(f->device, c->prepare != NULL ? &before : &none);
    }
    if (c->after != NULL) {
        c->after(f, done);
    }
    gfDestroyFluid(f->fluid);
    f->fluid = NULL;
    if (f->device != NULL) {
        Poor_ExpectMemory(f->device, &none);
    }
    if (c->eachDevice || c->triesDevice || f->round == FAIL_SHADERS) {
        destroyDevice(f);
    }
    return felt;
}

void Failing_EachInTurn(Fixture *fixture, const FailingCase *c)
{
    for (int round = 0; round < FAILING_ROUNDS; round++) {
        if (c->rounds[round] == 0) {
            continue;
        }
        Failing f = {.fixture = fixture, .user = c->user, .round = (FailingRound)round};
        memset(&memory, 0, sizeof memory);
        f.deviceDef = Poor_DeviceDef(fixture, (GlHooks){0});
        f.deviceDef.allocator = (gfAllocator){allocate, release, NULL};
        if (round == FAIL_ALLOCATIONS || round == FAIL_FRAMEBUFFERS) {
            tryWith(&f, c, -1);
        }
        int allowed = 0, count = 1;
        for (; tryWith(&f, c, allowed); count++) {
            allowed += c->stride == 0 || allowed < 11 ? 1 : c->stride;
            assert_in_range(count, 1, ATTEMPTS_MAX);
        }
        if (count < c->rounds[round]) {
            fail_msg("%s: enough at the attempt %d", roundNames[round], count);
        }
        destroyDevice(&f);
    }
    Fixture_ClearLog(fixture);
    Fixture_ExpectNoGlError(fixture);
}

// --- changes ---------------------------------------------------------------------------------------------------------

typedef struct Change {
    const FailingChange *change;
    uint64_t expected; // fields of a twin that is not changed, after as many steps
    uint64_t before;   // before the change
    gfFluidDef defBefore;
} Change;

uint64_t Failing_HashFields(gfFluid *fluid)
{
    static const gfField fields[][4] = {
        [GF_SOLVER_GRID] = {GF_FIELD_DYE, GF_FIELD_VELOCITY, GF_FIELD_PRESSURE, GF_FIELD_TEMPERATURE},
        [GF_SOLVER_GAUSSIAN] = {GF_FIELD_DYE, GF_FIELD_VELOCITY, GF_FIELD_PRESSURE, GF_FIELD_MASS},
    };
    uint64_t h = FIXTURE_HASH_EMPTY;
    for (int i = 0; i < 4; i++) {
        gfFieldInfo info;
        float *values = Fixture_ReadField(fluid, fields[gfFluid_GetDef(fluid).solver][i], &info);
        h = Fixture_Hash(h, values, (size_t)info.width * (size_t)info.height * (size_t)info.channels * sizeof *values);
        free(values);
    }
    return h;
}

static void stepOn(gfFluid *fluid)
{
    for (int i = 0; i < 5; i++) {
        assert_true(gfFluid_StepOnce(fluid));
    }
}

static void prepareChange(Failing *f)
{
    Change *c = (Change *)(uintptr_t)f->user;
    f->fluid = c->change->make(f->device, c->change->which);
    assert_non_null(f->fluid);
    c->before = Failing_HashFields(f->fluid);
    c->defBefore = gfFluid_GetDef(f->fluid);
}

static bool attemptChange(Failing *f)
{
    const Change *c = f->user;
    return c->change->change(f->fluid, c->change->which);
}

static void afterChange(Failing *f, bool done)
{
    const Change *c = f->user;
    if (!done) {
        gfFluidDef def = gfFluid_GetDef(f->fluid);
        assert_memory_equal(&def, &c->defBefore, sizeof def);
        assert_true(Failing_HashFields(f->fluid) == c->before);
    }
    stepOn(f->fluid);
    if ((Failing_HashFields(f->fluid) == c->expected) == done) {
        fail_msg("change %d, %d %s: %s", c->change->which, f->allowed, roundNames[f->round],
                 done ? "nothing changed" : "the call failed, and the fluid runs otherwise than before");
    }
}

void Failing_ChangeInTurn(Fixture *fixture, const FailingChange *change)
{
    Change c = {.change = change};
    FailingCase failing = {
        .prepare = prepareChange, .attempt = attemptChange, .after = afterChange, .user = &c, .keeps = change->keeps};
    gfFluid *twin = change->make(fixture->device, change->which);
    assert_non_null(twin);
    stepOn(twin);
    c.expected = Failing_HashFields(twin);
    gfDestroyFluid(twin);
    memcpy(failing.rounds, change->rounds, sizeof failing.rounds);
    Failing_EachInTurn(fixture, &failing);
}
