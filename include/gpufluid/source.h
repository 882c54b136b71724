/// Sources and forces: what the host adds to fields or sets them to, once (a splat) or until removed (an emitter).
#ifndef GPUFLUID_SOURCE_H
#define GPUFLUID_SOURCE_H

#include "gpufluid/fluid.h"
#include "gpufluid/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most emitters of one fluid.
#define GF_EMITTER_MAX 1024
/// Most splats waiting for one step.
#define GF_SPLAT_MAX 1024

/// Handle of an emitter; all zero is none, see GF_IS_NULL.
GF_HANDLE(gfEmitterId);

/// Which fields a source acts on. GF_SOURCE_ALL is the default; in GF_SOURCE_ADD mode a zero amount costs nothing.
typedef enum gfSourceFields {
    GF_SOURCE_VELOCITY = 1,    ///< gfSourceDef.velocity, angularVelocity, attraction and zone
    GF_SOURCE_DYE = 2,         ///< gfSourceDef.dye
    GF_SOURCE_TEMPERATURE = 4, ///< gfSourceDef.temperature
    GF_SOURCE_DIVERGENCE = 8,  ///< gfSourceDef.divergence
    GF_SOURCE_MASS = 16,       ///< gfSourceDef.mass
    GF_SOURCE_ALL = 31         ///< all of these
} gfSourceFields;

/// Add to a field, or set it (as if the shape were drawn straight into the texture).
typedef enum gfSourceMode { GF_SOURCE_ADD, GF_SOURCE_SET } gfSourceMode;

/// How a source's texture is read.
typedef enum gfTextureRole {
    /// rgba multiplies `dye`; alpha multiplies every other amount.
    GF_TEXTURE_DYE,
    /// Velocity: red and green multiply `velocity` (a map of forces); every other amount takes alpha.
    GF_TEXTURE_VELOCITY,
    /// A silhouette, such as a sprite's or what the game drew of a mesh: alpha multiplies every amount, dye too.
    GF_TEXTURE_MASK
} gfTextureRole;

/// Stirring by a field of accelerations without divergence: the curl of noise (Bridson, Hourihan, Nordenstam 2007)
/// that lies still in the world and changes with the fluid's time. The same seed gives the same field whatever the
/// resolution and the step.
typedef struct gfTurbulence {
    /// Root of the mean square of the acceleration, m/s^2, 0 (none, the default) to GF_VALUE_MAX.
    float strength;
    /// Size of the eddies, m, 1e-6 to 1e9; those below some 4 cells are not resolved. Default 0.1.
    float scale;
    /// How often the field changes to another, 1/s, 0 (it stands) to 1e4. It acts as told up to 1 a step. Default 1.
    float rate;
    /// Fields of other seeds have nothing in common; the lower 24 bits count. Default 0.
    uint32_t seed;
} gfTurbulence;

/// A medium that fills the shape and moves on its own: a fan's or a river's pull, a conveyor, foliage, a grating, mud.
/// The fluid is drawn to the medium's velocity, each second by `drag` of what it is off and `quadraticDrag` times the
/// square of that. Stable at any strength, and the time step does not count: flow that nothing else drives decays as
/// exp(-drag t). A drag that lets the fluid through is a porous solid (Darcy, Forchheimer): with the fluid's density
/// and viscosity, a permeability K and a drag coefficient C it is viscosity / (density K) and C / sqrt(K). In a
/// steady flow the pressure falls over the length L at speed u by density L (drag u + quadraticDrag u^2):
/// GF_SOLVER_GRID whatever the step; the others up to the share drag fixedStep / 2.
/// As part of a gfSourceDef it acts beside the amounts, in either mode, as an emitter; a splat's acts for one substep.
/// It costs what a source does, over its area.
typedef struct gfZone {
    /// Velocity of the medium, m/s, at gfShape_GetCentre(). Default 0: it stands.
    gfVec2 velocity;
    /// Its turn about that centre, counter-clockwise, radians per second. Default 0.
    float angularVelocity;
    /// Linear drag, 1/s, 0 (none, the default) to 1e9: also the rate at which a given flow is taken on.
    float drag;
    /// Quadratic drag, 1/m, 0 (none, the default) to 1e9.
    float quadraticDrag;
    /// What stirs the fluid there.
    gfTurbulence turbulence;
    /// Direction, of any length, in which the shape lets fluid through, but not against it: a valve, a cloth, a grating
    /// through which splashes rise and don't fall. Make the shape long across it, and thin: walls below a cell hold,
    /// too. It stands still, and a splat has none. GF_SOLVER_GRID closes it by the last step's
    /// pressure, so that in the step in which a flow turns round some leaks; GF_SOLVER_SHALLOW and GF_SOLVER_PARTICLES,
    /// of which the first 8 such emitters count, hold all. GF_SOLVER_GAUSSIAN holds all in GF_GAUSSIAN_CONSERVING mode,
    /// with a gap of a cell or two on both sides of one that is closed; its other modes ignore it. GF_SOLVER_GRID draws
    /// what follows from it anew each step, as for a solid that moves. Default (0, 0): every direction.
    gfVec2 oneWay;
} gfZone;

