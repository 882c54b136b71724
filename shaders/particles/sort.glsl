// A list of keys to sort: x the key, y the index of its owner. Equal keys are in the order of their indices.
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

// Returns how many of the first `count` keys, which are sorted, come before one.
int keysBefore(uvec2 own, int count, int shift)
{
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) >> 1;
        bool before = comesBefore(keyAt(middle, shift), own);
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}
