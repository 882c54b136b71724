// Subtracts the pressure gradient, the exact adjoint of the divergence, from the velocity. In: u_velocity (m/s, faces),
// u_pressure (packed, m/s), u_faces (open fraction). u_gradientScale: factor on the gradient, 1 for a projection. Out:
// velocity (m/s, faces): on closed faces the solid's, or 0; texels beyond the last row and column repeat their
// neighbours (common/grid.glsl).
//   MOVING  some solid moves: u_wallVelocity (m/s, faces)
//   SECOND  also outputs o_second: the velocity minus u_secondTimes times the gradient again. Within two cells of a
//           solid (u_distance, m, at cell corners) a change above u_secondMost (m/s) is reduced, by its square; this
//           limit doubles with each cell farther away
#include "common/contain.glsl"
#include "common/rounded.glsl"
#include "grid/pressure_change.glsl"

uniform sampler2D u_velocity;
uniform sampler2D u_faces;
#ifdef MOVING
uniform sampler2D u_wallVelocity;
#endif
uniform float u_gradientScale;
layout(location = 0) out vec2 o_velocity;
#ifdef SECOND
uniform float u_secondTimes;
uniform sampler2D u_distance;
uniform float u_cellSize;
uniform float u_secondMost;
layout(location = 1) out vec2 o_second;
#endif

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec2 change = u_gradientScale * pressureChange(texel);
    ivec2 from = texel - u_wrap * u_cells * ivec2(greaterThanEqual(texel, u_cells)); // on periodic axes: the first face
#ifdef SOFTWARE
    vec2 at = gl_FragCoord.xy / vec2(u_cells + 1);
#define FETCH(field) textureLod(field, at, 0.0)
    vec2 velocity = textureLod(u_velocity, (vec2(from) + 0.5) / vec2(u_cells + 1), 0.0).xy;
#else
#define FETCH(field) texelFetch(field, texel, 0)
    vec2 velocity = texelFetch(u_velocity, from, 0).xy;
#endif
    vec2 open = step(vec2(0.01), FETCH(u_faces).xy);
#ifdef MOVING
    vec2 closed = texelFetch(u_wallVelocity, texel, 0).xy;
#else
    vec2 closed = vec2(0.0);
#endif
    o_velocity = storedVelocity(mix(closed, contain(velocity - change), open));
#ifdef SECOND
    float most = u_secondMost * exp2(clamp(FETCH(u_distance).x / u_cellSize - 2.0, 0.0, 30.0));
    vec2 kept = min(vec2(1.0), most / max(abs(change), vec2(1e-9)));
    o_second = storedVelocity(mix(closed, contain(velocity - (1.0 + u_secondTimes * kept * kept) * change), open));
#endif
}
