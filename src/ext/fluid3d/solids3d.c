// Shapes in 3D on the CPU, and the solids of a gfFluid3D with the table from which passes read them.
#include "ext/fluid3d/volume.h"
#include "gpufluid/rigid_body3d.h"
#include "gpufluid/source3d.h"

#define SOLID3D_ROWS 5 // texels of a solid's column in the table: centre, half sizes, turn, velocity, angular velocity

// --- shapes ----------------------------------------------------------------------------------------------------------

#include "ext/fluid3d/members.inc"

gfShape3D gfMakeSphere(gfVec3 centre, float radius)
{
    return (gfShape3D){.kind = GF_SHAPE3D_SPHERE, .a = centre, .radius = radius, .rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
}

gfShape3D gfMakeBox(gfVec3 centre, gfVec3 halfExtents, gfQuat rotation)
{
    return (gfShape3D){.kind = GF_SHAPE3D_BOX, .a = centre, .b = halfExtents, .rotation = rotation};
}

gfShape3D gfMakeCapsule3D(gfVec3 a, gfVec3 b, float radius)
{
    return (gfShape3D){
        .kind = GF_SHAPE3D_CAPSULE, .a = a, .b = b, .radius = radius, .rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
}

gfVec3 gfShape3D_GetCentre(const gfShape3D *shape)
{
    gfVec3 centre = {0.0f, 0.0f, 0.0f};
    if (shape != NULL) {
        centre = shape->a;
        if (shape->kind == GF_SHAPE3D_CAPSULE) {
            centre = (gfVec3){0.5f * (shape->a.x + shape->b.x), 0.5f * (shape->a.y + shape->b.y),
                              0.5f * (shape->a.z + shape->b.z)};
        }
    }
    return centre;
}

bool gfShape3D_Check(const gfCore *core, const gfShape3D *s, const char *caller)
{
    const double most = 1e9;
    bool box = s->kind == GF_SHAPE3D_BOX, ends = s->kind == GF_SHAPE3D_CAPSULE;
    double low = box ? (double)1e-9f : ends ? -most : -INFINITY, high = box || ends ? most : INFINITY;
    GF_REQUIRE(core, (unsigned)s->kind <= GF_SHAPE3D_CAPSULE, OUT_OF_RANGE,
               "%s: shape.kind is %d; a gfShape3DKind is expected", caller, (int)s->kind);
    double least = box ? fmin(fmin((double)s->b.x, (double)s->b.y), (double)s->b.z) : most;
    const gfRange ranges[] = {
        GF_RANGES3("shape.a", s->a, -most, most),
        {"shape.b.x", box || ends ? (double)s->b.x : 0.0, low, high},
        {"shape.b.y", box || ends ? (double)s->b.y : 0.0, low, high},
        {"shape.b.z", box || ends ? (double)s->b.z : 0.0, low, high},
        {"shape.radius", (double)s->radius, box ? 0.0 : (double)1e-9f, least},
    };
    return gfCheckRanges(core, ranges, GF_COUNT(ranges), caller) &&
           (!box || gfQuat_Check(core, s->rotation, "shape.rotation", caller));
}

gfShape3DPose gfShape3D_GetPose(const gfShape3D *s, gfTurn from)
{
    gfVec3 c = gfShape3D_GetCentre(s);
    gfShape3DPose pose = {.centre = {(double)c.x, (double)c.y, (double)c.z}, .turn = from, .radius = (double)s->radius};
    if (s->kind == GF_SHAPE3D_BOX) {
        pose.turn = gfTurn_From(s->rotation);
        pose.half[0] = (double)s->b.x - pose.radius;
        pose.half[1] = (double)s->b.y - pose.radius;
        pose.half[2] = (double)s->b.z - pose.radius;
    } else if (s->kind == GF_SHAPE3D_CAPSULE) {
        double axis[3] = {(double)s->b.x - (double)s->a.x, (double)s->b.y - (double)s->a.y,
                          (double)s->b.z - (double)s->a.z};
        double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]), old[3];
        pose.half[1] = 0.5 * length;
        if (length > 0.0) {
            gfTurn_Apply(from, (const double[3]){0.0, 1.0, 0.0}, old);
            for (int i = 0; i < 3; i++) {
                axis[i] /= length;
            }
            pose.turn = gfTurn_Multiply(gfTurn_FromTo(old, axis), from);
        }
    }
    return pose;
}

double gfShape3DPose_GetDistance(const gfShape3DPose *pose, const double place[3])
{
    const double arm[3] = {place[0] - pose->centre[0], place[1] - pose->centre[1], place[2] - pose->centre[2]};
    double local[3], most = -INFINITY, square = 0.0;
    gfTurn_Apply(gfTurn_Invert(pose->turn), arm, local);
    for (int axis = 0; axis < 3; axis++) {
        double beyond = fabs(local[axis]) - pose->half[axis];
        most = fmax(most, beyond);
        square += beyond > 0.0 ? beyond * beyond : 0.0;
    }
    return (square > 0.0 ? sqrt(square) : most) - pose->radius;
}

// Returns whether the shape at `pose` covers another shape wholly. Both are convex, so it is enough to test the balls
// of the rounding around all corners of the other shape's inner box.
static bool poseCovers3D(const gfShape3DPose *pose, const gfShape3D *shape)
{
    const gfShape3DPose inner = gfShape3D_GetPose(shape, (gfTurn){0.0, 0.0, 0.0, 1.0});
    for (int corner = 0; corner < 8; corner++) {
        const double arm[3] = {(corner & 1 ? 1.0 : -1.0) * inner.half[0], (corner & 2 ? 1.0 : -1.0) * inner.half[1],
                               (corner & 4 ? 1.0 : -1.0) * inner.half[2]};
        double place[3];
        gfTurn_Apply(inner.turn, arm, place);
        for (int axis = 0; axis < 3; axis++) {
            place[axis] += inner.centre[axis];
        }
        if (gfShape3DPose_GetDistance(pose, place) > -inner.radius) {
            return false;
        }
    }
    return true;
}

