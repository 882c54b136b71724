// Carries scalars as grid/advect_scalars.frag does, but reads between texels by a cubic.
#define READER
#include "common/pairs.glsl"
#include "common/grid.glsl"
uniform ivec2 u_texels;
#define TAP_SIZE(field) u_texels
#include "common/cubic.glsl"

#define TapWeights CubicWeights
#define weightsAt(from, taps, size) cubicWeights((taps).t)
#define readBetween cubicOf
#define readBetweenOne cubicOf
#include "grid/advect_scalars.frag"
