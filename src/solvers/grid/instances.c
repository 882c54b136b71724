// Groups: fluids that are stepped in the passes of one. Each is an instance, whose fields lie in a part of an atlas
// (shaders/common/atlas.glsl). The group has a gfGrid of its own, and its step is that of one fluid (grid_step.c). Each
// instance keeps a gfGrid, too: its solids are drawn there and copied to the atlas when they change, and calls that
// read or change one fluid work on that, after its fields were copied there.
//
// A table, u_instances, has what differs between instances, two texels for each:
//   change of velocity by heat (x, y) and by dye (z, w), as u_buoyancy of grid/buoyancy.glsl
//   change of velocity of all its fluid (x, y); 1 where its velocity may be extrapolated in time, else 0; 1 where its
//   pressure is known, else 0
#include "solvers/grid/grid.h"

#include "fluid/records.h"

#include <stddef.h>
#include <string.h>

#define INSTANCE_ROWS 2

// --- an instance's own state -----------------------------------------------------------------------------------------

// Pairs, of which the group has `read`.
typedef struct InstancePart {
    uint32_t part;
    size_t offset;
} InstancePart;

static const InstancePart instanceParts[] = {
    {GF_GRID_PART_VELOCITY, offsetof(gfGrid, velocity)},
    {GF_GRID_PART_DYE, offsetof(gfGrid, dye)},
    {GF_GRID_PART_TEMPERATURE, offsetof(gfGrid, temperature)},
    {GF_GRID_PART_PRESSURE, offsetof(gfGrid, projection.pressure.field)},
    {GF_GRID_PART_OTHERS, offsetof(gfGrid, velocityAdvection.previous)},
    {GF_GRID_PART_OTHERS, offsetof(gfGrid, velocityAdvection.carried)},
    {GF_GRID_PART_OTHERS, offsetof(gfGrid, projection.rhs)},
    {GF_GRID_PART_OTHERS, offsetof(gfGrid, projection.reflectPressure)},
    {GF_GRID_PART_OTHERS, offsetof(gfGrid, scalarAdvection.ledger)},
    {GF_GRID_PART_OTHERS, offsetof(gfGrid, forces.expansion)},
    {GF_GRID_PART_OTHERS, offsetof(gfGrid, diffusion.lattices[GF_LATTICE_X].change)},
    {GF_GRID_PART_OTHERS, offsetof(gfGrid, diffusion.lattices[GF_LATTICE_Y].change)},
};

static const gfTexture *instancePartOf(const gfGrid *g, const InstancePart *part)
{
    return &((const gfPair *)((const char *)g + part->offset))->read;
}

// The place of a fluid in an atlas.
static gfRegion placeInAtlas(const gfTexture *atlas, int number)
{
    return (gfRegion){number % atlas->atlas.columns * atlas->width, number / atlas->atlas.columns * atlas->height,
                      atlas->width, atlas->height};
}

static bool copyOut(gfDevice *device, const gfTexture *atlas, int number, const gfTexture *own)
{
    const gfRegion from = placeInAtlas(atlas, number);
    return gfFramebuffer_Copy(device, atlas, &from, own, 0, 0);
}

static bool copyIn(gfDevice *device, const gfTexture *own, const gfTexture *atlas, int number)
{
    const gfRegion from = {0, 0, own->width, own->height}, to = placeInAtlas(atlas, number);
    return gfFramebuffer_Copy(device, own, &from, atlas, to.x, to.y);
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
    for (int i = 0; i < GF_COUNT(instanceParts); i++) {
        const InstancePart *part = &instanceParts[i];
        const gfTexture *atlas = instancePartOf(group, part), *own = instancePartOf(g, part);
        if ((part->part & wanted) && atlas->id != 0 && own->id != 0) {
            ok = copyOut(body->device, atlas, m->number, own) && ok;
        }
    }
    m->stale &= ok ? ~wanted : ~0u;
    return ok;
}

