// Reads between texels by a polynomial of fifth order along each axis (Lagrange's, through six texels), linear across:
// of 20 texels, in 12 reads with PAIRS. The caller clamps it to the range of the inner four: no new extreme appears.
#include "common/taps.glsl"

// Returns the weights of the outer four of six texels, -2 to 3, at t between 0 and 1.
vec4 quinticOuter(float t)
{
    float p = t * (t - 1.0);
    float near = p * (p - 6.0) / 24.0, far = p * (p - 2.0) / 120.0;
    return vec4(far * (3.0 - t), near * (t - 2.0), -near * (t + 1.0), far * (t + 2.0));
}

vec2 quinticInner(float t)
{
    float p = t * (t - 1.0);
    return (p - 2.0) * (p - 6.0) / 12.0 * vec2(1.0 - t, t);
}

struct QuinticWeights {
    vec4 inner; // (0,0) (1,0) (0,1) (1,1)
    vec4 x;     // columns -2, -1, 2, 3
    vec4 y;     // rows
};

QuinticWeights quinticWeights(vec2 t)
{
    vec4 wx = quinticInner(t.x).xyxy, wy = quinticInner(t.y).xxyy;
    vec4 lx = vec2(1.0 - t.x, t.x).xyxy, ly = vec2(1.0 - t.y, t.y).xxyy;
    return QuinticWeights(wx * ly + lx * (wy - ly), quinticOuter(t.x), quinticOuter(t.y));
}

// Changes weights so that values beyond an open side (1: left, right, bottom, top) are extrapolated linearly; beyond
// others the outermost texel repeats. `base`: the lower left one of the inner four.
QuinticWeights withSlopesBeyond(QuinticWeights w, vec2 base, vec2 t, vec2 size, vec4 open)
{
    const vec4 columns = vec4(-2.0, -1.0, 2.0, 3.0);
    vec4 x = base.x + columns, y = base.y + columns;
    vec2 beyond = vec2(dot(w.x, open.x * min(x, 0.0) + open.y * max(x - size.x + 1.0, 0.0)),
                       dot(w.y, open.z * min(y, 0.0) + open.w * max(y - size.y + 1.0, 0.0)));
    w.inner += beyond.x * vec4(t.y - 1.0, 1.0 - t.y, -t.y, t.y) + beyond.y * vec4(t.x - 1.0, -t.x, 1.0 - t.x, t.x);
    return w;
}

#define ACROSS_X(x) mix(TAP(field, taps, x, 0), TAP(field, taps, x, 1), taps.t.y)
#define ACROSS_Y(y) mix(TAP(field, taps, 0, y), TAP(field, taps, 1, y), taps.t.x)

// Returns the polynomial. `unit`: one over the number of texels.
vec4 quinticOf(sampler2D field, Taps taps, QuinticWeights w, Inner f, vec2 unit)
{
    vec4 value = w.inner.x * f.a + w.inner.y * f.b + w.inner.z * f.c + w.inner.w * f.d;
#if defined(PAIRS) && !defined(TAPS_ARE_PLACED)
    vec2 here = taps.uv + unit * taps.t;
    vec4 x = taps.uv.x + unit.x * vec4(-2.0, -1.0, 2.0, 3.0), y = taps.uv.y + unit.y * vec4(-2.0, -1.0, 2.0, 3.0);
    value += w.x.x * textureLod(field, vec2(x.x, here.y), 0.0) + w.x.y * textureLod(field, vec2(x.y, here.y), 0.0);
    value += w.x.z * textureLod(field, vec2(x.z, here.y), 0.0) + w.x.w * textureLod(field, vec2(x.w, here.y), 0.0);
    value += w.y.x * textureLod(field, vec2(here.x, y.x), 0.0) + w.y.y * textureLod(field, vec2(here.x, y.y), 0.0);
    value += w.y.z * textureLod(field, vec2(here.x, y.z), 0.0) + w.y.w * textureLod(field, vec2(here.x, y.w), 0.0);
#else
    value += w.x.x * ACROSS_X(-2) + w.x.y * ACROSS_X(-1) + w.x.z * ACROSS_X(2) + w.x.w * ACROSS_X(3);
    value += w.y.x * ACROSS_Y(-2) + w.y.y * ACROSS_Y(-1) + w.y.z * ACROSS_Y(2) + w.y.w * ACROSS_Y(3);
#endif
    return value;
}

// Reads a field of one channel in the same way, by four gathers of four texels where it can.
#if defined(GATHERS) && defined(PAIRS) && !defined(TAPS_ARE_PLACED)
vec4 quinticOfOne(sampler2D field, Taps taps, QuinticWeights w, Inner f, vec2 unit)
{
    vec2 centre = taps.uv + 0.5 * unit, lx = vec2(1.0 - taps.t.x, taps.t.x), ly = vec2(1.0 - taps.t.y, taps.t.y);
    vec4 left = textureGatherOffset(field, centre, ivec2(-2, 0)), right = textureGatherOffset(field, centre, ivec2(2, 0));
    vec4 low = textureGatherOffset(field, centre, ivec2(0, -2)), high = textureGatherOffset(field, centre, ivec2(0, 2));
    return vec4(dot(w.inner, vec4(f.a.x, f.b.x, f.c.x, f.d.x)) +
                dot(w.x, vec4(ly.x * left.wz + ly.y * left.xy, ly.x * right.wz + ly.y * right.xy)) +
                dot(w.y, vec4(lx.x * low.wx + lx.y * low.zy, lx.x * high.wx + lx.y * high.zy)));
}
#else
#define quinticOfOne quinticOf
#endif
