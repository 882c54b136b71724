// Groups of fluids that are stepped in the passes of one. Their fields lie in atlases (shaders/common/atlas.glsl), in a
// gfGrid of the group's own, and the step is that of one fluid (step.c). Each member has a gfGrid of its own, too: its
// solids are drawn there and copied over when they change, and the calls that read or change one fluid work on that,
// after what they need was copied there. What differs between members is in a table, u_members: two texels for each,
//   change of velocity by heat (x, y) and by dye (z, w), as u_buoyancy of grid/lift.glsl
//   change of velocity of all its fluid (x, y); 1 where the velocity half a step ahead is known, else 0; likewise for
//   the pressure's pull
#include "solvers/grid/grid.h"

#include "fluid/records.h"

#include <stddef.h>
#include <string.h>

#define MEMBER_ROWS 2

// --- what a member has of its own ------------------------------------------------------------------------------------

// Pairs, of which the group has `read`.
typedef struct MemberPart {
    uint32_t part;
    size_t offset;
} MemberPart;

static const MemberPart memberParts[] = {
    {GF_GRID_PART_VELOCITY, offsetof(gfGrid, velocity)},
    {GF_GRID_PART_DYE, offsetof(gfGrid, dye)},
    {GF_GRID_PART_TEMPERATURE, offsetof(gfGrid, temperature)},
    {GF_GRID_PART_PRESSURE, offsetof(gfGrid, pressure.field)},
    {GF_GRID_PART_REST, offsetof(gfGrid, earlier)},
    {GF_GRID_PART_REST, offsetof(gfGrid, carried)},
    {GF_GRID_PART_REST, offsetof(gfGrid, rhs)},
    {GF_GRID_PART_REST, offsetof(gfGrid, reflectPressure)},
    {GF_GRID_PART_REST, offsetof(gfGrid, ledger)},
    {GF_GRID_PART_REST, offsetof(gfGrid, expansion)},
    {GF_GRID_PART_REST, offsetof(gfGrid, lattices[GF_LATTICE_X].change)},
    {GF_GRID_PART_REST, offsetof(gfGrid, lattices[GF_LATTICE_Y].change)},
};

static const gfTexture *memberPartOf(const gfGrid *g, const MemberPart *part)
{
    return &((const gfPair *)((const char *)g + part->offset))->read;
}

// Where a member is in an atlas.
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
    for (int i = 0; i < GF_COUNT(memberParts); i++) {
        const MemberPart *part = &memberParts[i];
        const gfTexture *atlas = memberPartOf(group, part), *own = memberPartOf(g, part);
        if ((part->part & wanted) && atlas->id != 0 && own->id != 0) {
            ok = copyOut(body->device, atlas, m->number, own) && ok;
        }
    }
    m->stale &= ok ? ~wanted : ~0u;
    return ok;
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

static bool fetchMember(const gfBody *body, void *state, bool changes)
{
    return changes ? gfGrid_FetchToChange(body, state, false) : gfGrid_Fetch(body, state, GF_GRID_PARTS);
}

// --- what differs between members ------------------------------------------------------------------------------------

GLuint gfGrid_GetMembers(const gfGrid *g)
{
    return g->members != NULL ? g->members->table.id : 0;
}

void gfGrid_TellMembers(const gfBody *body, gfGrid *g, float dt, bool both)
{
    gfGridMembers *m = g->members;
    if (m == NULL) {
        return;
    }
    int count = m->fluids.count;
    for (int i = 0; i < count; i++) {
        const gfBody *own = m->fluids.bodies[i];
        const gfLift lift = gfGrid_GetLift(own, dt);
        bool known = m->own[i].known, steady = gfGrid_IsSteady(own, m->own[i].lastPush, dt);
        const float rows[MEMBER_ROWS][4] = {
            {lift.heat.x, lift.heat.y, lift.weight.x, lift.weight.y},
            {lift.push.x, lift.push.y, both || (known && steady) ? 1.0f : 0.0f, known ? 1.0f : 0.0f}};
        for (int row = 0; row < MEMBER_ROWS; row++) {
            memcpy(m->next[row * count + i], rows[row], sizeof rows[row]);
        }
    }
    size_t bytes = (size_t)(MEMBER_ROWS * count) * sizeof *m->rows;
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
    gfGridMembers *m = g->members;
    gfTexture speeds = *gfPyramid_Top(&g->speed);
    if (m == NULL) {
        return gfPyramid_Top(&g->speed);
    }
    speeds.width = m->atlas.columns; // a texel each, as of one fluid
    speeds.height = m->atlas.rows;
    speeds.atlas = (gfAtlas){0};
    gfDevice_EndAtlas(body->device);
    const gfProgram *largest = gfProgram_Get(body->device, &gf_vertexCover, "common/reduce.frag", "LARGEST");
    gfPyramid_Reduce(body->device, &m->fastest,
                     &(gfReduction){.label = "speed", .first = largest, .next = largest, .field = &speeds});
    gfDevice_BeginAtlas(body->device, &m->atlas);
    return gfPyramid_Top(&m->fastest);
}

