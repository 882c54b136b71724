// Adds up regions' parts, two texels each, from row u_firstRow on. In: u_partSums, u_partWeights (query/regions.frag).
#include "query/answer.glsl"

uniform usampler2D u_partSums;
uniform usampler2D u_partWeights;

void main()
{
    int number = answerNumber();
    int first = GF_PARTS_X * (number / 2);
    int parts = first < textureSize(u_partSums, 0).x ? GF_PARTS_X * GF_PARTS_Y : 0;
    vec4 sum = vec4(0.0);
    vec2 weight = vec2(0.0, -3.4e38);
    for (int i = 0; i < parts; i++) {
        ivec2 part = ivec2(first + i % GF_PARTS_X, i / GF_PARTS_X);
        vec2 other = uintBitsToFloat(texelFetch(u_partWeights, part, 0).xy);
        sum += uintBitsToFloat(texelFetch(u_partSums, part, 0));
        weight = vec2(weight.x + other.x, max(weight.y, other.y));
    }
    o_answer = floatBitsToUint((number & 1) == 0 ? sum : vec4(weight, 0.0, 0.0));
}
