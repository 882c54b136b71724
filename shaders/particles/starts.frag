// Finds where the elements of each key begin. Out: texel b of the list has the number of keys that are less than b. In:
// u_keys, sorted (particles/sort.glsl). u_shift: log2 of the width of what is written.
#include "particles/sort.glsl"

uniform int u_shift;
layout(location = 0) out uint o_start;

void main()
{
    int shift = shiftOf(u_keys);
    uint own = (uint(gl_FragCoord.y) << uint(u_shift)) + uint(gl_FragCoord.x);
    int low = 0;
    int high = sizeOf(u_keys);
    while (low < high) {
        int middle = (low + high) >> 1;
        if (keyAt(middle, shift).x < own) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    o_start = uint(low);
}
