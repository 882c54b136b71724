// Moves the state of shallow water (shallow/state.glsl) of a domain that has moved by whole cells: values that stay
// inside keep their bits. Ground and level that enter repeat the values at the side, and so does velocity where
// u_continues is 1.
//   FLUXES  u_flow is the fluxes through faces (shallow/depth.frag); they enter as the velocity does
#include "common/exact.glsl"
#include "common/scrolled.glsl"

uniform ExactSampler u_flow;
layout(location = 0) out ExactVec4 o_flow;

float throughFace(ivec2 texel, int axis, int component)
{
    ivec2 before = faceBefore(texel, axis);
    return before.x < 0 ? 0.0 : exactFetch(u_flow, before)[component];
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
#ifdef FLUXES
    o_flow = exactly(vec4(throughFace(texel, 0, 0), throughFace(texel, 1, 1), 0.0, 0.0));
#else
    ivec2 last = u_cells - 1;
    ivec2 cell = clamp(placeBefore(min(texel, last), last), ivec2(0), last);
    vec4 flow = exactFetch(u_flow, cell);
    o_flow = exactly(vec4(flow.x, throughFace(texel, 0, 1), throughFace(texel, 1, 2), flow.w));
#endif
}
