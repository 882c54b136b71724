// Draws the members of groups towards their places in these. In: u_moved, all particles after a substep's forces, and
// u_movedMoves; u_place, before them. u_settings, row 0: of each group 1 if it is rigid; then, of a soft constraint,
// the rate at which distance from its place is made up for (1/s), and the share of the velocity that is left to make up
// for; row 1: the same two of its links (LINKED: links.frag; u_members). u_dt: s. Out: places and velocities, and of a
// sorted state which cell they enter (particles/moves.glsl).
#include "particles/layout.glsl"
#ifdef SORTED
#include "particles/moves.glsl"
#endif
#include "particles/marks.glsl"
#include "particles/colors.glsl"
#include "particle_groups/groups.glsl"

uniform sampler2D u_place;
uniform sampler2D u_moved;
uniform sampler2D u_settings;
uniform float u_dt;
uniform usampler2D u_tags;
uniform int u_fixedMaterials; // a bit for each whose particles stay where they are
uniform vec4 u_nextExtent; // of the domain, cells
layout(location = 0) out vec4 o_place;
#ifdef SORTED
uniform usampler2D u_movedMoves;
layout(location = 1) out uint o_move;
#endif

#ifdef LINKED
const float RELAXED = 0.25; // of what a link asks for: a member has up to 8, and all act at once
uniform sampler2D u_members;
uniform usampler2D u_links0;
uniform usampler2D u_links1;

// What a spring to a partner changes of a velocity: half, for the partner takes the other half.
vec2 pulledBy(uint partner, vec4 own, vec2 ownRest, vec2 settings)
{
    ivec2 texel = texelOf(int(max(partner, 1u)) - 1, u_listShifts.x);
    vec4 other = texelFetch(u_members, texel, 0);
    vec2 apart = other.xy - own.xy;
    float size = length(apart);
    if (partner == 0u || other.x < -1e29 || size < 1e-9) {
        return vec2(0.0);
    }
    vec2 way = apart / size;
    float longer = size - distance(texelFetch(u_rests, texel, 0).xy, ownRest);
    return (0.5 * RELAXED * settings.y * (settings.x * longer + dot(other.zw - own.zw, way))) * way;
}

vec2 pulledByLinks(int member, vec4 own, vec2 settings)
{
    ivec2 texel = texelOf(member, u_listShifts.x);
    vec2 ownRest = texelFetch(u_rests, texel, 0).xy;
    uvec4 links0 = texelFetch(u_links0, texel, 0);
    uvec4 links1 = texelFetch(u_links1, texel, 0);
    vec2 sum = vec2(0.0);
    for (int i = 0; i < 4; i++) {
        sum += pulledBy(links0[i], own, ownRest, settings) + pulledBy(links1[i], own, ownRest, settings);
    }
    return sum;
}
#endif

void main()
{
    int self = numberHere(u_shifts.x);
    if (self >= liveCount()) {
        discard;
    }
    ivec2 texel = particleTexel(self);
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
        vec2 change = settings.z * (settings.y * (goal - o_place.xy) + flow - o_place.zw);
#ifdef LINKED
        change += pulledByLinks(memberOf(mark), o_place, texelFetch(u_settings, ivec2(group - 1, 1), 0).xy);
#endif
        o_place += vec4(u_dt * change, change);
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
