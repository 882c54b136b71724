#include "ext/fluid3d/rigid_bodies3d.h"

#include "ext/bodies/asking.h"
#include "gl/framebuffer.h"
#include "shared.h"

#include <string.h>

#define CONTACTS_PER_BOX 24
#define SOLID_FRICTION_3D 0.5
#define SLOP_RADII 0.02
#define PUSH_RADII 20.0    // a second
#define CRUSHED_RADII 0.05 // deepest in a closed side, where others crush a body
#define CLEARANCE 0.4      // kernel radii: nearer to a solid or side nothing is asked
#define ASKED_TEXELS (GF_RIGID_BODY3D_MAX * GF_BODY3D_POINTS)
#define ASKED_ROWS ((ASKED_TEXELS + GF_ASKED_WIDTH - 1) / GF_ASKED_WIDTH)

// Movers, in this order: bodies, what stands still, the container's sides, solids.
enum {
    MOVER_STILL = GF_RIGID_BODY3D_MAX,
    MOVER_SIDES = MOVER_STILL + 1,
    MOVER_SOLIDS = MOVER_SIDES + 6,
    MOVERS = MOVER_SOLIDS + GF_SOLID3D_MAX
};

gfRigidBody3DDef gfDefaultRigidBody3DDef(void)
{
    return (gfRigidBody3DDef){.shape = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}},
                              .density = 500.0f,
                              .friction = 0.4f,
                              .gravityScale = 1.0f,
                              .drag = 1.0f,
                              .angularDrag = 1.0f,
                              .cookie = GF_RIGID_BODY3D_COOKIE};
}

// --- one body --------------------------------------------------------------------------------------------------------

bool gfRigidBody3D_Check(const gfCore *core, const gfRigidBody3DDef *def, const char *caller)
{
    const double most = (double)GF_VALUE_MAX;
    GF_REQUIRE(core, def != NULL, NULL_ARGUMENT, "%s: def is null", caller);
    GF_REQUIRE(core, def->cookie == GF_RIGID_BODY3D_COOKIE, COOKIE,
               "%s: make the definition with gfDefaultRigidBody3DDef()", caller);
    GF_REQUIRE(core, def->surface == GF_SURFACE_FREE_SLIP || def->surface == GF_SURFACE_NO_SLIP, OUT_OF_RANGE,
               "%s: surface is %d; a gfSurface is expected", caller, (int)def->surface);
    const gfRange ranges[] = {
        {"density", (double)def->density, (double)1e-3f, 1e6},
        {"mass", (double)def->mass, 0.0, (double)1e12f},
        {"inertia.x", (double)def->inertia.x, 0.0, (double)1e18f},
        {"inertia.y", (double)def->inertia.y, 0.0, (double)1e18f},
        {"inertia.z", (double)def->inertia.z, 0.0, (double)1e18f},
        {"fluidDensity", (double)def->fluidDensity, 0.0, 1e6},
        {"velocity.x", (double)def->velocity.x, -most, most},
        {"velocity.y", (double)def->velocity.y, -most, most},
        {"velocity.z", (double)def->velocity.z, -most, most},
        {"angularVelocity.x", (double)def->angularVelocity.x, -most, most},
        {"angularVelocity.y", (double)def->angularVelocity.y, -most, most},
        {"angularVelocity.z", (double)def->angularVelocity.z, -most, most},
        {"friction", (double)def->friction, 0.0, 10.0},
        {"restitution", (double)def->restitution, 0.0, 1.0},
        {"gravityScale", (double)def->gravityScale, -10.0, 10.0},
        {"drag", (double)def->drag, 0.0, 100.0},
        {"angularDrag", (double)def->angularDrag, 0.0, 100.0},
    };
    return gfCheckRanges(core, ranges, GF_COUNT(ranges), caller) && gfShape3D_Check(core, &def->shape, caller);

error:
    return false;
}

static void setVector(double to[3], gfVec3 v)
{
    to[0] = (double)v.x;
    to[1] = (double)v.y;
    to[2] = (double)v.z;
}

static gfVec3 getVector(const double v[3], double most)
{
    float c[3];
    for (int i = 0; i < 3; i++) {
        c[i] = (float)fmin(fmax(v[i], -most), most);
    }
    return (gfVec3){c[0], c[1], c[2]};
}

