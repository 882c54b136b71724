// Sorts each block of 8 elements. Out: the element of this place. In: u_keys, as in particles/sort.glsl.
#include "particles/sort.glsl"

layout(location = 0) out uvec2 o_key;

const int BLOCK = 8;

void main()
{
    int shift = shiftOf(u_keys);
    int last = sizeOf(u_keys) - 1;
    int own = int(gl_FragCoord.x) + (int(gl_FragCoord.y) << shift);
    int base = own - own % BLOCK;
    uvec2 block[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        block[i] = base + i <= last ? keyAt(base + i, shift) : uvec2(0xffffffffu);
    }
    // Takes the element with as many smaller ones as places before this; of absent ones, which are equal, the first.
    o_key = uvec2(0xffffffffu);
    for (int i = 0; i < BLOCK; i++) {
        int before = 0;
        for (int j = 0; j < BLOCK; j++) {
            before += comesBefore(block[j], block[i]) || (block[j] == block[i] && j < i) ? 1 : 0;
        }
        o_key = before == own - base ? block[i] : o_key;
    }
}
