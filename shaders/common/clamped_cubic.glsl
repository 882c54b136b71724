// Complete reads by common/cubic.glsl: by the cubic, clamped to the range of the inner four texels, and linear.
#include "common/cubic.glsl"

vec4 readLinear(sampler2D field, Taps taps)
{
    return mixInner(readInner(field, taps), taps.t);
}

vec4 readClampedCubic(sampler2D field, Taps taps)
{
    Inner f = readInner(field, taps);
    if (f.a == f.b && f.a == f.c && f.a == f.d) {
        return f.a; // all four are equal: the clamp allows no other value, and empty space costs a third
    }
    return clampToInner(cubicOf(field, taps, cubicWeights(taps.t), f), f);
}
