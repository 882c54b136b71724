// One red-black Gauss-Seidel sweep over packed cells, both colours in one pass. In: u_pressure, u_rhs, u_weights
// (multigrid/weights.glsl). Out: the same field, swept. Old red cells are never read: the four red neighbours of a
// block's black cells are found anew here as they are in their own blocks, from black cells and right-hand sides alone.
// TO_COLOURS: out are black cells and red right-hand sides, two cells a texel; FROM_COLOURS: they are in, as u_black
// and u_redRhs, which takes half as much reading. With both only black cells are out and, with CHANGE, their change.
// SOLID_FREE: there are no solids in reach, and u_weights is not read. ZERO: u_pressure is 0 and not read. START: it is
// contained and scaled by u_warmStart first; with GUARDED it is not used at all where u_norms (multigrid/norms.frag)
// finds it worse than nothing, and without its mean unless u_bounded.
#include "multigrid/weights.glsl"
#include "multigrid/around.glsl"

#ifdef FROM_COLOURS
uniform sampler2D u_black;
uniform sampler2D u_redRhs;
#elif !defined(ZERO)
uniform sampler2D u_pressure;
#endif
uniform sampler2D u_rhs;
#ifndef SOLID_FREE
uniform highp usampler2D u_weights;
#endif
uniform ivec2 u_cells; // of the level; textureSize() is slow on some GPUs
uniform float u_alpha;
#ifdef TO_COLOURS
layout(location = 0) out vec2 o_black;
#ifdef CHANGE
layout(location = 1) out vec2 o_change;
#elif !defined(FROM_COLOURS)
layout(location = 1) out vec2 o_redRhs;
#endif
#else
layout(location = 0) out vec4 o_pressure;
#endif

#ifdef START
uniform float u_warmStart;
#ifdef GUARDED
uniform sampler2D u_norms;
uniform float u_bounded;
#endif

// Asked of the bits: a compiler may take comparisons with what is no number for anything.
bool isNumber(float x)
{
    return (floatBitsToUint(x) & 0x7f800000u) != 0x7f800000u;
}

// (factor, offset)
vec2 startOf()
{
    vec2 start = vec2(u_warmStart, 0.0);
#ifdef GUARDED
    vec4 norms = texelFetch(u_norms, ivec2(0), 0);
    if (!isNumber(norms.y) || !isNumber(norms.z) || norms.y > norms.x) {
        return vec2(0.0);
    }
    start.y = -u_warmStart * (1.0 - u_bounded) * norms.z / max(norms.w, 1.0);
#endif
    return start;
}

// A value of any kind becomes a number.
vec4 started(vec4 pressure, vec2 start)
{
    bvec4 good = lessThanEqual(abs(pressure), vec4(1e9));
    return start.x * vec4(good.x ? pressure.x : 0.0, good.y ? pressure.y : 0.0, good.z ? pressure.z : 0.0,
                          good.w ? pressure.w : 0.0) +
           start.y;
}
#define READ(x, y) started(FETCH(u_pressure, x, y), start).yz
#elif defined(FROM_COLOURS)
#define READ(x, y) FETCH(u_black, x, y).xy
#else
#define READ(x, y) FETCH(u_pressure, x, y).yz
#endif
#define READ_RHS(x, y) FETCH(u_rhs, x, y)
// The red cells of a block.
#ifdef FROM_COLOURS
#define READ_RED_RHS(x, y) FETCH(u_redRhs, x, y).xy
#else
#define READ_RED_RHS(x, y) READ_RHS(x, y).xw
#endif

// 0 where there is nothing to divide by.
vec4 relaxed(vec4 sum, vec4 diagonal, vec4 isFree)
{
    return isFree * sum / max(diagonal, 1e-6);
}

