// Sets the pose of one group, u_group: at u_centre (cells), unturned, at rest. All other groups stay.
//   KEEPS  at its own place
#include "particle_groups/groups.glsl"

uniform int u_group;
uniform vec4 u_centre;
layout(location = 0) out vec4 o_pose;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    o_pose = texelFetch(u_poses, texel, 0);
    if (texel.x == u_group - 1) {
#ifdef KEEPS
        o_pose = texel.y == 0 ? vec4(o_pose.xy, 1.0, 0.0) : texel.y == 1 ? o_pose : vec4(0.0, 0.0, o_pose.zw);
#else
        o_pose = texel.y == 0 ? vec4(u_centre.xy, 1.0, 0.0) : vec4(0.0);
#endif
    }
}
