// Draws drops for particles on a raster finer than the cells, for the liquid's drawing: a sum of round bumps, 1 at the
// rim of the drop of a particle that is alone, which has a particle's area. Where particles are close the sum of bumps
// joins their drops. In: the sorted particles; u_perCell: texels to a cell; u_reach: radius of a bump, cells;
// u_crowd: with so many particles in the 3 x 3 cells around there is no spray. Out: the sum.
#include "particles/starts.glsl"

uniform sampler2D u_place;
uniform float u_perCell;
uniform float u_reach;
uniform int u_crowd;
layout(location = 0) out float o_spray;

// A bump has this height at the rim: with it, once a drawing has read the sum through a spline of texels a third as
// wide as the bump (draw_liquid/liquid.frag), the drop has a particle's area.
const float RIM = 0.635;

void main()
{
    vec2 place = gl_FragCoord.xy / u_perCell;
    ivec2 cell = ivec2(place);
    int count = 0;
    for (int row = cell.y; row <= cell.y + 2; row++) {
        int first = row * u_grid.x + cell.x;
        count += startOf(first + 3) - startOf(first);
    }
    float sum = 0.0;
    if (count > 0 && count < u_crowd) {
        ivec2 low = cellOf(place - u_reach), high = cellOf(place + u_reach);
        low = max(low, ivec2(0));
        high = min(high, u_grid.xy - 1);
        for (int row = low.y; row <= high.y; row++) {
            int end = startOf(row * u_grid.x + high.x + 1);
            for (int j = startOf(row * u_grid.x + low.x); j < end; j++) {
                vec2 off = (texelFetch(u_place, particleTexel(j), 0).xy - place) / u_reach;
                float bump = max(1.0 - dot(off, off), 0.0);
                sum += bump * bump;
            }
        }
    }
    o_spray = sum / RIM;
}
