// Counts the numbers of u_source that are not finite (x), and finds the bits of the largest absolute value among the
// others (y). Each texel of an 8 x 8 target does so for its block of u_source.
//   PARTS     sums up the 64 parts, u_counts
//   CHANNELS  how many channels the field has
#include "common/exact.glsl"

uniform usampler2D u_counts;
uniform ExactSampler u_source;
layout(location = 0) out uvec4 o_health;

const int SIDE = 8;

void main()
{
    uvec2 sum = uvec2(0u);
#ifdef PARTS
    for (int i = 0; i < SIDE * SIDE; i++) {
        uvec2 part = texelFetch(u_counts, ivec2(i % SIDE, i / SIDE), 0).xy;
        sum = uvec2(sum.x + part.x, max(sum.y, part.y));
    }
#else
    ivec2 size = textureSize(u_source, 0);
    ivec2 block = (size + SIDE - 1) / SIDE;
    ivec2 first = ivec2(gl_FragCoord.xy) * block;
    ivec2 end = min(first + block, size);
    for (int y = first.y; y < end.y; y++) {
        for (int x = first.x; x < end.x; x++) {
            // Compares bits, because compilers may assume that there is no NaN in comparisons.
            uvec4 bits = floatBitsToUint(exactFetch(u_source, ivec2(x, y))) & 0x7fffffffu;
            uvec4 bad = uvec4(greaterThanEqual(bits, uvec4(0x7f800000u)));
            bits *= 1u - bad;
            sum.x += bad.x + bad.y + bad.z + bad.w;
            // Absent channels read as 0, but the fourth as 1.
            sum.y = max(max(sum.y, max(bits.x, bits.y)), max(bits.z, CHANNELS > 3 ? bits.w : 0u));
        }
    }
#endif
    o_health = uvec4(sum, 0u, 1u);
}
