// Accelerates members of groups towards their places in the group's shape. In: u_moved, all particles after a substep's
// forces, and u_movedMoves; u_place, before the forces. u_settings, row 0: of each group 1 if it is rigid; then, for a
// soft constraint, the rate of correcting a member's distance from its place (1/s), and the corrected fraction of its
// velocity error; row 1: rate and hardness of links, hardness of the shape. Out: places and velocities.
//   SORTED  also the cell that each particle enters (particles/moves.glsl)
//   LINKED  u_pulled of pull.frag
#include "particles/layout.glsl"
#include "shared.h"
#ifdef SORTED
#include "particles/moves.glsl"
#endif
#include "particles/marks.glsl"
#include "particles/colors.glsl"
#include "particle_groups/groups.glsl"

uniform sampler2D u_place;
uniform sampler2D u_moved;
uniform sampler2D u_settings;
uniform sampler2D u_members;
uniform sampler2D u_pulled;
uniform vec2 u_time; // a substep and the look-ahead, s
uniform usampler2D u_tags;
uniform int u_fixedMaterials; // a bit for each material whose particles stay in place
uniform vec4 u_nextExtent; // of the domain, cells
layout(location = 0) out vec4 o_place;
#ifdef SORTED
uniform usampler2D u_movedMoves;
layout(location = 1) out uint o_move;
#endif

void main()
{
    ivec2 texel = particleTexel(particleHere());
    uint mark = texelFetch(u_marks, texel, 0).x;
    int group = groupOf(mark);
    o_place = texelFetch(u_moved, texel, 0);
#ifdef SORTED
    o_move = texelFetch(u_movedMoves, texel, 0).x;
#endif
    vec4 motion = group != 0 ? poseOf(group, 1) : vec4(0.0);
    bool isFixed = (u_fixedMaterials >> tagMaterial(texelFetch(u_tags, texel, 0).y) & 1) != 0;
    if (motion.w <= 0.0 || isFixed) {
        return;
    }
    vec4 pose = poseOf(group, 0);
    vec4 settings = texelFetch(u_settings, ivec2(group - 1, 0), 0);
    vec2 rest = texelFetch(u_rests, texelOf(memberOf(mark), u_listShifts.x), 0).xy - poseOf(group, 2).xy;
    vec2 goal = pose.xy + turnedBy(pose.zw, rest);
    vec2 arm = (settings.x > 0.5 ? goal : o_place.xy) - pose.xy;
    vec2 flow = motion.xy + motion.z * vec2(-arm.y, arm.x);
    if (settings.x > 0.5) {
        o_place = vec4(goal, flow);
    } else {
        float time = u_time.x;
        vec2 change = settings.z * (settings.y * (goal - o_place.xy) + flow - o_place.zw);
#ifdef LINKED
        if (texelFetch(u_settings, ivec2(group - 1, 1), 0).y > 0.0) {
            // Links and the shape change the velocity together.
            ivec2 member = texelOf(memberOf(mark), u_listShifts.x);
            change = texelFetch(u_pulled, member, 0).xy - texelFetch(u_members, member, 0).zw;
            time += u_time.y;
        }
#endif
        o_place += vec4(time * change, change);
    }
    vec2 before = texelFetch(u_place, texel, 0).xy;
    vec2 next = clamp(o_place.xy, before - 0.99, before + 0.99);
#ifdef BOUNDED
    next = clamp(next, vec2(0.0), u_nextExtent.xy * 0.9999999);
#endif
    bool finite = dot(next, next) < 1e12 && dot(o_place.zw, o_place.zw) < 1e20;
    o_place = finite ? vec4(next, o_place.zw) : vec4(before, 0.0, 0.0);
#ifdef SORTED
    o_move = o_move == uint(GF_MOVE_GONE) ? o_move
                                          : markOf(clamp(cellOf(o_place.xy), cellOf(before) - 1, cellOf(before) + 1));
#endif
}
