// Detail below a cell (DETAIL): dye is read beside its place, by the way that small swirls, which drift with the flow,
// have moved it. In: u_moved and u_local (draw/detail.frag), u_swirls (displacement, cells, tiled). u_detail: the mean
// way, cells, tiles a cell in x and y, and cells a metre. u_detailFrom: where each phase's coordinates count from,
// tiles. Needs draw/look.glsl.
#ifdef DETAIL
uniform sampler2D u_moved;
uniform sampler2D u_local;
uniform sampler2D u_swirls;
uniform vec4 u_detail;
uniform vec4 u_detailFrom;

vec2 swirlAt(vec2 tiles)
{
    vec2 side = vec2(textureSize(u_swirls, 0));
    return textureLod(u_swirls, (fract(tiles) * (side - 1.0) + 0.5) / side, 0.0).xy;
}
#endif

// Returns where the dye that is seen at a place of the domain (0 to 1) is read.
vec2 placeOfDetail(vec2 place)
{
#ifdef DETAIL
    vec2 p = place * vec2(u_cells);
    vec2 shares = sampleCells(u_local, p).xy;
    vec4 q = (p.xyxy + sampleCells(u_moved, p)) * u_detail.yzyz + u_detailFrom;
    vec2 way = shares.x * swirlAt(q.xy) + shares.y * swirlAt(q.zw);
#ifdef SOLIDS
    // Beside solids dye is smoothed along them (draw/dye.glsl), and the texels in them are empty.
    way *= smoothstep(1.0, 3.5, sampleLinear(u_distance, p).x * u_detail.w);
#endif
    return place + u_detail.x * way / vec2(u_cells);
#else
    return place;
#endif
}
