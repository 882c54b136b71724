// One red-black sweep (Gauss-Seidel) of a block of packed cells, both colours at once. The red cells around the block,
// which its black cells need, are computed here again from old black cells and right-hand sides.
//   OVER_RELAXED  over-relaxes by u_omega (Young 1954), which needs old values of red cells, too
//   LARGE         the level is large: blocks without walls use a constant stencil, which takes half the time
//   SURFACE       cells have diagonals besides weights, u_diagonals (multigrid/surface.glsl)
#include "multigrid/weights.glsl"
#include "multigrid/around.glsl"

#ifdef SURFACE
#include "multigrid/surface.glsl"
uniform highp usampler2D u_diagonals;
#endif

uniform float u_alpha;
const float SCALE = 1.0 / WEIGHT_UNIT; // weights stay in their unit, as stored; the other terms are scaled
#ifdef OVER_RELAXED
uniform float u_omega;
#endif

// Weights of a block's cells, and of the red cells around it (`ring`), named as in multigrid/weights.glsl.
struct Stencil {
    Weights own;
    Weights ring; // of R.a, T.a, L.d, B.d
    vec4 isFree;
    vec4 ringIsFree;
#ifdef SURFACE
    vec4 held; // diagonals, in the unit of weights
    vec4 ringHeld;
#endif
};

// Old values: `own`, and black cells (b, c) of the blocks around.
struct Old {
    vec4 own;
    vec2 l, r, b, t;
    float lt;  // b of the block left above
    float rb;  // c of the block right below
    vec4 ring; // R.a, T.a, L.d, B.d
};

Stencil stencilOf(uvec4 bits)
{
    vec4 x = inUnits((uvec4(bits.x) >> uvec4(0u, 5u, 10u, 15u)) & 31u);
    vec2 xHigh = inUnits((uvec2(bits.x) >> uvec2(20u, 25u)) & 31u);
    vec4 y = inUnits((uvec4(bits.y) >> uvec4(0u, 5u, 10u, 15u)) & 31u);
    vec2 yHigh = inUnits((uvec2(bits.y) >> uvec2(20u, 25u)) & 31u);
    vec4 z = inUnits((uvec4(bits.z) >> uvec4(0u, 5u, 10u, 15u)) & 31u);
    vec2 zHigh = inUnits((uvec2(bits.z) >> uvec2(20u, 25u)) & 31u);
    vec4 w = inUnits((uvec4(bits.w) >> uvec4(0u, 5u, 10u, 15u)) & 31u);
    vec2 wHigh = inUnits((uvec2(bits.w) >> uvec2(20u, 25u)) & 31u);
    Stencil s;
    s.own = Weights(vec4(x.xy, x.w, xHigh.x), vec4(x.yz, xHigh), y, vec4(y.zw, yHigh));
    s.ring = Weights(vec4(x.z, w.x, w.w, z.w), vec4(z.x, w.y, x.w, zHigh.x), vec4(z.y, yHigh.x, wHigh.x, zHigh.y),
                     vec4(z.z, w.z, wHigh.y, y.y));
    s.isFree = ownFree(bits);
    s.ringIsFree = vec4(uvec4(bits.z >> 30, bits.w >> 30, bits.w >> 31, bits.z >> 31) & 1u);
    return s;
}

// Returns the stencil of the lattice's block `block`, whose weights are `bits`.
Stencil stencilAt(ivec2 block, uvec4 bits)
{
    Stencil s = stencilOf(bits);
#ifdef SURFACE
    uvec4 diagonals = texelFetch(u_diagonals, block, 0);
    s.held = SCALE * ownDiagonals(diagonals);
    s.ringHeld = SCALE * ringDiagonals(diagonals);
#endif
    return s;
}

