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
