/// Sources and forces of a gfFluid3D: what the host adds to its particles or sets them to, once (a splat) or until
/// removed (an emitter). The sibling of source.h.
#ifndef GPUFLUID_SOURCE3D_H
#define GPUFLUID_SOURCE3D_H

#include "gpufluid/fluid3d.h"
#include "gpufluid/source.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Handle of an emitter of a gfFluid3D; all zero is none, see GF_IS_NULL. There are at most GF_EMITTER_MAX of one
/// fluid.
GF_HANDLE(gfEmitter3DId);

/// A medium that fills the shape and moves on its own, the sibling of gfZone: a fan's or a river's pull, foliage, a
/// grating, mud. Particles are drawn to the medium's velocity, each second by `drag` of what they are off and
/// `quadraticDrag` times the square of that; stable at any strength, and the time step does not count: what nothing
/// else drives decays as exp(-drag t). As part of a gfSource3DDef it acts beside the amounts, in either mode; a splat's
/// acts for one step. In a steady flow a drag is less by the share drag fixedStep / 2.
typedef struct gfZone3D {
    /// Velocity of the medium, m/s, in the world, at gfShape3D_GetCentre(). Default 0: it stands.
    gfVec3 velocity;
    /// Its turn about that centre, about each axis of the world, radians per second. Default 0.
    gfVec3 angularVelocity;
    /// Linear drag, 1/s, 0 (none, the default) to 1e9: also the rate at which a given flow is taken on.
    float drag;
    /// Quadratic drag, 1/m, 0 (none, the default) to 1e9.
    float quadraticDrag;
    /// What stirs the fluid there: the curl of three noises that lie still in the world.
    gfTurbulence turbulence;
} gfZone3D;

/// One source. As a splat, amounts are given once; as an emitter in GF_SOURCE_ADD mode they are rates per second, and
/// in GF_SOURCE_SET mode values that particles are held at. None depends on the frame rate. In a step, sources that
/// take come first, then those that pour, then what moves and colours. Make it with gfDefaultSource3DDef(). Amounts are
/// within +-GF_VALUE_MAX.
typedef struct gfSource3DDef {
    /// Where in the world, wherever the container goes; required. Parts outside of the container pour nothing.
    gfShape3D shape;
    /// Width over which the source fades, centred on the shape's surface, m, 0 to 1e9. Default 0.
    float softness;
    /// Add or set. Default GF_SOURCE_ADD.
    gfSourceMode mode;
    /// What it acts on, an OR of gfSourceFields; temperature and divergence do nothing. Default GF_SOURCE_ALL: a source
    /// that sets also sets those that it gives no amount, to 0. One that is only meant to dye liquid, say, would then
    /// dig a hole into it.
    uint32_t fields;
    /// Splat: added to (or set as) the velocity, m/s, in the world. Of an emitter that adds, the default, it is an
    /// acceleration in spite of its name, m/s^2, as all amounts are a second: to give particles this velocity and no
    /// more, use GF_SOURCE_SET, or `zone` with a drag. Default 0.
    gfVec3 velocity;
    /// Particles. They come where there is room for them, a spacing apart, outside of solids, as long as there are
    /// fewer than `capacity`; they start at rest, or with the velocity that is set. Adding 1 (emitter: 1/s) offers a
    /// particle to every place once, and less to that share of places; adding less than 0 takes that share away.
    /// Setting more than 0 holds the shape full, for a jet with a velocity: make it as long as the fluid goes in a
    /// step. Setting 0 or less takes all particles within the surface: a drain, or as a splat an eraser. Default 0.
    float mass;
    /// Colour, linear light premultiplied by the alpha that comes last, 0 to 1; an emitter that adds: a second. Added,
    /// it lies over the particle's own colour; set, over its material's, so that setting 0 gives that back. An emitter
    /// that adds mass, too, pours particles with as much dye as it has for their mass. Default 0.
    float dye[4];
    /// Pull towards gfShape3D_GetCentre(&shape), emitter: m/s^2, splat: m/s, in either mode; below 0 it pushes away. It
    /// falls to 0 from the centre to the surface. It is one of GF_SOURCE_VELOCITY. Default 0.
    float attraction;
    /// Material of the particles that are poured, index into gfParticleParams.materials. Default 0.
    uint32_t material;
    /// What turns `velocity` into that of a body: added to it at a place is the cross product of this and the way from
    /// gfShape3D_GetCentre(). Splat or set: radians per second about the axes of the world; emitter that adds: 1/s^2.
    /// Default 0.
    gfVec3 angularVelocity;
    /// A medium in the shape: drag, a given flow, turbulence. Default none.
    gfZone3D zone;
    /// Set by gfDefaultSource3DDef().
    int32_t cookie;
} gfSource3DDef;

/// A definition with every default; the caller sets shape and amounts. Reports nothing and needs no context.
GF_API gfSource3DDef gfDefaultSource3DDef(void);

/// Queues one splat for the next step; at most GF_SPLAT_MAX wait. Needs no context.
/// False: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE (also if the fluid has no such material, or if what pours lies wholly in
/// one solid), TOO_MANY, OUT_OF_MEMORY. What lies outside of the container or under several solids pours nothing.
GF_API bool gfFluid3D_Splat(gfFluid3D *fluid, const gfSource3DDef *def);

/// Adds an emitter that acts in every step until removed. Needs no context. None on failure: as gfFluid3D_Splat.
GF_API gfEmitter3DId gfFluid3D_AddEmitter(gfFluid3D *fluid, const gfSource3DDef *def);

/// Replaces an emitter's definition. Needs no context. False, nothing changed: as gfFluid3D_Splat, and BAD_HANDLE.
GF_API bool gfFluid3D_SetEmitter(gfFluid3D *fluid, gfEmitter3DId id, const gfSource3DDef *def);

/// Removes an emitter. Needs no context. False: NULL_ARGUMENT, BAD_HANDLE.
GF_API bool gfFluid3D_RemoveEmitter(gfFluid3D *fluid, gfEmitter3DId id);

#ifdef __cplusplus
}
#endif
#endif
