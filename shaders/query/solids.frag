// Loads (u_loads) as answers, two texels a solid, from row u_firstRow on: load; its sum over time, 0 unless u_kept.
#include "query/answer.glsl"

uniform usampler2D u_loads;
uniform float u_kept;

void main()
{
    int number = answerNumber();
    ivec2 at = ivec2(min(number / 2, textureSize(u_loads, 0).x - 1), number & 1);
    o_answer = (number & 1) == 0 || u_kept > 0.5 ? texelFetch(u_loads, at, 0) : uvec4(0u);
}
