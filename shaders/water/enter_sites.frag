// Chooses the sites at sides where particles enter, but in solids. Out: 1 or 0, a list of numbers from u_chunk.x on.
#include "particles/layout.glsl"
#include "particles/walls.glsl"
#include "water/entering.glsl"

uniform int u_shift; // log2 of the texels in a row of the target
layout(location = 0) out uint o_site;

void main()
{
    int number = u_chunk.x + numberHere(u_shift);
    o_site = 0u;
    if (number < u_chunk.y) {
        Entering e = enteringAt(number);
        bool isFree = true;
#ifdef SOLIDS
        isFree = nearestSolid(e.place).distance >= 0.0;
#endif
        o_site = e.isThere && isFree ? 1u : 0u;
    }
}
