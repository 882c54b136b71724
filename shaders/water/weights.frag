// Packs weights and diagonals of the finest level (multigrid/surface_packing.glsl). In: u_links (water/links.frag).
#include "common/loops.glsl"
#include "multigrid/surface_packing.glsl"

uniform ivec2 u_cells;
uniform sampler2D u_links;
layout(location = 0) out uvec4 o_weights;
layout(location = 1) out uvec4 o_diagonals;

// Returns a cell's links; beyond the domain it has none.
vec4 linksOf(ivec2 cell)
{
    bool inside = all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, u_cells));
    return inside ? texelFetch(u_links, cell, 0) : vec4(0.0);
}

void main()
{
    ivec2 first = 2 * ivec2(gl_FragCoord.xy);
    SurfaceCell cells[8];
    for (int i = 0; i < TURNS(8); i++) {
        ivec2 cell = first + placeOf(i);
        vec4 own = linksOf(cell);
        vec4 weights = vec4(own.x, linksOf(cell + ivec2(1, 0)).x, own.y, linksOf(cell + ivec2(0, 1)).y);
        cells[i] = surfaceCell(weights, own.z, own.w < 0.0, abs(own.w));
    }
    packSurface(cells, o_weights, o_diagonals);
}
