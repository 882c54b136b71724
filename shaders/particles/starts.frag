// Finds keys' starts. In: u_keys, sorted. Out: in texel b the number of keys below b. u_shift: log2 of its width.
#include "particles/sort.glsl"

uniform int u_shift;
layout(location = 0) out uint o_start;

void main()
{
    uint own = (uint(gl_FragCoord.y) << uint(u_shift)) + uint(gl_FragCoord.x);
    o_start = uint(keysBefore(uvec2(own, 0u), sizeOf(u_keys), shiftOf(u_keys)));
}
