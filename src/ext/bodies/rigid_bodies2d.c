// The list of a gfFluid's rigid bodies, what they touch, and their step.
#include "ext/bodies/rigid_bodies2d.h"

#include <string.h>

#define GIVEN_FRACTION 0.3   // most of the difference of speeds that water takes over in a step
#define IMPACT_FRACTION 0.02 // of a body under the surface, from which on it is in liquid

_Static_assert(GF_BODY_REQUESTS == GF_QUERY_RING, "requests are those of the query");

// --- contacts --------------------------------------------------------------------------------------------------------

static int collideHulls(const gfRigidBody *a, const gfRigidBody *b, double reach, gfContact *found)
{
    const gfHull one = gfRigidBody2D_GetHull(a), other = gfRigidBody2D_GetHull(b);
    return gfHull_Collide(&one, &other, reach, found);
}

static int getHullCorners(const gfRigidBody *b, double corners[GF_BODY_CORNERS][3], double *radius)
{
    const gfHull hull = gfRigidBody2D_GetHull(b);
    memset(corners, 0, GF_BODY_CORNERS * sizeof *corners);
    for (int i = 0; i < hull.count; i++) {
        memcpy(corners[i], hull.points[i], sizeof hull.points[i]);
    }
    *radius = hull.radius;
    return hull.count;
}

// The mover of a solid; one that stands still for those that there is no room for.
static int getSolidMover(gfRigidBodies2D *bodies, int slot, const gfSolidDef *def)
{
    gfRigidBodies *o = &bodies->all;
    int first = GF_RIGID_BODY_MAX + 1;
    bool moves = def->velocity.x != 0.0f || def->velocity.y != 0.0f || def->angularVelocity != 0.0f;
    for (int i = first; i < o->moverCount; i++) {
        if (bodies->solidMovers[i - first] == slot) {
            return i;
        }
    }
    if (!moves || o->moverCount - first == GF_RIGID_BODY_MAX) {
        return GF_RIGID_BODY_MAX;
    }
    o->movers[o->moverCount] = (gfMover){.velocity = {(double)def->velocity.x, (double)def->velocity.y},
                                         .spin = {0.0, 0.0, (double)def->angularVelocity}};
    bodies->solidMovers[o->moverCount - first] = slot;
    return o->moverCount++;
}

// Meets the edges of a polygon that is not convex one by one: nothing rests within a hollow of it otherwise.
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

static void meetSolids2D(const gfContactScene *scene, int slot, const gfRigidBody *b, double reach)
{
    gfRigidBodies2D *o = (gfRigidBodies2D *)scene->bodies;
    const gfSolids *solids = &((const gfBody *)scene->body)->solids;
    const gfHull own = gfRigidBody2D_GetHull(b);
    const double none[2] = {0.0, 0.0};
    for (int k = 0; k < solids->list.capacity; k++) {
        const gfSolid *solid = gfSlots_At(&solids->list, k);
        if (solid == NULL || solid->mask.id != 0 || solid->def.texture != 0) {
            continue;
        }
        const gfShape *shape = &solid->def.shape;
        double speed = hypot((double)solid->def.velocity.x, (double)solid->def.velocity.y);
        double all = reach + scene->loads->dt * speed, far = b->bound + all;
        gfBounds bounds = gfShape_GetBounds(shape);
        if (b->place[0] + far < (double)bounds.minX || b->place[0] - far > (double)bounds.maxX ||
            b->place[1] + far < (double)bounds.minY || b->place[1] - far > (double)bounds.maxY ||
            isOwn(&o->all, solids, k)) {
            continue;
        }
        gfVec2 centre = gfShape_GetCentre(shape);
        gfSolidContacts met = {.slot = k, .place = {(double)centre.x, (double)centre.y}};
        if (gfHull_IsConvex(shape)) {
            const gfHull hull = gfHull_Make(shape, none);
            met.count = gfHull_Collide(&own, &hull, all, met.list);
        } else {
            met.count = meetPolygon(&own, shape, all, met.list);
        }
        met.mover = met.count > 0 ? getSolidMover(o, k, &solid->def) : 0;
        gfRigidBodies_MeetSolid(scene, slot, &met);
    }
}

