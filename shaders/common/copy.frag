// Copies texel to texel: u_source to attachment 0 and, with SECOND, THIRD and FOURTH, u_second to attachment 1, u_third
// to 2 and u_fourth to 3.
uniform sampler2D u_source;
layout(location = 0) out vec4 o_first;
#ifdef SECOND
uniform sampler2D u_second;
layout(location = 1) out vec4 o_second;
#endif
#ifdef THIRD
uniform sampler2D u_third;
layout(location = 2) out vec4 o_third;
#endif
#ifdef FOURTH
uniform sampler2D u_fourth;
layout(location = 3) out vec4 o_fourth;
#endif

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    o_first = texelFetch(u_source, texel, 0);
#ifdef SECOND
    o_second = texelFetch(u_second, texel, 0);
#endif
#ifdef THIRD
    o_third = texelFetch(u_third, texel, 0);
#endif
#ifdef FOURTH
    o_fourth = texelFetch(u_fourth, texel, 0);
#endif
}
