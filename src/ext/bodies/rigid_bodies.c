#include "ext/bodies/rigid_bodies.h"

#include "ext/bodies/asking.h"

#include <string.h>

#define CONTACTS_PER_BODY 10
#define SOLID_FRICTION 0.5
#define SLOP_CELLS 0.02
#define ANGLE_MOST 1e9      // radians, that snapshots keep
#define CRUSHED_CELLS 0.1   // deepest in a closed side, where others crush a body
#define PUSH_CELLS 40.0     // a second
#define LEAST_YIELDING 1.25 // cells from the middle to the outline: what is thinner would let liquid through
#define GIVEN_SHARE 0.3     // most of the difference of speeds that water takes over in a step

gfRigidBodyDef gfDefaultRigidBodyDef(void)
{
    return (gfRigidBodyDef){.density = 500.0f,
                            .height = 0.1f,
                            .friction = 0.4f,
                            .gravityScale = 1.0f,
                            .drag = 1.0f,
                            .angularDrag = 1.0f,
                            .cookie = GF_RIGID_BODY_COOKIE};
}

// --- one body --------------------------------------------------------------------------------------------------------

bool gfRigidBody_Check(const gfCore *core, const gfRigidBodyDef *def, const char *caller)
{
    const double most = (double)GF_VALUE_MAX;
    GF_REQUIRE(core, def != NULL, NULL_ARGUMENT, "%s: def is null", caller);
    GF_REQUIRE(core, def->cookie == GF_RIGID_BODY_COOKIE, COOKIE,
               "%s: make the definition with gfDefaultRigidBodyDef()", caller);
    GF_REQUIRE(core, def->surface == GF_SURFACE_FREE_SLIP || def->surface == GF_SURFACE_NO_SLIP, OUT_OF_RANGE,
               "%s: surface is %d; a gfSurface is expected", caller, (int)def->surface);
    const gfRange ranges[] = {
        {"density", (double)def->density, (double)1e-3f, 1e6},
        {"mass", (double)def->mass, 0.0, (double)1e12f},
        {"inertia", (double)def->inertia, 0.0, (double)1e18f},
        {"fluidDensity", (double)def->fluidDensity, 0.0, 1e6},
        {"height", (double)def->height, (double)1e-6f, 1e6},
        {"velocity.x", (double)def->velocity.x, -most, most},
        {"velocity.y", (double)def->velocity.y, -most, most},
        {"angularVelocity", (double)def->angularVelocity, -most, most},
        {"friction", (double)def->friction, 0.0, 10.0},
        {"restitution", (double)def->restitution, 0.0, 1.0},
        {"gravityScale", (double)def->gravityScale, -10.0, 10.0},
        {"drag", (double)def->drag, 0.0, 100.0},
        {"angularDrag", (double)def->angularDrag, 0.0, 100.0},
    };
    return gfCheckRanges(core, ranges, GF_COUNT(ranges), caller) && gfShape_Check(core, &def->shape, false, caller) &&
           gfHull_Check(core, &def->shape, caller);

error:
    return false;
}

// From the centre of mass to the farthest and the nearest point of the outline.
static void measureOutline(gfRigidBody *b)
{
    b->bound = 0.0;
    b->inner = INFINITY;
    for (int i = 0; i < b->outline.count; i++) {
        const double *p = b->outline.points[i], *q = b->outline.points[(i + 1) % b->outline.count];
        double x = q[0] - p[0], y = q[1] - p[1], length = hypot(x, y);
        b->bound = fmax(b->bound, hypot(p[0], p[1]));
        if (length > 0.0) {
            b->inner = fmin(b->inner, fabs(p[0] * y - p[1] * x) / length);
        }
    }
    b->inner = fmin(b->inner, b->bound);
}

