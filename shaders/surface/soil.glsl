// Computes the material of the ground, and how sun and sky light it, under water too. In: u_relief
// (surface/motion.frag), u_patterns, u_caustics. u_soil: lowest height of the colours (m), one over their range, grain,
// how much water darkens it. u_patternsBy: tiles a metre, of ground and of foam; strength of gathered light; 1: the
// texture is sRGB. By default the ground is pebbles, sand, grass and rock by height and slope.
//   TEXTURE  its colour is u_groundTexture
//   PALETTE  its colour is the palette's, by height
#include "common/palette.glsl"
#include "common/srgb.glsl"
#include "surface/place.glsl"
#include "surface/tile.glsl"
#include "draw/sky.glsl"

uniform sampler2D u_relief;
uniform sampler2D u_patterns;
uniform sampler2D u_caustics;
uniform sampler2D u_groundTexture;
uniform vec4 u_soil;
uniform vec4 u_patternsBy;
uniform vec4 u_absorption;

// Colour, slope of its grain, and gloss.
struct Soil {
    vec3 color;
    vec2 slope;
    float gloss;
};

// Returns the slope of the pebbles in x and y, of the soft noise in z and w.
vec4 slopeOfGrain(vec2 p, vec4 here)
{
    const float STEP = 0.004;
    vec2 right = tileAt(u_patterns, p + vec2(STEP, 0.0)).xz;
    vec2 above = tileAt(u_patterns, p + vec2(0.0, STEP)).xz;
    return vec4(here.x - right.x, here.x - above.x, here.z - right.y, here.z - above.y) / STEP;
}

vec3 pebbleColor(float tone, float soft)
{
    vec3 grey = mix(vec3(0.16, 0.165, 0.17), vec3(0.42, 0.40, 0.37), fract(3.7 * tone));
    vec3 warm = mix(vec3(0.27, 0.20, 0.14), vec3(0.52, 0.43, 0.31), fract(5.3 * tone));
    vec3 color = mix(grey, warm, step(0.55, fract(9.1 * tone)));
    color = mix(color, vec3(0.62, 0.60, 0.55), step(0.9, tone));
    return color * (0.75 + 0.5 * soft);
}

// Returns the material. `fine`: strength of the grain, which is reduced where grain finer than a pixel would flicker.
Soil soilAt(vec3 place, vec3 normal, float fine)
{
    vec2 p = place.xy * u_patternsBy.x;
    vec4 pebbles = tileAt(u_patterns, p);
    vec4 wide = tileAt(u_patterns, 0.13 * p + 0.37);
    vec4 dense = tileAt(u_patterns, 3.1 * p.yx + 0.11);
    float at = (place.z - u_soil.x) * u_soil.y;
    vec4 grain = fine * u_soil.z * slopeOfGrain(p, pebbles);
#ifdef TEXTURE
    vec3 color = textureLod(u_groundTexture, place.xy / u_domainSize, 0.0).rgb;
    color = u_patternsBy.w > 0.5 ? decodeSrgb(color) : color;
    return Soil(color * mix(1.0, 0.8 + 0.4 * dense.z, u_soil.z), 0.02 * grain.zw, 0.3);
#elif defined(PALETTE)
    return Soil(paletteColor(at).rgb * mix(1.0, 0.7 + 0.6 * dense.z, u_soil.z), 0.02 * grain.zw, 0.3);
#else
    vec3 stone = pebbleColor(pebbles.y, dense.z) * mix(1.0, smoothstep(-0.05, 0.45, pebbles.x), 0.9 * fine);
    vec3 sand = mix(vec3(0.36, 0.27, 0.17), vec3(0.50, 0.40, 0.27), wide.z) * (0.8 + 0.4 * dense.z);
    vec3 grass = mix(vec3(0.055, 0.11, 0.02), vec3(0.17, 0.22, 0.05), smoothstep(0.3, 0.75, wide.z));
    grass *= 0.55 + 0.9 * mix(0.5, dense.z * dense.w + 0.5 * pebbles.z, fine);
    vec3 rock = mix(vec3(0.15, 0.14, 0.13), vec3(0.32, 0.295, 0.26), wide.z) * (0.6 + 0.8 * dense.z);
    // The lines between sand, grass and rock are ragged.
    float ragged = at + 0.16 * (wide.z - 0.5) + 0.06 * (pebbles.x - 0.5);
    float isSand = smoothstep(0.42, 0.47, ragged), isGrass = smoothstep(0.55, 0.60, ragged);
    float isRock = smoothstep(0.16, 0.30, 1.0 - normal.z + 0.12 * (wide.z - 0.5));
    vec3 color = mix(mix(stone, sand, isSand), grass, isGrass);
    vec2 slope = mix(mix(0.07 * grain.xy, 0.03 * grain.zw, isSand), 0.1 * grain.zw, isGrass);
    Soil soil = Soil(mix(color, rock, isRock), mix(slope, 0.16 * grain.zw, isRock), 1.0 - isGrass);
    return soil;
#endif
}

vec3 gatheredAt(vec2 p)
{
    vec3 light = smoothAt(u_caustics, p / u_domainSize).rgb;
    light = min(mix(vec3(dot(light, vec3(1.0 / 3.0))), light, 0.7), 6.0); // coloured specks would look like errors
    return max(1.0 + u_patternsBy.z * (light - 1.0), 0.0);
}

// Returns the light of sun and sky on a place `depth` (m) under water; 0: it is dry.
vec3 lightOn(vec2 place, vec3 normal, vec2 open, float depth)
{
    bool under = depth > 0.0;
    vec3 down = refract(-u_light.xyz, vec3(0.0, 0.0, 1.0), 1.0 / 1.333);
    vec3 toSun = under ? -down : u_light.xyz;
    vec3 sun = max(dot(normal, toSun), 0.0) * step(0.0, u_light.z) * open.y * u_sky[3].rgb * 1.75;
    vec3 around = mix(u_sky[2].rgb, 0.5 * (u_sky[0].rgb + u_sky[1].rgb), 0.5 + 0.5 * normal.z) * open.x * 0.65;
    if (under) {
        sun *= gatheredAt(place) * exp(-u_absorption.rgb * depth / max(-down.z, 0.2));
        around *= exp(-1.2 * u_absorption.rgb * depth);
    }
    return sun + around;
}

vec4 reliefAt(vec2 place)
{
    return smoothAt(u_relief, place / u_domainSize);
}

vec3 normalOf(vec4 relief)
{
    return vec3(relief.xy, sqrt(max(1.0 - dot(relief.xy, relief.xy), 0.01)));
}

float darkenedBy(float wet)
{
    return mix(1.0, 1.0 - u_soil.w, wet);
}
