// Water over the scene. In: u_scene (light, coverage), u_distances (its z, of the eye's space, m), u_motion, u_ripples,
// u_patterns, u_reflection. u_water: reflectance, strength of the sun's mirror, depth in which the shore fades (m), 1:
// there is a reflection. u_refraction: share of what water bends, 1: host's textures are sRGB. Out: light, coverage.
#include "shared.h"
#include "common/srgb.glsl"
#include "surface/place.glsl"
#include "surface/seen.glsl"
#include "surface/flowing.glsl"
#include "draw3d/sky.glsl"

uniform sampler2D u_scene;
uniform sampler2D u_distances;
uniform sampler2D u_motion;
uniform sampler2D u_reflection;
uniform vec4 u_water;
uniform vec4 u_refraction;
uniform vec4 u_absorption;
uniform vec4 u_deep;
uniform vec4 u_foam;
uniform vec4 u_patternsBy;
layout(location = 0) out vec4 o_water;

// Where light in the water leaves the domain, m along `way`.
float sideAlong(vec3 way)
{
    vec2 ends = mix(vec2(0.0), u_domainSize, step(0.0, way.xy));
    vec2 lengths = (ends - v_place.xy) / mix(vec2(1e-6), way.xy, greaterThan(abs(way.xy), vec2(1e-6)));
    return max(min(lengths.x, lengths.y), 0.0);
}

// How far the ground is, m along `way`.
float groundAlong(vec3 way)
{
    float most = sideAlong(way);
    float sink = max(-way.z, 0.02);
    float at = min((v_place.z - v_heights.y) / sink, most);
    for (int i = 0; i < 3; i++) {
        vec3 p = v_place + at * way;
        at = clamp(at + 0.8 * (p.z - shapeAt(p.xy).y) / sink, 0.0, most);
    }
    return at;
}

// What is seen through the water, and how much of that lies between, m.
vec4 behindAt(Seen s, vec3 normal)
{
    vec3 bent = normalize(mix(-s.toEye, refract(-s.toEye, normal, 1.0 / 1.333), u_refraction.x));
    float way = groundAlong(bent);
    vec2 place = seenAt((u_toEye * vec4(v_place + way * bent, 1.0)).xyz);
    vec2 far = max(abs(place - 0.5) - 0.5, 0.0);
    place = mix(place, s.place, smoothstep(0.0, 0.04, max(far.x, far.y)));
    place = clamp(place, u_scale, 1.0 - u_scale);
    // What stands in front of the water is not seen in it.
    for (int i = 0; i < 5 && textureLod(u_distances, place, 0.0).x > s.eye.z + 1e-4 * abs(s.eye.z); i++) {
        place = mix(s.place, place, 0.5);
    }
    float z = textureLod(u_distances, place, 0.0).x;
    Ray ray = rayAt(place);
    float seen = z > 0.5 * GF_NO_SURFACE ? distance(ray.origin + z * ray.way, s.eye) : way;
    return vec4(textureLod(u_scene, place, 0.0).rgb, min(seen, sideAlong(bent)));
}

// The host's mirrored picture where it has one, else the sky.
vec3 mirroredAt(Seen s, vec3 mirrored)
{
    vec3 sky = skyAt(mirrored);
    if (u_water.w < 0.5) {
        return sky;
    }
    // Its camera stands as far below the water: it sees this way turned down.
    vec3 way = vec3(mirrored.xy, -mirrored.z);
    float reach = 0.35 * length(u_domainSize);
    vec2 place = seenAt((u_toEye * vec4(v_place + reach * way, 1.0)).xyz);
    vec4 host = textureLod(u_reflection, place, 0.0);
    vec2 inside = smoothstep(vec2(0.5), vec2(0.47), abs(place - 0.5));
    vec3 color = u_refraction.y > 0.5 ? decodeSrgb(host.rgb) : host.rgb;
    return mix(sky, color, host.w * inside.x * inside.y);
}

// The sun in waves of all slopes with this mean square about the normal's own: a normal distribution.
float glitterAt(vec3 normal, vec3 toEye, float squares)
{
    vec3 middle = normalize(toEye + u_light.xyz);
    if (middle.z <= 0.05 || normal.z <= 0.05 || u_light.z <= 0.0) {
        return 0.0;
    }
    vec2 off = middle.xy / middle.z - normal.xy / normal.z;
    float z2 = middle.z * middle.z;
    return exp(-dot(off, off) / squares) / (3.14159265 * squares * z2 * z2);
}

