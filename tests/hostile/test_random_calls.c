// contexts: gl es
// A host that calls anything with anything: valid, at the ends of ranges, absurd. The library refuses with a reason and
// changes nothing then, leaves no GL error, keeps its fields and what it returns finite, reads what it has saved and
// gives everything back. The calls are those of gpufluid_api.json (random/make_calls.py), all of them. `--calls N`,
// `--seed N`: so many, and another run; `--absurd N`: the chance, of 100, of each number to be absurd, in place of 2;
// `--trace`: names each call before it is made. GF_LONG=1: 20,000 calls in place of 3,000.
#include "random/caller.h"
#include "support/canvas.h"
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <unistd.h>

#define VALUES_MAX (4 * 128 * 128)
#define FRAME_CALLS 12 // of a frame, at most

static struct {
    int calls, seed, absurd;
    bool trace;
} asked = {.absurd = 2};

static bool again; // the last call was refused for what it was made on: others may do

// Within a frame the library's framebuffer may be bound.
static void checkGl(Caller *c, bool done)
{
    const Fixture *fixture = c->user;
    GLint bound = 0;
    (void)done;
    c->gl->GetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
    if (bound != c->canvas && c->frame == NULL) {
        CALLER_FAIL(c, "framebuffer %d is bound in place of the host's, %d", (int)bound, (int)c->canvas);
    }
    GLenum error = c->gl->GetError();
    if (error != GL_NO_ERROR || fixture->glErrors > 0) {
        CALLER_FAIL(c, "GL error 0x%04x is left to the host; the last: %s", error, fixture->lastGlError);
    }
}

static void checkFluid(Caller *c, gfFluid *fluid, float *values)
{
    for (int field = 0; field < GF_FIELD_COUNT; field++) {
        gfFieldInfo info;
        if (!gfFluid_GetFieldInfo(fluid, (gfField)field, &info)) {
            continue;
        }
        size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
        assert_true(count <= VALUES_MAX);
        if (!gfFluid_ReadFieldBlocking(fluid, (gfField)field, values, count)) {
            const char *message;
            gfGetLastError(&message);
            CALLER_FAIL(c, "field %d: %s", field, message);
        }
        for (size_t j = 0; j < count; j++) {
            if (!isfinite(values[j]) || (field == GF_FIELD_MASS && values[j] < 0.0f)) {
                gfFluidDef def = gfFluid_GetDef(fluid);
                CALLER_FAIL(c, "value %zu of field %d of a fluid of solver %d, %d x %d, is %g", j, field,
                            (int)def.solver, (int)def.gridWidth, (int)def.gridHeight, (double)values[j]);
            }
        }
    }
}

// Whatever calls have made of a fluid, a snapshot of it can be read.
static void checkSaved(Caller *c, const CallerObject *object)
{
    static uint8_t bytes[CALLER_SAVED];
    void *fluid = object->pointer;
    gfDevice *device = (gfDevice *)Caller_OwnerOf(c, fluid);
    const bool flat = object->kind == OBJECT_gfFluid;
    const size_t size = flat ? gfFluid_GetSnapshotSize(fluid) : gfFluid3D_GetSnapshotSize(fluid);
    assert_true(size <= sizeof bytes);
    const bool saved = flat ? gfFluid_SaveBlocking(fluid, bytes, size) : gfFluid3D_SaveBlocking(fluid, bytes, size);
    void *read = !saved ? NULL
                 : flat ? (void *)gfCreateFluidFromSnapshot(device, bytes, size, NULL)
                        : (void *)gfCreateFluid3DFromSnapshot(device, bytes, size, NULL);
    if (read == NULL) {
        const char *message;
        gfGetLastError(&message);
        CALLER_FAIL(c, "%s: %s", saved ? "saved, and not read" : "not saved", message);
    }
    if (flat) {
        gfDestroyFluid(read);
    } else {
        gfDestroyFluid3D(read);
    }
}

static void checkFluids(Caller *c)
{
    static float values[VALUES_MAX];
    gfFluid3DStats sums;
    c->name = "fields and snapshots";
    for (int i = 0; i < c->objectCount && c->lost == NULL; i++) {
        const CallerObject *object = &c->objects[i];
        if (object->kind == OBJECT_gfFluid) {
            checkFluid(c, object->pointer, values);
        } else if (object->kind == OBJECT_gfFluid3D &&
                   (!gfFluid3D_MeasureBlocking(object->pointer, &sums) || sums.nonfinite > 0)) {
            CALLER_FAIL(c, "%d numbers of the fluid in three dimensions are not finite", (int)sums.nonfinite);
        }
        if (c->frame == NULL && (object->kind == OBJECT_gfFluid || object->kind == OBJECT_gfFluid3D)) {
            checkSaved(c, object);
        }
    }
}

typedef enum Wanted { MAKES, ENDS, GIVES } Wanted;

