// Does components.frag and component_weights.frag in one pass, for small levels, where a second pass costs more than
// finding each cell's components three times. In: u_weights of the finer level. Out: components, cells.
#include "multigrid/coarse_cell.glsl"
#include "multigrid/grouping.glsl"

layout(location = 0) out vec4 o_components;
layout(location = 1) out uvec4 o_cell;

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    ivec2 size = (u_cells + 1) / 2;
    uvec3 parts = uvec3(ONE_PART);
    // Compilers do not know the loop's length, so that they do not unroll it: the search is compiled once.
    for (int i = 0; i < min(3, 3 * size.x); i++) {
        ivec2 at = wrapped(cell + ivec2(i & 1, i >> 1), size);
        uint found = isInside(at, size) ? findParts(at) : ONE_PART;
        parts = uvec3(i == 0 ? found : parts.x, i == 1 ? found : parts.y, i == 2 ? found : parts.z);
    }
    o_components = packParts(parts.x);
    o_cell = coarseCell(cell, size, parts.x, parts.y, parts.z);
}
