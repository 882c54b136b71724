// Unpacks the pressure. Out: pressure over density, m^2/s^2.
#include "common/packed.glsl"

uniform sampler2D u_pressure;
uniform float u_unit;
layout(location = 0) out float o_pressure;

void main()
{
    o_pressure = u_unit * packedFetch(u_pressure, ivec2(gl_FragCoord.xy));
}
