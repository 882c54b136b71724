// Reads a host's picture at a reduced size. In: u_hostTexture. u_scale: one over the target's size; u_flips: 1 where
// left and right, or top and bottom, are exchanged; u_taps: most samples a texel along a side. Out: brightness, 0 to 32
// less 16, and the colours. A texel is a mean over three times its side, weighted towards its middle, so that
// interpolation between texels is accurate.
#include "common/contain.glsl"

uniform sampler2D u_hostTexture;
uniform vec2 u_scale;
uniform vec2 u_flips;
uniform int u_taps;
layout(location = 0) out float o_grey;
layout(location = 1) out vec4 o_color;

void main()
{
    vec2 ratio = vec2(textureSize(u_hostTexture, 0)) * u_scale;
    ivec2 taps = clamp(ivec2(ceil(3.0 * ratio)), ivec2(3), ivec2(u_taps));
    vec3 sum = vec3(0.0);
    float total = 0.0;
    for (int y = 0; y < taps.y; y++) {
        for (int x = 0; x < taps.x; x++) {
            vec2 at = 2.0 * (vec2(x, y) + 0.5) / vec2(taps) - 1.0;
            vec2 uv = (gl_FragCoord.xy + 1.5 * at) * u_scale;
            float weight = (1.0 - abs(at.x)) * (1.0 - abs(at.y));
            sum += weight * contain(textureLod(u_hostTexture, mix(uv, 1.0 - uv, u_flips), 0.0)).xyz;
            total += weight;
        }
    }
    vec3 color = clamp(sum / total, 0.0, 1.0);
    o_grey = 32.0 * dot(color, vec3(0.299, 0.587, 0.114)) - 16.0;
    o_color = vec4(color, 1.0);
}
