// Vorticity confinement (Fedkiw, Stam, Jensen 2001): pushes fluid round the places where vorticity is largest. In:
// u_velocity (m/s, faces), u_source (vorticity times the cell size, m/s, at cell corners). Out: velocity (m/s, faces).
// u_strength: the parameter (1/s) times dt. u_wrap: 1 on periodic axes.
#include "common/contain.glsl"
#include "common/placed.glsl"

uniform sampler2D u_velocity;
uniform sampler2D u_source;
uniform ivec2 u_cells;
uniform ivec2 u_wrap;
uniform float u_strength;
layout(location = 0) out vec2 o_velocity;

float vorticity(ivec2 corner)
{
    return texelFetch(u_source, placedAt(corner, u_cells + 1, 1, u_wrap), 0).x;
}

// The force on a face between two corners: `along` leads from one to the other, `across` through the face.
float force(ivec2 from, ivec2 along, ivec2 across)
{
    float low = vorticity(from);
    float high = vorticity(from + along);
    float before = abs(vorticity(from - across)) + abs(vorticity(from + along - across));
    float after = abs(vorticity(from + across)) + abs(vorticity(from + along + across));
    float slope = abs(high) - abs(low);
    float length = sqrt(slope * slope + 0.0625 * (after - before) * (after - before));
    return 0.5 * (low + high) * slope / (length + 1e-12);
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 cell = min(texel, u_cells - 1);
    ivec2 x = ivec2(1, 0);
    ivec2 y = ivec2(0, 1);
    vec2 change = vec2(force(ivec2(texel.x, cell.y), y, x), -force(ivec2(cell.x, texel.y), x, y));
    o_velocity = contain(texelFetch(u_velocity, texel, 0).xy + u_strength * change);
}
