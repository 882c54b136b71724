// Advects the velocity, then adds forces. In: u_velocity (m/s, faces; filtered); u_source (m/s, faces; unfiltered), the
// velocity that is advected: the same texture, or without the pull (PULLED), or the reflected velocity; the inputs of
// grid/buoyancy.glsl, which are already advected except in the first half of a step of GF_SCHEME_REFLECT.
// u_dissipation: the factor that remains after dissipation, 0 to 1. Out: velocity (m/s, faces). Each face traces back
// from its own centre (grid/backtrace.glsl).
//   DEPARTURES  a face's departure point is the mean of those of its two cells (u_departures, displacements, cells;
//               filtered)
//   PULLED      u_source lacks half of the last step's pressure gradient, which is added where the fluid arrives. So
//               the gradient acts half at the departure point and half at the arrival: a gradient at the arrival alone,
//               as projections find it, takes energy from vortices. u_pull: this time step over the last one.
//               u_departures has differences to going back by the texel's own velocity: interpolating whole
//               displacements damps vortices of ten cells by a tenth
//   BUOYANCY    value 1: only along y. u_departedBuoyancy: 1: from scalars at the departure point; 0: at the arrival
//   ENTRY       fluid that enters through an inflow has no velocity along the side
//   TURNING     the domain rotates (common/turning.glsl, in cells and s)
#include "common/filtered.glsl"
#include "common/grid.glsl"
#include "common/contain.glsl"
#include "common/cubic_faces.glsl"
#include "common/rounded.glsl"
#include "grid/buoyancy.glsl"
#ifdef DEPARTURES
uniform sampler2D u_velocity;
uniform sampler2D u_departures;
uniform float u_stepCells;
#else
#include "grid/backtrace.glsl"
#endif
#ifdef ENTRY
#include "common/entry.glsl"
#endif

#ifdef TURNING
#include "common/turning.glsl"

uniform vec2 u_turningStep; // dt; dt times the cell size
#endif

uniform sampler2D u_source;
uniform float u_pull;
uniform float u_dissipation;
uniform float u_departedBuoyancy;
layout(location = 0) out vec2 o_velocity;

// Returns the velocity at two places, one for each component, in texels; `mean`: the linear means there.
vec2 readVelocity(vec2 atX, vec2 atY, out vec2 mean)
{
    vec2 size = vec2(u_cells + 1);
#ifdef FILTERED
    uint random = randomHere();
    mean = vec2(textureLod(u_source, toWeights(atX, random) / size, 0.0).x,
                textureLod(u_source, toWeights(atY, random) / size, 0.0).y);
    return mean;
#else
    FaceValue x = readFace(u_source, atX, size, 0, INNER_OF_FACE(u_source, atX, size, 0));
    FaceValue y = readFace(u_source, atY, size, 1, INNER_OF_FACE(u_source, atY, size, 1));
    mean = vec2(x.mean, y.mean);
    return vec2(x.value, y.value);
#endif
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec2 corner = vec2(texel);
    vec2 cell = min(corner, vec2(u_cells - 1)); // beyond the last row and column: as their neighbour
    vec2 left = vec2(corner.x, cell.y + 0.5);
    vec2 bottom = vec2(cell.x + 0.5, corner.y);
    vec2 own = texelFetch(u_velocity, texel, 0).xy;
#if !defined(DEPARTURES) || defined(PULLED) || defined(TURNING)
    vec2 atLeft = vec2(own.x, sampleFaces(u_velocity, left + vec2(0.0, 0.5)).y);
    vec2 atBottom = vec2(sampleFaces(u_velocity, bottom + vec2(0.5, 0.0)).x, own.y);
#endif
#ifdef DEPARTURES
    vec2 fromX = left + sampleCells(u_departures, left).xy;
    vec2 fromY = bottom + sampleCells(u_departures, bottom).xy;
#ifdef PULLED
    fromX -= u_stepCells * atLeft;
    fromY -= u_stepCells * atBottom;
#endif
#else
    vec2 fromX = backtrace(left, atLeft), fromY = backtrace(bottom, atBottom);
#endif
    vec2 readX = inDomain(fromX) + vec2(0.5, 0.0), readY = inDomain(fromY) + vec2(0.0, 0.5);
    vec2 mean;
    vec2 velocity = readVelocity(readX, readY, mean);
#ifdef PULLED
    if (u_pull != 1.0) {
        velocity += (1.0 - u_pull) * (vec2(sampleFaces(u_velocity, readX).x, sampleFaces(u_velocity, readY).y) - mean);
    }
#endif
#ifdef ENTRY
    vec4 sideX = entryOf(fromX, vec2(u_cells)), sideY = entryOf(fromY, vec2(u_cells));
    velocity *= 1.0 - vec2(sideX.z + sideX.w, sideY.x + sideY.y);
#endif
#ifdef TURNING
    float dt = u_turningStep.x;
    vec2 turned = u_turningStep.y * vec2(turningAcceleration(left).x, turningAcceleration(bottom).y);
#ifdef PULLED // half of it at the departure point, as for the pressure gradient that opposes it
    turned *= 0.5;
    velocity += 0.5 * u_turningStep.y * vec2(turningAcceleration(fromX).x, turningAcceleration(fromY).y);
#endif
    velocity =
        vec2(turnedBack(vec2(velocity.x, atLeft.y), dt).x, turnedBack(vec2(atBottom.x, velocity.y), dt).y) + turned;
#endif
#ifdef PULLED
    velocity += u_pull * (own - texelFetch(u_source, texel, 0).xy);
#endif
    velocity = u_dissipation * velocity + u_acceleration;
#ifdef BUOYANCY
#if BUOYANCY > 1
    velocity.x += buoyancyAt(mix(left, inDomain(fromX), u_departedBuoyancy)).x;
#endif
    velocity.y += buoyancyAt(mix(bottom, inDomain(fromY), u_departedBuoyancy)).y;
#endif
    o_velocity = storedVelocity(contain(velocity));
}
