// Fields of the pressure solve keep 2 x 2 cells in one RGBA texel: x = (0, 0), y = (1, 0), z = (0, 1), w = (1, 1).
// Cells beyond an odd grid's edge have closed faces and value 0.

// The value of one cell out of a packed field; beyond the edge the outermost block repeats.
float packedValue(sampler2D field, ivec2 cell)
{
    vec4 block = textureLod(field, (vec2(cell >> 1) + 0.5) / vec2(textureSize(field, 0)), 0.0);
    vec2 row = (cell.y & 1) == 0 ? block.xy : block.zw;
    return (cell.x & 1) == 0 ? row.x : row.y;
}

// Reads a cell inside the field: faster for shaders that read few cells.
float packedFetch(sampler2D field, ivec2 cell)
{
    vec4 block = texelFetch(field, cell >> 1, 0);
    vec2 row = (cell.y & 1) == 0 ? block.xy : block.zw;
    return (cell.x & 1) == 0 ? row.x : row.y;
}

// Reads linearly between cell centres; `p` in cells, `last`: the last cell.
float packedLinear(sampler2D field, vec2 p, ivec2 last)
{
    vec2 base = floor(p - 0.5);
    vec2 t = p - 0.5 - base;
    ivec2 a = clamp(ivec2(base), ivec2(0), last);
    ivec2 b = clamp(ivec2(base) + 1, ivec2(0), last);
    return mix(mix(packedValue(field, a), packedValue(field, ivec2(b.x, a.y)), t.x),
               mix(packedValue(field, ivec2(a.x, b.y)), packedValue(field, b), t.x), t.y);
}
