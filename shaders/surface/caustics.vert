// Finds where sunlight through each corner of a grid on the surface meets the ground. A wide rim continues the water
// around the domain, so that light enters from there, too. u_mesh: quads within the domain. u_light: towards the sun.
// u_texelsPerMetre: of the target. u_upright: -1 where clip space's y goes down the rows.
#include "surface/place.glsl"
#include "surface/fine.glsl"

uniform sampler2D u_motion;
uniform ivec2 u_mesh;
uniform vec4 u_light;
uniform vec2 u_texelsPerMetre;
uniform float u_upright;
out vec2 v_old; // place where the light passed the surface, texels
flat out vec3 v_color;

vec3 normalAt(vec2 p, float depth)
{
    vec2 n = smoothAt(u_motion, p / u_domainSize).xy;
    vec2 slope = n * inversesqrt(max(1.0 - dot(n, n), 1e-4));
    float share = u_micro.y * smoothstep(0.0, u_micro.z, depth);
    slope -= share * fineWavesAt(p).xy;
    return normalize(vec3(slope, 1.0));
}

void main()
{
    ivec2 quads = u_mesh + 2;
    int quad = gl_VertexID / 6;
    int corner = gl_VertexID % 6;
    corner = corner < 3 ? corner : 6 - corner;
    int color = quad / (quads.x * quads.y); // each colour is refracted by its own angle
    quad -= color * quads.x * quads.y;
    ivec2 node = ivec2(quad % quads.x, quad / quads.x) + ivec2(corner & 1, corner >> 1) - 1;
    vec2 inside = vec2(clamp(node, ivec2(0), u_mesh)) / vec2(u_mesh);
    vec2 beyond = vec2(node - clamp(node, ivec2(0), u_mesh));
    vec2 p = inside * u_domainSize;
    vec2 shape = shapeAt(p).xy;
    float depth = max(shape.x - shape.y, 0.0);
    vec2 landed = p;
    if (depth > 0.0) {
        vec3 bent = refract(-u_light.xyz, normalAt(p, depth), 1.0 / (1.333 + 0.006 * float(color - 1)));
        vec2 shift = bent.xy / max(-bent.z, 0.1);
        // Iterates towards the place where light meets the ground, whose height varies.
        for (int i = 0; i < 2; i++) {
            depth = 0.5 * (depth + clamp(shape.x - shapeAt(p + depth * shift).y, 0.0, 2.0 * depth));
        }
        landed += depth * shift;
    }
    vec2 rim = beyond * u_domainSize;
    v_old = (p + rim) * u_texelsPerMetre;
    v_color = vec3(equal(ivec3(color), ivec3(0, 1, 2)));
    vec2 clip = 2.0 * (landed + rim) / u_domainSize - 1.0;
    gl_Position = vec4(clip.x, u_upright * clip.y, 0.0, 1.0);
}
