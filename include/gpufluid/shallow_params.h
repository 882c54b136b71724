/// Tunables of GF_SOLVER_SHALLOW; part of gfFluidDef.
#ifndef GPUFLUID_SHALLOW_PARAMS_H
#define GPUFLUID_SHALLOW_PARAMS_H

#include "gpufluid/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Fine waves on top of the water, which the depth-averaged flow is too coarse for: a wave equation of its own, stirred
/// by all that disturbs the water and carried along by it.
typedef struct gfRippleParams {
    /// Whether there are any. Default false.
    bool enabled;
    /// How fast they run, m/s, > 0 to 1e6; at most 0.7 cells a step takes effect. Default 0.4.
    float speed;
    /// Rate at which they die away, 1/s, 0 to 1e3. Default 0.6. Near the shore they die away faster.
    float damping;
    /// Drops of rain that fall on a square metre in a second, 0 to 1e6. Default 0. They make rings and add no water.
    float drops;
    /// Height of the crater of a drop, m, 0 to 1e3. Default 0.004.
    float dropHeight;
    /// How strongly flow, sources and moving solids stir them, 0 to 100. Default 1.
    float stirring;
} gfRippleParams;

/// Tunables of GF_SOLVER_SHALLOW; they may change at any time with gfFluid_SetShallowParams.
typedef struct gfShallowParams {
    /// Gravity, downwards, m/s^2, 1e-3 to 1e3. Default 9.81.
    float gravity;
    /// Roughness of the ground, Manning's n, s/m^(1/3), 0 (smooth, the default) to 10. Concrete is 0.013, a river
    /// 0.035, brush 0.1.
    float manning;
    /// Rate at which the ground slows water down, 1/s, 0 to 1e6. Default 0.
    float linearFriction;
    /// Kinematic viscosity by which the ground holds a film back (Nusselt): speed loses 3 filmViscosity / depth^2 a
    /// second; m^2/s, 0 to 1e6. Default 0. Lava, syrup, mud.
    float filmViscosity;
    /// Stress over density up to which the fluid holds still like a solid, m^2/s^2, 0 to 1e6. Default 0. Lava, mud.
    float yieldStress;
    /// Kinematic viscosity within the water, m^2/s, 0 to 1e6. Default 0. More than a fifth of a cell's area a CFL
    /// substep makes further substeps.
    float viscosity;
    /// Velocity of the wind, m/s, within +-1e3. Default (0, 0).
    gfVec2 wind;
    /// Share of the wind's speed squared that drags the water along: drag coefficient times the density of air over
    /// that of water, 0 to 1. Default 2e-6.
    float windDrag;
    /// Depth that falls everywhere in a second, m/s, 0 to 1e3. Default 0.
    float rain;
    /// Depth that dries up in a second, where there is water, m/s, 0 to 1e3. Default 0.
    float evaporation;
    /// Most of a cell that the fastest wave runs in a CFL substep, 0.05 to 0.5. Default 0.45.
    float cflLimit;
    /// Most CFL substeps of a step, 1 to 64. Default 16. Time that they have no room for is made up for in the next
    /// steps: the water then lags (gfFluidStats.lag_s) and nothing becomes unstable.
    int32_t cflSubsteps;
    /// Fine waves on top.
    gfRippleParams ripples;
    /// Whether GF_FIELD_FOAM is kept: foam where water breaks or is thin and fast, and ground that stays wet.
    /// Default false.
    bool foam;
    /// Time in which foam falls to 1/e, s, 1e-3 to 1e6. Default 1.5.
    float foamLife;
    /// Speed from which on water that is thin or breaks foams, m/s, 1e-6 to 1e6. Default 0.5.
    float foamSpeed;
    /// Time in which wet ground dries to 1/e, s, 1e-3 to 1e6. Default 12.
    float dryingTime;
} gfShallowParams;

/// Every default. Reports nothing and needs no context.
GF_API gfShallowParams gfDefaultShallowParams(void);

#ifdef __cplusplus
}
#endif
#endif
