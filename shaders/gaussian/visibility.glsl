// The visibility mask: to which of the 3 x 3 cells about its own an arriving particle is spread: to cells that no solid
// fills or hides. Mass for hidden cells lands beside them. The mask is the same both ways, so that spreading and
// gathering agree. Maps have a bit for each cell, row by row.

int bitOf(int i, int j)
{
    return 1 << (3 * (j + 1) + i + 1);
}

// Returns the map of cells in solids.
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

// Returns cells in solids, and cells aslant with solids on both sides of the way: nothing gets through there.
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

// Returns the solids among the 4 x 4 cells about a texel, a bit each, row by row.
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

// Returns the map of one of the texel's cells.
int mapIn(int around, int column, int row)
{
    int map = around >> (4 * row + column);
    return (map & 7) | ((map >> 1) & 56) | ((map >> 2) & 448);
}

// This fraction of the mass for a solid beside a particle lands past its corner, on its next open side, so that a wall
// of stairs lets liquid slip. At .5 mass moves along a slope of 45 degrees as fast as it should, at .25 it spreads as
// far.
const float PAST_CORNER = 0.3;

bool isOpen(int solids, ivec2 place)
{
    return (solids & bitOf(place.x, place.y)) == 0;
}

// Returns the fraction of the mass for a hidden place that lands at `target`, of a particle that arrives in `cell`. For
// a place aslant all of it lands before the solid, in the open cell: so it gets as far along a wall as elsewhere. Two
// cells give each other the same mass, so that even mass stays even.
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

// Returns the hidden places, but for those aslant whose mass all lands before the solid.
int keptMap(ivec2 cell, int solids, int hidden)
{
    for (int n = 0; n < 4; n++) {
        ivec2 place = 2 * ivec2(n & 1, n >> 1) - 1;
        bool leaves = landingPart(cell, solids, place, ivec2(0)) == 0.0;
        hidden &= leaves ? ~bitOf(place.x, place.y) : ~0;
    }
    return hidden;
}

// Returns bits for the mass for hidden places beside the middle, by landingPart(). Bit 0: mass of particles that arrive
// on the lower or left side of the middle lands in the middle; bit 1: the same for the other side; bits 2 and 3: a part
// of the mass of particles before the hidden place's open sides. Four bits each for below, above, left and right.
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
