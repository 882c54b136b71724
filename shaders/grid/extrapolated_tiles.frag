// Marks the tiles of 8 x 8 cells in which grid/extrapolate_into_solids.frag draws. In: u_weights of the lattice of
// cells (multigrid/weights.glsl). Out: 1 where there are open faces and closed ones, in the tile or a block of 2 x 2
// cells beside it. u_wrap: 1 on periodic axes.
#include "common/loops.glsl"

uniform highp usampler2D u_weights;
uniform ivec2 u_wrap;
layout(location = 0) out vec4 o_tile;

const int BLOCKS = 4;           // a side
const uint CODES = 0x3fffffffu; // six weights of five bits
const uint ONES = 0x02108421u;  // the lowest bit of each weight

bool isAnyZero(uint codes)
{
    return (((codes & CODES) - ONES) & ~codes & (ONES << 4)) != 0u;
}

void main()
{
    ivec2 size = textureSize(u_weights, 0);
    // Texels of u_velocity that are no faces repeat their neighbours, so that a last block covers them, too.
    ivec2 first = min(BLOCKS * ivec2(gl_FragCoord.xy), size - 1);
    bool hasOpen = false, hasClosed = false;
    for (int j = -1; j < TURNS(BLOCKS + 1); j++) {
        for (int i = -1; i < TURNS(BLOCKS + 1); i++) {
            ivec2 block = first + ivec2(i, j);
            block += u_wrap * size * (ivec2(lessThan(block, ivec2(0))) - ivec2(greaterThanEqual(block, size)));
            block = clamp(block, ivec2(0), size - 1);
            uvec2 bits = texelFetch(u_weights, block, 0).xy;
            hasOpen = hasOpen || ((bits.x | bits.y) & CODES) != 0u;
            hasClosed = hasClosed || isAnyZero(bits.x) || isAnyZero(bits.y);
        }
    }
    o_tile = vec4(hasOpen && hasClosed ? 1.0 : 0.0);
}
