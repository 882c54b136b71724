/// gfFluid3D is a fluid of particles in a box (the container), which may move, turn and stretch. It is the sibling of
/// gfFluid with GF_SOLVER_PARTICLES: the same method (Clavet, Beaudoin and Poulin 2005, with shared pressures and
/// viscosity of pairs) and the same tunables. Fill in gfDefaultFluid3DDef(), call gfCreateFluid3D, then gfFluid3D_Step
/// each frame. The context must be current in every call but those that say that they need none.
#ifndef GPUFLUID_FLUID3D_H
#define GPUFLUID_FLUID3D_H

#include "gpufluid/device.h"
#include "gpufluid/particles.h"
#include "gpufluid/solid3d.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A fluid of particles in three dimensions. Opaque.
typedef struct gfFluid3D gfFluid3D;

/// Most kernel radii along a side of a container.
#define GF_CONTAINER_MAX 4096

/// Sides of the container, in its own axes, as bits.
typedef enum gfContainerSides {
    GF_CONTAINER_LEFT = 1,   ///< side at the smallest x
    GF_CONTAINER_RIGHT = 2,  ///< side at the largest x
    GF_CONTAINER_BOTTOM = 4, ///< side at the smallest y
    GF_CONTAINER_TOP = 8,    ///< side at the largest y
    GF_CONTAINER_BACK = 16,  ///< side at the smallest z
    GF_CONTAINER_FRONT = 32, ///< side at the largest z
    GF_CONTAINER_ALL = 63
} gfContainerSides;

/// Settings of a fluid. Make it with gfDefaultFluid3DDef().
typedef struct gfFluid3DDef {
    /// Lengths of the container's sides, m, 1e-6 to 1e6. Default (1, 1, 1).
    gfVec3 size;
    /// Largest lengths to which the container may be stretched, m: at least `size`, at most GF_CONTAINER_MAX kernel
    /// radii, and at most 2^24 cells of one radius in all. 0 each (the default): `size`. Memory and time depend on this
    /// size.
    gfVec3 sizeMax;
    /// Centre of the container, world, m, within +-1e9. Default (0, 0, 0).
    gfVec3 position;
    /// Rotation of the container about its centre. Default (0, 0, 0, 1): none.
    gfQuat rotation;
    /// Sides that are open, an OR of gfContainerSides. Default 0: all closed. Particles that leave through them are
    /// drained, or move on with particles.unbounded.
    uint32_t openSides;
    /// Way in which closed sides meet the fluid. Default GF_WALL_FREE_SLIP.
    gfWall surface;
    /// Texels of the collision map (collision3d.h) along the longer of x and z, 1 to 4096; the context's largest
    /// texture may allow less. Default 128. The map is made when it is first needed.
    int32_t collisionTexels;
    /// Thickness of the surfaces in the collision map, m, 0 to 1e6; below it there is room again. 0 (the default):
    /// solid all the way down. Particles that travel farther than this in a step can pass through.
    float collisionThickness;
    /// Length of a step, s, 1e-6 to 1. Default 1/60.
    float fixedStep;
    /// Most steps in one gfFluid3D_Step, 1 to 1000. Default 4.
    int32_t maxSteps;
    /// Tunables and materials. Default: their own, but spacing 0.03. `depth` 0 is the height of sizeMax.
    gfParticleParams particles;
    /// Set by gfDefaultFluid3DDef().
    int32_t cookie;
} gfFluid3DDef;

/// One particle. All zero makes a particle at rest at the origin, of the first material and in its colour.
typedef struct gfParticle3D {
    gfVec3 position;   ///< world, m
    gfVec3 velocity;   ///< world, m/s, each component within +-GF_VALUE_MAX
    uint32_t material; ///< index into gfParticleParams.materials
    uint32_t id; ///< read only: unique in its fluid, counted up in the order of arrival; not used again until a reset
} gfParticle3D;

/// Sums over all particles, in the world.
typedef struct gfFluid3DStats {
    double mass;          ///< kg: for each particle the density of its material times the cube of the spacing
    double momentum[3];   ///< kg m/s
    double kineticEnergy; ///< J
    double speedMax;      ///< m/s
    uint64_t nonfinite;   ///< values that are NaN or infinite; 0 if all is well
} gfFluid3DStats;

/// Returns a definition with every default. Reports nothing and needs no context.
GF_API gfFluid3DDef gfDefaultFluid3DDef(void);

/// Makes a fluid without particles.
/// Null on failure: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, OUT_OF_MEMORY, SHADER, FRAMEBUFFER, HOST_STATE.
GF_API gfFluid3D *gfCreateFluid3D(gfDevice *device, const gfFluid3DDef *def);

/// Frees the fluid and its GL objects; gfDestroyDevice does so, too. Null is allowed.
GF_API void gfDestroyFluid3D(gfFluid3D *fluid);

/// Returns the definition in force, with the container as gfFluid3D_SetContainer last set it. All zero, its cookie too,
/// for a null fluid. Reports nothing and needs no context.
GF_API gfFluid3DDef gfFluid3D_GetDef(const gfFluid3D *fluid);

