// Adds up the parts of particles/touch_sums.frag, u_parts0 to u_parts2, three texels a group, from row u_firstRow on.
#include "query/answer.glsl"

uniform usampler2D u_parts0;
uniform usampler2D u_parts1;
uniform usampler2D u_parts2;
uniform int u_groupCount;

void main()
{
    int number = answerNumber();
    int row = number % 3;
    int parts = number < 3 * u_groupCount ? GF_TOUCH_PARTS : 0;
    uvec4 counts = uvec4(0u), groups = uvec4(0u);
    vec4 contact = vec4(0.0);
    for (int i = 0; i < parts; i++) {
        ivec2 part = ivec2(number / 3, i);
        counts += texelFetch(u_parts0, part, 0);
        groups |= texelFetch(u_parts1, part, 0);
        contact += uintBitsToFloat(texelFetch(u_parts2, part, 0));
    }
    o_answer = row == 0 ? counts : row == 1 ? groups : floatBitsToUint(contact);
}
