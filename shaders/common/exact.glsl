// Textures of floats that keep every bit.
//   BITS  the context renders to no 32-bit floats: textures hold the floats' bits as unsigned integers, never filtered
#ifdef BITS
#define ExactSampler usampler2D
#define ExactFloat uint
#define ExactVec2 uvec2
#define ExactVec4 uvec4
#define exactFetch(field, texel) uintBitsToFloat(texelFetch(field, texel, 0))
#define exactly(value) floatBitsToUint(value)
#else
#define ExactSampler sampler2D
#define ExactFloat float
#define ExactVec2 vec2
#define ExactVec4 vec4
#define exactFetch(field, texel) texelFetch(field, texel, 0)
#define exactly(value) (value)
#endif
