// Public calls that make groups: of new particles, and of those that there are.
#include "ext/particle_groups/group_part.h"

#include "base/shape.h"
#include "fluid/mask.h"

#include <math.h>
#include <string.h>

#include "ext/particle_groups/members.inc"

static bool checkParticleGroup(const gfFluid *fluid, const gfParticleGroupDef *def, const char *caller)
{
    const gfCore *core = &fluid->body.device->core;
    return gfDef_Check(core, &gf_particleGroupDefRecord, def, caller) &&
           gfShape_Check(core, &def->shape, def->mask != NULL, caller) &&
           gfParticleGroup_CheckMaterial(fluid, def->material, caller) &&
           (def->mask == NULL || gfMask_Check(fluid->body.device, def->mask, caller));
}

// Particles of a new group, as gfSph_Add takes them.
typedef struct GroupFilling {
    const gfParticleGroupDef *def;
    float spacing, width, height; // m
    gfVec2 origin, centre;
    float *places, *velocities;
    uint32_t *tags, *marks;
    int count; // where places are null, those that would be made
} GroupFilling;

// The value of a mask at a place of the world.
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

// Goes over a lattice as dense as fluid at rest, turned with a shape that has an angle.
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

static GroupFilling groupFillingOf(const gfFluid *fluid, const gfParticleGroupDef *def)
{
    const gfFluidDef *of = &fluid->body.def;
    return (GroupFilling){.def = def,
                          .spacing = gfFluid_GetSph(fluid)->scales.spacing,
                          .width = (float)of->gridWidth * of->cellSize,
                          .height = (float)of->gridHeight * of->cellSize,
                          .origin = of->origin,
                          .centre = gfShape_GetCentre(&def->shape)};
}

// Adds the particles of group `number`.
static bool addGroupParticles(gfFluid *fluid, const gfParticleGroupDef *def, int number, const char *caller)
{
    gfCore *core = &fluid->body.device->core;
    const gfSphDomain domain = gfParticles2D_GetDomain(&fluid->body);
    gfSph *s = gfFluid_GetSph(fluid);
    GroupFilling f = groupFillingOf(fluid, def);
    fillGroupShape(&f);
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
    fillGroupShape(&f);
    uint32_t tag = groupTagOf(fluid, def);
    for (int i = 0; i < count; i++) {
        f.tags[i] = tag;
        f.marks[2 * i] = (uint32_t)number << GF_MEMBER_BITS | GF_NO_MEMBER;
        f.marks[2 * i + 1] = 0;
    }
    const gfSphAdded added = {f.places, f.velocities, f.tags, f.marks, count};
    ok = gfSph_Add(s, &domain, &added, caller);

error:
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

// Makes a group of new particles, or with `freezes` of those that there are.
static gfParticleGroupId makeParticleGroup(gfFluid *fluid, const gfParticleGroupDef *def, bool freezes,
                                           const char *caller)
{
    gfParticleGroups *g = gfFluid_RequireParticleGroups(fluid, caller);
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
    return makeParticleGroup(fluid, def, false, "gfFluid_AddParticleGroup");
}

gfParticleGroupId gfFluid_FreezeParticles(gfFluid *fluid, const gfParticleGroupDef *def)
{
    return makeParticleGroup(fluid, def, true, "gfFluid_FreezeParticles");
}