gfRigidBody gfRigidBody_Make(const gfBody *body, const gfRigidBodyDef *def)
{
    gfRigidBody b = {.def = *def, .grown = 1.0};
    gfVec2 centre = gfShape_GetCentre(&def->shape);
    double from[2] = {(double)centre.x, (double)centre.y};
    gfHull hull = gfHull_Make(&def->shape, from); // near 0, whatever the place
    gfOutline outline = gfOutline_Make(&hull);
    gfArea area = gfOutline_GetArea(&outline);
    double depth = gfRigidBodies_HaveSolids(body) ? 1.0 : (double)def->height;
    const double back[2] = {-area.centre[0], -area.centre[1]};
    b.hull = gfHull_Move(&hull, back, 0.0);
    b.outline = gfOutline_Make(&b.hull);
    b.area = fmax(area.size, 1e-18);
    b.mass = def->mass > 0.0f ? (double)def->mass : fmax((double)def->density * b.area * depth, 1e-18);
    b.inertia = def->inertia > 0.0f ? (double)def->inertia : fmax(b.mass * area.inertia / b.area, 1e-24);
    b.density = (double)def->fluidDensity;
    if (b.density <= 0.0) {
        bool particles = body->def.solver == GF_SOLVER_PARTICLES;
        b.density = particles ? (double)body->def.particles.materials[0].density : 1000.0;
    }
    for (int axis = 0; axis < 2; axis++) {
        b.offset[axis] = back[axis];
        b.start[axis] = b.place[axis] = from[axis] + area.centre[axis];
    }
    b.velocity[0] = (double)def->velocity.x;
    b.velocity[1] = (double)def->velocity.y;
    b.spin = (double)def->angularVelocity;
    measureOutline(&b);
    if (def->hostDriven) { // it is borne until the fluid is known
        const gfLoadScene scene = gfLoadScene_Get(body, (double)body->def.fixedStep);
        gfRigidBody_Bear(&b, &scene);
    }
    return b;
}

// The shape's own centre now.
static void getShapeCentre(const gfRigidBody *b, double arm[2])
{
    double c = cos(b->angle), s = sin(b->angle);
    arm[0] = c * b->offset[0] - s * b->offset[1];
    arm[1] = s * b->offset[0] + c * b->offset[1];
}

gfShape gfRigidBody_GetShape(const gfRigidBody *b)
{
    double arm[2];
    getShapeCentre(b, arm);
    gfVec2 old = gfShape_GetCentre(&b->def.shape);
    gfVec2 offset = {(float)(b->place[0] + arm[0] - (double)old.x), (float)(b->place[1] + arm[1] - (double)old.y)};
    return gfMoveShape(&b->def.shape, offset, (float)remainder(b->angle, 6.283185307179586));
}

static float boundTo(double value, double most)
{
    return (float)fmin(fmax(value, -most), most);
}

gfSolidDef gfRigidBody_GetSolid(const gfRigidBody *b)
{
    const double most = (double)GF_VALUE_MAX;
    gfSolidDef def = gfDefaultSolidDef();
    double arm[2];
    getShapeCentre(b, arm);
    def.shape = gfRigidBody_GetGrownShape(b);
    def.velocity =
        (gfVec2){boundTo(b->velocity[0] - b->spin * arm[1], most), boundTo(b->velocity[1] + b->spin * arm[0], most)};
    def.angularVelocity = boundTo(b->spin, most);
    def.surface = b->def.surface;
    return def;
}

void gfRigidBody_MarkSolid(const gfRigidBody *b, gfBody *body)
{
    gfSolid *solid = gfSlots_At(&body->solids.list, b->solid.index);
    if (solid != NULL && gfSolids_Find(&body->solids, b->solid) == solid) {
        solid->yields = gfRigidBodies_AreMeasured(body) && b->inner >= LEAST_YIELDING * (double)body->def.cellSize;
    }
}

void gfRigidBody_Forget(gfRigidBody *b, uint64_t step)
{
    memset(&b->around, 0, sizeof b->around);
    b->host = (gfHostMotion){.velocity = {b->velocity[0], b->velocity[1], b->spin}};
    b->asked = step;
}

