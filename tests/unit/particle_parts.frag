// What the helpers of shaders/particles/ say, element by element, for test_particle_parts.c. Out: with SUMS, the sum before
// this element, the element in which that many units end, what comes before that, the total; with SLOTS_ASKED, what is in
// slot u_run of this voxel.
#ifdef SUMS
#include "particles/prefix.glsl"

layout(location = 0) out uvec4 o_answers;

void main()
{
    int own = int(gl_FragCoord.x) + (int(gl_FragCoord.y) << shiftOf(u_counts));
    uint total = prefixTotal();
    o_answers = uvec4(prefixBefore(own), 0u, 0u, total);
    if (total > 0u) {
        uint k = uint(own) * 977u % total;
        o_answers.y = uint(findUnit(k, o_answers.z));
    }
}
#endif
#ifdef SLOTS_ASKED
#include "particles/slots.glsl"

uniform int u_run;
layout(location = 0) out uint o_particle;

void main()
{
    o_particle = slotAt(ivec2(gl_FragCoord.xy), u_run);
}
#endif
