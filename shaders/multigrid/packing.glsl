// Packs the weights that a block's sweep needs (multigrid/weights.glsl), from those of eight cells.
#include "multigrid/weights.glsl"

// A cell's weights to its neighbours.
struct Cell {
    vec2 x; // left, right
    vec2 y; // bottom, top
    bool isFree;
};

// Offsets of the eight cells a, b, c, d, R.a, T.a, L.d and B.d from a: x + 1 and y + 1, two bits each.
const uint PLACES = 0x28d7a965u;

ivec2 placeOf(int cell)
{
    uint place = PLACES >> uint(4 * cell);
    return ivec2(place & 3u, place >> 2 & 3u) - 1;
}

uvec4 packedWeights(Cell cells[8])
{
    Cell a = cells[0], b = cells[1], c = cells[2], d = cells[3];
    Cell ra = cells[4], ta = cells[5], ld = cells[6], bd = cells[7];
    return uvec4(packWeight(a.x.x, 0) | packWeight(a.x.y, 1) | packWeight(b.x.y, 2) | packWeight(c.x.x, 3) |
                     packWeight(c.x.y, 4) | packWeight(d.x.y, 5) | packFlag(a.isFree, 0) | packFlag(b.isFree, 1),
                 packWeight(a.y.x, 0) | packWeight(b.y.x, 1) | packWeight(a.y.y, 2) | packWeight(b.y.y, 3) |
                     packWeight(c.y.y, 4) | packWeight(d.y.y, 5) | packFlag(c.isFree, 0) | packFlag(d.isFree, 1),
                 packWeight(ra.x.y, 0) | packWeight(ra.y.x, 1) | packWeight(ra.y.y, 2) | packWeight(bd.x.x, 3) |
                     packWeight(bd.x.y, 4) | packWeight(bd.y.x, 5) | packFlag(ra.isFree, 0) | packFlag(bd.isFree, 1),
                 packWeight(ta.x.x, 0) | packWeight(ta.x.y, 1) | packWeight(ta.y.y, 2) | packWeight(ld.x.x, 3) |
                     packWeight(ld.y.x, 4) | packWeight(ld.y.y, 5) | packFlag(ta.isFree, 0) | packFlag(ld.isFree, 1));
}
