// Signed distance (m, negative inside) to shapes of a request. The texels of a shape, from `first` on: one that is the
// asker's own; centre, cosine and sine of a turned box; half its extents, the radius by which it is rounded, and the
// number of corners; with POLYGONS the corners. All are m from the domain's corner.
#include "common/request.glsl"

// Circles, capsules and rectangles are turned boxes with round corners.
float boxDistance(vec2 p, vec4 frame, vec4 size)
{
    vec2 d = p - frame.xy;
    vec2 q = abs(vec2(frame.z * d.x + frame.w * d.y, frame.z * d.y - frame.w * d.x)) - size.xy;
    return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - size.z;
}

#ifdef POLYGONS
vec2 cornerAt(int first, int corner)
{
    vec4 pair = uintBitsToFloat(requestAt(first + 3 + corner / 2));
    return (corner & 1) == 0 ? pair.xy : pair.zw;
}

// Does what the function of common/shapes.glsl does.
float polygonDistance(vec2 p, int first, int count)
{
    vec2 previous = cornerAt(first, max(count, 1) - 1);
    float nearest = 1e30;
    float side = 1.0;
    for (int i = 0; i < count; i++) {
        vec2 corner = cornerAt(first, i);
        vec2 edge = previous - corner;
        vec2 w = p - corner;
        vec2 d = w - edge * clamp(dot(w, edge) / max(dot(edge, edge), 1e-20), 0.0, 1.0);
        nearest = min(nearest, dot(d, d));
        bool above = p.y >= corner.y;
        bool below = p.y < previous.y;
        bool left = edge.x * w.y > edge.y * w.x;
        if ((above && below && left) || (!above && !below && !left)) {
            side = -side;
        }
        previous = corner;
    }
    return side * sqrt(nearest);
}
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
