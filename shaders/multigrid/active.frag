// Marks the active tiles of 8 x 8 cells of a coarse level: tiles whose cells may consist of two components
// (multigrid/components.frag). In: u_weights, packed, of the finer level; u_components of the finer level (read between
// cells, four at once). Out: 1 where a weight within a finer block is not 1, or a finer cell has two components.
//   FINEST  the finer level is the finest: its cells have one component
#include "multigrid/weights.glsl"

uniform highp usampler2D u_weights;
#ifndef FINEST
uniform sampler2D u_components;
#endif
layout(location = 0) out vec4 o_tile;

bool isActive(uvec4 bits)
{
    uint whole = uint(1.0 / WEIGHT_UNIT + 0.5);
    uvec4 within = uvec4(bits.x >> 5, bits.x >> 20, bits.y >> 10, bits.y >> 15) & 31u;
    bool isSolid = ((bits.x | bits.y) & 0x3fffffffu) == 0u;
    return !isSolid && any(notEqual(within, uvec4(whole)));
}

void main()
{
    ivec2 first = 8 * ivec2(gl_FragCoord.xy);
    ivec2 size = textureSize(u_weights, 0);
    bool found = false;
    for (int j = 0; j < 8; j++) {
        for (int i = 0; i < 8; i++) {
            ivec2 texel = min(first + ivec2(i, j), size - 1);
            found = found || isActive(texelFetch(u_weights, texel, 0));
#ifndef FINEST
            vec2 at = (2.0 * vec2(texel) + 1.0) / vec2(textureSize(u_components, 0));
            found = found || textureLod(u_components, at, 0.0).z > 0.1;
#endif
        }
    }
    o_tile = vec4(found ? 1.0 : 0.0);
}
