// Computes the velocity that a liquid adds to the air, m/s, at the centres of the air's cells; alpha: the fraction of
// the cell under liquid. In: u_velocity (of the air, faces, m/s); u_coupled.y: the added fraction of the difference.
#include "coupling/couple.glsl"

uniform sampler2D u_velocity;
layout(location = 0) out vec4 o_impulse;

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    Cover cover = liquidCover(gl_FragCoord.xy, 1.0);
    vec2 low = texelFetch(u_velocity, cell, 0).xy;
    vec2 is = 0.5 * (low + vec2(texelFetch(u_velocity, cell + ivec2(1, 0), 0).x,
                                texelFetch(u_velocity, cell + ivec2(0, 1), 0).y));
    o_impulse = vec4(u_coupled.y * cover.beside * (cover.velocity - contain(is)), 0.0, cover.beside);
}
