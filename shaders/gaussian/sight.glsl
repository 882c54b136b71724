// Which of the 3 x 3 cells about one a particle that arrives there is spread to: those that no solid takes or hides from
// it. The same both ways, so that who spreads and who gathers agree. Maps have a bit for each, row by row.

int bitOf(int i, int j)
{
    return 1 << (3 * (j + 1) + i + 1);
}

// Cells in solids.
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

// Those, and cells aslant with solids on both sides of the way: what would land there lands in the middle.
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

// The solids among the 4 x 4 cells about a texel, a bit each, row by row; and of them the map of one of its cells.
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

int mapIn(int around, int column, int row)
{
    int map = around >> (4 * row + column);
    return (map & 7) | ((map >> 1) & 56) | ((map >> 2) & 448);
}
