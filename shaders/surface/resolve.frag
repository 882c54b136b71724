// Draws water and scene, which were drawn at the picture's size or twice as large each way, onto the host's picture.
// In: u_scene, u_lit (the water; light, coverage), u_distances (z of the scene, m). u_viewport: px. u_eyeAt: the eye's
// place, m of the domain, and 1 if it may be under water, through which everything is then seen. Out: colour, coverage.
#include "draw/finish.glsl"
#include "surface/place.glsl"
#include "draw/sky.glsl"

uniform sampler2D u_scene;
uniform sampler2D u_lit;
uniform sampler2D u_distances;
uniform vec4 u_viewport;
uniform vec4 u_eyeAt;
uniform vec4 u_absorption;
uniform vec4 u_deep;
layout(location = 0) out vec4 o_color;

bool isUnderWater()
{
    bool inside = all(greaterThan(u_eyeAt.xy, vec2(0.0))) && all(lessThan(u_eyeAt.xy, u_domainSize));
    vec2 heights = shapeAt(u_eyeAt.xy).xy;
    return u_eyeAt.w > 0.5 && inside && u_eyeAt.z < heights.x && u_eyeAt.z > heights.y;
}

vec4 sampleAt(ivec2 at, bool under)
{
    vec4 water = texelFetch(u_lit, at, 0), scene = texelFetch(u_scene, at, 0);
    vec3 light = mix(scene.rgb * scene.w, water.rgb, water.w);
    float cover = mix(scene.w, 1.0, water.w);
    if (under) {
        // If a line of sight ends at the water's surface its length is unknown, and the eye's depth is taken for it.
        float z = texelFetch(u_distances, at, 0).x;
        float way = water.w > 0.5 ? shapeAt(u_eyeAt.xy).x - u_eyeAt.z : min(-z, length(u_domainSize));
        vec3 through = exp(-u_absorption.rgb * max(way, 0.0));
        vec3 daylight = 0.5 * (u_sky[0].rgb + u_sky[1].rgb) + 1.2 * max(u_light.z, 0.0) * u_sky[3].rgb;
        light = mix(u_deep.rgb * daylight, mix(scene.rgb, light, cover), through);
        cover = 1.0;
    }
    return vec4(toneMap(light / max(cover, 1e-6)) * cover, cover);
}

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy - u_viewport.xy);
    ivec2 size = textureSize(u_scene, 0);
    ivec2 times = max(size / ivec2(u_viewport.zw + 0.5), ivec2(1));
    bool under = isUnderWater();
    vec4 sum = vec4(0.0);
    for (int k = 0; k < 4; k++) {
        sum += sampleAt(min(times * at + min(ivec2(k & 1, k >> 1), times - 1), size - 1), under);
    }
    sum *= 0.25;
    if (sum.w <= 0.0) {
        discard;
    }
    o_color = finishBlended(sum.rgb, sum.w, vec3(1.0));
}
