// Sums over the members of listed groups (particles/listed.glsl), a column each; each row is a part of the sum, over
// every n-th particle. In: u_touches, u_contacts (particles/touches.frag). Out: members, those that touch particles,
// those that touch solids, those that touch anything; touched groups, as bits; sums of places and directions.
#include "common/loops.glsl"
#include "particles/layout.glsl"
#include "particles/marks.glsl"
#include "particles/listed.glsl"

uniform usampler2D u_touches;
uniform usampler2D u_contacts;
layout(location = 0) out uvec4 o_counts;
layout(location = 1) out uvec4 o_groups;
layout(location = 2) out uvec4 o_contact;

void main()
{
    int column = int(gl_FragCoord.x) + 1;
    int count = liveCount();
    uvec4 counts = uvec4(0u);
    uint groups = 0u;
    vec4 contact = vec4(0.0);
    for (int i = int(gl_FragCoord.y); i < count; i += GF_TOUCH_PARTS) {
        ivec2 texel = particleTexel(i);
        ONLY_IF(listedOf(groupOf(texelFetch(u_marks, texel, 0).x)) == column) {
            uvec2 touch = texelFetch(u_touches, texel, 0).xy;
            counts += uvec4(1u, touch.x & 1u, touch.x >> 1u, touch.x != 0u ? 1u : 0u);
            groups |= touch.y;
            contact += uintBitsToFloat(texelFetch(u_contacts, texel, 0));
        }
    }
    o_counts = counts;
    o_groups = uvec4(groups, 0u, 0u, 0u);
    o_contact = floatBitsToUint(contact);
}
