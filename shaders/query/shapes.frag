// What is counted in shapes as it is answered, four texels a shape, from row u_firstRow on. In: u_sums
// (query/counts.frag).
#include "shared.h"

uniform usampler2D u_sums;
uniform int u_firstRow;
layout(location = 0) out uvec4 o_answer;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int number = (texel.y - u_firstRow) * GF_REQUEST_WIDTH + texel.x;
    o_answer = texelFetch(u_sums, ivec2(min(number / 4, textureSize(u_sums, 0).x - 1), number % 4), 0);
}
