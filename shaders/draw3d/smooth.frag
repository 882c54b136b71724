// The narrow-range filter (Truong and Yuksel 2018): a blur of the surface's z that leaves out what is in front and takes
// what is far behind as if it were near, so that edges stay and no drop melts into what is behind it. Along u_direction,
// or with AROUND both ways at once, over 5 x 5 texels that are u_direction apart. u_smoothing: reach, range, depth of what is behind (m), most px.
#include "shared.h"
#include "draw3d/camera.glsl"

uniform sampler2D u_surface;
uniform vec4 u_smoothing;
uniform vec2 u_direction;
layout(location = 0) out vec4 o_surface; // z, share of the reach

#define TAPS 32

vec2 surfaceAt(ivec2 at)
{
    return texelFetch(u_surface, clamp(at, ivec2(0), textureSize(u_surface, 0) - 1), 0).xy;
}

// The range grows with what it has taken, so that slopes count as one surface.
struct Range {
    float front;
    float back;
    float middle;
};

// z and weight of a neighbour; weight 0: it is in front.
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
#ifdef AROUND
    for (int j = -2; j <= 2; j++) {
        for (int i = -2; i <= 2; i++) {
            float z = surfaceAt(at + ivec2(u_direction) * ivec2(i, j)).x;
            if ((i != 0 || j != 0) && z > 0.5 * GF_NO_SURFACE) {
                vec2 t = taken(z, own.y * exp(-0.3 * float(i * i + j * j)), range);
                sum += vec2(t.x * t.y, t.y);
            }
        }
    }
#else
    float reach = clamp(own.y * u_smoothing.x * pixelsPerMetre(middle), 1.0, u_smoothing.w);
    float stride = max(reach / float(TAPS), 1.0);
    int taps = int(ceil(reach / stride));
    for (int i = 1; i <= TAPS; i++) {
        if (i > taps) {
            break;
        }
        float far = stride * float(i);
        ivec2 off = ivec2(round(u_direction * far));
        float weight = exp(-4.5 * far * far / (reach * reach));
        vec2 a = taken(surfaceAt(at + off).x, weight, range);
        vec2 b = taken(surfaceAt(at - off).x, weight, range);
        // Both or none, or an edge would pull the surface to one side.
        float both = min(a.y, b.y);
        sum += vec2((a.x + b.x) * both, 2.0 * both);
    }
#endif
    o_surface.x = sum.x / sum.y;
}
