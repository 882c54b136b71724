#include "solvers/grid/solid_region.h"

#include "solvers/grid/grid.h"

bool gfGrid_SolidRegion(const gfBody *body, const gfGrid *g, gfRegion *region)
{
    const int margin = 3;
    const gfBounds b = body->solids.bounds;
    if (!body->solids.bounded) {
        return false;
    }
    if (g->instances != NULL) {
        *region = (gfRegion){0, 0, g->velocity.read.width, g->velocity.read.height};
        return true;
    }
    // Clamped before they are whole numbers: a solid may be farther away than those reach.
    double h = (double)body->def.cellSize;
    int left = (int)fmin(fmax(floor((double)b.minX / h) - margin, 0.0), g->cellsX + 1);
    int bottom = (int)fmin(fmax(floor((double)b.minY / h) - margin, 0.0), g->cellsY + 1);
    int right = (int)fmax(fmin(ceil((double)b.maxX / h) + margin, g->cellsX + 1), 0.0);
    int top = (int)fmax(fmin(ceil((double)b.maxY / h) + margin, g->cellsY + 1), 0.0);
    *region = (gfRegion){left, bottom, right - left, top - bottom};
    return right > left && top > bottom;
}

void gfGrid_GetSides(const gfBody *body, float sides[GF_SIDES])
{
    for (int i = 0; i < GF_SIDES; i++) {
        gfBoundaryKind kind = gfBoundaries_Get(&body->def.boundaries, i)->kind;
        sides[i] = kind == GF_BOUNDARY_OPEN ? 2.0f : kind == GF_BOUNDARY_PERIODIC ? 1.0f : 0.0f;
    }
}