gfRigidBody3D gfRigidBody3D_Make(const gfVolumeBody *body, const gfRigidBody3DDef *def)
{
    const gfShape3DPose pose = gfShape3D_GetPose(&def->shape, (gfTurn){0.0, 0.0, 0.0, 1.0});
    const gfRoundedBox box = gfRoundedBox_Make(&pose);
    const gfBulk bulk = gfRoundedBox_GetBulk(&box);
    gfRigidBody3D b = {.def = *def, .turn = pose.turn, .radius = box.radius};
    double given[3];
    memcpy(b.place, pose.centre, sizeof b.place);
    memcpy(b.half, box.half, sizeof b.half);
    b.bound = gfRoundedBox_GetBound(&box);
    b.inner = fmin(fmin(b.half[0], b.half[1]), b.half[2]) + b.radius;
    b.volume = fmax(bulk.volume, 1e-27);
    b.mass = def->mass > 0.0f ? (double)def->mass : fmax((double)def->density * b.volume, 1e-27);
    setVector(given, def->inertia);
    for (int i = 0; i < 3; i++) {
        b.inertia[i] = given[i] > 0.0 ? given[i] : fmax(b.mass * bulk.inertia[i] / b.volume, 1e-36);
    }
    b.density = def->fluidDensity > 0.0f ? (double)def->fluidDensity : (double)body->def.particles.materials[0].density;
    setVector(b.velocity, def->velocity);
    setVector(b.spin, def->angularVelocity);
    if (def->hostDriven) { // it is borne until the fluid is known
        double gravity[3];
        setVector(gravity, body->def.particles.gravity);
        gfRigidBody3D_Bear(&b, gravity);
    }
    return b;
}

gfShape3DPose gfRigidBody3D_GetPose(const gfRigidBody3D *b)
{
    gfShape3DPose pose = {.turn = b->turn, .radius = b->radius};
    memcpy(pose.centre, b->place, sizeof pose.centre);
    memcpy(pose.half, b->half, sizeof pose.half);
    return pose;
}

gfShape3D gfRigidBody3D_GetShape(const gfRigidBody3D *b)
{
    gfShape3D shape = b->def.shape;
    double ends[2][3], axis[3];
    gfTurn_Apply(b->turn, (const double[3]){0.0, b->half[1], 0.0}, axis);
    for (int i = 0; i < 3; i++) {
        ends[0][i] = b->place[i] - axis[i];
        ends[1][i] = b->place[i] + axis[i];
    }
    bool capsule = shape.kind == GF_SHAPE3D_CAPSULE;
    shape.a = getVector(capsule ? ends[0] : b->place, 1e9);
    shape.b = capsule ? getVector(ends[1], 1e9) : shape.b;
    shape.rotation = shape.kind == GF_SHAPE3D_BOX ? gfTurn_ToQuat(b->turn) : shape.rotation;
    return shape;
}

gfSolid3DDef gfRigidBody3D_GetSolid(const gfRigidBody3D *b)
{
    gfSolid3DDef def = gfDefaultSolid3DDef();
    def.shape = gfRigidBody3D_GetShape(b);
    def.velocity = getVector(b->velocity, (double)GF_VALUE_MAX);
    def.angularVelocity = getVector(b->spin, (double)GF_VALUE_MAX);
    def.surface = b->def.surface;
    return def;
}

void gfRigidBody3D_MoveSolid(const gfRigidBody3D *b, gfVolumeBody *body, bool jumps)
{
    gfSolid3D *solid = gfSlots_At(&body->solids.list, b->solid.index);
    if (!GF_IS_NULL(b->solid) && solid != NULL && GF_ID_EQUALS(body->solids.list.handles[b->solid.index], b->solid)) {
        solid->def = gfRigidBody3D_GetSolid(b);
        solid->target = gfRigidBody3D_GetPose(b);
        solid->now = jumps ? solid->target : solid->now;
        solid->ofBody = true;
        body->solids.version++;
    }
}

void gfRigidBody3D_Forget(gfRigidBody3D *b, uint64_t step)
{
    memset(&b->around, 0, sizeof b->around);
    memset(&b->host, 0, sizeof b->host);
    memcpy(b->host.velocity, b->velocity, sizeof b->host.velocity);
    memcpy(b->host.spin, b->spin, sizeof b->host.spin);
    b->asked = step;
}

// --- making ----------------------------------------------------------------------------------------------------------

static bool createProbe(gfRigidBodies3D *o, const gfVolumeBody *body, const gfVolume *volume)
{
    static const float up[3] = {0.0f, 1.0f, 0.0f};
    gfDevice *device = body->device;
    const gfTexture *const answer = &o->answer;
    bool ok = gfTexture_Create(device, &o->answer, GF_FORMAT_RGBA32UI, GF_ASKED_WIDTH, ASKED_ROWS) &&
              gfFramebuffer_Warm(device, &answer, 1) && gfReadRing_Create(device, &o->ring, GF_ASKED_WIDTH, ASKED_ROWS);
    for (int i = 0; ok && i < GF_READ_RING; i++) {
        ok = gfTexture_Create(device, &o->requests[i].asked, GF_FORMAT_RGBA32UI, GF_ASKED_WIDTH, ASKED_ROWS);
    }
    return ok && gfVolume_Probe(body, volume, &o->requests[0].asked, &o->answer, 0, up); // compiles
}

