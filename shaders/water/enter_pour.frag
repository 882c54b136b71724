// Makes particles at the sites of u_counts (enter_sites.frag). Out: the state, behind present ones, up to the capacity.
#include "particles/layout.glsl"
#include "particles/prefix.glsl"
#include "particles/colors.glsl"
#include "particles/state_out.glsl"
#include "water/entering.glsl"

uniform int u_capacity;
uniform vec4 u_sideColors[4]; // of what enters, linear light

void main()
{
    int own = numberHere(u_shifts.x);
    int i = own - liveCount();
    if (i < 0 || own >= u_capacity || uint(i) >= prefixTotal()) {
        discard;
    }
    Entering e = enteringAt(u_chunk.x + findUnit(uint(i)));
    o_place = vec4(e.place, e.velocity);
    o_tags = uvec2(texelFetch(u_count, ivec2(0), 0).w + uint(i),
                   makeTag(0, u_sideColors[e.side].rgb, vec3(0.5)));
#ifdef STRESS
    o_stress = vec4(0.0);
#endif
#ifdef MARKED
    o_marks = uvec2(0u);
#endif
}
