// What grid/carry_scalars.frag draws where there is nothing. TEMPERATURE is its attachment's number; u_ambient.
#include "common/rounded.glsl"

#ifdef DYE
layout(location = 0) out vec4 o_dye;
#endif
#ifdef TEMPERATURE
uniform float u_ambient;
layout(location = TEMPERATURE) out float o_temperature;
#endif

void main()
{
#ifdef DYE
    o_dye = vec4(0.0);
#endif
#ifdef TEMPERATURE
    o_temperature = storedTemperature(u_ambient);
#endif
}
