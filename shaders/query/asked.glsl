// What a query asks and what is answered: numbers as their bits, four a texel, in rows of GF_ASKED_WIDTH texels.
#include "shared.h"

uniform usampler2D u_questions;

uvec4 askedAt(int number)
{
    return texelFetch(u_questions, ivec2(number % GF_ASKED_WIDTH, number / GF_ASKED_WIDTH), 0);
}
