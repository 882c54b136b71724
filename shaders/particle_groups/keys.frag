// Makes the key of each particle for a sort by groups: its group and its number; GF_NO_CELL without a group.
#include "particles/layout.glsl"
#include "particles/marks.glsl"

uniform int u_shift; // log2 of the texels in a row of keys
layout(location = 0) out uvec2 o_key;

void main()
{
    int i = numberHere(u_shift);
    int group = i < liveCount() ? groupOf(texelFetch(u_marks, particleTexel(i), 0).x) : 0;
    o_key = uvec2(group != 0 ? uint(group) : GF_NO_CELL, uint(i));
}
