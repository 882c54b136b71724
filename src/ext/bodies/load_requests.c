// Requests of rigid bodies: every few steps the GPU is asked for the fluid around all of them, and some steps later,
// when the answer is due, each body takes in its part.
#include "ext/bodies/loads.h"

#include <string.h>

#define REQUEST_TIME (1.0 / 30.0) // s from one request to the next
#define REQUEST_LAG 2             // requests until an answer is used

int gfRigidBodies_GetStride(double dt)
{
    return (int)fmin(fmax(floor(REQUEST_TIME / dt + 0.5), 1.0), 1e6);
}

gfAsked *gfRigidBodies_GetAsked(const gfRigidBodies *o, const gfBodyRequest *r, int i)
{
    return (gfAsked *)(void *)(r->asked + (size_t)i * o->kind->asked);
}

void gfRigidBodies_DropRequests(gfRigidBodies *o)
{
    for (int i = 0; i < GF_BODY_REQUESTS; i++) {
        o->requests[i].count = 0;
        o->requests[i].due = 0;
    }
}

// --- asking ----------------------------------------------------------------------------------------------------------

gfBodyRequest *gfRigidBodies_BeginRequest(gfRigidBodies *o, uint64_t step)
{
    gfBodyRequest *r = &o->requests[o->started % GF_BODY_REQUESTS];
    if (o->count == 0 || step < o->nextStep || o->started - o->taken == GF_BODY_REQUESTS) {
        return NULL;
    }
    r->count = 0;
    for (int i = 0; i < o->list.capacity; i++) {
        const gfRigidBody *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            gfAsked *asked = gfRigidBodies_GetAsked(o, r, r->count++);
            *asked = (gfAsked){.generation = o->list.handles[i].generation, .index = i};
            asked->pose = gfRigidBody_GetPose(b);
        }
    }
    return r;
}

void gfRigidBodies_StartRequest(gfRigidBodies *o, gfBodyRequest *r, uint64_t step, double dt)
{
    uint64_t stride = (uint64_t)gfRigidBodies_GetStride(dt);
    r->step = step;
    r->due = step + REQUEST_LAG * stride;
    r->landed = false;
    o->nextStep = step + stride;
    o->started++;
}

// --- answers ---------------------------------------------------------------------------------------------------------

// Brings the oldest answer that has not landed into host memory; waits if the GPU is that far behind. False and
// reported: it is lost, and bodies go on with what they know.
static bool land(gfDevice *device, gfRigidBodies *o, gfBodyRequest *r)
{
    bool ok = o->kind->land(device, o, r);
    r->landed = true;
    r->count = ok ? r->count : 0;
    return ok;
}

void gfRigidBodies_Land(gfDevice *device, gfRigidBodies *o)
{
    for (uint64_t i = o->taken; i < o->started; i++) {
        gfBodyRequest *r = &o->requests[i % GF_BODY_REQUESTS];
        if (!r->landed) {
            land(device, o, r);
        }
    }
}

// Gives bodies that are hemmed in by others the level that the nearest body sees.
static void borrowLevels(gfRigidBodies *o)
{
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody *b = gfSlots_At(&o->list, i);
        double nearest = INFINITY;
        for (int k = 0; b != NULL && b->around.known && !b->around.levelKnown && k < o->list.capacity; k++) {
            const gfRigidBody *other = gfSlots_At(&o->list, k);
            double away = other != NULL && other->around.levelKnown ? gfRigidBody_GetDistance(b, o->kind, other->place)
                                                                    : INFINITY;
            if (away < nearest) {
                nearest = away;
                b->around.level = other->around.level;
                memset(b->around.slope, 0, sizeof b->around.slope);
            }
        }
    }
}

bool gfRigidBodies_TakeAnswers(gfRigidBodies *o, gfDevice *device, const gfLoadScene *scene, uint64_t step)
{
    bool took = false, ok = true;
    while (o->taken < o->started && o->requests[o->taken % GF_BODY_REQUESTS].due <= step) {
        gfBodyRequest *r = &o->requests[o->taken % GF_BODY_REQUESTS];
        ok = (r->landed || land(device, o, r)) && ok;
        for (int i = 0; i < r->count; i++) {
            gfAsked *asked = gfRigidBodies_GetAsked(o, r, i);
            gfRigidBody *b = gfSlots_At(&o->list, asked->index);
            bool lives = b != NULL && o->list.handles[asked->index].generation == asked->generation;
            if (lives && r->step >= b->knownFrom) {
                o->kind->takeAnswer(b, scene, r, asked);
            }
        }
        o->taken++;
        took = true;
    }
    if (took && scene->medium.kind == GF_MEDIUM_LIQUID) {
        borrowLevels(o);
    }
    return ok;
}
