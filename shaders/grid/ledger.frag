// The ledger: it sums up how much advection changed a field's total, and finds the next step's correction. In:
// u_before, the ledger before; u_sums (grid/ledger_add.frag); with ENTRY u_sides, the outflow through sides
// (grid/ledger_sides.frag). u_stays: each scalar's factor that remains after dissipation. Out, a row of
// GF_LEDGER_COLUMNS texels for each scalar, dye lowest: the debt, the lost total as a mean over texels; the debt's sum
// over time; the range, a running mean because it is sampled; and the correction, the fraction of the way from a value
// to the largest of the four texels around, or, below 0, to the least.
//
// The correction is proportional to the debt and to a part of the debt's sum over time (a PI controller): so a steady
// loss is made good in the step in which it arises, not one step later. Totals are kept if the debt returns to 0.
#include "common/contain.glsl"
#include "common/loops.glsl"
#include "grid/sum_of_four.glsl"
#include "shared.h"

uniform sampler2D u_before;
uniform vec4 u_stays;
uniform int u_side; // sums per side of the square
uniform sampler2D u_sums;
#ifdef ENTRY
uniform sampler2D u_sides;
#endif
layout(location = 0) out vec4 o_value;

// The largest fraction of the way to a texel that a step corrects, and the largest debt as a fraction of the range.
const float MOST_GIVEN = 0.05;
const float MOST_OWED = 0.25;
// GAIN turns a debt over the range into a correction: texels lie amid their range on average, and some are not
// corrected, so that 2.5 returns about the debt; it is stable up to twice this. NOW: weight of the present debt.
const float GAIN = 2.5;
const float NOW = 0.9;
const float SUM = 0.3;

void main()
{
    int row = int(gl_FragCoord.y);
    float stays = u_stays[row];
    vec4 lost = vec4(0.0), range = vec4(0.0), left = vec4(0.0);
    // Four reads of a kind together, so that they do not wait for each other (grid/ledger_add.frag).
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
    range = contain(range); // no debt from NaN or infinity
    range = max(range, mix(contain(texelFetch(u_before, ivec2(2, row), 0)), range, 0.25));
    vec4 owed = contain(stays * texelFetch(u_before, ivec2(0, row), 0) + contain(lost - stays * left));
    owed = clamp(owed, -MOST_OWED * range, MOST_OWED * range);
    vec4 limit = MOST_GIVEN / (GAIN * SUM) * range;
    vec4 total = clamp(contain(stays * texelFetch(u_before, ivec2(1, row), 0) + owed), -limit, limit);
    vec4 give = clamp(GAIN * (NOW * owed + SUM * total) / max(range, vec4(1e-20)), -MOST_GIVEN, MOST_GIVEN);
    int column = int(gl_FragCoord.x);
    o_value = column == 0 ? owed : column == 1 ? total : column == 2 ? range : give;
}
