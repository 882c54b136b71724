// Draws dye in its own colours. In: u_dye (colour times amount, amount). u_range: the amount that covers 1 - 1/e.
// u_ink: 0: it covers, 1: it emits light, 2: it absorbs. Out: as draw/look.glsl.
//   PALETTE  draws its amount through the palette
//   SHADOW   the dye shades itself
#include "common/grid.glsl"
#include "common/clamped_cubic.glsl"
#include "draw/look.glsl"
#include "draw/detail.glsl"
#include "draw/dye.glsl"
#include "draw/dye_light.glsl"

uniform float u_range;
uniform float u_ink;

void main()
{
    vec2 seen = placeBefore(v_place), place = placeOfDetail(seen);
    vec4 dye = dyeAt(place);
    float amount = max(dye.w, 0.0) / u_range;
#ifdef PALETTE
    vec4 color = paletteColor(amount);
    float coverage = color.w;
#else
    vec4 color = vec4(max(dye.rgb, 0.0) / max(dye.w, 1e-6), 1.0);
    float coverage = 1.0 - exp(-amount);
#endif
#ifdef SHADOW
    color.rgb *= litThrough(dyeLightAt(place).x);
#endif
    Layer layer = Layer(color.rgb * coverage, coverage, vec3(1.0));
    if (int(u_ink) == GF_INKS_ABSORB) {
        layer = Layer(vec3(0.0), 0.0, exp(-amount * color.w * max(1.0 - color.rgb, 0.0)));
    } else if (int(u_ink) == GF_INKS_LIGHT) {
        layer = Layer(color.rgb * amount * color.w, 0.0, vec3(1.0));
    }
    writeLayer(layer, amount);
}
