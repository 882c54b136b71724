// Turns a style's colours into a Layer (draw/finish.glsl). In: u_distance (to the nearest solid, m), colours in linear
// light with straight alpha. Out: the finished colour.
//   SHOWS_SOLIDS   solids and their outline lie on top
//   FADE           the fluid fades near the sides of its domain
//   BLOOM, SHAFTS  light of these effects is added
//   HDR            out: linear light and transmittance, to which effects are applied
//   ABOVE          with HDR: light for bloom instead of transmittance
#include "common/palette.glsl"
#include "common/spline.glsl"
#include "draw/finish.glsl"
#ifdef ABOVE
#include "effects/above.glsl"
#endif
#ifdef FADE
#include "draw/fade.glsl"
#endif
#if defined(BLOOM) || defined(SHAFTS)
#include "effects/spilled.glsl"
#endif
#if defined(BLOOM) || defined(SHAFTS) || defined(DETAIL)
uniform vec4 u_viewport; // the viewport's lower left corner and size on the target, px
#endif
#include "draw/extrapolation.glsl"
uniform sampler2D u_distance;

in vec2 v_place;
layout(location = 0) out vec4 o_color;
#ifdef HDR
layout(location = 1) out vec4 o_through; // transmittance, optical thickness; with ABOVE light for bloom
#endif
uniform vec4 u_solidColor;
uniform vec4 u_outlineColor;
uniform float u_outlineWidth; // px

// Blends a colour with straight alpha over a layer.
Layer over(Layer layer, vec4 color)
{
    return Layer(mix(layer.light, color.rgb, color.w), mix(layer.cover, 1.0, color.w),
                 mix(layer.through, vec3(1.0), color.w));
}

#ifdef SHOWS_SOLIDS
#include "draw/solid_shapes.glsl"

// Adds solids, whose edges are one pixel wide, by their distance.
Layer withSolids(Layer layer)
{
    vec2 place = v_place;
#ifdef EXTRAPOLATED
    // The place that had, at the last step, the distance to the nearest solid that this one has now.
    Solid solid = solidAt(texelFetch(u_distance, ivec2(v_place * (vec2(textureSize(u_distance, 0)) - 0.01)), 0).y);
    place -= u_extrapolation.xy * solidVelocity(solid, v_place * u_solidsPlace.zw + u_solidsPlace.xy);
#endif
    float d = sampleLinear(u_distance, place * vec2(textureSize(u_distance, 0))).x;
    float pixel = max(fwidth(d), 1e-9);
    float pixels = shapeBeside(place, d, (0.5 * u_outlineWidth + 1.0) * pixel) / pixel;
    if (u_look.w > 0.5) {
        layer = over(layer, vec4(u_solidColor.rgb, u_solidColor.w * clamp(0.5 - pixels, 0.0, 1.0)));
    }
    float line = clamp(0.5 * u_outlineWidth + 0.5 - abs(pixels), 0.0, 1.0) * min(u_outlineWidth, 1.0);
    return over(layer, vec4(u_outlineColor.rgb, u_outlineColor.w * line));
}
#endif

void writeLayer(Layer layer, float thickness)
{
#ifdef SHOWS_SOLIDS
    layer = withSolids(layer);
#endif
#ifdef FADE
    float shown = fadeAt(v_place);
    layer = Layer(layer.light * shown, layer.cover * shown, mix(vec3(1.0), layer.through, shown));
    thickness *= shown;
#endif
#if defined(BLOOM) || defined(SHAFTS)
    layer = withSpilled(layer, (gl_FragCoord.xy - u_viewport.xy) / u_viewport.zw);
#endif
#ifdef HDR
    // Half floats end at 65504: infinite light would become NaN when filtered.
    o_color = vec4(clamp(layer.light, -6e4, 6e4), layer.cover);
#ifdef ABOVE
    o_through = vec4(above(layer.light), 0.0);
#else
    o_through = vec4(layer.through, min(thickness, 6e4));
#endif
#else
    o_color = finish(layer);
#endif
}

// Writes a style's result. `color`: linear light, not multiplied by `coverage`.
void writeLook(vec3 color, float coverage)
{
    writeLayer(Layer(color * coverage, coverage, vec3(1.0)), -log(max(1.0 - coverage, 1e-3)));
}
