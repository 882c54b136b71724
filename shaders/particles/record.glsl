// What forces need of a particle, in one texel of 128 bits. Positions are kept modulo 4 cells, to 1/16384 of a cell:
// neighbours are nearer than 2 cells, so that differences are right wherever they are. Both of a pair read the same
// bits, so that what one feels the other feels the reverse of, exactly.
// 2D: x, y | velocity as halves | pressure | near pressure as a half, material.
// 3D: x, y | z, vx | vy, vz | pressure as a half, near pressure in 12 bits, material in 4.
#include "particles/halves.glsl"

struct Record {
    vecD velocity;
    vec2 pressure; // and near pressure, of fluid of density 1, over density squared
    int material;
};

uint fixed16(float x)
{
    return uint(fract(0.25 * x) * 65536.0) & 0xffffu;
}

// Of the lower halves, then of the upper ones; in cells.
float lowDifference(uint a, uint b)
{
    return float(int((a - b) << 16) >> 16) * (4.0 / 65536.0);
}

float highDifference(uint a, uint b)
{
    return float(int((a & 0xffff0000u) - (b & 0xffff0000u)) >> 16) * (4.0 / 65536.0);
}

vecD recordOffset(uvec4 a, uvec4 b)
{
#if DIMENSIONS == 3
    return vec3(lowDifference(a.x, b.x), highDifference(a.x, b.x), lowDifference(a.y, b.y));
#else
    return vec2(lowDifference(a.x, b.x), highDifference(a.x, b.x));
#endif
}

uvec4 packRecord(vecD place, Record r)
{
    uint xy = fixed16(place.x) | fixed16(place.y) << 16;
#if DIMENSIONS == 3
    return uvec4(xy, fixed16(place.z) | half16(r.velocity.x) << 16, half16(r.velocity.y) | half16(r.velocity.z) << 16,
                 half16(r.pressure.x) | half16(r.pressure.y) >> 3 << 16 | uint(r.material) << 28);
#else
    return uvec4(xy, half16(r.velocity.x) | half16(r.velocity.y) << 16, floatBitsToUint(r.pressure.x),
                 half16(r.pressure.y) | uint(r.material) << 16);
#endif
}

vecD recordVelocity(uvec4 a)
{
#if DIMENSIONS == 3
    return vec3(fromHalf16(a.y >> 16), fromHalf16(a.z & 0xffffu), fromHalf16(a.z >> 16));
#else
    return vec2(fromHalf16(a.y & 0xffffu), fromHalf16(a.y >> 16));
#endif
}

vec2 recordPressure(uvec4 a)
{
#if DIMENSIONS == 3
    return vec2(fromHalf16(a.w & 0xffffu), fromHalf16((a.w >> 16 & 0xfffu) << 3));
#else
    return vec2(uintBitsToFloat(a.z), fromHalf16(a.w & 0xffffu));
#endif
}

int recordMaterial(uvec4 a)
{
#if DIMENSIONS == 3
    return int(a.w >> 28);
#else
    return int(a.w >> 16);
#endif
}
