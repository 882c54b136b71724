// Adds up the sums of grid/ledger_sum.frag, of dye u_dye and u_source, of temperature u_temperature, by blocks, so that at
// most GF_LEDGER_SUMS a side are left. u_dyeSums, u_heatSums: how many there are, and of a block. Out: the same of all.
#include "common/loops.glsl"
#include "grid/sum_of_four.glsl"

uniform sampler2D u_dye;
uniform sampler2D u_source;
uniform sampler2D u_temperature;
uniform ivec4 u_dyeSums;
uniform ivec4 u_heatSums;
layout(location = 0) out vec4 o_lost;
layout(location = 1) out vec4 o_range;
layout(location = 2) out vec4 o_heat;

// Eight in a row at a time: a loop that is not unrolled waits for each read.
vec4 sumOf(sampler2D field, ivec4 sums)
{
    ivec2 first = sums.zw * ivec2(gl_FragCoord.xy);
    ivec2 end = min(first + sums.zw, sums.xy);
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
    o_lost = sumOf(u_dye, u_dyeSums);
    o_range = sumOf(u_source, u_dyeSums);
    o_heat = sumOf(u_temperature, u_heatSums);
}
