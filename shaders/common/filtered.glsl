// PAIRS: what is filtered fast is read filtered where that is exact enough (common/taps.glsl).
#ifdef FAST_FILTER
#define PAIRS
#endif

// FILTERED: BILINEAR reads between texels by the sampler's own filter, four texels in one fetch. Not so where the context
// filters no floats, or an axis is periodic, or with LEDGER, which has to see the four.
#if defined(BILINEAR) && !defined(MANUAL_BILINEAR) && !defined(WRAP) && !defined(LEDGER)
#define FILTERED

// The filter's weights have eight bits: a flow of less than a 512th of a texel a step would stand still, and a slow one
// be off by some per cent. So places come to whole 256ths here, one way or the other at random in proportion, and are
// right in the mean. What does not move stays exactly as it is. 16 bits of `random` are for each axis.
vec2 toWeights(vec2 texel, uint random)
{
    vec2 chance = vec2(random & 0xffffu, random >> 16) / 65536.0;
    return floor((texel - 0.5) * 256.0 + chance) / 256.0 + 0.5;
}
#endif
