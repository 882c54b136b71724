// Converts a fluid's light to the colour that is written: tone map, background, encoding, dither, alpha. u_look:
// (opacity, alpha mode, encode sRGB, draw solids). u_tone: (exposure, tone map, dither: GF_DITHERS_... or 0, layer or 0
// for all).
//   OPAQUE  the alpha mode is GF_ALPHA_OPAQUE: a define, because software renderers compute every branch
//   HDR     effects act on the result: see finishOverlay
#include "common/srgb.glsl"
#include "shared.h"

uniform vec4 u_background;
uniform vec4 u_look;
uniform vec4 u_tone;

// The effect of a fluid on a pixel: light that it adds, how much it covers, and the fraction of the light from behind
// that it transmits where it does not cover.
struct Layer {
    vec3 light;
    float cover;
    vec3 through;
};

vec3 encode(vec3 linear)
{
    return u_look.z > 0.5 ? encodeSrgb(linear) : linear;
}

vec3 toneMap(vec3 light)
{
    vec3 x = light * u_tone.x;
    if (int(u_tone.y) != GF_TONES_FILMIC) {
        return x;
    }
    x = clamp(x, 0.0, 1e4); // so that its square is finite
    // The curve alone would keep a pure colour pure: so light beyond 1 spreads to all channels, towards white.
    float brightest = max(max(x.r, x.g), max(x.b, 1e-6));
    float white = max(brightest - 1.0, 0.0);
    x = mix(x, vec3(brightest), white / (white + 6.0));
    return min(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 1.0);
}

// Adds noise from Jimenez' interleaved gradient noise: a triangular distribution of +-1 level. Next to black and white
// there is no room for it: a uniform one of +-1/2 level keeps the mean, too, and black unchanged.
vec3 dithered(vec3 color)
{
    if (u_tone.z < 0.5) {
        return color;
    }
    vec2 p = gl_FragCoord.xy;
    vec3 a = fract(52.9829189 * fract(0.06711056 * p.x + 0.00583715 * p.y + vec3(0.0, 0.31, 0.67)));
    vec3 b = fract(52.9829189 * fract(0.00583715 * p.x + 0.06711056 * p.y + vec3(0.5, 0.81, 0.17)));
    vec2 ends = vec2(1.0, 254.0);
    vec3 size = vec3(1.0);
    if (int(u_tone.z) == GF_DITHERS_ENCODED) {
        ends = 255.0 * decodeSrgb(vec3(1.0, 254.0, 0.0) / 255.0).xy;
        size = linearPerEncoded(color);
    }
    vec3 inner = step(ends.x, 255.0 * color) * step(255.0 * color, vec3(ends.y));
    vec3 noise = mix(a - 0.5, a + b - 1.0, inner) / 255.0 * size;
    // Noise must not make light below 0, which float targets would store.
    return mix(color, max(color + noise, 0.0), greaterThan(color, vec3(0.0)));
}

// Encodes light over a coverage for blending over encoded values. Light up to the coverage is encoded as a colour times
// its coverage. Light beyond it is encoded as over black, so that it starts gently and ends at white.
vec3 encodePremultiplied(vec3 light, float cover)
{
    if (u_look.z < 0.5) {
        return light;
    }
    vec3 covering = vec3(clamp(cover, 0.0, 1.0));
    vec3 color = covering * encodeSrgb(light / max(covering, 1e-6));
    if (any(greaterThan(light, covering))) {
        vec3 least = encodeSrgb(covering);
        color += (encodeSrgb(max(light, covering)) - least) * (1.0 - covering) / max(1.0 - least, 1e-4);
    }
    return color;
}

#ifndef OPAQUE
// Returns the colour that is blended over the host's picture.
vec4 finishBlended(vec3 light, float cover, vec3 through)
{
    if (int(u_tone.w) == GF_LAYER_ADDED) {
        return vec4(dithered(encodePremultiplied(light, cover)), cover); // the multiplied layer has dimmed the scene
    }
    if (int(u_tone.w) == GF_LAYER_MULTIPLIED) {
        return vec4(encode(through) * (1.0 - cover), 0.0);
    }
    // A single alpha cannot be coloured, so the mean of `through` over the channels counts.
    float alpha = 1.0 - (1.0 - cover) * dot(through, vec3(1.0 / 3.0));
    if (int(u_look.y) == GF_ALPHAS_PREMULTIPLIED) {
        return vec4(dithered(encodePremultiplied(light, alpha)), alpha);
    }
    // Straight alpha cannot store light without coverage, so the coverage is raised to the brightest channel.
    alpha = max(alpha, clamp(max(max(light.r, light.g), light.b), 0.0, 1.0));
    return vec4(dithered(encode(light / max(alpha, 1e-6))), alpha);
}
#endif

// Returns the finished colour. `behind`: the background (linear light) for GF_ALPHA_OPAQUE.
vec4 finishOver(Layer layer, vec3 behind)
{
    vec3 light = toneMap(layer.light * u_look.x);
    float cover = layer.cover * u_look.x;
    vec3 through = mix(vec3(1.0), layer.through, u_look.x);
#ifndef OPAQUE
    if (int(u_look.y) != GF_ALPHAS_OPAQUE) {
        return finishBlended(light, cover, through);
    }
#endif
    return vec4(dithered(encode(light + through * (1.0 - cover) * behind)), 1.0);
}

vec4 finish(Layer layer)
{
    return finishOver(layer, u_background.rgb);
}

// Returns a colour over a drawing: with HDR, linear light and coverage, to which effects are applied.
vec4 finishOverlay(vec3 color, float cover)
{
#ifdef HDR
    return vec4(color * cover, cover);
#else
    return finish(Layer(color * cover, cover, vec3(1.0)));
#endif
}
