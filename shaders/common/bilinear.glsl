// Reads linearly between the texels of a field by hand, for contexts that do not filter floats; beyond the edge the
// outermost texel repeats. `texel`: in texels, whose centres are at half-integers; `size`: of the field.
vec4 bilinear(sampler2D field, vec2 texel, ivec2 size)
{
    vec2 base = floor(texel - 0.5);
    vec2 t = texel - 0.5 - base;
    ivec2 a = clamp(ivec2(base), ivec2(0), size - 1);
    ivec2 b = clamp(ivec2(base) + 1, ivec2(0), size - 1);
    return mix(mix(texelFetch(field, a, 0), texelFetch(field, ivec2(b.x, a.y), 0), t.x),
               mix(texelFetch(field, ivec2(a.x, b.y), 0), texelFetch(field, b, 0), t.x), t.y);
}
