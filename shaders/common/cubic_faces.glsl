// Reads a velocity between faces by a cubic. It is the sum of Lagrange's cubic along each axis, linear across, less the
// bilinear read: M + q(x) (M / 2 - ((2 - x) L + (1 + x) R) / 6) and the same along y, with q = x (1 - x) and M, L, R
// the linear means of the inner four texels and of the two on the left and right. So no corner is read, and it is exact
// for third order in x and y. Catmull-Rom has an error of third order, which steepens shear at an angle to the grid,
// and braids between vortices overshoot by 25 % at 128 cells. The result is clamped to the range of the inner four.
//
// Of the two texels on each side only the nearer one is read, unless WHOLE. The difference to the other is extrapolated
// from the slopes between the inner four: the error is a third derivative times a weight of third order.
#include "common/taps.glsl"

// The value that is read, and the bilinear mean of the four texels around the place. With BILINEAR both are the mean.
struct FaceValue {
    float value;
    float mean;
};

// Texels are read by texelFetch, but sampled on software renderers, where texelFetch takes twice as long.
#if defined(SOFTWARE) && !defined(PAIRS) && !defined(TAPS_ARE_PLACED)
#define FACE_PLACE vec2
#define PLACE_FACE(texel, size) ((vec2(texel) + 0.5) / (size))
#define FACE_AT(x, y) textureLod(field, vec2(x, y), 0.0)[channel]
#else
#define FACE_PLACE ivec2
#define PLACE_FACE(texel, size) placed(texel, ivec2(size), 1)
#define FACE_AT(x, y) texelFetch(field, ivec2(x, y), 0)[channel]
#endif

#if defined(GATHERS) && defined(PAIRS) && !defined(TAPS_ARE_PLACED)
#define INNER_OF_FACE(field, at, size, channel) textureGather(field, (floor((at) - 0.5) + 1.0) / (size), channel).wzxy
#else
vec4 innerOfFace(sampler2D field, vec2 at, vec2 size, int channel)
{
    vec2 base = floor(at - 0.5);
    FACE_PLACE low = PLACE_FACE(ivec2(base), size), high = PLACE_FACE(ivec2(base) + 1, size);
    return vec4(FACE_AT(low.x, low.y), FACE_AT(high.x, low.y), FACE_AT(low.x, high.y), FACE_AT(high.x, high.y));
}
#define INNER_OF_FACE innerOfFace
#endif

// Reads one component. `f`: the inner four texels, by rows.
FaceValue readFace(sampler2D field, vec2 at, vec2 size, int channel, vec4 f)
{
    vec2 base = floor(at - 0.5), t = at - 0.5 - base;
    FACE_PLACE low = PLACE_FACE(ivec2(base), size), high = PLACE_FACE(ivec2(base) + 1, size);
    if (f == f.xxxx) {
        return FaceValue(f.x, f.x); // equal values: the clamp allows no other; empty space costs a third
    }
    vec2 along = f.xz + t.x * (f.yw - f.xz);
    float mean = along.x + t.y * (along.y - along.x);
#ifdef BILINEAR
    return FaceValue(mean, mean);
#else
    FACE_PLACE before = PLACE_FACE(ivec2(base) - 1, size), last = PLACE_FACE(ivec2(base) + 2, size);
#ifdef WHOLE
    vec4 pairs = mix(vec4(FACE_AT(before.x, low.y), FACE_AT(last.x, low.y), FACE_AT(low.x, before.y),
                          FACE_AT(low.x, last.y)),
                     vec4(FACE_AT(before.x, high.y), FACE_AT(last.x, high.y), FACE_AT(high.x, before.y),
                          FACE_AT(high.x, last.y)), t.yyxx);
#else
    vec2 nearer = step(vec2(0.5), t), off = t - nearer;
    FACE_PLACE next = PLACE_FACE(ivec2(base + nearer), size);
    vec4 pairs = vec4(FACE_AT(before.x, next.y), FACE_AT(last.x, next.y), FACE_AT(next.x, before.y),
                      FACE_AT(next.x, last.y));
    vec2 up = f.zw - f.xy, across = f.yw - f.xz;
    pairs += off.yyxx * (2.0 * vec4(up, across) - vec4(up.yx, across.yx));
#endif
    vec2 lower = pairs.xz, upper = pairs.yw;
    float value = mean + dot((t - t * t) / 6.0, 3.0 * mean - (2.0 * lower + upper + t * (upper - lower)));
    return FaceValue(clamp(value, min(min(f.x, f.y), min(f.z, f.w)), max(max(f.x, f.y), max(f.z, f.w))), mean);
#endif
}
