/// A domain that moves through the world: by whole cells, after a camera or a figure.
#ifndef GPUFLUID_MOVING_H
#define GPUFLUID_MOVING_H

#include "gpufluid/fluid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A number of cells along each axis.
typedef struct gfCells {
    int32_t x, y;
} gfCells;

/// Moves the domain by whole cells, to the right and up, in one go: gfFluidDef.origin changes, and what is inside keeps
/// its place in the world and every value, to the last bit. So do solids, emitters, zones, tracers and questions under
/// way: they are in the world, and what follows from solids is as in a fluid made at the new place. What leaves is lost.
/// Nothing is made or read back, and the call does not wait; the first of a fluid may compile shaders.
///
/// What comes in is at rest, at ambient temperature and without dye. Where it comes through a side that is open or an
/// inflow it has that side's dye and temperature, and the velocity goes on as it was at that side. A periodic axis
/// turns round: nothing leaves, and nothing comes in.
/// GF_SOLVER_GAUSSIAN: nothing comes in. Until the next step its velocity as it is read is that of the particles where
/// nobody had asked for it before.
/// GF_SOLVER_PARTICLES: none come in; those that leave are drained, as by gfFluid_Resize. Places are stored from the
/// domain's corner, so that they are kept to rounding (1e-7 of the domain), and the rest to the last bit.
/// GF_SOLVER_SHALLOW: ground, depth and so the level go on as they were at the side; to bring in ground of one's own,
/// shape or write it for the strip in the next call (gfFluid_ShapeGround), then gfFluid_FillToLevel for its water.
///
/// `cellsX`, `cellsY`: within +-2^24, each a multiple of what gfFluid_GetScrollMultiple tells. The context must be
/// current. False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE (also an origin beyond +-1e9 m), HOST_STATE, SHADER.
GF_API bool gfFluid_Scroll(gfFluid *fluid, int32_t cellsX, int32_t cellsY);

/// Of how many cells gfFluid_Scroll takes multiples: 1, but of GF_SOLVER_GRID with a dyeScale that is no whole number as
/// many as hold a whole number of dye cells: 2 for 0.5 or 1.5, 4 for 0.25 (of grids that such a number divides). 1 and 1
/// for a null fluid. Reports nothing and needs no context.
GF_API gfCells gfFluid_GetScrollMultiple(const gfFluid *fluid);

/// Keeps a point, such as a camera's, within `margin` (m, 0 to 1e9) of the domain's middle along each axis: where it is
/// farther the domain scrolls by as few cells as bring it back, at once, so that a call costs one gfFluid_Scroll at
/// most. `scrolled`: by how many cells, or null. The context must be current. False, nothing changed: as
/// gfFluid_Scroll, and OUT_OF_RANGE for a `centre` beyond +-1e9 m.
GF_API bool gfFluid_Follow(gfFluid *fluid, gfVec2 centre, float margin, gfCells *scrolled);

#ifdef __cplusplus
}
#endif
#endif
