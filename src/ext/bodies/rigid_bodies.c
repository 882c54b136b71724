// The list of a fluid's rigid bodies: how it is made and reset, and how a step moves all of them.
#include "ext/bodies/rigid_bodies.h"

#include <string.h>

#define CONTACTS_PER_BODY 10
#define SLOP_CELLS 0.02
#define ANGLE_MOST 1e9     // radians, that snapshots keep
#define CRUSHED_CELLS 0.1  // deepest in a closed side, where others crush a body
#define UNDO_CELLS 40.0    // a second
#define GIVEN_FRACTION 0.3 // most of the difference of speeds that water takes over in a step

// --- making ----------------------------------------------------------------------------------------------------------

static bool makeQuery(gfQuery *q, const gfBody *body, const gfSolver *solver, void *state)
{
    q->def = (gfQueryDef){.quantities = GF_QUANTITY_VELOCITY, .maxPoints = GF_RIGID_BODY_MAX * GF_BODY_POINTS};
    if (body->def.solver != GF_SOLVER_GRID) {
        q->def.quantities |= GF_QUANTITY_LIQUID | GF_QUANTITY_SURFACE;
    }
    if (gfRigidBodies_AreMeasured(body)) {
        q->def.maxSolids = GF_RIGID_BODY_MAX;
        q->def.density = 1.0f;
    }
    q->solidReach = GF_SOLID_REACH; // all that is asked is whether a point is in one
    if (!gfQuery_Init(q, body, solver, state)) {
        memset(q, 0, sizeof *q); // what it had is released
        return false;
    }
    return true;
}

gfRigidBodies *gfRigidBodies_Create(const gfBody *body, const gfSolver *solver, void *state)
{
    gfCore *core = &body->device->core;
    gfRigidBodies *o = gfAlloc(core, sizeof *o);
    const size_t movers = 2 * GF_RIGID_BODY_MAX + 1, points = (size_t)GF_RIGID_BODY_MAX * GF_BODY_POINTS;
    if (o == NULL) {
        return NULL;
    }
    gfSlots_Init(&o->list, GF_HANDLE_RIGID_BODY, sizeof(gfRigidBody), GF_RIGID_BODY_MAX);
    bool ok = gfContacts_Create(core, &o->contacts, CONTACTS_PER_BODY * GF_RIGID_BODY_MAX) &&
              (o->movers = gfAlloc(core, movers * sizeof *o->movers)) != NULL &&
              (o->hulls = gfAlloc(core, GF_RIGID_BODY_MAX * sizeof *o->hulls)) != NULL;
    for (int i = 0; ok && i < GF_QUERY_RING; i++) {
        ok = (o->requests[i].points = gfAlloc(core, points * sizeof(gfVec2))) != NULL &&
             (o->requests[i].spots = gfAlloc(core, points * sizeof(gfSpot))) != NULL;
    }
    if (!ok || !makeQuery(&o->query, body, solver, state)) {
        gfRigidBodies_Destroy(body->device, o);
        o = NULL;
    }
    return o;
}

void gfRigidBodies_Destroy(gfDevice *device, gfRigidBodies *o)
{
    gfCore *core = &device->core;
    if (o == NULL) {
        return;
    }
    gfQuery_Release(device, &o->query);
    for (int i = 0; i < GF_QUERY_RING; i++) {
        gfFree(core, o->requests[i].points);
        gfFree(core, o->requests[i].spots);
    }
    gfContacts_Destroy(core, &o->contacts);
    gfFree(core, o->movers);
    gfFree(core, o->hulls);
    gfSlots_Destroy(&o->list, core);
    gfFree(core, o);
}

bool gfRigidBodies_Follow(gfRigidBodies *o, const gfBody *body, const gfSolver *solver, void *state)
{
    gfQuery query = {.shown = 0};
    if ((o->query.def.maxSolids > 0) == gfRigidBodies_AreMeasured(body)) {
        return true;
    }
    if (!makeQuery(&query, body, solver, state)) {
        return false;
    }
    gfQuery_Release(body->device, &o->query);
    o->query = query;
    o->ring = (gfLoadRing){0};
    o->coveredTime = 0.0;
    for (int i = 0; i < GF_QUERY_RING; i++) {
        gfLoadRequest_Drop(&o->requests[i].head);
    }
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            b->around.measured = false;
            gfRigidBody_MarkSolid(b, body);
        }
    }
    return true;
}

// --- the solids of bodies --------------------------------------------------------------------------------------------

