// A gfFluid's rigid bodies: contacts with solids and sides, their step, snapshots, and gfBodyKind's functions for 2D.
#include "ext/bodies/rigid_bodies2d.h"

#include "fluid/records.h"

#define GIVEN_FRACTION 0.3   // seen from above drag gives water at most this fraction of the relative speed in a step
#define IMPACT_FRACTION 0.02 // a body counts as in liquid, for impacts, if this fraction of it is under the surface

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

// Returns the index of the mover of a host's solid: its own if it moves and one is left, else the shared one at rest.
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

// Finds contacts of a hull with a concave polygon's nearest or deepest edge, so that bodies can rest in its hollows.
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
    GF_EACH(const gfRigidBody, b, &o->list) {
        if (GF_ID_EQUALS(b->solid, solids->list.handles[slot])) {
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
    GF_EACH(const gfSolid, solid, &solids->list) {
        int k = gfSlots_GetIndex(&solids->list, solid);
        if (solid->mask.id != 0 || solid->def.texture != 0) {
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

// Wraps a body's place along periodic axes. Elsewhere a body that is more than 16 domain sizes away stops.
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
    .fixed = GF_RIGID_BODY_MAX + 1, // movers of moving solids follow these, see getSolidMover
    .sides = GF_SIDES,
    .asked = sizeof(gfAsked2D),
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
    scene.size = scene.cellSize * fmax((double)def->gridWidth, (double)def->gridHeight);
    return scene;
}

// --- the list --------------------------------------------------------------------------------------------------------

static bool makeQuery(gfQuery *q, const gfFluid *fluid)
{
    const gfMedium medium = gfSolver_GetMedium(&fluid->body);
    q->def = (gfQueryDef){.quantities = GF_QUANTITY_VELOCITY, .maxPoints = GF_RIGID_BODY_MAX * GF_BODY_POINTS};
    if (medium.kind != GF_MEDIUM_FULL) {
        q->def.quantities |= GF_QUANTITY_MASS | GF_QUANTITY_SURFACE;
    }
    if (medium.measured) {
        q->def.maxSolids = GF_RIGID_BODY_MAX;
        q->def.density = 1.0f;
    }
    q->solidReach = GF_SOLID_REACH; // the query needs distances only to test whether a point is in a solid
    if (!gfQuery_Init(q, &fluid->body, fluid->solver, fluid->state)) {
        memset(q, 0, sizeof *q); // gfQuery_Init has released its textures
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

void gfRigidBodies2D_Reset(gfFluid *fluid, void *bodies)
{
    gfRigidBodies2D *o = bodies;
    gfRigidBodies_Reset(&o->all, &fluid->body);
    o->coveredTime = 0.0;
    o->impacts.taken = o->impacts.reported;
}

// --- a step ----------------------------------------------------------------------------------------------------------

// Notes an impact for gfFluid_PollImpacts if the body came into liquid in step number `step`.
static void noteImpact(gfRigidBodies2D *o, gfRigidBody *b, const gfLoadScene *scene, uint64_t step)
{
    const gfSurroundings *a = &b->around;
    bool liquid = scene->medium.kind == GF_MEDIUM_LIQUID, watched = b->watched;
    b->watched = a->known;
    if (!liquid || !watched || b->before >= IMPACT_FRACTION || b->submerged < IMPACT_FRACTION) {
        return;
    }
    // The speed relative to still water that swell lifts, not to the measured flow, which is old and follows the body.
    double length = hypot(1.0, a->slope[0]), into = a->slope[0] * b->velocity[0] - b->velocity[1] + a->swell;
    if (o->impacts.reported - o->impacts.taken == GF_IMPACT_MAX) {
        o->impacts.taken++;
    }
    o->impacts.list[o->impacts.reported++ % GF_IMPACT_MAX] =
        (gfImpact){.body = GF_FROM_HANDLE(gfRigidBodyId, o->all.list.handles[gfSlots_GetIndex(&o->all.list, b)]),
                   .place = {(float)b->place[0], (float)a->level},
                   .velocity = {(float)b->velocity[0], (float)b->velocity[1]},
                   .speed = (float)(into / length),
                   .mass = (float)b->mass,
                   .stepCount = step};
}

// Gives water the reaction to a body's drag by a splat, as a body seen from above has no solid that water would feel.
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
        splat.velocity = (gfVec2){gfSolid_LimitVelocity(share * x), gfSolid_LimitVelocity(share * y)};
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
    GF_EACH(gfRigidBody, b, &o->all.list) {
        noteImpact(o, b, &loads, step);
    }
    gfRigidBodies_FindContacts(&scene);
    if (loads.medium.measured) {
        gfRigidBodies2D_CoverFaces(o, &loads);
    }
    gfRigidBodies_Move(&scene);
    GF_EACH(gfRigidBody, b, &o->all.list) {
        moveSolid(b, body, false);
        if (loads.medium.kind == GF_MEDIUM_ABOVE && b->around.known) {
            giveBack(b, body);
        }
    }
    return ok;
}

// --- snapshots -------------------------------------------------------------------------------------------------------

static const gfMember poseMembers[] = {
    GF_SAVED_XY(gfPose, place, PLACE),
    GF_SAVED(gfPose, angle, PLACE),
    GF_SAVED_XY(gfPose, velocity, PLACE),
    GF_SAVED_Z(gfPose, spin, PLACE),
};
static const gfRecord poseRecord = GF_RECORD(gfPose, poseMembers);

static const gfMember surroundingsMembers[] = {
    GF_MEMBER(gfSurroundings, known),
    GF_MEMBER(gfSurroundings, levelKnown),
    GF_SAVED(gfSurroundings, level, SPOT),
    GF_SAVED_PART(gfSurroundings, slope, 0, 1, SPOT),
    GF_MEMBER_OF(gfSurroundings, last, poseRecord),
    GF_MEMBER(gfSurroundings, measured),
    GF_MEMBER_OF(gfSurroundings, middle, poseRecord),
    GF_SAVED(gfSurroundings, residual, FORCE),
    GF_MEMBER_WITHIN(gfSurroundings, wetFraction, 0.0, 1.01),
    GF_SAVED(gfSurroundings, levelPlace, SPOT),
    GF_SAVED(gfSurroundings, slowLevel, SPOT),
    GF_SAVED(gfSurroundings, swell, SPOT),
    GF_SAVED_PART(gfSurroundings, slope, 1, 1, SPOT),
    GF_SAVED_XY(gfSurroundings, flow, SPOT),
    GF_SAVED_Z(gfSurroundings, turning, SPOT),
    GF_SAVED(gfSurroundings, wet, SPOT),
    GF_SAVED_XY(gfSurroundings, wetArm, SPOT),
    GF_SAVED(gfSurroundings, depth, SPOT),
    GF_SAVED(gfSurroundings, onGround, SPOT),
    GF_SAVED(gfSurroundings, groundForce, SPOT),
    GF_SAVED(gfSurroundings, groundTurn, SPOT),
};
static const gfRecord surroundingsRecord = GF_RECORD(gfSurroundings, surroundingsMembers);

static const gfMember hostMembers[] = {
    GF_SAVED_XY(gfHostMotion, force, FORCE),
    GF_SAVED_Z(gfHostMotion, moment, FORCE),
    GF_SAVED_XY(gfHostMotion, velocity, PLACE),
    GF_SAVED_Z(gfHostMotion, spin, PLACE),
    GF_MEMBER_WITHIN(gfHostMotion, lasted, 0.0, GF_SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfHostMotion, period, 0.0, GF_SAVED_PLACE_MOST),
};
static const gfRecord hostRecord = GF_RECORD(gfHostMotion, hostMembers);

// Members of a body that a snapshot has beside its definition. All others follow from these.
static const gfMember bodyMembers[] = {
    GF_SAVED_XY(gfRigidBody, place, PLACE),
    GF_SAVED(gfRigidBody, angle, PLACE),
    GF_SAVED_XY(gfRigidBody, velocity, PLACE),
    GF_SAVED_Z(gfRigidBody, spin, PLACE),
    GF_MEMBER_OF(gfRigidBody, around, surroundingsRecord),
    GF_MEMBER_OF(gfRigidBody, host, hostRecord),
    GF_MEMBER(gfRigidBody, knownFrom),
    GF_SAVED_XY(gfRigidBody, force, FORCE),
    GF_SAVED_Z(gfRigidBody, torque, FORCE),
    GF_SAVED(gfRigidBody, submerged, FORCE),
    GF_MEMBER_WITHIN(gfRigidBody, period, 0.0, GF_SAVED_FORCE_MOST),
    GF_SAVED_XY(gfRigidBody, given, FORCE),
    GF_SAVED(gfRigidBody, covered, FORCE),
    // Saved, as it depends on the fluid's density at the time when the body was defined.
    GF_MEMBER_WITHIN(gfRigidBody, density, 0.0, 1e6),
    GF_MEMBER(gfRigidBody, grounded),
};
static const gfRecord bodyRecord = GF_RECORD(gfRigidBody, bodyMembers);

static const gfMember spotMembers[] = {
    GF_SAVED(gfSpot2D, velocity, SPOT),
    GF_SAVED(gfSpot2D, liquid, SPOT),
    GF_SAVED(gfSpot2D, surface, SPOT),
    GF_MEMBER(gfSpot2D, inside),
};
static const gfRecord spotRecord = GF_RECORD(gfSpot2D, spotMembers);

static const gfMember askedMembers[] = {
    GF_MEMBER(gfAsked2D, all.generation),          GF_MEMBER_WITHIN(gfAsked2D, all.index, 0, GF_RIGID_BODY_MAX - 1),
    GF_MEMBER_OF(gfAsked2D, all.pose, poseRecord), GF_SAVED(gfAsked2D, loads, SPOT),
    GF_SAVED(gfAsked2D, covered, FORCE),           GF_SAVED(gfAsked2D, points, SPOT),
    GF_MEMBER_OF(gfAsked2D, spots, spotRecord),
};
static const gfRecord askedRecord = GF_RECORD(gfAsked2D, askedMembers);

static void archiveRigidBody(gfArchive *archive, void *item, void *user)
{
    gfRigidBody *b = item;
    gfBody *body = user;
    gfRigidBodyDef def = b->def2D;
    gfArchive_Record(archive, &gf_rigidBodyDefRecord, &def);
    if (gfArchive_Reads(archive)) {
        archive->failed = !gfRigidBody2D_Check(&archive->device->core, &def, archive->caller);
    }
    if (gfArchive_Reads(archive)) {
        *b = gfRigidBody2D_Make(body, &def);
    }
    gfArchive_Record(archive, &bodyRecord, b);
    gfArchive_OwnSolid(archive, &body->solids.list, b);
    const gfSolid *solid = gfRigidBody_FindSolid(b, &body->solids.list);
    if (gfArchive_Reads(archive) && solid != NULL &&
        (solid->mask.id != 0 || gfSolver_GetMedium(body).kind == GF_MEDIUM_ABOVE)) {
        gfArchive_Fail(archive, "the solid of a rigid body");
    }
}

// Archives the forces on bodies' solids, which the query has summed since the last request.
static void archiveLoads(gfArchive *archive, gfRigidBodies2D *o)
{
    gfQuery *q = &o->query;
    if (q->def.maxSolids > 0) {
        gfArchive_Bytes(archive, &q->elapsed_s, sizeof q->elapsed_s);
        gfArchive_Bytes(archive, &o->coveredTime, sizeof o->coveredTime);
        gfArchive_Bool(archive, &q->restarts, "rigid bodies' loads");
        gfArchive_Bool(archive, &q->loadsStale, "rigid bodies' loads");
        gfArchive_Texture(archive, "loads of rigid bodies", &q->loads.read, false);
    }
    if (gfArchive_Reads(archive)) {
        gfRigidBodies2D_ListSolids(o);
    }
}

void gfRigidBodies2D_Archive(gfArchive *archive, gfRigidBodies2D *o, gfBody *body)
{
    if (archive->mode == GF_ARCHIVE_WRITE) {
        gfRigidBodies_Land(archive->device, &o->all);
    }
    gfArchive_Slots(archive, &o->all.list, &o->all.count, archiveRigidBody, body);
    archiveLoads(archive, o);
    gfArchive_Requests(archive, &o->all, &askedRecord);
    // At most two contacts for each pair of bodies or body and solid, and one for each corner of a body and side.
    int bodies = o->all.list.capacity, solids = body->solids.list.capacity;
    gfArchive_Contacts(archive, &o->all.contacts, bodies * (bodies + 2 * solids + GF_SIDES * GF_POLYGON_MAX));
}
