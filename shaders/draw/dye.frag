// Dye in its own colours, or its amount through the palette (PALETTE). In: u_dye (colour times amount, amount).
// u_range: the amount that covers 1 - 1/e. u_ink: 0 covers, 1 gives light, 2 absorbs. SHADOW: the dye shades itself, see
// shadeAt(). Out: as draw/look.glsl.
#include "common/grid.glsl"
#include "common/cubic.glsl"
#include "common/noise.glsl"
#include "draw/look.glsl"
#include "draw/detail.glsl"
#include "draw/dye.glsl"

uniform float u_range;
uniform float u_ink;
#ifdef SHADOW
uniform ivec2 u_wrap;  // 1: periodic
uniform vec4 u_shadow; // step towards the light (domain), optical thickness of one step of amount u_range
uniform vec4 u_shade;  // light in full shade

// Returns the light that reaches a place of the dye.
vec3 shadeAt(vec2 place)
{
    const int STEPS = 24;
    float depth = 0.0;
    // Each pixel begins elsewhere within the first step (interleaved gradient noise), so that steps show no bands.
    float start = interleavedNoise(gl_FragCoord.xy);
    // Steps grow, so that near shade is sharp and far shade soft.
    for (int i = 0; i < STEPS; i++) {
        float at = (float(i) + start) / float(STEPS);
        vec2 p = place + u_shadow.xy * at * at;
        p = mix(p, fract(p), vec2(u_wrap));
        bool inside = all(greaterThan(p, vec2(0.0))) && all(lessThan(p, vec2(1.0)));
        float amount = readLinear(u_dye, tapsAt(p * vec2(u_cells) * u_dyePerCell, vec2(textureSize(u_dye, 0)))).w;
        depth += inside ? max(amount, 0.0) * 2.0 * at : 0.0;
    }
    return mix(u_shade.rgb, vec3(1.0), exp(-u_shadow.z / float(STEPS) * depth / u_range));
}
#endif

void main()
{
    vec2 seen = placeBefore(v_place);
    vec2 place = placeOfDetail(seen);
    vec4 dye = dyeAt(place, seen);
    float amount = max(dye.w, 0.0) / u_range;
#ifdef PALETTE
    vec4 color = paletteColor(amount);
    float coverage = color.w;
#else
    vec4 color = vec4(max(dye.rgb, 0.0) / max(dye.w, 1e-6), 1.0);
    float coverage = 1.0 - exp(-amount);
#endif
#ifdef SHADOW
    color.rgb *= shadeAt(place);
#endif
    Layer layer = Layer(color.rgb * coverage, coverage, vec3(1.0));
    if (int(u_ink) == GF_INKS_ABSORB) {
        layer = Layer(vec3(0.0), 0.0, exp(-amount * color.w * max(1.0 - color.rgb, 0.0)));
    } else if (int(u_ink) == GF_INKS_LIGHT) {
        layer = Layer(color.rgb * amount * color.w, 0.0, vec3(1.0));
    }
    writeLayer(layer, amount);
}
