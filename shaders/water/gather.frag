// Gathers the particles around each texel: velocities on the left and the bottom face, as means with a hat kernel of
// one cell, and the kernel's sum at the centre of the cell. In: the sorted particles, whose search has the fluid's
// cells and a border of one. Out: velocity (left, bottom), cells/s, and the weight of both; the sum at the centre.
//   STRESS  particles carry the slope of their velocity, 1/s: du/dx, du/dy, dv/dx, dv/dy
#include "particles/starts.glsl"

uniform sampler2D u_place;
#ifdef STRESS
uniform sampler2D u_stress;
#endif
layout(location = 0) out vec4 o_velocity;
layout(location = 1) out float o_density;

const float MOST = 1e30; // no place or velocity comes near its root

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec2 corner = vec2(texel);
    ivec2 last = u_grid.xy - 1;
    int left = texel.x;                      // the search's column of cell x - 1, as it has a border
    int behind = min(texel.x + 2, last.x) + 1; // behind that of cell x + 1
    vec2 sum = vec2(0.0), weight = vec2(0.0);
    float density = 0.0;
    for (int row = texel.y; row <= min(texel.y + 2, last.y); row++) {
        int first = row * u_grid.x;
        int end = startOf(first + behind);
        for (int j = startOf(first + left); j < end; j++) {
            ivec2 at = particleTexel(j);
            vec4 particle = texelFetch(u_place, at, 0);
            if (!(dot(particle, particle) < MOST)) {
                continue; // it is not a number: water/move.frag mends it
            }
            vec2 offset = corner - particle.xy;
            vec2 near = max(1.0 - abs(offset), 0.0);
            vec2 middle = max(1.0 - abs(offset + 0.5), 0.0);
            vec2 w = vec2(near.x * middle.y, middle.x * near.y);
            vec2 velocity = particle.zw;
#ifdef STRESS
            vec4 slope = texelFetch(u_stress, at, 0);
            slope = dot(slope, slope) < MOST ? slope : vec4(0.0);
            velocity += vec2(dot(slope.xy, offset + vec2(0.0, 0.5)), dot(slope.zw, offset + vec2(0.5, 0.0)));
#endif
            sum += w * velocity;
            weight += w;
            density += middle.x * middle.y;
        }
    }
    o_velocity = vec4(sum / max(weight, 1e-6), weight);
    o_density = density;
}
