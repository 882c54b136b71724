// The ledger of what advection made or lost of a field's total, and of what the next step gives back. In: u_before, the
// ledger as it was; u_sums, as grid/ledger_add.frag leaves them; with ENTRY u_sides, what left through sides
// (grid/ledger_sides.frag). u_stays: factors that stay, of each scalar. Out, a row of GF_LEDGER_COLUMNS texels a
// scalar, dye below: what is owed, a mean over texels; its sum over time; the range, a running mean, for it is sampled;
// and what to give, the part of the way from a texel to the largest of the four around, or, below 0, to the least.
//
// What is owed now, and a part of its sum over time, is given: a steady loss is so made good in the step in which it
// arises, and not one late. Advection at the end of which nothing is owed has kept all totals.
#include "common/contain.glsl"
#include "common/loops.glsl"
#include "grid/sum_of_four.glsl"
#include "shared.h"

uniform sampler2D u_before;
uniform vec4 u_stays;
uniform int u_side; // so many sums a side
uniform sampler2D u_sums;
#ifdef ENTRY
uniform sampler2D u_sides;
#endif
layout(location = 0) out vec4 o_value;

// A step gives at most so much of the way to a texel, and edges owe at most so much of their range.
const float MOST_GIVEN = 0.05;
const float MOST_OWED = 0.25;
// Parts of what is owed now, and of its sum. Texels lie in the middle of the range in the mean, and some are not moved:
// GAIN gives back about what it should, and any value up to twice that settles.
const float GAIN = 2.5;
const float NOW = 0.9;
const float SUM = 0.3;

void main()
{
    int row = int(gl_FragCoord.y);
    float stays = u_stays[row];
    vec4 lost = vec4(0.0), range = vec4(0.0), left = vec4(0.0);
    // Four reads of a kind at a time, as in grid/ledger_add.frag.
    for (int y = 0; y < u_side; y += 2) {
        for (int x = 0; x < u_side; x += 8) {
            for (int i = 0; i < TURNS(4); i++) {
                ivec2 four = ivec2(x + 2 * i, y);
                if (row > 0) {
                    vec4 both = sumOfFour(u_sums, four + ivec2(0, (row + 1) * GF_LEDGER_SUMS));
                    lost += both.xxxx;
                    range += both.yyyy;
                } else {
                    lost += sumOfFour(u_sums, four);
                    range += sumOfFour(u_sums, four + ivec2(0, GF_LEDGER_SUMS));
                }
            }
        }
    }
#ifdef ENTRY
    for (int i = 0; i < GF_LEDGER_SIDES; i++) {
        left += texelFetch(u_sides, ivec2(i, row), 0);
    }
#endif
    range = contain(range); // of what is no number, or no sum of good ones, nothing is owed
    range = max(range, mix(contain(texelFetch(u_before, ivec2(2, row), 0)), range, 0.25));
    vec4 owed = contain(stays * texelFetch(u_before, ivec2(0, row), 0) + contain(lost - stays * left));
    owed = clamp(owed, -MOST_OWED * range, MOST_OWED * range);
    vec4 limit = MOST_GIVEN / (GAIN * SUM) * range;
    vec4 total = clamp(contain(stays * texelFetch(u_before, ivec2(1, row), 0) + owed), -limit, limit);
    vec4 give = clamp(GAIN * (NOW * owed + SUM * total) / max(range, vec4(1e-20)), -MOST_GIVEN, MOST_GIVEN);
    int column = int(gl_FragCoord.x);
    o_value = column == 0 ? owed : column == 1 ? total : column == 2 ? range : give;
}
