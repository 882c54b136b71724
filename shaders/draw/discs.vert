// Particles in two dimensions (draw/particle.glsl), each as two triangles around its disc. u_toClip: from the world to
// clip space. u_point: radius (m), pixels a metre, least radius (px). u_domainSize: m, for the fade at its sides.
#include "draw/fade.glsl"
#include "draw/particle.glsl"

uniform mat4 u_toClip;
uniform vec4 u_point;
uniform vec2 u_domainSize;
flat out vec4 v_color;   // linear light and coverage
flat out float v_radius; // px
out vec2 v_off;          // from the middle, in radii

void main()
{
    int number = gl_VertexID / 6;
    v_radius = max(u_point.x * u_point.y, u_point.z);
    v_off = particleCorner(gl_VertexID % 6) * (1.0 + 1.0 / v_radius);
    v_color = vec4(0.0);
    gl_Position = NO_PARTICLE;
    if (!particleLives(number)) {
        return;
    }
    ivec2 texel = particleTexel(number);
    vec4 place = texelFetch(u_place, texel, 0);
    v_color = particleColor(texel, mat3(u_toWorld) * vec3(place.zw, 0.0));
    v_color.w *= fadeAt((mat2(u_toWorld) * place.xy) / u_domainSize);
    vec4 world = u_toWorld * vec4(place.xy + u_sinceStep * place.zw, 0.0, 1.0);
    world.xy += v_off * v_radius / u_point.y;
    gl_Position = vec4((u_toClip * world).xy, 0.0, 1.0);
}
