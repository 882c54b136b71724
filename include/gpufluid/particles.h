/// Particles of GF_SOLVER_PARTICLES: adding, reading and counting them.
#ifndef GPUFLUID_PARTICLES_H
#define GPUFLUID_PARTICLES_H

#include "gpufluid/fluid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One particle. All zero is one at rest at the origin, of the first material, in its material's colour.
typedef struct gfParticle {
    gfVec2 position;   ///< world, m; inside the domain
    gfVec2 velocity;   ///< m/s, within +-GF_VALUE_MAX
    uint32_t material; ///< index into gfParticleParams.materials
    uint32_t id; ///< read only: unique in its fluid, in the order in which they came; not used again until a reset
} gfParticle;

/// What has become of particles.
typedef struct gfParticleStats {
    uint32_t live;      ///< particles that there are
    uint64_t initial;   ///< that gfFluid_AddParticles has added since creation or reset
    uint64_t emitted;   ///< that sources have poured since then
    uint64_t drained;   ///< that sources or open sides have taken since then: live = initial + emitted - drained
    uint64_t dropped;   ///< SLOTS: particles that had no slot, summed over all substeps since then; 0 of other searches
    int32_t substeps;   ///< in each fixed step
    float soundSpeed;   ///< m/s
    float viscosityMax; ///< m^2/s: the largest that these substeps allow
    bool softened;      ///< maxSubsteps was too few for what was asked for
} gfParticleStats;

/// Adds particles. The context must be current, and the call waits for the GPU.
/// False, nothing added: NULL_ARGUMENT, OUT_OF_RANGE (a value that is not finite, a place outside the domain, an
/// unknown material; the message has its index), TOO_MANY (more than there is room for), UNSUPPORTED (not a particle
/// fluid), HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER.
GF_API bool gfFluid_AddParticles(gfFluid *fluid, const gfParticle *particles, int32_t count);

/// Copies the particles to host memory, in no lasting order, and returns how many there are; at most `count` are
/// copied. Waits for the GPU: for tests and tools, not for games. The context must be current. -1: NULL_ARGUMENT,
/// OUT_OF_RANGE, UNSUPPORTED, HOST_STATE, OUT_OF_MEMORY.
GF_API int32_t gfFluid_ReadParticlesBlocking(gfFluid *fluid, gfParticle *particles, int32_t count);

/// Counts particles. Waits for the GPU. The context must be current.
/// False: NULL_ARGUMENT, UNSUPPORTED, HOST_STATE, OUT_OF_MEMORY.
GF_API bool gfFluid_GetParticleStatsBlocking(gfFluid *fluid, gfParticleStats *stats);

/// What gfFluid_SampleParticlesBlocking tells of a place.
typedef enum gfParticleProperty {
    GF_PROPERTY_DENSITY,    ///< particles an area over those at rest; walls count as empty
    GF_PROPERTY_PRESSURE,   ///< over the density of the fluid's first material, m^2/s^2, as GF_FIELD_PRESSURE
    GF_PROPERTY_VELOCITY_X, ///< m/s
    GF_PROPERTY_VELOCITY_Y, ///< m/s
    GF_PROPERTY_SPEED,      ///< m/s, mean of the particles' speeds
    GF_PROPERTY_RED,        ///< of the particles' colour, linear light
    GF_PROPERTY_GREEN,      ///< likewise
    GF_PROPERTY_BLUE,       ///< likewise
    GF_PROPERTY_MATERIAL    ///< share of the first material, 0 to 1; GF_PROPERTY_MATERIAL + i: of material i
} gfParticleProperty;

/// Interpolates a property from the particles to `count` points of the world, m: `values` gets one number each and, if
/// it is not null, `gradients` how it grows along x and y, a metre. DENSITY is the sum of the kernel over all particles
/// within the kernel radius, all else the mean that the kernel weights (Shepard 1968), 0 where no particle is near; the
/// gradient is that of the same sums. The kernel falls as (1 - distance / radius)^2. Waits for the GPU: for tests and
/// tools, not for games. The context must be current.
/// False: NULL_ARGUMENT, OUT_OF_RANGE (the property, a count above GF_PARTICLE_MAX, or a point that is not finite; the
/// message has its index), UNSUPPORTED (not a particle fluid), HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER, GL.
GF_API bool gfFluid_SampleParticlesBlocking(gfFluid *fluid, gfParticleProperty property, const gfVec2 *points,
                                            int32_t count, float *values, gfVec2 *gradients);

/// Changes the tunables of GF_SOLVER_PARTICLES. The context must be current (shaders may be compiled).
/// False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE (also for a change of what is fixed at creation), UNSUPPORTED
/// (not a particle fluid), OUT_OF_MEMORY, FRAMEBUFFER, SHADER, HOST_STATE.
GF_API bool gfFluid_SetParticleParams(gfFluid *fluid, const gfParticleParams *params);

#ifdef __cplusplus
}
#endif
#endif