/// One source. As a splat, amounts are given once; as an emitter in GF_SOURCE_ADD mode they are rates per second, and
/// in GF_SOURCE_SET mode values that the fields are held at. None depends on the frame rate, nor on the resolution
/// where the shape is at least a few cells wide. Make it with gfDefaultSourceDef().
/// Amounts are within +-GF_VALUE_MAX.
typedef struct gfSourceDef {
    /// Where; required. Parts outside the domain do nothing.
    gfShape shape;
    /// Width over which the source fades, centred on the shape's outline, m, 0 to 1e9; never less than one cell, but
    /// for GF_SOLVER_PARTICLES, which pours and drains within the outline. Default 0.
    float softness;
    /// Add or set. Default GF_SOURCE_ADD.
    gfSourceMode mode;
    /// Fields acted on, an OR of gfSourceFields. Default GF_SOURCE_ALL: a source that sets also sets those that it
    /// gives no amount, to 0. One that is only meant to dye liquid, say, would then dig a hole into it.
    uint32_t fields;
    /// Splat: added to (or set as) the velocity, m/s. Of an emitter that adds, the default, it is an acceleration in
    /// spite of its name, m/s^2, as all amounts are a second: to give the fluid this velocity and no more, use
    /// GF_SOURCE_SET, or `zone` with a drag, which draws what is there to its velocity. Default 0.
    gfVec2 velocity;
    /// Dye, four concentrations that are advected alike; by convention red, green and blue premultiplied by the amount
    /// in alpha. Splat or set: an amount; emitter that adds: an amount per second. Default 0.
    /// GF_SOLVER_PARTICLES: colour, linear light premultiplied by alpha, 0 to 1. Added, it lies over the particle's own
    /// colour; set, over its material's, so that setting 0 gives that back. An emitter that adds mass, too, pours
    /// particles with as much dye as it has for their mass.
    float dye[4];
    /// Temperature, K (emitter that adds: K/s). Default 0.
    float temperature;
    /// Expansion. Emitter: rate of divergence, 1/s. Splat: relative growth in area, once. An explosion is a short one.
    /// In a closed box as much flows in everywhere else as is given here; in a pocket that solids cut off it can't be
    /// met and pressure climbs there. Default 0.
    float divergence;
    /// Mass. Default 0. GF_SOLVER_GRID ignores it, the others ignore temperature and divergence.
    /// GF_SOLVER_GAUSSIAN: 1 fills a cell with fluid at rest (emitter that adds: 1/s). What is added moves with the
    /// fluid that is there, so for a jet set mass and velocity; a sum below 0 counts as 0.
    /// GF_SOLVER_PARTICLES: particles come where there is room for them, a spacing apart, outside of solids, as long as
    /// there are fewer than `capacity`; they start at rest, or with the velocity that is set. Adding 1 (emitter: 1/s)
    /// offers a particle to every place once, and less to that share of places; adding less than 0 takes that share
    /// away. Setting more than 0 holds the shape full, for a jet with a velocity: make it as long as the fluid goes in
    /// a step. Setting 0 or less takes all particles within the outline: a drain, or as a splat an eraser. In a step,
    /// sources that take come first, then those that pour, then what moves and colours.
    float mass;
    /// GF_SOLVER_PARTICLES: pull towards gfShape_GetCentre(&shape), emitter: m/s^2, splat: m/s, in either mode; below 0
    /// it pushes away. It falls to 0 from the centre to the outline. It is one of GF_SOURCE_VELOCITY. Others ignore it.
    /// Default 0.
    float attraction;
    /// GF_SOLVER_PARTICLES: material of the particles that are poured, index into gfParticleParams.materials. Others
    /// ignore it. Default 0.
    uint32_t material;
    /// A host GL texture (2D, in this context) laid over a GF_SHAPE_RECTANGLE, or 0. Default 0. It is read in
    /// gfFluid_Step, so it must live until then, with linear filtering: where the context does not filter 32-bit floats
    /// (OpenGL ES without OES_texture_float_linear) give 8 or 16 bits. The host may draw into it each frame: a sprite's
    /// or a mesh's silhouette, with GF_TEXTURE_MASK. From host memory: gfFluid_SetEmitterMask.
    uint32_t texture;
    /// How `texture` is read. Default GF_TEXTURE_DYE.
    gfTextureRole textureRole;
    /// What turns `velocity` into that of a body: added to it at a place is this times the way from
    /// gfShape_GetCentre(), turned left. Splat or set: radians per second; emitter that adds: 1/s^2. Default 0.
    float angularVelocity;
    /// A medium in the shape: drag, a given flow, turbulence. Default none.
    gfZone zone;
    /// Whether an emitter whose shape gfFluid_SetEmitter moved or turned acts on the whole way since the last substep,
    /// at 64 places of it or fewer, so that one that follows a fast body leaves an unbroken trail; what it adds is
    /// spread over the way and adds up to the same. The substeps of a gfFluid_Step share the way. It turns the shorter
    /// way, and a shape of another kind begins where it is. So does one that has not acted in any substep since it was
    /// added, and one that gfFluid_PlaceEmitter puts elsewhere. Default false: it acts where it is now.
    bool sweeps;
    /// How long an emitter acts, s of the fluid's time, 0 (the default: until it is removed) to 1e9: a burst, a puff, a
    /// fountain for a moment. Then it removes itself, and its handle is a bad one. What it adds comes to its rate times
    /// this, whatever the step. gfFluid_SetEmitter begins it anew. Splats, which act once, ignore it.
    float lifetime;
    /// Set by gfDefaultSourceDef().
    int32_t cookie;
} gfSourceDef;

