// Detail below a cell: dye is read at a displaced place. Needs u_viewport (draw/look.glsl).
//   DETAIL  there is detail: u_way (draw/detail_way.frag). u_detail: its factor, over the domain's size
#ifdef DETAIL
uniform sampler2D u_way;
uniform vec4 u_detail;
#endif

// Returns where the dye of a place of the domain (0 to 1) is read.
vec2 placeOfDetail(vec2 place)
{
#ifdef DETAIL
    return place + u_detail.xy * textureLod(u_way, (gl_FragCoord.xy - u_viewport.xy) / u_viewport.zw, 0.0).xy;
#else
    return place;
#endif
}
