// Computes where the particles of each cell begin. In: counts of particles in cells (particles/prefix.glsl). Out: the
// number of the cell's first particle; behind the last cell: the number of particles.
#include "particles/prefix.glsl"

uniform ivec4 u_shifts;
layout(location = 0) out uint o_start;

void main()
{
    o_start = prefixBefore(int(gl_FragCoord.x) + (int(gl_FragCoord.y) << u_shifts.y));
}
