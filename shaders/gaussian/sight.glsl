// Which cells near solids a particle is spread to: those that no solid hides from the cell where it arrives. The same
// both ways, so that who spreads and who gathers agree. Maps have a bit for each of 5 x 5 cells about one, row by row.

int bitOf(int i, int j)
{
    return 1 << (5 * (j + 2) + i + 2);
}

int solidMap(ivec2 cell)
{
    int map = 0;
    for (int j = -2; j <= 2; j++) {
        for (int i = -2; i <= 2; i++) {
            map |= solidDistance(cell + ivec2(i, j)) < 0.0 ? bitOf(i, j) : 0;
        }
    }
    return map;
}

// Whether the way from the middle of a map of solids to cell (i, j) is free: neither the cells half-way are solid, nor,
// aslant, both of those beside either end. The ends themselves don't count.
bool isOpen(int map, int i, int j)
{
    int h = i / 2;
    int v = j / 2;
    int between = bitOf(h, v) | bitOf(i - h, j - v);
    int across = sign(i);
    int up = sign(j);
    int first = bitOf(across, 0) | bitOf(0, up);
    int last = bitOf(i - across, j) | bitOf(i, j - up);
    int ends = bitOf(0, 0) | bitOf(i, j);
    bool slant = i != 0 && j != 0;
    map &= ~ends;
    return (map & between) == 0 && !(slant && ((map & first) == first || (map & last) == last));
}

// From where around a cell it gets what arrives there: also from what is inside a solid, which has to come out.
int sightMap(ivec2 cell)
{
    int solids = solidMap(cell);
    int seen = solids == 0 ? -1 : 0;
    int rows = solids == 0 ? -3 : 2;
    for (int j = -2; j <= rows; j++) {
        for (int i = -2; i <= 2; i++) {
            seen |= (solids & bitOf(i, j)) != 0 || isOpen(solids, i, j) ? bitOf(i, j) : 0;
        }
    }
    return seen;
}

// Of the four cells of a texel.
ivec4 sightMaps(ivec2 texel)
{
    ivec4 maps = ivec4(-1);
    int count = solidDistance(2 * texel) < REACH * 1.42 + 3.0 ? 4 : 0;
    for (int k = 0; k < count; k++) {
        maps[k] = sightMap(2 * texel + ivec2(k & 1, k >> 1));
    }
    return maps;
}

// 1 where a cell, of the map, gets something of a particle that arrives at cell (x, y) relative to it.
vec4 seenFrom(int map, vec4 x, vec4 y)
{
    ivec4 bit = ivec4(5.0 * clamp(y, -2.0, 2.0) + clamp(x, -2.0, 2.0)) + 12;
    return vec4((ivec4(map) >> bit) & 1);
}

// The share, 0 or 1, of what arrivals() says that gets to the four cells of a texel. `x`, `y`: cells that particles
// arrive at, relative to the first of the four.
mat4 seenShares(ivec4 maps, vec4 x, vec4 y)
{
    return mat4(seenFrom(maps.x, x, y), seenFrom(maps.y, x - 1.0, y), seenFrom(maps.z, x, y - 1.0),
                seenFrom(maps.w, x - 1.0, y - 1.0));
}
