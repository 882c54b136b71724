// Reads a cell's or face's weights to its neighbours (multigrid/weights.glsl).
#include "multigrid/weights.glsl"

// Returns the weights to the left, right, below and above.
vec4 weightsOf(highp usampler2D lattice, ivec2 cell)
{
    Weights w = ownWeights(texelFetch(lattice, cell >> 1, 0));
    int place = (cell.x & 1) + 2 * (cell.y & 1);
    return vec4(w.left[place], w.right[place], w.bottom[place], w.top[place]);
}

ivec2 wayTo(int neighbour)
{
    return (2 * (neighbour & 1) - 1) * (neighbour < 2 ? ivec2(1, 0) : ivec2(0, 1));
}
