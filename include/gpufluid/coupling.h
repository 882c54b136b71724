/// Two fluids in one world: how a liquid moves the air that it lies in.
#ifndef GPUFLUID_COUPLING_H
#define GPUFLUID_COUPLING_H

#include "gpufluid/fluid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most liquids that are coupled to one fluid at a time.
#define GF_COUPLING_MAX 4

/// What a liquid does to the air around it. Make it with gfDefaultCouplingDef().
typedef struct gfCouplingDef {
    /// How fast air in the liquid, and in the cells beside it, takes on the liquid's velocity, 1/s, 0 (not at all) to
    /// 1e6: by 1 - exp(-pull t) in t seconds. Default 200.
    float pull;
    /// Mass of the liquid (GF_FIELD_MASS) from which on a place is full of it, 0.01 to 100: less counts for less.
    /// Default 0.5.
    float fullMass;
    /// How fast dye of the air vanishes where the liquid is, 1/s, 0 (not at all) to 1e6: smoke that it drowned. By
    /// 1 - exp(-drown t) in t seconds. Default 20.
    float drown;
    /// Dye that rises from the surface (steam, spray), into the air of the two cells beside it, amounts a second, within
    /// +-GF_VALUE_MAX. Default 0.
    float dye[4];
    /// Temperature of the liquid, K, within +-GF_VALUE_MAX. Default 0.
    float temperature;
    /// How fast air in it and in those two cells takes that on, 1/s, 0 (not at all, the default) to 1e6.
    float heating;
    /// Set by gfDefaultCouplingDef().
    int32_t cookie;
} gfCouplingDef;

/// A definition with every default. Reports nothing and needs no context.
GF_API gfCouplingDef gfDefaultCouplingDef(void);

/// Lets a liquid act on `air` in its next substep: air in it moves with it, so that what the liquid comes to is left by
/// air and what it leaves is filled, and air beside the surface is dragged along. It acts one way: air does nothing to
/// the liquid, which is some 800 times as heavy (volume penalization: Angot, Bruneau, Fabrie 1999, with the liquid for
/// the body). Call it before each gfFluid_Step of `air`, after that of the liquid, with `dt` (s, 0 to 1e6), the time
/// since the last call; while no substep runs, time adds up. `air` is of GF_SOLVER_GRID, `liquid` of GF_SOLVER_GAUSSIAN
/// or GF_SOLVER_PARTICLES; both lie in one world, each with its own domain, grid and step. Cells of the air should not
/// be larger than twice those of the liquid. Give both the same solids. What makes it follow is a source of velocity,
/// dye and heat: it takes up to three of the splats that wait, and costs two passes over the air's fields besides. It
/// makes nothing but in the first call of a liquid, and in the first after a gfFluid_Resize. The context must be
/// current. False, nothing done: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE (of another device, too, or the two are one),
/// UNSUPPORTED (another solver), TOO_MANY (liquids, or splats), OUT_OF_MEMORY, SHADER, FRAMEBUFFER, HOST_STATE.
GF_API bool gfFluid_Couple(gfFluid *air, gfFluid *liquid, const gfCouplingDef *def, float dt);

#ifdef __cplusplus
}
#endif
#endif
