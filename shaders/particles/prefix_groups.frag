// Sums groups of 16 elements. In: u_counts, a list (particles/linear.glsl). u_shift: log2 of the target's width.
#include "particles/linear.glsl"

uniform usampler2D u_counts;
uniform int u_shift;
layout(location = 0) out uint o_sum;

void main()
{
    int shift = shiftOf(u_counts);
    int first = 16 * (int(gl_FragCoord.x) + (int(gl_FragCoord.y) << u_shift));
    int end = min(first + 16, sizeOf(u_counts));
    uint sum = 0u;
    for (int i = first; i < end; i++) {
        sum += texelFetch(u_counts, texelOf(i, shift), 0).x;
    }
    o_sum = sum;
}
