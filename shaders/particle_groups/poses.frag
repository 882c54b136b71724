// Finds each group's motion as a whole. In: the sums of sums.frag. Out: u_poses (groups.glsl). An empty group stays.
#include "common/contain.glsl"
#include "particle_groups/groups.glsl"
#include "particle_groups/spin.glsl"

uniform sampler2D u_places;
uniform sampler2D u_motions;
uniform sampler2D u_restSums;
uniform int u_parts;
layout(location = 0) out vec4 o_pose;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 before = texelFetch(u_poses, texel, 0);
    vec4 places = vec4(0.0), motions = vec4(0.0), rests = vec4(0.0);
    for (int part = 0; part < u_parts; part += 4) {
        for (int i = 0; i < 4; i++) {
            ivec2 at = ivec2(texel.x, part + i);
            places += texelFetch(u_places, at, 0);
            motions += texelFetch(u_motions, at, 0);
            rests += texelFetch(u_restSums, at, 0);
        }
    }
    if (places.x <= 0.0) {
        o_pose = texel.y == 0 ? before : vec4(0.0);
        return;
    }
    vec4 means = vec4(places.yzw, 0.0) / places.x;
    vec2 velocity = motions.xy / places.x, rest = rests.xy / places.x;
    float inertia = max(means.z - dot(means.xy, means.xy), 0.0);
    vec2 turn = rests.zw / places.x - vec2(dot(rest, means.xy), crossOf(rest, means.xy));
    float size = length(turn);
    if (texel.y == 0) {
        o_pose = vec4(poseOf(texel.x + 1, 0).xy + means.xy, size > 1e-12 ? turn / size : before.zw);
    } else if (texel.y == 1) {
        int group = texel.x + 1;
        float flown = u_lead.y * before.z * before.z * inertia; // of members that move straight on
        float momentum = motions.z / places.x - crossOf(means.xy, velocity) -
                         twistOf(group) * (dot(means.xy, velocity) + flown);
        float resting = isRigid(group) ? size * size / max(inertia, 1e-9) : inertia; // of a rigid group: its shape's
        o_pose = vec4(velocity, contain(resting > 1e-9 ? momentum / resting : 0.0), places.x);
    } else {
        o_pose = vec4(rest, inertia, motions.w);
    }
}
