// The equation of a cell of two components: it is solved for both at once. Sums and diagonals are in sixtieths, as
// weights are.
#include "multigrid/components.glsl"

struct Sides {
    vec2 left; // values of the neighbours
    vec2 right;
    vec2 bottom;
    vec2 top;
};

// `cell` and the cells left of it and below it, which have its left and bottom weights.
struct Cross {
    float inside; // 0: beyond the edge, whatever weights lead there
    uvec4 cell;
    uvec4 left;
    uvec4 bottom;
};

Cross crossAt(ivec2 place, uvec4 cell, uvec4 left, uvec4 bottom)
{
    return Cross(isInside(wrapped(place, u_cells), u_cells) ? 1.0 : 0.0, cell, left, bottom);
}

vec2 weigh(vec4 weights, vec2 values)
{
    return vec2(dot(weights.xy, values), dot(weights.zw, values));
}

vec2 neighbourSum(Cross cross, Sides values)
{
    return weigh(turned(weightsOf(cross.left.x)), values.left) + weigh(weightsOf(cross.cell.x), values.right) +
           weigh(turned(weightsOf(cross.bottom.y)), values.bottom) + weigh(weightsOf(cross.cell.y), values.top);
}

vec2 diagonalOf(Cross cross)
{
    vec4 outer = weightsOf(cross.cell.w);
    vec2 one = vec2(1.0);
    return weigh(turned(weightsOf(cross.left.x)), one) + weigh(weightsOf(cross.cell.x), one) +
           weigh(turned(weightsOf(cross.bottom.y)), one) + weigh(weightsOf(cross.cell.y), one) + outer.xy + outer.zw +
           float(cross.cell.z & 255u);
}
