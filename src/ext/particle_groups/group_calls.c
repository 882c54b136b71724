// Groups of particles as a part of their fluid, and the public calls that make groups and read their state.
#include "ext/particle_groups/particle_group.h"

#include "base/shape.h"
#include "fluid/fluid.h"
#include "fluid/module.h"

// --- the part of a fluid ---------------------------------------------------------------------------------------------

// Lets the groups act in the fluid's new state, after a resize has replaced the old one (gfFluidPart.follow).
static bool followParticleState(const gfFluid *fluid, void *state)
{
    gfParticleGroups *g = state;
    gfSph *s = gfFluid_GetSph(fluid);
    bool other = s->groups != g;
    gfParticleGroups_Attach(g, s);
    return !other || gfParticleGroups_List(g, s, false);
}

static void archiveParticleGroups(gfArchive *archive, void *thing);
static void loadParticleGroups(gfFluid *fluid, gfFluid *from);

static const gfFluidPart particleGroupPart = {
    .part = {"particle groups", sizeof(gfParticleGroups), gfParticleGroups_Destroy},
    .reset = gfParticleGroups_Reset,
    .follow = followParticleState,
    .tag = "PGRP",
    .behindState = true,
    .archive = archiveParticleGroups,
    .load = loadParticleGroups};

gfParticleGroups *gfFluid_FindParticleGroups(const gfFluid *fluid)
{
    return gfFluid_FindPart(fluid, &particleGroupPart);
}

static void archiveParticleGroups(gfArchive *archive, void *thing)
{
    gfFluid *fluid = thing;
    gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    bool has = g != NULL;
    gfArchive_Bool(archive, &has, "whether it has particle groups");
    if (gfArchive_Reads(archive) && has != (g != NULL)) {
        gfArchive_Fail(archive, "whether it has particle groups");
    }
    if (!archive->failed && has) {
        gfParticleGroups_Archive(archive, g);
        if (gfArchive_Reads(archive)) {
            gfParticleGroups_Attach(g, gfFluid_GetSph(fluid));
        }
    }
}

static void loadParticleGroups(gfFluid *fluid, gfFluid *from)
{
    gfParts_Exchange(&fluid->parts, &from->parts, &particleGroupPart.part);
    gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    if (g != NULL) {
        gfParticleGroups_Attach(g, gfFluid_GetSph(fluid));
    }
}

// Makes the groups together with their fluid, as its substeps call them (gfModule.fluidMade).
static bool makeParticleGroups(gfFluid *fluid)
{
    const gfFluidDef *def = &fluid->body.def;
    if (def->solver != GF_SOLVER_PARTICLES || def->particles.groups == 0) {
        return true;
    }
    gfParticleGroups *g = gfFluid_GetPart(fluid, &particleGroupPart);
    if (g == NULL || !gfParticleGroups_Init(g, &fluid->body, gfFluid_GetSph(fluid))) {
        gfParts_Remove(&fluid->parts, &fluid->body.device->core, &particleGroupPart.part, fluid);
        return false;
    }
    gfParticleGroups_Attach(g, gfFluid_GetSph(fluid));
    return true;
}

// Returns the groups of a fluid. Null and reported: NULL_ARGUMENT or UNSUPPORTED.
static gfParticleGroups *requireGroups(const gfFluid *fluid, const char *caller)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    GF_REQUIRE(&fluid->body.device->core, g != NULL, UNSUPPORTED,
               "%s: a fluid with GF_SOLVER_PARTICLES and particles.groups above 0 is expected", caller);
    return g;
}

gfParticleGroup *gfFluid_FindParticleGroup(const gfFluid *fluid, gfParticleGroupId id, const char *caller)
{
    const gfParticleGroups *g = requireGroups(fluid, caller);
    return g != NULL ? gfSlots_Get(&g->slots, &g->device->core, fluid->body.number, GF_TO_HANDLE(id), caller) : NULL;
}

bool gfParticleGroup_CheckMaterial(const gfFluid *fluid, uint32_t material, const char *caller)
{
    int count = fluid->body.def.particles.materialCount;
    GF_REQUIRE(&fluid->body.device->core, material < (uint32_t)count, OUT_OF_RANGE,
               "%s: material is %u; 0 to %d is expected (particles.materialCount)", caller, material, count - 1);
    return true;
}

const gfModule gf_module_particle_groups = {
    .name = "particle_groups", .fluidPart = &particleGroupPart, .fluidMade = makeParticleGroups};

// --- new groups ------------------------------------------------------------------------------------------------------

#include "ext/particle_groups/members.inc"

