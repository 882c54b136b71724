// Makes the list of places at rest anew, after u_keys were sorted. Members with a place keep it; new members get the
// place where they lie now, in the axes of the group. Out: see u_rests of groups.glsl.
#include "particles/layout.glsl"
#include "particles/marks.glsl"
#include "particles/sort.glsl"
#include "particles/materials.glsl"
#include "particle_groups/groups.glsl"

uniform int u_shift; // log2 of the texels in a row of keys
uniform sampler2D u_place;
uniform usampler2D u_tags;
layout(location = 0) out vec4 o_rest;

void main()
{
    int member = numberHere(u_listShifts.x);
    uvec2 key = keyAt(member, u_shift);
    o_rest = vec4(0.0);
    if (member >= liveCount() || key.x == GF_NO_CELL) {
        return;
    }
    ivec2 texel = particleTexel(int(key.y));
    int before = memberOf(texelFetch(u_marks, texel, 0).x);
    int group = int(key.x);
    if (uint(before) != GF_NO_MEMBER) {
        o_rest = texelFetch(u_rests, texelOf(before, u_listShifts.x), 0);
    } else {
        vec4 pose = poseOf(group, 0);
        vec2 arm = texelFetch(u_place, texel, 0).xy - pose.xy;
        o_rest.xy = turnedBy(vec2(pose.z, -pose.w), arm) + poseOf(group, 2).xy;
    }
    int material = int(texelFetch(u_tags, texel, 0).y >> 24);
    o_rest.zw = vec2(materialPressure(material).x, float(GF_MATERIALS * group + material));
}
