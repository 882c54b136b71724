// Sums up the loads of solids, a column each. Row 0: force and torque, over the parts of u_partSums (solid/loads.glsl);
// row 1: their integral over time, added to the integral in u_loads if u_kept is set; u_elapsed: length of the step, s.
// u_firstTexel: the first column.
#include "solid/parts.glsl"

uniform usampler2D u_partSums;
uniform usampler2D u_loads;
uniform int u_firstTexel;
uniform float u_kept;
uniform float u_elapsed;
layout(location = 0) out uvec4 o_load;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 sum = vec4(0.0);
    for (int i = 0; i < PARTS; i++) {
        sum += uintBitsToFloat(texelFetch(u_partSums, partTexel(texel.x - u_firstTexel, i), 0));
    }
    vec4 before = uintBitsToFloat(texelFetch(u_loads, texel, 0));
    o_load = floatBitsToUint(texel.y == 0 ? sum : (u_kept > 0.5 ? before : vec4(0.0)) + u_elapsed * sum);
}
