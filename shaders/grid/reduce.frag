// Sums 4 x 4 texels into one. FIRST: from u_expansion, out = (sum over fluid cells, number of fluid cells), with u_solid
// as the judge of what is fluid; otherwise sums u_source.
layout(location = 0) out vec2 o_sum;
#ifdef FIRST
uniform sampler2D u_expansion;
uniform sampler2D u_solid;
#else
uniform sampler2D u_source;
#endif
uniform ivec2 u_cells; // size of what is summed, texels

void main()
{
    ivec2 first = 4 * ivec2(gl_FragCoord.xy);
    vec2 sum = vec2(0.0);
    for (int j = 0; j < 4; j++) {
        for (int i = 0; i < 4; i++) {
            ivec2 texel = first + ivec2(i, j);
            if (texel.x < u_cells.x && texel.y < u_cells.y) {
#ifdef FIRST
                float fluid = texelFetch(u_solid, texel, 0).x >= 0.0 ? 1.0 : 0.0;
                sum += fluid * vec2(texelFetch(u_expansion, texel, 0).x, 1.0);
#else
                sum += texelFetch(u_source, texel, 0).xy;
#endif
            }
        }
    }
    o_sum = sum;
}
