// The part of a fluid that keeps groups of particles, and what all calls check.
#include "ext/particle_groups/group_part.h"

#include "fluid/module.h"

typedef struct ParticleGroupPart {
    gfParticleGroups *groups; // null while they are made
} ParticleGroupPart;

static void destroyParticleGroups(void *owner, void *state)
{
    (void)owner;
    gfParticleGroups_Destroy(((ParticleGroupPart *)state)->groups);
}

static void resetParticleGroups(gfFluid *fluid, void *state)
{
    (void)fluid;
    gfParticleGroups_Reset(((ParticleGroupPart *)state)->groups);
}

// A state that was replaced by another has the same groups.
static bool followParticleState(const gfFluid *fluid, void *state)
{
    gfParticleGroups *g = ((ParticleGroupPart *)state)->groups;
    gfSph *s = gfFluid_GetSph(fluid);
    bool other = s->groups != g;
    gfParticleGroups_Attach(g, s);
    return !other || gfParticleGroups_List(g, s);
}

static void archiveParticleGroups(gfArchive *archive, void *thing);
static void loadParticleGroups(gfFluid *fluid, gfFluid *from);

static const gfFluidPart particleGroupPart = {
    .part = {"particle groups", sizeof(ParticleGroupPart), destroyParticleGroups},
    .reset = resetParticleGroups,
    .follow = followParticleState,
    .tag = "PGRP",
    .behindState = true,
    .archive = archiveParticleGroups,
    .load = loadParticleGroups};

gfParticleGroups *gfFluid_FindParticleGroups(const gfFluid *fluid)
{
    const ParticleGroupPart *part = gfFluid_FindPart(fluid, &particleGroupPart);
    return part != NULL ? part->groups : NULL;
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

// Makes the groups with their fluid, for they hook into its steps.
static bool makeParticleGroups(gfFluid *fluid)
{
    const gfFluidDef *def = &fluid->body.def;
    if (def->solver != GF_SOLVER_PARTICLES || def->particles.groups == 0) {
        return true;
    }
    ParticleGroupPart *part = gfFluid_GetPart(fluid, &particleGroupPart);
    part = part != NULL && (part->groups = gfParticleGroups_Create(&fluid->body, gfFluid_GetSph(fluid))) != NULL ? part
                                                                                                                 : NULL;
    if (part == NULL) {
        gfParts_Remove(&fluid->parts, &fluid->body.device->core, &particleGroupPart.part, fluid);
        return false;
    }
    gfParticleGroups_Attach(part->groups, gfFluid_GetSph(fluid));
    return true;
}

gfParticleGroups *gfFluid_RequireParticleGroups(const gfFluid *fluid, const char *caller)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    GF_REQUIRE(&fluid->body.device->core, g != NULL, UNSUPPORTED,
               "%s: a fluid with GF_SOLVER_PARTICLES and particles.groups above 0 is expected", caller);
    return g;

error:
    return NULL;
}

gfParticleGroup *gfFluid_FindParticleGroup(const gfFluid *fluid, gfParticleGroupId id, const char *caller)
{
    const gfParticleGroups *g = gfFluid_RequireParticleGroups(fluid, caller);
    return g != NULL ? gfSlots_Get(&g->slots, &g->device->core, fluid->body.number, GF_TO_HANDLE(id), caller) : NULL;
}

bool gfParticleGroup_CheckMaterial(const gfFluid *fluid, uint32_t material, const char *caller)
{
    int count = fluid->body.def.particles.materialCount;
    GF_REQUIRE(&fluid->body.device->core, material < (uint32_t)count, OUT_OF_RANGE,
               "%s: material is %u; 0 to %d is expected (particles.materialCount)", caller, material, count - 1);
    return true;

error:
    return false;
}

const gfModule gf_module_particle_groups = {
    .name = "particle_groups", .fluidPart = &particleGroupPart, .fluidMade = makeParticleGroups};
