// The public calls that change groups of particles: their members, shape, pose and motion, and splitting them.
#include "ext/particle_groups/particle_group.h"

#include "base/shape.h"

#define BOND_REACH 1.5f // in a split, members nearer than this, in spacings, are one piece: next neighbours alone

// --- pieces ----------------------------------------------------------------------------------------------------------

// Members of a group in cells as wide as BOND_REACH. Pieces are found on the CPU, as groups are rarely split.
typedef struct PieceMembers {
    gfCore *core;
    int count, columns, rows; // number of members; columns and rows of cells
    int *particles;           // for each member its index in gfSphHost
    int *next, *first; // linked lists: the next member of the same cell, and the first member of each cell; -1: none
    int *root; // union-find: for each member its parent; the root of a piece is the member with the lowest index
    float low[2], bond; // least coordinates of members; BOND_REACH; both in cells of the fluid
} PieceMembers;

static int findPieceRoot(int *root, int i)
{
    while (root[i] != i) {
        root[i] = root[root[i]];
        i = root[i];
    }
    return i;
}

static void unitePieces(int *root, int a, int b)
{
    int first = findPieceRoot(root, a), second = findPieceRoot(root, b);
    root[gfMax(first, second)] = gfMin(first, second);
}

static int pieceCellOf(const PieceMembers *m, const float *place)
{
    int x = gfMin((int)((place[0] - m->low[0]) / m->bond), m->columns - 1);
    int y = gfMin((int)((place[1] - m->low[1]) / m->bond), m->rows - 1);
    return y * m->columns + x;
}

static bool findPieceMembers(gfCore *core, const gfSphHost *host, int number, float bond, PieceMembers *m)
{
    float high[2] = {-INFINITY, -INFINITY};
    *m = (PieceMembers){.core = core, .low = {INFINITY, INFINITY}, .bond = bond};
    m->particles = gfAlloc(core, (size_t)gfMax(host->count, 1) * 3 * sizeof *m->particles);
    GF_TRY(m->particles != NULL);
    m->next = m->particles + host->count;
    m->root = m->next + host->count;
    for (int i = 0; i < host->count; i++) {
        if ((int)(host->marks[4 * i] >> GF_MEMBER_BITS) == number) {
            m->root[m->count] = m->count;
            m->particles[m->count++] = i;
            for (int axis = 0; axis < 2; axis++) {
                m->low[axis] = fminf(m->low[axis], host->places[4 * i + axis]);
                high[axis] = fmaxf(high[axis], host->places[4 * i + axis]);
            }
        }
    }
    m->columns = m->count > 0 ? gfMin((int)((high[0] - m->low[0]) / bond) + 1, 1 << 12) : 1;
    m->rows = m->count > 0 ? gfMin((int)((high[1] - m->low[1]) / bond) + 1, 1 << 12) : 1;
    size_t cells = (size_t)m->columns * (size_t)m->rows;
    m->first = gfAlloc(core, cells * sizeof *m->first);
    for (size_t i = 0; m->first != NULL && i < cells; i++) {
        m->first[i] = -1;
    }
    return m->first != NULL;
}

// Unites a member's piece with those of all members of a cell that are near enough.
static void unitePiecesWith(PieceMembers *m, const gfSphHost *host, int member, int cell)
{
    const float *place = &host->places[4 * m->particles[member]];
    for (int other = m->first[cell]; other >= 0; other = m->next[other]) {
        const float *there = &host->places[4 * m->particles[other]];
        float x = place[0] - there[0], y = place[1] - there[1];
        if (x * x + y * y < m->bond * m->bond) {
            unitePieces(m->root, member, other);
        }
    }
}

