#include "random/guided.h"

Caller *Guided_Make(const GladGLContext *gl, gfDeviceDef def, gfSolverKind solver)
{
    Random random = Random_Make(1, 0, true);
    random.tame = true;
    Caller *c = Caller_Make(gl, def, random);
    c->guided = true;
    c->solver = solver;
    snprintf(c->where, sizeof c->where, "solver %d", (int)solver);
    return c;
}

static int countOf(const Caller *c, int kind)
{
    int count = 0;
    for (int i = 0; i < c->objectCount; i++) {
        count += (int)c->objects[i].kind == kind && !Caller_IsMember(c, &c->objects[i]);
    }
    return count;
}

static bool make(Caller *c, int kind)
{
    bool made = false;
    for (int i = 0; i < randomCallCount && !made; i++) {
        made = randomCalls[i].makes == kind && Caller_Call(c, i);
    }
    return made;
}

static void give(Caller *c, int kind, int many)
{
    int missing = many - Caller_CountHandles(c, (HandleKind)kind);
    for (int i = 0; i < randomCallCount && missing > 0; i++) {
        missing -= randomCalls[i].gives == kind && randomCalls[i].needs != kind && Guided_Call(c, i);
    }
}

void Guided_End(Caller *c, int kind)
{
    for (int i = 0; i < randomCallCount; i++) {
        if (randomCalls[i].ends == kind) {
            c->newest = true;
            Caller_Call(c, i);
            c->newest = false;
            return;
        }
    }
}

static bool isNamed(int kind, const char *name)
{
    return strcmp(randomCalls[kind].name, name) == 0;
}

// Objects beyond those that stay are destroyed before another one of the kind is made, and made to be destroyed.
void Guided_PrepareFor(Caller *c, int kind)
{
    const RandomCall *call = &randomCalls[kind];
    bool lose = isNamed(kind, "gfDevice_Lose");
    int ends = lose ? OBJECT_gfDevice : call->ends;
    if (c->frame != NULL && isNamed(kind, "gfDevice_BeginFrame")) {
        Caller_Call(c, Caller_Find("gfDevice_EndFrame"));
    }
    if (call->makes >= 0 && countOf(c, call->makes) > c->kept[call->makes]) {
        Guided_End(c, call->makes);
    }
    if (ends >= 0 && countOf(c, ends) <= c->kept[ends]) {
        make(c, ends);
    }
    if (call->takes >= 0 && countOf(c, call->takes) == 0) {
        make(c, call->takes);
    }
    if (call->needs >= 0) {
        give(c, call->needs, call->many);
    }
    if (c->frame == NULL && (isNamed(kind, "gfDevice_SetTarget") || isNamed(kind, "gfDevice_EndFrame"))) {
        Caller_Call(c, Caller_Find("gfDevice_BeginFrame"));
    }
    c->newest = ends >= 0;
}

static void keep(Caller *c)
{
    for (int kind = 0; kind < OBJECT_KINDS; kind++) {
        c->kept[kind] = countOf(c, kind);
    }
}

static bool isElsewhere(int object)
{
    return object == OBJECT_gfFluid3D || object == OBJECT_gfOpticalFlow || object == OBJECT_gfFluidGroup;
}

bool Guided_IsElsewhere(int kind)
{
    const RandomCall *call = &randomCalls[kind];
    return isElsewhere(call->makes >= 0 ? call->makes : call->ends >= 0 ? call->ends : call->takes);
}

void Guided_Prepare(Caller *c, bool all)
{
    const gfSolverKind solver = c->solver;
    for (int kind = 0; kind < OBJECT_KINDS; kind++) {
        if (countOf(c, kind) == 0 && (all || !isElsewhere(kind))) {
            make(c, kind);
        }
    }
    c->solver = solver == GF_SOLVER_GRID ? GF_SOLVER_GAUSSIAN : GF_SOLVER_GRID;
    make(c, OBJECT_gfFluid);
    c->solver = solver;
    keep(c);
    for (int i = 0; i < randomCallCount; i++) {
        if (randomCalls[i].gives >= 0 && (all || !Guided_IsElsewhere(i))) {
            give(c, randomCalls[i].gives, 1);
        }
    }
}

void Guided_ChangeSolver(Caller *c, gfSolverKind solver)
{
    while (countOf(c, OBJECT_gfFluid) > 0) {
        Guided_End(c, OBJECT_gfFluid);
    }
    c->solver = solver;
    snprintf(c->where, sizeof c->where, "solver %d", (int)solver);
    Guided_Prepare(c, false);
}

bool Guided_Call(Caller *c, int kind)
{
    bool done = false, hopeless = false;
    for (int i = 0; i < GUIDED_ATTEMPTS && !done && !hopeless; i++) {
        Guided_PrepareFor(c, kind);
        done = Caller_Call(c, kind);
        hopeless = c->code == GF_ERROR_UNSUPPORTED && randomCalls[kind].rounds == 1;
        c->newest = false;
        c->random.round += !done;
    }
    if (isNamed(kind, "gfDevice_Lose")) {
        Guided_End(c, OBJECT_gfDevice);
    }
    return done;
}

bool Guided_CallNamed(Caller *c, const char *name, int times)
{
    bool done = true;
    for (int i = 0; i < times; i++) {
        done = Guided_Call(c, Caller_Find(name)) && done;
    }
    return done;
}

void Guided_CallAll(Caller *c, bool all)
{
    for (int i = 0; i < randomCallCount; i++) {
        bool leftOut = c->leavesOut != NULL && strstr(c->leavesOut, randomCalls[i].name) != NULL;
        if (leftOut || (!all && Guided_IsElsewhere(i))) {
            continue;
        }
        bool done = false;
        for (int round = 0; round < randomCalls[i].rounds; round++) {
            c->random.round = round;
            Guided_PrepareFor(c, i);
            done = Caller_Call(c, i) || done;
            c->newest = false;
        }
        if (!done) {
            Guided_Call(c, i);
        }
        if (isNamed(i, "gfDevice_Lose")) {
            Guided_End(c, OBJECT_gfDevice);
        }
    }
}

void Guided_CallAllOfEachSolver(Caller *c)
{
    Guided_Prepare(c, true);
    Guided_CallAll(c, true);
    for (int solver = 0; solver <= GF_SOLVER_WATER; solver++) {
        if (solver != (int)c->solver) {
            Guided_ChangeSolver(c, (gfSolverKind)solver);
            Guided_CallAll(c, false);
        }
    }
}

void Guided_ExpectAllDone(const Caller *c, const char *but)
{
    int never = 0;
    for (int i = 0; i < randomCallCount; i++) {
        if (c->done[i] == 0 && strstr(but, randomCalls[i].name) == NULL) {
            print_message("never done in %d calls: %s\n", c->made[i], randomCalls[i].name);
            never++;
        }
    }
    assert_int_equal(never, 0);
}
