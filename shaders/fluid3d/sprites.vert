// Each particle's sphere (draw/particle.glsl) as two triangles that just cover it. u_toEye: from position in cells to
// the eye, m. u_sphere: radius within the fluid and of a drop alone (m), least radius (px), density over rest below
// which it is alone. u_foamAt: speed from which water foams (m/s; 0: never), density below which it foams.
#include "draw/particle.glsl"
#include "draw/camera.glsl"

uniform sampler2D u_velocity; // cells/s
uniform mat4 u_toEye;
uniform vec4 u_sphere;
uniform vec2 u_foamAt;
uniform float u_upright; // -1: clip space's y goes down the rows
flat out vec4 v_sphere; // its middle and radius, eye, m
flat out vec4 v_color;  // linear light and coverage
flat out vec2 v_foamDensity;  // how much of it foams; density over that at rest

float foamOf(float speed, float density)
{
    float fast = smoothstep(u_foamAt.x, 2.5 * u_foamAt.x, speed);
    return u_foamAt.x > 0.0 ? fast * (1.0 - smoothstep(0.6 * u_foamAt.y, u_foamAt.y, density)) : 0.0;
}

void main()
{
    int number = gl_VertexID / 6;
    gl_Position = NO_PARTICLE;
    v_sphere = vec4(0.0);
    v_color = vec4(0.0);
    v_foamDensity = vec2(0.0);
    if (!particleLives(number)) {
        return;
    }
    ivec2 texel = particleTexel(number);
    vec4 place = texelFetch(u_place, texel, 0);
    vec3 motion = texelFetch(u_velocity, texel, 0).xyz;
    vec3 velocity = mat3(u_toWorld) * motion;
    vec3 middle = (u_toEye * vec4(place.xyz + u_sinceStep * motion, 1.0)).xyz;
    float drop = u_sphere.y;
    if (drop < u_sphere.x) { // drops are smaller than the fluid's spheres, and of several sizes
        drop *= mix(0.6, 1.15, fract(0.6180340 * float(texelFetch(u_tags, texel, 0).x & 0xffffu)));
    }
    float radius = mix(drop, u_sphere.x, smoothstep(0.3 * u_sphere.w, u_sphere.w, place.w));
    radius = max(radius, u_sphere.z / pixelsPerMetre(middle.z));
    v_sphere = vec4(middle, radius);
    v_color = particleColor(texel, velocity);
    v_foamDensity = vec2(foamOf(length(velocity), place.w), place.w);

    // In perspective a sphere's outline is a circle on the cone from the eye that touches the sphere.
    bool far = u_projection[2][3] != 0.0;
    float share = far ? radius / max(length(middle), 1e-9) : 0.0;
    if (share >= 0.999 || (far && middle.z > 0.0)) {
        return;
    }
    vec3 ahead = far ? normalize(middle) : vec3(0.0, 0.0, -1.0);
    vec3 right = normalize(cross(ahead, vec3(0.0, 1.0, 0.0)));
    vec2 corner = particleCorner(gl_VertexID % 6) * radius * inversesqrt(1.0 - share * share);
    vec4 clip = u_projection * vec4(middle + corner.x * right + corner.y * cross(right, ahead), 1.0);
    gl_Position = vec4(clip.x, u_upright * clip.y, 0.0, clip.w);
}
