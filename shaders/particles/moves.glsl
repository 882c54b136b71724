// Lists the particles that enter a cell. In: u_starts, from before the substep. A cell's mark is its place modulo 4: no
// two cells within two cells of each other share one.
//   COMES  u_moves: for each particle the mark of the cell that it enters, or GF_MOVE_GONE
//   FAR    2D: particles move by up to u_reach cells along each axis; a mark is the place modulo 8
#include "particles/starts.glsl"
#include "shared.h"

uint markOf(ivecD cell)
{
#ifdef FAR
    return uint(cell.x & 7) | uint(cell.y & 7) << 3;
#elif DIMENSIONS == 3
    return uint(cell.x & 3) | uint(cell.y & 3) << 2 | uint(cell.z & 3) << 4;
#else
    return uint(cell.x & 3) | uint(cell.y & 3) << 2;
#endif
}

#ifdef COMES
uniform usampler2D u_moves;

uint moveOf(int j)
{
    return texelFetch(u_moves, particleTexel(j), 0).x;
}
#endif

#ifdef FAR
// The last word of what count_moves.frag tells of a cell, if the others are bits. No counts make it: of 7 rows, the
// upper half of the last word is 0.
#define FAR_BITS 0x80000000u

uniform sampler2D u_reach; // one texel

int reachNow()
{
    return clamp(int(texelFetch(u_reach, ivec2(0), 0).x + 0.5), 1, GF_REACH_MAX);
}

// Returns the first and the last row, or column, of cells from which particles may enter the one at `at`. The border,
// the first and the last of `size`, is empty.
ivec2 linesAround(int at, int reach, int size)
{
    return ivec2(max(at - reach, 1), min(at + reach, size - 2));
}

// Returns the particles of one row that may enter a cell: the first, and behind the last.
ivec2 rangeInRow(int row, ivec2 columns)
{
    return ivec2(startOf(row * u_grid.x + columns.x), startOf(row * u_grid.x + columns.y + 1));
}

// Returns the mark of the cell that a particle enters on its way from `from` to `place`. A place that is not a number,
// or out of reach, becomes one within reach: no particle gets lost.
uint enter(vec2 from, inout vec2 place)
{
    int reach = reachNow();
    ivec2 cell = clamp(cellOf(from), ivec2(1), u_grid.xy - 2);
    ivec2 columns = linesAround(cell.x, reach, u_grid.x), rows = linesAround(cell.y, reach, u_grid.y);
    vec2 end = vec2(columns.y, rows.y); // the upper corner of the last cell, which is not in it
    vec2 last = uintBitsToFloat(floatBitsToUint(end) - 1u);
    place = dot(place, place) < 1e12 ? place : from;
    place = clamp(place, vec2(columns.x - 1, rows.x - 1), last);
    return markOf(cellOf(place));
}
#endif
