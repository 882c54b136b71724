// Detail below a cell: the way between each place of a picture and where its dye is read, by which small swirls, that
// drift with the flow, have moved it. In: u_moved and u_local (draw/detail.frag), u_swirls (displacement, cells,
// tiled). u_tiles: tiles a cell in x and y, and cells a metre. u_tilesFrom: where each phase's coordinates count from,
// tiles. u_distance: m, of SOLIDS. Out: the way, cells.
#include "common/grid.glsl"
#include "draw/extrapolation.glsl"

uniform sampler2D u_moved;
uniform sampler2D u_local;
uniform sampler2D u_swirls;
uniform sampler2D u_distance;
uniform vec4 u_tiles;
uniform vec4 u_tilesFrom;
in vec2 v_place;
layout(location = 0) out vec2 o_way;

vec2 swirlAt(vec2 tiles)
{
    vec2 side = vec2(textureSize(u_swirls, 0));
    return textureLod(u_swirls, (fract(tiles) * (side - 1.0) + 0.5) / side, 0.0).xy;
}

void main()
{
    vec2 p = placeBefore(v_place) * vec2(u_cells);
    vec2 shares = sampleCells(u_local, p).xy;
    vec4 q = (p.xyxy + sampleCells(u_moved, p)) * u_tiles.xyxy + u_tilesFrom;
    o_way = shares.x * swirlAt(q.xy) + shares.y * swirlAt(q.zw);
#ifdef SOLIDS
    // Beside solids dye is smoothed along them (draw/dye.glsl), and the texels in them are empty.
    o_way *= smoothstep(1.0, 3.5, sampleLinear(u_distance, p).x * u_tiles.z);
#endif
}
