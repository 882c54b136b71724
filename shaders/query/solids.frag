// Loads as answers, two texels a solid, from row u_firstRow on: the load, and its sum over time, or 0 if u_kept says
// that it was answered already. In: u_loads (query/loads.frag).
#include "query/answer.glsl"

uniform usampler2D u_loads;
uniform float u_kept;

void main()
{
    int number = answerNumber();
    ivec2 at = ivec2(min(number / 2, textureSize(u_loads, 0).x - 1), number & 1);
    o_answer = (number & 1) == 0 || u_kept > 0.5 ? texelFetch(u_loads, at, 0) : uvec4(0u);
}
