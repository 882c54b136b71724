// The blocks around one of a packed field. Beyond the edge there is the opposite side where the axis wraps; elsewhere
// nothing, which counts as 0. They are read by FETCH: GPUs take less time for texels, software renderers for samples.
uniform ivec2 u_wrap;

#ifdef SOFTWARE
#define PLACE vec2 // texture coordinates
#define FETCH(field, x, y) textureLod(field, vec2(x, y), 0.0)
#else
#define PLACE ivec2 // texels
#define FETCH(field, x, y) texelFetch(field, ivec2(x, y), 0)
#endif

struct Around {
    PLACE here;
    PLACE low;    // of the blocks left and below
    PLACE high;   // of the blocks right and above
    vec2 hasLow;  // 1: there is such a block
    vec2 hasHigh;
};

// The value of the block whose centre is at `block`.
PLACE placeOf(vec2 block, vec2 size)
{
#ifdef SOFTWARE
    return block / size;
#else
    return min(ivec2(block), ivec2(size) - 1);
#endif
}

// `block` in texels (centres at half-integers), `step` blocks away on the high side.
Around aroundBlock(vec2 block, vec2 size, float highStep)
{
    vec2 wrap = vec2(u_wrap);
    vec2 low = block - 1.0;
    vec2 high = block + highStep;
    vec2 beyondLow = step(low, vec2(0.0));
    vec2 beyondHigh = step(size, high);
    Around a;
    a.here = placeOf(block, size);
    a.low = placeOf(max(low + wrap * beyondLow * size, 0.0), size);
    a.high = placeOf(high - wrap * beyondHigh * size, size);
    a.hasLow = max(wrap, 1.0 - beyondLow);
    a.hasHigh = max(wrap, 1.0 - beyondHigh);
    return a;
}

#ifdef SOLID_FREE
uniform vec4 u_sides; // weights across the sides of the domain: 0 walls, 2 open, 1 where the axis wraps

// The values of the blocks left, right, below and above.
vec4 sidesOf(Around at)
{
    return mix(u_sides, vec4(1.0), vec4(at.hasLow.x, at.hasHigh.x, at.hasLow.y, at.hasHigh.y));
}
#endif
