// Chooses the tiles of 8 x 8 cells in which ghosts, the liquid mirrored into solids, are drawn (gaussian/ghosts.frag).
// In: u_distance; u_neighbourhood (gaussian/neighbourhood.frag, FORCES); u_tiles, the classes before. Out, the class of
// a tile: DRAWN: near the surface of a solid, and liquid nearby reads the tile's cells. EMPTIED: the surface has left,
// and the tile is drawn once more to clear its ghosts. KEPT: no liquid reads it now, and its ghosts stay. 0: no ghosts.
#include "gaussian/state.glsl"
#include "gaussian/walls.glsl"

uniform sampler2D u_tiles;
uniform sampler2D u_neighbourhood;
layout(location = 0) out vec4 o_class;

const float DRAWN = 1.0;
const float EMPTIED = 0.75;
const float KEPT = 0.25;

// Returns whether particles of the tile at offset `away` (tiles) read cells of this tile. They read whole texels.
bool looks(ivec2 tile, ivec2 away)
{
    ivec2 size = textureSize(u_neighbourhood, 0);
    ivec2 other = wrapWithin(tile + away, size);
    bool inside = all(greaterThanEqual(other, ivec2(0))) && all(lessThan(other, size));
    vec4 cells = texelFetch(u_neighbourhood, clamp(other, ivec2(0), size - 1), 0);
    vec2 low = 8.0 * vec2(away) + cells.xy - 1.0;
    vec2 high = 8.0 * vec2(away) + cells.zw + 8.0;
    return inside && cells.x <= cells.z && all(lessThan(low, vec2(8.0))) && all(greaterThanEqual(high, vec2(0.0)));
}

void main()
{
    ivec2 tile = ivec2(gl_FragCoord.xy);
    float before = texelFetch(u_tiles, tile, 0).x;
    bool held = before == DRAWN || before == KEPT;
    // The distance is that of the tile's middle, 5.7 cells from its corners; ghosts are 3.5 cells deep.
    float distance = solidDistance(min(8 * tile + 4, u_cells - 1));
    bool surface = distance < 6.5 && distance > -10.5;
    bool seen = false;
    int reach = surface ? TILE_REACH : -1;
    for (int j = -reach; j <= reach; j++) {
        for (int i = -reach; i <= reach; i++) {
            seen = seen || looks(tile, ivec2(i, j));
        }
    }
    o_class = vec4(seen ? DRAWN : !held ? 0.0 : surface ? KEPT : EMPTIED);
}
