// Updates the start of each cell after particles have been removed. In: u_counts of survivors.frag; u_starts. Out: the
// number of a cell's first particle.
#include "particles/prefix.glsl"

uniform usampler2D u_starts;
layout(location = 0) out uint o_start;

void main()
{
    o_start = prefixBefore(int(texelFetch(u_starts, ivec2(gl_FragCoord.xy), 0).x));
}
