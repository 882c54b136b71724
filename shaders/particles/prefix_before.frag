// Sums all elements before a group of 16. Out: the sum before the group with the texel's number. In: u_groupSums1, the
// sums of the groups, a list (particles/linear.glsl), u_groupSums2, the sums of 16 of those, and so on, up to LEVELS of
// them. u_shift: log2 of the width of the target.
#include "particles/linear.glsl"

uniform usampler2D u_groupSums1;
uniform usampler2D u_groupSums2;
uniform usampler2D u_groupSums3;
uniform usampler2D u_groupSums4;
uniform usampler2D u_groupSums5;
uniform int u_shift;
layout(location = 0) out uint o_before;

// Returns the sum of the elements from `first` up to `end`, which lies outside.
uint sumOf(usampler2D sums, int first, int end)
{
    int shift = shiftOf(sums);
    int last = min(end, sizeOf(sums));
    uint sum = 0u;
    for (int i = first; i < last; i++) {
        sum += texelFetch(sums, texelOf(i, shift), 0).x;
    }
    return sum;
}

// Returns the first element of the sum on a level: the start of element i's group of 16, or on the last level 0.
int firstOf(int i, int level)
{
    return level < LEVELS ? i & ~15 : 0;
}

void main()
{
    int own = int(gl_FragCoord.x) + (int(gl_FragCoord.y) << u_shift);
    o_before = sumOf(u_groupSums1, firstOf(own, 1), own);
#if LEVELS > 1
    o_before += sumOf(u_groupSums2, firstOf(own >> 4, 2), own >> 4);
#endif
#if LEVELS > 2
    o_before += sumOf(u_groupSums3, firstOf(own >> 8, 3), own >> 8);
#endif
#if LEVELS > 3
    o_before += sumOf(u_groupSums4, firstOf(own >> 12, 4), own >> 12);
#endif
#if LEVELS > 4
    o_before += sumOf(u_groupSums5, firstOf(own >> 16, 5), own >> 16);
#endif
}