// The textures that a field is made of, as GF_GRID_PART_... bits.
static uint32_t partsOf(int id)
{
    switch (id) {
    case GF_FIELD_VELOCITY:
    case GF_FIELD_VORTICITY:
    case GF_FIELD_FACE_VELOCITY:
    case GF_SHOWN_FLOW:
        return GF_GRID_PART_VELOCITY;
    case GF_FIELD_DYE:
    case GF_SHOWN_DYE:
        return GF_GRID_PART_DYE;
    case GF_FIELD_TEMPERATURE:
    case GF_SHOWN_TEMPERATURE:
        return GF_GRID_PART_TEMPERATURE;
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

bool gfGrid_FetchField(const gfBody *body, gfGrid *g, int id)
{
    return gfGrid_Fetch(body, g, partsOf(id));
}

bool gfGrid_FetchToChange(const gfBody *body, gfGrid *g, bool whole)
{
    gfMembership *m = body->member;
    if (m == NULL) {
        return true;
    }
    m->stale = whole ? 0 : m->stale;
    bool ok = gfGrid_Fetch(body, g, GF_GRID_PARTS);
    m->ahead = ok;
    return ok;
}

static bool fetchInstance(const gfBody *body, void *state, bool changes)
{
    return changes ? gfGrid_FetchToChange(body, state, false) : gfGrid_Fetch(body, state, GF_GRID_PARTS);
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
        bool known = m->own[i].known, steady = gfGrid_IsSteady(own, m->own[i].lastAcceleration, dt);
        const float rows[INSTANCE_ROWS][4] = {
            {buoyancy.heat.x, buoyancy.heat.y, buoyancy.dye.x, buoyancy.dye.y},
            {buoyancy.all.x, buoyancy.all.y, both || (known && steady) ? 1.0f : 0.0f, known ? 1.0f : 0.0f}};
        for (int row = 0; row < INSTANCE_ROWS; row++) {
            memcpy(m->next[row * count + i], rows[row], sizeof rows[row]);
        }
    }
    size_t bytes = (size_t)(INSTANCE_ROWS * count) * sizeof *m->rows;
    if (memcmp(m->next, m->rows, bytes) != 0) {
        memcpy(m->rows, m->next, bytes);
        if (!gfTexture_Upload(body->device, &m->table, m->rows)) {
            memset(m->rows, 0xff, bytes); // the next step tries again
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
    speeds.width = m->atlas.columns; // a texel each, as of one fluid
    speeds.height = m->atlas.rows;
    speeds.atlas = (gfAtlas){0};
    gfDevice_EndAtlas(body->device);
    const gfProgram *largest = gfProgram_Get(body->device, &gf_vertexCover, "common/reduce.frag", "LARGEST");
    gfPyramid_Reduce(body->device, &m->fastest, "speed", largest, largest, &speeds, 0, NULL);
    gfDevice_BeginAtlas(body->device, &m->atlas);
    return gfPyramid_Top(&m->fastest);
}

bool gfGrid_Touch(const gfBody *body, const gfGrid *g, uint32_t mask, bool splats)
{
    bool some = false;
    if (g->instances == NULL) {
        return gfSources_Touch(&body->sources, mask, splats);
    }
    for (int i = 0; !some && i < g->instances->fluids.count; i++) {
        some = gfSources_Touch(&g->instances->fluids.bodies[i]->sources, mask, splats);
    }
    return some;
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
    bool some = gfSolids_HaveThinWalls(&body->solids) || gfGrid_HasValves(body);
    for (int i = 0; !some && g->instances != NULL && i < g->instances->fluids.count; i++) {
        const gfBody *own = g->instances->fluids.bodies[i];
        some = gfSolids_HaveThinWalls(&own->solids) || gfGrid_HasValves(own);
    }
    return some;
}

// --- before a step ---------------------------------------------------------------------------------------------------

// Takes over the fields that a fluid's own calls changed.
static bool takeInstanceFields(const gfBody *body, gfGrid *g, int number, const gfBody *ownBody, gfGrid *own)
{
    gfGridInstance *instance = &g->instances->own[number];
    bool ok = body->def.grid.scheme != GF_SCHEME_PROJECT || gfGrid_FindCarried(ownBody, own);
    for (int i = 0; i < GF_COUNT(instanceParts); i++) {
        const InstancePart *part = &instanceParts[i];
        const gfTexture *atlas = instancePartOf(g, part), *from = instancePartOf(own, part);
        if (atlas->id != 0 && from->id != 0) {
            ok = copyIn(body->device, from, atlas, number) && ok;
        }
    }
    instance->known = own->velocityAdvection.previousKnown;
    instance->lastAcceleration = own->velocityAdvection.lastAcceleration;
    instance->expands = own->forces.expands;
    return ok;
}

// Takes over what follows from a fluid's solids. *shapes becomes true if more changed than how they move.
static bool takeInstanceSolids(const gfBody *body, gfGrid *g, int number, const gfBody *ownBody, const gfGrid *own,
                               bool *shapes)
{
    gfDevice *device = body->device;
    gfGridInstance *instance = &g->instances->own[number];
    bool changed = instance->solids != own->masks.drawnSolids || own->masks.drawnSolids == 0, ok = true;
    bool all = changed && (instance->solids == 0 || ownBody->solids.shapes > instance->solids);
    if (changed) {
        ok = copyIn(device, &own->masks.wallVelocity.read, &g->masks.wallVelocity.read, number);
    }
    if (all) {
        ok = ok && copyIn(device, &own->masks.faces.read, &g->masks.faces.read, number) &&
             copyIn(device, &own->masks.corners.read, &g->masks.corners.read, number) &&
             copyIn(device, &own->masks.weights, &g->masks.weights, number) &&
             copyIn(device, &own->masks.extrapolated, &g->masks.extrapolated, number) &&
             copyIn(device, &ownBody->solids.distance.read, &body->solids.distance.read, number);
        for (int i = 0; ok && i < GF_LATTICES; i++) {
            const gfLattice *lattice = &g->diffusion.lattices[i];
            ok = lattice->multigrid == NULL ||
                 copyIn(device, &own->diffusion.lattices[i].weights, &lattice->weights, number);
        }
    }
    if (all || own->masks.differ || instance->masksDiffer) {
        for (int i = 0; ok && i < g->scalarSets; i++) {
            const gfPair *mask = &own->masks.fluid[i];
            ok = copyIn(device, &mask->read, &g->masks.fluid[i].read, number) &&
                 copyIn(device, own->masks.differ ? &mask->write : &mask->read, &g->masks.fluid[i].write, number);
        }
        instance->masksDiffer = own->masks.differ;
    }
    instance->solids = ok ? own->masks.drawnSolids : 0;
    *shapes = *shapes || all;
    return ok;
}

// Prepares the coarse levels, which follow from the weights of all fluids.
static void prepareLevels(const gfBody *body, gfGrid *g)
{
    const gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    if (g->projection.pressure.solver->prepare != NULL) {
        g->projection.pressure.solver->prepare(body->device, &g->projection.pressure, &problem);
    }
    for (int i = 0; i < GF_LATTICES; i++) {
        const gfLattice *lattice = &g->diffusion.lattices[i];
        if (lattice->multigrid != NULL) {
            gfMultigrid_Prepare(body->device, lattice->multigrid, lattice->weights.id, false, NULL, NULL);
        }
    }
}

// Takes over what changed. The group's own body has, of its solids, what holds of all.
static bool gatherInstances(gfBody *body, gfGrid *g, bool *shapes)
{
    const gfGroupFluids *fluids = &g->instances->fluids;
    bool ok = true;
    g->velocityAdvection.carriedKnown = true;
    g->masks.moving = g->masks.differ = g->velocityAdvection.previousKnown = g->scalarAdvection.written =
        g->scalarAdvection.placed = false;
    body->solids.count = 0;
    body->solids.moving = false;
    for (int i = 0; i < fluids->count; i++) {
        const gfBody *ownBody = fluids->bodies[i];
        gfGrid *own = fluids->states[i];
        if (ownBody->member->ahead) {
            ok = takeInstanceFields(body, g, i, ownBody, own) && ok;
            ownBody->member->ahead = false;
        }
        ok = takeInstanceSolids(body, g, i, ownBody, own, shapes) && ok;
        g->masks.moving = g->masks.moving || own->masks.moving;
        g->masks.differ = g->masks.differ || own->masks.differ;
        g->scalarAdvection.written = g->scalarAdvection.written || own->scalarAdvection.written;
        g->scalarAdvection.placed = g->scalarAdvection.placed || own->scalarAdvection.placed;
        g->velocityAdvection.previousKnown = g->velocityAdvection.previousKnown || g->instances->own[i].known;
        body->solids.count += ownBody->solids.count;
        body->solids.moving = body->solids.moving || ownBody->solids.moving;
    }
    body->solids.bounded = body->solids.count > 0;
    return ok;
}

// --- the group's calls -----------------------------------------------------------------------------------------------

static bool checkGridGroup(const gfCore *core, const gfFluidDef *def, const char *caller)
{
    GF_REQUIRE(core, def->grid.temperatureDiffusivity == 0.0f, UNSUPPORTED,
               "%s: grid.temperatureDiffusivity is %g; 0 is expected in a group", caller,
               (double)def->grid.temperatureDiffusivity);
    return true;

error:
    return false;
}

static bool checkOwn(const gfCore *core, const gfFluidDef *group, const gfFluidDef *own, const char *caller)
{
    gfFluidDef expected = *group;
    expected.origin = own->origin;
    expected.grid.gravity = own->grid.gravity;
    expected.grid.acceleration = own->grid.acceleration;
    GF_REQUIRE(core, gfRecord_Equal(&gf_fluidDefRecord, &expected, own), UNSUPPORTED,
               "%s: of a fluid in a group only grid.gravity and grid.acceleration may be its own", caller);
    return true;

error:
    return false;
}

static void destroyInstances(gfDevice *device, gfGridInstances *m)
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

static gfGridInstances *createInstances(gfDevice *device, const gfAtlas *atlas)
{
    gfCore *core = &device->core;
    gfGridInstances *m = gfAlloc(core, sizeof *m);
    if (m == NULL) {
        return NULL;
    }
    size_t count = (size_t)atlas->count;
    m->atlas = *atlas;
    m->own = gfAlloc(core, count * sizeof *m->own);
    m->sources = gfAlloc(core, count * sizeof *m->sources);
    m->rows = gfAlloc(core, INSTANCE_ROWS * count * sizeof *m->rows);
    m->next = gfAlloc(core, INSTANCE_ROWS * count * sizeof *m->next);
    if (m->own == NULL || m->sources == NULL || m->rows == NULL || m->next == NULL ||
        !gfTexture_CreateTable(device, &m->table, atlas->count, INSTANCE_ROWS, "instances") ||
        !gfPyramid_Create(device, &m->fastest, &GF_REDUCTION_SHAPE, atlas->columns, atlas->rows)) {
        destroyInstances(device, m);
        return NULL;
    }
    return m;
}

static void destroyGridGroup(gfBody *body, void *state)
{
    gfGrid *g = state;
    gfTexture_Destroy(body->device, &body->solids.distance.read);
    destroyInstances(body->device, g->instances);
    gfGrid_Destroy(body, g);
}

static void *createGridGroup(gfBody *body, const gfAtlas *atlas)
{
    gfDevice *device = body->device;
    gfGridInstances *instances = createInstances(device, atlas);
    if (instances == NULL) {
        return NULL;
    }
    gfDevice_BeginAtlas(device, atlas);
    gfGrid *g = gfTexture_CreateNamed(device, &body->solids.distance.read, GF_FORMAT_RG32F, body->def.gridWidth,
                                      body->def.gridHeight, "solid distance")
                    ? gfGrid_Create(body)
                    : NULL;
    gfDevice_EndAtlas(device);
    if (g == NULL) {
        gfTexture_Destroy(device, &body->solids.distance.read);
        destroyInstances(device, instances);
        return NULL;
    }
    const gfBoundaries *boundaries = &body->def.boundaries;
    g->instances = instances;
    g->wrapX = gfBoundaries_Wrap(boundaries, 0);
    g->wrapY = gfBoundaries_Wrap(boundaries, 1);
    g->masks.bounded = gfBoundaries_Any(boundaries, GF_BOUNDARY_OPEN);
    return g;
}

// The programs must hold for any gravity that a fluid of the group has.
static bool followInstances(gfBody *body, void *state, const gfGroupFluids *fluids)
{
    gfVec2 *gravity = &body->def.grid.gravity;
    gfVec2 old = *gravity;
    *gravity = (gfVec2){0.0f, 0.0f};
    for (int i = 0; i < fluids->count; i++) {
        const gfBody *own = fluids->bodies[i];
        gravity->x = own->frame.used || own->def.grid.gravity.x != 0.0f ? 1.0f : gravity->x;
        gravity->y = own->def.grid.gravity.y != 0.0f ? 1.0f : gravity->y;
    }
    if (old.x == gravity->x && old.y == gravity->y) {
        return true;
    }
    const gfAtlas atlas = ((const gfGrid *)state)->instances->atlas;
    gfDevice_BeginAtlas(body->device, &atlas);
    bool ok = gfGrid_Tune(body, state);
    gfDevice_EndAtlas(body->device);
    *gravity = ok ? *gravity : old;
    return ok;
}

// Brings a fluid's own state up to date but for its textures, which are copied when somebody asks for them.
static void updateInstanceState(const gfGrid *g, const gfBody *ownBody, gfGrid *own, gfGridInstance *instance)
{
    ownBody->member->stale = GF_GRID_PARTS;
    instance->known = true;
    instance->lastAcceleration = gfGrid_GetAcceleration(ownBody);
    own->lastDt = g->lastDt;
    own->dtRatio = g->dtRatio;
    own->velocityAdvection.previousKnown = own->velocityAdvection.carriedKnown = true;
    own->velocityAdvection.lastAcceleration = instance->lastAcceleration;
    own->masks.differ = own->scalarAdvection.written = own->scalarAdvection.placed = false;
    own->draws = g->draws;
    own->forces.expands = instance->expands = g->forces.expands &&
                                              gfSources_Touch(&ownBody->sources, GF_SOURCE_DIVERGENCE, true) &&
                                              gfPair_Exists(&own->forces.expansion);
    memset(own->projection.rhsShift, 0, sizeof own->projection.rhsShift);
}

static bool makeExpansions(const gfGroupFluids *fluids)
{
    bool ok = true;
    for (int i = 0; i < fluids->count; i++) {
        if (gfSources_Touch(&fluids->bodies[i]->sources, GF_SOURCE_DIVERGENCE, true)) {
            ok = gfGrid_Require(fluids->bodies[i], fluids->states[i], GF_NEED_EXPANSION) && ok;
        }
    }
    return ok;
}

static bool stepGridGroup(gfBody *body, void *state, const gfGroupFluids *fluids, float dt, gfStepReport *report)
{
    gfGrid *g = state;
    gfDevice *device = body->device;
    bool shapes = false;
    g->instances->fluids = *fluids;
    bool ok = makeExpansions(fluids) && gatherInstances(body, g, &shapes);
    gfDevice_BeginAtlas(device, &g->instances->atlas);
    if (shapes) {
        prepareLevels(body, g);
    }
    ok = gfGrid_Step(body, g, dt, report) && ok;
    gfDevice_EndAtlas(device);
    for (int i = 0; i < fluids->count; i++) {
        updateInstanceState(g, fluids->bodies[i], fluids->states[i], &g->instances->own[i]);
    }
    return ok;
}

const gfGroupCalls gf_gridGroup = {
    .check = checkGridGroup,
    .checkOwn = checkOwn,
    .create = createGridGroup,
    .destroy = destroyGridGroup,
    .follow = followInstances,
    .step = stepGridGroup,
    .fetch = fetchInstance,
};
