/// Sources add to fields or set them: smoke, heat, wind, water, drag. A splat acts once, an emitter until it is
/// removed. Begin with gfDefaultSourceDef(), set shape and amounts, and hand it to gfFluid_Splat or gfFluid_AddEmitter.
#ifndef GPUFLUID_SOURCE_H
#define GPUFLUID_SOURCE_H

#include "gpufluid/fluid.h"
#include "gpufluid/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most emitters of one fluid.
#define GF_EMITTER_MAX 1024
/// Most splats that can wait for one step.
#define GF_SPLAT_MAX 1024

/// Handle of an emitter; all zero is none, see GF_IS_NULL.
GF_HANDLE(gfEmitterId);

/// Fields that a source can act on, as bits. In GF_SOURCE_ADD mode a zero amount costs nothing.
typedef enum gfSourceFields {
    /// gfSourceDef.velocity and acceleration, both angular, too, attraction and zone.
    GF_SOURCE_VELOCITY = 1,
    GF_SOURCE_DYE = 2,         ///< gfSourceDef.dye
    GF_SOURCE_TEMPERATURE = 4, ///< gfSourceDef.temperature
    GF_SOURCE_DIVERGENCE = 8,  ///< gfSourceDef.divergence
    GF_SOURCE_MASS = 16,       ///< gfSourceDef.mass
    GF_SOURCE_ALL = 31         ///< all of these
} gfSourceFields;

/// GF_SOURCE_ADD adds to a field. GF_SOURCE_SET replaces it, as if the shape were drawn straight into the texture.
typedef enum gfSourceMode { GF_SOURCE_ADD, GF_SOURCE_SET } gfSourceMode;

/// Ways to read a source's texture.
typedef enum gfTextureRole {
    /// Colours: rgba multiplies `dye`; alpha multiplies every other amount.
    GF_TEXTURE_DYE,
    /// A map of forces: red and green multiply `velocity` or `acceleration`; alpha multiplies every other amount.
    GF_TEXTURE_VELOCITY,
    /// A silhouette, of a sprite or of a mesh that the game drew: alpha multiplies every amount, dye too.
    GF_TEXTURE_MASK
} gfTextureRole;

/// Random stirring: a divergence-free field of accelerations, the curl of noise (Bridson, Hourihan, Nordenstam 2007).
/// It stays in place in the world and changes with the fluid's time. A seed gives the same field at any resolution and
/// step.
typedef struct gfTurbulence {
    /// Acceleration, m/s^2, as a root mean square, 0 (none, the default) to GF_VALUE_MAX.
    float strength;
    /// Size of the eddies, m, 1e-6 to 1e9. Default 0.1. Eddies below some 4 cells are not resolved.
    float scale;
    /// Rate at which the field changes into an unrelated one, 1/s, 0 (it never changes) to 1e4. Default 1. Steps longer
    /// than 1 / rate show a slower change.
    float rate;
    /// Selects the field; different seeds are unrelated. The lower 24 bits count. Default 0.
    uint32_t seed;
} gfTurbulence;

/// A medium that fills the shape and drags the fluid along: a fan, a river's pull, a conveyor, foliage, a grating, mud.
/// Each second the fluid's velocity changes towards the medium's by `drag` times the difference, plus `quadraticDrag`
/// times its square. It is stable at any strength and independent of the time step: a flow without another drive decays
/// as exp(-drag t).
/// A drag makes a porous solid (Darcy, Forchheimer). For permeability K, drag coefficient C and the fluid's density and
/// viscosity, set drag = viscosity / (density K) and quadraticDrag = C / sqrt(K). A steady flow of speed u loses the
/// pressure density L (drag u + quadraticDrag u^2) over a length L, exactly in GF_SOLVER_GRID; the others err by the
/// fraction drag fixedStep / 2.
/// It is part of a gfSourceDef and acts beside the amounts, in either mode. Use an emitter; a splat's zone acts for one
/// step. Velocities and `oneWay` are within +-GF_VALUE_MAX. It costs as much as a source.
typedef struct gfZone {
    /// Velocity of the medium at gfShape_GetCentre(), m/s. Default 0: it stands.
    gfVec2 velocity;
    /// Rotation of the medium about the shape's centre, counter-clockwise, radians per second. Default 0.
    float angularVelocity;
    /// Linear drag, 1/s, 0 (none, the default) to 1e9. The fluid takes on `velocity` at this rate; 30 is quick.
    float drag;
    /// Quadratic drag, 1/m, 0 (none, the default) to 1e9.
    float quadraticDrag;
    /// Random stirring in the shape.
    gfTurbulence turbulence;
    /// Direction, of any length, in which the shape lets fluid through, but never back: a valve, a cloth, a grating
    /// through which splashes rise and don't fall. Default (0, 0): every direction. Make the shape thin, and long
    /// across this direction; walls thinner than a cell hold, too. The wall stands still, and a splat has none.
    /// GF_SOLVER_GRID closes the wall by the last step's pressure, so a flow that turns round leaks for a step; solid
    /// masks are computed anew each step, as for a moving solid. GF_SOLVER_SHALLOW lets nothing back, and neither do
    /// GF_SOLVER_PARTICLES and GF_SOLVER_WATER, where only the first 8 such emitters count.
    /// GF_SOLVER_GAUSSIAN has no such walls (UNSUPPORTED).
    gfVec2 oneWay;
} gfZone;

