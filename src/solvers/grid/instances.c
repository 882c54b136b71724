// Fluids of a group (instances). The texture u_instances has the values that differ between fluids, two texels each:
//   first   change of velocity by heat (x, y) and by dye (z, w) in a step, as u_buoyancy of grid/buoyancy.glsl
//   second  change of velocity of all fluid (x, y); z is 1 if the velocity may be extrapolated in time, else 0;
//           w is 1 if the pressure solve may start from the last pressure, else 0
#include "solvers/grid/instances.h"

#define INSTANCE_ROWS 2

// --- making ----------------------------------------------------------------------------------------------------------

void gfGridInstances_Destroy(gfDevice *device, gfGridInstances *m)
{
    if (m != NULL) {
        gfTexture_Destroy(device, &m->table);
        gfPyramid_Destroy(device, &m->fastest);
        gfFree(&device->core, m->own);
        gfFree(&device->core, m->sources);
        gfFree(&device->core, m->rows);
        gfFree(&device->core, m->next);
        gfFree(&device->core, m);
    }
}

gfGridInstances *gfGridInstances_Create(gfDevice *device, const gfAtlas *atlas)
{
    gfCore *core = &device->core;
    gfGridInstances *m = gfAlloc(core, sizeof *m);
    GF_TRY(m != NULL);
    size_t count = (size_t)atlas->count;
    m->atlas = *atlas;
    m->own = gfAlloc(core, count * sizeof *m->own);
    m->sources = gfAlloc(core, count * sizeof *m->sources);
    m->rows = gfAlloc(core, INSTANCE_ROWS * count * sizeof *m->rows);
    m->next = gfAlloc(core, INSTANCE_ROWS * count * sizeof *m->next);
    if (m->own == NULL || m->sources == NULL || m->rows == NULL || m->next == NULL ||
        !gfTexture_CreateTable(device, &m->table, atlas->count, INSTANCE_ROWS, "instances") ||
        !gfPyramid_Create(device, &m->fastest, &GF_REDUCTION_SHAPE, atlas->columns, atlas->rows)) {
        gfGridInstances_Destroy(device, m);
        return NULL;
    }
    return m;
}

// --- an instance's own state -----------------------------------------------------------------------------------------

// A texture that the group's atlas may hold in a newer version: the `read` side of the gfPair at `offset` in gfGrid.
// `part`: its GF_GRID_PART_... bit in gfMembership.stale.
typedef struct InstancePart {
    uint32_t part;
    size_t offset;
} InstancePart;

// The textures of gfGrid that may be newer in the group's atlas, except for scalars, which instancePart adds.
static const InstancePart otherParts[] = {
    {GF_GRID_PART_VELOCITY, offsetof(gfGrid, velocity)},
    {GF_GRID_PART_PRESSURE, offsetof(gfGrid, projection.pressure.field)},
    {GF_GRID_PART_OTHERS, offsetof(gfGrid, velocityAdvection.previous)},
    {GF_GRID_PART_OTHERS, offsetof(gfGrid, velocityAdvection.carried)},
    {GF_GRID_PART_OTHERS, offsetof(gfGrid, projection.rhs)},
    {GF_GRID_PART_OTHERS, offsetof(gfGrid, projection.reflectPressure)},
    {GF_GRID_PART_OTHERS, offsetof(gfGrid, scalarAdvection.ledger)},
    {GF_GRID_PART_OTHERS, offsetof(gfGrid, forces.expansion)},
    {GF_GRID_PART_OTHERS, offsetof(gfGrid, lattices[GF_LATTICE_X].change)},
    {GF_GRID_PART_OTHERS, offsetof(gfGrid, lattices[GF_LATTICE_Y].change)},
};

enum { INSTANCE_PARTS = GF_SCALARS + GF_COUNT(otherParts) };

static InstancePart instancePart(int number)
{
    return number < GF_SCALARS ? (InstancePart){(uint32_t)GF_GRID_PART_SCALAR << number, gf_gridScalars[number].pair}
                               : otherParts[number - GF_SCALARS];
}

static const gfTexture *instanceTexture(const gfGrid *g, const InstancePart *part)
{
    return &((const gfPair *)((const char *)g + part->offset))->read;
}

