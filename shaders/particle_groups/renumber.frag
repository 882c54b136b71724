// Gives members of groups new places in their list: in the order of u_keys (keys.frag, sorted). Out: their marks.
#include "particles/layout.glsl"
#include "particles/marks.glsl"
#include "particles/sort.glsl"

uniform int u_shift; // log2 of the texels in a row of keys
layout(location = 0) out uvec2 o_marks;

void main()
{
    int i = particleHere();
    o_marks = texelFetch(u_marks, particleTexel(i), 0).xy;
    int group = groupOf(o_marks.x);
    if (group == 0) {
        return;
    }
    int member = keysBefore(uvec2(group, i), liveCount(), u_shift);
    o_marks.x = uint(group) << uint(GF_MEMBER_BITS) | uint(member);
}