/// One source. A splat gives its amounts once. An emitter in GF_SOURCE_ADD mode gives them per second; in GF_SOURCE_SET
/// mode it holds fields at them. Nothing depends on the frame rate, nor on the resolution if the shape is at least a
/// few cells wide. Make it with gfDefaultSourceDef(). Amounts are within +-GF_VALUE_MAX.
typedef struct gfSourceDef {
    /// Place and size; required. Parts outside the domain do nothing.
    gfShape shape;
    /// Width over which the source fades, centred on the shape's outline, m, 0 to 1e9. Default 0. At least one cell
    /// takes effect; GF_SOLVER_PARTICLES and GF_SOLVER_WATER are exact, and pours and drains within the outline.
    float softness;
    /// Whether to add the amounts or to set fields to them. Default GF_SOURCE_ADD.
    gfSourceMode mode;
    /// Fields to act on, an OR of gfSourceFields. Default GF_SOURCE_ALL. In GF_SOURCE_SET mode name only the fields you
    /// mean: a field without an amount is set to 0, so that a source meant to dye a liquid digs a hole into it.
    uint32_t fields;
    /// Velocity that a splat adds, or to which GF_SOURCE_SET sets the fluid, m/s. Default 0, which an emitter that adds
    /// must leave: it has an `acceleration`. To hold fluid at a velocity, use GF_SOURCE_SET or a `zone` with a drag.
    gfVec2 velocity;
    /// Acceleration by an emitter that adds, m/s^2. Default 0, which all other sources must leave.
    gfVec2 acceleration;
    /// Dye: four concentrations that are carried alike; by convention red, green and blue premultiplied by the amount
    /// in alpha. Splat or set: an amount; emitter that adds: an amount per second. Default 0.
    /// GF_SOLVER_PARTICLES, GF_SOLVER_WATER: a colour, linear light premultiplied by alpha, from 0 up to 1. Added, it
    /// covers the particle's own colour. Set, it covers the material's colour, so that setting 0 restores that. If an
    /// emitter also adds mass, poured particles get its dye over its mass.
    float dye[4];
    /// Temperature, K: added by a splat, added per second by an emitter (K/s). Set: the temperature itself,
    /// grid.ambientTemperature included. Default 0.
    float temperature;
    /// Expansion; an explosion is a short one. Emitter: rate of divergence in 1/s. Splat: relative growth in area.
    /// Default 0. In a closed box as much fluid vanishes everywhere else; a pocket that solids cut off can't expand.
    float divergence;
    /// Liquid to pour. Default 0. GF_SOLVER_GRID ignores it; the others ignore temperature and divergence.
    /// GF_SOLVER_GAUSSIAN: 1 fills a cell with fluid at rest (1/s of an emitter that adds). Added mass moves with the
    /// fluid that is there, so set mass and velocity for a jet. A sum below 0 counts as 0.
    /// GF_SOLVER_SHALLOW: depth of water in metres (emitter that adds: per second); below 0 it drains.
    /// GF_SOLVER_PARTICLES: particles appear where there is room, a spacing apart and outside solids, until there are
    /// `capacity`. They start at rest, or with the velocity that is set. Adding 1 (1/s of an emitter) offers a particle
    /// to every place once; a smaller amount, to that fraction of places. A negative amount takes that fraction of
    /// particles away. Setting more than 0 keeps the shape full, for a jet with a velocity: make it as long as the
    /// fluid goes in a step. Setting 0 or less takes all particles within the outline: a drain, or as a splat an
    /// eraser. In a step, sources that take particles come first, then sources that pour, then sources that move and
    /// colour. GF_SOLVER_WATER: as there, but what is added needs no room: under water, too, an emitter of 1 gives as
    /// much a second as the shape holds, and the water around makes way. A jet (an emitter that sets mass and velocity)
    /// gives what goes through its shape, and under water just moves the water there.
    float mass;
    /// GF_SOLVER_PARTICLES, GF_SOLVER_WATER: pull towards gfShape_GetCentre(&shape), in either mode, in m/s^2 by an
    /// emitter and in m/s by a splat; below 0 it pushes away. It falls to 0 from the centre to the outline, and belongs
    /// to GF_SOURCE_VELOCITY. Default 0.
    float attraction;
    /// GF_SOLVER_PARTICLES: material of poured particles, index into gfParticleParams.materials. Default 0.
    uint32_t material;
    /// GF_SOLVER_PARTICLES with gfParticleParams.lifetimes: time after which a poured particle is gone, s, 0 (the
    /// default: never) to 1e6.
    float particleLifetime;
    /// A host GL texture (2D, in this context) laid over a GF_SHAPE_RECTANGLE, or 0. Default 0. gfFluid_Step reads it
    /// with linear filtering, so it must live until then. If the context can't filter 32-bit floats (OpenGL ES without
    /// OES_texture_float_linear), give 8 or 16 bits. The host may draw into it each frame: a sprite's or a mesh's
    /// silhouette, with GF_TEXTURE_MASK. Formats of integers make the step fail. From host memory:
    /// gfFluid_SetEmitterMask.
    uint32_t texture;
    /// Way to read `texture`. Default GF_TEXTURE_DYE.
    gfTextureRole textureRole;
    /// Rotation to add to `velocity`, about gfShape_GetCentre(), counter-clockwise, as of a rigid body, radians per
    /// second. Default 0.
    float angularVelocity;
    /// The same to add to `acceleration`, 1/s^2. Default 0.
    float angularAcceleration;
    /// A medium in the shape: drag, a given flow, turbulence, a one-way wall. Default none.
    gfZone zone;
    /// Whether an emitter that gfFluid_SetEmitter moves or turns acts on the whole way since the last step, so that
    /// a fast one leaves an unbroken trail. It acts at up to 64 places of the way, and the total that it adds stays the
    /// same. The steps of a gfFluid_Step share the way; a turn takes the shorter way. The emitter acts where it is
    /// now if it has not acted since it was added, became a shape of another kind, or was put elsewhere by
    /// gfFluid_PlaceEmitter. Default false: it always acts where it is now.
    bool sweeps;
    /// Time for which an emitter acts, s of the fluid's time, 0 (the default: until it is removed) to 1e9: a burst, a
    /// puff, a fountain for a moment. Then it is removed and its handle goes bad. In all it adds its rate times this
    /// time, whatever the step. gfFluid_SetEmitter starts the time anew, gfFluid_Reset does not. Splats ignore it.
    float lifetime;
    /// Set by gfDefaultSourceDef().
    int32_t cookie;
} gfSourceDef;