gfRigidBodies3D *gfRigidBodies3D_Create(const gfVolumeBody *body, const gfVolume *volume)
{
    gfCore *core = &body->device->core;
    gfRigidBodies3D *o = gfAlloc(core, sizeof *o);
    if (o == NULL) {
        return NULL;
    }
    gfSlots_Init(&o->list, GF_HANDLE_RIGID_BODY3D, sizeof(gfRigidBody3D), GF_RIGID_BODY3D_MAX);
    bool ok = gfContacts_Create(core, &o->contacts, CONTACTS_PER_BOX * GF_RIGID_BODY3D_MAX) &&
              (o->movers = gfAlloc(core, MOVERS * sizeof *o->movers)) != NULL &&
              (o->boxes = gfAlloc(core, GF_RIGID_BODY3D_MAX * sizeof *o->boxes)) != NULL &&
              (o->texels = gfAlloc(core, (size_t)4 * ASKED_ROWS * GF_ASKED_WIDTH * sizeof *o->texels)) != NULL;
    for (int i = 0; ok && i < GF_READ_RING; i++) {
        ok = (o->requests[i].spots = gfAlloc(core, ASKED_TEXELS * sizeof(gfSpot3D))) != NULL;
    }
    if (!ok || !createProbe(o, body, volume)) {
        gfRigidBodies3D_Destroy(body->device, o);
        o = NULL;
    }
    return o;
}

void gfRigidBodies3D_Destroy(gfDevice *device, gfRigidBodies3D *o)
{
    gfCore *core = &device->core;
    if (o == NULL) {
        return;
    }
    gfReadRing_Destroy(device, &o->ring);
    gfTexture_Destroy(device, &o->answer);
    for (int i = 0; i < GF_READ_RING; i++) {
        gfTexture_Destroy(device, &o->requests[i].asked);
        gfFree(core, o->requests[i].spots);
    }
    gfContacts_Destroy(core, &o->contacts);
    gfFree(core, o->movers);
    gfFree(core, o->boxes);
    gfFree(core, o->texels);
    gfSlots_Destroy(&o->list, core);
    gfFree(core, o);
}

void gfRigidBodies3D_Reset(gfRigidBodies3D *o, gfVolumeBody *body)
{
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody3D *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            gfSolid3DId solid = b->solid;
            gfRigidBody3DDef def = b->def;
            *b = gfRigidBody3D_Make(body, &def);
            b->solid = solid;
            gfRigidBody3D_MoveSolid(b, body, true);
        }
    }
    for (int i = 0; i < GF_READ_RING; i++) {
        o->requests[i].count = 0; // what comes is of before
        o->requests[i].due = 0;
    }
    o->nextAsk = 0;
    o->contacts.count = 0;
}

// --- answers ---------------------------------------------------------------------------------------------------------

// Of the container's axes and cells in the world's metres.
static void takeSpot(const gfBody3DRequest *r, const uint32_t texel[4], bool level, gfSpot3D *spot)
{
    float v[4];
    memcpy(v, texel, sizeof v);
    if (!(isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]) && isfinite(v[3]))) {
        spot->known = false;
        return;
    }
    const double local[3] = {(double)v[0] * r->radius, (double)v[1] * r->radius, (double)v[2] * r->radius};
    gfTurn_Apply(r->pose.turn, local, spot->velocity);
    spot->found = (double)v[3] * (level ? r->radius : 1.0);
}

// Brings the oldest answer that has not landed into host memory; waits if the GPU is that far behind. False and
// reported: it is lost.
static bool landVolume(gfDevice *device, gfRigidBodies3D *o, gfBody3DRequest *r)
{
    gfReadStatus status = gfReadRing_Take(device, &o->ring, true, o->texels);
    r->landed = true;
    if (status != GF_READ_READY) {
        r->count = 0; // bodies go on with what they know
    }
    for (int i = 0; i < r->count * GF_BODY3D_POINTS; i++) {
        takeSpot(r, o->texels + (size_t)4 * (size_t)i, i % GF_BODY3D_POINTS < GF_BODY3D_LEVEL_POINTS, &r->spots[i]);
    }
    return status == GF_READ_READY;
}

void gfRigidBodies3D_Land(gfDevice *device, gfRigidBodies3D *o)
{
    for (uint64_t i = o->taken; i < o->started; i++) {
        gfBody3DRequest *r = &o->requests[i % GF_READ_RING];
        if (!r->landed) {
            landVolume(device, o, r);
        }
    }
}

