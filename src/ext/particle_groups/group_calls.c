// The public calls of particle groups, and the part of a fluid that keeps them.
#include "ext/particle_groups/particle_group.h"

#include "base/shape.h"
#include "fluid/module.h"

#include <math.h>
#include <string.h>

typedef struct GroupPart {
    gfParticleGroups *groups; // null while they are made
} GroupPart;

static gfSph *sphOf(const gfFluid *fluid)
{
    return &((gfParticles2D *)fluid->state)->sph;
}

static void destroyGroups(void *owner, void *state)
{
    (void)owner;
    gfParticleGroups_Destroy(((GroupPart *)state)->groups);
}

static void resetGroups(gfFluid *fluid, void *state)
{
    (void)fluid;
    gfParticleGroups_Reset(((GroupPart *)state)->groups);
}

// A state that was replaced by another has the same groups.
static bool followState(const gfFluid *fluid, void *state)
{
    gfParticleGroups *g = ((GroupPart *)state)->groups;
    gfSph *s = sphOf(fluid);
    bool other = s->groups != g;
    gfParticleGroups_Attach(g, s);
    return !other || gfParticleGroups_List(g, s);
}

static void archiveGroups(gfArchive *archive, void *thing);
static void loadGroups(gfFluid *fluid, gfFluid *from);

static const gfFluidPart groupPart = {.part = {"particle groups", sizeof(GroupPart), destroyGroups},
                                      .reset = resetGroups,
                                      .follow = followState,
                                      .tag = "PGRP",
                                      .behindState = true,
                                      .archive = archiveGroups,
                                      .load = loadGroups};

static gfParticleGroups *findGroups(const gfFluid *fluid)
{
    const GroupPart *part = gfFluid_FindPart(fluid, &groupPart);
    return part != NULL ? part->groups : NULL;
}

static void archiveGroups(gfArchive *archive, void *thing)
{
    gfFluid *fluid = thing;
    gfParticleGroups *g = findGroups(fluid);
    bool has = g != NULL;
    gfArchive_Bool(archive, &has, "whether it has particle groups");
    if (gfArchive_Reads(archive) && has != (g != NULL)) {
        gfArchive_Fail(archive, "whether it has particle groups");
    }
    if (!archive->failed && has) {
        gfParticleGroups_Archive(archive, g);
    }
}

static void loadGroups(gfFluid *fluid, gfFluid *from)
{
    gfParts_Exchange(&fluid->parts, &from->parts, &groupPart.part);
    gfParticleGroups *g = findGroups(fluid);
    if (g != NULL) {
        gfParticleGroups_Attach(g, sphOf(fluid));
    }
}

// Makes the groups with their fluid, for they hook into its steps.
static bool makeGroups(gfFluid *fluid)
{
    const gfFluidDef *def = &fluid->body.def;
    if (def->solver != GF_SOLVER_PARTICLES || def->particles.groups == 0) {
        return true;
    }
    GroupPart *part = gfFluid_GetPart(fluid, &groupPart);
    part = part != NULL && (part->groups = gfParticleGroups_Create(&fluid->body, sphOf(fluid))) != NULL ? part : NULL;
    if (part == NULL) {
        gfParts_Remove(&fluid->parts, &fluid->body.device->core, &groupPart.part, fluid);
        return false;
    }
    gfParticleGroups_Attach(part->groups, sphOf(fluid));
    return true;
}

// --- checks ----------------------------------------------------------------------------------------------------------

gfParticleGroupDef gfDefaultParticleGroupDef(void)
{
    return (gfParticleGroupDef){.params = {.stiffness = 8.0f, .damping = 1.0f}, .cookie = GF_PARTICLE_GROUP_COOKIE};
}

// Returns the groups of a fluid; null and reported: it has none.
static gfParticleGroups *requireGroups(const gfFluid *fluid, const char *caller)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    gfParticleGroups *g = findGroups(fluid);
    GF_REQUIRE(&fluid->body.device->core, g != NULL, UNSUPPORTED,
               "%s: a fluid with GF_SOLVER_PARTICLES and particles.groups above 0 is expected", caller);
    return g;

error:
    return NULL;
}

