// Draws jelly, stone, walls and the ground under grains from the results of kinds_dome.frag (u_shape, u_slope,
// u_colors). u_viewport: its corner (px), pixels a texel, texels between particles. u_toPlace: from pixels to the
// domain, 0 to 1. u_lit: direction to the light in the picture; strength of highlights. Out: as finishOverlay().
#include "draw/fade.glsl"
#include "draw/finish.glsl"
#include "common/spline.glsl"

uniform sampler2D u_shape;
uniform sampler2D u_slope;
uniform sampler2D u_colors;
uniform vec4 u_viewport;
uniform vec2 u_toPlace[3];
uniform vec4 u_lit;
layout(location = 0) out vec4 o_color;

float piece; // only texels of this piece count

vec4 colorOf(ivec2 texel)
{
    ivec2 at = clamp(texel, ivec2(0), textureSize(u_shape, 0) - 1);
    return vec4(texelFetch(u_colors, at, 0).rgb, texelFetch(u_shape, at, 0).w == piece ? 1.0 : 0.0);
}

#include "draw_liquid/color_edges.glsl"

struct Piece {
    float code;
    float sum, other; // sums of blobs: its own, and those of the pieces that it touches
    float dome;
    vec4 slope; // a pixel
    vec4 color; // colour and speckles
};

// Returns the colour of a piece at a place between texels.
vec3 colorAround(ivec2 base, vec2 t)
{
    vec4 here = colorOf(base), wx = splineWeights(t.x), wy = splineWeights(t.y), sum = vec4(0.0);
    bool alike = here.w > 0.0;
    for (int i = 1; i < 9; i++) { // the inner four and the corners
        alike = alike && colorOf(base + (i < 4 ? ivec2(i & 1, i >> 1) : 3 * ivec2(i & 1, (i >> 1) & 1) - 1)) == here;
    }
    vec3 least = vec3(1e6), most = vec3(0.0);
    for (int i = 0; i < (alike ? 0 : 16); i++) {
        vec4 color = colorOf(base + ivec2(i % 4, i / 4) - 1);
        least = color.w > 0.0 ? min(least, color.rgb) : least;
        most = color.w > 0.0 ? max(most, color.rgb) : most;
        sum += color.w * wx[i % 4] * wy[i / 4] * vec4(color.rgb, 1.0);
    }
    return sharpAt(alike ? here.rgb : sum.rgb / max(sum.w, 1e-6), base - 1, max(most - least, 0.0));
}

// Reads the piece at a place, linearly between texels; of several the one with the largest sum.
Piece pieceAt(vec2 texel)
{
    vec2 base = floor(texel), t = texel - base;
    vec4 weights = vec4((1.0 - t.x) * (1.0 - t.y), t.x * (1.0 - t.y), (1.0 - t.x) * t.y, t.x * t.y);
    ivec2 places[4], last = textureSize(u_shape, 0) - 1;
    vec4 shapes[4];
    for (int i = 0; i < 4; i++) {
        places[i] = clamp(ivec2(base) + ivec2(i & 1, i >> 1), ivec2(0), last);
        shapes[i] = texelFetch(u_shape, places[i], 0);
    }
    Piece p = Piece(0.0, 0.0, 0.0, 0.0, vec4(0.0), vec4(0.0));
    for (int i = 0; i < 4; i++) {
        vec2 sums = vec2(0.0);
        for (int j = 0; j < 4; j++) {
            sums += weights[j] * (shapes[j].w == shapes[i].w ? shapes[j].xy : shapes[j].yx);
        }
        if (shapes[i].w > 0.0 && sums.x > p.sum) {
            p.code = shapes[i].w;
            p.sum = sums.x;
            p.other = sums.y;
        }
    }
    float weight = 0.0;
    for (int i = 0; i < 4; i++) {
        float w = p.code > 0.0 && shapes[i].w == p.code ? weights[i] : 0.0;
        p.dome += w * shapes[i].z;
        p.slope += w * texelFetch(u_slope, places[i], 0);
        p.color += w * texelFetch(u_colors, places[i], 0);
        weight += w;
    }
    weight = max(weight, 1e-4);
    p.dome /= weight;
    p.slope /= weight;
    p.color /= weight;
    if (u_viewport.z > 1.5) { // otherwise texels are hardly seen
        piece = p.code;
        p.color.rgb = colorAround(ivec2(base), t);
    }
    return p;
}

