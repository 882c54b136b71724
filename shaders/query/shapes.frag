// The counts in shapes as answers, four texels a shape, from row u_firstRow on. In: u_sums (query/counts.frag).
#include "query/answer.glsl"

uniform usampler2D u_sums;

void main()
{
    int number = answerNumber();
    o_answer = texelFetch(u_sums, ivec2(min(number / 4, textureSize(u_sums, 0).x - 1), number % 4), 0);
}