// Those hemmed in by others take the level that the nearest body sees.
static void borrowSurface(gfRigidBodies3D *o)
{
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody3D *b = gfSlots_At(&o->list, i);
        double nearest = INFINITY;
        for (int k = 0; b != NULL && b->around.known && !b->around.levelKnown && k < o->list.capacity; k++) {
            const gfRigidBody3D *other = gfSlots_At(&o->list, k);
            if (other != NULL && other->around.levelKnown) {
                const double way[3] = {other->place[0] - b->place[0], other->place[1] - b->place[1],
                                       other->place[2] - b->place[2]};
                if (gfDot3(way, way) < nearest) {
                    nearest = gfDot3(way, way);
                    b->around.level = other->around.level;
                    memset(b->around.slope, 0, sizeof b->around.slope);
                }
            }
        }
    }
}

// Takes those answers that are due, and waits for none that is not.
static bool takeDue(gfRigidBodies3D *o, gfDevice *device, const gfLoadScene3D *scene, uint64_t step)
{
    bool took = false, ok = true;
    while (o->taken < o->started && o->requests[o->taken % GF_READ_RING].due <= step) {
        gfBody3DRequest *r = &o->requests[o->taken % GF_READ_RING];
        ok = (r->landed || landVolume(device, o, r)) && ok;
        for (int i = 0; i < r->count; i++) {
            gfHandle id = r->ids[i];
            gfRigidBody3D *b = gfSlots_At(&o->list, id.index);
            if (b != NULL && GF_ID_EQUALS(o->list.handles[id.index], id) && r->step >= b->asked) {
                gfRigidBody3D_Look(b, scene, r->spots + (size_t)i * GF_BODY3D_POINTS, r->places[i],
                                   scene->dt * gfBodyAsking_GetStride(scene->dt));
            }
        }
        o->taken++;
        took = true;
    }
    if (took) {
        borrowSurface(o);
    }
    return ok;
}

// Whether a place is clear of all solids.
static bool isClear(const gfVolumeBody *body, const double place[3], double clearance)
{
    for (int i = 0; i < body->solids.list.capacity; i++) {
        const gfSolid3D *solid = gfSlots_At(&body->solids.list, i);
        if (solid != NULL && gfShape3DPose_GetDistance(&solid->now, place) < clearance) {
            return false;
        }
    }
    return true;
}

// Points beyond the container, or near its sides, are moved in.
static void writeQuestions(const gfVolumeBody *body, const gfLoadScene3D *scene, const gfRigidBody3D *b,
                           gfSpot3D *spots, uint32_t *texels)
{
    const gfContainerPose *pose = &body->container.now;
    double reach = gfRigidBody3D_PlacePoints(b, scene, spots), clearance = CLEARANCE * scene->radius;
    for (int p = 0; p < GF_BODY3D_POINTS; p++) {
        gfSpot3D *s = &spots[p];
        double place[3], local[3];
        float asked[4] = {0.0f, 0.0f, 0.0f, p < GF_BODY3D_LEVEL_POINTS ? (float)(reach / scene->radius) : 0.0f};
        for (int i = 0; i < 3; i++) {
            place[i] = b->place[i] + s->arm[i];
        }
        gfContainer_ToLocal(pose, place, local);
        for (int i = 0; i < 3; i++) {
            double low = fmin(clearance, 0.5 * pose->size[i]);
            local[i] = fmin(fmax(local[i], low), pose->size[i] - low);
            asked[i] = (float)(local[i] / scene->radius);
        }
        gfContainer_ToWorld(pose, local, place);
        for (int i = 0; i < 3; i++) {
            s->arm[i] = place[i] - b->place[i];
        }
        s->known = isClear(body, place, clearance);
        memcpy(texels + (size_t)4 * (size_t)p, asked, sizeof asked);
    }
}