/// Returns a definition with every default; the caller sets shape and amounts. Reports nothing and needs no context.
GF_API gfSourceDef gfDefaultSourceDef(void);

/// Queues one splat for the next step. Needs no context.
/// False: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, TOO_MANY, OUT_OF_MEMORY. GF_SOLVER_PARTICLES also reports OUT_OF_RANGE
/// if the fluid has no such material, or if a source that pours lies wholly in one solid that is a shape. Parts outside
/// the domain, in an image or under several solids pour nothing.
GF_API bool gfFluid_Splat(gfFluid *fluid, const gfSourceDef *def);

/// Adds an emitter that acts in every step until it is removed or its `lifetime` is over. Needs no context. None on
/// failure: as gfFluid_Splat.
GF_API gfEmitterId gfFluid_AddEmitter(gfFluid *fluid, const gfSourceDef *def);

/// Replaces an emitter's definition, to move it for example. Needs no context.
/// False, nothing changed: as gfFluid_Splat, and BAD_HANDLE.
GF_API bool gfFluid_SetEmitter(gfFluid *fluid, gfEmitterId id, const gfSourceDef *def);

/// Replaces an emitter's definition, as gfFluid_SetEmitter does, but an emitter that `sweeps` starts anew here: no
/// streak leads here from its last place, even in a frame without a step. Use it for jumps, such as a body that
/// comes through a portal or a new stroke of the mouse. Needs no context. False, nothing changed: as
/// gfFluid_SetEmitter.
GF_API bool gfFluid_PlaceEmitter(gfFluid *fluid, gfEmitterId id, const gfSourceDef *def);

/// Gives an emitter over a GF_SHAPE_RECTANGLE the shape of an image, in place of its texture: pixels from 0 to 255
/// multiply every amount by 0 to 1. They are copied. It may be called every frame: an image of the same size makes no
/// new texture. A null mask brings the texture back. The context must be current.
/// False, nothing changed: NULL_ARGUMENT, BAD_HANDLE, OUT_OF_RANGE, HOST_STATE, OUT_OF_MEMORY.
GF_API bool gfFluid_SetEmitterMask(gfFluid *fluid, gfEmitterId id, const gfMask *mask);

/// Removes an emitter. The context must be current if it has a mask. False: NULL_ARGUMENT, BAD_HANDLE.
GF_API bool gfFluid_RemoveEmitter(gfFluid *fluid, gfEmitterId id);

#ifdef __cplusplus
}
#endif
#endif
