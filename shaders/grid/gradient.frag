// Takes the pressure's gradient from the velocity: the exact adjoint of the divergence. In: u_velocity (m/s, faces),
// u_pressure (packed, m/s), u_faces (open share). Out: velocity (m/s, faces), 0 on closed faces; the texels beyond the
// last row and column repeat their neighbours (common/grid.glsl). u_gradientScale: 1 is right.
#include "common/contain.glsl"
#include "common/packed.glsl"

uniform sampler2D u_velocity;
uniform sampler2D u_pressure;
uniform sampler2D u_faces;
uniform ivec2 u_cells;
uniform float u_gradientScale;
layout(location = 0) out vec2 o_velocity;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 cell = min(texel, u_cells - 1);
    float own = packedValue(u_pressure, cell);
    float left = packedValue(u_pressure, max(cell - ivec2(1, 0), ivec2(0)));
    float below = packedValue(u_pressure, max(cell - ivec2(0, 1), ivec2(0)));
    vec2 velocity = texelFetch(u_velocity, texel, 0).xy - u_gradientScale * vec2(own - left, own - below);
    o_velocity = texelFetch(u_faces, texel, 0).xy * contain(velocity);
}