static void findPieces(PieceMembers *m, const gfSphHost *host)
{
    for (int i = 0; i < m->count; i++) {
        int cell = pieceCellOf(m, &host->places[4 * m->particles[i]]), x = cell % m->columns, y = cell / m->columns;
        for (int row = gfMax(y - 1, 0); row <= gfMin(y + 1, m->rows - 1); row++) {
            for (int column = gfMax(x - 1, 0); column <= gfMin(x + 1, m->columns - 1); column++) {
                unitePiecesWith(m, host, i, row * m->columns + column);
            }
        }
        m->next[i] = m->first[cell];
        m->first[cell] = i;
    }
}

// Counts the members of each piece into sizes[root]. largest: roots of the two largest pieces, the second -1 if none.
static void findLargestPieces(PieceMembers *m, int *sizes, int largest[2])
{
    memset(sizes, 0, (size_t)m->count * sizeof *sizes);
    largest[0] = largest[1] = -1;
    for (int i = 0; i < m->count; i++) {
        sizes[findPieceRoot(m->root, i)]++;
    }
    for (int i = 0; i < m->count; i++) {
        if (sizes[i] > 0 && (largest[0] < 0 || sizes[i] > sizes[largest[0]])) {
            largest[1] = largest[0];
            largest[0] = i;
        } else if (sizes[i] > 0 && (largest[1] < 0 || sizes[i] > sizes[largest[1]])) {
            largest[1] = i;
        }
    }
}

// Writes a group's number into the marks of a piece's members, which so move into that group.
static bool relabelPiece(gfParticleGroups *g, gfSph *s, const gfSphHost *host, PieceMembers *m, int root, int number)
{
    const gfTexture *marks = &s->marks.read;
    size_t texels = (size_t)marks->width * (size_t)marks->height;
    uint32_t *values = gfAlloc(m->core, texels * 2 * sizeof *values);
    GF_TRY(values != NULL);
    for (int i = 0; i < host->count; i++) {
        memcpy(&values[2 * i], &host->marks[4 * i], 2 * sizeof *values);
    }
    for (int i = 0; i < m->count; i++) {
        if (findPieceRoot(m->root, i) == root) {
            uint32_t *mark = &values[2 * m->particles[i]];
            *mark = (*mark & GF_NO_MEMBER) | (uint32_t)number << GF_MEMBER_BITS;
        }
    }
    bool ok = gfTexture_Upload(g->device, marks, values);
    gfFree(m->core, values);
    return ok;
}

// Makes the second largest piece of group `number` the group `free`. Waits for the GPU. False: nothing has changed.
static bool splitGroup(gfParticleGroups *g, gfSph *s, int number, int free)
{
    gfCore *core = &g->device->core;
    gfSphHost host;
    PieceMembers m = {.core = core};
    int largest[2] = {-1, -1};
    bool ok = false;
    GF_TRY(gfSph_Read(g->device, s, &host));
    int *sizes = gfAlloc(core, (size_t)gfMax(host.count, 1) * sizeof *sizes);
    if (sizes != NULL && findPieceMembers(core, &host, number, BOND_REACH * s->scales.spacing / s->scales.radius, &m)) {
        findPieces(&m, &host);
        findLargestPieces(&m, sizes, largest);
        if (largest[1] < 0) {
            gfReport(core, GF_LOG_ERROR, GF_ERROR_OUT_OF_RANGE,
                     "gfFluid_SplitParticleGroup: the group hangs together; one that has come apart is expected");
        }
        ok = largest[1] >= 0 &&
             // Near the piece, as sums are relative to the pose's centre.
             gfParticleGroups_Seed(g, free, &host.places[4 * m.particles[largest[1]]]) &&
             relabelPiece(g, s, &host, &m, largest[1], free) && gfParticleGroups_List(g, s, false);
    }
    gfFree(core, m.particles);
    gfFree(core, m.first);
    gfFree(core, sizes);
    gfSphHost_Free(g->device, &host);
    return ok;
}

// --- public calls ----------------------------------------------------------------------------------------------------

