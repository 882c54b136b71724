/// Shapes: where sources act and what solids are made of. All in world metres. No call here reports an error or needs a
/// context.
#ifndef GPUFLUID_SHAPE_H
#define GPUFLUID_SHAPE_H

#include "gpufluid/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most corners of a polygon.
#define GF_POLYGON_MAX 16

/// Which shape a gfShape is.
typedef enum gfShapeKind { GF_SHAPE_CIRCLE, GF_SHAPE_CAPSULE, GF_SHAPE_RECTANGLE, GF_SHAPE_POLYGON } gfShapeKind;

/// A shape in the world. Make it with one of the gfMake... functions. Positions are within +-1e9 m, sizes at most that.
typedef struct gfShape {
    gfShapeKind kind;              ///< which of the members below count
    gfVec2 a;                      ///< circle and rectangle: centre; capsule: first end; m
    gfVec2 b;                      ///< capsule: second end; rectangle: half extents (> 0); m
    float radius;                  ///< circle and capsule: > 0; rectangle: rounding of corners, 0 to the smaller half
                                   ///< extent; m
    float angle;                   ///< rectangle: rotation, radians, within +-1e6
    int32_t pointCount;            ///< polygon: 3 to GF_POLYGON_MAX
    gfVec2 points[GF_POLYGON_MAX]; ///< polygon: corners in order, either way round; it may be concave; m
} gfShape;

/// A mask image in host memory: of a solid, or of an emitter.
typedef struct gfMask {
    const uint8_t *pixels; ///< one byte a pixel, first row at the top; a solid is where it is above 127
    int32_t width;         ///< pixels, 1 to 16384 (the context's largest texture may be less)
    int32_t height;        ///< pixels, as the width
    int32_t stride;        ///< bytes from row to row, >= width
} gfMask;

/// A disc.
GF_API gfShape gfMakeCircle(gfVec2 centre, float radius);

/// Everything within `radius` of the segment from `a` to `b`: the trace of a round brush, such as one mouse drag.
GF_API gfShape gfMakeCapsule(gfVec2 a, gfVec2 b, float radius);

/// A rectangle, turned by `angle` about its centre.
GF_API gfShape gfMakeRectangle(gfVec2 centre, gfVec2 halfExtents, float angle);

/// A simple polygon, convex or not. `count` above GF_POLYGON_MAX, or a null `points`, gives a shape that every call
/// refuses with OUT_OF_RANGE.
GF_API gfShape gfMakePolygon(const gfVec2 *points, int32_t count);

/// The centre of a circle or rectangle, the middle of a capsule, the mean of a polygon's corners. (0, 0) for null and
/// for a polygon without corners; of one with too many, GF_POLYGON_MAX count.
GF_API gfVec2 gfShape_GetCentre(const gfShape *shape);

/// The shape moved by `offset` (m) and turned by `angle` (radians, counter-clockwise) about its centre. A circle of
/// radius 0, which every call refuses, for null. A polygon with a wrong number of corners keeps that number, which
/// every call refuses.
GF_API gfShape gfMoveShape(const gfShape *shape, gfVec2 offset, float angle);

#ifdef __cplusplus
}
#endif
#endif
