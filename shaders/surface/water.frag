// Water over the scene. In: u_scene (light, coverage), u_distances (its z, of the eye's space, m), u_motion, u_waves,
// u_patterns, u_reflection. u_water: reflectance, strength of the sun's, depth of the shore's fade (m), 1:
// u_reflection. u_refraction: fraction of true bending, 1: textures are sRGB, 1: ground is drawn. Out: light, coverage.
#include "surface/soil.glsl"
#include "surface/seen.glsl"
#include "surface/flowing.glsl"

uniform sampler2D u_scene;
uniform sampler2D u_distances;
uniform sampler2D u_motion;
uniform sampler2D u_reflection;
uniform vec4 u_water;
uniform vec4 u_refraction;
uniform vec4 u_deep;
uniform vec4 u_foam;
layout(location = 0) out vec4 o_water;

// Returns the distance along `way` (m) to a side that light leaves by; else far away: grazing light is reflected.
float sideAlong(vec3 way)
{
    vec2 ends = mix(vec2(0.0), u_domainSize, step(0.0, way.xy));
    vec2 lengths = (ends - v_place.xy) / mix(vec2(1e-6), way.xy, greaterThan(abs(way.xy), vec2(1e-6)));
    lengths = mix(vec2(1e6), max(lengths, 0.0), greaterThan(abs(way.xy), vec2(0.72)));
    return min(lengths.x, lengths.y);
}

// Returns the place within the domain whose mirror image at the sides is `p`.
vec2 folded(vec2 p)
{
    return clamp(u_domainSize - abs(u_domainSize - abs(p)), vec2(0.0), u_domainSize);
}

float aboveGround(vec3 p)
{
    return p.z - shapeAt(folded(p.xy)).y;
}

// Returns the distance along `way` (m) to the ground: by steps down to it, or the first sample below, as at a wall.
float groundAlong(vec3 way)
{
    float most = sideAlong(way);
    float sink = max(-way.z, 0.02);
    float level = min((v_place.z - v_heights.y) / sink, most);
    float at = level;
    for (int i = 0; i < 3; i++) {
        at = clamp(at + 0.8 * aboveGround(v_place + at * way) / sink, 0.0, most);
    }
    float before = 0.0;
    float last = max(level, at);
    bool under = false;
    for (int i = 1; i <= 8 && !under; i++) {
        vec3 p = v_place + last * 0.125 * float(i) * way;
        ivec2 cell = clamp(ivec2(folded(p.xy) / u_domainSize * vec2(u_cells)), ivec2(0), u_cells - 1);
        under = texelFetch(u_shape, cell, 0).y > p.z;
        before = under ? before : last * 0.125 * float(i);
    }
    if (!under) {
        return at;
    }
    float after = min(before + 0.125 * last, last);
    for (int i = 0; i < 5; i++) {
        float middle = 0.5 * (before + after);
        bool isUnder = aboveGround(v_place + middle * way) < 0.0;
        after = isUnder ? middle : after;
        before = isUnder ? before : middle;
    }
    return 0.5 * (before + after);
}

// The place where a line of sight meets the ground, for ground that is not in the scene's picture.
struct Met {
    vec3 at;
    float depth; // depth of water, m; 0: it is dry
    bool is;
};

const Met NONE = Met(vec3(0.0), 0.0, false);

Met groundMet(vec3 at)
{
    vec2 heights = shapeAt(at.xy).xy;
    return Met(at, max(heights.x - heights.y, 1e-6), u_refraction.z > 0.5);
}

vec3 groundAt(Met met, float pixel)
{
    vec4 relief = reliefAt(met.at.xy);
    vec3 normal = normalOf(relief);
    Soil soil = soilAt(met.at, normal, 1.0 - smoothstep(0.012, 0.06, pixel * u_patternsBy.x));
    float wet = met.depth > 0.0 ? 1.0 : shapeAt(met.at.xy).w;
    normal = normalize(normal + vec3(soil.slope, 0.0));
    return soil.color * darkenedBy(wet) * lightOn(met.at.xy, normal, relief.zw, met.depth);
}

// Returns whether the scene at a place of the picture, or beside it, is in front of the water.
bool isInFront(vec2 place, Seen s)
{
    vec2 off = 1.5 * u_scale;
    float nearest = max(max(textureLod(u_distances, place + off, 0.0).x, textureLod(u_distances, place - off, 0.0).x),
                        max(textureLod(u_distances, place + vec2(off.x, -off.y), 0.0).x,
                            textureLod(u_distances, place + vec2(-off.x, off.y), 0.0).x));
    return nearest > s.eye.z + 1e-4 * abs(s.eye.z);
}

