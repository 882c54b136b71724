// Restricts, as multigrid/restrict.frag, to a level whose cells have two components: residuals are summed for each
// component. In: u_change, and u_weights of the finest level; u_componentWeights of the coarser one. Out: the
// right-hand sides of its components, from the texel TO on.
#include "multigrid/pair_rhs.glsl"

uniform sampler2D u_change;

// Returns the changes of a block's black cells, b and c.
vec2 changeAt(ivec2 texel)
{
    ivec2 size = (u_cells + 1) / 2;
    texel = wrapped(texel, size);
    return isInside(texel, size) ? texelFetch(u_change, texel, 0).xy : vec2(0.0);
}

vec2 sumAt(ivec2 texel)
{
    if (!isInside(texel, (u_cells + 1) / 2)) {
        return vec2(0.0);
    }
    uvec4 bits = texelFetch(u_weights, texel, 0);
    Weights w = ownWeights(bits);
    vec4 isFree = ownFree(bits);
    vec2 own = changeAt(texel);
    float ofA = -isFree.x * (w.left.x * changeAt(texel - ivec2(1, 0)).x + w.right.x * own.x +
                             w.bottom.x * changeAt(texel - ivec2(0, 1)).y + w.top.x * own.y);
    float ofD = -isFree.w * (w.left.w * own.y + w.right.w * changeAt(texel + ivec2(1, 0)).y + w.bottom.w * own.x +
                             w.top.w * changeAt(texel + ivec2(0, 1)).x);
    uint components = texelFetch(u_componentWeights, texel, 0).z >> 8;
    int partA = partOf(components, 0, 0), partD = partOf(components, 3, 0);
    return vec2(partA == 1 ? ofA : 0.0, partA == 2 ? ofA : 0.0) + vec2(partD == 1 ? ofD : 0.0, partD == 2 ? ofD : 0.0);
}