// One that creates or destroys objects of a kind, or gives handles of it.
static int findFor(Caller *c, Wanted wanted, int kind)
{
    int found[8], count = 0;
    for (int i = 0; i < randomCallCount && count < 8; i++) {
        const RandomCall *call = &randomCalls[i];
        if ((wanted == MAKES ? call->makes : wanted == ENDS ? call->ends : call->gives) == kind) {
            found[count++] = i;
        }
    }
    return found[Random_Below(&c->random, count)];
}

static int mostOf(int kind)
{
    return kind == OBJECT_gfDevice ? CALLER_DEVICES : kind == OBJECT_gfFluid ? 8 : kind == OBJECT_gfFluidGroup ? 1 : 3;
}

// Mostly what there is nothing of yet is made first, and what there is too much of is destroyed.
static int fit(Caller *c, int kind)
{
    for (int i = 0; i < 3 && Random_Chance(&c->random, 90); i++) {
        const RandomCall *call = &randomCalls[kind];
        if (call->needs >= 0 && Caller_CountHandles(c, (HandleKind)call->needs) == 0) {
            kind = findFor(c, GIVES, call->needs);
        } else if (call->takes >= 0 && Caller_CountObjects(c, (ObjectKind)call->takes) == 0) {
            kind = findFor(c, MAKES, call->takes);
        }
    }
    int made = randomCalls[kind].makes;
    bool full = made >= 0 && Caller_CountObjects(c, (ObjectKind)made) >= mostOf(made);
    return full ? findFor(c, ENDS, made) : kind;
}

// Fluids that are of no group.
static int countOwn(const Caller *c)
{
    int count = 0;
    for (int i = 0; i < c->objectCount; i++) {
        count += c->objects[i].kind == OBJECT_gfFluid && !Caller_IsMember(c, &c->objects[i]);
    }
    return count;
}

// By their weights; every one of them at first.
static int choose(Caller *c)
{
    int total = 0, kind = 0;
    for (int i = 0; i < randomCallCount; i++) {
        total += randomCalls[i].weight;
    }
    for (int left = Random_Below(&c->random, total); left >= randomCalls[kind].weight; kind++) {
        left -= randomCalls[kind].weight;
    }
    if (c->frame != NULL && c->call - c->frameSince > FRAME_CALLS) {
        return Caller_Find("gfDevice_EndFrame");
    }
    if (c->frame != NULL && Random_Chance(&c->random, 10)) {
        return Caller_Find("gfDevice_SetTarget");
    }
    if (c->lost != NULL && Random_Chance(&c->random, 20)) {
        return Caller_Find("gfDestroyDevice");
    }
    if (again && Random_Chance(&c->random, 50)) {
        return c->kind;
    }
    if (countOwn(c) < 4 && Random_Chance(&c->random, 20)) { // one of each solver, mostly
        return Caller_Find("gfCreateFluid");
    }
    return c->swept < randomCallCount ? c->swept++ : fit(c, kind);
}

static bool callSomething(Caller *c)
{
    int kind = choose(c);
    if (asked.trace) {
        fprintf(stderr, "%d %s\n", c->call, randomCalls[kind].name);
    }
    snprintf(c->where, sizeof c->where, "--seed %d, call %d", asked.seed, c->call);
    bool done = Caller_Call(c, kind);
    again = c->code == GF_ERROR_UNSUPPORTED || c->code == GF_ERROR_BAD_HANDLE;
    return done;
}

// One fluid of each solver.
static void begin(Caller *c, Fixture *fixture)
{
    gfDevice *device = fixture->device;
    Caller_Own(c, OBJECT_gfDevice, device, NULL);
    fixture->device = NULL; // it may be destroyed
    for (int i = 0; i < 4; i++) {
        gfFluidDef def;
        memset(&def, 0, sizeof def);
        randomStructs[STRUCT_gfFluidDef].base(c, &def);
        def.solver = (gfSolverKind)(GF_SOLVER_GRID + i);
        def.particles.capacity = 300;
        def.boundaries = gfDefaultFluidDef().boundaries;
        Caller_Own(c, OBJECT_gfFluid, MADE(gfCreateFluid(device, &def)), device);
    }
}

static void tellTallies(const Caller *c, int refused)
{
    int never = 0;
    for (int i = 0; i < randomCallCount; i++) {
        assert_true(c->made[i] > 0 || c->swept < randomCallCount);
        never += c->done[i] == 0;
        if (c->done[i] == 0) {
            print_message("never accepted in %d calls: %s\n", c->made[i], randomCalls[i].name);
        }
    }
    print_message("%d calls were refused\n", refused);
    if (asked.absurd == 2 && c->call >= 1500) { // or little would be tried
        assert_true(refused > c->call / 50 && refused < c->call * 3 / 4);
        assert_true(never < randomCallCount / (c->call >= 5000 ? 10 : c->call >= 3000 ? 7 : 4));
    }
}

