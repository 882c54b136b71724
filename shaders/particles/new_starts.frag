// Finds where cells begin. In: counts (particles/prefix.glsl). Out: number of the first particle; at the end the total.
#include "particles/prefix.glsl"

uniform ivec4 u_shifts;
layout(location = 0) out uint o_start;

void main()
{
    o_start = prefixBefore(int(gl_FragCoord.x) + (int(gl_FragCoord.y) << u_shifts.y));
}
