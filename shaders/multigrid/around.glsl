// The blocks around a block of a packed field. Beyond the edge lies the opposite side where the axis wraps, and 0
// elsewhere. FETCH reads blocks by texelFetch, faster on GPUs; else they are sampled, faster on software renderers.
uniform ivec2 u_wrap;

#ifdef SOFTWARE
#define PLACE vec2 // texture coordinates
#define FETCH(field, x, y) textureLod(field, vec2(x, y), 0.0)
#else
#define PLACE ivec2 // texels
#define FETCH(field, x, y) texelFetch(field, ivec2(x, y), 0)
#endif

// The place of a field: `size` blocks from the texel `first` on, in a texture of `whole` texels.
struct Field {
    vec2 size, first, whole;
};

struct Around {
    PLACE here;
    PLACE low;  // places of the blocks left and below
    PLACE high; // places of the blocks right and above
    vec2 hasLow, hasHigh; // 1: there are blocks left and below, right and above
};

// Returns the place of the block whose centre is at `block`.
PLACE placeIn(Field field, vec2 block)
{
#ifdef SOFTWARE
    return (field.first + min(block, field.size - 0.5)) / field.whole;
#else
    return ivec2(field.first) + min(ivec2(block), ivec2(field.size) - 1);
#endif
}

// Returns the places around `block`, in texels (centres at half-integers); on the high side `highStep` blocks away.
Around aroundIn(Field field, vec2 block, float highStep)
{
    vec2 wrap = vec2(u_wrap);
    vec2 low = block - 1.0;
    vec2 high = block + highStep;
    vec2 beyondLow = step(low, vec2(0.0));
    vec2 beyondHigh = step(field.size, high);
    Around a;
    a.here = placeIn(field, block);
    a.low = placeIn(field, max(low + wrap * beyondLow * field.size, 0.5));
    a.high = placeIn(field, high - wrap * beyondHigh * field.size);
    a.hasLow = max(wrap, 1.0 - beyondLow);
    a.hasHigh = max(wrap, 1.0 - beyondHigh);
    return a;
}

Around aroundBlock(vec2 block, vec2 size, float highStep)
{
    return aroundIn(Field(size, vec2(0.0), size), block, highStep);
}
