/// Sources of a gfFluid3D add to its particles or set them: pouring, draining, pushing, colouring. A splat acts once,
/// an emitter until it is removed. Begin with gfDefaultSource3DDef(), set shape and amounts, and hand it to
/// gfFluid3D_Splat or gfFluid3D_AddEmitter. The sibling in two dimensions is source.h.
#ifndef GPUFLUID_SOURCE3D_H
#define GPUFLUID_SOURCE3D_H

#include "gpufluid/fluid3d.h"
#include "gpufluid/source.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Handle of an emitter of a gfFluid3D; all zero is none, see GF_IS_NULL. A fluid has at most GF_EMITTER_MAX.
GF_HANDLE(gfEmitter3DId);

/// A medium that fills the shape and drags particles along, as gfZone: a fan, a river's pull, foliage, a grating, mud.
/// Each second their velocity changes towards the medium's by `drag` times the difference, plus `quadraticDrag` times
/// its square. It is stable at any strength and independent of the time step: a motion without another drive decays as
/// exp(-drag t). It acts beside the amounts, in either mode; a splat's zone acts for one step. In a steady flow the
/// drag is too small by the fraction drag fixedStep / 2. Velocities are within +-GF_VALUE_MAX.
typedef struct gfZone3D {
    /// Velocity of the medium at gfShape3D_GetCentre(), m/s, in the world. Default 0: it stands.
    gfVec3 velocity;
    /// Rotation of the medium about the shape's centre, radians per second about each axis of the world. Default 0.
    gfVec3 angularVelocity;
    /// Linear drag, 1/s, 0 (none, the default) to 1e9. Particles take on `velocity` at this rate.
    float drag;
    /// Quadratic drag, 1/m, 0 (none, the default) to 1e9.
    float quadraticDrag;
    /// Random stirring in the shape: the curl of three noises that stay in place in the world.
    gfTurbulence turbulence;
} gfZone3D;

/// One source. A splat gives its amounts once. An emitter in GF_SOURCE_ADD mode gives them per second; in GF_SOURCE_SET
/// mode it holds particles at them. They don't depend on the frame rate. In a step, sources that take particles come
/// first, then sources that pour, then sources that move and colour. Make it with gfDefaultSource3DDef(). Amounts are
/// within +-GF_VALUE_MAX.
typedef struct gfSource3DDef {
    /// Place in the world, wherever the container goes, and size; required. Parts outside the container pour nothing.
    gfShape3D shape;
    /// Width over which the source fades, centred on the shape's surface, m, 0 to 1e9. Default 0.
    float softness;
    /// Whether to add the amounts or to set particles to them. Default GF_SOURCE_ADD.
    gfSourceMode mode;
    /// Fields to act on, an OR of gfSourceFields; temperature and divergence do nothing. Default GF_SOURCE_ALL. In
    /// GF_SOURCE_SET mode name only the fields you mean: a field without an amount is set to 0, so that a source meant
    /// to dye a liquid digs a hole into it.
    uint32_t fields;
    /// Splat or set: the velocity to add or to set, m/s, in the world. Emitter that adds (the default): an acceleration
    /// in spite of the name, m/s^2, as all amounts are per second. To give particles this velocity and no more, use
    /// GF_SOURCE_SET or a `zone` with a drag. Default 0.
    gfVec3 velocity;
    /// Particles to pour, as gfSourceDef.mass of GF_SOLVER_PARTICLES. Adding 1 (1/s of an emitter) offers a particle to
    /// every place with room once; a smaller amount, to that fraction of places. A negative amount takes that fraction
    /// of particles away. Setting more than 0 keeps the shape full; setting 0 or less empties it. Default 0.
    float mass;
    /// Colour, red, green, blue in linear light premultiplied by alpha, from 0 up to 1; an emitter that adds: per
    /// second. Added, it covers the particle's own colour. Set, it covers the material's colour, so that setting 0
    /// restores that. If an emitter also adds mass, poured particles get its dye over its mass. Default 0.
    float dye[4];
    /// Pull towards gfShape3D_GetCentre(&shape), in either mode, in m/s^2 by an emitter and in m/s by a splat; below 0
    /// it pushes away. It falls to 0 from the centre to the surface, and belongs to GF_SOURCE_VELOCITY. Default 0.
    float attraction;
    /// Material of poured particles, index into gfParticleParams.materials. Default 0.
    uint32_t material;
    /// Rotation to add to `velocity`, about gfShape3D_GetCentre() and each axis of the world, as of a rigid body. Splat
    /// or set: in radians per second; emitter that adds: in 1/s^2. Default 0.
    gfVec3 angularVelocity;
    /// A medium in the shape: drag, a given flow, turbulence. Default none.
    gfZone3D zone;
    /// Set by gfDefaultSource3DDef().
    int32_t cookie;
} gfSource3DDef;

/// Returns a definition with every default; the caller sets shape and amounts. Reports nothing and needs no context.
GF_API gfSource3DDef gfDefaultSource3DDef(void);

/// Queues one splat for the next step; at most GF_SPLAT_MAX wait. Needs no context. False: NULL_ARGUMENT, COOKIE,
/// OUT_OF_RANGE (also if the fluid has no such material, or if a source that pours lies wholly in one solid), TOO_MANY,
/// OUT_OF_MEMORY. Parts outside the container or under several solids pour nothing.
GF_API bool gfFluid3D_Splat(gfFluid3D *fluid, const gfSource3DDef *def);

/// Adds an emitter that acts in every step until removed. Needs no context. None on failure: as gfFluid3D_Splat.
GF_API gfEmitter3DId gfFluid3D_AddEmitter(gfFluid3D *fluid, const gfSource3DDef *def);

/// Replaces an emitter's definition, to move it for example. Needs no context. False, nothing changed: as
/// gfFluid3D_Splat, and BAD_HANDLE.
GF_API bool gfFluid3D_SetEmitter(gfFluid3D *fluid, gfEmitter3DId id, const gfSource3DDef *def);

/// Removes an emitter. Needs no context. False: NULL_ARGUMENT, BAD_HANDLE.
GF_API bool gfFluid3D_RemoveEmitter(gfFluid3D *fluid, gfEmitter3DId id);

#ifdef __cplusplus
}
#endif
#endif
