// Reading between texels exactly: Catmull-Rom over sixteen, clamped to the range of the inner four so that no new
// extreme appears (about the sharpness of BFECC, in one pass), or linear over four. Only texelFetch: the eight fraction
// bits of hardware filtering would stall slow flows.
vec4 catmullRomWeights(float t)
{
    float t2 = t * t;
    float t3 = t2 * t;
    return vec4(-0.5 * t + t2 - 0.5 * t3, 1.0 - 2.5 * t2 + 1.5 * t3, 0.5 * t + 2.0 * t2 - 1.5 * t3,
                -0.5 * t2 + 0.5 * t3);
}

// A place between texels: the four columns and rows around it (clamped to the field), and its fraction.
struct Taps {
    ivec4 x;
    ivec4 y;
    vec2 t;
};

// `texel` in texels (centres at half-integers); columns and rows are kept within first and last.
Taps tapsAt(vec2 texel, ivec2 first, ivec2 last)
{
    Taps taps;
    vec2 base = floor(texel - 0.5);
    taps.t = texel - 0.5 - base;
    taps.x = clamp(ivec4(int(base.x)) + ivec4(-1, 0, 1, 2), ivec4(first.x), ivec4(last.x));
    taps.y = clamp(ivec4(int(base.y)) + ivec4(-1, 0, 1, 2), ivec4(first.y), ivec4(last.y));
    return taps;
}

vec4 readLinear(sampler2D field, Taps taps)
{
    vec4 a = texelFetch(field, ivec2(taps.x.y, taps.y.y), 0);
    vec4 b = texelFetch(field, ivec2(taps.x.z, taps.y.y), 0);
    vec4 c = texelFetch(field, ivec2(taps.x.y, taps.y.z), 0);
    vec4 d = texelFetch(field, ivec2(taps.x.z, taps.y.z), 0);
    return mix(mix(a, b, taps.t.x), mix(c, d, taps.t.x), taps.t.y);
}

vec4 cubicRow(sampler2D field, ivec4 x, int y, vec4 w)
{
    return w.x * texelFetch(field, ivec2(x.x, y), 0) + w.y * texelFetch(field, ivec2(x.y, y), 0) +
           w.z * texelFetch(field, ivec2(x.z, y), 0) + w.w * texelFetch(field, ivec2(x.w, y), 0);
}

vec4 readClampedCubic(sampler2D field, Taps taps)
{
    vec4 wx = catmullRomWeights(taps.t.x);
    vec4 wy = catmullRomWeights(taps.t.y);
    vec4 a = texelFetch(field, ivec2(taps.x.y, taps.y.y), 0);
    vec4 b = texelFetch(field, ivec2(taps.x.z, taps.y.y), 0);
    vec4 c = texelFetch(field, ivec2(taps.x.y, taps.y.z), 0);
    vec4 d = texelFetch(field, ivec2(taps.x.z, taps.y.z), 0);
    vec4 low = wx.x * texelFetch(field, ivec2(taps.x.x, taps.y.y), 0) + wx.y * a + wx.z * b +
               wx.w * texelFetch(field, ivec2(taps.x.w, taps.y.y), 0);
    vec4 high = wx.x * texelFetch(field, ivec2(taps.x.x, taps.y.z), 0) + wx.y * c + wx.z * d +
                wx.w * texelFetch(field, ivec2(taps.x.w, taps.y.z), 0);
    vec4 value = wy.x * cubicRow(field, taps.x, taps.y.x, wx) + wy.y * low + wy.z * high +
                 wy.w * cubicRow(field, taps.x, taps.y.w, wx);
    return clamp(value, min(min(a, b), min(c, d)), max(max(a, b), max(c, d)));
}

// BILINEAR chooses the cheap one.
vec4 readField(sampler2D field, Taps taps)
{
#ifdef BILINEAR
    return readLinear(field, taps);
#else
    return readClampedCubic(field, taps);
#endif
}
