// Gives each particle the velocity of a field at its place. In: the state; u_source: m/s, at the centres of u_cells
// cells of the raster; u_scale: cells of the raster a cell of the search, m a cell. Out: the state.
#include "particles/layout.glsl"
#include "common/bilinear.glsl"

uniform sampler2D u_place;
uniform sampler2D u_source;
uniform vec2 u_scale;
uniform ivec2 u_cells;
layout(location = 0) out vec4 o_place;

void main()
{
    vec4 state = texelFetch(u_place, particleTexel(particleHere()), 0);
    vec2 texel = clamp(state.xy * u_scale.x, vec2(0.0), vec2(u_cells)); // whose whole part is an int
    o_place = vec4(state.xy, bilinear(u_source, texel, u_cells).xy / u_scale.y);
}
