// Returns the texel to read in place of one beyond the edge: the outermost, or on periodic axes (`wrap` is 1) the one a
// period away. `extra`: texels more than a period, 1 for values on faces or corners, whose last texel equals the first.
ivec2 placedAt(ivec2 texel, ivec2 size, int extra, ivec2 wrap)
{
    ivec2 period = size - extra;
    ivec2 wrapped = texel - period * ivec2(floor((vec2(texel) + 0.5) / vec2(period)));
    ivec2 clamped = clamp(texel, ivec2(0), size - 1);
    return ivec2(wrap.x == 1 ? wrapped.x : clamped.x, wrap.y == 1 ? wrapped.y : clamped.y);
}