/// Adds `dt` seconds (0 to 1e6) to the clock and runs the fixed steps that fit, at most maxSteps. Time beyond them
/// is dropped, with one TIME_LOST warning. False, nothing done: NULL_ARGUMENT, OUT_OF_RANGE, HOST_STATE. False, though
/// the clock has gone on: a pass could not be drawn (OUT_OF_MEMORY, FRAMEBUFFER, SHADER).
GF_API bool gfFluid3D_Step(gfFluid3D *fluid, float dt);

/// Runs exactly one fixed step, whatever the clock. False: as gfFluid3D_Step.
GF_API bool gfFluid3D_StepOnce(gfFluid3D *fluid);

/// Returns the state of the clock; lastCflSubsteps is gfParticleStats.substeps. All zero for a null fluid. Reports
/// nothing and needs no context.
GF_API gfStepInfo gfFluid3D_GetStepInfo(const gfFluid3D *fluid);

/// Removes all particles, sets the clock to 0, drops waiting splats, and puts the container where it was last set.
/// Solids and emitters stay; rigid bodies go back to where they were defined. False: NULL_ARGUMENT, HOST_STATE.
GF_API bool gfFluid3D_Reset(gfFluid3D *fluid);

/// Changes the tunables, see gfParticleParams.
/// False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER, HOST_STATE.
GF_API bool gfFluid3D_SetParams(gfFluid3D *fluid, const gfParticleParams *params);

/// Moves, turns and stretches the container. It goes there evenly, by the shorter turn, within the steps of the next
/// gfFluid3D_Step or gfFluid3D_StepOnce. Its sides push the fluid; nothing else of the motion acts on it. A container
/// without particles is there at once. `position` is within +-1e9 m, `size` 1e-6 m to sizeMax. Cost does not depend on
/// the motion, because neighbours are found in the container's own cells.
/// Two limits hold in each substep. A particle goes at most .95 of a kernel radius along each axis, so that a jump of
/// the container carries the fluid along and throws it. A length changes by at most 0.9 of a radius, so that a sudden
/// squeeze takes more substeps to arrive (gfFluid3D_GetContainer). No particle is lost or leaves through a closed side.
/// Needs no context. False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE.
GF_API bool gfFluid3D_SetContainer(gfFluid3D *fluid, gfVec3 position, gfQuat rotation, gfVec3 size);

/// Returns the container as the last substep left it; each pointer may be null. Needs no context. False:
/// NULL_ARGUMENT.
GF_API bool gfFluid3D_GetContainer(const gfFluid3D *fluid, gfVec3 *position, gfQuat *rotation, gfVec3 *size);

/// Adds particles; waits for the GPU. Positions must be inside the container as it is now; a particle up to a
/// ten-thousandth of its size beyond a side is moved in. False, nothing added: NULL_ARGUMENT, OUT_OF_RANGE (a value
/// that is not finite, a place outside, an unknown material; the message has its index), TOO_MANY, HOST_STATE,
/// OUT_OF_MEMORY, FRAMEBUFFER, SHADER.
GF_API bool gfFluid3D_AddParticles(gfFluid3D *fluid, const gfParticle3D *particles, int32_t count);

/// Copies at most `count` particles to host memory and returns how many there are. Their order changes from call to
/// call; use `id`. Waits for the GPU. -1: NULL_ARGUMENT, OUT_OF_RANGE, HOST_STATE, OUT_OF_MEMORY.
GF_API int32_t gfFluid3D_ReadParticlesBlocking(gfFluid3D *fluid, gfParticle3D *particles, int32_t count);

/// Counts particles. Waits for the GPU. False: NULL_ARGUMENT, HOST_STATE, OUT_OF_MEMORY.
GF_API bool gfFluid3D_GetParticleStatsBlocking(gfFluid3D *fluid, gfParticleStats *stats);

/// Sums over all particles. Waits for the GPU. False: NULL_ARGUMENT, HOST_STATE, OUT_OF_MEMORY.
GF_API bool gfFluid3D_MeasureBlocking(gfFluid3D *fluid, gfFluid3DStats *stats);

/// Adds a solid; it acts from the next step on. Needs no context.
/// None on failure: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, TOO_MANY, OUT_OF_MEMORY.
GF_API gfSolid3DId gfFluid3D_AddSolid(gfFluid3D *fluid, const gfSolid3DDef *def);

/// Moves or changes a solid, see gfSolid3DDef.velocity. If the kind of shape changes, the solid is there at once. Needs
/// no context. False, nothing changed: as gfFluid3D_AddSolid, and BAD_HANDLE.
GF_API bool gfFluid3D_SetSolid(gfFluid3D *fluid, gfSolid3DId id, const gfSolid3DDef *def);

/// Removes a solid. Needs no context. False: NULL_ARGUMENT, BAD_HANDLE.
GF_API bool gfFluid3D_RemoveSolid(gfFluid3D *fluid, gfSolid3DId id);

#ifdef __cplusplus
}
#endif
#endif
