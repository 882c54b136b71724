// Copies texel to texel: u_source to attachment 0 and, with SECOND, u_second to attachment 1.
uniform sampler2D u_source;
layout(location = 0) out vec4 o_first;
#ifdef SECOND
uniform sampler2D u_second;
layout(location = 1) out vec4 o_second;
#endif

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    o_first = texelFetch(u_source, texel, 0);
#ifdef SECOND
    o_second = texelFetch(u_second, texel, 0);
#endif
}
