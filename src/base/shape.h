// Shapes (circles, capsules, rectangles, polygons): checks, bounds, distances, packing for shaders/common/shapes.glsl.
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

// Checks a host's shape. False and reported: OUT_OF_RANGE. `textured`: with a texture, so that it must be a rectangle.
bool gfShape_Check(const gfCore *core, const gfShape *shape, bool textured, const char *caller);
// Returns a copy of a shape with its coordinates clamped to +-1e9 m, the range that gfShape_Check allows.
gfShape gfShape_Limit(const gfShape *shape);
gfBounds gfShape_GetBounds(const gfShape *shape);
// Returns the signed distance from a place to a shape's outline, m, negative inside, as in shaders/common/shapes.glsl.
double gfShape_GetDistance(const gfShape *shape, gfVec2 place);
// Returns whether `shape` lies within `cover`, judged by the centre and the ends or corners of `shape` alone.
bool gfShape_Covers(const gfShape *cover, const gfShape *shape);
// Returns the direction in which a shape points, radians, whose change tells how far it has turned: a rectangle's
// angle, from a capsule's first end to its second, from a polygon's centre to its first corner; 0 for a circle.
float gfShape_GetAngle(const gfShape *shape);
// Returns a copy of a shape with its coordinates relative to `origin`, the domain's lower left corner.
gfShape gfShape_GetRelative(const gfShape *shape, gfVec2 origin);
void gfShapeBatch_Clear(gfShapeBatch *batch);
// Empties the bounds of a batch, but keeps its shapes: from now on the bounds grow around shapes that are added.
void gfShapeBatch_ClearBounds(gfShapeBatch *batch);
bool gfShapeBatch_HasRoom(const gfShapeBatch *batch, const gfShape *shape);
// Adds a shape to a batch that has room. `mode`: a number for the pass's shader; `softness`: width of the soft edge, m.
// Packed relative to `origin`, the domain's lower left corner, floats are as exact far out in the world as at 0.
void gfShapeBatch_Add(gfShapeBatch *batch, const gfShape *shape, gfVec2 origin, float mode, float softness);

// Extends the bounds of the batch to include `bounds`, without adding a shape.
void gfShapeBatch_Cover(gfShapeBatch *batch, const gfBounds *bounds);

// Three entries of gfPass.uniforms for a batch: u_shapeCount, u_shapes, u_points (shaders/common/shapes.glsl).
#define GF_SHAPE_UNIFORMS(batch)                                                                      \
    GF_I1(shapeCount, (batch)->count), GF_F4V(shapes, 3 * gfMax(1, (batch)->count), (batch)->shapes), \
    {                                                                                                 \
        "points", GF_VEC2S, gfMax(1, (batch)->pointCount), (batch)->points                            \
    }

#endif
