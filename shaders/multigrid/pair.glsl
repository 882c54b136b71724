// The equation of a cell of two components. Sums and diagonals are in sixtieths, as links are.
#include "multigrid/cells.glsl"

struct Sides {
    vec2 left; // values of the neighbours
    vec2 right;
    vec2 bottom;
    vec2 top;
};

// `cell` and the cells left of it and below it, which have its left and bottom links.
struct Cross {
    float inside; // 0: beyond the edge, whatever links lead there
    uvec4 cell;
    uvec4 left;
    uvec4 bottom;
};

Cross crossAt(ivec2 place, uvec4 cell, uvec4 left, uvec4 bottom)
{
    return Cross(isInside(wrapped(place, u_cells), u_cells) ? 1.0 : 0.0, cell, left, bottom);
}

vec2 weigh(vec4 links, vec2 values)
{
    return vec2(dot(links.xy, values), dot(links.zw, values));
}

vec2 neighbourSum(Cross cross, Sides values)
{
    return weigh(turned(linksOf(cross.left.x)), values.left) + weigh(linksOf(cross.cell.x), values.right) +
           weigh(turned(linksOf(cross.bottom.y)), values.bottom) + weigh(linksOf(cross.cell.y), values.top);
}

vec2 diagonalOf(Cross cross)
{
    vec4 outer = linksOf(cross.cell.w);
    vec2 one = vec2(1.0);
    return weigh(turned(linksOf(cross.left.x)), one) + weigh(linksOf(cross.cell.x), one) +
           weigh(turned(linksOf(cross.bottom.y)), one) + weigh(linksOf(cross.cell.y), one) + outer.xy + outer.zw +
           float(cross.cell.z & 255u);
}
