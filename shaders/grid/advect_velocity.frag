// Carries the velocity along itself (grid/backtrace.glsl), then adds forces. In: u_velocity (m/s, faces; filtered);
// u_source, what of it is carried (unfiltered): the same texture, or the velocity less half of the pressure's pull,
// which is given back where the fluid arrives, or REFLECTED; and with BUOYANCY u_temperature (K) and u_dye, both
// after their own advection, but in the first half of a step of GF_SCHEME_REFLECT before it. Out: velocity (m/s,
// faces). Each face traces back from its own centre. u_dissipation: factor that stays, 0 to 1. u_buoyancy: dt times
// the acceleration for each kelvin above u_ambient (x, y), for each unit of dye (z, w); BUOYANCY 1: only along y.
// u_liftFrom: 1: what lifts is where the fluid comes from, as before its advection; 0: where it arrives.
// u_dyePerCell: dye texels per cell. u_acceleration: dt times that of all fluid. ENTRY: fluid that enters by an
// inflow moves straight in. TURNING: the domain's frame turns (common/turning.glsl), in cells and s. DEPARTURES: nothing
// is traced; the fluid at a face comes from where it does in the mean of the two cells (u_departures, cells; filtered).
#include "common/filtered.glsl"
#include "common/grid.glsl"
#include "common/contain.glsl"
#include "common/cubic_faces.glsl"
#include "common/rounded.glsl"
#include "grid/backtrace.glsl"
#ifdef ENTRY
#include "common/entry.glsl"
#endif

#ifdef TURNING
#include "common/turning.glsl"

uniform vec2 u_turningStep; // dt; dt times the cell size
#endif

uniform sampler2D u_velocity;
uniform sampler2D u_source;
#ifdef DEPARTURES
uniform sampler2D u_departures;
#endif
uniform float u_dissipation;
#ifdef ATLAS
#define u_acceleration memberValue(1).xy
#else
uniform vec2 u_acceleration;
#endif
layout(location = 0) out vec2 o_velocity;

#ifdef BUOYANCY
#include "grid/lift.glsl"
uniform float u_liftFrom;
#endif

void main()
{
    vec2 size = vec2(u_cells + 1);
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec2 corner = vec2(texel);
    vec2 cell = min(corner, vec2(u_cells - 1)); // beyond the last row and column: as their neighbours
    vec2 left = vec2(corner.x, cell.y + 0.5);
    vec2 bottom = vec2(cell.x + 0.5, corner.y);
#if !defined(DEPARTURES) || defined(TURNING)
    vec2 own = texelFetch(u_velocity, texel, 0).xy;
    vec2 atLeft = vec2(own.x, sampleFaces(u_velocity, left + vec2(0.0, 0.5)).y);
    vec2 atBottom = vec2(sampleFaces(u_velocity, bottom + vec2(0.5, 0.0)).x, own.y);
#endif
#ifdef DEPARTURES
    vec2 fromX = left + sampleCells(u_departures, left).xy;
    vec2 fromY = bottom + sampleCells(u_departures, bottom).xy;
#else
    vec2 fromX = backtrace(left, atLeft);
    vec2 fromY = backtrace(bottom, atBottom);
#endif
    vec2 readX = inDomain(fromX) + vec2(0.5, 0.0);
    vec2 readY = inDomain(fromY) + vec2(0.0, 0.5);
#ifdef FILTERED
    uint random = randomHere();
    vec2 velocity = vec2(textureLod(u_source, toWeights(readX, random) / size, 0.0).x,
                         textureLod(u_source, toWeights(readY, random) / size, 0.0).y);
#else
    vec2 velocity = readVelocities(u_source, readX, readY, size);
#endif
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
#if !defined(REFLECTED) && !defined(DEPARTURES)
    velocity += own - texelFetch(u_source, texel, 0).xy;
#endif
    velocity = u_dissipation * velocity + u_acceleration;
#ifdef BUOYANCY
#if BUOYANCY > 1
    velocity.x += lift(mix(left, inDomain(fromX), u_liftFrom)).x;
#endif
    velocity.y += lift(mix(bottom, inDomain(fromY), u_liftFrom)).y;
#endif
    o_velocity = storedVelocity(contain(velocity));
}
