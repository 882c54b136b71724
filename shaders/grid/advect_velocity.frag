// Carries the velocity along itself, then adds forces. In: u_velocity (m/s, faces; filtered), u_source, the velocity to
// be carried, unfiltered: the same texture, or another with REFLECTED; and with BUOYANCY u_temperature (K) and u_dye,
// both after their own advection, but in the first half of a step of GF_SCHEME_REFLECT before it. Out: velocity (m/s,
// faces). Each face traces back from its own centre. u_stepCells: dt over cell size. u_dissipation: factor that stays,
// 0 to 1. u_buoyancy: dt times the acceleration for each kelvin above u_ambient (x, y), for each unit of dye (z, w);
// BUOYANCY 1: only along y. u_dyePerCell: dye texels per cell. u_acceleration: dt times that of all fluid. ENTRY: fluid
// that enters by an inflow moves straight in. TURNING: the domain's frame turns (common/turning.glsl), in cells and s.
#include "common/grid.glsl"
#include "common/contain.glsl"
#include "common/cubic.glsl"
#ifdef ENTRY
#include "common/entry.glsl"
#endif

#ifdef TURNING
#include "common/turning.glsl"

uniform vec2 u_turningStep; // dt; dt times the cell size
#endif

uniform sampler2D u_velocity;
uniform sampler2D u_source;
uniform float u_stepCells;
uniform float u_dissipation;
uniform vec2 u_acceleration;
layout(location = 0) out vec2 o_velocity;

#ifdef BUOYANCY
#include "grid/lift.glsl"
#endif

void main()
{
    vec2 size = vec2(u_cells + 1);
    vec2 corner = gl_FragCoord.xy - 0.5;
    vec2 cell = min(corner, vec2(u_cells - 1)); // beyond the last row and column: as their neighbours
    vec2 left = vec2(corner.x, cell.y + 0.5);
    vec2 bottom = vec2(cell.x + 0.5, corner.y);
#ifdef REFLECTED
    vec2 own = textureLod(u_velocity, gl_FragCoord.xy / size, 0.0).xy;
#else
    vec2 own = textureLod(u_source, gl_FragCoord.xy / size, 0.0).xy;
#endif
    vec2 atLeft = vec2(own.x, sampleFaces(u_velocity, left + vec2(0.0, 0.5)).y);
    vec2 atBottom = vec2(sampleFaces(u_velocity, bottom + vec2(0.5, 0.0)).x, own.y);
    vec2 fromX = backtrace(u_velocity, left, atLeft, u_stepCells);
    vec2 fromY = backtrace(u_velocity, bottom, atBottom, u_stepCells);
    vec2 velocity = vec2(readField(u_source, faceTapsAt(inDomain(fromX) + vec2(0.5, 0.0), size)).x,
                         readField(u_source, faceTapsAt(inDomain(fromY) + vec2(0.0, 0.5), size)).y);
#ifdef ENTRY
    vec4 sideX = entryOf(fromX, vec2(u_cells));
    vec4 sideY = entryOf(fromY, vec2(u_cells));
    velocity *= 1.0 - vec2(sideX.z + sideX.w, sideY.x + sideY.y);
#endif
#ifdef TURNING
    float dt = u_turningStep.x;
    velocity = vec2(turnedBack(vec2(velocity.x, atLeft.y), dt).x + u_turningStep.y * turningPush(left).x,
                    turnedBack(vec2(atBottom.x, velocity.y), dt).y + u_turningStep.y * turningPush(bottom).y);
#endif
    velocity = u_dissipation * velocity + u_acceleration;
#ifdef BUOYANCY
#if BUOYANCY > 1
    velocity.x += lift(left).x;
#endif
    velocity.y += lift(bottom).y;
#endif
    o_velocity = contain(velocity);
}