bool gfRigidBodies3D_Ask(gfRigidBodies3D *o, const gfVolumeBody *body, const gfVolume *volume, uint64_t step, double dt)
{
    gfBody3DRequest *r = &o->requests[o->started % GF_READ_RING];
    const gfLoadScene3D scene = gfLoadScene3D_Get(body, volume, dt);
    double up[3];
    if (o->count == 0 || step < o->nextAsk || o->started - o->taken == GF_READ_RING) {
        return true;
    }
    r->count = 0;
    for (int i = 0; i < o->list.capacity; i++) {
        const gfRigidBody3D *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            size_t first = (size_t)r->count * GF_BODY3D_POINTS;
            writeQuestions(body, &scene, b, r->spots + first, o->texels + 4 * first);
            memcpy(r->places[r->count], b->place, sizeof b->place);
            r->ids[r->count++] = o->list.handles[i];
        }
    }
    r->pose = body->container.now;
    r->radius = scene.radius;
    gfTurn_Apply(gfTurn_Invert(r->pose.turn), scene.up, up);
    if (!gfTexture_Upload(body->device, &r->asked, o->texels) ||
        !gfVolume_Probe(body, volume, &r->asked, &o->answer, r->count * GF_BODY3D_POINTS,
                        (const float[3]){(float)up[0], (float)up[1], (float)up[2]}) ||
        !gfReadRing_Start(body->device, &o->ring, &o->answer)) {
        return false;
    }
    r->step = step;
    r->due = step + (uint64_t)(GF_BODY_LAG_ASKS * gfBodyAsking_GetStride(dt));
    r->landed = false;
    o->nextAsk = step + (uint64_t)gfBodyAsking_GetStride(dt);
    o->started++;
    return true;
}

// --- contacts --------------------------------------------------------------------------------------------------------

// Things that contacts know by number, in this order.
enum { OF_BOX = 0, OF_SOLID3D = 0x10000, OF_CONTAINER = 0x20000 };

// A step's contacts: what it is made of. `now` and `next`: the container before and after it.
typedef struct VolumeScene {
    gfRigidBodies3D *bodies;
    gfVolumeBody *body;
    double dt, gravity, radius;
    const gfContainerPose *now, *next;
} VolumeScene;

// How far off contacts are made of what may meet in this step, m.
static double getReach3D(const VolumeScene *scene, const gfRigidBody3D *b)
{
    double speed = sqrt(gfDot3(b->velocity, b->velocity)) + sqrt(gfDot3(b->spin, b->spin)) * b->bound;
    return 2.0 * scene->dt * (speed + scene->dt * scene->gravity) + 4.0 * scene->bodies->contacts.slop;
}

static void addContacts3D(const VolumeScene *scene, const gfContact *found, int count, const int numbers[2],
                          const int movers[2], const double *const places[2], double friction, double restitution)
{
    for (int i = 0; i < count; i++) {
        gfContact c = found[i];
        const double place[3] = {c.arms[0][0], c.arms[0][1], c.arms[0][2]};
        c.memory.pair = (uint64_t)(uint32_t)numbers[0] << 32 | (uint32_t)numbers[1];
        c.a = movers[0];
        c.b = movers[1];
        c.friction = friction;
        c.restitution = restitution;
        for (int axis = 0; axis < 3; axis++) {
            c.arms[0][axis] = place[axis] - places[0][axis];
            c.arms[1][axis] = place[axis] - places[1][axis];
        }
        gfContacts_Add(&scene->bodies->contacts, &c);
    }
}

