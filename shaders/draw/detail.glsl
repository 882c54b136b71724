// Detail below a cell (DETAIL): dye is read beside its place. In: u_way (draw/detail_way.frag, of a smaller picture).
// u_detail: how much of that way, over the domain's size. Needs u_viewport (draw/look.glsl).
#ifdef DETAIL
uniform sampler2D u_way;
uniform vec4 u_detail;
#endif

// Returns where the dye that is seen at a place of the domain (0 to 1) is read.
vec2 placeOfDetail(vec2 place)
{
#ifdef DETAIL
    return place + u_detail.xy * textureLod(u_way, (gl_FragCoord.xy - u_viewport.xy) / u_viewport.zw, 0.0).xy;
#else
    return place;
#endif
}