static gfParticleGroup *findGroup(const gfFluid *fluid, gfParticleGroupId id, const char *caller)
{
    const gfParticleGroups *g = requireGroups(fluid, caller);
    return g != NULL ? gfSlots_Get(&g->slots, &g->device->core, fluid->body.number, GF_TO_HANDLE(id), caller) : NULL;
}

// The number of a group in shaders.
static int numberOf(gfParticleGroupId id)
{
    return (int)id.index + 1;
}

static bool checkParams(const gfCore *core, const gfParticleGroupParams *p, const char *caller)
{
    const gfRange ranges[] = {{"params.stiffness", (double)p->stiffness, 0.0, 1000.0},
                              {"params.damping", (double)p->damping, 0.0, 100.0},
                              {"params.links", (double)p->links, 0.0, 1000.0}};
    return gfCheckRanges(core, ranges, GF_COUNT(ranges), caller);
}

static bool checkMaterial(const gfFluid *fluid, uint32_t material, const char *caller)
{
    int count = fluid->body.def.particles.materialCount;
    GF_REQUIRE(&fluid->body.device->core, material < (uint32_t)count, OUT_OF_RANGE,
               "%s: material is %u; 0 to %d is expected (particles.materialCount)", caller, material, count - 1);
    return true;

error:
    return false;
}

static bool checkMask(const gfCore *core, const gfParticleGroupDef *def, const char *caller)
{
    const gfMask *mask = def->mask;
    if (mask == NULL) {
        return true;
    }
    GF_REQUIRE(core, mask->pixels != NULL, NULL_ARGUMENT, "%s: mask->pixels is null", caller);
    GF_REQUIRE(core,
               gfInRange(mask->width, 1, 16384) && gfInRange(mask->height, 1, 16384) && mask->stride >= mask->width,
               OUT_OF_RANGE,
               "%s: the mask has %d x %d pixels and a stride of %d; 1 to 16384, and no less than its width, are "
               "expected",
               caller, (int)mask->width, (int)mask->height, (int)mask->stride);
    return true;

error:
    return false;
}

static bool checkGroup(const gfFluid *fluid, const gfParticleGroupDef *def, const char *caller)
{
    const gfCore *core = &fluid->body.device->core;
    const double most = (double)GF_VALUE_MAX;
    GF_REQUIRE(core, def != NULL, NULL_ARGUMENT, "%s: def is null", caller);
    GF_REQUIRE(core, def->cookie == GF_PARTICLE_GROUP_COOKIE, COOKIE,
               "%s: def is not initialized; gfDefaultParticleGroupDef is expected to make it", caller);
    const gfRange ranges[] = {{"outline", (double)def->outline, 0.0, 1e9},
                              {"velocity.x", (double)def->velocity.x, -most, most},
                              {"velocity.y", (double)def->velocity.y, -most, most},
                              {"angularVelocity", (double)def->angularVelocity, -most, most},
                              {"color[0]", (double)def->color[0], 0.0, 1.0},
                              {"color[1]", (double)def->color[1], 0.0, 1.0},
                              {"color[2]", (double)def->color[2], 0.0, 1.0},
                              {"color[3]", (double)def->color[3], 0.0, 1.0}};
    return gfShape_Check(core, &def->shape, def->mask != NULL, caller) &&
           gfCheckRanges(core, ranges, GF_COUNT(ranges), caller) && checkMaterial(fluid, def->material, caller) &&
           checkParams(core, &def->params, caller) && checkMask(core, def, caller);

error:
    return false;
}

// --- new groups ------------------------------------------------------------------------------------------------------

// Particles of a new group, as gfSph_Add takes them.
typedef struct Filling {
    const gfFluid *fluid;
    const gfParticleGroupDef *def;
    float spacing, width, height; // m
    gfVec2 origin, centre;
    float *places, *velocities;
    uint32_t *tags, *marks;
    int count; // where places are null, those that would be made
} Filling;

// The value of a mask at a place of the world.
static bool isSetAt(const gfParticleGroupDef *def, gfVec2 place)
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

static void fillPlace(Filling *f, gfVec2 place)
{
    const gfParticleGroupDef *def = f->def;
    float x = place.x - f->origin.x, y = place.y - f->origin.y, depth = -(float)gfShape_GetDistance(&def->shape, place);
    bool inside = x >= 0.0f && x <= f->width && y >= 0.0f && y <= f->height && depth >= 0.0f &&
                  (def->outline == 0.0f || depth <= def->outline) && isSetAt(def, place);
    if (inside && f->places != NULL) {
        float *velocity = &f->velocities[2 * f->count];
        f->places[2 * f->count] = x;
        f->places[2 * f->count + 1] = y;
        velocity[0] = def->velocity.x - def->angularVelocity * (place.y - f->centre.y);
        velocity[1] = def->velocity.y + def->angularVelocity * (place.x - f->centre.x);
    }
    f->count += inside;
}

