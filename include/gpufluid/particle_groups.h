/// Groups of particles in a gfFluid with GF_SOLVER_PARTICLES: rigid bodies, elastic ones and frozen pieces, made of
/// particles. They push and are pushed by all others, break up, melt and freeze. Each group keeps the places that its
/// members had when it was made, and is drawn towards that shape as it lies now (shape matching: Mueller, Heidelberger,
/// Teschner and Gross 2005). gfParticleParams.groups limits their number.
#ifndef GPUFLUID_PARTICLE_GROUPS_H
#define GPUFLUID_PARTICLE_GROUPS_H

#include "gpufluid/field.h"
#include "gpufluid/particles.h"
#include "gpufluid/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Handle of a group; all zero is none, see GF_IS_NULL.
GF_HANDLE(gfParticleGroupId);

/// Way in which a group holds its shape. It may change at any time.
typedef struct gfParticleGroupParams {
    /// Whether the group is rigid: it moves and turns as one, and nothing bends it. Default false.
    bool rigid;
    /// Stiffness of a group that is not rigid: the frequency at which a member would swing about its place in the
    /// shape, Hz, 0 (no shape: particles that are only counted together) to 1000. Default 8.
    float stiffness;
    /// Damping of this swinging, over critical damping, 0 to 100. Default 1.
    float damping;
    /// Stiffness of springs between members that lay within 1.95 spacings of each other, Hz, 0 (none, the default) to
    /// 1000, with the same damping. With a `stiffness` of 0 a row of members is a rope, and an area is a sheet that
    /// bends freely.
    float links;
} gfParticleGroupParams;

/// A new group. Make it with gfDefaultParticleGroupDef().
typedef struct gfParticleGroupDef {
    /// Place and size; required. Particles fill its part inside the domain, a spacing apart.
    gfShape shape;
    /// An image laid over a GF_SHAPE_RECTANGLE: particles are where its pixels are 128 or more. Default null: all of
    /// the shape. It is read in the call.
    const gfMask *mask;
    /// Width of an outline, m, 0 (filled, the default) to 1e9: particles are made only so near to the shape's outline.
    float outline;
    /// Velocity, m/s, within +-GF_VALUE_MAX. Default 0.
    gfVec2 velocity;
    /// Rotation about gfShape_GetCentre(), counter-clockwise, radians per second, within +-GF_VALUE_MAX. Default 0.
    float angularVelocity;
    /// Material of its particles, index into gfParticleParams.materials. Default 0.
    uint32_t material;
    /// Colour of its particles, linear light, 0 to 1 each; fourth 0 (the default): that of the material.
    float color[4];
    /// Way in which the group holds its shape.
    gfParticleGroupParams params;
    /// Set by gfDefaultParticleGroupDef().
    int32_t cookie;
} gfParticleGroupDef;

/// Temperatures at which members of a group melt, and liquid around it freezes to it, see gfFluid_HeatParticleGroup.
typedef struct gfParticleHeat {
    /// Temperature above which members leave the group, K; any number; infinity: none leave.
    float meltsAbove;
    /// Material of the liquid, index into gfParticleParams.materials: melted members become it, and only it can freeze.
    uint32_t liquid;
    /// Temperature below which particles of the liquid join the group where they lie, K; not above `meltsAbove`;
    /// -infinity: none join.
    float freezesBelow;
    /// Material that frozen particles become, index into gfParticleParams.materials.
    uint32_t solid;
    /// Place where particles may freeze, world, m. Null: anywhere.
    const gfShape *within;
} gfParticleHeat;

/// State of a group. All 0 if it has no particle left.
typedef struct gfParticleGroupInfo {
    int32_t count;         ///< particles
    float mass;            ///< mass of all members, kg for one metre of depth
    gfVec2 centre;         ///< centre of mass, m
    float angle;           ///< rotation since it was made or joined, counter-clockwise, radians, -pi to pi
    gfVec2 velocity;       ///< velocity of the centre of mass, m/s
    float angularVelocity; ///< radians per second
    float inertia;         ///< moment of inertia about the centre of mass, kg m^2 for one metre of depth
} gfParticleGroupInfo;

/// Returns a definition with every default; the caller sets the shape. Reports nothing and needs no context.
GF_API gfParticleGroupDef gfDefaultParticleGroupDef(void);

/// Makes a group and its particles. It waits for the GPU. The context must be current. None on failure, and nothing is
/// added: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE (also a shape without a particle inside the domain), UNSUPPORTED (not a
/// particle fluid), TOO_MANY (groups, or particles beyond `capacity`), HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER.
GF_API gfParticleGroupId gfFluid_AddParticleGroup(gfFluid *fluid, const gfParticleGroupDef *def);

/// Makes a group of the particles in the definition's shape that are in no group yet: water freezes. They keep their
/// places and velocities and take on the definition's material, and its colour if that is given; its mask, outline and
/// velocities do nothing. The group may have no particle. It does not wait. None on failure: as
/// gfFluid_AddParticleGroup.
GF_API gfParticleGroupId gfFluid_FreezeParticles(gfFluid *fluid, const gfParticleGroupDef *def);

