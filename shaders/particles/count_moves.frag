// How many particles enter each cell, in all and from each row of cells around it.
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
    if (!isInside(cell)) {
        return;
    }
    for (int r = 0; r < ROWS; r++) {
        Row row = rowAround(cell, r);
        uint n = 0u;
        for (int j = row.begin; j < row.end; j++) {
            n += entersFrom(row, j) ? 1u : 0u;
        }
        o_total += n;
#if DIMENSIONS == 3
        if (r < 4) {
            o_arrivals0[r] = n;
        } else if (r < 8) {
            o_arrivals1[r - 4] = n;
        } else {
            o_arrivals2.x = n;
        }
#else
        o_arrivals0[r] = n;
#endif
    }
}
