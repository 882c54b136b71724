// Puts back what advection lost or made of the dye: u_dye times the ratio of two totals, u_source (times
// u_dissipation.x, which may go) over u_mean, channel by channel. Where the ratio is beyond [0.5, 2], or there is
// nothing, the field stays. SECOND: u_temperature is copied to the other attachment.
#include "common/rounded.glsl"

uniform sampler2D u_dye;
uniform sampler2D u_source;
uniform sampler2D u_mean;
uniform vec2 u_dissipation;
layout(location = 0) out vec4 o_dye;
#ifdef SECOND
uniform sampler2D u_temperature;
layout(location = 1) out vec4 o_second;
#endif

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 wanted = u_dissipation.x * texelFetch(u_source, ivec2(0), 0);
    vec4 found = texelFetch(u_mean, ivec2(0), 0);
    vec4 some = step(vec4(1e-30), abs(found));
    vec4 ratio = wanted / mix(vec4(1.0), found, some);
    vec4 sane = some * step(vec4(0.5), ratio) * step(ratio, vec4(2.0));
    o_dye = storedDye(texelFetch(u_dye, texel, 0) * mix(vec4(1.0), ratio, sane));
#ifdef SECOND
    o_second = texelFetch(u_temperature, texel, 0);
#endif
}
