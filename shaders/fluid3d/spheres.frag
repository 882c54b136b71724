// A particle's sphere in its colour, lit by sun and sky. Out: linear light and coverage. Light is tone-mapped before it
// is averaged over four samples, in which a bright one would outweigh the others.
//   FLAT  a disc in the particle's colour, unlit
#include "draw/finish.glsl"
#include "fluid3d/sphere.glsl"
#include "draw/sky.glsl"

layout(location = 0) out vec4 o_color;

void main()
{
    vec2 place = gl_FragCoord.xy * u_scale;
    Ray ray = rayAt(place);
    Meeting m = meet(ray);
    if (m.across >= 1.0 || isHidden(m.near, place)) {
        discard;
    }
    gl_FragDepth = depthOf(m.near.z, 4.0);
#ifdef FLAT
    o_color = vec4(toneMap(v_color.rgb), 1.0);
#else
    vec3 normal = normalize(m.near - v_sphere.xyz);
    vec3 toEye = normalize(ray.way);
    float facing = clamp(dot(normal, toEye), 0.0, 1.0);
    float up = 0.5 + 0.5 * dot(normal, u_up.xyz);
    float lit = max(dot(normal, u_light.xyz), 0.0);
    // Neighbouring particles shade the sphere, most from below (ambient occlusion).
    float open = mix(1.0, 0.45 + 0.55 * up, smoothstep(0.2, 1.0, v_foamDensity.y));
    vec3 around = mix(u_sky[2].rgb, 0.5 * (u_sky[0].rgb + u_sky[1].rgb), up);
    vec3 light = v_color.rgb * (0.75 * around * open + 0.9 * lit * u_sky[3].rgb);
    vec3 reflected = reflect(-toEye, normal);
    float mirrored = 0.04 + 0.5 * pow(1.0 - facing, 5.0);
    light += mirrored * open * skyAt(reflected) +
             0.25 * u_sky[3].rgb * pow(max(dot(reflected, u_light.xyz), 0.0), 50.0);
    o_color = vec4(toneMap(light), 1.0);
#endif
}