// --- the world -------------------------------------------------------------------------------------------------------

static void moveSolid(const gfRigidBody *b, void *body, bool jumps)
{
    gfSolids *solids = &((gfBody *)body)->solids;
    gfSolid *solid = gfRigidBody_FindSolid(b, &solids->list);
    (void)jumps;
    if (solid != NULL) {
        const gfSolidDef def = gfRigidBody2D_GetSolid(b);
        gfSolids_Set(solids, solid, &def);
    }
}

static gfRigidBody remake(const gfRigidBody *b, const void *body)
{
    return gfRigidBody2D_Make(body, &b->def2D);
}

static void listSides(const gfFluidDef *def, gfBodySide sides[GF_SIDES])
{
    const gfSideFlags closed = gfBoundaries_AreClosed(&def->boundaries);
    const double low[2] = {(double)def->origin.x, (double)def->origin.y}, h = (double)def->cellSize;
    const double high[2] = {low[0] + (double)def->gridWidth * h, low[1] + (double)def->gridHeight * h};
    for (int i = 0; i < GF_SIDES; i++) {
        int axis = i / 2;
        bool upper = i % 2 == 1;
        sides[i] = (gfBodySide){
            .closed = closed.value[i] > 0.5f, .mover = GF_RIGID_BODY_MAX, .far = upper ? high[axis] : -low[axis]};
        sides[i].normal[axis] = upper ? 1.0 : -1.0;
    }
}

// Along periodic axes what leaves comes back in. Far outside nothing goes on, and what jumps there stops on the way.
static void keepInWorld(gfRigidBody *b, const gfContactScene *scene, const double before[3])
{
    const gfFluidDef *def = &((const gfBody *)scene->body)->def;
    const double low[2] = {(double)def->origin.x, (double)def->origin.y}, h = (double)def->cellSize;
    const double size[2] = {(double)def->gridWidth * h, (double)def->gridHeight * h};
    const double most = 16.0 * fmax(size[0], size[1]);
    for (int axis = 0; axis < 2; axis++) {
        double limit = fmax(most, fabs(before[axis] - low[axis]));
        if (gfBoundaries_Wrap(&def->boundaries, axis)) {
            b->place[axis] -= size[axis] * floor((b->place[axis] - low[axis]) / size[axis]);
        } else if (!(fabs(b->place[axis] - low[axis]) <= most)) {
            b->velocity[0] = b->velocity[1] = b->spin[2] = 0.0;
            b->place[axis] = fmin(fmax(b->place[axis], low[axis] - limit), low[axis] + limit);
        }
    }
}

static const gfBodyKind bodies2D = {
    .flat = true,
    .handles = GF_HANDLE_RIGID_BODY,
    .bodies = GF_RIGID_BODY_MAX,
    .contacts = 10 * GF_RIGID_BODY_MAX,
    .movers = 2 * GF_RIGID_BODY_MAX + 1,
    .fixed = GF_RIGID_BODY_MAX + 1, // moving solids follow
    .sides = GF_SIDES,
    .asked = sizeof(gfAsked2D),
    .slop = 0.02,
    .undo = 40.0,
    .crushed = 0.1,
    .remake = remake,
    .moveSolid = moveSolid,
    .collide = collideHulls,
    .meetSolids = meetSolids2D,
    .getCorners = getHullCorners,
    .keepInside = keepInWorld,
    .getShadow = gfRigidBody2D_GetWidth,
    .land = gfRigidBodies2D_Collect,
    .takeAnswer = gfRigidBody2D_TakeAnswer,
    .load = gfRigidBody2D_Load,
};

