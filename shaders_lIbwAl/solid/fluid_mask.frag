// 1 where the centre of a texel is in fluid, 0 where it is in a solid. In: u_distance (distance, m, at cell centres).
// u_cellsPerTexel: cells per texel.
uniform sampler2D u_distance;
uniform vec2 u_cellsPerTexel;
layout(location = 0) out vec4 o_fluid;

void main()
{
    o_fluid = vec4(texelFetch(u_distance, ivec2(gl_FragCoord.xy * u_cellsPerTexel), 0).x >= 0.0 ? 1.0 : 0.0);
}