static bool isNear3D(const double a[3], const double b[3], double distance)
{
    const double way[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    return gfDot3(way, way) <= distance * distance;
}

static void meetOtherBodies(const VolumeScene *scene, int i, const gfRigidBody3D *b, double reach)
{
    gfRigidBodies3D *o = scene->bodies;
    gfContact found[GF_BOX_CONTACTS];
    for (int k = i + 1; k < o->list.capacity; k++) {
        const gfRigidBody3D *other = gfSlots_At(&o->list, k);
        double all = other != NULL ? reach + getReach3D(scene, other) : 0.0;
        if (other == NULL || !isNear3D(b->place, other->place, b->bound + other->bound + all)) {
            continue;
        }
        int count = gfRoundedBox_Collide(&o->boxes[i], &o->boxes[k], all, found);
        addContacts3D(scene, found, count, (const int[2]){i, OF_BOX + k}, (const int[2]){i, k},
                      (const double *const[2]){b->place, other->place},
                      sqrt((double)b->def.friction * (double)other->def.friction),
                      fmax((double)b->def.restitution, (double)other->def.restitution));
    }
}

static void meetSolids3D(const VolumeScene *scene, int i, const gfRigidBody3D *b, double reach)
{
    gfRigidBodies3D *o = scene->bodies;
    const gfSolids3D *solids = &scene->body->solids;
    gfContact found[GF_BOX_CONTACTS];
    for (int k = 0; k < solids->list.capacity; k++) {
        const gfSolid3D *solid = gfSlots_At(&solids->list, k);
        if (solid == NULL || solid->ofBody) {
            continue;
        }
        gfMover *mover = &o->movers[MOVER_SOLIDS + k];
        *mover = (gfMover){.invMass = 0.0};
        setVector(mover->velocity, solid->def.velocity);
        setVector(mover->spin, solid->def.angularVelocity);
        const gfRoundedBox box = gfRoundedBox_Make(&solid->now);
        double all = reach + 2.0 * scene->dt * sqrt(gfDot3(mover->velocity, mover->velocity));
        if (isNear3D(b->place, box.centre, b->bound + gfRoundedBox_GetBound(&box) + all)) {
            int count = gfRoundedBox_Collide(&o->boxes[i], &box, all, found);
            addContacts3D(scene, found, count, (const int[2]){i, OF_SOLID3D + k}, (const int[2]){i, MOVER_SOLIDS + k},
                          (const double *const[2]){b->place, box.centre},
                          sqrt((double)b->def.friction * SOLID_FRICTION_3D), (double)b->def.restitution);
        }
    }
}

// The container's sides move as it goes, turns and stretches in this step.
static void moveContainerSides(const VolumeScene *scene)
{
    const gfContainerPose *now = scene->now, *next = scene->next;
    double angles[3];
    gfTurn_GetAngles(gfTurn_Multiply(next->turn, gfTurn_Invert(now->turn)), angles);
    for (int side = 0; side < 6; side++) {
        int axis = side / 2;
        gfMover *m = &scene->bodies->movers[MOVER_SIDES + side];
        double own[3] = {0.0, 0.0, 0.0}, outwards[3];
        own[axis] = 0.5 * (next->size[axis] - now->size[axis]) * (side % 2 == 1 ? 1.0 : -1.0);
        gfTurn_Apply(now->turn, own, outwards);
        *m = (gfMover){.invMass = 0.0};
        for (int i = 0; i < 3; i++) {
            m->velocity[i] = (next->position[i] - now->position[i] + outwards[i]) / scene->dt;
            m->spin[i] = angles[i] / scene->dt;
        }
    }
}

static bool isClosedSide(const gfVolumeBody *body, int side)
{
    return (body->def.openSides >> side & 1) == 0;
}

static void getOutwards(const gfContainerPose *pose, int side, double outwards[3])
{
    double own[3] = {0.0, 0.0, 0.0};
    own[side / 2] = side % 2 == 1 ? 1.0 : -1.0;
    gfTurn_Apply(pose->turn, own, outwards);
}

static void meetContainer(const VolumeScene *scene, int i, const gfRigidBody3D *b, double reach)
{
    const gfRoundedBox *box = &scene->bodies->boxes[i];
    const gfContainerPose *now = scene->now;
    double corners[8][3];
    int count = gfRoundedBox_GetCorners(box, corners);
    for (int side = 0; side < 6; side++) {
        const gfMover *m = &scene->bodies->movers[MOVER_SIDES + side];
        int axis = side / 2;
        double normal[3];
        double far = sqrt(3.0) * fmax(fmax(now->size[0], now->size[1]), now->size[2]);
        double all =
            reach + 2.0 * scene->dt * (sqrt(gfDot3(m->velocity, m->velocity)) + far * sqrt(gfDot3(m->spin, m->spin)));
        getOutwards(now, side, normal);
        for (int k = 0; k < count && isClosedSide(scene->body, side); k++) {
            const double arm[3] = {corners[k][0] - now->position[0], corners[k][1] - now->position[1],
                                   corners[k][2] - now->position[2]};
            double away = 0.5 * now->size[axis] - gfDot3(arm, normal) - box->radius;
            gfContact c = {.memory = {.feature = k}, .separation = away};
            for (int n = 0; n < 3; n++) {
                c.normal[n] = normal[n];
                c.arms[0][n] = corners[k][n] + normal[n] * (box->radius + 0.5 * away);
            }
            if (away <= all) {
                addContacts3D(scene, &c, 1, (const int[2]){i, OF_CONTAINER + side},
                              (const int[2]){i, MOVER_SIDES + side}, (const double *const[2]){b->place, now->position},
                              sqrt((double)b->def.friction * SOLID_FRICTION_3D), (double)b->def.restitution);
            }
        }
    }
}

static void findContacts3D(const VolumeScene *scene)
{
    gfRigidBodies3D *o = scene->bodies;
    gfContacts_Begin(&o->contacts);
    moveContainerSides(scene);
    for (int i = 0; i < o->list.capacity; i++) {
        const gfRigidBody3D *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            const gfShape3DPose pose = gfRigidBody3D_GetPose(b);
            o->boxes[i] = gfRoundedBox_Make(&pose);
        }
    }
    for (int i = 0; i < o->list.capacity; i++) {
        const gfRigidBody3D *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            double reach = getReach3D(scene, b);
            meetOtherBodies(scene, i, b, reach);
            meetSolids3D(scene, i, b, reach);
            meetContainer(scene, i, b, reach);
        }
    }
}

// --- a step ----------------------------------------------------------------------------------------------------------

