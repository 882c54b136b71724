// Runs the narrow-range filter (Truong and Yuksel 2018): a blur that ignores surfaces in front and clamps the depth of
// surfaces far behind, so that edges stay and drops do not merge with the water behind them. It reads 5 x 5 texels;
// each pass halves their spacing and rotates the pattern, because a separable blur leaves streaks at edges.
// u_smoothing: reach, range, clamped depth of surfaces far behind (m), largest reach in px. u_pattern: distance of
// texels, in reaches; cosine and sine of the turn. In and out: z of the surface, m, and fraction of the reach.
#include "shared.h"
#include "draw/camera.glsl"

uniform sampler2D u_surface;
uniform vec4 u_smoothing;
uniform vec4 u_pattern;
layout(location = 0) out vec4 o_surface; // z, fraction of the reach

vec2 surfaceAt(ivec2 at)
{
    return texelFetch(u_surface, clamp(at, ivec2(0), textureSize(u_surface, 0) - 1), 0).xy;
}

// The range grows with each neighbour inside it, so that slopes count as one surface.
struct Range {
    float front, back, middle;
};

// Returns z and weight of a neighbour; the weight is 0 if it is in front.
vec2 taken(float z, float weight, inout Range range)
{
    if (z > range.front) {
        return vec2(0.0);
    }
    if (z < range.back) {
        return vec2(range.middle - u_smoothing.z, weight);
    }
    range.front = max(range.front, z + u_smoothing.y);
    range.back = min(range.back, z - u_smoothing.y);
    return vec2(z, weight);
}

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec2 own = surfaceAt(at);
    float middle = own.x;
    o_surface = vec4(own, 0.0, 0.0);
    if (middle <= 0.5 * GF_NO_SURFACE) {
        return;
    }
    Range range = Range(middle + u_smoothing.y, middle - u_smoothing.y, middle);
    vec2 sum = vec2(middle, 1.0);
    float apart = clamp(own.y * u_smoothing.x * pixelsPerMetre(middle), 0.0, u_smoothing.w) * u_pattern.x;
    if (apart < 0.7) {
        return;
    }
    mat2 turn = apart * mat2(u_pattern.y, u_pattern.z, -u_pattern.z, u_pattern.y);
    for (int i = 1; i <= 12; i++) { // half of the 24 neighbours, each with the opposite one
        ivec2 cell = ivec2(i % 5, i / 5);
        cell.x -= cell.x > 2 ? 5 : 0;
        ivec2 off = ivec2(round(turn * vec2(cell)));
        float weight = exp(-0.5 * float(cell.x * cell.x + cell.y * cell.y));
        vec2 a = taken(surfaceAt(at + off).x, weight, range);
        vec2 b = taken(surfaceAt(at - off).x, weight, range);
        // Opposite neighbours count both or not at all; otherwise an edge would shift the surface to one side.
        float both = min(a.y, b.y);
        sum += vec2((a.x + b.x) * both, 2.0 * both);
    }
    o_surface.x = sum.x / sum.y;
}
