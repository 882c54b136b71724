// Warm fluid rises, dye weighs down. In: u_velocity (m/s, faces), u_temperature (K), u_dye. Out: velocity (m/s, faces).
// u_buoyancy: dt times (m/s^2 per kelvin, m/s^2 per unit of dye). u_scale: dye texels per cell.
#include "common/grid.glsl"
#include "common/contain.glsl"

uniform sampler2D u_velocity;
uniform sampler2D u_temperature;
uniform sampler2D u_dye;
uniform vec2 u_buoyancy;
uniform vec2 u_scale;
uniform float u_ambient;
layout(location = 0) out vec2 o_velocity;

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    vec2 velocity = texelFetch(u_velocity, cell, 0).xy;
    ivec2 last = u_cells - 1;
    ivec2 above = min(cell, last);
    ivec2 below = clamp(cell - ivec2(0, 1), ivec2(0), last);
    float warm = 0.5 * (texelFetch(u_temperature, above, 0).x + texelFetch(u_temperature, below, 0).x) - u_ambient;
    float weight = 0.0;
    if (u_buoyancy.y != 0.0) {
        weight = sampleLinear(u_dye, vec2(gl_FragCoord.x, gl_FragCoord.y - 0.5) * u_scale).w;
    }
    velocity.y += u_buoyancy.x * warm - u_buoyancy.y * weight;
    o_velocity = vec2(velocity.x, contain(velocity.y));
}