// What changed its velocity and was not the fluid is the host's. Poses that no step came between count as one.
void gfRigidBody_Drive(gfRigidBody *b, const gfPose *pose)
{
    gfHostMotion *h = &b->host;
    const double velocity[3] = {pose->velocity[0], pose->velocity[1], pose->spin};
    const double masses[3] = {b->mass, b->mass, b->inertia}, told[3] = {b->force[0], b->force[1], b->torque};
    for (int i = 0; i < 3 && h->lasted > 0.0; i++) {
        h->push[i] = masses[i] * (velocity[i] - h->velocity[i]) / h->lasted - told[i];
        h->velocity[i] = velocity[i];
    }
    h->period = h->lasted > 0.0 ? h->lasted : h->period;
    h->lasted = 0.0;
    memcpy(b->place, pose->place, sizeof b->place);
    memcpy(b->velocity, pose->velocity, sizeof b->velocity);
    b->angle = pose->angle;
    b->spin = pose->spin;
}

// --- making ----------------------------------------------------------------------------------------------------------

static bool makeQuery(gfRigidBodies *o, const gfBody *body, const gfSolver *solver, void *state)
{
    gfQuery *q = &o->query;
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
    if (!ok || !makeQuery(o, body, solver, state)) {
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
        o->requests[i].count = 0; // what comes is of before
        o->requests[i].due = 0;
    }
    o->nextAsk = 0;
    o->coveredTime = 0.0;
    o->contacts.count = 0;
    o->impacts.taken = o->impacts.told;
}

// --- answers ---------------------------------------------------------------------------------------------------------

// Brings the oldest answer that has not landed into host memory; waits if the GPU is that far behind. False and
// reported: it is lost.
static bool land(gfDevice *device, gfRigidBodies *o, gfBodyRequest *r)
{
    gfReadStatus status = gfQuery_CollectOne(device, &o->query, true);
    const gfPointAnswer *points = o->query.sets[1 - o->query.shown].points;
    r->landed = true;
    if (status != GF_READ_READY) {
        r->count = 0; // bodies go on with what they know
    }
    for (int i = 0; i < r->count * GF_BODY_POINTS; i++) {
        const gfPointAnswer *p = &points[i];
        bool finite = isfinite(p->velocity.x) && isfinite(p->velocity.y) && isfinite(p->liquid) && isfinite(p->surface);
        r->spots[i] = (gfSpot){.inside = false};
        if (finite) {
            r->spots[i] = (gfSpot){{p->velocity.x, p->velocity.y}, p->liquid, p->surface, !p->outside && !p->inSolid};
        }
    }
    const gfAnswerSet *set = &o->query.sets[1 - o->query.shown];
    r->elapsed_s = status == GF_READ_READY && set->answer.solidCount > 0 ? set->answer.elapsed_s : 0.0;
    memset(r->loads, 0, sizeof r->loads);
    for (int i = 0; i < r->count && r->elapsed_s > 0.0; i++) {
        const gfRigidBody *b = gfSlots_At(&o->list, r->ids[i].index);
        const gfSolidAnswer *s = set->solids;
        while (b != NULL && s < set->solids + set->answer.solidCount && !GF_ID_EQUALS(s->solid, b->solid)) {
            s++;
        }
        if (b != NULL && s < set->solids + set->answer.solidCount) {
            const float loads[3] = {s->impulse.x, s->impulse.y, s->angularImpulse};
            memcpy(r->loads[i], loads, sizeof loads);
        }
    }
    o->query.fresh = false; // the next one adds nothing to it
    return status == GF_READ_READY;
}

void gfRigidBodies_Land(gfDevice *device, gfRigidBodies *o)
{
    for (uint64_t i = o->taken; i < o->started; i++) {
        gfBodyRequest *r = &o->requests[i % GF_QUERY_RING];
        if (!r->landed) {
            land(device, o, r);
        }
    }
}

static void lookAll(gfRigidBodies *o, const gfBodyRequest *r, const gfLoadScene *scene, double elapsed)
{
    for (int i = 0; i < r->count; i++) {
        gfHandle id = r->ids[i];
        gfRigidBody *b = gfSlots_At(&o->list, id.index);
        if (b != NULL && GF_ID_EQUALS(o->list.handles[id.index], id) && r->step >= b->asked) {
            const size_t first = (size_t)i * GF_BODY_POINTS;
            uint64_t ripe = b->grownStep + (uint64_t)gfBodyAsking_GetStride(scene->dt); // before, less of it was felt
            bool bore = r->elapsed_s >= 0.5 * elapsed && b->grown >= 1.0 && r->step >= ripe;
            gfRigidBody_Look(b, scene, r->points + first, r->spots + first, &r->poses[i], bore ? r->loads[i] : NULL,
                             r->covered[i], bore ? r->elapsed_s : elapsed);
        }
    }
}

