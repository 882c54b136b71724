// Finds, for each tile of 8 x 8 cells, the range of cells whose particles reach it. In: u_bounds (gaussian/bounds.frag,
// cells a step) of the tiles around; u_reach, cells; u_limits, the limits of this range. Out: o_neighbourhood, relative
// to each cell of the tile: least x and y, largest x and y; the least exceed the largest if the range is empty.
//   FORCES   particles reach the tile within u_reach of its particles; otherwise, of its cells
//   CLASSES  also o_class: 0: the tile is empty, and was in three steps (u_bounds0, u_bounds1, u_bounds2: the bounds of
//            the last states), so that it is clear in both textures of each pair; 1: it must be drawn; 2: and a side
//            may be near; 3: and a solid may be near
#include "gaussian/state.glsl"
#ifdef CLASSES
#include "gaussian/walls.glsl"

uniform sampler2D u_bounds0;
uniform sampler2D u_bounds1;
uniform sampler2D u_bounds2;
layout(location = 1) out vec4 o_class;
#endif

uniform sampler2D u_bounds;
uniform vec4 u_limits; // least x and y, largest x and y
uniform float u_reach;
layout(location = 0) out vec4 o_neighbourhood;

#ifdef CLASSES
// From a tile's middle, where distances are measured, to its farthest cell: along an axis for sides, across for solids.
const float TO_EDGE = 4.0;
const float TO_CORNER = 5.7;

float classOf(ivec2 tile, vec4 own, bool some)
{
    vec3 least =
        vec3(texelFetch(u_bounds0, tile, 0).x, texelFetch(u_bounds1, tile, 0).x, texelFetch(u_bounds2, tile, 0).x);
    if (!some && all(greaterThan(least, vec3(SPEED_MAX)))) {
        return 0.0;
    }
    // With FORCES velocities are still to come: the largest speed is assumed; arriving mass spreads a cell.
#ifdef FORCES
    float near = own.x <= own.z ? (SPEED_MAX + REACH) * 1.42 + 2.0 : 0.0;
#else
    float near = 1.5;
#endif
    ivec2 middle = min(8 * tile + 4, u_cells - 1);
    return nearestSolid(middle) < near + TO_CORNER ? 3.0 : sideDistance(middle) < near + TO_EDGE ? 2.0 : 1.0;
}
#endif

void main()
{
    ivec2 tile = ivec2(gl_FragCoord.xy);
    ivec2 size = textureSize(u_bounds, 0);
    vec2 scale = 1.0 / vec2(size);
    vec4 own = texelFetch(u_bounds, tile, 0);
    vec4 neighbourhood = vec4(1e6, 1e6, -1e6, -1e6);
    int reach = TILE_REACH;
    float fastest = 0.0;
#ifdef FORCES
    reach = own.x <= own.z ? reach : -1; // the tile is empty
#endif
    for (int j = -reach; j <= reach; j++) {
        for (int i = -reach; i <= reach; i++) {
            ivec2 other = wrapWithin(tile + ivec2(i, j), size);
            bool inside = all(greaterThanEqual(other, ivec2(0))) && all(lessThan(other, size));
            vec4 moves = readPacked(u_bounds, other, scale);
            inside = inside && moves.x <= moves.z;
            vec4 speeds = abs(moves);
            fastest = inside ? max(fastest, length(max(speeds.xy, speeds.zw))) : fastest;
#ifdef FORCES
            vec4 relative = vec4(moves.xy - own.zw, moves.zw - own.xy);
#else
            vec4 relative = moves;
#endif
            vec2 middle = 8.0 * vec2(i, j);
            vec2 low = max(max(ceil(-u_reach - relative.zw), middle - 7.0), u_limits.xy);
            vec2 high = min(min(floor(u_reach - relative.xy), middle + 7.0), u_limits.zw);
            if (inside && low.x <= high.x && low.y <= high.y) {
                neighbourhood = vec4(min(neighbourhood.xy, low), max(neighbourhood.zw, high));
            }
        }
    }
    bool some = neighbourhood.x <= neighbourhood.z;
    float kind = 1.0;
#ifdef CLASSES
    kind = classOf(tile, own, some);
#endif
#ifdef FORCES
    // Ghosts of particles around the tile count, too; distances are measured at the tile's middle.
    float widest = u_reach + fastest;
    float near = widest + length(max(abs(own.xy), abs(own.zw))) + 6.5;
    if (some && kind > 1.5 && wallDistance(min(8 * tile + 4, u_cells - 1)) < near) {
        neighbourhood.xy = min(neighbourhood.xy, ceil(own.xy - widest));
        neighbourhood.zw = max(neighbourhood.zw, floor(own.zw + widest));
    }
    float farthest = 2.0 * float(FORCE_TEXELS);
    neighbourhood = clamp(neighbourhood, -farthest, farthest);
#endif
    o_neighbourhood = some ? neighbourhood : vec4(4.0, 4.0, -4.0, -4.0);
#ifdef CLASSES
    o_class = vec4(kind);
#endif
}
