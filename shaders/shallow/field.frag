// Draws the state as fields, in m and m/s. In: shallow/state.glsl, u_ripple, u_foaming. Out:
//   VELOCITY              at centres
//   FACES                 velocity on faces, and 1 in blue where the cell is wet
//   VORTICITY             at corners
//   DEPTH, GROUND, LEVEL  at centres
//   FOAM, RIPPLE          at centres
//   WATER                 height of the surface with ripples (RIPPLED), depth, foam (FOAMED), and wetness of the ground
//   BITS                  the same to o_exact (common/exact.glsl)
#include "shallow/state.glsl"

uniform sampler2D u_ripple;
uniform sampler2D u_foaming;
uniform float u_cellSize;
uniform float u_dry;
layout(location = 0) out vec4 o_field;
#ifdef BITS
layout(location = 1) out uvec4 o_exact;
#endif

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 cell = min(texel, u_cells - 1);
    vec4 flow = exactFetch(u_flow, texel);
#if defined(VELOCITY)
    o_field = vec4(flow.x > u_dry ? centreVelocity(cell) : vec2(0.0), 0.0, 0.0);
#elif defined(FACES)
    o_field = vec4(flow.yz, flow.x > u_dry ? 1.0 : 0.0, 0.0);
#elif defined(VORTICITY)
    vec4 l = flowAt(texel - ivec2(1, 0)), d = flowAt(texel - ivec2(0, 1));
    bvec2 edge = bvec2(texel.x == 0 || texel.x == u_cells.x, texel.y == 0 || texel.y == u_cells.y);
    bool isSide = (edge.x && u_wrap.x == 0) || (edge.y && u_wrap.y == 0);
    vec4 c = flowAt(texel);
    o_field = vec4(isSide ? 0.0 : ((c.z - l.z) - (c.y - d.y)) / u_cellSize, 0.0, 0.0, 0.0);
#elif defined(DEPTH)
    o_field = vec4(flow.x, 0.0, 0.0, 0.0);
#elif defined(GROUND)
    o_field = vec4(flow.w, 0.0, 0.0, 0.0);
#elif defined(LEVEL)
    o_field = vec4(flow.x + flow.w, 0.0, 0.0, 0.0);
#elif defined(FOAM)
    o_field = vec4(texelFetch(u_foaming, cell, 0).x, 0.0, 0.0, 0.0);
#elif defined(RIPPLE)
    o_field = vec4(texelFetch(u_ripple, cell, 0).x, 0.0, 0.0, 0.0);
#elif defined(WATER)
    bool isWet = flow.x > u_dry;
    float ripple = 0.0;
    vec2 foam = vec2(0.0, isWet ? 1.0 : 0.0);
#ifdef RIPPLED
    ripple = isWet ? texelFetch(u_ripple, cell, 0).x : 0.0;
#endif
#ifdef FOAMED
    foam = max(foam, texelFetch(u_foaming, cell, 0).xy);
#endif
    o_field = vec4(flow.w + (isWet ? flow.x + max(ripple, -0.5 * flow.x) : 0.0), isWet ? flow.x : 0.0,
                   isWet ? foam.x : 0.0, foam.y);
#endif
#ifdef BITS
    o_exact = exactly(o_field);
#endif
}
