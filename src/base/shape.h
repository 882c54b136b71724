// Shapes in host memory: checks, bounds, and the packing that shaders/common/shapes.glsl reads.
#ifndef GF_SHAPE_H
#define GF_SHAPE_H

#include "gpufluid/shape.h"

#include "base/core.h"
#include "shared.h"

typedef struct gfBounds {
    float minX, minY, maxX, maxY;
} gfBounds;

// The shapes of one pass, packed for its shader.
typedef struct gfShapeBatch {
    int count, pointCount;
    float shapes[3 * GF_SHAPES_PER_BATCH][4];
    float points[GF_POINTS_PER_BATCH][2];
    gfBounds bounds; // of all, softness included
} gfShapeBatch;

// Reports OUT_OF_RANGE. `textured`: the shape carries a texture, and so must be a rectangle. `caller`: the public
// function.
bool gfShape_Check(const gfCore *core, const gfShape *shape, bool textured, const char *caller);
// Returns a shape with its points no farther off than gfShape_Check allows.
gfShape gfShape_Limit(const gfShape *shape);
gfBounds gfShape_GetBounds(const gfShape *shape);
// Returns the signed distance to a shape's outline, m, negative inside, as shaders/common/shapes.glsl has it.
double gfShape_GetDistance(const gfShape *shape, gfVec2 place);
// Returns whether the middle and the ends or corners of a shape lie within another.
bool gfShape_Covers(const gfShape *cover, const gfShape *shape);
// Returns the angle of a shape, radians; of a circle 0.
float gfShape_GetAngle(const gfShape *shape);
// Returns a shape with its places relative to `origin`, the domain's lower left corner.
gfShape gfShape_GetRelative(const gfShape *shape, gfVec2 origin);
void gfShapeBatch_Clear(gfShapeBatch *batch);
// Makes the bounds empty, so that they grow around the shapes that are added from now on.
void gfShapeBatch_ClearBounds(gfShapeBatch *batch);
bool gfShapeBatch_HasRoom(const gfShapeBatch *batch, const gfShape *shape);
// Adds a shape; the shader of the batch reads `mode` and `softness`. Shapes are packed relative to `origin`, the
// domain's lower left corner, so that floats are as exact in a domain far out in the world as in one at 0.
void gfShapeBatch_Add(gfShapeBatch *batch, const gfShape *shape, gfVec2 origin, float mode, float softness);

// Extends the bounds of the batch, softness included, without adding a shape.
void gfShapeBatch_Cover(gfShapeBatch *batch, const gfBounds *bounds);

// The three uniforms that shapes.glsl declares, for a gfPass.
#define GF_SHAPE_UNIFORMS(batch)                                                                      \
    GF_I1(shapeCount, (batch)->count), GF_F4V(shapes, 3 * gfMax(1, (batch)->count), (batch)->shapes), \
    {                                                                                                 \
        "points", GF_VEC2S, gfMax(1, (batch)->pointCount), (batch)->points                            \
    }

#endif