vec3 normalHere(float footprint, vec2 velocity, vec2 slope, float depth)
{
    float seen = 1.0 - smoothstep(0.15, 0.5, footprint / u_micro.w);
    float share = u_micro.y * seen * smoothstep(0.0, u_micro.z, depth);
    return normalize(vec3(slope - share * driftingRipples(v_place.xy, velocity).xy, 1.0));
}

float foamAt(vec2 velocity, float amount, float footprint)
{
    vec4 coarse = driftingPattern(v_place.xy, velocity, u_patternsBy.y);
    vec4 fine = driftingPattern(v_place.xy, velocity, 2.7 * u_patternsBy.y);
    float lace = mix(0.6 * coarse.w + 0.4 * fine.w, 0.55, smoothstep(0.02, 0.15, footprint * u_patternsBy.y));
    float edge = 1.0 - amount;
    return smoothstep(edge - 0.05, edge + 0.35, lace) * smoothstep(0.02, 0.25, amount);
}

// From below: the sky through a round window, and around that the water's own dark.
vec3 fromBelow(Seen s, vec3 normal, vec3 daylight)
{
    vec3 out_ = refract(-s.toEye, normal, 1.333);
    float facing = clamp(dot(normal, s.toEye), 0.0, 1.0);
    float mirrored = dot(out_, out_) > 0.0 ? u_water.x + (1.0 - u_water.x) * pow(1.0 - facing, 5.0) : 1.0;
    vec3 sky = skyAt(out_ + vec3(0.0, 0.0, 1e-4)) + 20.0 * u_water.y * u_sky[3].rgb * pow(max(dot(out_, u_light.xyz), 0.0), 400.0);
    return mix(sky, u_deep.rgb * daylight, mirrored);
}

void main()
{
    Seen s = seenHere();
    float depth = v_heights.x - v_heights.y;
    float scene = texelFetch(u_distances, ivec2(gl_FragCoord.xy), 0).x;
    if (depth <= 0.0 || isCut(s.eye) || s.eye.z < scene - 1e-5 * abs(scene)) {
        discard;
    }
    vec4 motion = smoothAt(u_motion, v_place.xy / u_domainSize);
    float footprint = max(length(dFdx(v_place.xy)), length(dFdy(v_place.xy)));
    vec2 slope = motion.xy * inversesqrt(max(1.0 - dot(motion.xy, motion.xy), 1e-3));
    vec3 normal = v_side > 0 ? sideNormal() : normalHere(footprint, motion.zw, slope, depth);
    float lit = max(dot(normal, u_light.xyz), 0.0);
    vec3 daylight = 0.5 * (u_sky[0].rgb + u_sky[1].rgb) + 1.2 * max(u_light.z, 0.0) * u_sky[3].rgb;
    gl_FragDepth = depthOf(s.eye.z);
    float facing = dot(v_side > 0 ? normal : normalize(vec3(slope, 1.0)), s.toEye);
    if (facing < 0.0 && v_side == 0 && s.toEye.z < 0.0) {
        o_water = vec4(fromBelow(s, -normal, daylight), 1.0);
        return;
    }
    facing = clamp(dot(normal, s.toEye), 0.03, 1.0);
    vec4 behind = behindAt(s, normal);
    vec3 through = exp(-u_absorption.rgb * behind.w);
    vec3 light = behind.rgb * through + u_deep.rgb * (1.0 - through) * daylight;

    float share = u_water.x + (1.0 - u_water.x) * pow(1.0 - facing, 5.0);
    vec3 mirrored = reflect(-s.toEye, normal);
    mirrored.z = v_side > 0 ? mirrored.z : abs(mirrored.z); // what looks down meets more water, which mirrors again
    light = mix(light, mirroredAt(s, normalize(mirrored)), share);
    // Waves too fine to be seen spread the sun's mirror.
    float unseen = u_micro.y * smoothstep(0.15, 0.5, footprint / u_micro.w);
    float glitter = v_side > 0 ? 0.0 : glitterAt(normal, s.toEye, 4e-4 + unseen * unseen);
    light += u_water.y * u_sky[3].rgb * min(0.55 * share * glitter / facing, 40.0);

    float foam = v_side > 0 ? 0.0 : foamAt(motion.zw, shapeAt(v_place.xy).z, footprint);
    vec3 white = u_foam.rgb * (0.45 * (u_sky[0].rgb + u_sky[1].rgb) + (0.3 + 0.9 * lit) * u_sky[3].rgb);
    light = mix(light, white, foam);
    o_water = vec4(light, v_side > 0 ? 1.0 : max(smoothstep(0.0, u_water.z, depth), foam));
}
