// contexts: gl es
// A host that calls anything with anything: valid, at the ends of ranges, absurd. The library refuses with a reason and
// changes nothing then, leaves no GL error, keeps its fields and what it returns finite and gives everything back. The
// calls are those of gpufluid_api.json (random/make_calls.py), all of them. `--calls N`, `--seed N`: so many, and
// another run; `--absurd N`: the chance, of 100, of each number to be absurd, in place of 2; `--trace`: names each call
// before it is made. GF_LONG=1: 100,000 calls in place of 5,000.
#include "random/caller.h"
#include "support/canvas.h"

#define DEVICES 2
#define FLUIDS 12
#define VALUES_MAX (4 * 128 * 128)
#define FRAME_CALLS 12 // of a frame, at most

static struct {
    int calls, seed, absurd;
    bool trace;
} asked = {.seed = 1, .absurd = 2};

// What a refused call must leave as it was.
typedef struct Witness {
    gfMemoryCounts memory[DEVICES];
    gfFluidDef defs[FLUIDS];
    gfStepInfo clocks[FLUIDS];
} Witness;

typedef struct Tally {
    int made, done;
} Tally;

#define FAIL(c, ...)                                                                  \
    do {                                                                              \
        fprintf(stderr, "--seed %u, call %d, %s: ", (c)->seed, (c)->call, (c)->name); \
        fail_msg(__VA_ARGS__);                                                        \
    } while (0)

// --- what must hold ------------------------------------------------------------------------------------------------

static Witness witness(const Caller *c)
{
    Witness w;
    int devices = 0, fluids = 0;
    memset(&w, 0, sizeof w);
    for (int i = 0; i < c->objectCount; i++) {
        const CallerObject *object = &c->objects[i];
        if (object->kind == OBJECT_gfDevice && devices < DEVICES) {
            w.memory[devices++] = gfDevice_GetMemory(object->pointer);
        } else if (object->kind == OBJECT_gfFluid && fluids < FLUIDS) {
            gfFluidDef def = gfFluid_GetDef(object->pointer);
            gfStepInfo clock = gfFluid_GetStepInfo(object->pointer);
            memcpy(&w.defs[fluids], &def, sizeof def);
            memcpy(&w.clocks[fluids++], &clock, sizeof clock);
        }
    }
    return w;
}

static void checkRefusal(Caller *c, const Witness *before, bool keeps, const char *message)
{
    Witness after = witness(c);
    for (int i = 0; i < DEVICES && !keeps; i++) {
        const gfMemoryCounts *a = &before->memory[i], *b = &after.memory[i];
        if (memcmp(a, b, sizeof *a) != 0) {
            FAIL(c, "refused, and memory changed, %zu to %zu bytes, %zu to %zu of the GPU, %d to %d programs: %s",
                 a->cpuBytes, b->cpuBytes, a->gpuBytes, b->gpuBytes, (int)a->programs, (int)b->programs, message);
        }
    }
    if (strcmp(c->name, "gfDevice_RunGameFrame") == 0) { // which goes on past what fails
        return;
    }
    if (memcmp(before->defs, after.defs, sizeof after.defs) != 0) {
        FAIL(c, "refused, and a definition changed: %s", message);
    }
    if (memcmp(before->clocks, after.clocks, sizeof after.clocks) != 0) {
        FAIL(c, "refused, and a clock changed: %s", message);
    }
}

// Within a frame the library's framebuffer may be bound.
static void checkGl(Caller *c)
{
    GLint bound = 0;
    c->fixture->gl.GetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
    if (bound != c->canvas && c->frame == NULL) {
        FAIL(c, "framebuffer %d is bound in place of the host's, %d", (int)bound, (int)c->canvas);
    }
    GLenum error = c->fixture->gl.GetError();
    if (error != GL_NO_ERROR || c->fixture->glErrors > 0) {
        FAIL(c, "GL error 0x%04x is left to the host; the last: %s", error, c->fixture->lastGlError);
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
            FAIL(c, "field %d: %s", field, message);
        }
        for (size_t j = 0; j < count; j++) {
            if (!isfinite(values[j]) || (field == GF_FIELD_MASS && values[j] < 0.0f)) {
                gfFluidDef def = gfFluid_GetDef(fluid);
                FAIL(c, "value %zu of field %d of a fluid of solver %d, %d x %d, is %g", j, field, (int)def.solver,
                     (int)def.gridWidth, (int)def.gridHeight, (double)values[j]);
            }
        }
    }
}

static void checkFinite(Caller *c)
{
    static float values[VALUES_MAX];
    gfFluid3DStats sums;
    c->name = "finite fields";
    for (int i = 0; i < c->objectCount && c->lost == NULL; i++) {
        const CallerObject *object = &c->objects[i];
        if (object->kind == OBJECT_gfFluid) {
            checkFluid(c, object->pointer, values);
        } else if (object->kind == OBJECT_gfFluid3D &&
                   (!gfFluid3D_MeasureBlocking(object->pointer, &sums) || sums.nonfinite > 0)) {
            FAIL(c, "%d numbers of the fluid in three dimensions are not finite", (int)sums.nonfinite);
        }
    }
}

