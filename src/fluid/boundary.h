// The sides of the domain, in the order left, right, bottom, top.
#ifndef GF_BOUNDARY_H
#define GF_BOUNDARY_H

#include "gpufluid/fluid.h"

#include "base/core.h"

#define GF_SIDES 4

static inline const gfBoundary *gfBoundaries_Get(const gfBoundaries *boundaries, int side)
{
    const gfBoundary *const sides[GF_SIDES] = {&boundaries->left, &boundaries->right, &boundaries->bottom,
                                               &boundaries->top};
    return sides[side];
}

// A uniform with 1 for every side of a kind and 0 for others.
typedef struct gfSideFlags {
    float value[GF_SIDES];
} gfSideFlags;

gfSideFlags gfBoundaries_Are(const gfBoundaries *boundaries, gfBoundaryKind kind);
// Returns 1 for sides through which nothing flows by itself: walls and inflows.
gfSideFlags gfBoundaries_AreClosed(const gfBoundaries *boundaries);
bool gfBoundaries_Any(const gfBoundaries *boundaries, gfBoundaryKind kind);
// Returns whether all members of two sets of sides are equal.
bool gfBoundaries_Equal(const gfBoundaries *a, const gfBoundaries *b);
bool gfBoundaries_Wrap(const gfBoundaries *boundaries, int axis);
bool gfBoundaries_Check(const gfCore *core, const gfBoundaries *boundaries, int cellsX, int cellsY, const char *caller);
// Fills in speeds of inflows towards +x or +y, [place][side]: 16 places along each side; of a parabola only the mean,
// in [0].
void gfBoundaries_Inflow(const gfBoundaries *boundaries, float speeds[GF_INFLOW_VALUES][GF_SIDES]);

#endif