// What is not round wobbles as it turns (Euler's equations; one Newton step of the implicit form, Catto 2015).
static void wobble(gfRigidBody3D *b, double dt)
{
    const double *in = b->inertia;
    double w[3], own[3], f[3], j[3][3], change[3];
    gfTurn_Apply(gfTurn_Invert(b->turn), b->spin, w);
    for (int i = 0; i < 3; i++) {
        own[i] = in[i] * w[i];
    }
    gfCross3(w, own, f);
    const double skew[3][3] = {{0.0, -w[2], w[1]}, {w[2], 0.0, -w[0]}, {-w[1], w[0], 0.0}};
    const double skewOwn[3][3] = {{0.0, -own[2], own[1]}, {own[2], 0.0, -own[0]}, {-own[1], own[0], 0.0}};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            j[k][i] = (i == k ? in[i] : 0.0) + dt * (skew[i][k] * in[k] - skewOwn[i][k]); // by columns
        }
    }
    gfCross3(j[1], j[2], change);
    double det = gfDot3(j[0], change);
    if (!(fabs(det) > 0.0)) {
        return;
    }
    double x = dt * gfDot3(f, change) / det, column[3];
    gfCross3(f, j[2], column);
    double y = dt * gfDot3(j[0], column) / det;
    gfCross3(j[1], f, column);
    double z = dt * gfDot3(j[0], column) / det;
    w[0] -= x;
    w[1] -= y;
    w[2] -= z;
    gfTurn_Apply(b->turn, w, b->spin);
}

// No faster than a quarter of the container a step.
static void limitSpeed3D(gfRigidBody3D *b, const gfContainerPose *pose, double dt)
{
    double size = fmax(fmax(pose->size[0], pose->size[1]), pose->size[2]);
    double most = fmin(0.25 * size / dt, (double)GF_VALUE_MAX), speed = sqrt(gfDot3(b->velocity, b->velocity));
    double turns = fmin(1.5 / dt, (double)GF_VALUE_MAX), spin = sqrt(gfDot3(b->spin, b->spin));
    for (int i = 0; i < 3; i++) {
        b->velocity[i] *= speed > most ? most / speed : 1.0;
        b->spin[i] *= spin > turns ? turns / spin : 1.0;
    }
}

static void prepareMovers3D(gfRigidBodies3D *o, const gfLoadScene3D *scene)
{
    for (int i = 0; i < MOVER_SIDES; i++) {
        gfRigidBody3D *b = i < MOVER_STILL ? gfSlots_At(&o->list, i) : NULL;
        gfMover *m = &o->movers[i];
        *m = (gfMover){.invMass = 0.0};
        if (b == NULL) {
            continue;
        }
        memcpy(m->velocity, b->velocity, sizeof m->velocity);
        memcpy(m->spin, b->spin, sizeof m->spin);
        b->grounded = false;
        gfRigidBody3D_Load(b, scene, m);
        if (b->def.hostDriven || !b->around.known) { // it moves as it does, until the fluid around it is known
            *m = (gfMover){.invMass = b->def.hostDriven ? 0.0 : 1.0 / b->mass};
            memcpy(m->velocity, b->velocity, sizeof m->velocity);
            memcpy(m->spin, b->spin, sizeof m->spin);
            if (!b->def.hostDriven) {
                gfRigidBody3D_InvertInertia(b, b->inertia, m->invInertia);
            }
        }
    }
    for (int i = MOVER_SIDES; i < MOVERS; i++) {
        o->movers[i] = (gfMover){.invMass = 0.0};
    }
}

// Whatever the container does, a body's middle stays in it, and far outside nothing goes on.
static void keepInside3D(gfRigidBody3D *b, const gfVolumeBody *body, const gfContainerPose *pose)
{
    double local[3], size = fmax(fmax(pose->size[0], pose->size[1]), pose->size[2]);
    bool moved = false, lost = false;
    gfContainer_ToLocal(pose, b->place, local);
    for (int side = 0; side < 6; side++) {
        int axis = side / 2;
        double least = fmin(0.5 * b->inner, 0.5 * pose->size[axis]), most = pose->size[axis] - least;
        bool upper = side % 2 == 1;
        if (isClosedSide(body, side) && (upper ? local[axis] > most : local[axis] < least)) {
            local[axis] = upper ? most : least;
            moved = true;
        }
        lost = lost || fabs(local[axis]) > 16.0 * size;
    }
    if (moved) {
        gfContainer_ToWorld(pose, local, b->place);
    }
    if (lost) {
        memset(b->velocity, 0, sizeof b->velocity);
        memset(b->spin, 0, sizeof b->spin);
    }
}

