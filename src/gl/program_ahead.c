// Programs that are made ahead of the passes that draw with them: one of each file at once, the others in steps.
#include "gl/program_cache.h"

#include <string.h>

// Makes a program of each file of which none is there. Where the GL compiles in parallel all of them are begun first.
static bool makeNamed(gfDevice *device)
{
    const struct gfProgramCache *cache = device->programs;
    bool ok = true;
    for (gfCachedProgram *c = cache->programs; device->gl.parallelCompile && ok && c != NULL; c = c->next) {
        int failures = device->core.failedAllocations;
        if (c->naming == cache->naming && c->state == GF_MAKING_NAMED &&
            !gfProgramCache_HasFile(device, c->file, true)) {
            ok = gfCachedProgram_Begin(device, c, false);
            if (!ok) {
                gfCachedProgram_Fail(device, c, failures);
            }
        }
    }
    for (gfCachedProgram *c = cache->programs; ok && c != NULL; c = c->next) {
        bool waits = c->state != GF_MAKING_FAILED && gfProgramCache_HasFile(device, c->file, false);
        ok = c->naming != cache->naming || c->state == GF_MAKING_READY || waits ||
             gfCachedProgram_Make(device, c) != NULL;
    }
    return ok;
}

// Steps that never run would leave programs of a file that does not compile to be tried by those of other fluids.
static void failNamed(gfDevice *device)
{
    for (gfCachedProgram *c = device->programs->programs; c != NULL; c = c->next) {
        for (gfCachedProgram *n = device->programs->programs; c->state == GF_MAKING_FAILED && n != NULL; n = n->next) {
            n->state = n->state == GF_MAKING_NAMED && strcmp(n->file, c->file) == 0 ? GF_MAKING_FAILED : n->state;
        }
    }
}

gfDryRunKind gfPrograms_BeginNaming(gfDevice *device)
{
    gfDryRunKind before = device->dryRun;
    device->programs->naming += before == GF_DRY_RUN_NONE ? 1 : 0;
    device->dryRun = GF_DRY_RUN_NAMES;
    return before;
}

bool gfPrograms_EndNaming(gfDevice *device, gfDryRunKind before, bool ok)
{
    device->dryRun = before;
    if (before != GF_DRY_RUN_NONE || (ok && makeNamed(device))) {
        return ok;
    }
    failNamed(device);
    return false;
}

void gfPrograms_Note(gfDevice *device, uint64_t key)
{
    struct gfProgramCache *cache = device->programs;
    cache->keys[cache->nextKey++ % GF_NOTED_KEYS] = key;
}

bool gfPrograms_Know(const gfDevice *device, uint64_t key)
{
    bool known = false;
    for (int i = 0; key != 0 && i < GF_NOTED_KEYS; i++) {
        known = known || device->programs->keys[i] == key;
    }
    return known;
}

int gfPrograms_Count(const gfDevice *device, bool pending)
{
    int count = 0;
    for (const gfCachedProgram *c = device->programs->programs; c != NULL; c = c->next) {
        count += !pending || (c->state == GF_MAKING_NAMED && !c->passedOver) || c->state == GF_MAKING_BEGUN ? 1 : 0;
    }
    return count;
}

static bool isComplete(const gfDevice *device, const gfCachedProgram *c)
{
    GLint complete = GL_TRUE;
    device->gl.fn.GetProgramiv(c->program.id, GF_COMPLETION_STATUS, &complete);
    return complete != GL_FALSE;
}

// `once`: who calls again and again wants an end: what fails for lack of memory is passed over then.
static bool makeNext(gfDevice *device, bool once)
{
    bool apart = device->gl.parallelCompile;
    for (gfCachedProgram *c = device->programs->programs; c != NULL; c = c->next) {
        if (c->state == GF_MAKING_NAMED && !(once && c->passedOver)) {
            if (!apart || !gfCachedProgram_Begin(device, c, false)) {
                gfCachedProgram_Make(device, c);
            }
            c->passedOver = once && c->state == GF_MAKING_NAMED;
            return true;
        }
    }
    for (gfCachedProgram *c = device->programs->programs; c != NULL; c = c->next) {
        if (c->state == GF_MAKING_BEGUN && isComplete(device, c)) {
            gfCachedProgram_Make(device, c);
            c->passedOver = once && c->state == GF_MAKING_NAMED; // or it would be begun again, and again
            return true;
        }
    }
    return false;
}

// A program that fails is reported as left out, for the call that makes it before its use does not fail.
static bool makeNextLeftOut(gfDevice *device, bool once)
{
    gfFailure failure = {0};
    bool made = gfFailure_Begin(&failure, device, "what needs a shader that can't be had is") && makeNext(device, once);
    (void)gfFailure_End(&failure, device, true);
    return made;
}

bool gfPrograms_MakeNext(gfDevice *device)
{
    return makeNextLeftOut(device, true);
}

void gfPrograms_WarmUp(gfDevice *device)
{
    struct gfProgramCache *cache = device->programs;
    if (!device->dryRun && !cache->settled && !makeNextLeftOut(device, false)) {
        cache->settled = gfPrograms_Count(device, true) == 0;
    }
}