static gfLoadScene getLoadScene(const gfBody *body, double dt)
{
    const gfFluidDef *def = &body->def;
    gfLoadScene scene = {.kind = &bodies2D,
                         .medium = gfSolver_GetMedium(body),
                         .up = {0.0, 1.0, 0.0},
                         .cellSize = (double)def->cellSize,
                         .dt = dt};
    scene.gravity[0] = (double)scene.medium.gravity.x;
    scene.gravity[1] = (double)scene.medium.gravity.y;
    scene.g = hypot(scene.gravity[0], scene.gravity[1]);
    scene.sound = scene.medium.sound * scene.cellSize / dt;
    scene.size = scene.cellSize * fmax((double)def->gridWidth, (double)def->gridHeight);
    return scene;
}

// --- the list --------------------------------------------------------------------------------------------------------

static bool makeQuery(gfQuery *q, const gfFluid *fluid)
{
    const gfMedium medium = gfSolver_GetMedium(&fluid->body);
    q->def = (gfQueryDef){.quantities = GF_QUANTITY_VELOCITY, .maxPoints = GF_RIGID_BODY_MAX * GF_BODY_POINTS};
    if (medium.kind != GF_MEDIUM_FULL) {
        q->def.quantities |= GF_QUANTITY_LIQUID | GF_QUANTITY_SURFACE;
    }
    if (medium.measured) {
        q->def.maxSolids = GF_RIGID_BODY_MAX;
        q->def.density = 1.0f;
    }
    q->solidReach = GF_SOLID_REACH; // all that is asked is whether a point is in one
    if (!gfQuery_Init(q, &fluid->body, fluid->solver, fluid->state)) {
        memset(q, 0, sizeof *q); // what it had is released
        return false;
    }
    return true;
}

bool gfRigidBodies2D_Init(gfRigidBodies2D *o, const gfFluid *fluid)
{
    return gfRigidBodies_Init(&o->all, &fluid->body.device->core, &bodies2D) && makeQuery(&o->query, fluid);
}

void gfRigidBodies2D_Release(void *fluid, void *bodies)
{
    gfDevice *device = ((gfFluid *)fluid)->body.device;
    gfRigidBodies2D *o = bodies;
    gfQuery_Release(device, &o->query);
    gfRigidBodies_Release(&o->all, &device->core);
}

bool gfRigidBodies2D_Follow(const gfFluid *fluid, void *bodies)
{
    gfRigidBodies2D *o = bodies;
    gfQuery query = {.shown = 0};
    if ((o->query.def.maxSolids > 0) == gfSolver_GetMedium(&fluid->body).measured) {
        return true;
    }
    if (!makeQuery(&query, fluid)) {
        return false;
    }
    gfQuery_Release(fluid->body.device, &o->query);
    o->query = query;
    o->all.started = o->all.taken = o->all.nextStep = 0;
    o->coveredTime = 0.0;
    gfRigidBodies_DropRequests(&o->all);
    for (int i = 0; i < o->all.list.capacity; i++) {
        gfRigidBody *b = gfSlots_At(&o->all.list, i);
        if (b != NULL) {
            b->around.measured = false;
            gfRigidBody2D_MarkSolid(b, &fluid->body);
        }
    }
    return true;
}

void gfRigidBodies2D_Reset(gfFluid *fluid, void *bodies)
{
    gfRigidBodies2D *o = bodies;
    gfRigidBodies_Reset(&o->all, &fluid->body);
    o->coveredTime = 0.0;
    o->impacts.taken = o->impacts.reported;
}

// --- a step ----------------------------------------------------------------------------------------------------------

