#include "ext/bodies/contacts.h"

#define CONTACT_SUBSTEPS 8

#define DAMPING_RATIO 10.0
#define STIFFNESS_HZ 60.0
// Closing speed in m/s below which an impact doesn't bounce, so that bodies at rest don't tremble.
#define BOUNCE_LEAST 0.2

bool gfContacts_Create(gfCore *core, gfContacts *o, int capacity)
{
    *o = (gfContacts){.capacity = capacity};
    o->list = gfAlloc(core, (size_t)capacity * sizeof *o->list);
    o->old = gfAlloc(core, (size_t)capacity * sizeof *o->old);
    if (o->list == NULL || o->old == NULL) {
        gfContacts_Destroy(core, o);
        return false;
    }
    return true;
}

void gfContacts_Destroy(gfCore *core, gfContacts *o)
{
    gfFree(core, o->list);
    gfFree(core, o->old);
    *o = (gfContacts){0};
}

void gfContacts_Begin(gfContacts *o)
{
    for (int i = 0; i < o->count; i++) {
        o->old[i] = o->list[i].memory;
    }
    o->oldCount = o->count;
    o->count = o->next = 0;
}

// Finds two directions across the normal of a contact, for friction. In 2D the first lies in the plane.
static void findTangents(gfContact *c)
{
    static const double up[3] = {0.0, 0.0, 1.0}, aside[3] = {1.0, 0.0, 0.0};
    gfCross3(fabs(c->normal[2]) < 0.9 ? up : aside, c->normal, c->tangents[0]);
    double length = sqrt(gfDot3(c->tangents[0], c->tangents[0]));
    for (int i = 0; i < 3; i++) {
        c->tangents[0][i] /= length;
    }
    gfCross3(c->normal, c->tangents[0], c->tangents[1]);
}

// A contact that the last step had, too, starts with its impulses. Pairs must come in rising order, as gfContacts.next
// only advances. Contacts beyond the list's room are ignored.
void gfContacts_AddPair(gfContacts *o, const gfContact *found, int count, const gfContactPair *pair)
{
    for (int i = 0; i < count && o->count < o->capacity; i++) {
        gfContact *c = &o->list[o->count++];
        *c = found[i];
        c->memory.pair = (uint64_t)(uint32_t)pair->numbers[0] << 32 | (uint32_t)pair->numbers[1];
        c->a = pair->movers[0];
        c->b = pair->movers[1];
        c->friction = pair->friction;
        c->restitution = pair->restitution;
        for (int axis = 0; axis < 3; axis++) {
            c->arms[0][axis] = found[i].arms[0][axis] - pair->places[0][axis];
            c->arms[1][axis] = found[i].arms[0][axis] - pair->places[1][axis];
        }
        findTangents(c);
        while (o->next < o->oldCount && o->old[o->next].pair < c->memory.pair) {
            o->next++;
        }
        for (int k = o->next; k < o->oldCount && o->old[k].pair == c->memory.pair; k++) {
            if (o->old[k].feature == c->memory.feature) {
                c->memory = o->old[k];
            }
        }
    }
}

// Returns the velocity along `axis` that a unit impulse along it gives the end of the arm: 1 / effective mass.
static double getResponse(const gfMover *m, const double arm[3], const double axis[3])
{
    double turn[3], turned[3];
    gfCross3(arm, axis, turn);
    for (int i = 0; i < 3; i++) {
        turned[i] = gfDot3(m->invInertia[i], turn);
    }
    return m->invMass + gfDot3(turn, turned);
}

static void applyImpulse(gfMover *m, const double arm[3], const double axis[3], double impulse)
{
    double turn[3];
    gfCross3(arm, axis, turn);
    for (int i = 0; i < 3; i++) {
        m->velocity[i] += m->invMass * impulse * axis[i];
        m->spin[i] += impulse * gfDot3(m->invInertia[i], turn);
    }
}

static void applyImpulses(gfMover *movers, const gfContact *c, const double axis[3], double impulse)
{
    applyImpulse(&movers[c->a], c->arms[0], axis, -impulse);
    applyImpulse(&movers[c->b], c->arms[1], axis, impulse);
}

// Returns the velocity of mover b relative to a at the contact, along `axis`: below 0 along the normal if they close.
static double getSpeed(const gfMover *movers, const gfContact *c, const double axis[3])
{
    const gfMover *a = &movers[c->a], *b = &movers[c->b];
    double ofA[3], ofB[3], sum = 0.0;
    gfCross3(a->spin, c->arms[0], ofA);
    gfCross3(b->spin, c->arms[1], ofB);
    for (int i = 0; i < 3; i++) {
        sum += axis[i] * (b->velocity[i] + ofB[i] - a->velocity[i] - ofA[i]);
    }
    return sum;
}

static double getSeparation(const gfMover *movers, const gfContact *c)
{
    const gfMover *a = &movers[c->a], *b = &movers[c->b];
    double ofA[3], ofB[3], sum = c->separation;
    gfCross3(a->turned, c->arms[0], ofA);
    gfCross3(b->turned, c->arms[1], ofB);
    for (int i = 0; i < 3; i++) {
        sum += c->normal[i] * (b->shift[i] + ofB[i] - a->shift[i] - ofA[i]);
    }
    return sum;
}

static double getMass(double response)
{
    return response > 0.0 ? 1.0 / response : 0.0;
}

