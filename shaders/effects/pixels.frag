// Pixel art: draws each texel of a small picture as a square of pixels, in steps of colour. In: u_scene (premultiplied,
// encoded if so asked for). u_viewport: lower left corner on the target, px. u_levels: pixels a texel, steps of each
// channel (0: as it is), dithering, 1: the picture is encoded. Out: premultiplied.
//   COLORS    only colours of u_palette, linear light, appear
//   STRAIGHT  out: straight alpha
#include "common/srgb.glsl"
#ifdef COLORS
#include "common/palette.glsl"
#endif

uniform sampler2D u_scene;
uniform vec4 u_viewport;
uniform vec4 u_levels;
layout(location = 0) out vec4 o_color;

// Returns the threshold of a 4 x 4 matrix (Bayer): from -1/2 to 1/2; a block of 4 x 4 has each of 16 levels once.
float threshold(ivec2 at)
{
    ivec2 p = at & 3;
    ivec2 x = p ^ p.yx;
    int order = ((x.x & 1) << 3) | ((p.y & 1) << 2) | ((x.x & 2)) | ((p.y & 2) >> 1);
    return (float(order) + 0.5) / 16.0 - 0.5;
}

float inSteps(float value, float steps, float shift)
{
    return clamp(floor(value * (steps - 1.0) + 0.5 + shift) / (steps - 1.0), 0.0, 1.0);
}

#ifdef COLORS
// Returns the nearest colour of the palette, compared in encoded values, with most weight on green, as for eyes.
vec3 nearestColor(vec3 color)
{
    vec3 found = color;
    float least = 1e9;
    for (int i = 0; i < u_paletteCount; i++) {
        vec3 own = encodeSrgb(u_palette[i].rgb);
        vec3 off = own - color;
        float distance = dot(off * off, vec3(0.3, 0.55, 0.15));
        found = distance < least ? own : found;
        least = min(distance, least);
    }
    return found;
}
#endif

void main()
{
    ivec2 at = ivec2(floor((gl_FragCoord.xy - u_viewport.xy) / u_levels.x));
    vec4 drawn = texelFetch(u_scene, clamp(at, ivec2(0), textureSize(u_scene, 0) - 1), 0);
    bool stepped = u_levels.y > 0.0;
#ifdef COLORS
    stepped = true;
#endif
    // Light without coverage gets the coverage of its brightest channel, as added light could not be in steps.
    float cover = clamp(max(drawn.w, max(drawn.r, max(drawn.g, drawn.b))), 0.0, 1.0);
    if (cover <= 0.0) {
        discard;
    }
    if (!stepped) {
        cover = drawn.w;
#ifdef STRAIGHT
        cover = clamp(max(drawn.w, max(drawn.r, max(drawn.g, drawn.b))), 0.0, 1.0);
        drawn.rgb /= max(cover, 1e-6);
#endif
        o_color = vec4(drawn.rgb, cover);
        return;
    }
    float shift = u_levels.z * threshold(at);
    vec3 color = clamp(drawn.rgb / cover, 0.0, 1.0);
    color = u_levels.w > 0.5 ? color : encodeSrgb(color);
    float steps = u_levels.y;
#ifdef COLORS
    color = nearestColor(color + shift / max(float(u_paletteCount), 2.0));
    steps = max(steps, 2.0);
#else
    for (int i = 0; i < 3; i++) {
        color[i] = inSteps(color[i], steps, shift);
    }
#endif
    cover = inSteps(cover, steps, shift);
    if (cover <= 0.0) {
        discard;
    }
    color = u_levels.w > 0.5 ? color : decodeSrgb(color);
#ifdef STRAIGHT
    o_color = vec4(color, cover);
#else
    o_color = vec4(color * cover, cover);
#endif
}
