// Computes how a liquid changes one of the air's fields; it reaches a cell farther than the drag, so that fumes can
// rise. In: u_cellsPerTexel: cells of the air.
//   DYE   takes the fraction u_coupled.z of u_dye, and gives u_amount at the liquid's surface
//   else  heats u_temperature, K, in alpha, towards the liquid's u_amount.x, by the fraction u_coupled.w
#include "coupling/couple.glsl"

uniform vec2 u_cellsPerTexel;
uniform vec4 u_amount;
uniform sampler2D u_dye;
uniform sampler2D u_temperature;
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
