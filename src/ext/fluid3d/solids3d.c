#include "ext/fluid3d/solids3d.h"

#include <string.h>

bool gfSolid3D_Check(const gfCore *core, const gfSolid3DDef *def, const char *caller)
{
    return gfDef_Check(core, &gf_solid3DDefRecord, def, caller) && gfShape3D_Check(core, &def->shape, caller);
}

// --- poses ---------------------------------------------------------------------------------------------------------

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
    for (int i = 0; i < solids->list.capacity; i++) {
        gfSolid3D *solid = gfSlots_At(&solids->list, i);
        if (solid != NULL && memcmp(&solid->now, &solid->target, sizeof solid->now) != 0) {
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
    return gfTexture_Create(device, &solids->table, GF_FORMAT_RGBA32F, GF_SOLID3D_MAX, GF_SOLID3D_ROWS);
}

void gfSolids3D_Destroy(gfDevice *device, gfSolids3D *solids)
{
    gfSlots_Destroy(&solids->list, &device->core);
    gfTexture_Destroy(device, &solids->table);
}

typedef float Table[GF_SOLID3D_ROWS][GF_SOLID3D_MAX][4];

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
    table[3][column][3] = solid->def.surface == GF_SURFACE_NO_SLIP ? 1.0f : 0.0f;
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
    for (int i = 0; i < solids->list.capacity; i++) {
        const gfSolid3D *solid = gfSlots_At(&solids->list, i);
        if (solid != NULL) {
            writeColumn(solid, pose, cellSize, table, column++);
        }
    }
    if (!gfTexture_Upload(device, &solids->table, table)) {
        return false;
    }
    solids->drawnVersion = solids->version;
    return true;
}

bool gfSolids3D_Cover(const gfSolids3D *solids, const gfShape3D *shape)
{
    for (int i = 0; i < solids->list.capacity; i++) {
        const gfSolid3D *solid = gfSlots_At(&solids->list, i);
        if (solid != NULL && gfShape3DPose_Covers(&solid->target, shape)) {
            return true;
        }
    }
    return false;
}
