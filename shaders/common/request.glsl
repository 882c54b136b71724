// Reads requests of queries: numbers as their bits, four a texel, in rows of GF_REQUEST_WIDTH texels.
#include "shared.h"

uniform usampler2D u_questions;

uvec4 requestAt(int number)
{
    return texelFetch(u_questions, ivec2(number % GF_REQUEST_WIDTH, number / GF_REQUEST_WIDTH), 0);
}