// What a long run's memory is: a driver keeps some 2 MB for each program that a device has made (llvmpipe). What is free
// in between it is given back first.
static void tellMemory(const Caller *c)
{
    long all = 0, resident = 0;
#ifdef __GLIBC__
    malloc_trim(0);
#endif
    FILE *file = fopen("/proc/self/statm", "r");
    assert_true(file != NULL && fscanf(file, "%ld %ld", &all, &resident) == 2);
    fclose(file);
    int programs = 0;
    for (int i = 0; i < c->objectCount; i++) {
        if (c->objects[i].kind == OBJECT_gfDevice) {
            programs += gfDevice_GetMemory(c->objects[i].pointer).programs;
        }
    }
    resident *= sysconf(_SC_PAGESIZE);
    print_message("%d calls: %ld MB, %d programs\n", c->call, resident >> 20, programs);
}

static void callMany(Fixture *fixture, int count)
{
    int refused = 0;
    Canvas canvas = Canvas_Make(fixture, 24, 18);
    count = asked.calls > 0 ? asked.calls : count;
    Caller *c = Caller_Make(&fixture->gl, Fixture_DeviceDef(fixture),
                            Random_Make((uint64_t)asked.seed, asked.absurd, count < 15000));
    c->user = fixture;
    c->after = checkGl;
    again = false;
    begin(c, fixture);
    print_message("--seed %d, %d calls of %d functions\n", asked.seed, count, randomCallCount);
    while (c->call < count) {
        refused += !callSomething(c);
        if (c->call % 500 == 0) {
            checkFluids(c);
        }
        if (c->call % 20000 == 0) {
            tellMemory(c);
        }
    }
    checkFluids(c);
    tellTallies(c, refused);
    Caller_Free(c);
    fixture->device = Fixture_MakeDevice(fixture); // by which the tear-down sees that nothing is left
    Canvas_Free(fixture, &canvas);
}

static void testAnythingGoes(void **state)
{
    callMany(*state, 1500);
}

static void testAnythingGoesOn(void **state)
{
    asked.seed++;
    callMany(*state, getenv("GF_LONG") != NULL ? 20000 : 3000);
}

// What a random run found: cells that far away are more than an int can count.
static void testSolidsFarAway(void **state)
{
    Fixture *fixture = *state;
    gfFluid *fluid = Fixture_MakeFluid(fixture, 24, 24);
    gfSolidDef solid = gfDefaultSolidDef();
    for (int i = 0; i < 4; i++) {
        const float far = i % 2 == 0 ? 9e8f : -9e8f;
        solid.shape = gfMakeCircle((gfVec2){i < 2 ? far : 0.5f, i < 2 ? 0.5f : far}, 0.1f);
        gfSolidId id = GIVEN(gfFluid_AddSolid(fluid, &solid));
        assert_true(gfFluid_StepOnce(fluid));
        Fixture_ExpectNoGlError(fixture);
        assert_true(gfFluid_RemoveSolid(fluid, id));
    }
    gfDestroyFluid(fluid);
}

// The seed that GF_SEED or --seed names, or one of the commit's, so that in time many are tried.
static int seedOf(void)
{
    const char *given = getenv("GF_SEED");
    if (given != NULL) {
        return atoi(given);
    }
    unsigned seed = 1;
    FILE *commit = popen(". \"$GF_SOURCE_DIR/tests/support/commit_seed.sh\" && commit_seed", "r");
    if (commit != NULL) {
        seed = fscanf(commit, "%u", &seed) == 1 ? seed : 1;
        pclose(commit);
    }
    return (int)(seed & 0x7fffffffu);
}

int main(int argc, char **argv)
{
    const struct {
        const char *name;
        int *number;
    } options[] = {{"--calls", &asked.calls}, {"--seed", &asked.seed}, {"--absurd", &asked.absurd}};
    asked.seed = seedOf();
    for (int i = 1; i < argc; i++) {
        asked.trace = asked.trace || strcmp(argv[i], "--trace") == 0;
        for (int j = 0; j < 3 && i + 1 < argc; j++) {
            if (strcmp(argv[i], options[j].name) == 0) {
                *options[j].number = atoi(argv[i + 1]);
            }
        }
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(testSolidsFarAway), cmocka_unit_test(testAnythingGoes)};
    const struct CMUnitTest longer[] = {cmocka_unit_test(testAnythingGoesOn)};
    bool quick = argc > 1 && strcmp(argv[1], "--quick") == 0, rest = argc > 1 && strcmp(argv[1], "--ci") == 0;
    int failed = rest ? 0 : cmocka_run_group_tests(tests, Fixture_SetUpWarned, Fixture_TearDown);
    return failed + (quick ? 0 : cmocka_run_group_tests(longer, Fixture_SetUpWarned, Fixture_TearDown));
}
