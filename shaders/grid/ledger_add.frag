// Adds up the sums of grid/ledger_sum.frag by blocks, until at most GF_LEDGER_SUMS a side are left. In: for dye u_dye
// (loss) and u_source (range), for a scalar u_scalar (both); u_side: the number of results a side. Out: squares of
// GF_LEDGER_SUMS texels one above the other: the loss of dye, its range, and the other scalars.
#include "common/loops.glsl"
#include "grid/sum_of_four.glsl"
#include "shared.h"

uniform sampler2D u_dye;
uniform sampler2D u_source;
uniform sampler2D u_scalar;
uniform int u_side;
layout(location = 0) out vec4 o_sum;

// Reads eight texels of a row together, because a loop that is not unrolled waits for each read.
vec4 sumOf(sampler2D field, ivec2 block)
{
    const ivec2 together = ivec2(8, 2);
    ivec2 sums = textureSize(field, 0), all = together * u_side, size = (sums + all - 1) / all * together;
    ivec2 first = size * block;
    ivec2 end = min(first + size, sums);
    vec4 sum = vec4(0.0);
    for (int y = first.y; y < end.y; y += 2) {
        for (int x = first.x; x < end.x; x += 8) {
            for (int i = 0; i < TURNS(4); i++) {
                sum += sumOfFour(field, ivec2(x + 2 * i, y));
            }
        }
    }
    return sum;
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int square = texel.y / GF_LEDGER_SUMS;
    ivec2 block = ivec2(texel.x, texel.y % GF_LEDGER_SUMS);
    if (square == 0) {
        o_sum = sumOf(u_dye, block);
    } else if (square == 1) {
        o_sum = sumOf(u_source, block);
    } else {
        o_sum = sumOf(u_scalar, block);
    }
}
