// Pressure on solids, see solid/loads.glsl. In: u_pressure (packed).
#include "common/packed.glsl"

uniform sampler2D u_pressure;

float pressureAt(ivec2 cell)
{
    return packedFetch(u_pressure, cell);
}

#include "solid/loads.glsl"