void main()
{
    Around at = aroundBlock(gl_FragCoord.xy, vec2((u_cells + 1) / 2), 1.0);
#ifdef SOLID_FREE
    const float scale = 1.0;
    vec4 sides = sidesOf(at);
    vec4 x = vec4(sides.x, 1.0, sides.y, sides.x);
    vec2 xHigh = vec2(1.0, sides.y);
    vec4 y = vec4(sides.zz, 1.0, 1.0);
    vec2 yHigh = sides.ww;
    vec4 z = vec4(1.0, sides.z, 1.0, 1.0);
    vec2 zHigh = vec2(sides.y, 1.0);
    vec4 w = vec4(sides.x, 1.0, 1.0, 1.0);
    vec2 wHigh = vec2(1.0, sides.w);
    const vec4 ownIsFree = vec4(1.0);
    vec4 ringIsFree = vec4(at.hasHigh, at.hasLow);
#else
    uvec4 bits = texelFetch(u_weights, ivec2(gl_FragCoord.xy), 0);
    // Weights as stored, in fifteenths: the other terms are scaled instead.
    float scale = 1.0 / WEIGHT_UNIT;
    vec4 x = inFifteenths((uvec4(bits.x) >> uvec4(0u, 5u, 10u, 15u)) & 31u);
    vec2 xHigh = inFifteenths((uvec2(bits.x) >> uvec2(20u, 25u)) & 31u);
    vec4 y = inFifteenths((uvec4(bits.y) >> uvec4(0u, 5u, 10u, 15u)) & 31u);
    vec2 yHigh = inFifteenths((uvec2(bits.y) >> uvec2(20u, 25u)) & 31u);
    vec4 z = inFifteenths((uvec4(bits.z) >> uvec4(0u, 5u, 10u, 15u)) & 31u);
    vec2 zHigh = inFifteenths((uvec2(bits.z) >> uvec2(20u, 25u)) & 31u);
    vec4 w = inFifteenths((uvec4(bits.w) >> uvec4(0u, 5u, 10u, 15u)) & 31u);
    vec2 wHigh = inFifteenths((uvec2(bits.w) >> uvec2(20u, 25u)) & 31u);
    vec4 ownIsFree = ownFree(bits);
    vec4 ringIsFree = vec4(uvec4(bits.z >> 30, bits.w >> 30, bits.w >> 31, bits.z >> 31) & 1u);
#endif
    float alpha = scale * u_alpha;

    vec4 ownRhs = READ_RHS(at.here.x, at.here.y);
    vec4 rhs = scale * ownRhs;
    vec4 ringRhs = scale * vec4(READ_RED_RHS(at.high.x, at.here.y).x, READ_RED_RHS(at.here.x, at.high.y).x,
                                READ_RED_RHS(at.low.x, at.here.y).y, READ_RED_RHS(at.here.x, at.low.y).y);
    vec2 redSum = -rhs.xw;
    vec4 ringSum = -ringRhs;
    // The red neighbours R.a, T.a, L.d and B.d.
    vec4 ringLeft = vec4(x.z, w.x, w.w, z.w);
    vec4 ringRight = vec4(z.x, w.y, x.w, zHigh.x);
    vec4 ringBottom = vec4(z.y, yHigh.x, wHigh.x, zHigh.y);
    vec4 ringTop = vec4(z.z, w.z, wHigh.y, y.y);
#ifndef ZERO
#ifdef START
    vec2 start = startOf();
#endif
    vec2 own = READ(at.here.x, at.here.y);
    vec2 l = at.hasLow.x * READ(at.low.x, at.here.y);
    vec2 r = at.hasHigh.x * READ(at.high.x, at.here.y);
    vec2 b = at.hasLow.y * READ(at.here.x, at.low.y);
    vec2 t = at.hasHigh.y * READ(at.here.x, at.high.y);
    float lt = at.hasLow.x * at.hasHigh.y * READ(at.low.x, at.high.y).x;
    float rb = at.hasHigh.x * at.hasLow.y * READ(at.high.x, at.low.y).y;
    redSum += vec2(x.x, xHigh.x) * vec2(l.x, own.y) + vec2(x.y, xHigh.y) * vec2(own.x, r.y) +
              vec2(y.x, y.w) * vec2(b.y, own.x) + vec2(y.z, yHigh.y) * vec2(own.y, t.x);
    ringSum += ringLeft * vec4(own.x, lt, l.y, b.y) + ringRight * vec4(r.x, t.x, own.y, rb) +
               ringBottom * vec4(rb, own.y, l.x, b.x) + ringTop * vec4(r.y, t.y, lt, own.x);
#endif
    vec2 red = relaxed(redSum.xyxy, (vec2(x.x, xHigh.x) + vec2(x.y, xHigh.y) + vec2(y.x, y.w) + vec2(y.z, yHigh.y) +
                                     alpha).xyxy, ownIsFree.xwxw).xy;
    vec4 ring = relaxed(ringSum, ringLeft + ringRight + ringBottom + ringTop + alpha, ringIsFree);
    vec2 blackSum = vec2(x.y, x.w) * vec2(red.x, ring.z) + vec2(x.z, xHigh.x) * vec2(ring.x, red.y) +
                    vec2(y.y, y.z) * vec2(ring.w, red.x) + vec2(y.w, yHigh.x) * vec2(red.y, ring.y) - rhs.yz;
    vec2 blackDiagonal = vec2(x.y, x.w) + vec2(x.z, xHigh.x) + vec2(y.y, y.z) + vec2(y.w, yHigh.x) + alpha;
    vec2 black = relaxed(blackSum.xyxy, blackDiagonal.xyxy, ownIsFree.yzyz).xy;
#ifdef TO_COLOURS
    o_black = black;
#ifdef CHANGE
    o_change = black - own;
#elif !defined(FROM_COLOURS)
    o_redRhs = ownRhs.xw;
#endif
#else
    o_pressure = vec4(red.x, black, red.y);
#endif
}
