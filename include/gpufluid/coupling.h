/// Two fluids in one world: a liquid moves the air around it, and air fills what the liquid leaves. Call gfFluid_Couple
/// before each gfFluid_Step of the air. docs/mixed.md shows it.
#ifndef GPUFLUID_COUPLING_H
#define GPUFLUID_COUPLING_H

#include "gpufluid/fluid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most liquids coupled to one fluid at a time.
#define GF_COUPLING_MAX 4

/// Effect of a liquid on the air. Make it with gfDefaultCouplingDef().
typedef struct gfCouplingDef {
    /// Rate at which air in the liquid, and in the cells beside it, takes on the liquid's velocity, 1/s, 0 (not at all)
    /// to 1e6. In t seconds the difference shrinks by the fraction 1 - exp(-pull t). Default 200.
    float pull;
    /// Mass of the liquid (GF_FIELD_MASS) at which a place counts as full, 0.01 to 100. A smaller mass counts in
    /// proportion. Default 0.5.
    float fullMass;
    /// Rate at which smoke vanishes in the liquid, 1/s, 0 (not at all) to 1e6. In t seconds the fraction 1 - exp(-drown
    /// t) vanishes. Default 20.
    float drown;
    /// Dye (steam, spray) that the liquid's surface adds to the air in the two cells beside it, amounts a second,
    /// within +-GF_VALUE_MAX. Default 0.
    float dye[4];
    /// Temperature of the liquid, K, within +-GF_VALUE_MAX. Default 0.
    float temperature;
    /// Rate at which air in the liquid, and in the two cells beside it, takes on `temperature`, 1/s, 0 (not at all, the
    /// default) to 1e6.
    float heating;
    /// Set by gfDefaultCouplingDef().
    int32_t cookie;
} gfCouplingDef;

/// Returns a definition with every default. Reports nothing and needs no context.
GF_API gfCouplingDef gfDefaultCouplingDef(void);

/// Lets a liquid act on `air` in its next step. Air in the liquid takes on its velocity, so it makes way for the
/// liquid and fills the space behind it; air beside the surface is dragged along. The air does not act on the liquid,
/// which is some 800 times as heavy (volume penalization: Angot, Bruneau, Fabrie 1999, with the liquid as the body).
/// Call it before each gfFluid_Step of `air` and after that of `liquid`. `dt` (s, 0 to 1e6) is the time since the last
/// call; times of several calls add up until a step runs. `air` is of GF_SOLVER_GRID, `liquid` of
/// GF_SOLVER_GAUSSIAN, GF_SOLVER_PARTICLES or GF_SOLVER_WATER. Both lie in one world, each with its own domain, grid
/// and step. Cells of the air should be at most twice as large as those of the liquid. Give both the same solids. It
/// uses up to three of the GF_SPLAT_MAX waiting splats, and costs two more passes over the air's fields. It makes
/// objects only in the first call for a liquid, and in the first after a gfFluid_Resize. The context must be current.
/// False, nothing done: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE (also fluids of two devices, or one fluid given twice),
/// UNSUPPORTED (another solver), TOO_MANY (liquids, or splats), OUT_OF_MEMORY, SHADER, FRAMEBUFFER, HOST_STATE.
GF_API bool gfFluid_Couple(gfFluid *air, gfFluid *liquid, const gfCouplingDef *def, float dt);

#ifdef __cplusplus
}
#endif
#endif
