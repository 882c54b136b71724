// Returns the weight in the window of optical flow: a Gaussian up to RADIUS texels, twice its standard deviation.
float windowWeight(int offset)
{
    float t = 2.0 * float(offset) / float(RADIUS);
    return exp(-0.5 * t * t);
}
