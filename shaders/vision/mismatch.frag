// Computes the difference of the two pictures along the present estimate of the flow. In: u_before, u_after
// (brightness), u_products0 and u_products1 (of the gradients before, see gradients.frag), u_flow (texels). Out:
// gradient times difference, difference, its square; 0 where the flow leads outside. And the estimate.
//   COARSE  u_flow is of half the size
//   FIRST   there is no flow yet
#include "common/grid.glsl"
#include "common/cubic.glsl"

uniform sampler2D u_before;
uniform sampler2D u_after;
uniform sampler2D u_products0;
uniform sampler2D u_products1;
#ifndef FIRST
uniform sampler2D u_flow;
#endif
layout(location = 0) out vec4 o_mismatch;
layout(location = 1) out vec4 o_flow;

// Reads by a cubic: linear interpolation would flatten the picture.
float greyAfter(vec2 texel)
{
    ivec2 last = textureSize(u_after, 0) - 1;
    vec2 base = floor(texel - 0.5);
    vec4 across = catmullRomWeights(texel.x - 0.5 - base.x);
    vec4 up = catmullRomWeights(texel.y - 0.5 - base.y);
    float sum = 0.0;
    for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 4; x++) {
            ivec2 at = clamp(ivec2(base) + ivec2(x, y) - 1, ivec2(0), last);
            sum += across[x] * up[y] * texelFetch(u_after, at, 0).x;
        }
    }
    return sum;
}

void main()
{
    vec2 size = vec2(textureSize(u_before, 0));
    ivec2 texel = ivec2(gl_FragCoord.xy);
#ifdef FIRST
    vec2 flow = vec2(0.0);
#elif defined(COARSE)
    vec2 flow = 2.0 * sampleLinear(u_flow, 0.5 * gl_FragCoord.xy).xy;
#else
    vec2 flow = texelFetch(u_flow, texel, 0).xy;
#endif
    vec2 place = gl_FragCoord.xy + flow;
    bool inside = all(greaterThan(place, vec2(0.0))) && all(lessThan(place, size));
    float t = texelFetch(u_before, texel, 0).x - greyAfter(place);
    t = inside ? t : 0.0;
    o_mismatch = vec4(t * texelFetch(u_products0, texel, 0).w, t * texelFetch(u_products1, texel, 0).x, t, t * t);
    o_flow = vec4(flow, 0.0, 0.0);
}
