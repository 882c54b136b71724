// Reads a pattern that repeats. Its texture has one texel more on each side, a copy of the opposite one.
vec4 tileAt(sampler2D tile, vec2 p)
{
    vec2 size = vec2(textureSize(tile, 0));
    return textureLod(tile, (fract(p) * (size - 2.0) + 1.0) / size, 0.0);
}
