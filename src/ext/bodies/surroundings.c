// Measurements of the fluid around rigid bodies, in 2D and 3D: requests, and how bodies take in the answers when due.
#include "ext/bodies/rigid_bodies.h"

#define REQUEST_TIME (1.0 / 30.0) // time from one request to the next, s
#define REQUEST_LAG 2             // an answer is due when this many more requests could have been made
#define LEVEL_TIME 0.06           // time constant of smoothing the level of the surface, s
#define FLOW_TIME 0.05            // time constant of smoothing the flow, s
#define SWELL_PERIODS 3.0         // `slowLevel` averages over this many gfRigidBody.period: slower waves are swell
#define WET 0.3                   // liquid (0 to 1) from which on a point's velocity counts

int gfRigidBodies_GetStride(const gfMedium *medium, double dt)
{
    double time = medium->measured ? 0.5 * REQUEST_TIME : REQUEST_TIME;
    return (int)fmin(fmax(floor(time / dt + 0.5), 1.0), 1e6);
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
    GF_EACH(const gfRigidBody, b, &o->list) {
        int i = gfSlots_GetIndex(&o->list, b);
        gfAsked *asked = gfRigidBodies_GetAsked(o, r, r->count++);
        *asked = (gfAsked){.generation = o->list.handles[i].generation, .index = i};
        asked->pose = gfRigidBody_GetPose(b);
    }
    return r;
}

void gfRigidBodies_StartRequest(gfRigidBodies *o, gfBodyRequest *r, uint64_t step, int stride)
{
    r->step = step;
    r->due = step + REQUEST_LAG * (uint64_t)stride;
    r->landed = false;
    o->nextStep = step + (uint64_t)stride;
    o->started++;
}

// --- answers ---------------------------------------------------------------------------------------------------------

// Reads a request's answer, waiting for the GPU. False: it is lost, and bodies keep the surroundings of the last one.
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

// Gives each body whose points found no surface the level of the nearest body whose points did.
static void borrowLevels(gfRigidBodies *o)
{
    GF_EACH(gfRigidBody, b, &o->list) {
        double nearest = INFINITY;
        GF_EACH_WHILE(b->around.known && !b->around.levelKnown, const gfRigidBody, other, &o->list) {
            double away = other->around.levelKnown ? gfRigidBody_GetDistance(b, o->kind, other->place) : INFINITY;
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

// --- what was measured -----------------------------------------------------------------------------------------------

bool gfPlane_Fit(const gfPlanePoint *points, int count, double thin, double most, double plane[3])
{
    double n = 0.0, mx = 0.0, my = 0.0, mv = 0.0, xx = 0.0, xy = 0.0, yy = 0.0, xv = 0.0, yv = 0.0;
    for (int i = 0; i < count; i++) {
        if (points[i].counts) {
            n += 1.0;
            mx += points[i].x;
            my += points[i].y;
            mv += points[i].value;
        }
    }
    for (int i = 0; i < count; i++) {
        if (points[i].counts) {
            double x = points[i].x - mx / n, y = points[i].y - my / n, v = points[i].value - mv / n;
            xx += x * x;
            xy += x * y;
            yy += y * y;
            xv += x * v;
            yv += y * v;
        }
    }
    double det = xx * yy - xy * xy;
    bool level = n < 1.0 || det < thin * (xx + yy) * (xx + yy);
    plane[1] = level ? 0.0 : fmin(fmax((xv * yy - yv * xy) / det, -most), most);
    plane[2] = level ? 0.0 : fmin(fmax((yv * xx - xv * xy) / det, -most), most);
    plane[0] = n < 1.0 ? 0.0 : mv / n - plane[1] * mx / n - plane[2] * my / n;
    return n >= 1.0;
}

// Smooths the mean velocity and angular velocity of the flow, over the points that are in liquid.
static void seeFlow(gfRigidBody *b, const gfLoadScene *scene, const gfSeen *seen, double weight)
{
    gfSurroundings *a = &b->around;
    double sum = 0.0, all = 0.0, square = 0.0, mean[3] = {0.0}, arm[3] = {0.0}, turn[3] = {0.0};
    double weights[GF_BODY_SPOTS], share = scene->kind->flat ? 1.0 : 1.5;
    for (int p = seen->first; p < seen->count; p++) {
        const gfSpot *s = &seen->spots[p];
        weights[p] = s->known && s->liquid >= WET ? s->liquid : 0.0;
        all += s->known ? 1.0 : 0.0;
        sum += weights[p];
        for (int i = 0; i < 3; i++) {
            mean[i] += weights[p] * s->velocity[i];
            arm[i] += weights[p] * s->arm[i];
        }
    }
    gfLoad_Follow(&a->wet, all > 0.0 ? sum / all : 0.0, weight);
    for (int i = 0; i < 3; i++) {
        mean[i] = sum > 0.0 ? mean[i] / sum : 0.0;
        arm[i] = sum > 0.0 ? arm[i] / sum : 0.0;
        gfLoad_Follow(&a->wetArm[i], fmin(fmax(arm[i], -b->bound), b->bound), weight);
    }
    for (int p = seen->first; p < seen->count; p++) {
        const gfSpot *s = &seen->spots[p];
        double r[3], v[3], moment[3];
        for (int i = 0; i < 3; i++) {
            r[i] = s->arm[i] - arm[i];
            v[i] = s->velocity[i] - mean[i];
        }
        gfCross3(r, v, moment);
        square += weights[p] * gfDot3(r, r);
        for (int i = 0; i < 3; i++) {
            turn[i] += weights[p] * moment[i];
        }
    }
    for (int i = 0; i < 3 && sum > 0.0; i++) { // a body out of liquid keeps the last flow that was measured
        gfLoad_Follow(&a->flow[i], mean[i], weight);
        gfLoad_Follow(&a->turning[i], square > 0.0 ? share * turn[i] / square : 0.0, weight);
    }
}

void gfRigidBody_TakeAnswer(gfRigidBody *b, const gfLoadScene *scene, const gfSeen *seen)
{
    gfSurroundings *a = &b->around;
    bool first = !a->known;
    double lasts = SWELL_PERIODS * b->period;
    double slow = first || lasts <= 0.0 ? 1.0 : 1.0 - exp(-seen->elapsed / lasts);
    double levels = first ? 1.0 : 1.0 - exp(-seen->elapsed / LEVEL_TIME);
    if (seen->surface != NULL) {
        seen->surface(b, scene, seen, levels);
    }
    seeFlow(b, scene, seen, first ? 1.0 : 1.0 - exp(-seen->elapsed / FLOW_TIME));
    gfLoad_Follow(&a->levelPlace, gfDot3(seen->asked->pose.place, scene->up), levels);
    gfLoad_Follow(&a->slowLevel, a->level, slow);
    a->swell = lasts > 0.0 ? (a->level - a->slowLevel) / lasts : 0.0;
    a->known = true;
}
