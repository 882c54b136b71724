// Dual filter, down (Bjorge 2015): half the size, five taps of sum 1. In: u_ring (twice the size). Out: linear light.
#include "effects/mirrored.glsl"

uniform sampler2D u_ring;
uniform vec2 u_scale; // one over the target's size
layout(location = 0) out vec4 o_color;

void main()
{
    vec2 texel = 1.0 / vec2(textureSize(u_ring, 0));
    vec2 centre = gl_FragCoord.xy * u_scale;
    vec4 sum = 4.0 * readMirrored(u_ring, centre);
    sum += readMirrored(u_ring, centre - texel) + readMirrored(u_ring, centre + texel);
    texel.x = -texel.x;
    sum += readMirrored(u_ring, centre - texel) + readMirrored(u_ring, centre + texel);
    o_color = sum / 8.0;
}