bool gfFluid_GrowParticleGroup(gfFluid *fluid, gfParticleGroupId id, const gfShape *shape, uint32_t material)
{
    GF_REQUIRE_BOTH(fluid, shape);
    gfDevice *device = fluid->body.device;
    GF_TRY(gfFluid_FindParticleGroup(fluid, id, __func__) != NULL &&
           gfShape_Check(&device->core, shape, false, __func__) &&
           gfParticleGroup_CheckMaterial(fluid, material, __func__) && gfDevice_Begin(device, __func__));
    gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    gfSph *s = gfFluid_GetSph(fluid);
    const gfRegrouping change = {.to = gfParticleGroup_GetNumber(id),
                                 .within = shape,
                                 .origin = fluid->body.def.origin,
                                 .anew = true,
                                 .material = (int)material};
    return gfDevice_EndWith(device, gfParticleGroups_Measure(g, s) && gfParticleGroups_Regroup(g, s, &change) &&
                                        gfParticleGroups_List(g, s, false));
}

bool gfFluid_DissolveParticleGroup(gfFluid *fluid, gfParticleGroupId id, const gfShape *shape, uint32_t material)
{
    GF_TRY(gfFluid_FindParticleGroup(fluid, id, __func__) != NULL &&
           gfParticleGroup_CheckMaterial(fluid, material, __func__) &&
           (shape == NULL || gfShape_Check(&fluid->body.device->core, shape, false, __func__)) &&
           gfDevice_Begin(fluid->body.device, __func__));
    gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    const gfRegrouping change = {.from = gfParticleGroup_GetNumber(id),
                                 .within = shape,
                                 .origin = fluid->body.def.origin,
                                 .material = (int)material};
    bool ok = gfParticleGroups_Regroup(g, gfFluid_GetSph(fluid), &change);
    if (ok && shape == NULL) {
        gfSlots_Remove(&g->slots, GF_TO_HANDLE(id));
    }
    return gfDevice_EndWith(fluid->body.device, ok);
}

bool gfFluid_RemoveParticleGroup(gfFluid *fluid, gfParticleGroupId id)
{
    GF_TRY(gfFluid_FindParticleGroup(fluid, id, __func__) != NULL && gfDevice_Begin(fluid->body.device, __func__));
    gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    const gfRegrouping change = {.from = gfParticleGroup_GetNumber(id), .removes = true, .material = -1};
    bool ok = gfParticleGroups_Regroup(g, gfFluid_GetSph(fluid), &change);
    if (ok) {
        gfSlots_Remove(&g->slots, GF_TO_HANDLE(id));
    }
    return gfDevice_EndWith(fluid->body.device, ok);
}

bool gfFluid_JoinParticleGroups(gfFluid *fluid, gfParticleGroupId id, gfParticleGroupId other)
{
    GF_TRY(gfFluid_FindParticleGroup(fluid, id, __func__) != NULL &&
           gfFluid_FindParticleGroup(fluid, other, __func__) != NULL);
    gfDevice *device = fluid->body.device;
    GF_REQUIRE(&device->core, id.index != other.index, OUT_OF_RANGE, "%s: both are one group; two are expected",
               __func__);
    GF_TRY(gfDevice_Begin(device, __func__));
    gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    gfSph *s = gfFluid_GetSph(fluid);
    const gfRegrouping joins = {
        .from = gfParticleGroup_GetNumber(other), .to = gfParticleGroup_GetNumber(id), .anew = true, .material = -1};
    const gfRegrouping stays = {
        .from = gfParticleGroup_GetNumber(id), .to = gfParticleGroup_GetNumber(id), .anew = true, .material = -1};
    bool ok = gfParticleGroups_Measure(g, s) && gfParticleGroups_Seed(g, gfParticleGroup_GetNumber(id), NULL) &&
              gfParticleGroups_Regroup(g, s, &joins) && gfParticleGroups_Regroup(g, s, &stays) &&
              gfParticleGroups_List(g, s, false);
    if (ok) {
        gfSlots_Remove(&g->slots, GF_TO_HANDLE(other));
    }
    return gfDevice_EndWith(device, ok);
}

