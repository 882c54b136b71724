// Requests of rigid bodies for what the fluid is like around them, in two and in three dimensions: bodies ask every few
// steps and use an answer a fixed number of steps later, whenever it came, so that runs repeat on every machine.
#ifndef GF_LOAD_REQUEST_H
#define GF_LOAD_REQUEST_H

#include "base/slots.h"

#define GF_LOAD_REQUEST_TIME (1.0 / 30.0) // s from one request to the next
#define GF_LOAD_REQUEST_LAG 2             // requests until an answer is used
#define GF_LOAD_REQUEST_BODIES 256
#define GF_HOST_PERIOD_MAX 0.25 // s: poses of the host's that come less often are taken for as old

// The part of a request that does not depend on dimensions.
typedef struct gfLoadRequest {
    uint64_t step, due; // it was made after step `step`, and is used before step `due`
    bool landed;        // the answer is in host memory
    int count;          // of bodies
    gfHandle ids[GF_LOAD_REQUEST_BODIES];
} gfLoadRequest;

// Numbers of requests since creation, in a ring of them.
typedef struct gfLoadRing {
    uint64_t started, taken;
    uint64_t nextStep; // no request is made before it
} gfLoadRing;

// Returns the number of steps from one request to the next.
static inline int gfLoadRequest_GetStride(double dt)
{
    return (int)fmin(fmax(floor(GF_LOAD_REQUEST_TIME / dt + 0.5), 1.0), 1e6);
}

// Returns how long the host goes on with the forces of a step of `dt` seconds, where its poses come every `period`
// seconds: drag must not be more than stops a body in that time.
static inline double gfLoadRequest_GetHostStep(double dt, double period)
{
    return fmax(dt, fmin(period, GF_HOST_PERIOD_MAX));
}

// Notes that a request is under way since step number `step` of `dt` seconds.
static inline void gfLoadRing_Start(gfLoadRing *ring, gfLoadRequest *request, uint64_t step, double dt)
{
    uint64_t stride = (uint64_t)gfLoadRequest_GetStride(dt);
    request->step = step;
    request->due = step + GF_LOAD_REQUEST_LAG * stride;
    request->landed = false;
    ring->nextStep = step + stride;
    ring->started++;
}

// A reset makes what is under way worthless: it still lands, and no body takes it.
static inline void gfLoadRequest_Drop(gfLoadRequest *request)
{
    request->count = 0;
    request->due = 0;
}

// Returns body number `i` of a request, null if it is gone.
static inline void *gfLoadRequest_Find(const gfLoadRequest *request, int i, const gfSlots *list)
{
    gfHandle id = request->ids[i];
    void *body = gfSlots_At(list, id.index);
    return body != NULL && GF_ID_EQUALS(list->handles[id.index], id) ? body : NULL;
}

#endif
