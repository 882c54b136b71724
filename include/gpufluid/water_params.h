/// Tunables of GF_SOLVER_WATER, a member of gfFluidDef. gfDefaultFluidDef() has the defaults; gfFluid_SetDef changes
/// them later, except members that say "Fixed".
#ifndef GPUFLUID_WATER_PARAMS_H
#define GPUFLUID_WATER_PARAMS_H

#include "gpufluid/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Tunables of GF_SOLVER_WATER. gfSuggestLiquid picks a good step for a height of water.
typedef struct gfWaterParams {
    /// Gravity, m/s^2, within +-GF_VALUE_MAX. Default (0, -9.81).
    gfVec2 gravity;
    /// Density of the liquid, kg/m^3, 1e-3 to 1e6. Default 1000.
    float density;
    /// Number of particles in a full cell, 3 to 16. Default 4. Fixed.
    int32_t particlesPerCell;
    /// Most particles, 0 (the default: a fifth more than fill the domain) to GF_PARTICLE_MAX. Fixed.
    int32_t capacity;
    /// Fraction of a particle's own velocity that it keeps in a step, to which the change of the flow around is added
    /// (FLIP, Brackbill and Ruppel 1986), 0 to 1. Default 0.99. The rest of its velocity is that of the flow around it
    /// (PIC), so that 0 is thick and calm, and 1 is lively and noisy.
    float flip;
    /// Whether particles carry the slope of their velocity instead of FLIP (APIC, Jiang et al. 2015), which keeps
    /// angular momentum and is calmer. Default false. Fixed.
    bool affine;
    /// Kinematic viscosity, m^2/s, 0 to 1e6. Default 0. At most six times a cell's area in a substep takes effect, and
    /// it costs up to 13 short passes. With it the liquid sticks to walls that hold it (GF_WALL_NO_SLIP,
    /// GF_BOUNDARY_NO_SLIP).
    float viscosity;
    /// Surface tension over density, m^3/s^2, 0 to 1e6 (water in air: 7.3e-5). Default 0. Steps are cut for it, too
    /// (cflSubsteps); more than 0.039 cellSize^3 over a substep squared has no effect. Walls are met at a right angle.
    float surfaceTension;
    /// Multigrid cycles of the pressure in a step, 1 to 20. Default 1. There is one more where solids move, and one more
    /// where walls are thin: where a solid is long, or many stand together.
    int32_t pressureCycles;
    /// Rate at which air slows down spray, which are particles alone in the air, 1/s, 0 to 1e3. Default 0: they fly
    /// freely.
    float sprayDrag;
    /// Most CFL substeps of a step, 1 to 64. Default 4. A step is cut where water would cross more than three cells, by
    /// the largest speed of two steps ago. Faster water is slowed down to three cells in a substep.
    int32_t cflSubsteps;
    /// Colour of the water, red, green, blue in linear light, 0 to 1 each; the fourth is not used. Default (0.02, 0.22,
    /// 0.62, 1).
    float color[4];
} gfWaterParams;

/// Returns the defaults. Reports nothing and needs no context.
GF_API gfWaterParams gfDefaultWaterParams(void);

#ifdef __cplusplus
}
#endif
#endif
