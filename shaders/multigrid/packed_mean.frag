// Finds means of 4 x 4 texels, and counts free cells. In: u_source (packed field), u_weights (its lattice), u_cells
// (texels of u_source; 0 beyond). Out: (mean value, fraction of free cells). Sums would overflow half floats.
#include "multigrid/weights.glsl"

uniform sampler2D u_source;
uniform highp usampler2D u_weights;
uniform ivec2 u_cells;
layout(location = 0) out vec4 o_value;

void main()
{
    ivec2 first = 4 * ivec2(gl_FragCoord.xy);
    vec4 result = vec4(0.0);
    for (int j = 0; j < 4; j++) {
        for (int i = 0; i < 4; i++) {
            ivec2 texel = first + ivec2(i, j);
            if (texel.x < u_cells.x && texel.y < u_cells.y) {
                vec4 value = texelFetch(u_source, texel, 0), free = ownFree(texelFetch(u_weights, texel, 0));
                result += 0.25 * vec4(dot(value, vec4(1.0)), dot(free, vec4(1.0)), 0.0, 0.0) / 16.0;
            }
        }
    }
    o_value = result;
}
