// Carries scalars as grid/advect_scalars.frag, but reads linearly, with FILTERED (common/filtered.glsl) by the sampler.
#define READER
#include "common/filtered.glsl"
#include "common/grid.glsl"
uniform ivec2 u_texels;
#define TAP_SIZE(field) u_texels
#include "common/taps.glsl"
#include "common/loops.glsl"

#define TapWeights float
#define weightsAt(from, taps, size) 0.0
#ifdef FILTERED
#define readPlace(from) toWeights(from, randomHere())
#define carried(field, one, o, rest, give) filteredAt(field, (o).from, (o).fluidFraction, rest)

// Reads a field by the sampler, or if some of four texels are solid the fluid ones, with weights scaled to sum to 1.
vec4 filteredAt(sampler2D field, vec2 from, float fluidFraction, float rest)
{
    vec2 size = vec2(u_texels);
    vec4 value = textureLod(field, from / size, 0.0);
#ifdef SOLIDS
    ONLY_IF(fluidFraction <= 1.0) {
        Taps taps = tapsAt(from, size);
        Inner f = readInner(field, taps);
        value = clampToInner(rest + (mixInner(f, taps.t) - rest) / max(fluidFraction, 0.01), f);
    }
#endif
    return value;
}
#else
#define readBetween(field, taps, w, f) mixInner(f, (taps).t)
#define readBetweenOne readBetween
#endif

#include "grid/advect_scalars.frag"