gfParticleGroupId gfFluid_SplitParticleGroup(gfFluid *fluid, gfParticleGroupId id)
{
    const gfParticleGroup *group = gfFluid_FindParticleGroup(fluid, id, __func__);
    if (group == NULL || !gfDevice_Begin(fluid->body.device, __func__)) {
        return (gfParticleGroupId){0};
    }
    gfDevice *device = fluid->body.device;
    gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    const gfParticleGroup piece = {.params = group->params, .asked = g->asked};
    gfHandle handle = gfSlots_Add(&g->slots, &device->core, fluid->body.number, &piece);
    gfParticleGroupId made = GF_FROM_HANDLE(gfParticleGroupId, handle);
    bool used = !GF_IS_NULL(made) &&
                splitGroup(g, gfFluid_GetSph(fluid), gfParticleGroup_GetNumber(id), gfParticleGroup_GetNumber(made));
    if (!used && !GF_IS_NULL(made)) {
        gfSlots_Remove(&g->slots, handle);
    }
    gfDevice_End(device);
    return used ? made : (gfParticleGroupId){0};
}

bool gfFluid_SetParticleGroup(gfFluid *fluid, gfParticleGroupId id, const gfParticleGroupParams *params)
{
    gfParticleGroup *group = gfFluid_FindParticleGroup(fluid, id, __func__);
    GF_TRY(group != NULL);
    gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    GF_REQUIRE(&g->device->core, params != NULL, NULL_ARGUMENT, "%s: params is null", __func__);
    GF_TRY(gfMembers_Check(&g->device->core, &gf_particleGroupParamsRecord, params, "params", __func__) &&
           gfDevice_Begin(g->device, __func__));
    bool ok = params->links <= 0.0f || gfParticleGroups_MakeLinks(g, gfFluid_GetSph(fluid));
    gfDevice_End(g->device);
    if (ok) {
        group->params = *params;
        g->settledFor = -1.0f;
    }
    return ok;
}

static bool checkParticleHeat(const gfFluid *fluid, const gfFluid *air, const gfParticleHeat *heat, const char *caller)
{
    const gfCore *core = &fluid->body.device->core;
    GF_REQUIRE(core, air != NULL && heat != NULL, NULL_ARGUMENT, "%s: %s is null", caller,
               air == NULL ? "air" : "heat");
    GF_REQUIRE(core, air->body.device == fluid->body.device && air->body.def.solver == GF_SOLVER_GRID, UNSUPPORTED,
               "%s: the air is of solver '%s'; GF_SOLVER_GRID, of the same device, is expected", caller,
               air->solver->name);
    GF_REQUIRE(core, heat->freezesBelow <= heat->meltsAbove, OUT_OF_RANGE,
               "%s: freezesBelow is %g and meltsAbove %g; numbers, the first no higher, are expected", caller,
               (double)heat->freezesBelow, (double)heat->meltsAbove);
    return gfParticleGroup_CheckMaterial(fluid, heat->liquid, caller) &&
           gfParticleGroup_CheckMaterial(fluid, heat->solid, caller) &&
           (heat->within == NULL || gfShape_Check(core, heat->within, false, caller));
}

