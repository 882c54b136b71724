// Restores a field's total after a change of resolution, in proportion to the field. In: u_source (the field),
// u_outside (its value at rest, from which totals count), u_fluidMask (1 in fluid), and in one texel each the old total
// (u_mean; times u_factor it is in the units of the others), the total now (u_sums) and the total of absolute values
// (u_norms). A loss of more than half of u_norms is ignored.
#include "common/rounded.glsl"

uniform sampler2D u_source;
uniform sampler2D u_fluidMask;
uniform sampler2D u_mean;
uniform sampler2D u_sums;
uniform sampler2D u_norms;
uniform vec4 u_outside;
uniform float u_factor;
layout(location = 0) out vec4 o_value;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 value = texelFetch(u_source, texel, 0);
    vec4 lost = u_factor * texelFetch(u_mean, ivec2(0), 0) - texelFetch(u_sums, ivec2(0), 0);
    vec4 sizes = texelFetch(u_norms, ivec2(0), 0);
    vec4 part = step(abs(lost), 0.5 * sizes) * lost / max(sizes, vec4(1e-30));
    o_value = storedDye(value + texelFetch(u_fluidMask, texel, 0).x * part * abs(value - u_outside));
}