// Goes over a lattice as dense as fluid at rest, turned with a shape that has an angle.
static void fillShape(Filling *f)
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
            fillPlace(f, (gfVec2){middle.x + c * x - n * y, middle.y + n * x + c * y});
        }
    }
}

static uint32_t tagOf(const gfFluid *fluid, const gfParticleGroupDef *def)
{
    gfParticleMaterial material = fluid->body.def.particles.materials[def->material];
    if (def->color[3] > 0.0f) {
        memcpy(material.color, def->color, sizeof material.color);
    }
    return gfParticles_MakeTag(&material, def->material);
}

static Filling fillingOf(const gfFluid *fluid, const gfParticleGroupDef *def)
{
    const gfFluidDef *of = &fluid->body.def;
    return (Filling){.fluid = fluid,
                     .def = def,
                     .spacing = sphOf(fluid)->scales.spacing,
                     .width = (float)of->gridWidth * of->cellSize,
                     .height = (float)of->gridHeight * of->cellSize,
                     .origin = of->origin,
                     .centre = gfShape_GetCentre(&def->shape)};
}

// Adds the particles of group `number`.
static bool addParticles(gfFluid *fluid, const gfParticleGroupDef *def, int number, const char *caller)
{
    gfCore *core = &fluid->body.device->core;
    const gfSphDomain domain = gfParticles2D_GetDomain(&fluid->body);
    gfSph *s = sphOf(fluid);
    Filling f = fillingOf(fluid, def);
    fillShape(&f);
    int count = f.count;
    bool ok = false;
    GF_REQUIRE(core, count > 0, OUT_OF_RANGE,
               "%s: the shape holds no particle inside the domain; one wider than particles.spacing, %g m, is expected",
               caller, (double)f.spacing);
    GF_REQUIRE(core, count <= s->capacity, TOO_MANY, "%s: the shape holds %d particles, and capacity is %d", caller,
               count, s->capacity);
    f.places = gfAlloc(core, (size_t)count * (4 * sizeof *f.places + 3 * sizeof *f.tags));
    if (f.places == NULL) {
        goto error;
    }
    f.velocities = f.places + 2 * count;
    f.tags = (uint32_t *)(f.velocities + 2 * count);
    f.marks = f.tags + count;
    fillShape(&f);
    for (int i = 0; i < count; i++) {
        f.tags[i] = tagOf(fluid, def);
        f.marks[2 * i] = (uint32_t)number << GF_MEMBER_BITS | GF_NO_MEMBER;
        f.marks[2 * i + 1] = 0;
    }
    const gfSphAdded added = {f.places, f.velocities, f.tags, f.marks, count};
    ok = gfSph_Add(s, &domain, &added, caller);

error:
    gfFree(core, f.places);
    return ok;
}

static bool freeze(gfFluid *fluid, const gfParticleGroupDef *def, int number)
{
    const gfRegrouping change = {.to = number,
                                 .within = &def->shape,
                                 .origin = fluid->body.def.origin,
                                 .anew = true,
                                 .material = (int)def->material,
                                 .color = def->color};
    return gfParticleGroups_Regroup(findGroups(fluid), sphOf(fluid), &change);
}

