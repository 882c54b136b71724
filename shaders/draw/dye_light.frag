// Light within dye, in a small picture of the whole domain, so that its cost depends on neither cells nor pixels. In
// the first pass: u_dye, u_temperature. Out: the mean amount of dye in each texel, over u_amount.
//   MARCH  the second pass: optical thickness towards the light, from u_means, the result of the first
//   FIRE   also outputs, in green, the glow of gas, and in the second pass the light that arrives from fire
#ifdef MARCH
uniform sampler2D u_means;
uniform ivec2 u_wrap; // 1: periodic
uniform vec4 u_way;   // reach of shade (domain), its optical thickness for dye of amount 1; unused
uniform vec2 u_reach; // of the fire's light, domain
#else
#include "common/grid.glsl"
#include "common/clamped_cubic.glsl"

uniform sampler2D u_dye;
uniform vec2 u_dyePerCell;
uniform float u_amount;
#ifdef FIRE
uniform sampler2D u_temperature;
uniform vec2 u_glow; // ambient temperature, and the temperature above it that stands for 2400 K
#endif
#endif
uniform vec2 u_scale; // one over the target's size
layout(location = 0) out vec4 o_light;

#ifdef MARCH
vec4 meansAt(vec2 p)
{
    vec2 q = mix(p, fract(p), vec2(u_wrap));
    vec4 means = textureLod(u_means, q, 0.0);
    return all(greaterThan(q, vec2(0.0))) && all(lessThan(q, vec2(1.0))) ? means : vec4(0.0);
}

void main()
{
    const int STEPS = 24;
    vec2 place = gl_FragCoord.xy * u_scale;
    float depth = 0.0;
    for (int i = 0; i < STEPS; i++) { // steps grow, so that shade is sharp nearby and soft far away
        float at = (float(i) + 0.5) / float(STEPS);
        depth += 2.0 * at * meansAt(place + u_way.xy * at * at).x;
    }
    o_light = vec4(u_way.z / float(STEPS) * depth, 0.0, 0.0, 1.0);
#ifdef FIRE
    const int RAYS = 48; // a spiral by the golden angle, denser towards its middle
    float lit = 0.0, weights = 0.0;
    for (int i = 0; i < RAYS; i++) {
        float far = (float(i) + 0.5) / float(RAYS);
        float angle = 2.39996323 * float(i);
        float weight = (1.0 - far) * far;
        lit += weight * meansAt(place + far * u_reach * vec2(cos(angle), sin(angle))).y;
        weights += weight;
    }
    o_light.y = lit / weights;
#endif
}
#else
void main()
{
    const int SIDE = 3; // samples in a texel, along each axis
    vec2 sum = vec2(0.0);
    for (int i = 0; i < SIDE * SIDE; i++) {
        vec2 within = (vec2(i % SIDE, i / SIDE) + 0.5) / float(SIDE) - 0.5;
        vec2 cell = (gl_FragCoord.xy + within) * u_scale * vec2(u_cells);
        sum.x += max(readLinear(u_dye, tapsAt(cell * u_dyePerCell, vec2(textureSize(u_dye, 0)))).w, 0.0);
#ifdef FIRE
        float heat = max(readLinear(u_temperature, tapsAt(cell, vec2(u_cells))).x - u_glow.x, 0.0) / u_glow.y;
        sum.y += min(heat * heat * heat * heat, 4.0);
#endif
    }
    o_light = vec4(min(sum / float(SIDE * SIDE) / vec2(u_amount, 1.0), 6e4), 0.0, 1.0);
}
#endif
