// Interpolates between texels by a cubic (about as sharp as BFECC, in one pass). The caller clamps the result to the
// range of the inner four texels by clampToInner(), so that no new extreme appears. Weights are exact: hardware
// filtering has weights of eight bits, with which slow flows would stand still. With PAIRS it reads the outer texels
// alone (common/taps.glsl). Beyond the edge the outermost texel repeats.
//
// The four corners of the sixteen texels have the smallest weights and are not read: the result is the cubic along x
// (linear along y) plus the cubic along y (linear along x) minus the bilinear read. It is exact to third order.
#include "common/taps.glsl"

// Returns Catmull-Rom weights, which make curves with continuous slopes.
vec4 catmullRomWeights(float t)
{
    float t2 = t * t;
    float t3 = t2 * t;
    return vec4(-0.5 * t + t2 - 0.5 * t3, 1.0 - 2.5 * t2 + 1.5 * t3, 0.5 * t + 2.0 * t2 - 1.5 * t3,
                -0.5 * t2 + 0.5 * t3);
}

// Weights of the twelve texels: `inner` (0,0) (1,0) (0,1) (1,1), `x` the columns beside them (left low, left high,
// right low, right high), `y` the rows (low left, low right, high left, high right).
struct CubicWeights {
    vec4 inner;
    vec4 x;
    vec4 y;
};

CubicWeights cubicWeights(vec2 t)
{
    vec4 wx = catmullRomWeights(t.x), wy = catmullRomWeights(t.y);
    vec4 lx = vec2(1.0 - t.x, t.x).xyxy, ly = vec2(1.0 - t.y, t.y).xxyy;
    CubicWeights w;
    w.inner = wx.yzyz * ly + lx * (wy.yyzz - ly);
    w.x = wx.xxww * ly.xzxz;
    w.y = wy.xxww * lx;
    return w;
}

// Returns the cubic; the caller clamps it.
vec4 cubicOf(sampler2D field, Taps taps, CubicWeights w, Inner f)
{
    vec4 value = w.inner.x * f.a + w.inner.y * f.b + w.inner.z * f.c + w.inner.w * f.d;
#if defined(PAIRS) && !defined(TAPS_ARE_PLACED)
    vec2 unit = 1.0 / vec2(textureSize(field, 0));
    vec2 here = taps.uv + unit * taps.t, before = taps.uv - unit, last = taps.uv + 2.0 * unit;
    value += (w.x.x + w.x.y) * textureLod(field, vec2(before.x, here.y), 0.0);
    value += (w.x.z + w.x.w) * textureLod(field, vec2(last.x, here.y), 0.0);
    value += (w.y.x + w.y.y) * textureLod(field, vec2(here.x, before.y), 0.0);
    value += (w.y.z + w.y.w) * textureLod(field, vec2(here.x, last.y), 0.0);
#else
    value += w.x.x * TAP(field, taps, -1, 0) + w.x.y * TAP(field, taps, -1, 1);
    value += w.x.z * TAP(field, taps, 2, 0) + w.x.w * TAP(field, taps, 2, 1);
    value += w.y.x * TAP(field, taps, 0, -1) + w.y.y * TAP(field, taps, 1, -1);
    value += w.y.z * TAP(field, taps, 0, 2) + w.y.w * TAP(field, taps, 1, 2);
#endif
    return value;
}
