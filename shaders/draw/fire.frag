// Fire: gas glows as a black body, by the fourth power of the temperature; dye is soot, which covers unless it burns.
// In: u_temperature (K), u_dye. u_range: the excess over u_ambient (K) that stands for 2400 K. Out: as draw/look.glsl.
//   SHADOW  soot shades itself, and the fire lights it
#include "common/grid.glsl"
#include "common/clamped_cubic.glsl"
#include "draw/look.glsl"
#include "draw/detail.glsl"
#include "draw/dye.glsl"
#include "draw/dye_light.glsl"

uniform sampler2D u_temperature;
uniform float u_range;
uniform float u_ambient;

float warmthAt(vec2 p)
{
#ifdef SMOOTH
    return smoothFieldAt(p);
#else
    return readClampedCubic(u_temperature, tapsAt(p, vec2(u_cells))).x - u_ambient;
#endif
}

// Returns the linear sRGB of a black body, brightest channel 1 (Planckian locus in CIE 1960 by Krystek 1985).
vec3 blackBody(float kelvin)
{
    float t = clamp(kelvin, 800.0, 15000.0);
    float u = (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t * t) /
              (1.0 + 8.42420235e-4 * t + 7.08145163e-7 * t * t);
    float v = (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t * t) /
              (1.0 - 2.89741816e-5 * t + 1.61456053e-7 * t * t);
    vec2 xy = vec2(3.0 * u, 2.0 * v) / (2.0 * u - 8.0 * v + 4.0);
    vec3 xyz = vec3(xy, 1.0 - xy.x - xy.y);
    vec3 rgb = mat3(3.2404542, -0.9692660, 0.0556434, -1.5371385, 1.8760108, -0.2040259, -0.4985314, 0.0415560,
                    1.0572252) * xyz;
    rgb = max(rgb, 0.0);
    return rgb / max(max(rgb.r, rgb.g), rgb.b);
}

const vec3 FIRELIGHT = vec3(20.0, 8.0, 2.4); // on the soot around, of gas that glows at 2400 K

void main()
{
    vec2 seen = placeBefore(v_place), place = placeOfDetail(seen);
    float heat = max(warmthAt(place * vec2(u_cells)), 0.0) / u_range;
    vec4 dye = dyeAt(place);
    heat = min(heat, 10.0);
    float soot = max(dye.w, 0.0);
    float cover = (1.0 - exp(-soot)) * (1.0 - smoothstep(0.25, 0.7, heat));
    vec3 glow = blackBody(2400.0 * heat) * heat * heat * heat * heat;
    vec3 smoke = max(dye.rgb, 0.0) / max(dye.w, 1e-6);
#ifdef SHADOW
    vec2 light = dyeLightAt(place);
    smoke *= litThrough(light.x) + u_shade.w * FIRELIGHT * light.y;
#endif
    writeLayer(Layer(glow + smoke * cover, cover, vec3(1.0)), soot);
}
