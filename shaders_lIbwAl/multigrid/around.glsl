// The blocks around one of a packed field. Beyond the edge there is the opposite side where the axis wraps; elsewhere
// nothing, which counts as 0.
uniform ivec2 u_wrap;

struct Around {
    vec2 here;    // texture coordinates
    vec2 low;     // of the blocks left and below
    vec2 high;    // of the blocks right and above
    vec2 hasLow;  // 1: there is such a block
    vec2 hasHigh;
};

// `block` in texels (centres at half-integers), `step` blocks away on the high side.
Around aroundBlock(vec2 block, vec2 size, float highStep)
{
    vec2 wrap = vec2(u_wrap);
    vec2 low = block - 1.0;
    vec2 high = block + highStep;
    vec2 beyondLow = step(low, vec2(0.0));
    vec2 beyondHigh = step(size, high);
    Around a;
    a.here = block / size;
    a.low = (low + wrap * beyondLow * size) / size;
    a.high = (high - wrap * beyondHigh * size) / size;
    a.hasLow = max(wrap, 1.0 - beyondLow);
    a.hasHigh = max(wrap, 1.0 - beyondHigh);
    return a;
}
