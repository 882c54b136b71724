// Cells with up to two components, A and B: where a thin wall divides a coarse cell, each side has its own value. On
// coarse levels u_weights has one RGBA32UI texel a cell. Weights are in sixtieths, eight bits each:
//   x:  to the cell on the right, from A to its A, A to B, B to A, B to B
//   y:  the same to the cell above
//   z:  between A and B; from bit 8 on, two bits for each component of the four finer cells, a.A, a.B, b.A and so on:
//       0: it does not exist; 1: it is part of A; 2: of B
//   w:  out of the domain: to the left of A and B, and below A and B (x and y have those on the right and above)
//
//   FINEST  u_weights is packed (multigrid/weights.glsl) and every cell has A alone
#include "multigrid/weights.glsl"

uniform highp usampler2D u_weights;
uniform ivec2 u_cells; // of the level of u_weights
uniform ivec2 u_wrap;
const float CELL_UNIT = 1.0 / 60.0;
const float HELD = 255.0; // a weight out of the domain that marks a component as held

ivec2 wrapped(ivec2 cell, ivec2 size)
{
    return cell + u_wrap * size * (ivec2(lessThan(cell, ivec2(0))) - ivec2(greaterThanEqual(cell, size)));
}

bool isInside(ivec2 cell, ivec2 size)
{
    return all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, size));
}

// Returns a cell of u_weights, 0 beyond the edge.
uvec4 cellAt(ivec2 cell)
{
    cell = wrapped(cell, u_cells);
    if (!isInside(cell, u_cells)) {
        return uvec4(0u);
    }
#ifdef FINEST
    uvec4 bits = texelFetch(u_weights, cell >> 1, 0);
    ivec2 odd = cell & 1;
    int right = 3 * odd.y + odd.x + 1, top = 2 * odd.y + odd.x + 2;
    uint left = u_wrap.x == 0 && cell.x == 0 ? (bits.x >> uint(5 * right - 5)) & 31u : 0u;
    uint bottom = u_wrap.y == 0 && cell.y == 0 ? (bits.y >> uint(5 * top - 10)) & 31u : 0u;
    return 4u * uvec4((bits.x >> uint(5 * right)) & 31u, (bits.y >> uint(5 * top)) & 31u, 0u, left | bottom << 16);
#else
    return texelFetch(u_weights, cell, 0);
#endif
}

// Returns the four weights across one of a cell's sides, in sixtieths. The component of the cell that stores them comes
// first; for a cell's left and bottom sides these are its neighbours, so that AB and BA must be swapped.
vec4 weightsOf(uint bits)
{
    vec4 weights = vec4((uvec4(bits) >> uvec4(0u, 8u, 16u, 24u)) & 255u);
    return weights + 1e6 * step(vec4(HELD), weights);
}

// Returns 0 for the components of a cell that are held, and 1 for others.
vec2 isNotHeld(uvec4 cell)
{
    vec4 longest = max(weightsOf(cell.x), weightsOf(cell.y));
    return step(max(longest.xz, longest.yw), vec2(HELD));
}

vec4 turned(vec4 weights)
{
    return weights.xzyw;
}

// Returns which component of its coarse cell contains component `component` of the finer cell `child`.
int partOf(uint children, int child, int component)
{
    return int((children >> uint(4 * child + 2 * component)) & 3u);
}

// The components of a cell beyond the edge, and of a cell without walls: all finer cells are part of A.
const uint ONE_PART = 0x5555u;

// Packs the bits `parts` for a texture: in two bytes, then 1 if there are two components.
vec4 packParts(uint parts)
{
    return vec4(parts & 255u, parts >> 8, (parts & 0xaaaau) != 0u ? 255u : 0u, 0u) / 255.0;
}

float pick(vec2 pair, int part)
{
    return part == 1 ? pair.x : part == 2 ? pair.y : 0.0;
}
