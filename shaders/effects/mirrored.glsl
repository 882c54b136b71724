// Reads a picture that is mirrored at its edges, where each texel then counts as often as any other.
vec4 readMirrored(sampler2D picture, vec2 at)
{
    return textureLod(picture, 1.0 - abs(1.0 - abs(at)), 0.0);
}
