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

// Returns the middle of the cell that the ranges give for a particle: a place for one whose own is not a number.
vecD middleOfCellOf(int particle)
{
    int low = 0;
    int high = u_grid.w;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        bool before = startOf(middle) <= particle;
        low = before ? middle : low;
        high = before ? high : middle;
    }
    return vecD(cellAt(low)) - 0.5;
}
