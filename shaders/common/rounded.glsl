// What is stored, rounded. Some contexts truncate half floats when they are written, by which all that is carried would
// fade. So they are rounded here, up or down at random in proportion, which leaves the mean as it is. ROUND_VELOCITY,
// ROUND_DYE, ROUND_TEMPERATURE: that field is in half floats. u_seed: random, of this pass (gfGrid_GetSeed).
#include "common/hash.glsl"

#if defined(ROUND_VELOCITY) || defined(ROUND_DYE) || defined(ROUND_TEMPERATURE) || defined(FILTERED)
#define DRAWS_RANDOM
uniform int u_seed;

// 32 random bits of this texel.
uint randomHere()
{
    uvec2 texel = uvec2(gl_FragCoord.xy);
    return scramble((texel.y << 16 | texel.x) ^ uint(u_seed));
}

// To a half float, by 13 random bits.
float rounded(float x, uint random)
{
    if (abs(x) < 6.2e-5) {
        return sign(x) * floor(abs(x) * 16777216.0 + float(random & 0x1fffu) / 8192.0) / 16777216.0;
    }
    return uintBitsToFloat((floatBitsToUint(x) + (random & 0x1fffu)) & 0xffffe000u);
}
#endif

vec2 storedVelocity(vec2 velocity)
{
#ifdef ROUND_VELOCITY
    uint random = randomHere();
    return vec2(rounded(velocity.x, random), rounded(velocity.y, random >> 16));
#else
    return velocity;
#endif
}

// All channels by one number: what is grey stays grey.
vec4 storedDye(vec4 dye)
{
#ifdef ROUND_DYE
    uint random = randomHere();
    return vec4(rounded(dye.x, random), rounded(dye.y, random), rounded(dye.z, random), rounded(dye.w, random));
#else
    return dye;
#endif
}

float storedTemperature(float temperature)
{
#ifdef ROUND_TEMPERATURE
    return rounded(temperature, randomHere() >> 16);
#else
    return temperature;
#endif
}
