// Dual filter, up (Bjorge 2015): twice the size, eight taps whose weights sum to 1, mixed with the light of that size.
// The sum of light is kept, so that it cannot grow. In: u_wider (light at half the size), u_ring (light at this size),
// u_bloom.z (the weight of the wider one). Out: linear light.
#include "effects/mirrored.glsl"

uniform sampler2D u_wider;
uniform sampler2D u_ring;
uniform vec4 u_bloom;
uniform vec2 u_scale; // one over the target's size
layout(location = 0) out vec4 o_color;

void main()
{
    vec2 texel = 0.5 / vec2(textureSize(u_wider, 0));
    vec2 at = gl_FragCoord.xy * u_scale;
    vec4 sum = readMirrored(u_wider, at + vec2(2.0 * texel.x, 0.0));
    sum += readMirrored(u_wider, at - vec2(2.0 * texel.x, 0.0));
    sum += readMirrored(u_wider, at + vec2(0.0, 2.0 * texel.y));
    sum += readMirrored(u_wider, at - vec2(0.0, 2.0 * texel.y));
    sum += 2.0 * (readMirrored(u_wider, at + texel) + readMirrored(u_wider, at - texel));
    texel.x = -texel.x;
    sum += 2.0 * (readMirrored(u_wider, at + texel) + readMirrored(u_wider, at - texel));
    o_color = mix(texelFetch(u_ring, ivec2(gl_FragCoord.xy), 0), sum / 12.0, u_bloom.z);
}