// Those hemmed in by others take the level that the nearest body sees.
static void borrowLevels(gfRigidBodies *o)
{
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody *b = gfSlots_At(&o->list, i);
        double nearest = INFINITY;
        for (int k = 0; b != NULL && b->around.known && !b->around.levelKnown && k < o->list.capacity; k++) {
            const gfRigidBody *other = gfSlots_At(&o->list, k);
            if (other != NULL && other->around.levelKnown) {
                double away = hypot(other->place[0] - b->place[0], other->place[1] - b->place[1]);
                if (away < nearest) {
                    nearest = away;
                    b->around.level = other->around.level;
                    b->around.slope = 0.0;
                }
            }
        }
    }
}

static void shiftPose(gfPose *pose, const double change[3])
{
    pose->velocity[0] += change[0];
    pose->velocity[1] += change[1];
    pose->spin += change[2];
}

// Velocities of poses serve to tell what the mass that moves along took: as if it had been as fast before.
void gfRigidBodies_NotePush(gfRigidBodies *o, gfHandle id, const double change[3])
{
    gfRigidBody *b = gfSlots_At(&o->list, id.index);
    shiftPose(&b->around.last, change);
    for (uint64_t i = o->taken; i < o->started; i++) {
        gfBodyRequest *r = &o->requests[i % GF_QUERY_RING];
        for (int k = 0; k < r->count; k++) {
            if (GF_ID_EQUALS(r->ids[k], id)) {
                shiftPose(&r->poses[k], change);
            }
        }
    }
}

// Takes those answers that are due, and waits for none that is not.
static bool takeAnswers(gfRigidBodies *o, gfDevice *device, const gfLoadScene *scene, uint64_t step)
{
    bool took = false, ok = true;
    while (o->taken < o->started && o->requests[o->taken % GF_QUERY_RING].due <= step) {
        gfBodyRequest *r = &o->requests[o->taken % GF_QUERY_RING];
        ok = (r->landed || land(device, o, r)) && ok;
        lookAll(o, r, scene, scene->dt * gfBodyAsking_GetStride(scene->dt));
        o->taken++;
        took = true;
    }
    if (took && scene->solver != GF_SOLVER_GRID && scene->solver != GF_SOLVER_SHALLOW) {
        borrowLevels(o);
    }
    return ok;
}

bool gfRigidBodies_Ask(gfRigidBodies *o, const gfBody *body, const gfSolver *solver, void *state, uint64_t step,
                       double dt, double time_s)
{
    gfBodyRequest *r = &o->requests[o->started % GF_QUERY_RING];
    if (!gfQuery_AddLoads(&o->query, body, solver, state, (float)dt)) {
        return false;
    }
    bool full = o->started - o->taken == GF_QUERY_RING;
    if (o->count == 0 || step < o->nextAsk || full) {
        return true;
    }
    r->count = 0;
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            gfRigidBodies_TakeCovered(o, b, r->covered[r->count]);
            gfRigidBody_PlacePoints(b, body, r->points + (size_t)r->count * GF_BODY_POINTS);
            r->poses[r->count] = gfRigidBody_GetPose(b);
            r->ids[r->count++] = o->list.handles[i];
        }
    }
    o->coveredTime = 0.0;
    o->query.pointCount = r->count * GF_BODY_POINTS;
    memcpy(o->query.points, r->points, (size_t)o->query.pointCount * sizeof *r->points);
    if (!gfQuery_Ask(&o->query, body, solver, state, step, time_s)) {
        return false;
    }
    r->step = step;
    r->due = step + (uint64_t)(GF_BODY_LAG_ASKS * gfBodyAsking_GetStride(dt));
    r->landed = false;
    o->nextAsk = step + (uint64_t)gfBodyAsking_GetStride(dt);
    o->started++;
    return true;
}

