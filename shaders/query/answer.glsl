// Answers of queries: numbers as their bits, four a texel, in rows of GF_REQUEST_WIDTH texels from row u_firstRow on.
#include "shared.h"

uniform int u_firstRow;
layout(location = 0) out uvec4 o_answer;

// Returns the number of this texel among those of the query.
int answerNumber()
{
    return (int(gl_FragCoord.y) - u_firstRow) * GF_REQUEST_WIDTH + int(gl_FragCoord.x);
}
