// Shafts of light, in two small pictures. This pass finds the fraction of a lamp's light that reaches each place. In:
// u_shade, u_light (the lamp's place, 0 to 1 over the viewport; fraction of the way to it over which shade counts;
// width over height). Out: this fraction, and the light before shading.
//   SHADE  the first pass: how much each place dims light; bright and covering ones do. In: u_scene (light, coverage)
uniform vec2 u_scale; // one over the target's size
#ifdef SHADE
uniform sampler2D u_scene;
layout(location = 0) out float o_shade;

void main()
{
    vec2 at = gl_FragCoord.xy * u_scale;
    float sum = 0.0;
    for (int i = 0; i < 4; i++) {
        vec2 corner = 0.5 * vec2(float(i & 1), float(i >> 1)) - 0.25;
        vec4 there = textureLod(u_scene, at + corner * u_scale, 0.0);
        sum += clamp(there.w + 0.6 * max(max(there.r, there.g), there.b), 0.0, 1.0);
    }
    o_shade = 0.25 * sum;
}
#else
uniform sampler2D u_shade;
uniform vec4 u_light;
layout(location = 0) out vec2 o_lit;

void main()
{
    const int STEPS = 32;
    vec2 at = gl_FragCoord.xy * u_scale;
    vec2 way = (u_light.xy - at) * u_light.z;
    // Rays have different offsets, so that shafts show no rings (Jimenez' interleaved gradient noise).
    float start = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    float sum = 0.0, weights = 0.0;
    for (int i = 0; i < STEPS; i++) {
        float share = (float(i) + start) / float(STEPS);
        float w = exp(-2.5 * share);
        sum += w * (1.0 - textureLod(u_shade, at + way * share, 0.0).x);
        weights += w;
    }
    vec2 apart = (u_light.xy - at) * vec2(u_light.w, 1.0);
    o_lit = vec2(sum / weights, exp(-2.0 * dot(apart, apart)));
}
#endif
