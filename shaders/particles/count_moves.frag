// Counts the particles that enter each cell. In: u_moves (moves.glsl). Out: their number; for each row of cells around
// it a bit for each of the first 32 candidates; and 1 if a row has more candidates.
#define COMES
#include "particles/moves.glsl"

layout(location = 0) out uint o_total;
layout(location = 1) out uvec4 o_arrivals0;
#if DIMENSIONS == 3
layout(location = 2) out uvec4 o_arrivals1;
layout(location = 3) out uvec4 o_arrivals2;
#endif

void main()
{
    int cell = numberHere(u_shifts.y);
    o_total = 0u;
    o_arrivals0 = uvec4(0u);
#if DIMENSIONS == 3
    o_arrivals1 = uvec4(0u);
    o_arrivals2 = uvec4(0u);
#endif
    ivecD at = cellAt(cell);
    if (cell >= u_grid.w || any(lessThan(at, ivecD(1))) || any(greaterThan(at, ivecD(u_grid) - 2))) {
        return;
    }
    uint mark = markOf(at);
    bool crowded = false;
    uvec4 arrivals0 = uvec4(0u), arrivals1 = uvec4(0u); // WebGL indexes outputs by constants alone
    for (int r = 0; r < ROWS; r++) {
        ivec2 range = rangeAround(cell + rowOffset(r));
        uint mask = 0u;
        uint bit = 1u; // becomes 0 after 32 candidates
        for (int j = range.x; j < range.y; j++) {
            bool enters = moveOf(j) == mark;
            o_total += enters ? 1u : 0u;
            mask |= enters ? bit : 0u;
            bit <<= 1;
        }
        crowded = crowded || range.y - range.x > 32;
#if DIMENSIONS == 3
        if (r < 4) {
            arrivals0[r] = mask;
        } else if (r < 8) {
            arrivals1[r - 4] = mask;
        } else {
            o_arrivals2.x = mask;
        }
#else
        arrivals0[r] = mask;
#endif
    }
    o_arrivals0 = arrivals0;
#if DIMENSIONS == 3
    o_arrivals1 = arrivals1;
    o_arrivals2.y = crowded ? 1u : 0u;
#else
    o_arrivals0.w = crowded ? 1u : 0u;
#endif
}
