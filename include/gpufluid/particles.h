/// Particles of a gfFluid with GF_SOLVER_PARTICLES: adding, reading and counting them, and changing its tunables. Games
/// usually pour by sources (source.h); gfFluid_AddParticles places them one by one.
#ifndef GPUFLUID_PARTICLES_H
#define GPUFLUID_PARTICLES_H

#include "gpufluid/fluid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One particle. All zero makes a particle at rest at the origin, of the first material and in its colour.
typedef struct gfParticle {
    gfVec2 position;   ///< world, m; inside the domain
    gfVec2 velocity;   ///< m/s, within +-GF_VALUE_MAX
    uint32_t material; ///< index into gfParticleParams.materials
    uint32_t id; ///< read only: unique in its fluid, counted up in the order of arrival; not used again until a reset
    float lifetime; ///< time until the particle is gone, s, 0 (never) to 1e6; needs gfParticleParams.lifetimes. When
                    ///< read: the time left
} gfParticle;

/// Counts of particles, and the substeps in force.
typedef struct gfParticleStats {
    uint32_t live;    ///< particles that exist
    uint64_t initial; ///< particles added by gfFluid_AddParticles since creation or reset
    uint64_t emitted; ///< particles poured by sources, or added as water got smaller cells, since creation or reset
    uint64_t drained; ///< particles taken by sources or open sides since creation or reset: live = initial + emitted -
                      ///< drained
    uint64_t dropped; ///< SLOTS: particles without a slot, summed over all substeps since creation or reset
    int32_t substeps; ///< substeps in each fixed step
    float soundSpeed; ///< speed of sound, m/s
    float viscosityMax; ///< largest viscosity that these substeps allow, m^2/s
    bool softened;      ///< whether maxSubsteps is too low, so that stiffness or viscosity was lowered
} gfParticleStats;

/// Adds `count` particles. It waits for the GPU. The context must be current.
/// False, nothing added: NULL_ARGUMENT, OUT_OF_RANGE (a value that is not finite, a place outside the domain, an
/// unknown material; the message has its index), TOO_MANY (beyond `capacity`), UNSUPPORTED (not a particle fluid),
/// HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER.
GF_API bool gfFluid_AddParticles(gfFluid *fluid, const gfParticle *particles, int32_t count);

/// Copies at most `count` particles to host memory and returns how many there are. Their order changes from call to
/// call; use `id`. Waits for the GPU: for tests and tools, not for games. The context must be current. -1:
/// NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED, HOST_STATE, OUT_OF_MEMORY.
GF_API int32_t gfFluid_ReadParticlesBlocking(gfFluid *fluid, gfParticle *particles, int32_t count);

/// Counts particles, and waits for the GPU. The context must be current.
/// False: NULL_ARGUMENT, UNSUPPORTED, HOST_STATE, OUT_OF_MEMORY.
GF_API bool gfFluid_GetParticleStatsBlocking(gfFluid *fluid, gfParticleStats *stats);

/// Properties that gfFluid_SampleParticlesBlocking can interpolate.
typedef enum gfParticleProperty {
    GF_PROPERTY_DENSITY,    ///< particles per area, over the number at rest; walls count as empty
    GF_PROPERTY_PRESSURE,   ///< pressure over the density of the first material, m^2/s^2, as GF_FIELD_PRESSURE
    GF_PROPERTY_VELOCITY_X, ///< velocity along x, m/s
    GF_PROPERTY_VELOCITY_Y, ///< velocity along y, m/s
    GF_PROPERTY_SPEED,      ///< mean of the particles' speeds, m/s
    GF_PROPERTY_RED,        ///< red of the particles' colour, linear light
    GF_PROPERTY_GREEN,      ///< green of the particles' colour, linear light
    GF_PROPERTY_BLUE,       ///< blue of the particles' colour, linear light
    GF_PROPERTY_MATERIAL    ///< fraction of the first material, 0 to 1; GF_PROPERTY_MATERIAL + i: of material i
} gfParticleProperty;

/// Interpolates a property from the particles to `count` points of the world, m. `values` receives a number for each;
/// `gradients`, if not null, receives its change per metre along x and y. DENSITY is the sum of the kernel over all
/// particles within the kernel radius. All other properties are means weighted by the kernel (Shepard 1968), 0 where no
/// particle is near. The kernel falls as (1 - distance / radius)^2. Waits for the GPU: for tests and tools, not for
/// games. The context must be current.
/// False: NULL_ARGUMENT, OUT_OF_RANGE (the property, a count above GF_PARTICLE_MAX, or a point that is not finite; the
/// message has its index), UNSUPPORTED (not a particle fluid), HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER, GL.
GF_API bool gfFluid_SampleParticlesBlocking(gfFluid *fluid, gfParticleProperty property, const gfVec2 *points,
                                            int32_t count, float *values, gfVec2 *gradients);

#ifdef __cplusplus
}
#endif
#endif
