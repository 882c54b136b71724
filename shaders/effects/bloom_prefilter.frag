// Light for bloom, at a quarter of the size. In: u_scene (linear light), each read the mean of 2 x 2 pixels. Out:
// linear light above a threshold (effects/above.glsl). Each pixel's weights over all texels have the same sum, so that
// thin bright lines do not flicker when they move.
//   ABOVE  u_scene is light above the threshold at half the size
#include "effects/mirrored.glsl"
#ifndef ABOVE
#include "effects/above.glsl"
#endif

uniform sampler2D u_scene;
uniform vec2 u_scale; // one over the target's size
layout(location = 0) out vec4 o_color;

void main()
{
    vec2 centre = gl_FragCoord.xy * u_scale;
    vec3 sum = vec3(0.0);
#ifdef ABOVE
    // Four texels each way have weights of 1, 3, 3 and 1 eighths, by two linear reads between texels.
    for (int i = 0; i < 4; i++) {
        vec2 at = centre + 0.375 * u_scale * (2.0 * vec2(float(i & 1), float(i >> 1)) - 1.0);
        sum += 0.25 * readMirrored(u_scene, at).rgb;
    }
#else
    const vec4 OFFSETS = vec4(-0.75, -0.25, 0.25, 0.75), WEIGHTS = vec4(1.0, 3.0, 3.0, 1.0) / 8.0;
    for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 4; x++) {
            vec2 at = centre + vec2(OFFSETS[x], OFFSETS[y]) * u_scale;
            sum += WEIGHTS[x] * WEIGHTS[y] * above(readMirrored(u_scene, at).rgb);
        }
    }
#endif
    o_color = vec4(sum, 1.0);
}
