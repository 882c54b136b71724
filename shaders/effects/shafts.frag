// Computes how much of a lamp's light gets to each place, at a quarter of the size: what is bright or covers on the way
// dims it. In: u_scene (linear light, coverage), u_light (the lamp's place, 0 to 1 over the viewport; share of the way
// that shade reaches; width over height). Out: the share that gets there, and how much light there is for it.
#include "common/noise.glsl"

uniform sampler2D u_scene;
uniform vec4 u_light;
uniform vec2 u_scale; // one over the target's size
layout(location = 0) out vec4 o_lit;

void main()
{
    const int STEPS = 32;
    vec2 at = gl_FragCoord.xy * u_scale;
    vec2 way = (u_light.xy - at) * u_light.z;
    // Each ray begins elsewhere, so that shafts have no rings.
    float start = interleavedNoise(gl_FragCoord.xy);
    float sum = 0.0;
    float weights = 0.0;
    for (int i = 0; i < STEPS; i++) {
        float share = (float(i) + start) / float(STEPS);
        vec4 there = textureLod(u_scene, at + way * share, 0.0);
        float shade = clamp(there.w + 0.6 * max(max(there.r, there.g), there.b), 0.0, 1.0);
        float w = exp(-2.5 * share);
        sum += w * (1.0 - shade);
        weights += w;
    }
    vec2 apart = (u_light.xy - at) * vec2(u_light.w, 1.0);
    o_lit = vec4(sum / weights, exp(-2.0 * dot(apart, apart)), 0.0, 1.0);
}