bool gfRigidBodies_ListSolids(gfRigidBodies *o)
{
    gfSolidId solids[GF_RIGID_BODY_MAX];
    int count = 0;
    for (int i = 0; i < o->list.capacity && o->query.def.maxSolids > 0; i++) {
        const gfRigidBody *b = gfSlots_At(&o->list, i);
        if (b != NULL && !GF_IS_NULL(b->solid)) {
            solids[count++] = b->solid;
        }
    }
    bool same = count == o->query.solidCount;
    for (int i = 0; same && i < count; i++) {
        same = GF_ID_EQUALS(solids[i], o->query.solids[i]);
    }
    if (!same) {
        memcpy(o->query.solids, solids, (size_t)count * sizeof *solids);
        o->query.solidCount = count;
    }
    return !same;
}

// --- contacts --------------------------------------------------------------------------------------------------------

// Things that contacts know by number, in this order.
enum { OF_BODY = 0, OF_SOLID = 0x10000, OF_SIDE = 0x20000 };

// A step's contacts: what it is made of.
typedef struct Scene {
    gfRigidBodies *bodies;
    gfBody *body;
    double dt, gravity;
} Scene;

// How far off contacts are made of what may meet in this step, m.
static double getReach(const Scene *scene, const gfRigidBody *b)
{
    double speed = hypot(b->velocity[0], b->velocity[1]) + fabs(b->spin) * b->bound;
    double reach = 2.0 * scene->dt * (speed + scene->dt * scene->gravity) + 4.0 * scene->bodies->contacts.slop;
    return gfRigidBodies_AreMeasured(scene->body) ? fmax(reach, GF_COVERED_CELLS * (double)scene->body->def.cellSize)
                                                  : reach;
}

static void addContacts(const Scene *scene, const gfContact *found, int count, int numbers[2], int movers[2],
                        const double places[2][2], double friction, double restitution)
{
    for (int i = 0; i < count; i++) {
        gfContact c = found[i];
        const double place[2] = {c.arms[0][0], c.arms[0][1]};
        c.memory.pair = (uint64_t)(uint32_t)numbers[0] << 32 | (uint32_t)numbers[1];
        c.a = movers[0];
        c.b = movers[1];
        c.friction = friction;
        c.restitution = restitution;
        for (int axis = 0; axis < 2; axis++) {
            c.arms[0][axis] = place[axis] - places[0][axis];
            c.arms[1][axis] = place[axis] - places[1][axis];
        }
        gfContacts_Add(&scene->bodies->contacts, &c);
    }
}

static void meetBodies(const Scene *scene, int i, gfRigidBody *b, double reach)
{
    gfRigidBodies *o = scene->bodies;
    gfContact found[2];
    for (int k = i + 1; k < o->list.capacity; k++) {
        gfRigidBody *other = gfSlots_At(&o->list, k);
        double all = other != NULL ? reach + getReach(scene, other) : 0.0;
        if (other == NULL ||
            hypot(other->place[0] - b->place[0], other->place[1] - b->place[1]) > b->bound + other->bound + all) {
            continue;
        }
        int count = gfHull_Collide(&o->hulls[i], &o->hulls[k], all, found);
        const double places[2][2] = {{b->place[0], b->place[1]}, {other->place[0], other->place[1]}};
        addContacts(scene, found, count, (int[2]){i, OF_BODY + k}, (int[2]){i, k}, places,
                    sqrt((double)b->def.friction * (double)other->def.friction),
                    fmax((double)b->def.restitution, (double)other->def.restitution));
    }
}

