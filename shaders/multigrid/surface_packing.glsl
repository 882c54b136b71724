// Packs weights and diagonals of a lattice with a free surface (multigrid/surface.glsl), from those of eight cells. The
// program needs SURFACE.
#include "multigrid/packing.glsl"
#include "multigrid/surface.glsl"

// A cell, how it is stored, and its diagonal.
struct SurfaceCell {
    Cell cell;
    float diagonal;
};

// Returns the cell that has these weights to other liquid cells (left, right, bottom, top; 0 if it is not liquid), and
// `held`, the sum of its weights to the value 0. `openness`: the fraction of the cell that is not solid. Weights that
// are too small to be stored count as none, and a cell without any is not free.
SurfaceCell surfaceCell(vec4 weights, float held, bool isLiquid, float openness)
{
    bool isCoupled = held >= LEAST_DIAGONAL || any(greaterThanEqual(31.0 * weights + 0.5, vec4(1.0)));
    bool isFree = isLiquid && isCoupled;
    vec4 kept = isFree ? weights : vec4(0.0);
    return SurfaceCell(Cell(kept.xy, kept.zw, isFree),
                       isFree ? min(held, MOST_DIAGONAL) : openness > 0.0 ? 1.0 : 0.0);
}

// Packs the cells a, b, c, d, R.a, T.a, L.d and B.d (placeOf of multigrid/packing.glsl).
void packSurface(SurfaceCell cells[8], out uvec4 weights, out uvec4 diagonals)
{
    Cell coupled[8];
    for (int i = 0; i < 8; i++) {
        coupled[i] = cells[i].cell;
    }
    weights = packedWeights(coupled);
    diagonals = uvec4(packHalves(vec2(cells[0].diagonal, cells[1].diagonal)),
                      packHalves(vec2(cells[2].diagonal, cells[3].diagonal)),
                      packHalves(vec2(cells[4].diagonal, cells[5].diagonal)),
                      packHalves(vec2(cells[6].diagonal, cells[7].diagonal)));
}