static bool checkParticleGroup(const gfFluid *fluid, const gfParticleGroupDef *def, const char *caller)
{
    const gfCore *core = &fluid->body.device->core;
    return gfDef_Check(core, &gf_particleGroupDefRecord, def, caller) &&
           gfShape_Check(core, &def->shape, def->mask != NULL, caller) &&
           gfParticleGroup_CheckMaterial(fluid, def->material, caller) &&
           (def->mask == NULL || gfMask_Check(fluid->body.device, def->mask, caller));
}

// Collects a new group's particles as gfSph_Add takes them. fillGroupShape runs twice: first it counts, then it writes.
typedef struct GroupFilling {
    const gfParticleGroupDef *def;
    float spacing, width, height; // distance of particles; size of the domain, m
    gfVec2 origin, centre;        // lower left corner of the domain; centre of the shape, m
    float *places, *velocities;   // x and y of each particle: from the domain's corner, m; m/s
    uint32_t *tags, *marks; // colour and material of each particle; its group and end of life, as gfSph_Add takes them
    int count;              // number of particles; while `places` is null they are only counted
} GroupFilling;

// Returns whether the definition's mask is set at a place in the world; true without a mask.
static bool isInMask(const gfParticleGroupDef *def, gfVec2 place)
{
    const gfMask *mask = def->mask;
    const gfShape *s = &def->shape;
    if (mask == NULL) {
        return true;
    }
    float x = place.x - s->a.x, y = place.y - s->a.y, c = cosf(s->angle), n = sinf(s->angle);
    float u = (c * x + n * y) / fmaxf(s->b.x, 1e-20f), v = (c * y - n * x) / fmaxf(s->b.y, 1e-20f);
    int column = (int)floorf(0.5f * (u + 1.0f) * (float)mask->width);
    int row = (int)floorf(0.5f * (1.0f - v) * (float)mask->height);
    return column >= 0 && column < mask->width && row >= 0 && row < mask->height &&
           mask->pixels[(size_t)row * (size_t)mask->stride + (size_t)column] >= 128;
}

static void fillGroupPlace(GroupFilling *f, gfVec2 place)
{
    const gfParticleGroupDef *def = f->def;
    float x = place.x - f->origin.x, y = place.y - f->origin.y, depth = -(float)gfShape_GetDistance(&def->shape, place);
    bool inside = x >= 0.0f && x <= f->width && y >= 0.0f && y <= f->height && depth >= 0.0f &&
                  (def->outline == 0.0f || depth <= def->outline) && isInMask(def, place);
    if (inside && f->places != NULL) {
        float *velocity = &f->velocities[2 * f->count];
        f->places[2 * f->count] = x;
        f->places[2 * f->count + 1] = y;
        velocity[0] = def->velocity.x - def->angularVelocity * (place.y - f->centre.y);
        velocity[1] = def->velocity.y + def->angularVelocity * (place.x - f->centre.x);
    }
    f->count += inside;
}

// Fills the group's shape with particles on a triangular lattice, as dense as the fluid at rest, turned by its angle.
static void fillGroupShape(GroupFilling *f)
{
    const gfShape *shape = &f->def->shape;
    gfBounds b = gfShape_GetBounds(shape);
    float along = f->spacing * sqrtf(2.0f / sqrtf(3.0f)), up = along * sqrtf(0.75f);
    float angle = shape->kind == GF_SHAPE_RECTANGLE ? shape->angle : 0.0f, c = cosf(angle), n = sinf(angle);
    float reach = 0.5f * hypotf(b.maxX - b.minX, b.maxY - b.minY) + along;
    int rows = (int)fminf(ceilf(reach / up), 1e4f), columns = (int)fminf(ceilf(reach / along), 1e4f);
    gfVec2 middle = {0.5f * (b.minX + b.maxX), 0.5f * (b.minY + b.maxY)};
    f->count = 0;
    for (int row = -rows; row <= rows; row++) {
        for (int column = -columns; column <= columns; column++) {
            float x = along * ((float)column + (row & 1 ? 0.5f : 0.0f)), y = up * (float)row;
            fillGroupPlace(f, (gfVec2){middle.x + c * x - n * y, middle.y + n * x + c * y});
        }
    }
}

static uint32_t groupTagOf(const gfFluid *fluid, const gfParticleGroupDef *def)
{
    gfParticleMaterial material = fluid->body.def.particles.materials[def->material];
    if (def->color[3] > 0.0f) {
        memcpy(material.color, def->color, sizeof material.color);
    }
    return gfParticles_MakeTag(&material, def->material);
}