// Makes a group of new particles, or with `freezes` of those that there are.
static gfParticleGroupId makeGroup(gfFluid *fluid, const gfParticleGroupDef *def, bool freezes, const char *caller)
{
    gfParticleGroups *g = requireGroups(fluid, caller);
    if (g == NULL || !checkGroup(fluid, def, caller) || !gfDevice_Begin(g->device, caller)) {
        return (gfParticleGroupId){0};
    }
    gfSph *s = sphOf(fluid);
    gfVec2 centre = gfShape_GetCentre(&def->shape), origin = fluid->body.def.origin;
    float h = s->scales.radius;
    const gfParticleGroup group = {.params = def->params, .asked = g->asked};
    gfHandle handle = gfSlots_Add(&g->slots, &g->device->core, fluid->body.number, &group);
    gfParticleGroupId id = GF_FROM_HANDLE(gfParticleGroupId, handle);
    bool ok = !GF_IS_NULL(id) && (def->params.links <= 0.0f || gfParticleGroups_MakeLinks(g, s)) &&
              gfParticleGroups_Seed(g, numberOf(id),
                                    (const float[2]){(centre.x - origin.x) / h, (centre.y - origin.y) / h}) &&
              (freezes ? freeze(fluid, def, numberOf(id)) : addParticles(fluid, def, numberOf(id), caller)) &&
              gfParticleGroups_List(g, s);
    if (!ok && !GF_IS_NULL(id)) {
        gfSlots_Remove(&g->slots, handle);
    }
    fluid->given |= GF_SOURCE_MASS;
    gfDevice_End(g->device);
    return ok ? id : (gfParticleGroupId){0};
}

gfParticleGroupId gfFluid_AddParticleGroup(gfFluid *fluid, const gfParticleGroupDef *def)
{
    return makeGroup(fluid, def, false, "gfFluid_AddParticleGroup");
}

gfParticleGroupId gfFluid_FreezeParticles(gfFluid *fluid, const gfParticleGroupDef *def)
{
    return makeGroup(fluid, def, true, "gfFluid_FreezeParticles");
}

// --- changes ---------------------------------------------------------------------------------------------------------

bool gfFluid_GrowParticleGroup(gfFluid *fluid, gfParticleGroupId id, const gfShape *shape, uint32_t material)
{
    static const char *const caller = "gfFluid_GrowParticleGroup";
    GF_REQUIRE(NULL, fluid != NULL && shape != NULL, NULL_ARGUMENT, "%s: %s is null", caller,
               fluid == NULL ? "fluid" : "shape");
    gfDevice *device = fluid->body.device;
    if (findGroup(fluid, id, caller) == NULL || !gfShape_Check(&device->core, shape, false, caller) ||
        !checkMaterial(fluid, material, caller) || !gfDevice_Begin(device, caller)) {
        goto error;
    }
    gfParticleGroups *g = findGroups(fluid);
    gfSph *s = sphOf(fluid);
    const gfRegrouping change = {
        .to = numberOf(id), .within = shape, .origin = fluid->body.def.origin, .anew = true, .material = (int)material};
    bool ok = gfParticleGroups_Measure(g, s) && gfParticleGroups_Regroup(g, s, &change) && gfParticleGroups_List(g, s);
    gfDevice_End(device);
    return ok;

error:
    return false;
}

bool gfFluid_DissolveParticleGroup(gfFluid *fluid, gfParticleGroupId id, const gfShape *shape, uint32_t material)
{
    static const char *const caller = "gfFluid_DissolveParticleGroup";
    if (findGroup(fluid, id, caller) == NULL || !checkMaterial(fluid, material, caller) ||
        (shape != NULL && !gfShape_Check(&fluid->body.device->core, shape, false, caller)) ||
        !gfDevice_Begin(fluid->body.device, caller)) {
        return false;
    }
    gfParticleGroups *g = findGroups(fluid);
    const gfRegrouping change = {
        .from = numberOf(id), .within = shape, .origin = fluid->body.def.origin, .material = (int)material};
    bool ok = gfParticleGroups_Regroup(g, sphOf(fluid), &change);
    if (ok && shape == NULL) {
        gfSlots_Remove(&g->slots, GF_TO_HANDLE(id));
    }
    gfDevice_End(fluid->body.device);
    return ok;
}

bool gfFluid_RemoveParticleGroup(gfFluid *fluid, gfParticleGroupId id)
{
    static const char *const caller = "gfFluid_RemoveParticleGroup";
    if (findGroup(fluid, id, caller) == NULL || !gfDevice_Begin(fluid->body.device, caller)) {
        return false;
    }
    gfParticleGroups *g = findGroups(fluid);
    const gfRegrouping change = {.from = numberOf(id), .removes = true, .material = -1};
    bool ok = gfParticleGroups_Regroup(g, sphOf(fluid), &change);
    if (ok) {
        gfSlots_Remove(&g->slots, GF_TO_HANDLE(id));
    }
    gfDevice_End(fluid->body.device);
    return ok;
}

