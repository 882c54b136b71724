// The divergence of each cell, minus the fluid that sources pour in. In: see grid/outflow.glsl; u_weights. Out: packed.
#define NO_RING
#include "multigrid/weights.glsl"

uniform highp usampler2D u_weights;
uniform ivec2 u_cells;
uniform ivec2 u_wrap;
#include "grid/outflow.glsl"
layout(location = 0) out vec4 o_rhs;

void main()
{
    ivec2 block = ivec2(gl_FragCoord.xy);
    uvec4 bits = texelFetch(u_weights, block, 0);
    Weights own = ownWeights(bits);
    vec4 around;
    outflow(block, own, ownFree(bits), own, vec4(1.0), 1.0, o_rhs, around);
}
