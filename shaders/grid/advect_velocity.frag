// Carries the velocity along itself. In: u_velocity (m/s, faces; filtered) and u_source, the same texture unfiltered.
// Out: velocity (m/s, faces). Each face traces back from its own centre. u_stepCells: dt over cell size. u_dissipation:
// factor that stays, 0 to 1.
#include "common/grid.glsl"
#include "common/cubic.glsl"

uniform sampler2D u_velocity;
uniform sampler2D u_source;
uniform float u_stepCells;
uniform float u_dissipation;
layout(location = 0) out vec2 o_velocity;

void main()
{
    vec2 size = vec2(u_cells + 1);
    vec2 corner = gl_FragCoord.xy - 0.5;
    vec2 own = textureLod(u_source, gl_FragCoord.xy / size, 0.0).xy;
    vec2 left = corner + vec2(0.0, 0.5);
    vec2 bottom = corner + vec2(0.5, 0.0);
    vec2 fromX = backtrace(u_velocity, left, vec2(own.x, sampleLinear(u_velocity, left + vec2(0.0, 0.5)).y), u_stepCells);
    vec2 fromY = backtrace(u_velocity, bottom, vec2(sampleLinear(u_velocity, bottom + vec2(0.5, 0.0)).x, own.y),
                           u_stepCells);
    o_velocity = u_dissipation * vec2(readField(u_source, tapsAt(fromX + vec2(0.5, 0.0), size)).x,
                                      readField(u_source, tapsAt(fromY + vec2(0.0, 0.5), size)).y);
}
