// Takes a field of the host's into the state. In: u_written: DEPTH and GROUND at centres (m), or velocity on faces
// (m/s). Out: shallow/state.glsl. DRY: takes water and velocity away.
#include "shallow/state.glsl"

#ifndef DRY
uniform sampler2D u_written;
#endif
layout(location = 0) out vec4 o_flow;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 cell = min(texel, u_cells - 1);
    vec4 flow = texelFetch(u_flow, texel, 0);
#if defined(DRY)
    flow.xyz = vec3(0.0);
#elif defined(DEPTH)
    flow.x = max(texelFetch(u_written, cell, 0).x, 0.0);
#elif defined(GROUND)
    flow.w = texelFetch(u_written, cell, 0).x;
#else
    flow.y = texelFetch(u_written, ivec2(texel.x, cell.y), 0).x;
    flow.z = texelFetch(u_written, ivec2(cell.x, texel.y), 0).y;
#endif
    o_flow = flow;
}
