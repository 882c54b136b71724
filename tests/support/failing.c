#include "support/failing.h"
#include "support/flow.h"

#include "support/solvers.h"

#define ATTEMPTS_MAX 500

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

static void destroyDevice(Failing *f)
{
    gfDestroyDevice(f->device);
    f->device = NULL;
    assert_int_equal(memory.live, 0);
    assert_int_equal(GlHooks_Left(), 0);
}

static uint64_t hashAfterSteps(gfFluid *fluid)
{
    Flow_Steps(fluid, 5);
    return Solver_Hash(fluid);
}

static void expectReported(const Failing *f, const FailingCase *c, FailingRound round, bool done, bool felt)
{
    static const gfErrorCode codes[FAILING_ROUNDS] = {GF_ERROR_OUT_OF_MEMORY, GF_ERROR_OUT_OF_MEMORY,
                                                      GF_ERROR_FRAMEBUFFER, GF_ERROR_SHADER};
    // What a call can go on without is a warning.
    bool leftOut = done && f->fixture->warnings > 0 && f->fixture->lastCode == codes[round];
    if (!done || (c->once && felt && !leftOut)) {
        assert_int_equal(gfGetLastError(NULL), codes[round]);
        assert_true(f->device == NULL || f->fixture->errors > 0); // there is no log without a device
    }
    if (c->once) {
        assert_in_range(f->fixture->errors, 0, felt);
    }
}

// False: nothing was missing. `twin`: the fields of one that is not changed.
static bool tryWith(Failing *f, const FailingCase *c, FailingRound round, int allowed, uint64_t twin)
{
    if (f->device == NULL && !c->triesDevice) {
        f->device = MADE(gfCreateDevice(&f->deviceDef));
    }
    const gfMemoryCounts none = gfDevice_GetMemory(f->device);
    if (c->make != NULL) {
        f->fluid = MADE(c->make(f->device, c->which));
    }
    uint64_t fields = c->changes ? Solver_Hash(f->fluid) : 0;
    const gfFluidDef def = gfFluid_GetDef(f->fluid);
    const gfMemoryCounts before = gfDevice_GetMemory(f->device);
    Fixture_ClearLog(f->fixture);
    int refused = memory.refused + GlHooks_Refused();
    allow(c, round, allowed);
    bool done = c->attempt(f);
    bool felt = memory.refused + GlHooks_Refused() > refused;
    allow(c, round, -1);
    assert_true(done || felt);
    expectReported(f, c, round, done, felt);
    if (!done) {
        Poor_ExpectMemory(f->device, &before);
    }
    if (!done && c->changes) {
        const gfFluidDef after = gfFluid_GetDef(f->fluid);
        assert_memory_equal(&after, &def, sizeof def);
        assert_true(Solver_Hash(f->fluid) == fields);
    }
    fail_if(f->fluid != NULL && (hashAfterSteps(f->fluid) == twin) == done && c->changes,
            "case %d, round %d, %d allowed: %s", c->which, (int)round, allowed,
            done ? "nothing changed" : "the call failed, and the fluid runs otherwise than before");
    gfDestroyFluid(f->fluid);
    f->fluid = NULL;
    Poor_ExpectMemory(f->device, &none);
    if (c->eachDevice || c->triesDevice || round == FAIL_SHADERS) {
        destroyDevice(f);
    }
    return felt;
}

// How many more the next attempt is allowed: one or `stride` with GF_LONG=1, else three times as many on average, nine
// times with GF_SPARSE=1, and others with each GF_SEED.
static int nextStep(const FailingCase *c)
{
    static uint32_t random = 0;
    const char *seed = getenv("GF_SEED"), *extended = getenv("GF_LONG");
    const int stride = c->stride > 0 ? c->stride : 1;
    if (extended != NULL && extended[0] == '1') {
        return stride;
    }
    random = random == 0 ? 1u + (seed != NULL ? (uint32_t)strtoul(seed, NULL, 10) : 0u) : random;
    random = random * 1664525u + 1013904223u;
    return 1 + (int)((random >> 16) % (uint32_t)((getenv("GF_SPARSE") != NULL ? 18 : 6) * stride - 1));
}

static void runRound(Fixture *fixture, const FailingCase *c, FailingRound round, uint64_t twin)
{
    Failing f = {.fixture = fixture, .which = c->which, .deviceDef = Poor_DeviceDef(fixture, (GlHooks){0})};
    f.deviceDef.allocator = (gfAllocator){allocate, release, NULL};
    memset(&memory, 0, sizeof memory);
    if (round == FAIL_ALLOCATIONS || round == FAIL_FRAMEBUFFERS) {
        tryWith(&f, c, round, -1, twin);
    }
    int allowed = 0;
    for (int count = 1; tryWith(&f, c, round, allowed, twin); count++) {
        allowed += allowed < 5 ? 1 : nextStep(c);
        assert_in_range(count, 1, ATTEMPTS_MAX);
    }
    fail_if(allowed + 1 < c->rounds[round], "case %d, round %d: %d were enough", c->which, (int)round, allowed);
    destroyDevice(&f);
}

void Failing_EachInTurn(Fixture *fixture, const FailingCase *c)
{
    uint64_t twin = 0;
    if (c->changes) {
        gfFluid *fluid = MADE(c->make(fixture->device, c->which));
        twin = hashAfterSteps(fluid);
        gfDestroyFluid(fluid);
    }
    for (int round = 0; round < FAILING_ROUNDS; round++) {
        if (c->rounds[round] > 0) {
            runRound(fixture, c, (FailingRound)round, twin);
        }
    }
    Fixture_ClearLog(fixture);
    Fixture_ExpectNoGlError(fixture);
}