// The mover of a solid; one that stands still for those that there is no room for.
static int getSolidMover(const Scene *scene, int slot, const gfSolidDef *def)
{
    gfRigidBodies *o = scene->bodies;
    int first = GF_RIGID_BODY_MAX + 1;
    bool moves = def->velocity.x != 0.0f || def->velocity.y != 0.0f || def->angularVelocity != 0.0f;
    for (int i = first; i < o->moverCount; i++) {
        if (o->solidMovers[i - first] == slot) {
            return i;
        }
    }
    if (!moves || o->moverCount - first == GF_RIGID_BODY_MAX) {
        return GF_RIGID_BODY_MAX;
    }
    o->movers[o->moverCount] = (gfMover){.velocity = {(double)def->velocity.x, (double)def->velocity.y},
                                         .spin = {0.0, 0.0, (double)def->angularVelocity}};
    o->solidMovers[o->moverCount - first] = slot;
    return o->moverCount++;
}

// Of a polygon that is not convex its corners and edges: nothing rests within a hollow of it otherwise.
static int meetPolygon(const gfHull *hull, const gfShape *shape, double reach, gfContact *found)
{
    const double none[2] = {0.0, 0.0};
    gfHull edge = {.count = 2};
    int best = 0;
    double least = INFINITY;
    for (int i = 0; i < shape->pointCount; i++) {
        gfContact here[2];
        gfShape segment = gfMakeCapsule(shape->points[i], shape->points[(i + 1) % shape->pointCount], 1e-6f);
        edge = gfHull_Make(&segment, none);
        int count = gfHull_Collide(hull, &edge, reach, here);
        for (int k = 0; k < count; k++) {
            if (here[k].separation < least) {
                least = here[k].separation;
                best = count;
                memcpy(found, here, sizeof here);
            }
        }
    }
    return best;
}

static bool isOwn(const gfRigidBodies *o, const gfSolids *solids, int slot)
{
    for (int i = 0; i < o->list.capacity; i++) {
        const gfRigidBody *b = gfSlots_At(&o->list, i);
        if (b != NULL && GF_ID_EQUALS(b->solid, solids->list.handles[slot])) {
            return true;
        }
    }
    return false;
}

static void meetSolids(const Scene *scene, int i, gfRigidBody *b, double reach)
{
    gfRigidBodies *o = scene->bodies;
    const gfSolids *solids = &scene->body->solids;
    const double none[2] = {0.0, 0.0};
    for (int k = 0; k < solids->list.capacity; k++) {
        const gfSolid *solid = gfSlots_At(&solids->list, k);
        if (solid == NULL || solid->mask.id != 0 || solid->def.texture != 0) {
            continue;
        }
        double speed = hypot((double)solid->def.velocity.x, (double)solid->def.velocity.y),
               all = reach + scene->dt * speed;
        gfBounds bounds = gfShape_GetBounds(&solid->def.shape);
        double far = b->bound + all;
        if (b->place[0] + far < (double)bounds.minX || b->place[0] - far > (double)bounds.maxX ||
            b->place[1] + far < (double)bounds.minY || b->place[1] - far > (double)bounds.maxY || isOwn(o, solids, k)) {
            continue;
        }
        gfContact found[2];
        gfVec2 centre = gfShape_GetCentre(&solid->def.shape);
        bool convex = solid->def.shape.kind != GF_SHAPE_POLYGON || gfHull_IsConvex(&solid->def.shape);
        gfHull hull = convex ? gfHull_Make(&solid->def.shape, none) : (gfHull){.count = 0};
        int count = convex ? gfHull_Collide(&o->hulls[i], &hull, all, found)
                           : meetPolygon(&o->hulls[i], &solid->def.shape, all, found);
        const double places[2][2] = {{b->place[0], b->place[1]}, {(double)centre.x, (double)centre.y}};
        addContacts(scene, found, count, (int[2]){i, OF_SOLID + k},
                    (int[2]){i, count > 0 ? getSolidMover(scene, k, &solid->def) : 0}, places,
                    sqrt((double)b->def.friction * SOLID_FRICTION), (double)b->def.restitution);
    }
}

