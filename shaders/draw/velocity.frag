// u_velocity (faces, m/s): direction as hue, speed as light and coverage up to u_range (m/s). Out: as draw/look.glsl.
#include "common/grid.glsl"
#include "draw/look.glsl"

uniform sampler2D u_velocity;
uniform float u_range;

void main()
{
    vec2 v = velocityAt(u_velocity, placeBefore(v_place) * vec2(u_cells)) / u_range;
    float speed = length(v);
    float hue = speed > 0.0 ? atan(v.y, v.x) / 6.2831853 : 0.0;
    vec3 color = clamp(abs(fract(hue + vec3(0.0, 2.0 / 3.0, 1.0 / 3.0)) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
    writeLook(color, 1.0 - exp(-2.0 * speed));
}
