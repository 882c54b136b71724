// Brings particles into the order of sorted keys. In: u_keys; the state. Out: the state, in that order.
#include "particles/state.glsl"

uniform usampler2D u_keys;
uniform int u_shift; // log2 of the texels in a row of keys

void main()
{
    copyState(particleTexel(int(texelFetch(u_keys, texelOf(particleHere(), u_shift), 0).y)));
}
