// Signed distance (m, negative inside) to shapes packed three vec4 each:
// (kind, mode, radius, softness), (a.xy, b.xy), (cos, sin of the angle; first point, point count).
//   SHAPE_TABLE  shapes are no uniforms: the file that includes this one has packedShape and shapePoint, and no circles
#include "shared.h"

#ifndef SHAPE_TABLE
uniform int u_shapeCount;
uniform vec4 u_shapes[3 * GF_SHAPES_PER_BATCH];
uniform vec2 u_points[GF_POINTS_PER_BATCH];

vec4 packedShape(int shape, int row)
{
    return u_shapes[3 * shape + row];
}

vec2 shapePoint(int first, int i)
{
    return u_points[first + i];
}
#endif

float capsuleDistance(vec2 p, vec2 a, vec2 b, float radius)
{
    vec2 ab = b - a;
    float t = clamp(dot(p - a, ab) / max(dot(ab, ab), 1e-20), 0.0, 1.0);
    return length(p - a - t * ab) - radius;
}

// Returns a point in a rectangle's own frame, whose centre is 0.
vec2 rectangleLocal(int shape, vec2 p)
{
    vec4 frame = packedShape(shape, 2);
    vec2 d = p - packedShape(shape, 1).xy;
    return vec2(frame.x * d.x + frame.y * d.y, frame.x * d.y - frame.y * d.x);
}

float rectangleDistance(vec2 local, vec2 halfExtents, float radius)
{
    vec2 q = abs(local) - halfExtents + radius;
    return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;
}

#include "common/polygon.glsl"

float shapeDistance(int shape, vec2 p)
{
    vec4 head = packedShape(shape, 0), ends = packedShape(shape, 1), tail = packedShape(shape, 2);
    int kind = int(head.x);
#ifndef SHAPE_TABLE
    if (kind == GF_KIND_CIRCLE) {
        return length(p - ends.xy) - head.z;
    }
#endif
    if (kind == GF_KIND_CAPSULE) {
        return capsuleDistance(p, ends.xy, ends.zw, head.z);
    }
    if (kind == GF_KIND_RECTANGLE) {
        return rectangleDistance(rectangleLocal(shape, p), ends.zw, head.z);
    }
    return polygonDistance(p, int(tail.z), int(tail.w));
}
