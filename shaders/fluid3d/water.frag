// Water over the scene behind it. In: u_surface (z, smoothed), u_thickness (m, foam), u_backdrop, and the looks:
// u_water (reflectance, highlight, thickness of full effect (m), 1: the backdrop is sRGB), u_absorption (1/m), u_deep
// (light that water scatters back), u_refraction (x: fraction of true bending), u_foam. Out: as finishOver() makes it.
#include "draw/finish.glsl"
#include "draw/hidden.glsl"
#include "draw/sky.glsl"

uniform sampler2D u_surface;
uniform sampler2D u_thickness;
uniform sampler2D u_backdrop;
uniform vec4 u_viewport;
uniform vec4 u_water;
uniform vec4 u_absorption;
uniform vec4 u_deep;
uniform vec4 u_refraction;
uniform vec4 u_foam;
layout(location = 0) out vec4 o_color;

float zAt(ivec2 at)
{
    return texelFetch(u_surface, clamp(at, ivec2(0), textureSize(u_surface, 0) - 1), 0).x;
}

vec3 placeAt(ivec2 at, float z)
{
    Ray ray = rayAt((vec2(at) + 0.5) * u_scale);
    return ray.origin + z * ray.way;
}

// Returns the slope along one axis: across both neighbours on the same surface, otherwise towards the nearer one.
vec3 slopeAlong(ivec2 at, ivec2 step, float z)
{
    float after = zAt(at + step);
    float before = zAt(at - step), up = abs(after - z), down = abs(before - z);
    vec3 middle = placeAt(at, z);
    if (max(up, down) < 3.0 * min(up, down) + 2.0 / pixelsPerMetre(z)) {
        return placeAt(at + step, after) - placeAt(at - step, before);
    }
    return up < down ? placeAt(at + step, after) - middle : middle - placeAt(at - step, before);
}

// Returns the light where a refracted line of sight leaves the water, as a parallel layer, without objects in front.
vec3 behindAt(vec3 surface, vec3 normal, vec3 toEye, float thickness, vec2 straight)
{
    vec3 bent = refract(-toEye, normal, 1.0 / 1.333);
    float way = thickness * clamp(dot(normal, toEye), 0.05, 1.0) / max(dot(normal, -bent), 0.1);
    vec2 place = seenAt(surface + bent * way);
    place = mix(straight, place, u_refraction.x);
    if (hostAt(place) > surface.z) {
        float seen = 0.0; // fraction of the shift up to which the scene behind the water is visible
        float unseen = 1.0;
        for (int i = 0; i < 9; i++) {
            float middle = 0.5 * (seen + unseen);
            bool inFront = hostAt(mix(straight, place, middle)) > surface.z;
            seen = inFront ? seen : middle;
            unseen = inFront ? middle : unseen;
        }
        place = mix(straight, place, seen * seen); // less, or objects at its end would be stretched
    }
    vec3 color = textureLod(u_backdrop, place, 0.0).rgb;
    return u_water.w > 0.5 ? decodeSrgb(color) : color;
}

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy - u_viewport.xy);
    vec2 place = (vec2(at) + 0.5) * u_scale;
    float z = zAt(at);
    if (z <= 0.5 * GF_NO_SURFACE) {
        discard;
    }
    vec2 body = textureLod(u_thickness, place, 0.0).xy;
    Ray ray = rayAt(place);
    vec3 surface = ray.origin + z * ray.way;
    vec3 toEye = normalize(ray.way);
    vec3 normal = normalize(cross(slopeAlong(at, ivec2(1, 0), z), slopeAlong(at, ivec2(0, 1), z)));
    normal *= sign(u_projection[0][0] * u_projection[1][1]); // a mirroring projection swaps the sides
    normal = dot(normal, toEye) < 0.0 ? reflect(normal, toEye) : normal;

    float facing = clamp(dot(normal, toEye), 0.0, 1.0);
    // The rims of the drawn surface are steeper than real water, and would reflect entirely.
    float mirrored = u_water.x + (1.0 - u_water.x) * pow(1.0 - max(facing, 0.1), 5.0);
    vec3 reflected = reflect(-toEye, normal);
    // A reflected line that goes down most likely meets more water, which is as dark.
    mirrored *= mix(0.2, 1.0, smoothstep(-0.35, 0.05, dot(reflected, u_up.xyz)));

    vec3 through = exp(-u_absorption.rgb * body.x);
    float lit = max(dot(normal, u_light.xyz), 0.0);
    vec3 daylight = 0.5 * (u_sky[0].rgb + u_sky[1].rgb) + 0.6 * lit * u_sky[3].rgb;
    vec3 light = u_deep.rgb * (1.0 - through) * daylight * (1.0 - mirrored);

    light += mirrored * skyAt(reflected);
    float glint = max(dot(reflected, u_light.xyz), 0.0);
    light += u_water.y * u_sky[3].rgb * (mirrored * 50.0 * pow(glint, 600.0) + 0.25 * mirrored * pow(glint, 60.0));
    through *= 1.0 - mirrored;

    float foam = 1.0 - exp(-body.y);
    vec3 white = u_foam.rgb * (0.45 * (u_sky[0].rgb + u_sky[1].rgb) + (0.25 + 0.75 * lit) * u_sky[3].rgb * 0.7);
    light = mix(light, white, foam);
    through *= 1.0 - foam;

    // The rim fades, as the water's thickness goes to 0 there.
    float there = u_look.x * smoothstep(0.0, u_water.z, body.x);
    Layer layer = Layer(light * there / max(u_look.x, 1e-6), 0.0, mix(vec3(1.0), through, there / max(u_look.x, 1e-6)));
    o_color = finishOver(layer, behindAt(surface, normal, toEye, body.x * there, place));
}
