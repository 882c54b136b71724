// Rounds values to half floats, up or down at random in proportion, which keeps their mean. Some contexts truncate
// instead, and carried values would fade. u_seed: a random number of this pass (gfGrid_GetSeed). Fields in half floats:
//   ROUND_VELOCITY    velocity
//   ROUND_DEPARTURES  displacements to departure points
//   ROUND_DYE         dye
//   ROUND_SCALAR      the scalar of one channel
#include "common/hash.glsl"

uniform int u_seed;

// Returns 32 random bits of this texel.
uint randomHere()
{
    return scramble((uint(gl_FragCoord.y) << 16 | uint(gl_FragCoord.x)) ^ uint(u_seed));
}

// Returns random numbers of 13 bits for rounding, from other bits than toWeights() of common/filtered.glsl takes.
uvec2 chancesHere()
{
    uint random = randomHere() * 2654435769u;
    return uvec2(random >> 19, random >> 6 & 0x1fffu);
}

// Rounds to half floats. They keep 10 bits of a float's fraction of 23; the value of the other 13, over 8192, is the
// chance to round up. Below 2^-14, which is rare, half floats are multiples of 2^-24.
vec4 rounded(vec4 v, uvec4 chances)
{
    uvec4 bits = floatBitsToUint(v);
    vec4 whole = uintBitsToFloat((bits + chances) & 0xffffe000u);
    uvec4 below = (bits & 0x7fffffffu) - 1u; // 0, which is whole, becomes the largest number
    if (any(lessThan(below, uvec4(0x387fffffu)))) {
        vec4 tiny = floor(v * 16777216.0 + vec4(chances) / 8192.0) / 16777216.0;
        whole = mix(whole, tiny, lessThan(below, uvec4(0x387fffffu)));
    }
    return whole;
}

// The values to store of each field. Dye's channels are rounded by one random number, so that grey stays grey.
#ifdef ROUND_VELOCITY
#define storedVelocity(velocity) rounded(vec4(velocity, 0.0, 0.0), chancesHere().xyxy).xy
#else
#define storedVelocity(velocity) (velocity)
#endif
#ifdef ROUND_DEPARTURES
#define storedDeparture(departure) rounded(vec4(departure, 0.0, 0.0), chancesHere().yxyx).xy
#else
#define storedDeparture(departure) (departure)
#endif
#ifdef ROUND_DYE
#define storedDye(dye) rounded(dye, chancesHere().xxxx)
#else
#define storedDye(dye) (dye)
#endif
#ifdef ROUND_SCALAR
#define storedScalar(value) rounded(vec4(value, 0.0, 0.0, 0.0), chancesHere().yyyy).x
#else
#define storedScalar(value) (value)
#endif
