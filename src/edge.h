// The sides of the domain, in the order left, right, bottom, top.
#ifndef GF_EDGE_H
#define GF_EDGE_H

#include "gpufluid/fluid.h"

#include "core.h"

#define GF_SIDES 4

static inline const gfEdge *gfEdges_Get(const gfEdges *edges, int side)
{
    const gfEdge *const sides[GF_SIDES] = {&edges->left, &edges->right, &edges->bottom, &edges->top};
    return sides[side];
}

// 1 for every side of a kind, 0 for others: for uniforms.
typedef struct gfSideFlags {
    float value[GF_SIDES];
} gfSideFlags;

gfSideFlags gfEdges_Are(const gfEdges *edges, gfEdgeKind kind);
bool gfEdges_Any(const gfEdges *edges, gfEdgeKind kind);
bool gfEdges_Wrap(const gfEdges *edges, int axis);
bool gfEdges_Check(const gfCore *core, const gfEdges *edges, int cellsX, int cellsY, const char *caller);
// Speeds of inflows towards +x or +y, [place][side]: 16 places along each side; a parabola only its mean, in [0].
void gfEdges_Inflow(const gfEdges *edges, float speeds[GF_PROFILE_VALUES][GF_SIDES]);

#endif