// Returns the rectangle of fluid `number` in an atlas.
static gfRegion placeInAtlas(const gfTexture *atlas, int number)
{
    return (gfRegion){number % atlas->atlas.columns * atlas->width, number / atlas->atlas.columns * atlas->height,
                      atlas->width, atlas->height};
}

bool gfGridInstances_CopyIn(gfDevice *device, const gfTexture *own, const gfTexture *atlas, int number)
{
    const gfRegion from = {0, 0, own->width, own->height}, to = placeInAtlas(atlas, number);
    return gfFramebuffer_Copy(device, own, &from, atlas, to.x, to.y);
}

bool gfGridInstances_CopyFieldsIn(gfDevice *device, const gfGrid *own, const gfGrid *group, int number)
{
    bool ok = true;
    for (int i = 0; i < INSTANCE_PARTS; i++) {
        const InstancePart part = instancePart(i);
        const gfTexture *from = instanceTexture(own, &part), *atlas = instanceTexture(group, &part);
        if (atlas->id != 0 && from->id != 0) {
            ok = gfGridInstances_CopyIn(device, from, atlas, number) && ok;
        }
    }
    return ok;
}

bool gfGrid_Fetch(const gfBody *body, gfGrid *g, uint32_t parts)
{
    gfMembership *m = body->member;
    uint32_t wanted = m != NULL ? parts & m->stale : 0;
    if (wanted == 0) {
        return true;
    }
    const gfGrid *group = m->group;
    bool ok = true;
    for (int i = 0; i < INSTANCE_PARTS; i++) {
        const InstancePart part = instancePart(i);
        const gfTexture *atlas = instanceTexture(group, &part), *own = instanceTexture(g, &part);
        if ((part.part & wanted) && atlas->id != 0 && own->id != 0) {
            const gfRegion from = placeInAtlas(atlas, m->number);
            ok = gfFramebuffer_Copy(body->device, atlas, &from, own, 0, 0) && ok;
        }
    }
    m->stale &= ok ? ~wanted : ~0u;
    return ok;
}

uint32_t gfGrid_PartsOf(int id)
{
    int scalar = gfGrid_FindScalar(id);
    if (scalar < GF_SCALARS) {
        return (uint32_t)GF_GRID_PART_SCALAR << scalar;
    }
    switch (id) {
    case GF_FIELD_VELOCITY:
    case GF_FIELD_VORTICITY:
    case GF_FIELD_FACE_VELOCITY:
    case GF_SHOWN_FLOW:
        return GF_GRID_PART_VELOCITY;
    case GF_FIELD_PRESSURE:
        return GF_GRID_PART_PRESSURE | GF_GRID_PART_OTHERS;
    case GF_SHOWN_PRESSURE:
        return GF_GRID_PART_PRESSURE;
    case GF_FIELD_SOLID:
    case GF_SHOWN_SOLID:
    case GF_SHOWN_FLUID_MASK:
        return 0;
    default:
        return GF_GRID_PARTS;
    }
}

bool gfGrid_FetchToChange(const gfBody *body, gfGrid *g, bool whole)
{
    gfMembership *m = body->member;
    if (m == NULL) {
        return true;
    }
    m->stale = whole ? 0 : m->stale;
    bool ok = gfGrid_Fetch(body, g, GF_GRID_PARTS);
    m->changed = ok;
    return ok;
}

// --- the table of instances ------------------------------------------------------------------------------------------

GLuint gfGrid_GetInstances(const gfGrid *g)
{
    return g->instances != NULL ? g->instances->table.id : 0;
}

void gfGrid_UpdateInstances(const gfBody *body, gfGrid *g, float dt, bool both)
{
    gfGridInstances *m = g->instances;
    if (m == NULL) {
        return;
    }
    int count = m->fluids.count;
    for (int i = 0; i < count; i++) {
        const gfBody *own = m->fluids.bodies[i];
        const gfBuoyancy buoyancy = gfGrid_GetBuoyancy(own, dt);
        const gfGrid *state = m->fluids.states[i];
        bool known = m->own[i].known, steady = gfGrid_IsSteady(own, m->own[i].lastAcceleration, dt);
        const float rows[INSTANCE_ROWS][4] = {{buoyancy.heat.x, buoyancy.heat.y, buoyancy.dye.x, buoyancy.dye.y},
                                              {buoyancy.all.x, buoyancy.all.y, both || (known && steady) ? 1.0f : 0.0f,
                                               gfGrid_StartsAnew(state) ? 0.0f : 1.0f}};
        for (int row = 0; row < INSTANCE_ROWS; row++) {
            memcpy(m->next[row * count + i], rows[row], sizeof rows[row]);
        }
    }
    size_t bytes = (size_t)(INSTANCE_ROWS * count) * sizeof *m->rows;
    if (memcmp(m->next, m->rows, bytes) != 0) {
        memcpy(m->rows, m->next, bytes);
        if (!gfTexture_Upload(body->device, &m->table, m->rows)) {
            // No valid texel, so that the next step compares as different and uploads again.
            memset(m->rows, 0xff, bytes);
            body->device->failedPasses++;
        }
    }
}

