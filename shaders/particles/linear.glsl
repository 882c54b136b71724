// Lists kept in textures: element i is texel (i % width, i / width), and the width is a power of two.

// Returns log2 of a list's width.
int shiftOf(usampler2D list)
{
    return int(log2(float(textureSize(list, 0).x)) + 0.5);
}

ivec2 texelOf(int i, int shift)
{
    return ivec2(i & ((1 << shift) - 1), i >> shift);
}

int sizeOf(usampler2D list)
{
    ivec2 size = textureSize(list, 0);
    return size.x * size.y;
}
