// Adds up the parts of particles/contacts.frag, u_parts0 and u_parts1, two texels a solid, from u_firstTexel on in a
// row.
#include "shared.h"

uniform usampler2D u_parts0;
uniform usampler2D u_parts1;
uniform int u_firstTexel;
layout(location = 0) out uvec4 o_answer;

void main()
{
    int number = int(gl_FragCoord.x) - u_firstTexel;
    int first = GF_LOAD_PARTS_X * (number / 2);
    vec4 sum = vec4(0.0);
    for (int i = 0; i < GF_LOAD_PARTS_X * GF_LOAD_PARTS_Y; i++) {
        ivec2 part = ivec2(first + i % GF_LOAD_PARTS_X, i / GF_LOAD_PARTS_X);
        sum += uintBitsToFloat((number & 1) == 0 ? texelFetch(u_parts0, part, 0) : texelFetch(u_parts1, part, 0));
    }
    o_answer = floatBitsToUint(sum);
}
