// Diagonals of the cells of a lattice with a free surface (SURFACE of multigrid/weights.glsl). A cell's diagonal, D in
// -D own, is the sum of its weights to air, where the value is 0, and to what lies beyond open sides of the domain. So
// that prolongation tells air, which it counts as 0, from solids, which it leaves out, cells that are not free have 1
// in the air and 0 in solids. One RGBA32UI texel has what a red-black sweep of a block of 2 x 2 cells needs, as pairs
// of half floats:  x: a, b   y: c, d   z: R.a, T.a   w: L.d, B.d   (named as in multigrid/weights.glsl)
#include "common/halves.glsl"

const float LEAST_DIAGONAL = 1e-4; // smaller ones are 0, which some contexts cannot store (common/halves.glsl)
const float MOST_DIAGONAL = 4096.0;

vec4 diagonalsOf(uint low, uint high)
{
    vec4 found = vec4(unpackHalves(low), unpackHalves(high));
    return mix(found, vec4(0.0), lessThan(found, vec4(LEAST_DIAGONAL)));
}

// Returns the diagonals of a, b, c, d.
vec4 ownDiagonals(uvec4 bits)
{
    return diagonalsOf(bits.x, bits.y);
}

// Returns the diagonals of R.a, T.a, L.d, B.d.
vec4 ringDiagonals(uvec4 bits)
{
    return diagonalsOf(bits.z, bits.w);
}
