// Extrapolates the pressure along the last cycle's change, as far as the residual falls (Anderson acceleration, 1965,
// with one earlier field): after a few cycles the residual is a single slow mode, which one such step removes. In:
// u_pressure, and u_correction, the pressure before the cycle; u_norms (multigrid/norms.frag, CHANGE). Out: pressure.
uniform sampler2D u_pressure;
uniform sampler2D u_correction;
uniform sampler2D u_norms;
layout(location = 0) out vec4 o_pressure;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec2 sums = texelFetch(u_norms, ivec2(0), 0).xy;
    float further = sums.x > 1e-30 ? clamp(-sums.y / sums.x, -0.9, 9.0) : 0.0;
    vec4 pressure = texelFetch(u_pressure, texel, 0);
    o_pressure = pressure + further * (pressure - texelFetch(u_correction, texel, 0));
}
