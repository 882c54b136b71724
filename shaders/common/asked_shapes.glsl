// Signed distance (m, negative inside) to shapes of a request (common/request.glsl). A shape's texels, from `first` on:
// one that the including shader uses itself; centre, cosine and sine of the angle of a box; half the box's extents, the
// radius by which it is rounded, and the number of corners of a polygon. Lengths are m from the domain's corner.
//   POLYGONS  corners follow, two a texel
#include "common/request.glsl"

// Returns the distance to a rotated box with round corners, which stands for circles and capsules, too.
float boxDistance(vec2 p, vec4 frame, vec4 size)
{
    vec2 d = p - frame.xy;
    vec2 q = abs(vec2(frame.z * d.x + frame.w * d.y, frame.z * d.y - frame.w * d.x)) - size.xy;
    return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - size.z;
}

#ifdef POLYGONS
vec2 shapePoint(int first, int i)
{
    vec4 pair = uintBitsToFloat(requestAt(first + 3 + i / 2));
    return (i & 1) == 0 ? pair.xy : pair.zw;
}
#include "common/polygon.glsl"
#endif

float askedDistance(vec2 p, int first, vec4 frame, vec4 size)
{
#ifdef POLYGONS
    if (size.w > 0.5) {
        return polygonDistance(p, first, int(size.w));
    }
#endif
    return boxDistance(p, frame, size);
}
