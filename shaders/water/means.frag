// Draws the means over the particles around the centre of each cell, by the kernel of water/gather.frag. In: the sorted
// particles; u_openness of water/openness.frag; u_fill: particles in a full cell; u_unit: from stored velocities to
// those written. Out: mass, 1 in a cell full of water at rest, and velocity; all are 0 where no particle is near.
//   COLORS  out: colours in linear light times the mass, and the mass, at most 1
#include "particles/starts.glsl"
#ifdef COLORS
#include "particles/colors.glsl"

uniform usampler2D u_tags;
#endif

uniform sampler2D u_place;
uniform sampler2D u_openness;
uniform float u_fill;
uniform float u_unit;
layout(location = 0) out vec4 o_means;

const float LEAST = 0.2; // of the kernel that is open: a mass by less would be noise

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    vec2 centre = vec2(cell) + 0.5;
    vec3 sum = vec3(0.0);
    float weight = 0.0;
    // The search's grid has a border, so that its cell of this number is the one to the lower left.
    for (int row = cell.y; row <= cell.y + 2; row++) {
        int first = row * u_grid.x + cell.x;
        int end = startOf(first + 3);
        for (int j = startOf(first); j < end; j++) {
            ivec2 at = particleTexel(j);
            vec4 particle = texelFetch(u_place, at, 0);
            vec2 near = max(1.0 - abs(particle.xy - centre), 0.0);
            float w = near.x * near.y;
#ifdef COLORS
            sum += w * tagColor(texelFetch(u_tags, at, 0).y);
#else
            sum.xy += w * particle.zw;
#endif
            weight += w;
        }
    }
    float mass = weight / (u_fill * max(texelFetch(u_openness, cell, 0).y, LEAST));
    vec3 mean = u_unit * sum / max(weight, 1e-6);
#ifdef COLORS
    float amount = min(mass, 1.0);
    o_means = vec4(amount * mean, amount);
#else
    o_means = vec4(mass, mean.xy, 0.0);
#endif
}