/// A definition with every default; the caller sets shape and amounts. Reports nothing and needs no context.
GF_API gfSourceDef gfDefaultSourceDef(void);

/// Queues one splat for the next substep. Needs no context.
/// False: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, TOO_MANY, OUT_OF_MEMORY. Of GF_SOLVER_PARTICLES it is OUT_OF_RANGE, too,
/// if the fluid has no such material, or if what pours lies wholly in one solid that is a shape. What lies outside the
/// domain, or in an image or under several solids, pours nothing.
GF_API bool gfFluid_Splat(gfFluid *fluid, const gfSourceDef *def);

/// Adds an emitter that acts in every substep until it is removed, or its `lifetime` is over. Needs no context. None on
/// failure: as gfFluid_Splat.
GF_API gfEmitterId gfFluid_AddEmitter(gfFluid *fluid, const gfSourceDef *def);

/// Replaces an emitter's definition. Needs no context.
/// False, nothing changed: as gfFluid_Splat, and BAD_HANDLE.
GF_API bool gfFluid_SetEmitter(gfFluid *fluid, gfEmitterId id, const gfSourceDef *def);

/// The same, but an emitter that sweeps begins anew where this definition has it: no streak leads there from where it
/// was, and its way goes on from here. For what jumps (a body that comes through a portal, a stroke of the mouse that
/// begins), also in a frame that runs no substep. Needs no context. False, nothing changed: as gfFluid_SetEmitter.
GF_API bool gfFluid_PlaceEmitter(gfFluid *fluid, gfEmitterId id, const gfSourceDef *def);

/// Gives an emitter over a GF_SHAPE_RECTANGLE the shape of an image: values from 0 to 255 multiply every amount by 0 to
/// 1, in place of its texture. The pixels are copied. It may be called every frame: an image of the same size makes no
/// new texture. Null: its texture counts again. The context must be current.
/// False, nothing changed: NULL_ARGUMENT, BAD_HANDLE, OUT_OF_RANGE, HOST_STATE, OUT_OF_MEMORY.
GF_API bool gfFluid_SetEmitterMask(gfFluid *fluid, gfEmitterId id, const gfMask *mask);

/// Removes an emitter. The context must be current if it has a mask. False: NULL_ARGUMENT, BAD_HANDLE.
GF_API bool gfFluid_RemoveEmitter(gfFluid *fluid, gfEmitterId id);

#ifdef __cplusplus
}
#endif
#endif