// --- one call ------------------------------------------------------------------------------------------------------

static int find(const char *name)
{
    int i = 0;
    while (strcmp(randomCalls[i].name, name) != 0) {
        i++;
        assert_true(i < randomCallCount);
    }
    return i;
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
    return kind == OBJECT_gfDevice ? DEVICES : kind == OBJECT_gfFluid ? 8 : kind == OBJECT_gfFluidGroup ? 1 : 3;
}

// Mostly what there is nothing of yet is made first, and what there is too much of is destroyed.
static int fit(Caller *c, int kind)
{
    for (int i = 0; i < 3 && Random_Chance(&c->random, 90); i++) {
        const RandomCall *call = &randomCalls[kind];
        if (call->needs >= 0 && !Caller_HasHandle(c, (HandleKind)call->needs)) {
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
        const CallerObject *object = &c->objects[i];
        count += object->kind == OBJECT_gfFluid && Caller_OwnerOf(c, object->pointer) == object->owner;
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
        return find("gfDevice_EndFrame");
    }
    if (c->frame != NULL && Random_Chance(&c->random, 10)) {
        return find("gfDevice_SetTarget");
    }
    if (c->lost != NULL && Random_Chance(&c->random, 20)) {
        return find("gfDestroyDevice");
    }
    if (c->again && Random_Chance(&c->random, 50)) {
        return c->kind;
    }
    if (countOwn(c) < 4 && Random_Chance(&c->random, 20)) { // one of each solver, mostly
        return find("gfCreateFluid");
    }
    return c->swept < randomCallCount ? c->swept++ : fit(c, kind);
}

// What opens or closes a frame, or takes it along. A host whose state is not put back puts it back itself.
static void followFrame(Caller *c, Outcome outcome, const gfDevice *before)
{
    if (strcmp(c->name, "gfDevice_BeginFrame") == 0 && outcome == OUTCOME_DONE) {
        c->frame = c->framing;
        c->frameSince = c->call;
    } else if (strcmp(c->name, "gfDevice_EndFrame") == 0 && c->framing == c->frame) {
        c->frame = NULL;
    } else if (before != NULL && c->frame == NULL) {
        c->fixture->gl.BindFramebuffer(GL_FRAMEBUFFER, (GLuint)c->canvas);
    }
}

static bool callSomething(Caller *c, Tally *tallies)
{
    c->kind = choose(c);
    const RandomCall *call = &randomCalls[c->kind];
    const char *message, *wish;
    c->name = call->name;
    if (asked.trace) {
        fprintf(stderr, "%d %s\n", c->call, c->name);
    }
    const gfDevice *frame = c->frame;
    Witness before = witness(c);
    Outcome outcome = call->call(c);
    gfErrorCode code = gfGetLastError(&message);
    tallies[c->kind].made++;
    tallies[c->kind].done += outcome == OUTCOME_DONE;
    c->again = code == GF_ERROR_UNSUPPORTED || code == GF_ERROR_BAD_HANDLE;
    wish = strstr(message, "count is ");
    wish = wish != NULL ? strstr(wish, "; ") : NULL;
    c->expected[c->kind] = wish != NULL ? atoi(wish + 2) : 0;
    if (outcome == OUTCOME_REFUSED) {
        if (asked.trace) {
            fprintf(stderr, "%d refused: %s\n", c->call, message);
        }
        if (code == GF_ERROR_OK || message[0] == '\0') {
            FAIL(c, "refused without an error");
        }
        checkRefusal(c, &before, call->keeps, message);
    } else if (code != GF_ERROR_OK) {
        FAIL(c, "accepted with an error: %s", message);
    }
    if (c->wrong) {
        FAIL(c, "%s", c->complaint);
    }
    followFrame(c, outcome, frame);
    checkGl(c);
    Caller_EndCall(c);
    return outcome == OUTCOME_DONE;
}

// --- the run -------------------------------------------------------------------------------------------------------

// One as hosts have it, one of half floats with NaN and infinities, one of the largest.
static void makeTextures(Caller *c)
{
    const GladGLContext *gl = &c->fixture->gl;
    float values[4][4][4];
    uint8_t bytes[4][4][4];
    memset(bytes, 200, sizeof bytes);
    gl->GenTextures(CALLER_TEXTURES, c->textures);
    for (int i = 0; i < CALLER_TEXTURES; i++) {
        for (int j = 0; j < 64; j++) {
            values[j / 16][j / 4 % 4][j % 4] = i == 2 ? 60000.0f : j % 5 == 0 ? NAN : j % 7 == 0 ? INFINITY : 0.5f;
        }
        gl->BindTexture(GL_TEXTURE_2D, c->textures[i]);
        gl->TexImage2D(GL_TEXTURE_2D, 0, i == 0 ? GL_RGBA8 : GL_RGBA16F, 4, 4, 0, GL_RGBA,
                       i == 0 ? GL_UNSIGNED_BYTE : GL_FLOAT, i == 0 ? (const void *)bytes : (const void *)values);
        gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    }
    gl->BindTexture(GL_TEXTURE_2D, 0);
}

// One fluid of each solver.
static void begin(Caller *c)
{
    Caller_Own(c, OBJECT_gfDevice, c->fixture->device, NULL);
    gfDevice *device = c->fixture->device;
    c->fixture->device = NULL; // it may be destroyed
    for (int i = 0; i < 4; i++) {
        gfFluidDef def;
        memset(&def, 0, sizeof def);
        randomStructs[STRUCT_gfFluidDef].base(c, &def);
        def.solver = (gfSolverKind)(GF_SOLVER_GRID + i);
        def.particles.capacity = 300;
        def.boundaries = gfDefaultFluidDef().boundaries;
        gfFluid *fluid = gfCreateFluid(device, &def);
        assert_non_null(fluid);
        Caller_Own(c, OBJECT_gfFluid, fluid, device);
    }
}

// The tear-down sees by a device that nothing is left.
static void end(Caller *c)
{
    if (c->frame != NULL) {
        gfDevice_EndFrame(c->frame);
    }
    while (c->objectCount > 0) {
        void *device = c->objects[0].pointer;
        for (int i = 0; i < c->objectCount; i++) {
            device = c->objects[i].kind == OBJECT_gfDevice ? c->objects[i].pointer : device;
        }
        gfDestroyDevice(device);
        Caller_Forget(c, OUTCOME_DONE, device);
    }
    gfDeviceDef def = Fixture_DeviceDef(c->fixture);
    c->fixture->device = gfCreateDevice(&def);
    free(c->saved[0]);
    free(c->saved[1]);
}

static void testAnythingGoes(void **state)
{
    Fixture *fixture = *state;
    Tally tallies[CALLER_CALLS] = {{0, 0}};
    Canvas canvas = Canvas_Make(fixture, 24, 18);
    int count = asked.calls > 0 ? asked.calls : getenv("GF_LONG") != NULL ? 100000 : 5000, refused = 0, never = 0;
    Caller *c = calloc(1, sizeof *c);
    assert_true(c != NULL && randomCallCount <= CALLER_CALLS);
    c->fixture = fixture;
    c->seed = (unsigned)asked.seed;
    c->name = "start";
    c->random = Random_Make(c->seed, asked.absurd, count < 50000);
    fixture->gl.GetIntegerv(GL_FRAMEBUFFER_BINDING, &c->canvas);
    makeTextures(c);
    begin(c);
    print_message("--seed %u, %d calls of %d functions\n", c->seed, count, randomCallCount);
    for (c->call = 0; c->call < count; c->call++) {
        refused += !callSomething(c, tallies);
        if (c->call % 500 == 499) {
            checkFinite(c);
        }
    }
    checkFinite(c);
    for (int i = 0; i < randomCallCount; i++) {
        assert_true(tallies[i].made > 0 || c->swept < randomCallCount);
        never += tallies[i].done == 0;
        if (tallies[i].done == 0) {
            print_message("never accepted in %d calls: %s\n", tallies[i].made, randomCalls[i].name);
        }
    }
    print_message("%d calls were refused\n", refused);
    if (asked.absurd == 2 && count >= 5000) { // or little would be tried
        assert_true(refused > count / 50 && refused < count * 3 / 4 && never < randomCallCount / 10);
    }
    end(c);
    fixture->gl.DeleteTextures(CALLER_TEXTURES, c->textures);
    Canvas_Free(fixture, &canvas);
    free(c);
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
        gfSolidId id = gfFluid_AddSolid(fluid, &solid);
        assert_false(GF_IS_NULL(id));
        assert_true(gfFluid_StepOnce(fluid));
        Fixture_ExpectNoGlError(fixture);
        assert_true(gfFluid_RemoveSolid(fluid, id));
    }
    gfDestroyFluid(fluid);
}

int main(int argc, char **argv)
{
    const struct {
        const char *name;
        int *number;
    } options[] = {{"--calls", &asked.calls}, {"--seed", &asked.seed}, {"--absurd", &asked.absurd}};
    for (int i = 1; i < argc; i++) {
        bool known = strcmp(argv[i], "--trace") == 0;
        asked.trace = asked.trace || known;
        for (int j = 0; !known && j < 3; j++) {
            if (strcmp(argv[i], options[j].name) == 0 && i + 1 < argc && atoi(argv[i + 1]) > 0) {
                *options[j].number = atoi(argv[++i]);
                known = true;
            }
        }
        if (!known) {
            fprintf(stderr, "test_random_calls [--calls N] [--seed N] [--absurd N] [--trace]\n");
            return 2;
        }
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(testSolidsFarAway), cmocka_unit_test(testAnythingGoes)};
    return cmocka_run_group_tests(tests, Fixture_SetUpWarned, Fixture_TearDown);
}
