// Shapes (circles, capsules, rectangles, polygons) in host memory: checks, bounds, distances, and the packing in which
// shaders/common/shapes.glsl reads them.
#ifndef GF_SHAPE_H
#define GF_SHAPE_H

#include "gpufluid/shape.h"

#include "base/core.h"
#include "shared.h"

typedef struct gfBounds {
    float minX, minY, maxX, maxY;
} gfBounds;

// The shapes that one pass draws, packed into the uniforms of shaders/common/shapes.glsl: three vec4 for each shape,
// and the corners of all polygons in one list. Places are in m from the domain's lower left corner.
typedef struct gfShapeBatch {
    int count, pointCount;
    float shapes[3 * GF_SHAPES_PER_BATCH][4];
    float points[GF_POINTS_PER_BATCH][2];
    gfBounds bounds; // around all shapes, each widened by half its softness
} gfShapeBatch;

static inline bool gfVec2_AreSame(gfVec2 a, gfVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

// Checks a shape that a host gave: its kind, sizes and coordinates. False and reported: OUT_OF_RANGE. `textured`: the
// shape carries a texture, and so must be a rectangle. `caller`: the public function, for the message.
bool gfShape_Check(const gfCore *core, const gfShape *shape, bool textured, const char *caller);
// Returns a copy of a shape with its coordinates clamped to +-1e9 m, the range that gfShape_Check allows.
gfShape gfShape_Limit(const gfShape *shape);
gfBounds gfShape_GetBounds(const gfShape *shape);
// Returns the signed distance from `place` to a shape's outline, m, negative inside. shaders/common/shapes.glsl has the
// same formulas.
double gfShape_GetDistance(const gfShape *shape, gfVec2 place);
// Returns whether `shape` lies within `cover`, judged by the centre and the ends or corners of `shape` alone.
bool gfShape_Covers(const gfShape *cover, const gfShape *shape);
// Returns the direction in which a shape points, radians; the change of it tells how far a shape has turned. It is a
// rectangle's angle, from a capsule's first end to its second, from a polygon's centre to its first corner; 0 for a
// circle.
float gfShape_GetAngle(const gfShape *shape);
// Returns a copy of a shape with its coordinates relative to `origin`, the domain's lower left corner.
gfShape gfShape_GetRelative(const gfShape *shape, gfVec2 origin);
void gfShapeBatch_Clear(gfShapeBatch *batch);
// Empties the bounds of a batch, but keeps its shapes: from now on the bounds grow around shapes that are added.
void gfShapeBatch_ClearBounds(gfShapeBatch *batch);
bool gfShapeBatch_HasRoom(const gfShapeBatch *batch, const gfShape *shape);
// Adds a shape to a batch that has room for it. `mode` is a number that only the pass's shader interprets; `softness`
// is the width of the shape's soft edge, m. Shapes are packed relative to `origin`, the domain's lower left corner, so
// that floats are as exact in a domain far out in the world as in one at 0.
void gfShapeBatch_Add(gfShapeBatch *batch, const gfShape *shape, gfVec2 origin, float mode, float softness);

// Extends the bounds of the batch to include `bounds`, without adding a shape.
void gfShapeBatch_Cover(gfShapeBatch *batch, const gfBounds *bounds);

// Three entries of gfPass.uniforms: a batch as shaders/common/shapes.glsl declares it (u_shapeCount, u_shapes,
// u_points).
#define GF_SHAPE_UNIFORMS(batch)                                                                      \
    GF_I1(shapeCount, (batch)->count), GF_F4V(shapes, 3 * gfMax(1, (batch)->count), (batch)->shapes), \
    {                                                                                                 \
        "points", GF_VEC2S, gfMax(1, (batch)->pointCount), (batch)->points                            \
    }

#endif
