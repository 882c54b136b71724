// The state of shallow water (shallow/state.glsl) of a domain that has moved by whole cells: what stays inside keeps its
// bits. What comes in: ground and level go on as they were at the side, and so does the velocity where u_continues.
#include "common/scrolled.glsl"

uniform sampler2D u_flow;
layout(location = 0) out vec4 o_flow;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 last = u_cells - 1;
    ivec2 cell = clamp(placeBefore(min(texel, last), last), ivec2(0), last);
    vec4 flow = texelFetch(u_flow, cell, 0);
    o_flow = vec4(flow.x, faceBefore(u_flow, texel, 0, 1), faceBefore(u_flow, texel, 1, 2), flow.w);
}
