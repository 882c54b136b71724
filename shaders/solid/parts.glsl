// Sums in GF_LOAD_PARTS_X x GF_LOAD_PARTS_Y parts, a texel each, of every PARTS-th row, cell or particle.
#include "shared.h"

const int PARTS = GF_LOAD_PARTS_X * GF_LOAD_PARTS_Y;

// Returns the number of the sum that this texel is a part of.
int sumHere()
{
    return int(gl_FragCoord.x) / GF_LOAD_PARTS_X;
}

int partHere()
{
    return int(gl_FragCoord.x) % GF_LOAD_PARTS_X + GF_LOAD_PARTS_X * int(gl_FragCoord.y);
}

// Returns the texel of a part.
ivec2 partTexel(int sum, int part)
{
    return ivec2(GF_LOAD_PARTS_X * sum + part % GF_LOAD_PARTS_X, part / GF_LOAD_PARTS_X);
}