// Fills the shape of a group with new particles. `number`: of the group in shaders.
static bool addGroupParticles(gfFluid *fluid, const gfParticleGroupDef *def, int number, const char *caller)
{
    gfCore *core = &fluid->body.device->core;
    const gfSphDomain domain = gfParticles2D_GetDomain(&fluid->body, fluid->state);
    gfSph *s = gfFluid_GetSph(fluid);
    const gfFluidDef *of = &fluid->body.def;
    GroupFilling f = {.def = def,
                      .spacing = s->scales.spacing,
                      .width = (float)of->gridWidth * of->cellSize,
                      .height = (float)of->gridHeight * of->cellSize,
                      .origin = of->origin,
                      .centre = gfShape_GetCentre(&def->shape)};
    fillGroupShape(&f);
    int count = f.count;
    GF_REQUIRE(core, count > 0, OUT_OF_RANGE,
               "%s: the shape holds no particle inside the domain; one wider than particles.spacing, %g m, is expected",
               caller, (double)f.spacing);
    GF_REQUIRE(core, count <= s->capacity, TOO_MANY, "%s: the shape holds %d particles, and capacity is %d", caller,
               count, s->capacity);
    f.places = gfAlloc(core, (size_t)count * (4 * sizeof *f.places + 3 * sizeof *f.tags));
    GF_TRY(f.places != NULL);
    f.velocities = f.places + 2 * count;
    f.tags = (uint32_t *)(f.velocities + 2 * count);
    f.marks = f.tags + count;
    fillGroupShape(&f);
    uint32_t tag = groupTagOf(fluid, def);
    for (int i = 0; i < count; i++) {
        f.tags[i] = tag;
        f.marks[2 * i] = (uint32_t)number << GF_MEMBER_BITS | GF_NO_MEMBER;
        f.marks[2 * i + 1] = 0;
    }
    const gfSphAdded added = {f.places, f.velocities, f.tags, f.marks, count};
    bool ok = gfSph_Add(s, &domain, &added, caller);
    gfFree(core, f.places);
    return ok;
}

static bool freezeParticles(gfFluid *fluid, const gfParticleGroupDef *def, int number)
{
    const gfRegrouping change = {.to = number,
                                 .within = &def->shape,
                                 .origin = fluid->body.def.origin,
                                 .anew = true,
                                 .material = (int)def->material,
                                 .color = def->color};
    return gfParticleGroups_Regroup(gfFluid_FindParticleGroups(fluid), gfFluid_GetSph(fluid), &change);
}

// Makes a group of new particles or, with `freezes`, of the particles that are in the shape now.
static gfParticleGroupId makeParticleGroup(gfFluid *fluid, const gfParticleGroupDef *def, bool freezes,
                                           const char *caller)
{
    gfParticleGroups *g = requireGroups(fluid, caller);
    if (g == NULL || !checkParticleGroup(fluid, def, caller) || !gfDevice_Begin(g->device, caller)) {
        return (gfParticleGroupId){0};
    }
    gfSph *s = gfFluid_GetSph(fluid);
    gfVec2 centre = gfShape_GetCentre(&def->shape), origin = fluid->body.def.origin;
    float h = s->scales.radius;
    const gfParticleGroup group = {.params = def->params, .asked = g->asked};
    gfHandle handle = gfSlots_Add(&g->slots, &g->device->core, fluid->body.number, &group);
    gfParticleGroupId id = GF_FROM_HANDLE(gfParticleGroupId, handle);
    bool ok = !GF_IS_NULL(id) && (def->params.links <= 0.0f || gfParticleGroups_MakeLinks(g, s)) &&
              gfParticleGroups_Seed(g, gfParticleGroup_GetNumber(id),
                                    (const float[2]){(centre.x - origin.x) / h, (centre.y - origin.y) / h}) &&
              (freezes ? freezeParticles(fluid, def, gfParticleGroup_GetNumber(id))
                       : addGroupParticles(fluid, def, gfParticleGroup_GetNumber(id), caller)) &&
              gfParticleGroups_List(g, s, false);
    if (!ok && !GF_IS_NULL(id)) {
        gfSlots_Remove(&g->slots, handle);
    }
    fluid->given |= GF_SOURCE_MASS;
    gfDevice_End(g->device);
    return ok ? id : (gfParticleGroupId){0};
}

gfParticleGroupId gfFluid_AddParticleGroup(gfFluid *fluid, const gfParticleGroupDef *def)
{
    return makeParticleGroup(fluid, def, false, "gfFluid_AddParticleGroup");
}

gfParticleGroupId gfFluid_FreezeParticles(gfFluid *fluid, const gfParticleGroupDef *def)
{
    return makeParticleGroup(fluid, def, true, "gfFluid_FreezeParticles");
}

// --- answers ---------------------------------------------------------------------------------------------------------

