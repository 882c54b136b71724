// The ground, lit by sun and sky, and under water by what the waves gather. In: u_relief (surface/motion.frag),
// u_patterns, u_caustics, u_groundTexture. TEXTURE, PALETTE: where its colour comes from; else pebbles, sand, grass and
// rock by height and slope. u_soil: lowest height of the colours (m), one over their range, grain, how much water
// darkens it. u_patternsBy: tiles a metre, of ground and of foam; strength of gathered light; 1: the texture is sRGB.
// Out: light and coverage 1; z, of the eye's space, m.
#include "shared.h"
#include "common/palette.glsl"
#include "common/srgb.glsl"
#include "surface/place.glsl"
#include "surface/seen.glsl"
#include "surface/tile.glsl"
#include "draw3d/sky.glsl"

uniform sampler2D u_relief;
uniform sampler2D u_patterns;
uniform sampler2D u_caustics;
uniform sampler2D u_groundTexture;
uniform vec4 u_soil;
uniform vec4 u_patternsBy;
uniform vec4 u_absorption;
layout(location = 0) out vec4 o_scene;
layout(location = 1) out vec4 o_distance;

// Colour, and which way its grain leans.
struct Soil {
    vec3 color;
    vec2 slope;
    float gloss;
};

vec2 slopeOfGrain(vec2 p, float step)
{
    float here = tileAt(u_patterns, p).x;
    return vec2(here - tileAt(u_patterns, p + vec2(step, 0.0)).x, here - tileAt(u_patterns, p + vec2(0.0, step)).x) / step;
}

vec3 pebbleColor(float tone, float soft)
{
    vec3 grey = mix(vec3(0.16, 0.165, 0.17), vec3(0.42, 0.40, 0.37), fract(3.7 * tone));
    vec3 warm = mix(vec3(0.27, 0.20, 0.14), vec3(0.52, 0.43, 0.31), fract(5.3 * tone));
    vec3 color = mix(grey, warm, step(0.55, fract(9.1 * tone)));
    color = mix(color, vec3(0.62, 0.60, 0.55), step(0.9, tone));
    return color * (0.75 + 0.5 * soft);
}

// `fine`: how much of its grain the picture shows, for what is finer than a pixel would flicker.
Soil soilAt(vec3 place, vec3 normal, float fine)
{
    vec2 p = place.xy * u_patternsBy.x;
    vec4 pebbles = tileAt(u_patterns, p);
    vec4 wide = tileAt(u_patterns, 0.13 * p + 0.37);
    vec4 dense = tileAt(u_patterns, 3.1 * p.yx + 0.11);
    float at = (place.z - u_soil.x) * u_soil.y;
    vec2 grain = fine * slopeOfGrain(p, 0.004);
#ifdef TEXTURE
    vec3 color = textureLod(u_groundTexture, place.xy / u_domainSize, 0.0).rgb;
    color = u_patternsBy.w > 0.5 ? decodeSrgb(color) : color;
    return Soil(color * mix(1.0, 0.8 + 0.4 * dense.z, u_soil.z), 0.004 * u_soil.z * grain, 0.3);
#elif defined(PALETTE)
    return Soil(paletteColor(at).rgb * mix(1.0, 0.7 + 0.6 * dense.z, u_soil.z), 0.01 * u_soil.z * grain, 0.3);
#else
    vec3 stone = pebbleColor(pebbles.y, dense.z) * mix(1.0, smoothstep(-0.1, 0.6, pebbles.x), 0.85 * fine);
    vec3 sand = mix(vec3(0.46, 0.35, 0.22), vec3(0.62, 0.51, 0.35), wide.z) * (0.8 + 0.4 * dense.z);
    vec3 grass = mix(vec3(0.055, 0.11, 0.02), vec3(0.17, 0.22, 0.05), smoothstep(0.3, 0.75, wide.z));
    grass *= 0.55 + 0.9 * mix(0.5, dense.z * dense.w + 0.5 * pebbles.z, fine);
    vec3 rock = mix(vec3(0.17, 0.16, 0.15), vec3(0.38, 0.35, 0.31), wide.z) * (0.6 + 0.8 * dense.z);
    // Ragged lines between them.
    float ragged = at + 0.16 * (wide.z - 0.5) + 0.06 * (pebbles.x - 0.5);
    float isSand = smoothstep(0.42, 0.47, ragged);
    float isGrass = smoothstep(0.55, 0.60, ragged);
    float isRock = smoothstep(0.16, 0.30, 1.0 - normal.z + 0.12 * (wide.z - 0.5));
    vec3 color = mix(mix(stone, sand, isSand), grass, isGrass);
    float relief = mix(mix(0.035, 0.006, isSand), 0.012, isGrass);
    Soil soil = Soil(mix(color, rock, isRock), u_soil.z * mix(relief, 0.03, isRock) * 2.0 * grain, 1.0 - isGrass);
    return soil;
#endif
}

