// The velocity that a step follows: half of it ahead. In: u_velocity and u_earlier, the velocity as it is and as it was
// before (m/s, faces). Out: the velocity then. CARRIED: also what is carried along it: the velocity as it is, less a
// part of the pressure's gradient (u_pressure, u_faces, u_gradientScale and u_wrap as in grid/gradient.frag); closed
// faces stay as they are, and with TURNING half of what the turning frame pushes is in it (common/turning.glsl, in
// cells and s; u_turningStep: half of dt, and that times the cell size).
#include "common/contain.glsl"
#include "common/rounded.glsl"
#include "grid/ahead.glsl"
#ifdef CARRIED
#include "grid/pressure_change.glsl"
#ifdef TURNING
#include "common/turning.glsl"

uniform vec2 u_turningStep;
#endif
uniform sampler2D u_faces;
uniform float u_gradientScale;
layout(location = 1) out vec2 o_carried;
#endif
uniform sampler2D u_velocity;
uniform sampler2D u_earlier;
#ifdef ATLAS
#define OWN_PULL memberValue(1).w
#else
#define OWN_PULL 1.0
#endif
layout(location = 0) out vec2 o_midway;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec2 velocity = texelFetch(u_velocity, texel, 0).xy;
    vec2 midway = velocity;
    if (u_ahead != 0.0) {
        midway = contain(velocity + OWN_AHEAD * u_ahead * (velocity - texelFetch(u_earlier, texel, 0).xy));
    }
    o_midway = midway;
#ifdef CARRIED
    vec2 change = OWN_PULL * u_gradientScale * pressureChange(texel);
#ifdef TURNING
    vec2 cell = vec2(min(texel, u_cells - 1));
    change -= u_turningStep.y * vec2(turningPush(vec2(texel.x, cell.y + 0.5)).x, turningPush(vec2(cell.x + 0.5, texel.y)).y);
#endif
    vec2 open = step(vec2(0.01), texelFetch(u_faces, texel, 0).xy);
    o_carried = storedVelocity(mix(velocity, contain(velocity - change), open));
#endif
}
