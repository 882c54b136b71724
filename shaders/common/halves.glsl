// Pairs of floats in 16 bits each: built in where the language has them, else from 2^-15 (which stands for 0) to 65504.
#if __VERSION__ == 300 || defined(GL_ARB_shading_language_packing)
uint packHalves(vec2 v)
{
    return packHalf2x16(v);
}

// In GLSL ES the built-in functions return medium precision, and expressions with their results would have it, too.
vec2 unpackHalves(uint h)
{
    vec2 v = unpackHalf2x16(h);
    return v;
}
#else
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

uint packHalves(vec2 v)
{
    return half16(v.x) | half16(v.y) << 16;
}

vec2 unpackHalves(uint h)
{
    return vec2(fromHalf16(h & 0xffffu), fromHalf16(h >> 16));
}
#endif