// Layers of the cut block.
Soil cutAt(vec3 place)
{
    vec2 p = vec2(v_side < 3 ? place.x : place.y, place.z) * u_patternsBy.x;
    float soft = tileAt(u_patterns, vec2(0.2, 0.5) * p).z;
    float below = (v_heights.y - place.z) * u_patternsBy.x;
    float layer = tileAt(u_patterns, vec2(0.02 * p.x, 0.35 * p.y + 0.06 * soft)).z;
    vec3 color = mix(vec3(0.20, 0.145, 0.10), vec3(0.36, 0.28, 0.20), smoothstep(0.3, 0.7, layer));
    color *= 0.7 + 0.6 * tileAt(u_patterns, 1.7 * p).z;
    return Soil(mix(color, 0.55 * color, exp(-3.0 * below)), vec2(0.0), 0.0);
}

vec3 gatheredAt(vec2 p)
{
    vec3 light = smoothAt(u_caustics, p / u_domainSize).rgb;
    return max(1.0 + u_patternsBy.z * (light - 1.0), 0.0);
}

void main()
{
    Seen s = seenHere();
    if (isCut(s.eye) || s.eye.z < hostAt(s.place) || (v_side > 0 && v_place.z >= v_heights.y)) {
        discard;
    }
    vec4 relief = smoothAt(u_relief, v_place.xy / u_domainSize);
    vec3 normal = vec3(relief.xy, sqrt(max(1.0 - dot(relief.xy, relief.xy), 0.01)));
    float footprint = max(length(dFdx(v_place)), length(dFdy(v_place))) * u_patternsBy.x;
    float fine = 1.0 - smoothstep(0.012, 0.06, footprint);
    vec4 shape = shapeAt(v_place.xy);
    float depth = max(v_heights.x - v_heights.y, 0.0);
    Soil soil = Soil(vec3(0.0), vec2(0.0), 0.0);
    if (v_side > 0) {
        soil = cutAt(v_place);
        normal = sideNormal();
        relief.zw = vec2(0.9, 1.0);
        depth = 0.0;
    } else {
        soil = soilAt(v_place, normal, fine);
        normal = normalize(normal + vec3(soil.slope, 0.0));
    }
    float wet = v_side > 0 ? 0.0 : max(shape.w, smoothstep(0.0, 1e-3, depth));
    vec3 color = soil.color * mix(1.0, 1.0 - u_soil.w, wet);

    bool under = depth > 0.0;
    vec3 down = refract(-u_light.xyz, vec3(0.0, 0.0, 1.0), 1.0 / 1.333);
    vec3 toSun = under ? -down : u_light.xyz;
    float sun = max(dot(normal, toSun), 0.0) * step(0.0, u_light.z);
    vec3 lit = sun * relief.w * u_sky[3].rgb * 2.2;
    vec3 around = mix(u_sky[2].rgb, 0.5 * (u_sky[0].rgb + u_sky[1].rgb), 0.5 + 0.5 * normal.z) * relief.z * 0.85;
    if (under) {
        lit *= gatheredAt(v_place.xy) * exp(-u_absorption.rgb * depth / max(-down.z, 0.2));
        around *= exp(-1.2 * u_absorption.rgb * depth);
    }
    vec3 light = color * (lit + around);
    if (!under && wet > 0.0 && soil.gloss > 0.0) { // a film of water mirrors
        vec3 mirrored = reflect(-s.toEye, normal);
        float share = 0.02 + 0.5 * pow(1.0 - clamp(dot(normal, s.toEye), 0.0, 1.0), 5.0);
        vec3 glint = u_sky[3].rgb * relief.w * 1.5 * pow(max(dot(mirrored, u_light.xyz), 0.0), 60.0);
        light += wet * soil.gloss * (share * skyAt(mirrored) + 0.3 * glint);
    }
    o_scene = vec4(light, 1.0);
    o_distance = vec4(s.eye.z, 0.0, 0.0, 1.0);
    gl_FragDepth = depthOf(s.eye.z);
}
