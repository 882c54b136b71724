// Sums four texels at once: their common corner holds their mean. Textures of sums have even numbers of texels.
vec4 sumOfFour(sampler2D field, ivec2 first)
{
#ifdef MANUAL_BILINEAR
    return texelFetch(field, first, 0) + texelFetch(field, first + ivec2(1, 0), 0) +
           texelFetch(field, first + ivec2(0, 1), 0) + texelFetch(field, first + 1, 0);
#else
    return 4.0 * textureLod(field, vec2(first + 1) / vec2(textureSize(field, 0)), 0.0);
#endif
}
