/// Tunables of GF_SOLVER_SHALLOW, a member of gfFluidDef. gfDefaultFluidDef() has the defaults;
/// gfFluid_SetShallowParams (shallow.h) changes them later.
#ifndef GPUFLUID_SHALLOW_PARAMS_H
#define GPUFLUID_SHALLOW_PARAMS_H

#include "gpufluid/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Ripples: fine waves on top of the water, which the depth-averaged flow is too coarse for. They follow a wave
/// equation of their own, are stirred by all that disturbs the water and drift along with it.
typedef struct gfRippleParams {
    /// Whether there are ripples. Default false.
    bool enabled;
    /// Speed of the waves, m/s, 1e-6 to 1e6. Default 0.4. At most 0.7 cells a step take effect.
    float speed;
    /// Rate at which ripples die away, 1/s, 0 to 1e3. Default 0.6. Near the shore they die away faster.
    float damping;
    /// Number of raindrops, 1/(m^2 s), 0 to 1e6. Default 0. They make rings and add no water.
    float drops;
    /// Depth of a raindrop's crater, m, 0 to 1e3. Default 0.004.
    float dropHeight;
    /// Strength with which flow, sources and moving solids stir up ripples, 0 to 100. Default 1.
    float stirring;
} gfRippleParams;

/// Tunables of GF_SOLVER_SHALLOW; change them at any time with gfFluid_SetShallowParams.
typedef struct gfShallowParams {
    /// Gravity, downwards, m/s^2, 1e-3 to 1e3. Default 9.81.
    float gravity;
    /// Roughness of the ground, Manning's n, s/m^(1/3), 0 (smooth, the default) to 10. Concrete has 0.013, rivers
    /// 0.035.
    float manning;
    /// Rate at which the ground slows water down, 1/s, 0 to 1e6. Default 0.
    float linearFriction;
    /// Kinematic viscosity of a film that sticks to the ground (Nusselt), m^2/s, 0 to 1e6. Default 0. Speed falls by
    /// the rate 3 filmViscosity / depth^2. For lava, syrup, mud.
    float filmViscosity;
    /// Stress over density below which the fluid holds still like a solid, m^2/s^2, 0 to 1e6. Default 0. For lava, mud.
    float yieldStress;
    /// Kinematic viscosity within the water, m^2/s, 0 to 1e6. Default 0. More than a fifth of a cell's area in a CFL
    /// substep takes more CFL substeps.
    float viscosity;
    /// Velocity of the wind, m/s, within +-1e3. Default (0, 0).
    gfVec2 wind;
    /// Drag of the wind: factor on the square of its speed, which is the drag coefficient times the density of air over
    /// the density of water, 0 to 1. Default 2e-6.
    float windDrag;
    /// Depth of rain that falls everywhere in a second, m/s, 0 to 1e3. Default 0.
    float rain;
    /// Depth that dries up in a second where there is water, m/s, 0 to 1e3. Default 0.
    float evaporation;
    /// Most that the fastest wave may travel in a CFL substep, cells, 0.05 to 0.5. Default 0.45.
    float cflLimit;
    /// Most CFL substeps of a step, 1 to 64. Default 16. If they are too few, the water lags (gfFluidStats.lag_s) and
    /// catches up in the next steps; nothing becomes unstable.
    int32_t cflSubsteps;
    /// Fine waves on top of the water.
    gfRippleParams ripples;
    /// Whether GF_FIELD_FOAM is kept (foam where water breaks or is thin and fast), and ground stays wet.
    /// Default false.
    bool foam;
    /// Time in which foam falls to 1/e, s, 1e-3 to 1e6. Default 1.5.
    float foamLife;
    /// Speed above which water that is thin or breaks foams, m/s, 1e-6 to 1e6. Default 0.5.
    float foamSpeed;
    /// Time in which wet ground dries to 1/e, s, 1e-3 to 1e6. Default 12.
    float dryingTime;
} gfShallowParams;

/// Returns the defaults. Reports nothing and needs no context.
GF_API gfShallowParams gfDefaultShallowParams(void);

#ifdef __cplusplus
}
#endif
#endif