static void moveSolid(const gfRigidBody *b, gfBody *body)
{
    gfSolid *solid = gfSlots_At(&body->solids.list, b->solid.index);
    if (solid != NULL && gfSolids_Find(&body->solids, b->solid) == solid) {
        const gfSolidDef def = gfRigidBody_GetSolid(b);
        gfSolids_Set(&body->solids, solid, &def);
    }
}

void gfRigidBodies_Reset(gfRigidBodies *o, gfBody *body)
{
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            gfSolidId solid = b->solid;
            gfRigidBodyDef def = b->def;
            *b = gfRigidBody_Make(body, &def);
            b->solid = solid;
            moveSolid(b, body);
        }
    }
    for (int i = 0; i < GF_QUERY_RING; i++) {
        gfLoadRequest_Drop(&o->requests[i].head);
    }
    o->ring.nextStep = 0;
    o->coveredTime = 0.0;
    o->contacts.count = 0;
    o->impacts.taken = o->impacts.reported;
}

// --- a step ----------------------------------------------------------------------------------------------------------

static void prepareMovers(gfRigidBodies *o, const gfLoadScene *scene, uint64_t step)
{
    for (int i = 0; i < GF_RIGID_BODY_MAX + 1; i++) {
        gfRigidBody *b = gfSlots_At(&o->list, i);
        gfMover *m = &o->movers[i];
        *m = (gfMover){.invMass = 0.0};
        if (b == NULL) {
            continue;
        }
        m->velocity[0] = b->velocity[0];
        m->velocity[1] = b->velocity[1];
        m->spin[2] = b->spin;
        b->grounded = false;
        double before = b->submerged;
        gfRigidBody_Load(b, scene, m);
        gfRigidBodies_NoteImpact(o, i, scene->solver, before, step);
        if (b->def.hostDriven || !b->around.known) { // it moves as it does, until the fluid around it is known
            *m = (gfMover){.velocity = {b->velocity[0], b->velocity[1]}, .spin = {0.0, 0.0, b->spin}};
            m->invMass = b->def.hostDriven ? 0.0 : 1.0 / b->mass;
            m->invInertia[2][2] = b->def.hostDriven ? 0.0 : 1.0 / b->inertia;
        }
    }
    o->moverCount = GF_RIGID_BODY_MAX + 1;
}

// Lets a body go no faster than a quarter of the domain a step.
static void limitSpeed(gfRigidBody *b, const gfFluidDef *def, double dt)
{
    double size = fmax((double)def->gridWidth, (double)def->gridHeight) * (double)def->cellSize;
    double most = fmin(0.25 * size / dt, (double)GF_VALUE_MAX), speed = hypot(b->velocity[0], b->velocity[1]);
    double turns = fmin(1.5 / dt, (double)GF_VALUE_MAX);
    for (int axis = 0; axis < 2 && speed > most; axis++) {
        b->velocity[axis] *= most / speed;
    }
    b->spin = fmin(fmax(b->spin, -turns), turns);
}

// Along periodic axes what leaves comes back in. Far outside nothing goes on, and what jumps there stops on the way.
static void keepInWorld(gfRigidBody *b, const gfFluidDef *def, const double before[2])
{
    const double low[2] = {(double)def->origin.x, (double)def->origin.y}, h = (double)def->cellSize;
    const double size[2] = {(double)def->gridWidth * h, (double)def->gridHeight * h};
    const double most = 16.0 * fmax(size[0], size[1]);
    for (int axis = 0; axis < 2; axis++) {
        double limit = fmax(most, fabs(before[axis] - low[axis]));
        if (gfBoundaries_Wrap(&def->boundaries, axis)) {
            b->place[axis] -= size[axis] * floor((b->place[axis] - low[axis]) / size[axis]);
        } else if (!(fabs(b->place[axis] - low[axis]) <= most)) {
            b->velocity[0] = b->velocity[1] = b->spin = 0.0;
            b->place[axis] = fmin(fmax(b->place[axis], low[axis] - limit), low[axis] + limit);
        }
    }
}

// Finds how far a body reaches beyond each closed side; below 0: it does not.
static void findDepths(const gfRigidBody *b, const gfFluidDef *def, double depths[GF_SIDES])
{
    const gfSideFlags closed = gfBoundaries_AreClosed(&def->boundaries);
    const double first[2] = {(double)def->origin.x, (double)def->origin.y}, h = (double)def->cellSize;
    const double last[2] = {first[0] + (double)def->gridWidth * h, first[1] + (double)def->gridHeight * h};
    const gfHull hull = gfHull_Move(&b->hull, b->place, b->angle);
    double low[2], high[2];
    gfHull_GetBounds(&hull, low, high);
    for (int side = 0; side < GF_SIDES; side++) {
        int axis = side / 2;
        double depth = side % 2 == 0 ? first[axis] - low[axis] : high[axis] - last[axis];
        depths[side] = closed.value[side] > 0.5f ? depth : -INFINITY;
    }
}

