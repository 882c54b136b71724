// Groups of fluids, whose steps draw all fluids in the same passes. In each texture of the group (an atlas,
// shaders/common/atlas.glsl) a fluid has a rectangle. grid_step.c steps the group's gfGrid like that of a single fluid.
// Each fluid keeps a gfGrid, too. Its solids are drawn there, and copied to the atlas when they change. A call that
// reads or changes a single fluid uses this gfGrid, after instances.c copied the fields to it.
#include "solvers/grid/instances.h"

#include "fluid/records.h"

// --- before a step ---------------------------------------------------------------------------------------------------

// Copies the fields of one fluid into the group's atlas, after calls changed them. `own`: the fluid's own state.
static bool takeInstanceFields(const gfBody *body, gfGrid *g, int number, const gfBody *ownBody, gfGrid *own)
{
    gfGridInstance *instance = &g->instances->own[number];
    bool ok = body->def.grid.scheme != GF_SCHEME_PROJECT || gfGrid_FindCarried(ownBody, own);
    ok = gfGridInstances_CopyFieldsIn(body->device, own, g, number) && ok;
    instance->known = own->velocityAdvection.previousKnown;
    instance->lastAcceleration = own->velocityAdvection.lastAcceleration;
    instance->expands = own->forces.expands;
    return ok;
}

// Copies one fluid's changed solid masks into the group's atlas. *shapes becomes true if more than velocities changed.
static bool takeInstanceSolids(const gfBody *body, gfGrid *g, int number, const gfBody *ownBody, gfGrid *own,
                               bool *shapes)
{
    gfDevice *device = body->device;
    gfGridInstance *instance = &g->instances->own[number];
    bool all = !instance->solids || own->masks.untaken > GF_SOLIDS_PUSHED, ok = true;
    if (all || own->masks.untaken == GF_SOLIDS_PUSHED) {
        ok = gfGridInstances_CopyIn(device, &own->masks.wallVelocity, &g->masks.wallVelocity, number);
    }
    if (all) {
        ok = ok && gfGridInstances_CopyIn(device, &own->masks.faces, &g->masks.faces, number) &&
             gfGridInstances_CopyIn(device, &own->masks.corners.read, &g->masks.corners.read, number) &&
             gfGridInstances_CopyIn(device, &own->masks.weights, &g->masks.weights, number) &&
             gfGridInstances_CopyIn(device, &own->masks.extrapolated, &g->masks.extrapolated, number) &&
             gfGridInstances_CopyIn(device, &ownBody->solids.distance.read, &body->solids.distance.read, number);
        for (int i = 0; ok && i < GF_LATTICES; i++) {
            const gfLattice *lattice = &g->lattices[i];
            ok = lattice->multigrid == NULL ||
                 gfGridInstances_CopyIn(device, &own->lattices[i].weights, &lattice->weights, number);
        }
    }
    if (all || own->masks.differ || instance->masksDiffer) {
        for (int i = 0; ok && i < gfGrid_CountMasks(g); i++) {
            const gfPair *mask = &own->masks.fluid[i];
            ok = gfGridInstances_CopyIn(device, &mask->read, &g->masks.fluid[i].read, number) &&
                 gfGridInstances_CopyIn(device, own->masks.differ ? &mask->write : &mask->read,
                                        &g->masks.fluid[i].write, number);
        }
        instance->masksDiffer = own->masks.differ;
    }
    instance->solids = ok;
    own->masks.untaken = GF_SOLIDS_SAME;
    *shapes = *shapes || all;
    return ok;
}

// Draws the coarse levels of all multigrids, for all fluids at once.
static void prepareLevels(const gfBody *body, gfGrid *g)
{
    const gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    gfPressure_Prepare(body->device, &g->projection.pressure, &problem);
    for (int i = 0; i < GF_LATTICES; i++) {
        const gfLattice *lattice = &g->lattices[i];
        if (lattice->multigrid != NULL) {
            gfMultigrid_Prepare(body->device, lattice->multigrid, lattice->weights.id, false, NULL, NULL);
        }
    }
}

// Copies what changed in the fluids' states into the group's: a flag is true if any fluid's is, and solids are summed.
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
        if (ownBody->member->changed) {
            ok = takeInstanceFields(body, g, i, ownBody, own) && ok;
            ownBody->member->changed = false;
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

static bool fetchInstance(const gfBody *body, void *state, bool changes)
{
    return changes ? gfGrid_FetchToChange(body, state, false) : gfGrid_Fetch(body, state, GF_GRID_PARTS);
}

static bool checkGridGroup(const gfCore *core, const gfFluidDef *def, const char *caller)
{
    GF_REQUIRE(core, def->grid.temperatureDiffusivity == 0.0f, UNSUPPORTED,
               "%s: grid.temperatureDiffusivity is %g; 0 is expected in a group", caller,
               (double)def->grid.temperatureDiffusivity);
    return true;
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
}

static void destroyGridGroup(gfBody *body, void *state)
{
    gfGrid *g = state;
    gfTexture_Destroy(body->device, &body->solids.distance.read);
    gfGridInstances_Destroy(body->device, g->instances);
    gfGrid_Destroy(body, g);
}

static void *createGridGroup(gfBody *body, const gfAtlas *atlas)
{
    gfDevice *device = body->device;
    gfGridInstances *instances = gfGridInstances_Create(device, atlas);
    GF_TRY(instances != NULL);
    gfDevice_BeginAtlas(device, atlas);
    gfGrid *g = gfTexture_CreateNamed(device, &body->solids.distance.read, GF_FORMAT_RG32F, body->def.gridWidth,
                                      body->def.gridHeight, "solid distance")
                    ? gfGrid_Create(body)
                    : NULL;
    gfDevice_EndAtlas(device);
    if (g == NULL) {
        gfTexture_Destroy(device, &body->solids.distance.read);
        gfGridInstances_Destroy(device, instances);
        return NULL;
    }
    const gfBoundaries *boundaries = &body->def.boundaries;
    g->instances = instances;
    g->wrapX = gfBoundaries_Wrap(boundaries, 0);
    g->wrapY = gfBoundaries_Wrap(boundaries, 1);
    g->masks.bounded = gfBoundaries_Any(boundaries, GF_BOUNDARY_OPEN);
    return g;
}

// Chooses shader options for buoyancy that suit all fluids. For that a component of the group's gravity becomes 1 if
// some fluid's gravity has it, else 0. Gravity itself is read from u_instances.
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

// Updates a fluid's own state after a step of its group. Textures are only marked as stale, for calls that need them.
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