// Returns the scene through the water, and the length of the bent ray in it, m. `met`: where the ray meets ground; if
// u_scene lacks that ground, met.is is true and the light is 0.
vec4 behindAt(Seen s, vec3 normal, out Met met)
{
    vec3 bent = normalize(mix(-s.toEye, refract(-s.toEye, normal, 1.0 / 1.333), u_refraction.x));
    float way = groundAlong(bent);
    met = groundMet(vec3(folded(v_place.xy + way * bent.xy), v_place.z + way * bent.z));
    vec2 place = seenAt((u_toEye * vec4(met.at, 1.0)).xyz);
    vec2 beyond = abs(place - 0.5) - 0.5;
    met.is = met.is && (max(beyond.x, beyond.y) > -0.002 || isInFront(place, s));
    if (met.is) {
        return vec4(0.0, 0.0, 0.0, way);
    }
    place = clamp(place, u_scale, 1.0 - u_scale);
    // Objects in front of the water must not appear in it: the refracted place moves back towards the straight one.
    for (int i = 0; i < 5 && isInFront(place, s); i++) {
        place = mix(s.place, place, 0.5);
    }
    float z = textureLod(u_distances, place, 0.0).x;
    Ray ray = rayAt(place);
    float seen = z > 0.5 * GF_NO_SURFACE ? distance(ray.origin + z * ray.way, s.eye) : way;
    return vec4(textureLod(u_scene, place, 0.0).rgb, min(seen, max(way, sideAlong(bent))));
}

// Returns the ground above the water that a reflected line of sight meets.
Met bankAt(vec3 way)
{
    float cell = u_domainSize.x / float(u_cells.x);
    float along = max(length(way.xy), 0.05);
    float at = 1.5 * cell / along;
    float before = 0.0;
    bool inside = false;
    for (int i = 0; i < 18 && !inside; i++) {
        vec3 p = v_place + at * way;
        ivec2 texel = ivec2(p.xy / u_domainSize * vec2(u_cells));
        if (any(lessThan(p.xy, vec2(0.0))) || any(greaterThanEqual(texel, u_cells))) {
            break;
        }
        inside = texelFetch(u_shape, texel, 0).y > p.z;
        float next = 1.16 * at + 0.8 * cell / along;
        before = inside ? before : at;
        at = inside ? at : next;
    }
    for (int k = 0; k < 3 && inside; k++) {
        float middle = 0.5 * (before + at);
        vec3 q = v_place + middle * way;
        bool under = shapeAt(q.xy).y > q.z;
        at = under ? middle : at;
        before = under ? before : middle;
    }
    return Met(v_place + at * way, 0.0, inside);
}

// Returns the host's reflection picture, and its coverage.
vec4 hostMirrored(vec3 mirrored)
{
    if (u_water.w < 0.5) {
        return vec4(0.0);
    }
    // The reflection's camera is the eye mirrored at the water: in its picture this direction points down.
    vec3 way = vec3(mirrored.xy, -mirrored.z);
    float reach = 0.35 * length(u_domainSize);
    vec2 place = seenAt((u_toEye * vec4(v_place + reach * way, 1.0)).xyz);
    vec4 host = textureLod(u_reflection, place, 0.0);
    vec2 inside = smoothstep(vec2(0.5), vec2(0.47), abs(place - 0.5));
    return vec4(u_refraction.y > 0.5 ? decodeSrgb(host.rgb) : host.rgb, host.w * inside.x * inside.y);
}

// Returns the sun's reflection by waves with slopes of mean square `squares`, normally distributed around the normal's.
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
    float lace = mix(0.65 * coarse.w + 0.35 * fine.w, 0.5, smoothstep(0.02, 0.15, footprint * u_patternsBy.y));
    float edge = 1.0 - 0.8 * amount;
    return 0.95 * smoothstep(edge - 0.1, edge + 0.35, lace) * smoothstep(0.0, 0.2, amount) + 0.1 * amount * fine.z;
}

// Lights both places in a loop: even renderers that run both sides of a branch skip one without turns.
void lightOfBoth(Met behind, Met mirrored, float pixel, out vec3 light[2])
{
    light[0] = vec3(0.0);
    light[1] = vec3(0.0);
    int last = mirrored.is ? 2 : 1;
    for (int i = behind.is ? 0 : 1; i < last; i++) {
        Met met = mirrored;
        if (i == 0) {
            met = behind;
        }
        vec3 lit = groundAt(met, pixel);
        light[0] = i == 0 ? lit : light[0];
        light[1] = i == 1 ? lit : light[1];
    }
}

