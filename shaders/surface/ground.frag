// The ground on top and its cut sides (surface/soil.glsl). Out: light and coverage 1; z, of the eye's space, m.
#include "surface/soil.glsl"
#include "surface/seen.glsl"

layout(location = 0) out vec4 o_scene;
layout(location = 1) out vec4 o_distance;

// Returns the layer of the cut block at a place.
Soil cutAt(vec3 place)
{
    vec2 p = vec2(v_side < 3 ? place.x : place.y, place.z) * u_patternsBy.x;
    float soft = tileAt(u_patterns, vec2(0.2, 0.5) * p).z;
    float below = (v_heights.y - place.z) * u_patternsBy.x;
    float layer = tileAt(u_patterns, vec2(0.02 * p.x, 0.35 * p.y + 0.06 * soft)).z;
    vec4 stones = tileAt(u_patterns, 0.8 * p);
    vec3 color = mix(vec3(0.30, 0.20, 0.12), vec3(0.58, 0.43, 0.28), smoothstep(0.35, 0.65, layer));
    color = mix(color, vec3(0.36, 0.29, 0.22), step(0.9, stones.y) * smoothstep(0.2, 0.4, stones.x));
    color *= 0.75 + 0.5 * tileAt(u_patterns, 1.7 * p).z;
    return Soil(color * mix(1.0, 0.45, exp(-6.0 * below)), vec2(0.0), 0.0);
}

void main()
{
    Seen s = seenHere();
    if (isCut(s.eye) || s.eye.z < hostAt(s.place) || (v_side > 0 && v_place.z >= v_heights.y)) {
        discard;
    }
    vec4 relief = reliefAt(v_place.xy);
    vec3 normal = normalOf(relief);
    float footprint = max(length(dFdx(v_place)), length(dFdy(v_place))) * u_patternsBy.x;
    float fine = 1.0 - smoothstep(0.012, 0.06, footprint);
    float depth = max(v_heights.x - v_heights.y, 0.0);
    float wet = max(shapeAt(v_place.xy).w, smoothstep(0.0, 1e-3, depth));
    Soil soil = Soil(vec3(0.0), vec2(0.0), 0.0);
    if (v_side > 0) {
        soil = cutAt(v_place);
        normal = sideNormal();
        relief.zw = vec2(1.3, 1.0); // it is lit as if by light from the land in front of it
        depth = wet = 0.0;
    } else {
        soil = soilAt(v_place, normal, fine);
        normal = normalize(normal + vec3(soil.slope, 0.0));
    }
    vec3 light = soil.color * darkenedBy(wet) * lightOn(v_place.xy, normal, relief.zw, depth);
    if (depth <= 0.0 && wet > 0.0 && soil.gloss > 0.0) { // a film of water mirrors
        vec3 mirrored = reflect(-s.toEye, normal);
        float share = 0.02 + 0.15 * pow(1.0 - clamp(dot(normal, s.toEye), 0.0, 1.0), 5.0);
        vec3 glint = u_sky[3].rgb * relief.w * 1.5 * pow(max(dot(mirrored, u_light.xyz), 0.0), 60.0);
        light += wet * soil.gloss * (share * skyAt(mirrored) + 0.3 * glint);
    }
    o_scene = vec4(light, 1.0);
    o_distance = vec4(s.eye.z, 0.0, 0.0, 1.0);
    gl_FragDepth = depthOf(s.eye.z, 2.0 * length(u_domainSize));
}