float highlight(vec3 n, vec3 light, float power)
{
    return u_lit.w * pow(max(dot(n, normalize(light + vec3(0.0, 0.0, 1.0))), 0.0), power);
}

// Jelly: light enters from above, shines through it, and leaves at the far rim.
vec4 jelly(Piece p, vec3 light)
{
    vec3 n = normalize(vec3(-5.0 * u_viewport.w * p.slope.zw, 1.0));
    float thick = smoothstep(0.4, 1.0, p.dome), toLight = dot(n.xy, light.xy);
    float rim = 1.0 - smoothstep(0.42, 0.68, p.dome);
    vec3 color = p.color.rgb, deep = color * color / max(max(color.r, color.g), max(color.b, 1e-3));
    vec3 body = mix(color, deep, 0.7 * thick) * (0.8 + 0.45 * toLight);
    body += color * (1.2 - 0.9 * thick) * max(-toLight, 0.0);
    body = mix(body, mix(color, vec3(1.0), 0.5) * (0.8 + 0.4 * abs(toLight)), 0.45 * rim);
    body += 0.12 * highlight(n, light, 12.0) + 0.7 * highlight(n, light, 120.0);
    return vec4(body, mix(0.9, 0.97, thick));
}

// Stone: flat, with speckles of its material, a narrow bevel and a fine dark line around.
vec4 stone(Piece p, vec3 light, float inside)
{
    float bevel = 1.0 - smoothstep(0.6, 1.0, p.sum);
    vec2 slope = -u_viewport.w * (2.4 * bevel * p.slope.xy + 0.9 * p.slope.zw);
    float lit = 0.85 + 0.1 * p.dome + 1.1 * dot(slope, light.xy) / (1.0 + length(slope));
    vec3 body = p.color.rgb * max(lit, 0.1) * (1.0 + 0.4 * clamp(2.2 * p.color.w, -0.6, 0.6));
    return vec4(body * mix(0.3, 1.0, smoothstep(0.2, 1.8, inside)), 1.0);
}

vec4 colorAt(vec2 texel)
{
    Piece p = pieceAt(texel);
    int code = int(p.code + 0.5);
    bool soft = code < 300;
    // Blobs alone show single particles at jelly's edge: their sum is mixed with the blurred one. Corners have fewer.
    float blurred = soft ? 0.6 : 0.0;
    float height = mix(p.sum, p.dome, blurred);
    bool powder = code == 600 + GF_KIND_OF_POWDER;
    float edge = height - (powder ? 0.66 : mix(0.2, 0.5, smoothstep(0.0, 0.36, p.dome + p.other)));
    float slope = max(length(mix(p.slope.xy, p.slope.zw, blurred)), 0.02) / u_viewport.z;
    float cover = clamp(0.5 + edge / slope, 0.0, 1.0);
    if (code == 0 || cover <= 0.0) {
        return vec4(0.0);
    }
    float inside = min(edge, 0.7 * (p.sum - p.other) + 0.02) / slope; // pixels from the edge or from another piece
    float dark = powder ? mix(0.5, 0.28, smoothstep(0.5, 1.0, p.dome)) : 1.0;
    vec4 look = soft ? jelly(p, u_lit.xyz) : code < 600 ? stone(p, u_lit.xyz, inside) : vec4(p.color.rgb * dark, 1.0);
    vec2 place = u_toPlace[0] * gl_FragCoord.x + u_toPlace[1] * gl_FragCoord.y + u_toPlace[2];
    cover *= look.w * fadeAt(place);
    return finishOverlay(look.rgb, cover);
}

void main()
{
    vec2 texel = (gl_FragCoord.xy - u_viewport.xy) / u_viewport.z;
    if (texelFetch(u_shape, ivec2(texel), 0).w <= 0.0) { // outside all blobs, which reach beyond the surface
        discard;
    }
    o_color = colorAt(texel - 0.5);
}
