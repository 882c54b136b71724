// Fields for the host, and vorticity for confinement. In: u_velocity (m/s, faces), u_pressure (packed). Out, times
// u_unit:
//   VORTICITY  at cell corners, in m/s (times the cell size)
//   PACKED     a packed field
//   REFLECTED  the pressure that acted in a step of two halves (GF_SCHEME_REFLECT)
//   SINGLE     the first texel of u_pressure
//   (none)     velocity at cell centres, mean of the faces, m/s; without u_unit
#include "common/packed.glsl"
#include "grid/step_pressure.glsl"
#include "common/vorticity.glsl"

uniform ivec2 u_cells;
uniform ivec2 u_wrap;
uniform float u_unit;
uniform sampler2D u_velocity;
layout(location = 0) out vec4 o_value;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
#if defined(PACKED)
    o_value = vec4(u_unit * packedValue(u_pressure, min(texel, u_cells - 1)), 0.0, 0.0, 0.0);
#elif defined(REFLECTED)
    o_value = vec4(u_unit * pressureAt(min(texel, u_cells - 1)), 0.0, 0.0, 0.0);
#elif defined(SINGLE)
    o_value = u_unit * texelFetch(u_pressure, ivec2(0), 0);
#elif defined(VORTICITY)
    o_value = vec4(u_unit * cornerVorticity(u_velocity, texel, u_cells, u_wrap), 0.0, 0.0, 0.0);
#else
    vec2 own = texelFetch(u_velocity, texel, 0).xy;
    float right = texelFetch(u_velocity, min(texel + ivec2(1, 0), u_cells), 0).x;
    float above = texelFetch(u_velocity, min(texel + ivec2(0, 1), u_cells), 0).y;
    o_value = vec4(0.5 * (own.x + right), 0.5 * (own.y + above), 0.0, 0.0);
#endif
}
