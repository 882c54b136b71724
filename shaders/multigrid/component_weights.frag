// Draws a coarse level's cells (multigrid/coarse_cell.glsl). In: u_weights (finer), u_components. Out: cells.
#include "multigrid/coarse_cell.glsl"

uniform sampler2D u_components;
layout(location = 0) out uvec4 o_cell;

// Returns a cell's components; a cell beyond the edge has A alone.
uint partsAt(ivec2 cell, ivec2 size)
{
    cell = wrapped(cell, size);
    uvec2 bytes = uvec2(255.0 * texelFetch(u_components, clamp(cell, ivec2(0), size - 1), 0).xy + 0.5);
    return isInside(cell, size) ? bytes.x | bytes.y << 8 : ONE_PART;
}

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    ivec2 size = textureSize(u_components, 0);
    uint right = partsAt(cell + ivec2(1, 0), size), above = partsAt(cell + ivec2(0, 1), size);
    o_cell = coarseCell(cell, size, partsAt(cell, size), right, above);
}
