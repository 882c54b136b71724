#include "gl/device.h"

// Most queries that wait for results, which come some frames late: a frame may have several steps of many passes.
#define QUERIES_MAX 4096
#define GPU_DISJOINT_EXT 0x8FBB

// A query of a pass whose result has not been read.
typedef struct Pending {
    GLuint query;
    int entry; // index of the pass's label in gfProfile.entries
} Pending;

struct gfTimers {
    // enabled: passes are timed. suspended: not now, as the host has a time query open. open: a pass's query runs.
    bool enabled, suspended, open;
    bool hostQueryOpen;           // the host has a time query open in this public call
    gfProfile profile;            // the sums so far
    GLuint idle[QUERIES_MAX];     // queries that are free for use
    int idleCount, madeCount;     // free queries, and all that exist
    Pending pending[QUERIES_MAX]; // a ring of queries in the order of their passes
    int first, pendingCount;      // index of the oldest one in the ring, and how many there are
};

bool gfTimers_Create(gfDevice *device)
{
    device->timers = gfAlloc(&device->core, sizeof *device->timers);
    return device->timers != NULL;
}

void gfTimers_Destroy(gfDevice *device)
{
    struct gfTimers *t = device->timers;
    if (t == NULL) {
        return;
    }
    gfTimers_Reset(device);
    if (t->idleCount > 0) {
        if (!device->lost) {
            device->gl.fn.DeleteQueries(t->idleCount, t->idle);
        }
        device->counts.queries -= t->idleCount;
    }
    gfFree(&device->core, t);
    device->timers = NULL;
}

void gfTimers_Enable(gfDevice *device, bool enabled)
{
    device->timers->enabled = enabled && device->gl.timeQueries;
}

void gfTimers_Begin(gfDevice *device, bool hostQueryOpen)
{
    struct gfTimers *t = device->timers;
    t->hostQueryOpen = hostQueryOpen;
    if (!t->enabled) {
        return;
    }
    if (hostQueryOpen && !t->suspended) {
        gfReport(&device->core, GF_LOG_WARNING, GF_ERROR_HOST_STATE,
                 "the host has a time query open: passes are not timed while it is");
    }
    t->suspended = hostQueryOpen;
    gfTimers_GetProfile(device, NULL);
}

static int findProfileEntry(gfProfile *profile, const char *label)
{
    for (int i = 0; i < profile->entryCount; i++) {
        if (strcmp(profile->entries[i].label, label) == 0) {
            return i;
        }
    }
    if (profile->entryCount == GF_PROFILE_MAX) {
        return -1;
    }
    profile->entries[profile->entryCount] = (gfProfileEntry){label, 0, 0.0};
    return profile->entryCount++;
}

void gfTimers_BeginPass(gfDevice *device, const char *label)
{
    struct gfTimers *t = device->timers;
    if (!t->enabled) {
        return;
    }
    int entry = t->suspended ? -1 : findProfileEntry(&t->profile, label);
    if (entry >= 0 && t->idleCount == 0 && t->madeCount < QUERIES_MAX) {
        device->gl.fn.GenQueries(1, &t->idle[t->idleCount++]);
        t->madeCount++;
        device->counts.queries++;
    }
    if (entry < 0 || t->idleCount == 0) {
        t->profile.dropped++;
        return;
    }
    GLuint query = t->idle[--t->idleCount];
    t->pending[(t->first + t->pendingCount++) % QUERIES_MAX] = (Pending){query, entry};
    device->gl.fn.BeginQuery(GL_TIME_ELAPSED, query);
    gfLabel_Set(device, GF_LABEL_QUERY, query, "time of pass", label);
    t->open = true;
}

void gfTimers_EndPass(gfDevice *device)
{
    if (device->timers->open) {
        device->gl.fn.EndQuery(GL_TIME_ELAPSED);
        device->timers->open = false;
    }
}

static GLuint64 readResult(const gfDevice *device, GLuint query)
{
    GLuint64 nanoseconds = 0;
    if (gfGL_IsES(&device->gl)) {
        device->gl.fn.GetQueryObjectui64vEXT(query, GL_QUERY_RESULT, &nanoseconds);
    } else {
        device->gl.fn.GetQueryObjectui64v(query, GL_QUERY_RESULT, &nanoseconds);
    }
    return nanoseconds;
}

