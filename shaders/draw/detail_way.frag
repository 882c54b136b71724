// Detail below a cell: the displacement to where a place's dye is read, as if small swirls, which drift with the flow,
// had moved it. In: u_moved and u_local (draw/detail.frag), u_swirls (displacement, cells, tiled). u_tiles: tiles a
// cell in x and y, and cells a metre. u_tilesFrom: origin of each phase, tiles. Out: displacement, cells.
//   SOLIDS  there are solids: u_distance, m
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
    // Dye beside solids is smoothed along them (draw/smooth.frag), and texels in them are empty.
    o_way *= smoothstep(1.0, 3.5, sampleLinear(u_distance, p).x * u_tiles.z);
#endif
}