// Returns the view from below: the sky through Snell's window, and the reflected ground around it.
vec3 fromBelow(Seen s, vec3 normal, vec3 deep, vec3 ground, float way)
{
    vec3 bent = refract(-s.toEye, normal, 1.333);
    float facing = clamp(dot(normal, s.toEye), 0.0, 1.0);
    float mirrored = dot(bent, bent) > 0.0 ? u_water.x + (1.0 - u_water.x) * pow(1.0 - facing, 5.0) : 1.0;
    float sun = pow(max(dot(bent, u_light.xyz), 0.0), 400.0);
    vec3 sky = skyAt(bent + vec3(0.0, 0.0, 1e-4)) + 20.0 * u_water.y * u_sky[3].rgb * sun;
    return mix(sky, mix(deep, ground, exp(-u_absorption.rgb * way)), mirrored);
}

void main()
{
    Seen s = seenHere();
    float depth = v_heights.x - v_heights.y;
    float scene = texelFetch(u_distances, ivec2(gl_FragCoord.xy), 0).x;
    if (depth <= 0.0 || isCut(s.eye) || s.eye.z < scene - 1e-5 * abs(scene)) {
        discard;
    }
    gl_FragDepth = depthOf(s.eye.z, 2.0 * length(u_domainSize));
    vec4 motion = smoothAt(u_motion, v_place.xy / u_domainSize);
    float pixel = max(length(dFdx(v_place.xy)), length(dFdy(v_place.xy)));
    vec2 slope = motion.xy * inversesqrt(max(1.0 - dot(motion.xy, motion.xy), 1e-3));
    bool side = v_side > 0;
    bool below = !side && s.toEye.z < 0.0 && dot(vec3(slope, 1.0), s.toEye) < 0.0;
    vec3 normal = side ? sideNormal() : normalHere(pixel, motion.zw, slope, depth);
    normal = below ? -normal : normal;
    vec3 deep = 0.5 * (u_sky[0].rgb + u_sky[1].rgb) + 1.2 * max(u_light.z, 0.0) * u_sky[3].rgb;
    deep *= u_deep.rgb;

    vec3 mirrored = reflect(-s.toEye, normal);
    Met ground = NONE;
    Met bank = NONE;
    vec4 behind = vec4(0.0);
    if (below) {
        mirrored.z = -abs(mirrored.z);
        behind.w = groundAlong(mirrored);
        bank = groundMet(vec3(folded(v_place.xy + behind.w * mirrored.xy), v_place.z + behind.w * mirrored.z));
    } else {
        mirrored.z = side ? mirrored.z : abs(mirrored.z); // the water below reflects it again
        behind = behindAt(s, normal, ground);
        if (u_refraction.z > 0.5) {
            bank = bankAt(mirrored);
        }
    }
    vec3 lit[2];
    lightOfBoth(ground, bank, pixel, lit);
    if (below) {
        o_water = vec4(fromBelow(s, normal, deep, bank.is ? lit[1] : deep, behind.w), 1.0);
        return;
    }
    float facing = clamp(dot(normal, s.toEye), 0.03, 1.0);
    float share = u_water.x + (1.0 - u_water.x) * pow(1.0 - facing, 5.0);
    vec3 light = mix(deep, ground.is ? lit[0] : behind.rgb, exp(-u_absorption.rgb * behind.w));
    vec4 host = hostMirrored(mirrored);
    light = mix(light, mix(bank.is ? lit[1] : skyAt(mirrored), host.rgb, host.w), share);
    if (!side) {
        // Waves finer than a pixel spread the sun's reflection.
        float unseen = u_micro.y * smoothstep(0.15, 0.5, pixel / u_micro.w);
        float glitter = glitterAt(normal, s.toEye, 2e-4 + unseen * unseen) + 0.3 * glitterAt(normal, s.toEye, 3e-3);
        light += u_water.y * u_sky[3].rgb * min(0.16 * share * glitter / facing, 20.0);
    }
    float foam = side ? 0.0 : foamAt(motion.zw, shapeAt(v_place.xy).z, pixel);
    float sun = 0.3 + 0.9 * max(dot(normal, u_light.xyz), 0.0);
    vec3 white = u_foam.rgb * (0.45 * (u_sky[0].rgb + u_sky[1].rgb) + sun * u_sky[3].rgb);
    o_water = vec4(mix(light, white, foam), side ? 1.0 : max(smoothstep(0.0, u_water.z, depth), foam));
}
