// A list of keys to sort: x the key, y the index of what has it. Equal keys are in the order of their indices.
#include "particles/linear.glsl"

uniform usampler2D u_keys;

uvec2 keyAt(int i, int shift)
{
    return texelFetch(u_keys, texelOf(i, shift), 0).xy;
}

bool comesBefore(uvec2 a, uvec2 b)
{
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}
