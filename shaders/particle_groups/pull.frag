// One iteration for members' velocities at the end of a substep under links and the shape's attraction: springs by
// implicit Euler, linearized at the present places, solved by a Chebyshev semi-iteration. In: u_members, states after a
// substep's forces; u_settings, see apply.frag; u_bounds of bounds.frag; u_pulled of the last iteration. u_round: the
// fraction of a gradient step, and the over-relaxation. Out: members' velocities now and before.
//   FIRST  the first iteration: there is no u_pulled
#include "particle_groups/linked.glsl"

uniform sampler2D u_members;
uniform sampler2D u_settings;
uniform sampler2D u_bounds;
uniform sampler2D u_pulled;
uniform vec2 u_round;
uniform vec2 u_time; // a substep and the look-ahead, s
layout(location = 0) out vec4 o_pulled;

vec2 own0; // velocity before links act
vec2 own;  // as it is now

// Returns the present place, where links act. Members are stored at that after the look-ahead, where forces act.
vec2 placeOf(vec4 member)
{
    return member.xy - u_time.y * member.zw;
}

vec4 velocitiesOf(ivec2 texel, vec4 member)
{
#ifdef FIRST
    return member.zwzw;
#else
    return texelFetch(u_pulled, texel, 0);
#endif
}

// Returns the impulse of a link, over its hardness.
vec2 pulledBy(uint partner, vec2 place, vec4 rest, float rate)
{
    ivec2 texel = texelOf(int(max(partner, 1u)) - 1, u_listShifts.x);
    vec4 other = texelFetch(u_members, texel, 0), otherRest = texelFetch(u_rests, texel, 0);
    vec2 apart = placeOf(other) - place;
    float size = length(apart);
    float yields = yieldOf(rest) + yieldOf(otherRest);
    if (partner == 0u || other.x < -1e29 || size < 1e-9 || yields <= 0.0) {
        return vec2(0.0);
    }
    vec2 way = apart / size;
    float longer = size - distance(otherRest.xy, rest.xy) - u_time.x * dot(other.zw - own0, way); // before the substep
    return ((rate * longer + dot(velocitiesOf(texel, other).xy - own, way)) / yields) * way;
}

vec2 pulledByLinks(ivec2 texel, vec2 place, vec4 rest, float rate)
{
    uvec4 links0 = texelFetch(u_links0, texel, 0), links1 = texelFetch(u_links1, texel, 0);
    uvec4 links2 = texelFetch(u_links2, texel, 0), links3 = texelFetch(u_links3, texel, 0);
    vec2 sum = vec2(0.0);
    for (int i = 0; i < 4; i++) {
        sum += pulledBy(links0[i], place, rest, rate) + pulledBy(links1[i], place, rest, rate) +
               pulledBy(links2[i], place, rest, rate) + pulledBy(links3[i], place, rest, rate);
    }
    return sum;
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 member = texelFetch(u_members, texel, 0), rest = texelFetch(u_rests, texel, 0);
    vec4 velocities = velocitiesOf(texel, member);
    o_pulled = velocities;
    int group = int(rest.w) / GF_MATERIALS;
    float yield = yieldOf(rest);
    if (group == 0 || member.x < -1e29 || yield <= 0.0) {
        return;
    }
    vec4 shape = texelFetch(u_settings, ivec2(group - 1, 0), 0);
    vec4 links = texelFetch(u_settings, ivec2(group - 1, 1), 0);
    if (links.y <= 0.0) {
        return;
    }
    own0 = member.zw;
    own = velocities.xy;
    vec4 pose = poseOf(group, 0), motion = poseOf(group, 1);
    vec2 arm = member.xy - pose.xy;
    vec2 goal = turnedBy(pose.zw, rest.xy - poseOf(group, 2).xy) - arm;
    vec2 flow = motion.xy + motion.z * vec2(-arm.y, arm.x);
    vec2 pull = links.y * yield * pulledByLinks(texel, placeOf(member), rest, links.x) +
                links.z * (shape.y * goal + flow - own) - (own - own0);
    float bound = 1.0 + links.z + links.y * texelFetch(u_bounds, ivec2(group - 1, 0), 0).x;
    vec2 next = velocities.zw + u_round.y * (u_round.x / bound * pull + own - velocities.zw);
    o_pulled = vec4(dot(next, next) < 1e20 ? next : own0, own);
}