// Keeps bodies that crush each other from being pushed through a side: none gets deeper into one than it was before,
// but for `slack`.
static void keepWithinSides(gfRigidBody *b, const gfFluidDef *def, const double before[GF_SIDES], double slack)
{
    double depths[GF_SIDES];
    findDepths(b, def, depths);
    for (int side = 0; side < GF_SIDES; side++) {
        int axis = side / 2;
        double outwards = side % 2 == 0 ? -1.0 : 1.0, excess = depths[side] - fmax(before[side], slack);
        if (excess > 0.0 && depths[side ^ 1] <= slack) {
            b->place[axis] -= outwards * excess;
            b->velocity[axis] = outwards * b->velocity[axis] > 0.0 ? 0.0 : b->velocity[axis];
        }
    }
}

static void moveFree(gfRigidBody *b, const gfMover *m, const gfFluidDef *def)
{
    const double place[2] = {b->place[0], b->place[1]}, angle = b->angle;
    double depths[GF_SIDES];
    findDepths(b, def, depths);
    b->velocity[0] = m->velocity[0];
    b->velocity[1] = m->velocity[1];
    b->spin = m->spin[2];
    b->place[0] += m->shift[0];
    b->place[1] += m->shift[1];
    b->angle += m->turned[2];
    if (!(fabs(b->angle) <= ANGLE_MOST)) {
        b->angle = remainder(angle, 6.283185307179586);
    }
    keepInWorld(b, def, place);
    keepWithinSides(b, def, depths, CRUSHED_CELLS * (double)def->cellSize);
}

// Water that a body was dragged by is held back by as much: without a solid there nothing else tells it.
static void giveBack(const gfRigidBody *b, gfBody *body)
{
    double mass = b->density * b->area * fmax(b->around.depth, 1e-9);
    double dx = b->around.flow[0] - b->velocity[0], dy = b->around.flow[1] - b->velocity[1];
    double most = GIVEN_FRACTION * hypot(dx, dy), x = -b->given[0] / mass, y = -b->given[1] / mass, speed = hypot(x, y);
    if (speed > 0.0 && body->sources.splatCount < GF_SPLAT_MAX) {
        double share = fmin(1.0, most / speed);
        gfSourceDef splat = gfDefaultSourceDef();
        splat.shape = gfRigidBody_GetShape(b);
        splat.fields = GF_SOURCE_VELOCITY;
        splat.velocity = (gfVec2){gfRigidBody_Bound(share * x), gfRigidBody_Bound(share * y)};
        const gfSource source = gfSource_Make(&splat);
        gfSources_AddSplat(&body->sources, &body->device->core, &source);
    }
}

static void moveBody(gfRigidBody *b, const gfMover *m, gfBody *body)
{
    if (!b->def.hostDriven) {
        moveFree(b, m, &body->def);
    }
    if (gfRigidBodies_HaveSolids(body)) {
        moveSolid(b, body);
    } else if (b->around.known) {
        giveBack(b, body);
    }
}

bool gfRigidBodies_Advance(gfRigidBodies *o, gfBody *body, uint64_t step, double dt)
{
    const gfLoadScene loads = gfLoadScene_Get(body, dt);
    const gfContactScene scene = {o, body, dt, hypot(loads.gravity[0], loads.gravity[1])};
    o->contacts.slop = SLOP_CELLS * loads.cellSize;
    o->contacts.undoMax = UNDO_CELLS * loads.cellSize;
    bool ok = gfRigidBodies_TakeAnswers(o, body->device, &loads, step);
    if (gfRigidBodies_ListSolids(o)) {
        o->query.loadsStale = o->query.restarts = true;
    }
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody *b = gfSlots_At(&o->list, i);
        if (b != NULL && !b->def.hostDriven) {
            limitSpeed(b, &body->def, dt);
        }
    }
    prepareMovers(o, &loads, step);
    gfRigidBodies_FindContacts(&scene);
    if (gfRigidBodies_AreMeasured(body)) {
        gfRigidBodies_CoverFaces(o, &loads);
    }
    gfContacts_Solve(&o->contacts, o->movers, o->moverCount, dt);
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            b->grounded = b->grounded || o->movers[i].touched;
            gfRigidBody_Grow(b, &loads, step);
            moveBody(b, &o->movers[i], body);
        }
    }
    return ok;
}
