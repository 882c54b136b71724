// Subtracts the mean from a right-hand side: in a closed box the fluid that sources, inflows and moving solids bring in
// must vanish evenly everywhere. In: u_rhs (packed), u_weights, u_mean (common/reduce.frag). Out: packed.
#include "multigrid/weights.glsl"

uniform sampler2D u_rhs;
uniform highp usampler2D u_weights;
uniform sampler2D u_mean;
layout(location = 0) out vec4 o_rhs;

void main()
{
    ivec2 block = ivec2(gl_FragCoord.xy);
    vec2 mean = texelFetch(u_mean, ivec2(0), 0).xy;
    o_rhs = texelFetch(u_rhs, block, 0) - ownFree(texelFetch(u_weights, block, 0)) * mean.x / max(mean.y, 1e-6);
}
