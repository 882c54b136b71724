// Definitions made from what a host knows: how large its world is.
#include "fluid/validation.h"

// Fraction of the gravity that the stiffness carries, less than 1 as the liquid sloshes and is thrown about.
#define CARRIED_FRACTION 0.9
// The softest liquid that docs/figures/liquid.md has figures of. Where frames are shorter than steps need be, a liquid
// as stiff as possible would stick to the grid.
#define SOFTEST 0.25
#define FRAMES_A_SECOND 60.0
// The number of frames that a gfFluid_Step may catch up with by default.
#define FRAMES_A_CALL 4

gfFluidDef gfSuggestLiquid(float height, float gravity, int32_t cells)
{
    static const char *const caller = "gfSuggestLiquid";
    const gfRange ranges[] = {
        {"height", (double)height, 1e-3, 1e4},
        {"gravity", (double)gravity, 1e-3, 1e3},
        {"cells", (double)cells, GF_GRID_MIN, GF_GRID_MAX},
    };
    if (!gfCheckRanges(NULL, ranges, GF_COUNT(ranges), caller)) {
        goto error;
    }
    double stiffest = (double)GF_GAUSSIAN_STIFFNESS_MAX, carried = CARRIED_FRACTION * GF_STIFFNESS_FRACTION * stiffest;
    double weight = (double)gravity * (double)height, cell = (double)height / cells;
    double longest = cell * sqrt(carried / weight);
    double substeps = ceil(fmax(1.0, 1.0 / (FRAMES_A_SECOND * longest)));
    GF_REQUIRE(NULL, substeps <= 1000.0, OUT_OF_RANGE,
               "%s: steps would be %g s, 1000 or more a frame; fewer cells or less gravity are expected", caller,
               longest);
    double step = 1.0 / (FRAMES_A_SECOND * substeps), share = step / longest;
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_GAUSSIAN;
    def.gridWidth = def.gridHeight = cells;
    def.cellSize = height / (float)cells;
    def.fixedStep = (float)step;
    def.maxSubsteps = gfMin(FRAMES_A_CALL * (int)substeps, 1000);
    def.gaussian.stiffness = (float)fmax(stiffest * share * share, SOFTEST);
    def.gaussian.gravity = (gfVec2){0.0f, -gravity};
    return def;

error:
    return (gfFluidDef){0};
}
