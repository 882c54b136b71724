// Reads a picture mirrored at its edges, so that each texel counts as often as any other.
vec4 readMirrored(sampler2D picture, vec2 at)
{
    return textureLod(picture, 1.0 - abs(1.0 - abs(at)), 0.0);
}