bool gfFluid_JoinParticleGroups(gfFluid *fluid, gfParticleGroupId id, gfParticleGroupId other)
{
    static const char *const caller = "gfFluid_JoinParticleGroups";
    if (findGroup(fluid, id, caller) == NULL || findGroup(fluid, other, caller) == NULL) {
        return false;
    }
    gfDevice *device = fluid->body.device;
    GF_REQUIRE(&device->core, id.index != other.index, OUT_OF_RANGE, "%s: both are one group; two are expected",
               caller);
    if (!gfDevice_Begin(device, caller)) {
        goto error;
    }
    gfParticleGroups *g = findGroups(fluid);
    gfSph *s = sphOf(fluid);
    const gfRegrouping joins = {.from = numberOf(other), .to = numberOf(id), .anew = true, .material = -1};
    const gfRegrouping stays = {.from = numberOf(id), .to = numberOf(id), .anew = true, .material = -1};
    bool ok = gfParticleGroups_Measure(g, s) && gfParticleGroups_Seed(g, numberOf(id), NULL) &&
              gfParticleGroups_Regroup(g, s, &joins) && gfParticleGroups_Regroup(g, s, &stays) &&
              gfParticleGroups_List(g, s);
    if (ok) {
        gfSlots_Remove(&g->slots, GF_TO_HANDLE(other));
    }
    gfDevice_End(device);
    return ok;

error:
    return false;
}

gfParticleGroupId gfFluid_SplitParticleGroup(gfFluid *fluid, gfParticleGroupId id)
{
    static const char *const caller = "gfFluid_SplitParticleGroup";
    const gfParticleGroup *group = findGroup(fluid, id, caller);
    if (group == NULL || !gfDevice_Begin(fluid->body.device, caller)) {
        return (gfParticleGroupId){0};
    }
    gfDevice *device = fluid->body.device;
    gfParticleGroups *g = findGroups(fluid);
    const gfParticleGroup piece = {.params = group->params, .asked = g->asked};
    gfHandle handle = gfSlots_Add(&g->slots, &device->core, fluid->body.number, &piece);
    gfParticleGroupId made = GF_FROM_HANDLE(gfParticleGroupId, handle);
    bool used = !GF_IS_NULL(made) && gfParticleGroups_Split(g, sphOf(fluid), numberOf(id), numberOf(made));
    if (!used && !GF_IS_NULL(made)) {
        gfSlots_Remove(&g->slots, handle);
    }
    gfDevice_End(device);
    return used ? made : (gfParticleGroupId){0};
}

bool gfFluid_SetParticleGroup(gfFluid *fluid, gfParticleGroupId id, const gfParticleGroupParams *params)
{
    static const char *const caller = "gfFluid_SetParticleGroup";
    gfParticleGroup *group = findGroup(fluid, id, caller);
    if (group == NULL) {
        return false;
    }
    gfParticleGroups *g = findGroups(fluid);
    GF_REQUIRE(&g->device->core, params != NULL, NULL_ARGUMENT, "%s: params is null", caller);
    if (!checkParams(&g->device->core, params, caller) || !gfDevice_Begin(g->device, caller)) {
        goto error;
    }
    bool ok = params->links <= 0.0f || gfParticleGroups_MakeLinks(g, sphOf(fluid));
    gfDevice_End(g->device);
    if (ok) {
        group->params = *params;
        g->settledFor = -1.0f;
    }
    return ok;

error:
    return false;
}

static bool checkHeat(const gfFluid *fluid, const gfFluid *air, const gfParticleHeat *heat, const char *caller)
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
    return checkMaterial(fluid, heat->liquid, caller) && checkMaterial(fluid, heat->solid, caller) &&
           (heat->within == NULL || gfShape_Check(core, heat->within, false, caller));

error:
    return false;
}

