// The mean of 4 x 4 texels in one, 0 beyond the edge (means, for sums overflow half floats). FIRST: from u_expansion,
// out = (its share in cells that have an open face, share of such cells), as u_faceBits says; otherwise from u_source.
layout(location = 0) out vec2 o_mean;
#ifdef FIRST
#include "common/packed.glsl"
uniform sampler2D u_expansion;
uniform highp usampler2D u_faceBits;

vec2 valueAt(ivec2 cell)
{
    OpenFaces f = openFaces(texelFetch(u_faceBits, cell >> 1, 0).x);
    vec4 open = min(f.left + f.right + f.bottom + f.top, 1.0);
    vec2 row = (cell.y & 1) == 0 ? open.xy : open.zw;
    float own = (cell.x & 1) == 0 ? row.x : row.y;
    return own * vec2(texelFetch(u_expansion, cell, 0).x, 1.0);
}
#else
uniform sampler2D u_source;

vec2 valueAt(ivec2 texel)
{
    return texelFetch(u_source, texel, 0).xy;
}
#endif
uniform ivec2 u_cells; // size of what is averaged, texels

void main()
{
    ivec2 first = 4 * ivec2(gl_FragCoord.xy);
    vec2 sum = vec2(0.0);
    for (int j = 0; j < 4; j++) {
        for (int i = 0; i < 4; i++) {
            ivec2 texel = first + ivec2(i, j);
            if (texel.x < u_cells.x && texel.y < u_cells.y) {
                sum += valueAt(texel);
            }
        }
    }
    o_mean = sum / 16.0;
}
