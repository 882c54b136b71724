// Updates each cell's start after removals. In: u_counts of survivors.frag; u_starts. Out: the first particle's number.
#include "particles/prefix.glsl"

uniform usampler2D u_starts;
layout(location = 0) out uint o_start;

void main()
{
    o_start = prefixBefore(int(texelFetch(u_starts, ivec2(gl_FragCoord.xy), 0).x));
}
