// A velocity between faces by a cubic. Along each axis it is Lagrange's through four texels, linear across, and what is
// linear along both counts once: M + q(x) (M / 2 - ((2 - x) L + (1 + x) R) / 6) and the same along y, with q = x (1 - x)
// and M, L, R the linear means of the inner four texels and of the two on the left and right. So no corner is read, and
// all that is of third order in x and y is exact. Catmull-Rom is off by the third derivative: that steepens shear aslant
// to the grid, and braids between vortices overshoot by 25 % at 128 cells. It is clamped to the range of the inner four.
//
// PAIRS (common/cubic.glsl): L and R are one read each, and with GATHERS the inner four are one. BILINEAR: only M.
#include "common/cubic.glsl"

#ifdef BILINEAR
vec2 readVelocities(sampler2D field, vec2 atX, vec2 atY, vec2 size)
{
    return vec2(readVelocity(field, faceTapsAt(atX, size)).x, readVelocity(field, faceTapsAt(atY, size)).y);
}
#else

// One component at `t` among the inner four, `f`: (0, 0), (1, 0), (0, 1), (1, 1). `pairs`: left, right, below, above.
float cubicFace(vec2 t, vec4 f, vec4 pairs)
{
    vec2 along = f.xz + t.x * (f.yw - f.xz);
    float mean = along.x + t.y * (along.y - along.x);
    vec2 low = pairs.xz, high = pairs.yw;
    float value = mean + dot((t - t * t) / 6.0, 3.0 * mean - (2.0 * low + high + t * (high - low)));
    return clamp(value, min(min(f.x, f.y), min(f.z, f.w)), max(max(f.x, f.y), max(f.z, f.w)));
}

float readFaceByTexel(sampler2D field, vec2 at, vec2 size, int channel)
{
    Taps taps = faceTapsAt(at, size);
    vec4 f = vec4(TAP(field, taps, 0, 0)[channel], TAP(field, taps, 1, 0)[channel], TAP(field, taps, 0, 1)[channel],
                  TAP(field, taps, 1, 1)[channel]);
    if (f == f.xxxx) {
        return f.x; // the clamp would leave nothing else: empty space costs a third
    }
    vec4 first = vec4(TAP(field, taps, -1, 0)[channel], TAP(field, taps, 2, 0)[channel],
                      TAP(field, taps, 0, -1)[channel], TAP(field, taps, 0, 2)[channel]);
    vec4 second = vec4(TAP(field, taps, -1, 1)[channel], TAP(field, taps, 2, 1)[channel],
                       TAP(field, taps, 1, -1)[channel], TAP(field, taps, 1, 2)[channel]);
    return cubicFace(taps.t, f, mix(first, second, taps.t.yyxx));
}

#ifdef PAIRS
#ifndef ATLAS
vec2 placeInWhole(vec2 texel, vec2 size)
{
    return texel / size;
}

vec2 unitOfWhole(vec2 size)
{
    return 1.0 / size;
}

vec4 plainLod(sampler2D field, vec2 uv)
{
    return textureLod(field, uv, 0.0);
}
#endif

float readFaceByPairs(sampler2D field, vec2 at, vec2 size, int channel)
{
    vec2 base = floor(at - 0.5), t = at - 0.5 - base;
    vec2 unit = unitOfWhole(size), first = placeInWhole(base + 0.5, size);
    vec2 here = first + unit * t, last = first + 2.0 * unit, before = first - unit;
#ifdef GATHERS
    vec2 middle = first + 0.5 * unit;
    vec4 f = channel == 0 ? textureGather(field, middle, 0).wzxy : textureGather(field, middle, 1).wzxy;
#else
    ivec2 limit = ivec2(size) - 1; // a filter at the centre of a texel may be off by one of its fraction bits
    ivec2 low = clamp(ivec2(base), ivec2(0), limit), high = clamp(ivec2(base) + 1, ivec2(0), limit);
    vec4 f = vec4(texelFetch(field, low, 0)[channel], texelFetch(field, ivec2(high.x, low.y), 0)[channel],
                  texelFetch(field, ivec2(low.x, high.y), 0)[channel], texelFetch(field, high, 0)[channel]);
#endif
    return cubicFace(t, f, vec4(plainLod(field, vec2(before.x, here.y))[channel],
                                plainLod(field, vec2(last.x, here.y))[channel],
                                plainLod(field, vec2(here.x, before.y))[channel],
                                plainLod(field, vec2(here.x, last.y))[channel]));
}
#endif

// The x of velocity at one place and the y at another, both in texels of a field of `size`.
vec2 readVelocities(sampler2D field, vec2 atX, vec2 atY, vec2 size)
{
#ifdef PAIRS
#ifdef TAPS_ARE_PLACED
    vec2 least = min(atX, atY), most = max(atX, atY) + 2.5; // a periodic axis has its first texel once more at the end
    if (min(least.x, least.y) < 1.5 || most.x >= size.x || most.y >= size.y) {
        return vec2(readFaceByTexel(field, atX, size, 0), readFaceByTexel(field, atY, size, 1));
    }
#endif
    return vec2(readFaceByPairs(field, atX, size, 0), readFaceByPairs(field, atY, size, 1));
#else
    return vec2(readFaceByTexel(field, atX, size, 0), readFaceByTexel(field, atY, size, 1));
#endif
}
#endif