static void prepareContacts(gfContacts *o, const gfMover *movers)
{
    for (int i = 0; i < o->count; i++) {
        gfContact *c = &o->list[i];
        const gfMover *a = &movers[c->a], *b = &movers[c->b];
        c->normalMass = getMass(getResponse(a, c->arms[0], c->normal) + getResponse(b, c->arms[1], c->normal));
        for (int t = 0; t < 2; t++) {
            c->tangentMass[t] =
                getMass(getResponse(a, c->arms[0], c->tangents[t]) + getResponse(b, c->arms[1], c->tangents[t]));
        }
        c->approach = getSpeed(movers, c, c->normal);
        c->strongest = 0.0;
    }
}

static void warmStart(const gfContacts *o, gfMover *movers)
{
    for (int i = 0; i < o->count; i++) {
        const gfContact *c = &o->list[i];
        applyImpulses(movers, c, c->normal, c->memory.normalImpulse);
        for (int t = 0; t < 2; t++) {
            applyImpulses(movers, c, c->tangents[t], c->memory.tangentImpulse[t]);
        }
    }
}

// Softening of overlapping contacts in a substep, as by a damped spring (STIFFNESS_HZ, DAMPING_RATIO). `bias`: speed of
// undoing overlap over its depth, 1/s; `mass`: factor on effective mass; `impulse`: part of the impulse taken back.
typedef struct Softness {
    double bias, mass, impulse;
} Softness;

static Softness getSoftness(double h)
{
    double omega = 2.0 * 3.14159265358979 * fmin(STIFFNESS_HZ, 0.25 / h);
    double first = 2.0 * DAMPING_RATIO + h * omega, second = h * omega * first, third = 1.0 / (1.0 + second);
    return (Softness){omega / first, second * third, third};
}

static void solveFriction(gfMover *movers, gfContact *c)
{
    double most = c->friction * c->memory.normalImpulse;
    for (int t = 0; t < 2; t++) {
        double old = c->memory.tangentImpulse[t];
        double now = old - c->tangentMass[t] * getSpeed(movers, c, c->tangents[t]);
        now = fmin(fmax(now, -most), most);
        c->memory.tangentImpulse[t] = now;
        applyImpulses(movers, c, c->tangents[t], now - old);
    }
}

static void solveNormal(const gfContacts *o, gfMover *movers, gfContact *c, double h, const Softness *soft)
{
    double separation = getSeparation(movers, c), bias = 0.0, mass = 1.0, relax = 0.0;
    if (separation > 0.0) {
        bias = separation / h;
    } else if (soft != NULL) {
        bias = fmax(soft->bias * fmin(separation + o->slop, 0.0), -o->undoMax);
        mass = soft->mass;
        relax = soft->impulse;
    }
    double old = c->memory.normalImpulse;
    double speed = getSpeed(movers, c, c->normal);
    double now = fmax(old - c->normalMass * mass * (speed + bias) - relax * old, 0.0);
    c->memory.normalImpulse = now;
    c->strongest = fmax(c->strongest, now);
    applyImpulses(movers, c, c->normal, now - old);
}

static void solveAll(gfContacts *o, gfMover *movers, double h, const Softness *soft)
{
    for (int i = 0; i < o->count; i++) {
        solveNormal(o, movers, &o->list[i], h, soft);
        solveFriction(movers, &o->list[i]);
    }
}

static void bounce(gfContacts *o, gfMover *movers)
{
    for (int i = 0; i < o->count; i++) {
        gfContact *c = &o->list[i];
        if (c->restitution > 0.0 && c->approach < -BOUNCE_LEAST && c->strongest > 0.0) {
            double old = c->memory.normalImpulse;
            double speed = getSpeed(movers, c, c->normal) + c->restitution * c->approach;
            c->memory.normalImpulse = fmax(old - c->normalMass * speed, 0.0);
            applyImpulses(movers, c, c->normal, c->memory.normalImpulse - old);
        }
    }
}

static void markTouching(const gfContacts *o, gfMover *movers)
{
    for (int i = 0; i < o->count; i++) {
        const gfContact *c = &o->list[i];
        movers[c->a].touched = movers[c->a].touched || c->strongest > 0.0;
        movers[c->b].touched = movers[c->b].touched || c->strongest > 0.0;
    }
}

void gfContacts_Solve(gfContacts *o, gfMover *movers, int count, double dt)
{
    double h = dt / CONTACT_SUBSTEPS;
    const Softness soft = getSoftness(h);
    prepareContacts(o, movers);
    for (int step = 0; step < CONTACT_SUBSTEPS; step++) {
        for (int i = 0; i < count; i++) {
            for (int axis = 0; axis < 3; axis++) {
                movers[i].velocity[axis] += h * movers[i].acceleration[axis];
                movers[i].spin[axis] += h * movers[i].angularAcceleration[axis];
            }
        }
        warmStart(o, movers);
        solveAll(o, movers, h, &soft);
        for (int i = 0; i < count; i++) {
            for (int axis = 0; axis < 3; axis++) {
                movers[i].shift[axis] += h * movers[i].velocity[axis];
                movers[i].turned[axis] += h * movers[i].spin[axis];
            }
        }
        solveAll(o, movers, h, NULL);
    }
    bounce(o, movers);
    markTouching(o, movers);
}
