// Makes the key of each particle for a sort by age: its id relative to the next id, so that older particles have
// smaller keys even after ids have wrapped; and its number. Texels without a particle come last.
#include "particles/layout.glsl"
#include "shared.h"

uniform usampler2D u_tags;
uniform int u_shift; // log2 of the texels in a row of keys
layout(location = 0) out uvec2 o_key;

void main()
{
    int i = numberHere(u_shift);
    o_key = uvec2(GF_NO_CELL, uint(i));
    if (i < liveCount()) {
        o_key.x = texelFetch(u_tags, particleTexel(i), 0).x - texelFetch(u_count, ivec2(0), 0).w;
    }
}