bool gfGrid_Touch(const gfBody *body, const gfGrid *g, uint32_t mask, bool splats)
{
    bool some = false;
    if (g->members == NULL) {
        return gfSources_Touch(&body->sources, mask, splats);
    }
    for (int i = 0; !some && i < g->members->fluids.count; i++) {
        some = gfSources_Touch(&g->members->fluids.bodies[i]->sources, mask, splats);
    }
    return some;
}

void gfGrid_Apply(const gfBody *body, gfGrid *g, const gfSourceTarget *target, float dt)
{
    gfGridMembers *m = g->members;
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

// --- before a step ---------------------------------------------------------------------------------------------------

// What a member's own calls changed.
static bool takeMemberFields(const gfBody *body, gfGrid *g, int number, const gfBody *memberBody, gfGrid *own)
{
    gfGridMember *member = &g->members->own[number];
    bool ok = !(g->conditions & GF_GRID_PULLS) || gfGrid_FindCarried(memberBody, own);
    for (int i = 0; i < GF_COUNT(memberParts); i++) {
        const MemberPart *part = &memberParts[i];
        const gfTexture *atlas = memberPartOf(g, part), *from = memberPartOf(own, part);
        if (atlas->id != 0 && from->id != 0) {
            ok = copyIn(body->device, from, atlas, number) && ok;
        }
    }
    member->known = own->earlierKnown;
    member->lastPush = own->lastPush;
    member->expands = own->expands;
    return ok;
}

// What follows from a member's solids. *shapes: more than how they move changed.
static bool takeMemberSolids(const gfBody *body, gfGrid *g, int number, const gfBody *memberBody, const gfGrid *own,
                             bool *shapes)
{
    gfDevice *device = body->device;
    gfGridMember *member = &g->members->own[number];
    bool changed = member->solids != own->drawnSolids || own->drawnSolids == 0, ok = true;
    bool all = changed && (member->solids == 0 || memberBody->solids.shapes > member->solids);
    if (changed) {
        ok = copyIn(device, &own->wallVelocity.read, &g->wallVelocity.read, number);
    }
    if (all) {
        ok = ok && copyIn(device, &own->faces.read, &g->faces.read, number) &&
             copyIn(device, &own->corners.read, &g->corners.read, number) &&
             copyIn(device, &own->weights, &g->weights, number) &&
             copyIn(device, &own->extended, &g->extended, number) &&
             copyIn(device, &memberBody->solids.distance.read, &body->solids.distance.read, number);
        for (int i = 0; ok && i < GF_LATTICES; i++) {
            const gfLattice *lattice = &g->lattices[i];
            ok = lattice->multigrid == NULL || copyIn(device, &own->lattices[i].weights, &lattice->weights, number);
        }
    }
    if (all || own->masksDiffer || member->masksDiffer) {
        for (int i = 0; ok && i < g->scalarSets; i++) {
            const gfPair *mask = &own->fluidMask[i];
            ok = copyIn(device, &mask->read, &g->fluidMask[i].read, number) &&
                 copyIn(device, own->masksDiffer ? &mask->write : &mask->read, &g->fluidMask[i].write, number);
        }
        member->masksDiffer = own->masksDiffer;
    }
    member->solids = ok ? own->drawnSolids : 0;
    *shapes = *shapes || all;
    return ok;
}

// What follows from the weights of all.
static void prepareLevels(const gfBody *body, gfGrid *g)
{
    const gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    if (g->pressure.solver->prepare != NULL) {
        g->pressure.solver->prepare(body->device, &g->pressure, &problem);
    }
    for (int i = 0; i < GF_LATTICES; i++) {
        const gfLattice *lattice = &g->lattices[i];
        if (lattice->multigrid != NULL) {
            gfMultigrid_Prepare(body->device, lattice->multigrid, lattice->weights.id, false, NULL, NULL);
        }
    }
}

// Takes over what changed. The group's own body has, of its solids, what holds of all.
static bool gatherMembers(gfBody *body, gfGrid *g, bool *shapes)
{
    const gfGroupFluids *fluids = &g->members->fluids;
    bool ok = true;
    g->carriedKnown = true;
    g->moving = g->masksDiffer = g->earlierKnown = g->written = g->placed = false;
    body->solids.count = 0;
    body->solids.moving = false;
    for (int i = 0; i < fluids->count; i++) {
        const gfBody *memberBody = fluids->bodies[i];
        gfGrid *own = fluids->states[i];
        if (memberBody->member->ahead) {
            ok = takeMemberFields(body, g, i, memberBody, own) && ok;
            memberBody->member->ahead = false;
        }
        ok = takeMemberSolids(body, g, i, memberBody, own, shapes) && ok;
        g->moving = g->moving || own->moving;
        g->masksDiffer = g->masksDiffer || own->masksDiffer;
        g->written = g->written || own->written;
        g->placed = g->placed || own->placed;
        g->earlierKnown = g->earlierKnown || g->members->own[i].known;
        body->solids.count += memberBody->solids.count;
        body->solids.moving = body->solids.moving || memberBody->solids.moving;
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

static void destroyMembers(gfDevice *device, gfGridMembers *m)
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

static gfGridMembers *createMembers(gfDevice *device, const gfAtlas *atlas)
{
    gfCore *core = &device->core;
    gfGridMembers *m = gfAlloc(core, sizeof *m);
    if (m == NULL) {
        return NULL;
    }
    size_t count = (size_t)atlas->count;
    m->atlas = *atlas;
    m->own = gfAlloc(core, count * sizeof *m->own);
    m->sources = gfAlloc(core, count * sizeof *m->sources);
    m->rows = gfAlloc(core, MEMBER_ROWS * count * sizeof *m->rows);
    m->next = gfAlloc(core, MEMBER_ROWS * count * sizeof *m->next);
    if (m->own == NULL || m->sources == NULL || m->rows == NULL || m->next == NULL ||
        !gfTexture_CreateTable(device, &m->table, atlas->count, MEMBER_ROWS, "members") ||
        !gfPyramid_Create(device, &m->fastest, &GF_REDUCTION_SHAPE, atlas->columns, atlas->rows)) {
        destroyMembers(device, m);
        return NULL;
    }
    return m;
}

static void destroyGridGroup(gfBody *body, void *state)
{
    gfGrid *g = state;
    gfTexture_Destroy(body->device, &body->solids.distance.read);
    destroyMembers(body->device, g->members);
    gfGrid_Destroy(body, g);
}

static void *createGridGroup(gfBody *body, const gfAtlas *atlas)
{
    gfDevice *device = body->device;
    gfGridMembers *members = createMembers(device, atlas);
    if (members == NULL) {
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
        destroyMembers(device, members);
        return NULL;
    }
    const gfBoundaries *boundaries = &body->def.boundaries;
    g->members = members;
    g->wrapX = gfBoundaries_Wrap(boundaries, 0);
    g->wrapY = gfBoundaries_Wrap(boundaries, 1);
    g->bounded = gfBoundaries_Any(boundaries, GF_BOUNDARY_OPEN);
    return g;
}

// The programs must hold for any gravity that a member has.
static bool followMembers(gfBody *body, void *state, const gfGroupFluids *fluids)
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
    const gfAtlas atlas = ((const gfGrid *)state)->members->atlas;
    gfDevice_BeginAtlas(body->device, &atlas);
    bool ok = gfGrid_Tune(body, state);
    gfDevice_EndAtlas(body->device);
    *gravity = ok ? *gravity : old;
    return ok;
}

// What a member's own state has beside textures.
static void tellMember(const gfGrid *g, const gfBody *memberBody, gfGrid *own, gfGridMember *member)
{
    memberBody->member->stale = GF_GRID_PARTS;
    member->known = true;
    member->lastPush = gfGrid_GetPush(memberBody);
    own->lastDt = g->lastDt;
    own->dtRatio = g->dtRatio;
    own->earlierKnown = own->carriedKnown = true;
    own->lastPush = member->lastPush;
    own->masksDiffer = own->written = own->placed = false;
    own->draws = g->draws;
    own->expands = member->expands = g->expands && gfSources_Touch(&memberBody->sources, GF_SOURCE_DIVERGENCE, true) &&
                                     gfPair_Exists(&own->expansion);
    memset(own->rhsShift, 0, sizeof own->rhsShift);
}

static bool makeExpansions(const gfGroupFluids *fluids)
{
    bool ok = true;
    for (int i = 0; i < fluids->count; i++) {
        if (gfSources_Touch(&fluids->bodies[i]->sources, GF_SOURCE_DIVERGENCE, true)) {
            ok = gfGrid_Require(fluids->bodies[i], fluids->states[i], GF_GRID_EXPANDS) && ok;
        }
    }
    return ok;
}

static bool stepGridGroup(gfBody *body, void *state, const gfGroupFluids *fluids, float dt, gfStepReport *report)
{
    gfGrid *g = state;
    gfDevice *device = body->device;
    bool shapes = false;
    g->members->fluids = *fluids;
    bool ok = makeExpansions(fluids) && gatherMembers(body, g, &shapes);
    gfDevice_BeginAtlas(device, &g->members->atlas);
    if (shapes) {
        prepareLevels(body, g);
    }
    ok = gfGrid_Step(body, g, dt, report) && ok;
    gfDevice_EndAtlas(device);
    for (int i = 0; i < fluids->count; i++) {
        tellMember(g, fluids->bodies[i], fluids->states[i], &g->members->own[i]);
    }
    return ok;
}

const gfGroupCalls gf_gridGroup = {
    .check = checkGridGroup,
    .checkOwn = checkOwn,
    .create = createGridGroup,
    .destroy = destroyGridGroup,
    .follow = followMembers,
    .step = stepGridGroup,
    .fetch = fetchMember,
};
