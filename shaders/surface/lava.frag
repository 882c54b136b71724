// Lava: it glows where it is fast and thick, under a crust that tears as it is carried along. In: u_motion, u_patterns,
// u_distances (of the scene). u_palette: from its crust to its hottest. u_heat: one over the speed of the hottest lava,
// depth that keeps it warm (m), depth in which its edge fades (m). Out: light, coverage.
#include "common/palette.glsl"
#include "surface/place.glsl"
#include "surface/seen.glsl"
#include "draw/sky.glsl"

uniform sampler2D u_patterns;
#include "surface/flowing.glsl"

uniform sampler2D u_distances;
uniform sampler2D u_motion;
uniform vec4 u_heat;
uniform vec4 u_patternsBy;
layout(location = 0) out vec4 o_water;

void main()
{
    Seen s = seenHere();
    float depth = v_heights.x - v_heights.y;
    float scene = texelFetch(u_distances, ivec2(gl_FragCoord.xy), 0).x;
    if (depth <= 0.0 || isCut(s.eye) || s.eye.z < scene - 1e-5 * abs(scene)) {
        discard;
    }
    vec4 motion = smoothAt(u_motion, v_place.xy / u_domainSize);
    vec2 slope = motion.xy * inversesqrt(max(1.0 - dot(motion.xy, motion.xy), 1e-3));
    float tiles = u_patternsBy.x;
    vec4 plates = driftingPattern(v_place.xy, motion.zw, 0.5 * tiles);
    float step = 0.006;
    float right = driftingPattern(v_place.xy + vec2(step / tiles, 0.0), motion.zw, 0.5 * tiles).x;
    float above = driftingPattern(v_place.xy + vec2(0.0, step / tiles), motion.zw, 0.5 * tiles).x;
    vec4 fine = driftingPattern(v_place.xy, motion.zw, 1.7 * tiles);
    float speed = length(motion.zw) * u_heat.x;
    float warm = clamp(speed, 0.0, 1.0) * mix(0.5, 1.0, smoothstep(0.0, u_heat.y, depth));
    // Cracks between plates of crust glow first; fast lava carries only small pieces of crust.
    float crack = 1.0 - smoothstep(0.0, 0.5, plates.x - 0.12 * fine.z);
    float crust = smoothstep(0.15, 0.55, plates.x) * (1.0 - 0.75 * warm) * (0.6 + 0.8 * fine.z);
    float heat = clamp(0.25 + 0.75 * warm + 0.3 * crack - 0.75 * crust + 0.2 * (fine.z - 0.5), 0.0, 1.0);
    vec2 rough = 0.35 * (1.0 - heat) * (plates.x - vec2(right, above)) / (step * 9.0);
    vec3 normal = v_side > 0 ? sideNormal() : normalize(vec3(slope + rough, 1.0));
    vec3 glow = paletteColor(heat).rgb * (0.15 + 1.9 * heat * heat);
    vec3 around = mix(u_sky[2].rgb, 0.5 * (u_sky[0].rgb + u_sky[1].rgb), 0.5 + 0.5 * normal.z);
    vec3 rock = vec3(0.035, 0.032, 0.03) * (0.6 + 0.8 * fine.z);
    vec3 light = rock * (around + 2.2 * max(dot(normal, u_light.xyz), 0.0) * u_sky[3].rgb) + glow;
    vec3 mirrored = reflect(-s.toEye, normal);
    light += 0.04 * (1.0 - heat) * skyAt(mirrored) * pow(1.0 - clamp(dot(normal, s.toEye), 0.0, 1.0), 2.0);
    o_water = vec4(light, v_side > 0 ? 1.0 : smoothstep(0.0, u_heat.z, depth));
    gl_FragDepth = depthOf(s.eye.z, 2.0 * length(u_domainSize));
}
