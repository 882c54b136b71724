// Integers as sets of bits.

// Returns the number of the one bit that is set.
int bitNumber(uint bit)
{
    return int(floatBitsToUint(float(bit)) >> 23) - 127;
}

uint lowestBit(uint bits)
{
    return bits & (~bits + 1u);
}

uint countBits(uint bits)
{
    bits -= bits >> 1 & 0x55555555u;
    bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
    bits = bits + (bits >> 4) & 0x0f0f0f0fu;
    return bits * 0x01010101u >> 24;
}
