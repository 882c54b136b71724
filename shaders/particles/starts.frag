// Finds the first element of each key. Out: texel b of the list has the number of keys less than b. In: u_keys, sorted
// (particles/sort.glsl). u_shift: log2 of the width of the target.
#include "particles/sort.glsl"

uniform int u_shift;
layout(location = 0) out uint o_start;

void main()
{
    uint own = (uint(gl_FragCoord.y) << uint(u_shift)) + uint(gl_FragCoord.x);
    o_start = uint(keysBefore(uvec2(own, 0u), sizeOf(u_keys), shiftOf(u_keys)));
}
