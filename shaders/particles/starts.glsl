// Reads the ranges of cells in the sorted state.
#include "particles/layout.glsl"

uniform usampler2D u_starts;

int startOf(int cell)
{
    return int(texelFetch(u_starts, texelOf(cell, u_shifts.y), 0).x);
}

// Returns the particles of a row of three cells, around `middle`: the first, and behind the last.
ivec2 rangeAround(int middle)
{
    return ivec2(startOf(middle - 1), startOf(middle + 2));
}
