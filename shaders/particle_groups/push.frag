// Moves, pushes the members of u_group as one, about its centre of mass (u_move, u_impulse). Out: place, velocity.
#include "particles/layout.glsl"
#include "particles/marks.glsl"
#include "particle_groups/groups.glsl"

uniform sampler2D u_place;
uniform int u_group;
uniform vec4 u_move;    // cells, and cosine and sine
uniform vec4 u_impulse; // as if the group had mass 1
uniform vec4 u_ends;    // of the domain, low and high, cells
layout(location = 0) out vec4 o_place;

void main()
{
    ivec2 texel = particleTexel(particleHere());
    o_place = texelFetch(u_place, texel, 0);
    vec4 motion = poseOf(u_group, 1);
    if (groupOf(texelFetch(u_marks, texel, 0).x) != u_group || motion.w <= 0.0) {
        return;
    }
    vec4 pose = poseOf(u_group, 0);
    float inertia = max(poseOf(u_group, 2).z, 1e-9);
    vec2 arm = turnedBy(u_move.zw, o_place.xy - pose.xy);
    vec2 place = pose.xy + arm + u_move.xy;
    vec2 faster = u_impulse.xy + (u_impulse.z / inertia) * vec2(-arm.y, arm.x);
    o_place = vec4(clamp(place, u_ends.xy, u_ends.zw), o_place.zw + faster / motion.w);
}
