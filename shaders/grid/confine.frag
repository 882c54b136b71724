// Vorticity confinement (Fedkiw, Stam, Jensen 2001): a force that spins fluid around maxima of vorticity. In:
// u_velocity (m/s, faces), u_source (vorticity times the cell size, m/s, at cell corners). u_strength: the parameter
// (1/s) times dt. u_wrap: 1 on periodic axes. Out: velocity (m/s, faces).
#include "common/contain.glsl"
#include "common/placed.glsl"
#include "common/rounded.glsl"

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

// Returns the vorticity between two corners if the vorticity at all six corners around the face has one sign, as in
// vortices that the grid resolves; otherwise 0. Noise changes sign, and would be amplified where the fluid is slow.
float resolved(float low, float high, vec2 before, vec2 after)
{
    float sense = sign(low);
    vec2 beside = min(sense * before, sense * after);
    float least = min(min(abs(low), sense * high), min(beside.x, beside.y));
    return sense * clamp(4.0 * least, 0.0, 0.5 * abs(low + high));
}

// Returns the force on a face between two corners: `along` leads from one to the other, `across` through the face.
float force(ivec2 from, ivec2 along, ivec2 across)
{
    float low = vorticity(from);
    float high = vorticity(from + along);
    vec2 before = vec2(vorticity(from - across), vorticity(from + along - across));
    vec2 after = vec2(vorticity(from + across), vorticity(from + along + across));
    float slope = abs(high) - abs(low);
    float rise = dot(abs(after) - abs(before), vec2(0.25));
    float length = sqrt(slope * slope + rise * rise);
    return resolved(low, high, before, after) * slope / (length + 1e-12);
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 cell = min(texel, u_cells - 1);
    ivec2 x = ivec2(1, 0), y = ivec2(0, 1);
    vec2 change = vec2(force(ivec2(texel.x, cell.y), y, x), -force(ivec2(cell.x, texel.y), x, y));
    o_velocity = storedVelocity(contain(texelFetch(u_velocity, texel, 0).xy + u_strength * change));
}
