// Reads linearly between the texels of a field by hand, for contexts that do not filter floats; beyond the edge the
// outermost texel repeats. `texel`: in texels, whose centres are at half-integers; `size`: of the field.
#include "common/between.glsl"

vec4 bilinear(sampler2D field, vec2 texel, ivec2 size)
{
    vec2 base = floor(texel - 0.5);
    ivec2 a = clamp(ivec2(base), ivec2(0), size - 1), b = clamp(ivec2(base) + 1, ivec2(0), size - 1);
    return betweenTexels(field, a, b, texel - 0.5 - base);
}