// Starts to read the poses of all groups, unless as many reads as the ring holds are pending.
static bool requestPoses(gfFluid *fluid)
{
    gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    if (g->ring.started - g->ring.taken == GF_READ_RING) {
        return true;
    }
    bool ok = gfParticleGroups_Measure(g, gfFluid_GetSph(fluid)) &&
              gfPass_Run(g->device, &(gfPass){.label = "groups",
                                              .shader = GF_SHADER("particle_groups/report.frag", NULL),
                                              .writes = {&g->report},
                                              .inputs = {GF_IN(poses, g->poses.read.id)}}) &&
              gfReadRing_Start(g->device, &g->ring, &g->report);
    g->asked += ok;
    return ok;
}

// Takes all answers that have arrived (`waits`: waits for all), so that g->answer is the newest. FAILED: one was lost.
static gfPollStatus takePoses(gfParticleGroups *g, bool waits)
{
    gfPollStatus status = GF_POLL_READY, worst = GF_POLL_READY;
    while (status != GF_POLL_PENDING && g->ring.taken < g->ring.started) {
        status = gfReadRing_Take(g->device, &g->ring, waits, g->answer);
        g->came = status == GF_POLL_READY ? g->ring.taken : g->came;
        worst = status == GF_POLL_FAILED ? status : worst;
    }
    return worst;
}

static gfParticleGroupInfo groupInfoOf(const gfFluid *fluid, gfParticleGroupId id)
{
    const gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    float pose[GF_POSE_ROWS][4];
    for (int row = 0; row < GF_POSE_ROWS; row++) {
        memcpy(pose[row], &g->answer[4 * ((size_t)row * (size_t)g->most + id.index)], sizeof pose[row]);
    }
    if (!(pose[1][3] > 0.0f)) {
        return (gfParticleGroupInfo){0};
    }
    float h = gfFluid_GetSph(fluid)->scales.radius, each = gfFluid_GetParticleMass(fluid);
    gfVec2 origin = fluid->body.def.origin;
    return (gfParticleGroupInfo){.count = (int32_t)(pose[2][3] + 0.5f),
                                 .mass = each * pose[1][3],
                                 .centre = {origin.x + h * pose[0][0], origin.y + h * pose[0][1]},
                                 .angle = atan2f(pose[0][3], pose[0][2]),
                                 .velocity = {h * pose[1][0], h * pose[1][1]},
                                 .angularVelocity = pose[1][2],
                                 .inertia = each * pose[1][3] * h * h * pose[2][2]};
}

bool gfFluid_RequestParticleGroups(gfFluid *fluid)
{
    gfParticleGroups *g = requireGroups(fluid, __func__);
    return g != NULL && gfDevice_Do(g->device, __func__, requestPoses(fluid));
}

// Lets answers requested from now on count for a group from a snapshot, which knows no requests of this fluid.
static void dateParticleGroup(const gfParticleGroups *g, gfParticleGroup *group)
{
    group->asked = group->asked < g->asked ? group->asked : g->asked;
}

gfPollStatus gfFluid_PollParticleGroup(gfFluid *fluid, gfParticleGroupId id, gfParticleGroupInfo *info)
{
    gfParticleGroup *group = gfFluid_FindParticleGroup(fluid, id, __func__);
    if (group == NULL) {
        return GF_POLL_FAILED;
    }
    gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    GF_REQUIRE_OR(GF_POLL_FAILED, &g->device->core, info != NULL, NULL_ARGUMENT, "%s: info is null", __func__);
    dateParticleGroup(g, group);
    if (!gfDevice_CheckContext(g->device, __func__) || takePoses(g, false) == GF_POLL_FAILED) {
        return GF_POLL_FAILED;
    }
    if (g->came <= group->asked) {
        return GF_POLL_PENDING;
    }
    *info = groupInfoOf(fluid, id);
    return GF_POLL_READY;
}

bool gfFluid_GetParticleGroupBlocking(gfFluid *fluid, gfParticleGroupId id, gfParticleGroupInfo *info)
{
    const gfParticleGroup *group = gfFluid_FindParticleGroup(fluid, id, __func__);
    GF_TRY(group != NULL);
    gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    GF_REQUIRE(&g->device->core, info != NULL, NULL_ARGUMENT, "%s: info is null", __func__);
    GF_TRY(gfDevice_Begin(g->device, __func__));
    bool ok = takePoses(g, true) != GF_POLL_FAILED && requestPoses(fluid) && takePoses(g, true) != GF_POLL_FAILED;
    if (ok) {
        *info = groupInfoOf(fluid, id);
    }
    return gfDevice_EndWith(g->device, ok);
}
