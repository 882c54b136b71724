// Draws the weights of the next coarser level. A coarse cell is a block of the finer level, and its weight across a
// side is the mean of the side's two finer weights. In: u_weights of the finer level, u_cells (its size). Out: weights,
// packed. A coarse cell is free if a finer one is free and none is held; a held cell has weights but is not free.
#include "common/loops.glsl"
#include "multigrid/packing.glsl"
#include "multigrid/around.glsl"

uniform highp usampler2D u_weights;
uniform ivec2 u_cells;
layout(location = 0) out uvec4 o_weights;

const float SPREAD = 0.3;
#ifdef NEAR_WALLS
const float MOST_WEIGHT = 32.0;
#else
const float MOST_WEIGHT = 32.0 * WEIGHT_UNIT;
#endif

// Returns weights to a held value, half a cell nearer than the centre of its coarse cell: the distance is shorter.
vec2 toNear(vec2 weights)
{
    return weights / (1.0 + 0.5 * max(weights, 1.0));
}

// Returns 1 for the cells of the block that are held.
vec4 heldOf(uvec4 bits)
{
    Weights l = ownWeights(bits);
    return step(vec4(1e-6), (1.0 - ownFree(bits)) * (l.left + l.right + l.bottom + l.top));
}

// Merges the weights of two finer faces into one. A hole in a thin wall (one face open, one closed) passes more than
// half of two open faces, because the flow converges before the hole and spreads behind it, through the faces `aside`.
float merged(vec2 weights, vec2 aside)
{
    float apart = weights.x - weights.y;
    return 0.5 * (weights.x + weights.y) +
           SPREAD * min(min(aside.x, aside.y), 1.0) * apart * apart / max(max(weights.x, weights.y), WEIGHT_UNIT);
}

Cell coarseAt(ivec2 cell)
{
    ivec2 size = (u_cells + 1) / 2; // textureSize() is slow on some GPUs
    cell += u_wrap * size * (ivec2(lessThan(cell, ivec2(0))) - ivec2(greaterThanEqual(cell, size)));
    if (any(lessThan(cell, ivec2(0))) || any(greaterThanEqual(cell, size))) {
        return Cell(vec2(0.0), vec2(0.0), false);
    }
    uvec4 bits = texelFetch(u_weights, cell, 0);
    Weights l = ownWeights(bits);
    vec4 isFree = ownFree(bits), held = heldOf(bits);
    float left = merged(l.left.xz, vec2(l.top.x, weightAt(bits.w, 4)));
    float bottom = merged(l.bottom.xy, vec2(l.right.x, weightAt(bits.z, 3)));
    vec2 right = vec2(0.5 * merged(l.right.yw, vec2(l.top.y, weightAt(bits.z, 2))));
    vec2 top = vec2(0.5 * merged(l.top.zw, vec2(l.right.z, weightAt(bits.w, 1))));
    // In the last column or row the weight to a held value (in the block's outer cell, or beyond the edge of a level of
    // odd size) becomes the coarse cell's weight out of the domain. It is not halved: that distance stays.
    bvec2 last = equal(cell * (1 - u_wrap), size - 1);
    bvec2 single = equal(2 * cell + 1, u_cells);
    if (last.x) {
        right = mix(right, l.right.xz, single.x ? vec2(1.0) : held.yw);
        held.yw = vec2(0.0);
    }
    if (last.y) {
        top = mix(top, l.top.xy, single.y ? vec2(1.0) : held.zw);
        held.zw = vec2(0.0);
    }
    bvec2 beforeSingle = equal((2 * cell + 3) * (1 - u_wrap), u_cells);
    if (beforeSingle.x && heldOf(texelFetch(u_weights, cell + ivec2(1, 0), 0)).xz != vec2(0.0)) {
        right = toNear(l.right.yw);
    }
    if (beforeSingle.y && heldOf(texelFetch(u_weights, cell + ivec2(0, 1), 0)).xy != vec2(0.0)) {
        top = toNear(l.top.zw);
    }
    vec4 weights = vec4(left, right.x + right.y, bottom, top.x + top.y);
    bool tooNear = max(weights.y, weights.w) > MOST_WEIGHT; // the weight to the edge could not be stored
    bool isOneFree = any(greaterThan(isFree, vec4(0.0)));
    return Cell(weights.xy, weights.zw, isOneFree && !tooNear && !any(greaterThan(held, vec4(0.0))));
}

void main()
{
    ivec2 first = 2 * ivec2(gl_FragCoord.xy);
    Cell cells[8];
    // A loop, so that its long body is compiled once and not eight times.
    for (int i = 0; i < TURNS(8); i++) {
        cells[i] = coarseAt(first + placeOf(i));
    }
    o_weights = packedWeights(cells);
}
