// Carries the velocity along itself. In: u_velocity (m/s, faces). Out: velocity (m/s, faces). Each face traces back from
// its own centre. u_stepCells: dt over cell size. u_dissipation: factor that stays, 0 to 1.
#include "common/grid.glsl"
#include "common/cubic.glsl"

uniform sampler2D u_velocity;
uniform float u_stepCells;
uniform float u_dissipation;
layout(location = 0) out vec2 o_velocity;

void main()
{
    vec2 corner = floor(gl_FragCoord.xy);
    ivec2 last = u_cells;
    vec2 fromX = backtrace(u_velocity, corner + vec2(0.0, 0.5), u_stepCells);
    vec2 fromY = backtrace(u_velocity, corner + vec2(0.5, 0.0), u_stepCells);
    float x = readField(u_velocity, tapsAt(fromX + vec2(0.5, 0.0), ivec2(0), ivec2(last.x, last.y - 1))).x;
    float y = readField(u_velocity, tapsAt(fromY + vec2(0.0, 0.5), ivec2(0), ivec2(last.x - 1, last.y))).y;
    o_velocity = u_dissipation * vec2(x, y);
}
