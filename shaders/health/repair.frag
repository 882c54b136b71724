// Repairs a field, u_source: infinity and NaN become the mean of the finite numbers around, or u_outside without any.
#include "common/exact.glsl"

uniform ExactSampler u_source;
uniform vec4 u_outside;
layout(location = 0) out ExactVec4 o_value;

// Returns 1 for finite numbers, by their bits, because compilers may assume that there is no NaN in comparisons.
vec4 numbersOf(vec4 value)
{
    return vec4(lessThan(floatBitsToUint(value) & 0x7fffffffu, uvec4(0x7f800000u)));
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 last = textureSize(u_source, 0) - 1;
    vec4 value = exactFetch(u_source, texel);
    vec4 good = numbersOf(value), sum = vec4(0.0), count = vec4(0.0);
    int around = good == vec4(1.0) ? 0 : 9;
    for (int i = 0; i < around; i++) {
        vec4 other = exactFetch(u_source, clamp(texel + ivec2(i % 3, i / 3) - 1, ivec2(0), last));
        vec4 known = numbersOf(other);
        sum += mix(vec4(0.0), other, greaterThan(known, vec4(0.5)));
        count += known;
    }
    vec4 mean = mix(u_outside, sum / max(count, vec4(1.0)), greaterThan(count, vec4(0.5)));
    o_value = exactly(mix(mean, value, greaterThan(good, vec4(0.5))));
}
