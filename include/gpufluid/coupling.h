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
    /// to 1e6: by 1 - exp(-pull t) in t seconds. Default 200.
    float pull;
    /// Mass of the liquid (GF_FIELD_MASS) at which a place is full of it, 0.01 to 100; less counts in part. Default
    /// 0.5.
    float fullMass;
    /// Rate at which smoke vanishes in the liquid, 1/s, 0 (not at all) to 1e6: by 1 - exp(-drown t) in t seconds.
    /// Default 20.
    float drown;
    /// Dye (steam, spray) that the surface gives to air in the two cells beside it, amounts a second, within
    /// +-GF_VALUE_MAX. Default 0.
    float dye[4];
    /// Temperature of the liquid, K, within +-GF_VALUE_MAX. Default 0.
    float temperature;
    /// Rate at which air there and in the liquid takes on `temperature`, 1/s, 0 (not at all, the default) to 1e6.
    float heating;
    /// Set by gfDefaultCouplingDef().
    int32_t cookie;
} gfCouplingDef;

/// Returns a definition with every default. Reports nothing and needs no context.
GF_API gfCouplingDef gfDefaultCouplingDef(void);

/// Lets a liquid act on `air` in its next substep. Air in the liquid moves with it, so it leaves where the liquid comes
/// and fills where it goes; air beside the surface is dragged along. It acts one way, because the liquid is some 800
/// times as heavy (volume penalization: Angot, Bruneau, Fabrie 1999, with the liquid as the body).
/// Call it before each gfFluid_Step of `air` and after that of `liquid`. `dt` (s, 0 to 1e6) is the time since the last
/// call; it adds up while no substep runs. `air` is of GF_SOLVER_GRID, `liquid` of GF_SOLVER_GAUSSIAN or
/// GF_SOLVER_PARTICLES. Both lie in one world, each with its own domain, grid and step. Cells of the air should be at
/// most twice as large as those of the liquid. Give both the same solids.
/// It takes up to three of the waiting splats and costs two more passes over the air's fields. It makes objects only in
/// the first call of a liquid, and in the first after a gfFluid_Resize. The context must be current. False, nothing
/// done: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE (of another device, too, or the two are one), UNSUPPORTED (another
/// solver), TOO_MANY (liquids, or splats), OUT_OF_MEMORY, SHADER, FRAMEBUFFER, HOST_STATE.
GF_API bool gfFluid_Couple(gfFluid *air, gfFluid *liquid, const gfCouplingDef *def, float dt);

#ifdef __cplusplus
}
#endif
#endif
