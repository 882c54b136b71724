// What flows out of each cell through its open faces, less what sources pour in: the right-hand side of the pressure
// equation. In: u_velocity (m/s, faces), u_faceBits, with EXPANSION u_expansion (1/s) and u_mean (see
// grid/reduce.frag). Out: packed, m/s (divergence times the cell size).
#include "common/packed.glsl"

uniform sampler2D u_velocity;
uniform highp usampler2D u_faceBits;
uniform ivec2 u_cells;
uniform float u_cellSize;
#ifdef EXPANSION
uniform sampler2D u_expansion;
uniform sampler2D u_mean;
#endif
layout(location = 0) out vec4 o_rhs;

vec2 velocity(ivec2 texel)
{
    return texelFetch(u_velocity, min(texel, u_cells), 0).xy;
}

#ifdef EXPANSION
float expansion(ivec2 cell)
{
    return texelFetch(u_expansion, min(cell, u_cells - 1), 0).x;
}
#endif

void main()
{
    ivec2 block = ivec2(gl_FragCoord.xy);
    ivec2 c = 2 * block;
    OpenFaces f = openFaces(texelFetch(u_faceBits, block, 0).x);
    vec2 v00 = velocity(c);
    vec2 v10 = velocity(c + ivec2(1, 0));
    vec2 v01 = velocity(c + ivec2(0, 1));
    vec2 v11 = velocity(c + ivec2(1, 1));
    float u20 = velocity(c + ivec2(2, 0)).x;
    float u21 = velocity(c + ivec2(2, 1)).x;
    float v02 = velocity(c + ivec2(0, 2)).y;
    float v12 = velocity(c + ivec2(1, 2)).y;
    vec4 rhs = f.right * vec4(v10.x, u20, v11.x, u21) - f.left * vec4(v00.x, v10.x, v01.x, v11.x) +
               f.top * vec4(v01.y, v11.y, v02, v12) - f.bottom * vec4(v00.y, v10.y, v01.y, v11.y);
#ifdef EXPANSION
    // A closed box can't grow: what a source pours in must leave everywhere else.
    vec2 whole = texelFetch(u_mean, ivec2(0), 0).xy;
    vec4 given = vec4(expansion(c), expansion(c + ivec2(1, 0)), expansion(c + ivec2(0, 1)), expansion(c + ivec2(1, 1)));
    vec4 open = min(f.left + f.right + f.bottom + f.top, 1.0);
    rhs -= u_cellSize * open * (given - whole.x / max(whole.y, 1e-6));
#endif
    o_rhs = rhs;
}
