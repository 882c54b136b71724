// Packs, for the left and the bottom face of a cell, into two words how the velocity changed in a step, and the
// displacement that evens out the density.
//   first   halves of the change, cells/s, with or without that by gravity, whichever is smaller: halves are coarse, and
//           so water at rest and water in free flight both have 0
//   second  the displacement in 15 bits each, and 1 in the 16th if the change is with gravity
#include "common/halves.glsl"

const float MOST_SHIFT = 0.4; // cells, of the displacement
const float SHIFT_CODES = 16383.0;
const float MOST_HALF = 65504.0;

// `change`: without that by gravity, which is `push`.
uvec2 packedChange(vec2 change, vec2 push, vec2 shift)
{
    bvec2 whole = lessThan(abs(change + push), abs(change));
    vec2 stored = clamp(change + mix(vec2(0.0), push, vec2(whole)), -MOST_HALF, MOST_HALF);
    uvec2 code = uvec2((clamp(shift / MOST_SHIFT, -1.0, 1.0) + 1.0) * SHIFT_CODES + 0.5);
    code |= uvec2(whole.x ? 0x8000u : 0u, whole.y ? 0x8000u : 0u);
    return uvec2(packHalves(stored), code.x | code.y << 16);
}

uint codeOf(uint second, int axis)
{
    return second >> uint(16 * axis) & 0xffffu;
}

// Returns the change without that by gravity.
float unpackedChange(uvec2 words, int axis, float push)
{
    return unpackHalves(words.x)[axis] - ((codeOf(words.y, axis) & 0x8000u) != 0u ? push : 0.0);
}

float unpackedShift(uint second, int axis)
{
    return (float(codeOf(second, axis) & 0x7fffu) / SHIFT_CODES - 1.0) * MOST_SHIFT;
}
