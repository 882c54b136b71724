// Adds the pressure of a substep to that of the step's earlier ones. Both are times their time. FIRST: there are none.
uniform sampler2D u_pressure;
#ifndef FIRST
uniform sampler2D u_before;
#endif
layout(location = 0) out vec4 o_sum;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    o_sum = texelFetch(u_pressure, texel, 0);
#ifndef FIRST
    o_sum += texelFetch(u_before, texel, 0);
#endif
}