// Lets members that are hot leave the group, and particles that are cold join it.
static bool exchangeByHeat(gfFluid *fluid, int number, gfFluid *air, const gfParticleHeat *heat)
{
    gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    gfSph *s = gfFluid_GetSph(fluid);
    const gfFluidDef *of = &air->body.def;
    gfHeatField field = {
        .origin = of->origin,
        .size = {(float)of->gridWidth * of->cellSize, (float)of->gridHeight * of->cellSize},
        .above = true,
        .limit = heat->meltsAbove,
        .material = -1,
    };
    GF_TRY(gfParticleGroups_Measure(g, s) &&
           air->solver->getField(&air->body, air->state, GF_SHOWN_TEMPERATURE, &field.view));
    // Without a texture the air has its ambient temperature everywhere, so nothing changes.
    if (field.view.texture == NULL) {
        return true;
    }
    gfRegrouping change = {
        .from = number, .heat = &field, .origin = fluid->body.def.origin, .material = (int)heat->liquid};
    GF_TRY(!isfinite(heat->meltsAbove) || gfParticleGroups_Regroup(g, s, &change));
    if (!isfinite(heat->freezesBelow)) {
        return true;
    }
    field.above = false;
    field.limit = heat->freezesBelow;
    field.material = (int)heat->liquid;
    change.from = 0;
    change.to = number;
    change.within = heat->within;
    change.anew = true;
    change.material = (int)heat->solid;
    return gfParticleGroups_Regroup(g, s, &change) && gfParticleGroups_List(g, s, false);
}

bool gfFluid_HeatParticleGroup(gfFluid *fluid, gfParticleGroupId id, gfFluid *air, const gfParticleHeat *heat)
{
    return gfFluid_FindParticleGroup(fluid, id, __func__) != NULL && checkParticleHeat(fluid, air, heat, __func__) &&
           gfDevice_Do(fluid->body.device, __func__, exchangeByHeat(fluid, gfParticleGroup_GetNumber(id), air, heat));
}

static bool pushGroup(gfFluid *fluid, gfGroupPush *change, const char *caller)
{
    gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    gfSph *s = gfFluid_GetSph(fluid);
    const gfSphDomain domain = gfParticles2D_GetDomain(&fluid->body, fluid->state);
    float h = s->scales.radius;
    for (int axis = 0; axis < 2; axis++) {
        change->ends[axis] = domain.params->unbounded ? -1e9f : 0.0f;
        change->ends[2 + axis] = domain.params->unbounded ? 1e9f : domain.size[axis] / h;
    }
    return gfDevice_Do(g->device, caller, gfParticleGroups_Push(g, s, &domain, change));
}

bool gfFluid_MoveParticleGroup(gfFluid *fluid, gfParticleGroupId id, gfVec2 offset, float angle)
{
    GF_TRY(gfFluid_FindParticleGroup(fluid, id, __func__) != NULL);
    const gfRange ranges[] = {GF_RANGES2("offset", offset, -1e9, 1e9), {"angle", (double)angle, -1e6, 1e6}};
    float h = gfFluid_GetSph(fluid)->scales.radius;
    gfGroupPush change = {.number = gfParticleGroup_GetNumber(id),
                          .move = {offset.x / h, offset.y / h, cosf(angle), sinf(angle)}};
    return gfCheckRanges(&fluid->body.device->core, ranges, GF_COUNT(ranges), __func__) &&
           pushGroup(fluid, &change, __func__);
}

bool gfFluid_PushParticleGroup(gfFluid *fluid, gfParticleGroupId id, gfVec2 impulse, float angularImpulse)
{
    GF_TRY(gfFluid_FindParticleGroup(fluid, id, __func__) != NULL);
    const gfRange ranges[] = {GF_RANGES2("impulse", impulse, -1e12, 1e12),
                              {"angularImpulse", (double)angularImpulse, -1e12, 1e12}};
    float each = gfFluid_GetParticleMass(fluid), h = gfFluid_GetSph(fluid)->scales.radius;
    gfGroupPush change = {
        .number = gfParticleGroup_GetNumber(id),
        .move = {0.0f, 0.0f, 1.0f, 0.0f},
        .impulse = {impulse.x / (each * h), impulse.y / (each * h), angularImpulse / (each * h * h), 0.0f}};
    return gfCheckRanges(&fluid->body.device->core, ranges, GF_COUNT(ranges), __func__) &&
           pushGroup(fluid, &change, __func__);
}