const gfTexture *gfGrid_GetFastest(const gfBody *body, gfGrid *g)
{
    gfGridInstances *m = g->instances;
    gfTexture speeds = *gfPyramid_Top(&g->cfl.speed);
    if (m == NULL) {
        return gfPyramid_Top(&g->cfl.speed);
    }
    // The top has one texel per fluid: it is now read as a plain texture, not as an atlas.
    speeds.width = m->atlas.columns;
    speeds.height = m->atlas.rows;
    speeds.atlas = (gfAtlas){0};
    gfDevice_EndAtlas(body->device);
    const gfShader largest = GF_SHADER("common/reduce.frag", "LARGEST");
    gfPyramid_Reduce(body->device, &m->fastest,
                     &(gfReduction){.label = "speed", .first = largest, .next = largest, .field = &speeds});
    gfDevice_BeginAtlas(body->device, &m->atlas);
    return gfPyramid_Top(&m->fastest);
}

// Returns the fluids of the group or, without one, the fluid itself.
static gfGroupFluids steppedFluids(const gfGrid *g, const gfBody *const *body, void *const *state)
{
    return g->instances != NULL ? g->instances->fluids : (gfGroupFluids){body, state, 1};
}

bool gfGrid_Touch(const gfBody *body, const gfGrid *g, uint32_t mask, bool splats)
{
    const gfGroupFluids fluids = steppedFluids(g, &body, NULL);
    bool some = false;
    for (int i = 0; !some && i < fluids.count; i++) {
        some = gfSources_Touch(&fluids.bodies[i]->sources, mask, splats);
    }
    return some;
}

void gfGrid_NoteSplats(const gfBody *body, gfGrid *g)
{
    const uint32_t pushing = GF_SOURCE_VELOCITY | GF_SOURCE_DIVERGENCE | GF_SOURCE_ATTRACTION;
    const gfGroupFluids fluids = steppedFluids(g, &body, &(void *){g});
    for (int i = 0; i < fluids.count; i++) {
        bool *shakes = &((gfGrid *)fluids.states[i])->projection.shakes;
        *shakes = *shakes || gfSources_Splat(&fluids.bodies[i]->sources, pushing);
    }
}

void gfGrid_EndSplats(gfGrid *g)
{
    const gfGroupFluids fluids = steppedFluids(g, NULL, &(void *){g});
    for (int i = 0; i < fluids.count; i++) {
        gfProjection *own = &((gfGrid *)fluids.states[i])->projection;
        own->shaken = own->shakes;
        own->shakes = false;
    }
}

void gfGrid_Apply(const gfBody *body, gfGrid *g, const gfSourceTarget *target, float dt)
{
    gfGridInstances *m = g->instances;
    if (m == NULL) {
        gfSources_Apply(body->device, &body->sources, target, dt);
        return;
    }
    for (int i = 0; i < m->fluids.count; i++) {
        const gfBody *own = m->fluids.bodies[i];
        m->sources[i] = (gfSourcesOf){&own->sources, own->def.origin};
    }
    gfSources_ApplyEach(body->device, m->sources, m->fluids.count, target, dt);
}

bool gfGrid_HasThinWalls(const gfBody *body, const gfGrid *g)
{
    const gfGroupFluids fluids = steppedFluids(g, &body, NULL);
    bool some = false;
    for (int i = 0; !some && i < fluids.count; i++) {
        some = gfSolids_HaveThinWalls(&fluids.bodies[i]->solids) || gfGrid_HasValves(fluids.bodies[i]);
    }
    return some;
}
