// Adds the solved changes by diffusion, packed fields on the lattices of multigrid/lattice.glsl, to fields. In:
// u_pressure, the change; u_cells, of the grid; u_wrap, 1 on periodic axes; the fields. Out: the fields, by defines
//   VELOCITY  u_velocity (m/s, faces); u_pressure is the change of its x, u_rhs of its y
//   DYE       u_dye, to attachment 0; u_channels: factors on the change for the four channels
//   SCALAR n  u_scalar, to attachment n; u_strength: factor on the change
#include "common/contain.glsl"
#include "common/packed.glsl"
#include "common/rounded.glsl"

uniform sampler2D u_pressure;
#ifdef VELOCITY
uniform sampler2D u_velocity;
uniform sampler2D u_rhs;
uniform ivec2 u_cells;
uniform ivec2 u_wrap;
layout(location = 0) out vec2 o_velocity;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    // The last row and column repeat their neighbours, or on periodic axes the first.
    ivec2 last = u_cells - 1;
    ivec2 cell = ivec2(texel.x > last.x ? (u_wrap.x == 1 ? 0 : last.x) : texel.x,
                       texel.y > last.y ? (u_wrap.y == 1 ? 0 : last.y) : texel.y);
    ivec2 face = ivec2(u_wrap.x == 1 ? cell.x : texel.x, u_wrap.y == 1 ? cell.y : texel.y);
    vec2 change = vec2(packedValue(u_pressure, ivec2(face.x, cell.y)), packedValue(u_rhs, ivec2(cell.x, face.y)));
    o_velocity = storedVelocity(contain(texelFetch(u_velocity, texel, 0).xy + change));
}
#else
#ifdef DYE
uniform sampler2D u_dye;
uniform vec4 u_channels;
layout(location = 0) out vec4 o_dye;
#endif
#ifdef SCALAR
uniform sampler2D u_scalar;
uniform float u_strength;
layout(location = SCALAR) out float o_scalar;
#endif

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    float change = packedValue(u_pressure, texel);
#ifdef DYE
    o_dye = storedDye(contain(texelFetch(u_dye, texel, 0) + u_channels * change));
#endif
#ifdef SCALAR
    o_scalar = storedScalar(contain(texelFetch(u_scalar, texel, 0).x + u_strength * change));
#endif
}
#endif
