// The record of a particle for forces, in one texel of 128 bits. Both particles of a pair read the same bits, so that
// their forces are exactly opposite. Pressure and near pressure are halves; the lowest 4 bits of the latter are the
// material. 2D: x | y | pressures | velocity as halves. 3D: x, y | z, vx | vy, vz | pressures. Positions of 3D are in
// 16 bits, modulo 4 cells, to 1/16384 of a cell: neighbours are nearer than 2, so that differences are unique.
#include "common/halves.glsl"

uint packPressure(vec2 pressure, int material)
{
    return (packHalves(pressure) & 0xfff0ffffu) | uint(material) << 16;
}

#if DIMENSIONS == 3
#define PRESSURES w

uint fixed16(float x)
{
    return uint(fract(0.25 * x) * 65536.0) & 0xffffu;
}

// Return the difference of two positions, in cells, that are packed in the lower halves, or the upper halves.
float lowDifference(uint a, uint b)
{
    return float(int((a - b) << 16) >> 16) * (4.0 / 65536.0);
}

float highDifference(uint a, uint b)
{
    return float(int((a & 0xffff0000u) - (b & 0xffff0000u)) >> 16) * (4.0 / 65536.0);
}

vec3 recordOffset(uvec4 a, uvec4 b)
{
    return vec3(lowDifference(a.x, b.x), highDifference(a.x, b.x), lowDifference(a.y, b.y));
}

vec3 recordVelocity(uvec4 a)
{
    return vec3(unpackHalves(a.y).y, unpackHalves(a.z));
}

uvec4 packRecord(vec3 place, vec3 velocity, vec2 pressure, int material)
{
    uint vx = packHalves(vec2(0.0, velocity.x)) & 0xffff0000u;
    return uvec4(fixed16(place.x) | fixed16(place.y) << 16, fixed16(place.z) | vx, packHalves(velocity.yz),
                 packPressure(pressure, material));
}
#else
#define PRESSURES z

vec2 recordOffset(uvec4 a, uvec4 b)
{
    return uintBitsToFloat(a.xy) - uintBitsToFloat(b.xy);
}

vec2 recordVelocity(uvec4 a)
{
    return unpackHalves(a.w);
}

uvec4 packRecord(vec2 place, vec2 velocity, vec2 pressure, int material)
{
    return uvec4(floatBitsToUint(place), packPressure(pressure, material), packHalves(velocity));
}
#endif

vec2 recordPressure(uvec4 a)
{
    return unpackHalves(a.PRESSURES);
}

int recordMaterial(uvec4 a)
{
    return int(a.PRESSURES >> 16 & 15u);
}
