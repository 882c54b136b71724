// How tiles of 16 x 16 texels are to be carried (grid/carry_scalars.frag). 0: not: they hold nothing, and nothing
// comes. 1: as most are. 2: and STEEP, too, for faces may lie closer to each other than half a texel, or not where
// they seem to be, which is out by how much their ways differ times the way, and then once more. In: u_steep
// (grid/steep_blocks.frag); u_entrySides: 1 for sides (left, right, bottom, top) that values may enter by. y: 1
// where a closed face may be as near as MOST_REACH of grid/moved.frag.
#include "common/grid.glsl"
#include "shared.h"

uniform sampler2D u_steep;
uniform vec4 u_entrySides;
layout(location = 0) out vec2 o_class;

const float MOST_STEEP = 0.5;
const float MOST_WAY = 12.0; // texels
const float MOST_ASTRAY = 1.0;
const int BLOCKS = GF_GRID_TILE / GF_GRID_BLOCK; // of a tile, a side

// The largest in the blocks of a tile and so many around.
vec4 largestAround(ivec2 tile, int blocks)
{
#ifdef WRAP
    blocks++; // the last one may be partly, or wholly, the first
#endif
    ivec2 size = textureSize(u_steep, 0);
    vec4 largest = vec4(0.0);
    int side = BLOCKS + 2 * blocks;
    for (int i = 0; i < side * side; i++) {
        ivec2 block = BLOCKS * tile + ivec2(i % side, i / side) - blocks;
        largest = max(largest, texelFetch(u_steep, placed(block, size, 0), 0));
    }
    return largest;
}

void main()
{
    ivec2 tile = ivec2(gl_FragCoord.xy);
    vec4 near = largestAround(tile, 1);
    float way = near.x;
    int reach = way > 1.0 ? int(ceil((min(way, MOST_WAY) + 3.0) / float(GF_GRID_BLOCK))) : 1;
    if (reach > 1) {
        near = largestAround(tile, reach);
    }
    bool calm = way < MOST_WAY && near.y < MOST_STEEP && near.y * near.y * (way + 1.0) < MOST_ASTRAY;
    // Within the farthest reach of a side; the last tile may be a small part of one.
    ivec2 last = textureSize(u_steep, 0) / BLOCKS - tile;
    vec4 beside = vec4(lessThan(ivec4(tile.x, last.x, tile.y, last.y), ivec4(1, 2, 1, 2)));
    bool holds = near.z > 0.0 || way >= MOST_WAY || dot(beside, u_entrySides) > 0.0;
    o_class = vec2(!holds ? 0.0 : calm ? 1.0 : 2.0, near.w);
}
