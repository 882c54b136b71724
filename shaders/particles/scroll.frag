// Shifts particles after their domain has moved, so that they stay in the world. In: u_place. u_offset: the domain's
// move, cells. u_limits: low and high ends of the domain, cells; far away where it has no end. Particles that rounding
// puts just beyond a side are put back.
#include "particles/layout.glsl"

uniform sampler2D u_place;
uniform vec2 u_offset;
uniform vec4 u_limits;
layout(location = 0) out vec4 o_place;

const float SLACK = 1e-3;

void main()
{
    vec4 own = texelFetch(u_place, particleTexel(numberHere(u_shifts.x)), 0);
    vec2 place = own.xy - u_offset;
    vec2 inside = clamp(place, u_limits.xy, u_limits.zw);
    o_place = vec4(mix(place, inside, lessThan(abs(place - inside), vec2(SLACK))), own.zw);
}
