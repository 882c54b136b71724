// Sums over each part of a group's members: member `part`, and every u_parts-th from there on. Column: group; row:
// part. In: u_members (members.frag), places relative to the old centre. Out: mass, mass times place, times its square
// | times velocity, angular momentum, count | times place at rest (x, y), and the dot and cross products of that with
// the place. NaN counts for nothing.
#include "particle_groups/groups.glsl"
#include "particle_groups/spin.glsl"

uniform sampler2D u_members;
uniform int u_parts;
layout(location = 0) out vec4 o_places;
layout(location = 1) out vec4 o_motions;
layout(location = 2) out vec4 o_rests;

void add(int i, vec2 centre, float twist)
{
    ivec2 texel = texelOf(i, u_listShifts.x);
    vec4 member = texelFetch(u_members, texel, 0), rest = texelFetch(u_rests, texel, 0);
    vec2 place = member.xy - centre;
    if (member.x > -1e29 && dot(member, member) < 1e20) {
        o_places += rest.z * vec4(1.0, place, dot(place, place));
        o_motions += vec4(rest.z * vec3(member.zw, crossOf(place, member.zw) + twist * dot(place, member.zw)), 1.0);
        o_rests += rest.z * vec4(rest.xy, dot(rest.xy, place), crossOf(rest.xy, place));
    }
}

void main()
{
    int group = int(gl_FragCoord.x) + 1;
    int part = int(gl_FragCoord.y);
    ivec2 range = membersOf(group);
    vec2 centre = poseOf(group, 0).xy;
    float twist = twistOf(group);
    o_places = o_motions = o_rests = vec4(0.0);
    int i = range.x + part;
    for (; i + 3 * u_parts < range.y; i += 4 * u_parts) { // so that reads don't wait for each other
        add(i, centre, twist);
        add(i + u_parts, centre, twist);
        add(i + 2 * u_parts, centre, twist);
        add(i + 3 * u_parts, centre, twist);
    }
    for (; i < range.y; i += u_parts) {
        add(i, centre, twist);
    }
}
