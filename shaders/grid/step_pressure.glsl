// The pressure that acted in a step, in a cell, m/s. In: u_pressure (packed).
//   REFLECTED  the step had two halves (GF_SCHEME_REFLECT): the first half's pressure, which acts once more by the
//              reflection, plus half of the second half's, u_reflectPressure
#include "common/packed.glsl"

uniform sampler2D u_pressure;
#ifdef REFLECTED
uniform sampler2D u_reflectPressure;
#endif

float pressureAt(ivec2 cell)
{
#ifdef REFLECTED
    return packedFetch(u_pressure, cell) + 0.5 * packedFetch(u_reflectPressure, cell);
#else
    return packedFetch(u_pressure, cell);
#endif
}