// How far it is beyond each closed side; below 0: beyond none.
static void findDepths3D(const gfRigidBody3D *b, const gfVolumeBody *body, const gfContainerPose *pose,
                         double depths[6])
{
    const gfShape3DPose own = gfRigidBody3D_GetPose(b);
    const gfRoundedBox box = gfRoundedBox_Make(&own);
    const double arm[3] = {b->place[0] - pose->position[0], b->place[1] - pose->position[1],
                           b->place[2] - pose->position[2]};
    for (int side = 0; side < 6; side++) {
        double way[3];
        getOutwards(pose, side, way);
        double depth = gfDot3(arm, way) + gfRoundedBox_GetReach(&box, way) - 0.5 * pose->size[side / 2];
        depths[side] = isClosedSide(body, side) ? depth : -INFINITY;
    }
}

// It goes no faster outwards than the side itself.
static void stopAtSide(gfRigidBody3D *b, const gfMover *side, const gfContainerPose *pose, const double outwards[3])
{
    const double arm[3] = {b->place[0] - pose->position[0], b->place[1] - pose->position[1],
                           b->place[2] - pose->position[2]};
    double turning[3];
    gfCross3(side->spin, arm, turning);
    double faster = gfDot3(b->velocity, outwards) - gfDot3(side->velocity, outwards) - gfDot3(turning, outwards);
    for (int i = 0; i < 3 && faster > 0.0; i++) {
        b->velocity[i] -= faster * outwards[i];
    }
}

// Where bodies crush each other the contacts of a side may give way: no body gets deeper into one than it was before,
// but for `slack`. What has no room between two sides stays where it is.
static void keepWithinSides3D(gfRigidBody3D *b, const VolumeScene *scene, const double before[6])
{
    const double slack = CRUSHED_RADII * scene->radius;
    double depths[6];
    findDepths3D(b, scene->body, scene->next, depths);
    for (int side = 0; side < 6; side++) {
        double outwards[3], excess = depths[side] - fmax(before[side], slack);
        if (excess > 0.0 && depths[side ^ 1] <= slack) {
            getOutwards(scene->next, side, outwards);
            for (int i = 0; i < 3; i++) {
                b->place[i] -= excess * outwards[i];
            }
            stopAtSide(b, &scene->bodies->movers[MOVER_SIDES + side], scene->next, outwards);
        }
    }
}

static void moveBody3D(gfRigidBody3D *b, const gfMover *m, const VolumeScene *scene)
{
    if (!b->def.hostDriven) {
        double depths[6];
        findDepths3D(b, scene->body, scene->now, depths);
        memcpy(b->velocity, m->velocity, sizeof b->velocity);
        memcpy(b->spin, m->spin, sizeof b->spin);
        for (int i = 0; i < 3; i++) {
            b->place[i] += m->shift[i];
        }
        b->turn = gfTurn_Multiply(gfTurn_FromAngles(m->turned), b->turn);
        keepInside3D(b, scene->body, scene->next);
        keepWithinSides3D(b, scene, depths);
    }
    gfRigidBody3D_MoveSolid(b, scene->body, false);
}

static void markTouching3D(gfRigidBodies3D *o)
{
    for (int i = 0; i < o->contacts.count; i++) {
        const gfContact *c = &o->contacts.list[i];
        for (int k = 0; k < 2; k++) {
            int mover = k == 0 ? c->a : c->b;
            gfRigidBody3D *b = mover < MOVER_STILL ? gfSlots_At(&o->list, mover) : NULL;
            if (b != NULL && c->strongest > 0.0) {
                b->grounded = true;
            }
        }
    }
}

bool gfRigidBodies3D_Advance(gfRigidBodies3D *o, gfVolumeBody *body, const gfVolume *volume, uint64_t step, double dt,
                             int stepsLeft)
{
    const gfLoadScene3D loads = gfLoadScene3D_Get(body, volume, dt);
    gfContainer after = body->container;
    gfContainerMotion motion;
    gfContainer_Advance(&after, stepsLeft, INFINITY, dt, &motion);
    const VolumeScene scene = {o, body, dt, loads.g, loads.radius, &body->container.now, &after.now};
    o->contacts.slop = SLOP_RADII * loads.radius;
    o->contacts.pushMax = PUSH_RADII * loads.radius;
    bool ok = takeDue(o, body->device, &loads, step);
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody3D *b = gfSlots_At(&o->list, i);
        if (b != NULL && !b->def.hostDriven) {
            limitSpeed3D(b, scene.now, dt);
            wobble(b, dt);
        }
    }
    prepareMovers3D(o, &loads);
    findContacts3D(&scene);
    gfContacts_Solve(&o->contacts, o->movers, MOVERS, dt);
    markTouching3D(o);
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody3D *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            moveBody3D(b, &o->movers[i], &scene);
        }
    }
    return ok;
}
