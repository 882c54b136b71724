// Per tile of 8 x 8 cells: where the cells are that matter to it, relative to each cell of the tile: least x and y,
// largest x and y; least above largest if there are none. From u_bounds (gaussian/bounds.frag) of the tiles around.
// FORCES: cells whose particles come as near as FORCE_REACH to those of the tile. Otherwise cells whose particles reach
// the tile: within u_taps.x cells (CLASSIC reads to u_limits at most).
#include "gaussian/state.glsl"

uniform sampler2D u_bounds;
uniform vec4 u_limits; // least x and y, largest x and y
uniform float u_reach;
layout(location = 0) out vec4 o_window;

void main()
{
    ivec2 tile = ivec2(gl_FragCoord.xy);
    ivec2 size = textureSize(u_bounds, 0);
    vec4 own = texelFetch(u_bounds, tile, 0);
    vec4 window = vec4(1e6, 1e6, -1e6, -1e6);
    for (int j = -TILE_REACH; j <= TILE_REACH; j++) {
        for (int i = -TILE_REACH; i <= TILE_REACH; i++) {
            ivec2 other = tile + ivec2(i, j);
#ifdef WRAP
            other += u_wrap * size * (ivec2(lessThan(other, ivec2(0))) - ivec2(greaterThanEqual(other, size)));
#endif
            bool inside = all(greaterThanEqual(other, ivec2(0))) && all(lessThan(other, size));
            vec4 moves = texelFetch(u_bounds, clamp(other, ivec2(0), size - 1), 0);
            inside = inside && moves.x <= moves.z;
#ifdef FORCES
            vec4 relative = vec4(moves.xy - own.zw, moves.zw - own.xy);
            inside = inside && own.x <= own.z;
#else
            vec4 relative = moves;
#endif
            vec2 middle = 8.0 * vec2(i, j);
            vec2 low = max(max(ceil(-u_reach - relative.zw), middle - 7.0), u_limits.xy);
            vec2 high = min(min(floor(u_reach - relative.xy), middle + 7.0), u_limits.zw);
            if (inside && low.x <= high.x && low.y <= high.y) {
                window = vec4(min(window.xy, low), max(window.zw, high));
            }
        }
    }
    o_window = window.x <= window.z ? window : vec4(4.0, 4.0, -4.0, -4.0);
}
