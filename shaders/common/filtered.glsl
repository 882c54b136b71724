// FILTERED: BILINEAR reads between texels by the sampler's own filter, four texels in one fetch. It is not defined if
// the context filters no floats, if an axis is periodic, or with LEDGER, which needs the four values.
#include "common/pairs.glsl"

#if defined(BILINEAR) && !defined(MANUAL_BILINEAR) && !defined(WRAP) && !defined(LEDGER)
#define FILTERED

// Rounds a place to the filter's weights of eight bits: otherwise a flow of less than a 512th of a texel a step would
// stand still, and a slow one be off by some per cent. Places are rounded to 256ths, up or down at random in
// proportion, so that their mean is right. Fluid at rest stays exactly unchanged. Each axis takes 16 bits of `random`.
vec2 toWeights(vec2 texel, uint random)
{
    vec2 chance = vec2(random & 0xffffu, random >> 16) / 65536.0;
    return floor((texel - 0.5) * 256.0 + chance) / 256.0 + 0.5;
}
#endif