// Sides that nothing flows through by itself; a few corners, which are in front of the side or beyond it.
static void meetSides(const Scene *scene, int i, gfRigidBody *b, double reach)
{
    const gfHull *hull = &scene->bodies->hulls[i];
    const gfFluidDef *def = &scene->body->def;
    const gfSideFlags closed = gfBoundaries_AreClosed(&def->boundaries);
    const double low[2] = {(double)def->origin.x, (double)def->origin.y};
    const double high[2] = {low[0] + (double)def->gridWidth * (double)def->cellSize,
                            low[1] + (double)def->gridHeight * (double)def->cellSize};
    for (int side = 0; side < GF_SIDES; side++) {
        int axis = side / 2;
        bool upper = side % 2 == 1;
        for (int k = 0; k < hull->count && closed.value[side] > 0.5f; k++) {
            double away =
                (upper ? high[axis] - hull->points[k][axis] : hull->points[k][axis] - low[axis]) - hull->radius;
            gfContact c = {.memory = {.feature = k}, .separation = away};
            c.normal[axis] = upper ? 1.0 : -1.0;
            c.arms[0][0] = hull->points[k][0];
            c.arms[0][1] = hull->points[k][1];
            c.arms[0][axis] += c.normal[axis] * (hull->radius + 0.5 * away);
            if (away <= reach) {
                const double places[2][2] = {{b->place[0], b->place[1]}, {c.arms[0][0], c.arms[0][1]}};
                addContacts(scene, &c, 1, (int[2]){i, OF_SIDE + side}, (int[2]){i, GF_RIGID_BODY_MAX}, places,
                            sqrt((double)b->def.friction * SOLID_FRICTION), (double)b->def.restitution);
            }
        }
    }
}

static void findContacts(const Scene *scene)
{
    gfRigidBodies *o = scene->bodies;
    gfContacts_Begin(&o->contacts);
    for (int i = 0; i < o->list.capacity; i++) {
        const gfRigidBody *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            o->hulls[i] = gfHull_Move(&b->hull, b->place, b->angle);
        }
    }
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            double reach = getReach(scene, b);
            meetBodies(scene, i, b, reach);
            meetSolids(scene, i, b, reach);
            meetSides(scene, i, b, reach);
        }
    }
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

// No faster than a quarter of the domain a step.
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

// How far it is beyond each closed side; below 0: beyond none.
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

// Where bodies crush each other the contacts of a side may give way: no body gets deeper into one than it was before,
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
    double most = GIVEN_SHARE * hypot(dx, dy), x = -b->given[0] / mass, y = -b->given[1] / mass, speed = hypot(x, y);
    if (speed > 0.0 && body->sources.splatCount < GF_SPLAT_MAX) {
        double share = fmin(1.0, most / speed);
        gfSourceDef splat = gfDefaultSourceDef();
        splat.shape = gfRigidBody_GetShape(b);
        splat.fields = GF_SOURCE_VELOCITY;
        splat.velocity = (gfVec2){boundTo(share * x, (double)GF_VALUE_MAX), boundTo(share * y, (double)GF_VALUE_MAX)};
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

static void markTouching(gfRigidBodies *o)
{
    for (int i = 0; i < o->contacts.count; i++) {
        const gfContact *c = &o->contacts.list[i];
        for (int k = 0; k < 2; k++) {
            gfRigidBody *b = gfSlots_At(&o->list, k == 0 ? c->a : c->b);
            if (b != NULL && c->strongest > 0.0) {
                b->grounded = true;
            }
        }
    }
}

bool gfRigidBodies_Advance(gfRigidBodies *o, gfBody *body, uint64_t step, double dt)
{
    const gfLoadScene loads = gfLoadScene_Get(body, dt);
    const Scene scene = {o, body, dt, hypot(loads.gravity[0], loads.gravity[1])};
    o->contacts.slop = SLOP_CELLS * loads.cellSize;
    o->contacts.pushMax = PUSH_CELLS * loads.cellSize;
    bool ok = takeAnswers(o, body->device, &loads, step);
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
    findContacts(&scene);
    if (gfRigidBodies_AreMeasured(body)) {
        gfRigidBodies_CoverFaces(o, &loads);
    }
    gfContacts_Solve(&o->contacts, o->movers, o->moverCount, dt);
    markTouching(o);
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            gfRigidBody_Grow(b, &loads, step);
            moveBody(b, &o->movers[i], body);
        }
    }
    return ok;
}
