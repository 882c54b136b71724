// Floats in 16 bits: sign, 5 bits of exponent, 10 of mantissa, rounded; from 2^-15, which stands for 0, to 65504.
uint half16(float x)
{
    uint bits = floatBitsToUint(x);
    uint size = clamp(bits & 0x7fffffffu, 0x38000000u, 0x477fe000u) - 0x38000000u;
    return (bits >> 16 & 0x8000u) | (size + 0x1000u) >> 13;
}

float fromHalf16(uint h)
{
    return uintBitsToFloat((h & 0x8000u) << 16 | (((h & 0x7fffu) << 13) + 0x38000000u));
}
