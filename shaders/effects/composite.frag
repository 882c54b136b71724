// All effects together. In: u_scene and u_through: linear light and coverage, transmittance and optical thickness; each
// effect's textures. u_viewport: corner and size on the target, px. Out: as finish() makes it.
//   BLOOM, SHAFTS  light of these effects is added
//   REFRACTION     the scene behind is refracted
//   DISPERSION     with REFRACTION: blue is refracted more than red
#include "draw/finish.glsl"

uniform sampler2D u_scene;   // light, coverage
uniform sampler2D u_through; // transmittance, thickness
uniform vec4 u_viewport;
#include "effects/spilled.glsl"
#ifdef REFRACTION
uniform sampler2D u_backdrop;
uniform vec4 u_refraction; // height (px at thickness 1), shift of a full slope (fraction of width and height), 1: sRGB
uniform vec4 u_absorption; // times 1 - tint; the fraction of the shift that goes with thickness
#ifdef DISPERSION
uniform float u_dispersion; // by which fraction blue is refracted more than red
#endif

// Returns the light from behind, refracted as if thickness were height, with slopes smoothed over two pixels each way.
vec3 backdrop(vec2 at, float thickness)
{
    vec2 pixel = 2.0 / u_viewport.zw;
    float right = textureLod(u_through, at + vec2(pixel.x, 0.0), 0.0).w;
    float left = textureLod(u_through, at - vec2(pixel.x, 0.0), 0.0).w;
    float above = textureLod(u_through, at + vec2(0.0, pixel.y), 0.0).w;
    float below = textureLod(u_through, at - vec2(0.0, pixel.y), 0.0).w;
    vec2 slope = u_look.x * u_refraction.x * vec2(right - left, above - below) / 4.0;
    vec2 shift = slope * inversesqrt(1.0 + dot(slope, slope)) * u_refraction.yz;
    shift *= mix(1.0, u_look.x * thickness, u_absorption.w);
    vec3 color = textureLod(u_backdrop, at - shift, 0.0).rgb;
#ifdef DISPERSION
    color.r = textureLod(u_backdrop, at - shift * (1.0 - 0.5 * u_dispersion), 0.0).r;
    color.b = textureLod(u_backdrop, at - shift * (1.0 + 0.5 * u_dispersion), 0.0).b;
#endif
    return (u_refraction.w > 0.5 ? decodeSrgb(color) : color) * exp(-u_absorption.rgb * u_look.x * thickness);
}
#endif

layout(location = 0) out vec4 o_color;

void main()
{
    vec2 at = (gl_FragCoord.xy - u_viewport.xy) / u_viewport.zw;
    vec4 scene = textureLod(u_scene, at, 0.0), through = textureLod(u_through, at, 0.0);
    Layer layer = withSpilled(Layer(scene.rgb, scene.w, through.rgb), at);
#ifdef REFRACTION
    o_color = finishOver(layer, backdrop(at, through.w));
#else
    o_color = finish(layer);
#endif
}