// --- poses of solids -------------------------------------------------------------------------------------------------

bool gfSolid3D_Check(const gfCore *core, const gfSolid3DDef *def, const char *caller)
{
    return gfDef_Check(core, &gf_solid3DDefRecord, def, caller) && gfShape3D_Check(core, &def->shape, caller);
}

gfSolid3D gfSolid3D_Make(const gfSolid3DDef *def)
{
    gfSolid3D solid = {.def = *def};
    solid.now = solid.target = gfShape3D_GetPose(&def->shape, (gfTurn){0.0, 0.0, 0.0, 1.0});
    return solid;
}

void gfSolid3D_Set(gfSolid3D *solid, const gfSolid3DDef *def)
{
    bool jumps = solid->def.shape.kind != def->shape.kind;
    solid->def = *def;
    solid->target = gfShape3D_GetPose(&def->shape, solid->now.turn);
    if (jumps) {
        solid->now = solid->target;
    }
}

static void advanceSolid(gfSolid3D *solid, double share)
{
    gfShape3DPose *now = &solid->now;
    const gfShape3DPose *target = &solid->target;
    for (int i = 0; i < 3; i++) {
        now->centre[i] += (target->centre[i] - now->centre[i]) * share;
        now->half[i] += (target->half[i] - now->half[i]) * share;
    }
    now->radius += (target->radius - now->radius) * share;
    now->turn = gfTurn_Between(now->turn, target->turn, share);
}

void gfSolids3D_Advance(gfSolids3D *solids, int remaining, int inStep)
{
    GF_EACH(gfSolid3D, solid, &solids->list) {
        if (memcmp(&solid->now, &solid->target, sizeof solid->now) != 0) {
            int left = gfMax(solid->ofBody ? inStep : remaining, 1);
            advanceSolid(solid, 1.0 / left);
            solid->now = left == 1 ? solid->target : solid->now;
            solids->version++;
        }
    }
}

// --- the table -----------------------------------------------------------------------------------------------------

bool gfSolids3D_Create(gfDevice *device, gfSolids3D *solids)
{
    memset(solids, 0, sizeof *solids);
    solids->version = 1;
    gfSlots_Init(&solids->list, GF_HANDLE_SOLID3D, sizeof(gfSolid3D), GF_SOLID3D_MAX);
    return gfTexture_Create(device, &solids->table, GF_FORMAT_RGBA32F, GF_SOLID3D_MAX, SOLID3D_ROWS);
}

void gfSolids3D_Destroy(gfDevice *device, gfSolids3D *solids)
{
    gfSlots_Destroy(&solids->list, &device->core);
    gfTexture_Destroy(device, &solids->table);
}

typedef float Table[SOLID3D_ROWS][GF_SOLID3D_MAX][4];

static void turnInto(const gfContainerPose *pose, gfVec3 world, double scale, float row[4])
{
    double local[3];
    gfTurn_ApplyTo(gfTurn_Invert(pose->turn), world, local);
    for (int i = 0; i < 3; i++) {
        row[i] = (float)(local[i] * scale);
    }
}

static void writeColumn(const gfSolid3D *solid, const gfContainerPose *pose, double cellSize, Table table, int column)
{
    const gfShape3DPose *p = &solid->now;
    const gfTurn turn = gfTurn_Multiply(gfTurn_Invert(pose->turn), p->turn);
    double centre[3];
    gfContainer_ToLocal(pose, p->centre, centre);
    double reach = sqrt(p->half[0] * p->half[0] + p->half[1] * p->half[1] + p->half[2] * p->half[2]) + p->radius;
    for (int i = 0; i < 3; i++) {
        table[0][column][i] = (float)(centre[i] / cellSize);
        table[1][column][i] = (float)(p->half[i] / cellSize);
    }
    table[0][column][3] = (float)(reach / cellSize);
    table[1][column][3] = (float)(p->radius / cellSize);
    const float turned[4] = {(float)turn.x, (float)turn.y, (float)turn.z, (float)turn.w};
    memcpy(table[2][column], turned, sizeof turned);
    turnInto(pose, solid->def.velocity, 1.0 / cellSize, table[3][column]);
    table[3][column][3] = solid->def.surface == GF_WALL_NO_SLIP ? 1.0f : 0.0f;
    turnInto(pose, solid->def.angularVelocity, 1.0, table[4][column]);
}

bool gfSolids3D_Update(gfDevice *device, gfSolids3D *solids, const gfContainerPose *pose, double cellSize, bool moved)
{
    if (solids->count == 0 || (solids->version == solids->drawnVersion && !moved)) {
        return true;
    }
    Table table;
    memset(table, 0, sizeof table);
    int column = 0;
    GF_EACH(const gfSolid3D, solid, &solids->list) {
        writeColumn(solid, pose, cellSize, table, column++);
    }
    GF_TRY(gfTexture_Upload(device, &solids->table, table));
    solids->drawnVersion = solids->version;
    return true;
}

bool gfSolids3D_Cover(const gfSolids3D *solids, const gfShape3D *shape)
{
    GF_EACH(const gfSolid3D, solid, &solids->list) {
        if (poseCovers3D(&solid->target, shape)) {
            return true;
        }
    }
    return false;
}