// Notes, for the host, that the body in a slot came into liquid in step number `step`.
static void noteImpact(gfRigidBodies2D *o, int slot, const gfLoadScene *scene, uint64_t step)
{
    gfRigidBody *b = gfSlots_At(&o->all.list, slot);
    const gfSurroundings *a = &b->around;
    bool liquid = scene->medium.kind == GF_MEDIUM_LIQUID, watched = b->watched;
    b->watched = a->known;
    if (!liquid || !watched || b->before >= IMPACT_FRACTION || b->submerged < IMPACT_FRACTION) {
        return;
    }
    // The flow around it is of some steps ago, and moves with it already.
    double length = hypot(1.0, a->slope[0]), into = a->slope[0] * b->velocity[0] - b->velocity[1] + a->swell;
    if (o->impacts.reported - o->impacts.taken == GF_IMPACT_MAX) {
        o->impacts.taken++;
    }
    o->impacts.list[o->impacts.reported++ % GF_IMPACT_MAX] =
        (gfImpact){.body = GF_FROM_HANDLE(gfRigidBodyId, o->all.list.handles[slot]),
                   .place = {(float)b->place[0], (float)a->level},
                   .velocity = {(float)b->velocity[0], (float)b->velocity[1]},
                   .speed = (float)(into / length),
                   .mass = (float)b->mass,
                   .stepCount = step};
}

// Water that a body was dragged by is held back by as much: without a solid there nothing else tells it.
static void giveBack(const gfRigidBody *b, gfBody *body)
{
    double mass = b->density * b->size * fmax(b->around.depth, 1e-9);
    double dx = b->around.flow[0] - b->velocity[0], dy = b->around.flow[1] - b->velocity[1];
    double most = GIVEN_FRACTION * hypot(dx, dy), x = -b->given[0] / mass, y = -b->given[1] / mass, speed = hypot(x, y);
    if (speed > 0.0 && body->sources.splatCount < GF_SPLAT_MAX) {
        double share = fmin(1.0, most / speed);
        gfSourceDef splat = gfDefaultSourceDef();
        splat.shape = gfRigidBody2D_GetShape(b);
        splat.fields = GF_SOURCE_VELOCITY;
        splat.velocity = (gfVec2){gfRigidBody2D_Bound(share * x), gfRigidBody2D_Bound(share * y)};
        const gfSource source = gfSource_Make(&splat);
        gfSources_AddSplat(&body->sources, &body->device->core, &source);
    }
}

bool gfRigidBodies2D_Advance(gfFluid *fluid, void *bodies, float dt)
{
    gfRigidBodies2D *o = bodies;
    gfBody *body = &fluid->body;
    const uint64_t step = fluid->clock.info.stepCount;
    const gfLoadScene loads = getLoadScene(body, (double)dt);
    const double covered = loads.medium.measured ? GF_COVERED_CELLS * loads.cellSize : 0.0;
    gfBodySide sides[GF_SIDES];
    const gfContactScene scene = {&o->all, body, &loads, sides, sides, covered};
    listSides(&body->def, sides);
    bool ok = gfRigidBodies_TakeAnswers(&o->all, body->device, &loads, step);
    if (gfRigidBodies2D_ListSolids(o)) {
        o->query.loadsStale = o->query.restarts = true;
    }
    gfRigidBodies_PrepareMovers(&o->all, &loads);
    for (int i = 0; i < o->all.list.capacity; i++) {
        if (gfSlots_At(&o->all.list, i) != NULL) {
            noteImpact(o, i, &loads, step);
        }
    }
    gfRigidBodies_FindContacts(&scene);
    if (loads.medium.measured) {
        gfRigidBodies2D_CoverFaces(o, &loads);
    }
    gfRigidBodies_Move(&scene);
    for (int i = 0; i < o->all.list.capacity; i++) {
        gfRigidBody *b = gfSlots_At(&o->all.list, i);
        if (b != NULL) {
            gfRigidBody2D_Grow(b, &loads, step);
            moveSolid(b, body, false);
        }
        if (b != NULL && loads.medium.kind == GF_MEDIUM_ABOVE && b->around.known) {
            giveBack(b, body);
        }
    }
    return ok;
}
