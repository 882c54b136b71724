// Whole reads between texels of common/cubic.glsl: linear, and by the cubic within the range of the inner four.
#include "common/cubic.glsl"

vec4 readLinear(sampler2D field, Taps taps)
{
    return mixInner(readInner(field, taps), taps.t);
}

vec4 readClampedCubic(sampler2D field, Taps taps)
{
    Inner f = readInner(field, taps);
    if (f.a == f.b && f.a == f.c && f.a == f.d) {
        return f.a; // the clamp would leave nothing else: empty space costs a third
    }
    return clampToInner(cubicOf(field, taps, cubicWeights(taps.t), f), f);
}
