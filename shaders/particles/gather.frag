// Sorts the moved particles by cell. In: the state, in the order from before the substep. Out: it in the new order: a
// fragment finds its cell from the new starts, and its particle in it (count_moves.frag).
//   FAR  particles may have come from several cells away
#define COMES
#include "particles/moves.glsl"
#include "particles/bits.glsl"
#include "particles/state.glsl"

uniform usampler2D u_newStarts;
uniform usampler2D u_arrivals0;
#if DIMENSIONS == 3
uniform usampler2D u_arrivals1;
uniform usampler2D u_arrivals2;
#endif

int newStartOf(int cell)
{
    return int(texelFetch(u_newStarts, texelOf(cell, u_shifts.y), 0).x);
}

// Returns the last cell that begins at or before particle k; searches from the cell `guess`, probably near.
int findCell(int k, int guess)
{
    int low = guess;
    int high = guess + 1;
    int stride = 1;
    while (low > 0 && newStartOf(low) > k) {
        high = low;
        low = max(low - stride, 0);
        stride *= 2;
    }
    stride = 1;
    while (high < u_grid.w && newStartOf(high) <= k) {
        low = high;
        high = min(high + stride, u_grid.w);
        stride *= 2;
    }
    while (high - low > 1) {
        int middle = (low + high) >> 1;
        if (newStartOf(middle) <= k) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

// Returns the particle number `rank` of those that enter a cell.
#ifdef FAR
int findArrival(int cell, uint rank)
{
    uvec4 arrivals = texelFetch(u_arrivals0, texelOf(cell, u_shifts.y), 0);
    ivec2 at = cellAt(cell);
    int reach = reachNow();
    ivec2 rows = linesAround(at.y, reach, u_grid.y), columns = linesAround(at.x, reach, u_grid.x);
    bool hasBits = arrivals.w == FAR_BITS;
    int row = rows.x;
    for (; row < rows.y; row++) {
        int slot = row - at.y + GF_REACH_MAX;
        uint entering =
            hasBits ? countBits(arrivals[2 - rows.y + row & 3]) : arrivals[slot >> 1] >> (16 * (slot & 1)) & 0xffffu;
        if (rank < entering || entering == 0xffffu) {
            break;
        }
        rank -= entering;
    }
    if (hasBits) {
        uint mask = arrivals[2 - rows.y + row & 3];
        for (; rank > 0u; rank--) {
            mask ^= lowestBit(mask);
        }
        return rangeInRow(row, columns).x + bitNumber(lowestBit(mask));
    }
    uint mark = markOf(at);
    for (; row <= rows.y; row++) { // more than one row only where a count had no room
        ivec2 range = rangeInRow(row, columns);
        for (int j = range.x; j < range.y; j++) {
            if (moveOf(j) == mark && rank-- == 0u) {
                return j;
            }
        }
    }
    return 0;
}
#else
int findArrival(int cell, uint rank)
{
    ivec2 at = texelOf(cell, u_shifts.y);
    uvec4 arrivals0 = texelFetch(u_arrivals0, at, 0);
#if DIMENSIONS == 3
    uvec4 arrivals1 = texelFetch(u_arrivals1, at, 0), arrivals2 = texelFetch(u_arrivals2, at, 0);
    bool crowded = arrivals2.y != 0u;
#else
    bool crowded = arrivals0.w != 0u;
#endif
    int r = 0;
    uint mask = 0u;
    for (; r < ROWS; r++) {
#if DIMENSIONS == 3
        mask = r < 4 ? arrivals0[r] : r < 8 ? arrivals1[r - 4] : arrivals2.x;
#else
        mask = arrivals0[r];
#endif
        uint n = countBits(mask);
        if (rank < n || crowded) {
            break;
        }
        rank -= n;
    }
    if (!crowded) {
        for (; rank > 0u; rank--) {
            mask ^= lowestBit(mask);
        }
        return startOf(cell + rowOffset(r) - 1) + bitNumber(lowestBit(mask));
    }
    uint mark = markOf(cellAt(cell));
    for (r = 0; r < ROWS; r++) {
        ivec2 range = rangeAround(cell + rowOffset(r));
        for (int j = range.x; j < range.y; j++) {
            if (moveOf(j) == mark && rank-- == 0u) {
                return j;
            }
        }
    }
    return 0;
}
#endif

void main()
{
    int k = numberHere(u_shifts.x);
    if (k >= newStartOf(u_grid.w)) {
        discard;
    }
    int cell = findCell(k, cellNumber(cellOf(vecD(texelFetch(u_place, particleTexel(k), 0)))));
    copyState(particleTexel(findArrival(cell, uint(k - newStartOf(cell)))));
}