static void forgetPending(gfDevice *device)
{
    struct gfTimers *t = device->timers;
    while (t->pendingCount > 0) {
        GLuint query = t->pending[t->first].query;
        if (!device->lost) {
            device->gl.fn.DeleteQueries(1, &query); // not reused: to begin it before its result came could stall
        }
        device->counts.queries--;
        t->madeCount--;
        t->first = (t->first + 1) % QUERIES_MAX;
        t->pendingCount--;
    }
}

// Returns whether the GPU's clock has jumped since the last call (only in ES), which makes times under way wrong.
static bool isDisjoint(const gfDevice *device)
{
    GLint disjoint = 0;
    if (gfGL_IsES(&device->gl)) {
        device->gl.fn.GetIntegerv(GPU_DISJOINT_EXT, &disjoint);
    }
    return disjoint != 0;
}

void gfTimers_GetProfile(gfDevice *device, gfProfile *profile)
{
    struct gfTimers *t = device->timers;
    if (isDisjoint(device)) {
        t->profile.dropped += (uint64_t)t->pendingCount;
        forgetPending(device);
    }
    while (t->pendingCount > 0) {
        Pending *oldest = &t->pending[t->first];
        GLuint ready = 0;
        device->gl.fn.GetQueryObjectuiv(oldest->query, GL_QUERY_RESULT_AVAILABLE, &ready);
        if (!ready) {
            break;
        }
        t->profile.entries[oldest->entry].count++;
        t->profile.entries[oldest->entry].ms += (double)readResult(device, oldest->query) * 1e-6;
        t->idle[t->idleCount++] = oldest->query;
        t->first = (t->first + 1) % QUERIES_MAX;
        t->pendingCount--;
    }
    if (profile != NULL) {
        *profile = t->profile;
    }
}

void gfTimers_Reset(gfDevice *device)
{
    forgetPending(device);
    memset(&device->timers->profile, 0, sizeof device->timers->profile);
}

// --- spans -----------------------------------------------------------------------------------------------------------

void gfSpans_Create(gfDevice *device, gfSpans *spans)
{
    *spans = (gfSpans){.made = device->gl.timeQueries};
    if (spans->made) {
        device->gl.fn.GenQueries(GF_SPANS, spans->queries);
        device->counts.queries += GF_SPANS;
    }
}

void gfSpans_Destroy(gfDevice *device, gfSpans *spans)
{
    if (spans->made) {
        if (!device->lost) {
            device->gl.fn.DeleteQueries(GF_SPANS, spans->queries);
        }
        device->counts.queries -= GF_SPANS;
    }
    *spans = (gfSpans){0};
}

void gfSpans_Begin(gfDevice *device, gfSpans *spans, uint32_t tag)
{
    const struct gfTimers *t = device->timers;
    if (!spans->made || spans->open || spans->count == GF_SPANS || t->enabled || t->hostQueryOpen) {
        return;
    }
    int place = (spans->first + spans->count++) % GF_SPANS;
    spans->tags[place] = tag;
    spans->open = true;
    device->gl.fn.BeginQuery(GL_TIME_ELAPSED, spans->queries[place]);
    gfLabel_Set(device, GF_LABEL_QUERY, spans->queries[place], "time of a call", NULL);
}

void gfSpans_End(gfDevice *device, gfSpans *spans)
{
    if (spans->open) {
        device->gl.fn.EndQuery(GL_TIME_ELAPSED);
        spans->open = false;
    }
}

bool gfSpans_Take(gfDevice *device, gfSpans *spans, double *ms, uint32_t *tag)
{
    GLuint ready = 0, query = spans->queries[spans->first];
    if (spans->count == 0) {
        return false;
    }
    device->gl.fn.GetQueryObjectuiv(query, GL_QUERY_RESULT_AVAILABLE, &ready);
    if (!ready) {
        return false;
    }
    // A time in which the GPU's clock jumped is wrong. This is asked after the result is read, to miss no jump.
    *ms = (double)readResult(device, query) * 1e-6;
    *ms = isDisjoint(device) ? NAN : *ms;
    *tag = spans->tags[spans->first];
    spans->first = (spans->first + 1) % GF_SPANS;
    spans->count--;
    return true;
}
