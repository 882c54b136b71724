// The texels around a place that is read. With WRAP or ATLAS (common/grid.glsl) every texel is fetched.
//   PAIRS  fields are bound with linear sampling: the inner four texels are fetched one by one; the outer ones are read
//          in pairs, as their small weights have one sign in a pair and need no more than the sampler's eight bits

// A place between texels.
struct Taps {
    vec2 uv;    // texture coordinate of the texel below and left of it
    vec2 t;     // fraction beyond that texel's centre
    ivec2 base; // that texel
};

// Returns the place `texel`, given in texels (centres at half-integers).
Taps tapsAt(vec2 texel, vec2 size)
{
    vec2 base = floor(texel - 0.5);
    return Taps((base + 0.5) / size, texel - 0.5 - base, ivec2(base));
}

// TAP: a texel beside `base`. TAP_SIZE: the size of all fields that are read, if they have one: GPUs are slow to ask.
#ifndef TAP_SIZE
#define TAP_SIZE(field) textureSize(field, 0)
#endif
#if defined(WRAP) || defined(ATLAS)
#define TAPS_ARE_PLACED
#endif
#if defined(TAPS_ARE_PLACED) || defined(PAIRS) || defined(FILTERED)
#define TAP(field, taps, x, y) texelFetch(field, placed((taps).base + ivec2(x, y), TAP_SIZE(field), 0), 0)
#else
#define TAP(field, taps, x, y) textureLodOffset(field, (taps).uv, 0.0, ivec2(x, y))
#endif

// The inner four texels, for the linear read, and for the range that other reads are clamped to.
struct Inner {
    vec4 a, b, c, d;
};

Inner readInner(sampler2D field, Taps taps)
{
    return Inner(TAP(field, taps, 0, 0), TAP(field, taps, 1, 0), TAP(field, taps, 0, 1), TAP(field, taps, 1, 1));
}

// Reads the inner four texels of a field of one channel; with GATHERS in one read where texels are not placed.
Inner readInnerOfOne(sampler2D field, Taps taps)
{
#if defined(GATHERS) && !defined(TAPS_ARE_PLACED)
    vec4 f = textureGather(field, taps.uv + 0.5 / vec2(textureSize(field, 0))).wzxy;
    return Inner(f.xxxx, f.yyyy, f.zzzz, f.wwww);
#else
    return readInner(field, taps);
#endif
}

vec4 mixInner(Inner f, vec2 t)
{
    return mix(mix(f.a, f.b, t.x), mix(f.c, f.d, t.x), t.y);
}

vec4 clampToInner(vec4 value, Inner f)
{
    return clamp(value, min(min(f.a, f.b), min(f.c, f.d)), max(max(f.a, f.b), max(f.c, f.d)));
}
