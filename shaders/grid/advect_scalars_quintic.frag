// Carries scalars as grid/advect_scalars.frag does, but reads between texels by a polynomial of fifth order. ENTRY:
// beyond an open side, outside of the box u_box, values are extrapolated linearly.
#define READER
#include "common/filtered.glsl"
#include "common/grid.glsl"
uniform ivec2 u_texels;
#define TAP_SIZE(field) u_texels
#include "common/quintic.glsl"

#define TapWeights QuinticWeights
#ifdef ENTRY
#define OPEN_SIDES vec4(lessThan(ivec4(0, u_box.z, 0, u_box.w), ivec4(u_box.x, u_texels.x, u_box.y, u_texels.y)))
#define weightsAt(from, taps, size) \
    withSlopesBeyond(quinticWeights((taps).t), floor((from) - 0.5), (taps).t, size, OPEN_SIDES)
#else
#define weightsAt(from, taps, size) quinticWeights((taps).t)
#endif
#define readBetween(field, taps, w, f) quinticOf(field, taps, w, f, 1.0 / vec2(u_texels))
#ifdef GATHERS_ONE
#define readBetweenOne(field, taps, w, f) \
    quinticOfOne(field, taps, w, vec4((f).a.x, (f).b.x, (f).c.x, (f).d.x), 1.0 / vec2(u_texels))
#else
#define readBetweenOne readBetween
#endif
#include "grid/advect_scalars.frag"
