// Particles of a domain that has moved: their places in it. In: u_place. u_offset: by how much it moved, cells.
// u_limits: low and high ends of the domain, cells; without an end they are far away. Rounding may put one that lies at
// a side a hair beyond it.
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
