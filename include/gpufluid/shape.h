/// Shapes give sources and solids their place and size, in world metres. Make one with a gfMake... call below. No call
/// here reports an error or needs a context; a bad shape is refused by the call that it is given to.
#ifndef GPUFLUID_SHAPE_H
#define GPUFLUID_SHAPE_H

#include "gpufluid/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most corners of a polygon.
#define GF_POLYGON_MAX 16

/// Kinds of shapes.
typedef enum gfShapeKind { GF_SHAPE_CIRCLE, GF_SHAPE_CAPSULE, GF_SHAPE_RECTANGLE, GF_SHAPE_POLYGON } gfShapeKind;

/// A shape in the world. Make it with one of the gfMake... functions. Positions are within +-1e9 m, sizes at most that.
typedef struct gfShape {
    gfShapeKind kind;   ///< tells which of the members below count
    gfVec2 a;           ///< circle and rectangle: centre; capsule: first end; m
    gfVec2 b;           ///< capsule: second end; rectangle: half extents (> 0); m
    float radius;       ///< circle and capsule: > 0; rectangle: rounding of corners, 0 to the smaller half extent; m
    float angle;        ///< rectangle: rotation, radians, within +-1e6
    int32_t pointCount; ///< polygon: 3 to GF_POLYGON_MAX
    gfVec2 points[GF_POLYGON_MAX]; ///< polygon: corners in order, either way round; it may be concave; m
} gfShape;

/// An image in host memory that gives a solid or an emitter its shape.
typedef struct gfMask {
    const uint8_t *pixels; ///< one byte a pixel, first row at the top; a solid is where they are above 127, an
                           ///< emitter's amounts are times pixel / 255
    int32_t width;         ///< pixels, 1 to 16384; the context's largest texture may allow less
    int32_t height;        ///< pixels, as the width
    int32_t stride;        ///< bytes from row to row, >= width
} gfMask;

/// Returns a disc; `radius` > 0.
GF_API gfShape gfMakeCircle(gfVec2 centre, float radius);

/// Returns everything within `radius` of the segment from `a` to `b`: the trace of a round brush.
GF_API gfShape gfMakeCapsule(gfVec2 a, gfVec2 b, float radius);

/// Returns a rectangle turned by `angle` (radians, counter-clockwise) about its centre. Set its member `radius` to
/// round its corners.
GF_API gfShape gfMakeRectangle(gfVec2 centre, gfVec2 halfExtents, float angle);

/// Returns a simple polygon, convex or not, of `count` corners, 3 to GF_POLYGON_MAX. It leaves out a corner that
/// repeats the one before, and last corners that repeat the first, as in closed rings. A polygon with fewer or more
/// corners, or made of null `points`, is refused by every call with OUT_OF_RANGE.
GF_API gfShape gfMakePolygon(const gfVec2 *points, int32_t count);

/// Returns the centre of a circle or rectangle, the middle of a capsule, or the mean of a polygon's corners. (0, 0) for
/// null and for a polygon without corners; of too many corners the first GF_POLYGON_MAX count.
GF_API gfVec2 gfShape_GetCentre(const gfShape *shape);

/// Returns the shape moved by `offset` (m) and turned by `angle` (radians, counter-clockwise) about its centre. Null
/// gives a circle of radius 0, which every call refuses. A polygon with a wrong number of corners keeps that number, so
/// every call refuses it, too.
GF_API gfShape gfMoveShape(const gfShape *shape, gfVec2 offset, float angle);

#ifdef __cplusplus
}
#endif
#endif
