// Returns a number from 0 to 1 for a pixel; neighbours' numbers differ evenly (Jimenez' interleaved gradient noise).
float interleavedNoise(vec2 pixel)
{
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}