// FOUND(...) calls a shader's own function `found`.
#ifdef LARGE
// A weight of 1, and what a block stores whose weights are 1 and whose cells are all free.
#ifdef SURFACE
const float WHOLE_WEIGHT = 31.0;
const uvec4 WHOLE = uvec4(0xffffffffu);
#define IS_WHOLE(block, bits) (bits == WHOLE && texelFetch(u_diagonals, block, 0) == uvec4(0u))
#else
const float WHOLE_WEIGHT = 15.0;
const uvec4 WHOLE = uvec4(0xdef7bdefu);
#define IS_WHOLE(block, bits) (bits == WHOLE)
#endif

Stencil wholeStencil()
{
    Stencil s;
    s.own.left = s.own.right = s.own.bottom = s.own.top = vec4(WHOLE_WEIGHT);
    s.ring = s.own;
    s.isFree = s.ringIsFree = vec4(1.0);
#ifdef SURFACE
    s.held = s.ringHeld = vec4(0.0);
#endif
    return s;
}

#define FOUND(old, block, bits, rhs, ringRhs) \
    (IS_WHOLE(block, bits) ? found(old, wholeStencil(), rhs, ringRhs) \
                           : found(old, stencilAt(block, bits), rhs, ringRhs))
#else
#define FOUND(old, block, bits, rhs, ringRhs) found(old, stencilAt(block, bits), rhs, ringRhs)
#endif

vec4 diagonalOf(Weights w)
{
    return w.left + w.right + w.bottom + w.top;
}

// Returns the relaxed values, 0 for cells without weights. `level`: all values are relative to this one.
vec4 relaxed(vec4 old, vec4 sum, vec4 diagonal, vec4 isFree, float level)
{
    vec4 value = sum / max(diagonal, 1e-6);
#ifdef OVER_RELAXED
    value = old + u_omega * (value - old);
#endif
    return isFree * (value + level);
}

// Returns the swept values, computed relative to b: equal ones stay equal, and rounding is relative to differences.
vec4 swept(Old o, Stencil s, vec4 rhs, vec4 ringRhs)
{
    Weights w = s.own;
    Weights g = s.ring;
    float level = o.own.y;
    float alpha = SCALE * u_alpha;
    vec2 own = o.own.yz - level;
    vec2 l = o.l - level, r = o.r - level, b = o.b - level, t = o.t - level;
    float lt = o.lt - level, rb = o.rb - level;
    rhs = SCALE * rhs + alpha * level;
    vec4 diagonal = diagonalOf(w) + alpha, ringDiagonal = diagonalOf(g) + alpha;
#ifdef SURFACE
    rhs += level * s.held;
    diagonal += s.held;
    ringDiagonal += s.ringHeld;
#endif
    vec4 redSum = w.left * vec4(l.x, own.xy, own.y) + w.right * vec4(own.x, own.xy, r.y) +
                  w.bottom * vec4(b.y, own.xy, own.x) + w.top * vec4(own.y, own.xy, t.x) - rhs; // for red, a and d
    vec4 ringSum = g.left * vec4(own.x, lt, l.y, b.y) + g.right * vec4(r.x, t.x, own.y, rb) +
                   g.bottom * vec4(rb, own.y, l.x, b.x) + g.top * vec4(r.y, t.y, lt, own.x) - SCALE * ringRhs -
                   alpha * level;
#ifdef SURFACE
    ringSum -= level * s.ringHeld;
#endif
    vec4 red = relaxed(o.own - level, redSum, diagonal, s.isFree, level);
    vec4 ring = relaxed(o.ring - level, ringSum, ringDiagonal, s.ringIsFree, level) - level;
    vec2 found = red.xw - level;
    vec4 blackSum = w.left * vec4(own.x, found.x, ring.z, own.x) + w.right * vec4(own.x, ring.x, found.y, own.x) +
                    w.bottom * vec4(own.x, ring.w, found.x, own.x) + w.top * vec4(own.x, found.y, ring.y, own.x) -
                    rhs; // for black, b and c
    vec4 black = relaxed(o.own - level, blackSum, diagonal, s.isFree, level);
    return vec4(red.x, black.yz, red.w);
}
