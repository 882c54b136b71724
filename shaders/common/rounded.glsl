// Rounds what is stored. Some contexts truncate half floats when they are written, by which all that is carried would
// fade. So they are rounded here, up or down at random in proportion, which leaves the mean as it is. ROUND_VELOCITY,
// ROUND_DYE, ROUND_TEMPERATURE, ROUND_DEPARTURES: that field is in half floats. u_seed: random, of this pass
// (gfGrid_GetSeed).
#include "common/hash.glsl"

#if defined(ROUND_VELOCITY) || defined(ROUND_DYE) || defined(ROUND_TEMPERATURE) || defined(ROUND_DEPARTURES) || \
    defined(FILTERED)
#define DRAWS_RANDOM
uniform int u_seed;

// Returns 32 random bits of this texel.
uint randomHere()
{
    uvec2 texel = uvec2(gl_FragCoord.xy);
    return scramble((texel.y << 16 | texel.x) ^ uint(u_seed));
}

// Returns numbers to round by: other bits than those that are random in where fluid comes from. With 11 bits of a half
// float they fit into a float, or what is whole already would go up now and then.
vec2 chancesHere()
{
    uint random = randomHere() * 2654435769u;
    return vec2(random >> 19, random >> 6 & 0x1fffu) / 8192.0;
}

// Rounds to a half float: to a multiple of its last bit, which below 2^-14 is always 2^-24.
float rounded(float x, float chance)
{
    uint power = max(floatBitsToUint(abs(x)), 0x38800000u) & 0x7f800000u;
    return floor(x * uintBitsToFloat(0x84000000u - power) + chance) * uintBitsToFloat(power - 0x05000000u);
}

vec2 rounded(vec2 v, vec2 chances)
{
    return vec2(rounded(v.x, chances.x), rounded(v.y, chances.y));
}
#endif

vec2 storedVelocity(vec2 velocity)
{
#ifdef ROUND_VELOCITY
    return rounded(velocity, chancesHere());
#else
    return velocity;
#endif
}

vec2 storedDeparture(vec2 departure)
{
#ifdef ROUND_DEPARTURES
    return rounded(departure, chancesHere().yx);
#else
    return departure;
#endif
}

// Rounds all channels by one number: what is grey stays grey.
vec4 storedDye(vec4 dye)
{
#ifdef ROUND_DYE
    float chance = chancesHere().x;
    return vec4(rounded(dye.x, chance), rounded(dye.y, chance), rounded(dye.z, chance), rounded(dye.w, chance));
#else
    return dye;
#endif
}

float storedTemperature(float temperature)
{
#ifdef ROUND_TEMPERATURE
    return rounded(temperature, chancesHere().y);
#else
    return temperature;
#endif
}
