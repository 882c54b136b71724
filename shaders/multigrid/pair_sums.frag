// Sums right-hand sides, as multigrid/sums.frag, for one level whose cells have two components: each finer component is
// added to the coarse component that it is part of. In: u_rhs, u_rhsB of the finer level, RHS_SIZE blocks from the
// texel RHS_FIRST on; u_componentWeights of the coarser one. Out: right-hand sides of its components, from TO on.
#include "multigrid/places.glsl"
#include "multigrid/components.glsl"

uniform sampler2D u_rhs;
uniform sampler2D u_rhsB;
uniform highp usampler2D u_componentWeights;
layout(location = 0) out vec4 o_rhs;
layout(location = 1) out vec4 o_rhsB;

// Returns the sums of one coarse cell.
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

void main()
{
    ivec2 first = 2 * (ivec2(gl_FragCoord.xy) - TO);
    vec2 a = sumAt(first);
    vec2 b = sumAt(first + ivec2(1, 0)), c = sumAt(first + ivec2(0, 1));
    vec2 d = sumAt(first + 1);
    o_rhs = vec4(a.x, b.x, c.x, d.x);
    o_rhsB = vec4(a.y, b.y, c.y, d.y);
}
