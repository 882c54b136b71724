// Sums up the counts in shapes, a column each: the parts of particles/inside_sums.frag, u_parts0 to u_parts3, in rows.
// Row 3: particles inside; those that entered and left since u_sums was started; the next id (u_count). u_known:
// columns for which u_sums has old counts; u_kept: whether its entered and left are added up.
#include "solid/parts.glsl"

uniform usampler2D u_parts0;
uniform usampler2D u_parts1;
uniform usampler2D u_parts2;
uniform usampler2D u_parts3;
uniform usampler2D u_sums;
uniform usampler2D u_count;
uniform int u_known;
uniform float u_kept;
layout(location = 0) out uvec4 o_sum;

// Returns how many particles entered (inside now, not before) and left (the reverse, or gone): the count's change.
uvec4 traffic(int column, uvec2 insideAndKept)
{
    uvec4 before = texelFetch(u_sums, ivec2(column, 3), 0);
    bool known = column < u_known;
    uint now = insideAndKept.x;
    uint stayed = known ? min(insideAndKept.y, before.x) : now;
    uvec2 moved = known ? uvec2(now - stayed, before.x - stayed) : uvec2(0u);
    moved += u_kept > 0.5 && known ? before.yz : uvec2(0u);
    return uvec4(now, moved, texelFetch(u_count, ivec2(0), 0).w);
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 moments = vec4(0.0);
    uvec4 counts = uvec4(0u);
    for (int i = 0; i < PARTS; i++) {
        ivec2 part = partTexel(texel.x, i);
        moments += uintBitsToFloat(texelFetch(u_parts0, part, 0));
        counts += texel.y == 1   ? texelFetch(u_parts1, part, 0)
                  : texel.y == 2 ? texelFetch(u_parts2, part, 0)
                                 : texelFetch(u_parts3, part, 0);
    }
    o_sum = texel.y == 0 ? floatBitsToUint(moments) : texel.y == 3 ? traffic(texel.x, counts.xy) : counts;
}
