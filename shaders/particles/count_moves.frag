// Counts the particles that enter each cell. In: u_moves (moves.glsl). Out: their number; for each row of cells around
// it a bit for each of the first 32 candidates; and 1 if a row has more candidates.
//   FAR  with u_reach of 1, if no row has more: the bits, those of the last row in z, and FAR_BITS in w; else how many
//        enter from each row, at most 0xffff, in 16 bits each, from the row 3 below the cell upwards
#define COMES
#include "particles/moves.glsl"

layout(location = 0) out uint o_total;
layout(location = 1) out uvec4 o_arrivals0;
#if DIMENSIONS == 3
layout(location = 2) out uvec4 o_arrivals1;
layout(location = 3) out uvec4 o_arrivals2;
#endif

#ifdef FAR
void countArrivals(int cell, ivec2 at)
{
    uint mark = markOf(at);
    int reach = reachNow();
    ivec2 rows = linesAround(at.y, reach, u_grid.y), columns = linesAround(at.x, reach, u_grid.x);
    bool few = reach == 1;
    uvec3 masks = uvec3(0u);
    uvec4 counts = uvec4(0u);
    for (int row = rows.x; row <= rows.y; row++) {
        ivec2 range = rangeInRow(row, columns);
        uint entering = 0u;
        uint mask = 0u;
        uint bit = 1u; // becomes 0 after 32 candidates
        for (int j = range.x; j < range.y; j++) {
            bool enters = moveOf(j) == mark;
            entering += enters ? 1u : 0u;
            mask |= enters ? bit : 0u;
            bit <<= 1;
        }
        o_total += entering;
        few = few && range.y - range.x <= 32;
        masks = uvec3(masks.yz, mask);
        int slot = row - at.y + GF_REACH_MAX;
        counts[slot >> 1] |= min(entering, 0xffffu) << (16 * (slot & 1));
    }
    o_arrivals0 = few ? uvec4(masks, FAR_BITS) : counts;
}
#else
void countArrivals(int cell, ivecD at)
{
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
    countArrivals(cell, at);
}