// Lets members that are hot leave, and what is cold join.
static bool exchangeByHeat(gfFluid *fluid, int number, gfFluid *air, const gfParticleHeat *heat)
{
    gfParticleGroups *g = findGroups(fluid);
    gfSph *s = sphOf(fluid);
    const gfFluidDef *of = &air->body.def;
    gfHeatField field = {
        .origin = of->origin,
        .size = {(float)of->gridWidth * of->cellSize, (float)of->gridHeight * of->cellSize},
        .above = true,
        .limit = heat->meltsAbove,
        .material = -1,
    };
    if (!gfParticleGroups_Measure(g, s) ||
        !air->solver->getField(&air->body, air->state, GF_SHOWN_TEMPERATURE, &field.view)) {
        return false;
    }
    if (field.view.texture == NULL) { // it has none so far: that around it everywhere
        return true;
    }
    gfRegrouping change = {
        .from = number, .heat = &field, .origin = fluid->body.def.origin, .material = (int)heat->liquid};
    if (isfinite(heat->meltsAbove) && !gfParticleGroups_Regroup(g, s, &change)) {
        return false;
    }
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
    return gfParticleGroups_Regroup(g, s, &change) && gfParticleGroups_List(g, s);
}

bool gfFluid_HeatParticleGroup(gfFluid *fluid, gfParticleGroupId id, gfFluid *air, const gfParticleHeat *heat)
{
    static const char *const caller = "gfFluid_HeatParticleGroup";
    if (findGroup(fluid, id, caller) == NULL || !checkHeat(fluid, air, heat, caller) ||
        !gfDevice_Begin(fluid->body.device, caller)) {
        return false;
    }
    bool ok = exchangeByHeat(fluid, numberOf(id), air, heat);
    gfDevice_End(fluid->body.device);
    return ok;
}

static bool push(gfFluid *fluid, gfGroupPush *change, const char *caller)
{
    gfParticleGroups *g = findGroups(fluid);
    gfSph *s = sphOf(fluid);
    const gfSphDomain domain = gfParticles2D_GetDomain(&fluid->body);
    float h = s->scales.radius;
    for (int axis = 0; axis < 2; axis++) {
        change->ends[axis] = domain.params->unbounded ? -1e9f : 0.0f;
        change->ends[2 + axis] = domain.params->unbounded ? 1e9f : domain.size[axis] / h;
    }
    if (!gfDevice_Begin(g->device, caller)) {
        return false;
    }
    bool ok = gfParticleGroups_Push(g, s, &domain, change);
    gfDevice_End(g->device);
    return ok;
}

bool gfFluid_MoveParticleGroup(gfFluid *fluid, gfParticleGroupId id, gfVec2 offset, float angle)
{
    static const char *const caller = "gfFluid_MoveParticleGroup";
    if (findGroup(fluid, id, caller) == NULL) {
        return false;
    }
    const gfRange ranges[] = {{"offset.x", (double)offset.x, -1e9, 1e9},
                              {"offset.y", (double)offset.y, -1e9, 1e9},
                              {"angle", (double)angle, -1e6, 1e6}};
    float h = sphOf(fluid)->scales.radius;
    gfGroupPush change = {.number = numberOf(id), .move = {offset.x / h, offset.y / h, cosf(angle), sinf(angle)}};
    return gfCheckRanges(&fluid->body.device->core, ranges, GF_COUNT(ranges), caller) && push(fluid, &change, caller);
}

bool gfFluid_PushParticleGroup(gfFluid *fluid, gfParticleGroupId id, gfVec2 impulse, float angularImpulse)
{
    static const char *const caller = "gfFluid_PushParticleGroup";
    if (findGroup(fluid, id, caller) == NULL) {
        return false;
    }
    const gfRange ranges[] = {{"impulse.x", (double)impulse.x, -1e12, 1e12},
                              {"impulse.y", (double)impulse.y, -1e12, 1e12},
                              {"angularImpulse", (double)angularImpulse, -1e12, 1e12}};
    const gfSphScales *scales = &sphOf(fluid)->scales;
    float each = fluid->body.def.particles.materials[0].density * scales->spacing * scales->spacing, h = scales->radius;
    gfGroupPush change = {
        .number = numberOf(id),
        .move = {0.0f, 0.0f, 1.0f, 0.0f},
        .impulse = {impulse.x / (each * h), impulse.y / (each * h), angularImpulse / (each * h * h), 0.0f}};
    return gfCheckRanges(&fluid->body.device->core, ranges, GF_COUNT(ranges), caller) && push(fluid, &change, caller);
}

// --- answers ---------------------------------------------------------------------------------------------------------