/// Adds particles to an existing group: those in `shape` that are in no group yet. They keep their places, which become
/// part of the group's shape, and take on `material`. The context must be current. False: NULL_ARGUMENT, BAD_HANDLE,
/// OUT_OF_RANGE, UNSUPPORTED, HOST_STATE.
GF_API bool gfFluid_GrowParticleGroup(gfFluid *fluid, gfParticleGroupId id, const gfShape *shape, uint32_t material);

/// Releases the members of a group that lie in `shape`, which take on `material`: jelly melts, a castle crumbles. A
/// null shape releases all of them; the group is then gone, and its handle is bad. The context must be current. False:
/// NULL_ARGUMENT, BAD_HANDLE, OUT_OF_RANGE, UNSUPPORTED, HOST_STATE.
GF_API bool gfFluid_DissolveParticleGroup(gfFluid *fluid, gfParticleGroupId id, const gfShape *shape,
                                          uint32_t material);

/// Melts members of a group, and freezes liquid to it, by the temperature of `air` (a fluid of GF_SOLVER_GRID) at the
/// particles' places. Call it once a frame or less. Freezing costs a sort. The context must be current. False:
/// NULL_ARGUMENT, BAD_HANDLE, OUT_OF_RANGE, UNSUPPORTED, HOST_STATE.
GF_API bool gfFluid_HeatParticleGroup(gfFluid *fluid, gfParticleGroupId id, gfFluid *air, const gfParticleHeat *heat);

/// Removes a group with its particles, in the next step (gfParticleStats.drained). The context must be current. False:
/// NULL_ARGUMENT, BAD_HANDLE, UNSUPPORTED, HOST_STATE.
GF_API bool gfFluid_RemoveParticleGroup(gfFluid *fluid, gfParticleGroupId id);

/// Moves all members of group `other` to group `id`, and takes the places where all of them lie now for the group's
/// shape. `other` is gone. The context must be current. False: NULL_ARGUMENT, BAD_HANDLE, OUT_OF_RANGE (one and the
/// same group), UNSUPPORTED, HOST_STATE.
GF_API bool gfFluid_JoinParticleGroups(gfFluid *fluid, gfParticleGroupId id, gfParticleGroupId other);

/// Splits a group that has come apart: members nearer than 1.5 times the spacing hang together. The largest piece keeps
/// `id`. The next one becomes a new group with the same parameters, which is returned. Further pieces stay with `id`,
/// so that further calls split them off, too. Waits for the GPU. The context must be current. None on failure, and
/// nothing changed: NULL_ARGUMENT, BAD_HANDLE, OUT_OF_RANGE (it hangs together), TOO_MANY, UNSUPPORTED, HOST_STATE,
/// OUT_OF_MEMORY.
GF_API gfParticleGroupId gfFluid_SplitParticleGroup(gfFluid *fluid, gfParticleGroupId id);

/// Changes the way in which a group holds its shape. The context must be current. False, nothing changed:
/// NULL_ARGUMENT, BAD_HANDLE, OUT_OF_RANGE, UNSUPPORTED, HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER.
GF_API bool gfFluid_SetParticleGroup(gfFluid *fluid, gfParticleGroupId id, const gfParticleGroupParams *params);

/// Moves a group by `offset` (m) and turns it about its centre of mass by `angle` (radians, counter-clockwise), at
/// once; velocities stay. Members that would lie outside the domain are moved to its side. The context must be current.
/// False, nothing changed: NULL_ARGUMENT, BAD_HANDLE, OUT_OF_RANGE, UNSUPPORTED, HOST_STATE.
GF_API bool gfFluid_MoveParticleGroup(gfFluid *fluid, gfParticleGroupId id, gfVec2 offset, float angle);

/// Pushes a group: an impulse (N s for one metre of depth) at its centre of mass, and an angular one (N m s). A force
/// is an impulse of force times time in each frame. The context must be current. False, nothing changed: NULL_ARGUMENT,
/// BAD_HANDLE, OUT_OF_RANGE, UNSUPPORTED, HOST_STATE.
GF_API bool gfFluid_PushParticleGroup(gfFluid *fluid, gfParticleGroupId id, gfVec2 impulse, float angularImpulse);

/// Asks for the state of all groups, without waiting. Call it once a frame, after gfFluid_Step. It asks nothing while
/// four answers are on their way. The context must be current. False: NULL_ARGUMENT, UNSUPPORTED, HOST_STATE, GL.
GF_API bool gfFluid_RequestParticleGroups(gfFluid *fluid);

/// Fills in the state of a group from the newest answer, without waiting. PENDING: no answer has come since the group
/// was made. The context must be current. FAILED: NULL_ARGUMENT, BAD_HANDLE, UNSUPPORTED, HOST_STATE, GL.
GF_API gfPollStatus gfFluid_PollParticleGroup(gfFluid *fluid, gfParticleGroupId id, gfParticleGroupInfo *info);

/// Fills in the present state of a group, and waits for the GPU: for tests and tools. The context must be current.
/// False: NULL_ARGUMENT, BAD_HANDLE, UNSUPPORTED, HOST_STATE, OUT_OF_MEMORY.
GF_API bool gfFluid_GetParticleGroupBlocking(gfFluid *fluid, gfParticleGroupId id, gfParticleGroupInfo *info);

#ifdef __cplusplus
}
#endif
#endif
