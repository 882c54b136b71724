// The groups of a fluid as public calls find them, and checks that these share.
#ifndef GF_GROUP_PART_H
#define GF_GROUP_PART_H

#include "ext/particle_groups/particle_group.h"

#include "base/members.h"
#include "fluid/fluid.h"

// The particles of a fluid with GF_SOLVER_PARTICLES.
static inline gfSph *gfFluid_GetSph(const gfFluid *fluid)
{
    return &((gfParticles2D *)fluid->state)->sph;
}

// The number of a group in shaders.
static inline int gfParticleGroup_GetNumber(gfParticleGroupId id)
{
    return (int)id.index + 1;
}

// The mass of a particle of the first material, kg for one metre of depth.
static inline float gfFluid_GetParticleMass(const gfFluid *fluid)
{
    float spacing = gfFluid_GetSph(fluid)->scales.spacing;
    return fluid->body.def.particles.materials[0].density * spacing * spacing;
}

extern const gfRecord gf_particleGroupParamsRecord;

// Returns the groups of a fluid; null: it has none.
gfParticleGroups *gfFluid_FindParticleGroups(const gfFluid *fluid);
// The same; null is reported (NULL_ARGUMENT, UNSUPPORTED).
gfParticleGroups *gfFluid_RequireParticleGroups(const gfFluid *fluid, const char *caller);
// Returns null, which is reported, if the handle names no group of the fluid.
gfParticleGroup *gfFluid_FindParticleGroup(const gfFluid *fluid, gfParticleGroupId id, const char *caller);
// False and reported: OUT_OF_RANGE.
bool gfParticleGroup_CheckMaterial(const gfFluid *fluid, uint32_t material, const char *caller);

#endif
