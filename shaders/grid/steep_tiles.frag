// How tiles of 16 x 16 texels are to be carried (grid/carry_scalars.frag): 0: what they hold moves by a texel at most;
// 1: by more; 2: STEEP may be needed: faces may lie closer to each other than half a texel, or not where they seem to be, which is out
// by how much their ways differ times the way, and then once more. In: u_steep (grid/steep_blocks.frag).
#include "common/grid.glsl"

uniform sampler2D u_steep;
layout(location = 0) out float o_class;

const float MOST_STEEP = 0.5;
const float MOST_WAY = 12.0; // texels
const float MOST_ASTRAY = 1.0;

// The largest in the blocks of a tile and so many around.
vec2 largestAround(ivec2 tile, int blocks)
{
#ifdef WRAP
    blocks++; // the last one may be partly, or wholly, the first
#endif
    ivec2 size = textureSize(u_steep, 0);
    vec2 largest = vec2(0.0);
    int side = 4 + 2 * blocks;
    for (int i = 0; i < side * side; i++) {
        ivec2 block = 4 * tile + ivec2(i % side, i / side) - blocks;
        largest = max(largest, texelFetch(u_steep, placed(block, size, 0), 0).xy);
    }
    return largest;
}

void main()
{
    ivec2 tile = ivec2(gl_FragCoord.xy);
    vec2 near = largestAround(tile, 1);
    int reach = near.x > 1.0 && near.x < MOST_WAY ? int(ceil((near.x + 3.0) / 4.0)) : 0;
    float steep = near.y;
    if (reach > 1) {
        steep = largestAround(tile, reach).y;
    }
    bool calm = near.x < MOST_WAY && steep < MOST_STEEP && steep * steep * (near.x + 1.0) < MOST_ASTRAY;
    o_class = near.x <= 1.0 && near.y < MOST_STEEP ? 0.0 : calm ? 1.0 : 2.0;
}
