// The visibility mask: an arriving particle is spread to those of the 3 x 3 cells around its own that no solid fills or
// hides. Mass for hidden cells lands beside them. If cell A sees B, B sees A, so that a cell can gather by its own
// mask. Maps have a bit for each of the 3 x 3 cells, row by row.

int bitOf(int i, int j)
{
    return 1 << (3 * (j + 1) + i + 1);
}

// Returns the map of cells that lie in solids.
int solidMap(ivec2 cell)
{
    int map = 0;
    for (int j = -1; j <= 1; j++) {
        for (int i = -1; i <= 1; i++) {
            map |= solidDistance(cell + ivec2(i, j)) < 0.0 ? bitOf(i, j) : 0;
        }
    }
    return map;
}

// Returns the map of hidden cells: those in solids, and diagonal cells behind two solid cells that touch at the corner.
int hiddenMap(int solids)
{
    int hidden = solids;
    for (int j = -1; j <= 1; j += 2) {
        for (int i = -1; i <= 1; i += 2) {
            int beside = bitOf(i, 0) | bitOf(0, j);
            hidden |= (solids & beside) == beside ? bitOf(i, j) : 0;
        }
    }
    return hidden & ~bitOf(0, 0);
}

// Returns which of the 4 x 4 cells around a texel lie in solids: a bit each, row by row.
int solidsAround(ivec2 texel)
{
    int around = 0;
    for (int j = 0; j < 4; j++) {
        for (int i = 0; i < 4; i++) {
            around |= solidDistance(2 * texel + ivec2(i - 1, j - 1)) < 0.0 ? 1 << (4 * j + i) : 0;
        }
    }
    return around;
}

// Returns the 3 x 3 map of one of the texel's cells, out of the 4 x 4 bits `around`.
int mapIn(int around, int column, int row)
{
    int map = around >> (4 * row + column);
    return (map & 7) | ((map >> 1) & 56) | ((map >> 2) & 448);
}

// Mass for a solid cell beside a particle lands in the particle's cell, but this fraction of it lands round the solid's
// corner, diagonally, so that liquid slips along a staircase of cells. At .5 mass moves along a slope of 45 degrees at
// the right speed; at .25 it spreads by the right amount.
const float PAST_CORNER = 0.3;

bool isOpen(int solids, ivec2 place)
{
    return (solids & bitOf(place.x, place.y)) == 0;
}

// Returns the fraction of a particle's mass for the hidden cell `place` that lands at `target`; both are relative to
// `cell`, where the particle arrives. Mass for a diagonal cell lands in the one open cell next to it: so it gets as far
// along a wall as elsewhere. Two cells give each other the same mass, so that uniform mass stays uniform.
float landingPart(ivec2 cell, int solids, ivec2 place, ivec2 target)
{
    if (place.x * place.y != 0) {
        bool x = isOpen(solids, ivec2(place.x, 0));
        bool y = isOpen(solids, ivec2(0, place.y));
        ivec2 before = x == y ? ivec2(0) : x ? ivec2(place.x, 0) : ivec2(0, place.y);
        ivec2 to = wrapCell(cell + before);
        bool inside = all(greaterThanEqual(to, ivec2(0))) && all(lessThan(to, u_cells));
        return target == (inside ? before : ivec2(0)) ? 1.0 : 0.0;
    }
    float kept = 1.0, past = 0.0;
    for (int side = -1; side <= 1; side += 2) {
        ivec2 along = side * place.yx;
        float share = isOpen(solids, along) && isOpen(solids, place + along) ? PAST_CORNER : 0.0;
        kept -= share;
        past += target == place + along ? share : 0.0;
    }
    return target == ivec2(0) ? kept : past;
}

// Returns the map of hidden cells without diagonal ones whose mass lands outside `cell`.
int keptMap(ivec2 cell, int solids, int hidden)
{
    for (int n = 0; n < 4; n++) {
        ivec2 place = 2 * ivec2(n & 1, n >> 1) - 1;
        bool leaves = landingPart(cell, solids, place, ivec2(0)) == 0.0;
        hidden &= leaves ? ~bitOf(place.x, place.y) : ~0;
    }
    return hidden;
}

// Returns four bits for each of the cells below, above, left and right of the middle. They are 0 unless that cell is
// hidden; then they tell whose mass for it lands in the middle instead, as landingPart() says. Bits 0 and 1: all the
// mass from particles that arrive in the middle's neighbour on the lower or left (0), upper or right (1) side; the
// hidden cell is diagonal to it. Bits 2 and 3: PAST_CORNER of the mass of particles beside the hidden cell, likewise.
int passingMap(int solids, int hidden)
{
    int passing = 0;
    for (int n = 0; n < 4; n++) {
        int side = 2 * (n & 1) - 1;
        ivec2 place = n < 2 ? ivec2(0, side) : ivec2(side, 0);
        ivec2 along = place.yx * side;
        int bits = 0;
        bits |= isOpen(solids, -along) ? (isOpen(solids, place - along) ? 4 : 1) : 0;
        bits |= isOpen(solids, along) ? (isOpen(solids, place + along) ? 8 : 2) : 0;
        passing |= (hidden & bitOf(place.x, place.y)) != 0 ? bits << (4 * n) : 0;
    }
    return passing;
}
