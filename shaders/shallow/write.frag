// Writes a field of the host into the state. In: u_written: velocity on faces (m/s). Out: shallow/state.glsl.
//   DEPTH, GROUND  u_written is these, at centres (m)
//   DRY            removes water and velocity instead
#include "shallow/state.glsl"

#ifndef DRY
uniform ExactSampler u_written;
#endif
layout(location = 0) out ExactVec4 o_flow;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 cell = min(texel, u_cells - 1);
    vec4 flow = exactFetch(u_flow, texel);
#if defined(DRY)
    flow.xyz = vec3(0.0);
#elif defined(DEPTH)
    flow.x = max(exactFetch(u_written, cell).x, 0.0);
#elif defined(GROUND)
    flow.w = exactFetch(u_written, cell).x;
#else
    flow.y = exactFetch(u_written, ivec2(texel.x, cell.y)).x;
    flow.z = exactFetch(u_written, ivec2(cell.x, texel.y)).y;
#endif
    o_flow = exactly(flow);
}
