// Sums right-hand sides, as multigrid/sums.frag, for one level whose cells have two components: each finer component is
// added to the coarse component that it is part of. In: u_rhs, u_rhsB of the finer level, RHS_SIZE blocks from the
// texel RHS_FIRST on; u_componentWeights of the coarser one. Out: right-hand sides of its components, from TO on.
#include "multigrid/pair_rhs.glsl"

uniform sampler2D u_rhs;
uniform sampler2D u_rhsB;

vec2 sumAt(ivec2 cell)
{
    if (!isInside(cell, RHS_SIZE)) {
        return vec2(0.0);
    }
    uint components = texelFetch(u_componentWeights, cell, 0).z >> 8;
    vec4 a = texelFetch(u_rhs, RHS_FIRST + cell, 0), b = texelFetch(u_rhsB, RHS_FIRST + cell, 0);
    vec2 sum = vec2(0.0);
    for (int k = 0; k < 4; k++) {
        int partA = partOf(components, k, 0), partB = partOf(components, k, 1);
        sum += vec2(partA == 1 ? a[k] : 0.0, partA == 2 ? a[k] : 0.0);
        sum += vec2(partB == 1 ? b[k] : 0.0, partB == 2 ? b[k] : 0.0);
    }
    return sum;
}
