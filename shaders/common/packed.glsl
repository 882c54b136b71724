// Fields of the pressure solve keep 2 x 2 cells in one RGBA texel: x = (0, 0), y = (1, 0), z = (0, 1), w = (1, 1).
// Cells beyond an odd grid's edge have closed faces and value 0.
//
// Which of the block's twelve faces are open, as bits: 0 to 5 are the vertical faces (x = 0, 1, 2 of the lower row,
// then of the upper), 6 to 11 the horizontal ones (columns 0, 1 at y = 0, then 1, then 2).
struct OpenFaces {
    vec4 left;
    vec4 right;
    vec4 bottom;
    vec4 top;
};

OpenFaces openFaces(uint bits)
{
    uvec4 low = (uvec4(bits) >> uvec4(0u, 1u, 2u, 3u)) & 1u;
    uvec4 middle = (uvec4(bits) >> uvec4(4u, 5u, 6u, 7u)) & 1u;
    uvec4 high = (uvec4(bits) >> uvec4(8u, 9u, 10u, 11u)) & 1u;
    OpenFaces f;
    f.left = vec4(low.x, low.y, low.w, middle.x);
    f.right = vec4(low.y, low.z, middle.x, middle.y);
    f.bottom = vec4(middle.z, middle.w, high.x, high.y);
    f.top = vec4(high.x, high.y, high.z, high.w);
    return f;
}

// The value of one cell out of a packed field; beyond the edge the outermost block repeats.
float packedValue(sampler2D field, ivec2 cell)
{
    vec4 block = textureLod(field, (vec2(cell >> 1) + 0.5) / vec2(textureSize(field, 0)), 0.0);
    vec2 row = (cell.y & 1) == 0 ? block.xy : block.zw;
    return (cell.x & 1) == 0 ? row.x : row.y;
}

// Linear between cell centres; `p` in cells, `last` the last cell.
float packedLinear(sampler2D field, vec2 p, ivec2 last)
{
    vec2 base = floor(p - 0.5);
    vec2 t = p - 0.5 - base;
    ivec2 a = clamp(ivec2(base), ivec2(0), last);
    ivec2 b = clamp(ivec2(base) + 1, ivec2(0), last);
    return mix(mix(packedValue(field, a), packedValue(field, ivec2(b.x, a.y)), t.x),
               mix(packedValue(field, ivec2(a.x, b.y)), packedValue(field, b), t.x), t.y);
}
