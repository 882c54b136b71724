// Computes what a liquid changes of one of the air's fields; it reaches a cell farther than the drag, so that what
// rises can. In: u_cellsPerTexel: cells of the air. DYE: what it takes of u_dye, by the share u_coupled.z, and what
// rises from its surface, u_amount. Else: heat, K, in alpha: up to the liquid's temperature, u_amount.x, by the share
// u_coupled.w, from u_temperature.
#include "coupling/couple.glsl"

uniform vec2 u_cellsPerTexel;
uniform vec4 u_amount;
#ifdef DYE
uniform sampler2D u_dye;
#else
uniform sampler2D u_temperature;
#endif
layout(location = 0) out vec4 o_poured;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    Cover cover = liquidCover(gl_FragCoord.xy * u_cellsPerTexel, 2.0);
#ifdef DYE
    vec4 is = contain(texelFetch(u_dye, texel, 0));
    o_poured = cover.beside * (1.0 - cover.inside) * u_amount - u_coupled.z * cover.inside * is;
#else
    float is = contain(texelFetch(u_temperature, texel, 0).x);
    o_poured = vec4(0.0, 0.0, 0.0, u_coupled.w * cover.beside * (u_amount.x - is));
#endif
}
