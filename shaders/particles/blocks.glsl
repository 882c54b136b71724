// Visits a particle's neighbours by its block's bits, u_masks0 to u_masks2 of density.frag. Needs a sorted state.
#include "common/loops.glsl"
#include "particles/bits.glsl"

uniform usampler2D u_masks0;
uniform usampler2D u_masks1;
uniform usampler2D u_masks2;

// Visits candidates with a bit of their own, three rows in one loop: invocations wait for the longest loop only once.
void visitBits(ivec3 begins, uvec3 masks)
{
    masks &= 0x7fffffffu;
    while ((masks.x | masks.y | masks.z) != 0u) {
        bool first = masks.x != 0u;
        bool second = !first && masks.y != 0u;
        uint bit = lowestBit(first ? masks.x : second ? masks.y : masks.z);
        visit((first ? begins.x : second ? begins.y : begins.z) + bitNumber(bit));
        masks ^= uvec3(first ? bit : 0u, second ? bit : 0u, first || second ? 0u : bit);
    }
}

// Visits the candidates beyond the 31st of each row, which share the last bit, of three rows from `firstRow` on.
void visitOthers(int self, int firstCell, int firstRow, uvec3 masks)
{
    int lastCell = cellNumber(cellOf(placeOf(min(self | 3, liveCount() - 1))));
    int after = 0;
    for (int i = 0; i < 3; i++) {
        int begin = rowBegin(firstCell, firstRow + i);
        ivec2 range = rangeAfter(begin, lastCell, firstRow + i, after);
        after = range.y;
        for (int j = max(begin + 31, range.x); j < (masks[i] >> 31 != 0u ? range.y : 0); j++) {
            visit(j);
        }
    }
}

void visitRows(int self, int firstCell, int firstRow, uvec3 masks)
{
    ivec3 begins =
        ivec3(rowBegin(firstCell, firstRow), rowBegin(firstCell, firstRow + 1), rowBegin(firstCell, firstRow + 2));
    visitBits(begins, masks);
    ONLY_IF((masks.x | masks.y | masks.z) >> 31 != 0u) {
        visitOthers(self, firstCell, firstRow, masks);
    }
}

void visitBlock(vecD place, int self)
{
    int block = self >> 2;
    int firstCell = cellNumber(cellOf(placeOf(4 * block)));
    ivec2 texel = texelOf(block, u_shifts.x - 2);
    uvec4 masks0 = texelFetch(u_masks0, texel, 0), masks1 = texelFetch(u_masks1, texel, 0);
    uvec4 masks2 = texelFetch(u_masks2, texel, 0);
#if DIMENSIONS == 3
    // Positions in records repeat every 4 cells, so that blocks that span more than two cells cannot share candidates.
    if (masks2.w != 0u) {
        visitAround(place);
        return;
    }
    visitRows(self, firstCell, 0, masks0.xyz);
    visitRows(self, firstCell, 3, uvec3(masks0.w, masks1.xy));
    visitRows(self, firstCell, 6, uvec3(masks1.zw, masks2.x));
#else
    int part = self & 3;
    visitRows(self, firstCell, 0, uvec3(masks0[part], masks1[part], masks2[part]));
#endif
}
