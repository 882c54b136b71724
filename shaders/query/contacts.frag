// Adds up u_parts0 and u_parts1 of particles/contacts.frag, two texels a solid, from u_firstTexel on in a row.
#include "solid/parts.glsl"

uniform usampler2D u_parts0;
uniform usampler2D u_parts1;
uniform int u_firstTexel;
layout(location = 0) out uvec4 o_answer;

void main()
{
    int number = int(gl_FragCoord.x) - u_firstTexel;
    vec4 sum = vec4(0.0);
    for (int i = 0; i < PARTS; i++) {
        ivec2 part = partTexel(number / 2, i);
        sum += uintBitsToFloat((number & 1) == 0 ? texelFetch(u_parts0, part, 0) : texelFetch(u_parts1, part, 0));
    }
    o_answer = floatBitsToUint(sum);
}
