// Light that spills over, at a quarter of the size: what is above a threshold, with a soft knee. In: u_scene (linear
// light), u_bloom (threshold, knee as a share of it). Out: linear light. What a pixel gives to all texels together is
// the same wherever it is, so that thin bright lines that move don't flicker.
#include "effects/mirrored.glsl"

uniform sampler2D u_scene;
uniform vec4 u_bloom;
uniform vec2 u_scale; // one over the target's size
layout(location = 0) out vec4 o_color;

vec3 above(vec3 light)
{
    light = min(max(light, 0.0), 64.0);
    float brightest = max(max(light.r, light.g), light.b);
    float knee = u_bloom.x * u_bloom.y + 1e-5;
    float soft = clamp(brightest - u_bloom.x + knee, 0.0, 2.0 * knee);
    soft = soft * soft / (4.0 * knee);
    return light * max(soft, brightest - u_bloom.x) / max(brightest, 1e-5);
}

void main()
{
    // Each read is the mean of 2 x 2 pixels; those of a texel's neighbours overlap with its own.
    const vec4 OFFSETS = vec4(-0.75, -0.25, 0.25, 0.75), WEIGHTS = vec4(1.0, 3.0, 3.0, 1.0) / 8.0;
    vec2 centre = gl_FragCoord.xy * u_scale;
    vec3 sum = vec3(0.0);
    for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 4; x++) {
            vec2 at = centre + vec2(OFFSETS[x], OFFSETS[y]) * u_scale;
            sum += WEIGHTS[x] * WEIGHTS[y] * above(readMirrored(u_scene, at).rgb);
        }
    }
    o_color = vec4(sum, 1.0);
}
