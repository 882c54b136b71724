// Mixes four texels linearly: from `a`, the lower left one, to `b`, the upper right one. `t`: fractions of the way.
vec4 betweenTexels(sampler2D field, ivec2 a, ivec2 b, vec2 t)
{
    return mix(mix(texelFetch(field, a, 0), texelFetch(field, ivec2(b.x, a.y), 0), t.x),
               mix(texelFetch(field, ivec2(a.x, b.y), 0), texelFetch(field, b, 0), t.x), t.y);
}