// Starts to read the poses.
static bool request(gfFluid *fluid)
{
    gfParticleGroups *g = findGroups(fluid);
    if (g->ring.started - g->ring.taken == GF_READ_RING) {
        return true;
    }
    bool ok =
        gfParticleGroups_Measure(g, sphOf(fluid)) &&
        gfPass_Run(g->device,
                   &(gfPass){.label = "groups",
                             .program = gfProgram_Get(g->device, &gf_vertexCover, "particle_groups/report.frag", ""),
                             .writes = {&g->report},
                             .inputs = {GF_IN(poses, g->poses.read.id)}}) &&
        gfReadRing_Start(g->device, &g->ring, &g->report);
    g->asked += ok;
    return ok;
}

// Takes all answers that have come, the newest last. FAILED, reported: one was lost.
static gfReadStatus takeAnswers(gfParticleGroups *g, bool waits)
{
    gfReadStatus status = GF_READ_READY, worst = GF_READ_READY;
    while (status != GF_READ_PENDING && g->ring.taken < g->ring.started) {
        status = gfReadRing_Take(g->device, &g->ring, waits, g->answer);
        g->came = status == GF_READ_READY ? g->ring.taken : g->came;
        worst = status == GF_READ_FAILED ? status : worst;
    }
    return worst;
}

static gfParticleGroupInfo infoOf(const gfFluid *fluid, gfParticleGroupId id)
{
    const gfParticleGroups *g = findGroups(fluid);
    const gfSphScales *scales = &sphOf(fluid)->scales;
    float pose[GF_POSE_ROWS][4];
    for (int row = 0; row < GF_POSE_ROWS; row++) {
        memcpy(pose[row], &g->answer[4 * ((size_t)row * (size_t)g->most + id.index)], sizeof pose[row]);
    }
    if (!(pose[1][3] > 0.0f)) {
        return (gfParticleGroupInfo){0};
    }
    float h = scales->radius, each = fluid->body.def.particles.materials[0].density * scales->spacing * scales->spacing;
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
    static const char *const caller = "gfFluid_RequestParticleGroups";
    gfParticleGroups *g = requireGroups(fluid, caller);
    if (g == NULL || !gfDevice_Begin(g->device, caller)) {
        return false;
    }
    bool ok = request(fluid);
    gfDevice_End(g->device);
    return ok;
}

// Marks a group that was read from a snapshot as made now.
static void dateGroup(const gfParticleGroups *g, gfParticleGroup *group)
{
    group->asked = group->asked < g->asked ? group->asked : g->asked;
}

gfReadStatus gfFluid_PollParticleGroup(gfFluid *fluid, gfParticleGroupId id, gfParticleGroupInfo *info)
{
    static const char *const caller = "gfFluid_PollParticleGroup";
    gfParticleGroup *group = findGroup(fluid, id, caller);
    if (group == NULL) {
        return GF_READ_FAILED;
    }
    gfParticleGroups *g = findGroups(fluid);
    GF_REQUIRE(&g->device->core, info != NULL, NULL_ARGUMENT, "%s: info is null", caller);
    dateGroup(g, group);
    if (!gfDevice_CheckContext(g->device, caller) || takeAnswers(g, false) == GF_READ_FAILED) {
        goto error;
    }
    if (g->came <= group->asked) {
        return GF_READ_PENDING;
    }
    *info = infoOf(fluid, id);
    return GF_READ_READY;

error:
    return GF_READ_FAILED;
}

bool gfFluid_GetParticleGroupBlocking(gfFluid *fluid, gfParticleGroupId id, gfParticleGroupInfo *info)
{
    static const char *const caller = "gfFluid_GetParticleGroupBlocking";
    const gfParticleGroup *group = findGroup(fluid, id, caller);
    if (group == NULL) {
        return false;
    }
    gfParticleGroups *g = findGroups(fluid);
    GF_REQUIRE(&g->device->core, info != NULL, NULL_ARGUMENT, "%s: info is null", caller);
    if (!gfDevice_Begin(g->device, caller)) {
        goto error;
    }
    bool ok = takeAnswers(g, true) != GF_READ_FAILED && request(fluid) && takeAnswers(g, true) != GF_READ_FAILED;
    if (ok) {
        *info = infoOf(fluid, id);
    }
    gfDevice_End(g->device);
    return ok;

error:
    return false;
}

// --- the module ------------------------------------------------------------------------------------------------------

const gfModule gf_module_particle_groups = {
    .name = "particle_groups", .fluidPart = &groupPart, .fluidMade = makeGroups};
