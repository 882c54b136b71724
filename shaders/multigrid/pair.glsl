// The joint equations of a cell's two components. Sums and diagonals are in sixtieths, as weights are.
#include "multigrid/components.glsl"

// Values of the neighbours: A in x, B in y.
struct Sides {
    vec2 left, right, bottom, top;
};

// A cell's bits, and the bits of its left and lower neighbours, which store its left and bottom weights.
struct Cross {
    float inside; // 0: the cell lies beyond the edge, and its weights do not count
    uvec4 cell, left, bottom;
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

vec2 existing(Cross cross)
{
    return cross.inside * step(vec2(0.5), diagonalOf(cross));
}

// Returns both values, solved from the values around; 0 for a component that does not exist. `stiffness`: above 1 where
// perhaps no value is fixed: then the equations determine only the difference of the two, and are singular at 1.
vec2 solved(Cross cross, Sides values, vec2 rhs, float stiffness)
{
    float inner = float(cross.cell.z & 255u);
    vec2 sum = neighbourSum(cross, values) - rhs / CELL_UNIT;
    vec2 d = stiffness * max(diagonalOf(cross), 1.0);
    vec2 value = (d.yx * sum + inner * sum.yx) / max(d.x * d.y - inner * inner, 0.1);
    vec2 exists = existing(cross);
    return vec2(exists.x > 0.5 ? value.x : 0.0, exists.y > 0.5 ? value.y : 0.0);
}

// Returns a value of A, or MARK if A does not exist, for passes that read one component (multigrid/weights.glsl).
float markedA(Cross cross, float value)
{
    bool isHeld = isNotHeld(cross.cell).x < 0.5;
    return existing(cross).x < 0.5 ? MARK : isHeld ? 0.0 : value;
}
