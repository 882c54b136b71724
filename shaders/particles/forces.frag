// Computes the forces on each particle, and moves it by one substep, with collisions. In: u_record of all particles;
// cells and seconds. Out: place and velocity after the substep; of a sorted state also the mark of the cell that the
// particle enters (moves.glsl). Pressure, near pressure and viscosity are equal and opposite in a pair: momentum stays.
// Positions are the scheme's predicted ones (x + lookAhead v): they change by dt v' + lookAhead (v' - v).
//   BLOCKS    reads the masks of candidates that density.frag found
//   MIXED     materials differ in viscosity
//   STRESS    some material has shear strength (stress.glsl)
//   TENSION   some material has surface tension
//   REPELS    groups repel each other
//   BARRIERS  particles of some material stop those of others
//   VALVES    one-way sources
//   TURNING   the domain rotates (common/turning.glsl, in cells and s)
//   MARKED    particles may have a limited life (marks.glsl)
#define MEETS
#include "common/loops.glsl"
#include "shared.h"
#include "particles/neighbours.glsl"
#ifdef SORTED
#include "particles/moves.glsl"
#endif
#include "particles/kernels.glsl"
#include "particles/record.glsl"
#ifdef BLOCKS
#include "particles/blocks.glsl"
#endif
#include "particles/materials.glsl"
#ifdef STRESS
#include "particles/stress.glsl"
#endif
#ifdef MARKED
#include "particles/marks.glsl"
uniform int u_now; // ms
#endif
#include "particles/walls.glsl"
#include "particles/corners.glsl"

#ifdef TURNING
#include "common/turning.glsl"
#endif

uniform usampler2D u_tags;
uniform usampler2D u_record;
uniform vec4 u_norm;         // z: particles a cell at rest
uniform vec4 u_stiffness;    // of pressure, 1/s^2; of viscosity; largest speed along an axis, cells/s
uniform vec4 u_time;         // dt and look-ahead, s; fraction of speed that walls take; fraction of speed lost a substep
uniform vec4 u_acceleration; // cells/s^2
#ifdef VALVES
#include "particles/valves.glsl"
#endif
#if DIMENSIONS == 3
uniform vec4 u_carry[3]; // rows of the matrix for carried(): from cells before the substep to cells after it
uniform sampler2D u_density;
#endif
layout(location = 0) out vec4 o_place;
#if DIMENSIONS == 3
layout(location = 1) out vec4 o_velocity;
#ifdef SORTED
layout(location = 2) out uint o_move;
#endif
#elif defined(SORTED)
layout(location = 1) out uint o_move;
#endif
#if defined(STRESS) && defined(SORTED)
layout(location = 2) out vec4 o_stress;
#elif defined(STRESS)
layout(location = 1) out vec4 o_stress;
#endif

int self;
uvec4 own;
vecD ownVelocity;
vec2 ownPressure;
int ownMaterial;
vec4 ownFriction;
vecD pressing;  // force of pressures
vecD wallForce; // force of walls' pressures
vecD friction;  // force of viscosity
int coincident; // particles at this place, the own one too
float beyond;   // part of the sum of W2 that lies beyond walls
#ifdef STRESS
vec2 ownStress;
vec2 wallSlope; // wallForce of a pressure of 1
vec4 gradient;  // of velocity: x by x, x by y, y by x, y by y; times `spread` plus the virial of 1
float spread;   // virial of a pressure of 1, of walls
vec2 virial;    // of pressures, and of a pressure of 1
bool bears;
#endif
#ifdef REPELS
vecD repelling; // cells/s^2
int ownGroup;
float ownRepulsion;
#endif
#ifdef BARRIERS
bool isMoving; // visit() tests for barriers on the way to `nextPlace` instead of adding forces
vec2 from, nextPlace, nextVelocity;
float barriers;
#endif
#ifdef TENSION
vecD inwards; // sum of directions to neighbours
#endif

// Returns the force's direction for a particle in the same place: made from both ids, opposite for the other.
vecD directionOf(int j)
{
    uint a = texelFetch(u_tags, particleTexel(self), 0).x;
    uint b = texelFetch(u_tags, particleTexel(j), 0).x;
    uint n = min(a, b) * 2654435761u ^ max(a, b) * 2246822519u;
    n = (n ^ n >> 15) * 2654435761u;
    float turn = float(n >> 8) * (6.2831853 / 16777216.0);
    float side = a < b ? 1.0 : -1.0;
#if DIMENSIONS == 3
    float up = float((n * 2246822519u) >> 8) * (2.0 / 16777216.0) - 1.0;
    float across = sqrt(max(1.0 - up * up, 0.0));
    return side * vec3(across * cos(turn), across * sin(turn), up);
#else
    return side * vec2(cos(turn), sin(turn));
#endif
}

#ifdef BARRIERS
// Stops the way to `nextPlace` at the disc of a barrier's particle, which may move, too.
void stopAtBarrier(int j)
{
    uvec4 other = texelFetch(u_record, particleTexel(j), 0);
    int material = recordMaterial(other);
    float reach = materialContact(material).z;
    if (reach <= 0.0 || material == ownMaterial) {
        return;
    }
    vec2 velocity = recordVelocity(other);
    vec2 off = -recordOffset(own, other); // to the barrier
    vec2 way = nextPlace - from - u_time.x * velocity;
    float along = dot(way, way) > 1e-12 ? clamp(dot(off, way) / dot(way, way), 0.0, 1.0) : 0.0;
    vec2 nearest = along * way - off;
    float apart = length(nearest);
    if (apart >= reach) {
        return;
    }
    // The particle is pushed out to the side from which it came.
    vec2 normal = dot(off, off) > 1e-12 ? -normalize(off) : vec2(0.0, 1.0);
    nextPlace = from + off + reach * normal + u_time.x * velocity;
    nextVelocity -= min(dot(nextVelocity - velocity, normal), 0.0) * normal;
}
#endif

// Adds a neighbour's forces. No branch is needed: beyond 1 the weight is 0, and the particle itself has distance 0.
void visit(int j)
{
#ifdef BARRIERS
    if (isMoving) {
        stopAtBarrier(j);
        return;
    }
#endif
    uvec4 other = texelFetch(u_record, particleTexel(j), 0);
    vecD offset = recordOffset(own, other);
    float r2 = dot(offset, offset);
    float r = sqrt(r2);
    vec2 both = ownPressure + recordPressure(other);
    float w = max(1.0 - r, 0.0);
    float strength = w * (SLOPE2 * both.x + SLOPE3 * w * both.y) / max(r, 1e-9);
    pressing += strength * offset;
#ifdef STRESS
    float lead = SLOPE2 * w / max(r, 1e-9);
    vec2 shear = ownStress + texelFetch(u_stress, particleTexel(j), 0).zw;
    pressing -= lead * deviated(shear, offset);
    if (bears) {
        vec2 faster = recordVelocity(other) - ownVelocity;
        gradient -= lead * vec4(faster.x * offset, faster.y * offset);
        virial += 0.5 * r2 * vec2(0.5 * strength, lead);
    }
#endif
    float thin = max(1.0 - r2, 0.0);
#ifdef MIXED
    float mu = materialFriction(recordMaterial(other)).x;
    mu = 2.0 * ownFriction.x * mu / max(ownFriction.x + mu, 1e-20);
#else
    float mu = ownFriction.x;
#endif
    friction += (mu * thin * thin * thin) * (recordVelocity(other) - ownVelocity);
    coincident += r2 == 0.0 ? 1 : 0;
#ifdef REPELS
    bool isStrange = groupOf(texelFetch(u_marks, particleTexel(j), 0).x) != ownGroup;
    float repulsion = isStrange ? max(ownRepulsion, materialContact(recordMaterial(other)).y) : 0.0;
    repelling += repulsion * w * offset / max(r, 1e-9);
#endif
#ifdef BARRIERS
    barriers += materialContact(recordMaterial(other)).z;
#endif
#ifdef TENSION
    inwards -= r2 < 1.0 ? offset / max(r, 1e-9) : vecD(0.0);
#endif
}

// Adds the force of a particle in exactly the same place, in directionOf().
void meet(int j)
{
    uvec4 other = texelFetch(u_record, particleTexel(j), 0);
    vecD offset = recordOffset(own, other);
    vec2 both = ownPressure + recordPressure(other);
    pressing +=
        j != self && dot(offset, offset) == 0.0 ? directionOf(j) * (SLOPE2 * both.x + SLOPE3 * both.y) : vecD(0.0);
}

#ifdef STRESS
// Adds a wall's shear: it has the stress of the fluid before it, which sticks. `slope`: the kernel's gradient over it.
void shearBeside(Wall wall, vec2 slope)
{
    const float LEAST = 0.25; // cells: a wall counts as no nearer
    vec2 faster = wall.velocity - ownVelocity;
    wallSlope += slope;
    gradient -= u_norm.z * vec4(faster.x * slope, faster.y * slope);
    spread += u_norm.z * length(slope) * max(wall.distance, LEAST);
}
#endif

// Adds a wall's force, a half space of fluid's (kernels.glsl). It also attracts: else fluid at rest would gain energy.
void feelWall(Wall wall)
{
    if (wall.distance < 1.0) {
        Beyond behind = beyondPlane(wall.distance);
        beyond += WALL_FULLNESS * behind.value.x;
        wallForce += wall.normal * (u_norm.z * WALL_FULLNESS * dot(behind.slope, ownPressure));
#ifdef STRESS
        shearBeside(wall, wall.normal * (WALL_FULLNESS * behind.slope.x));
#endif
        vecD slip = wall.velocity - ownVelocity;
        slip -= wall.normal * dot(slip, wall.normal);
        float x = max(1.0 - wall.distance, 0.0);
        friction += slip * (wall.holds * ownFriction.x * u_norm.z / POLY6 * x * x);
    }
}

#if defined(SOLIDS) && DIMENSIONS == 2
// Replaces the forces of single walls by that of all together, where walls are not planar or several meet.
void feelCorner(vec2 place, Wall wall)
{
    ONLY_IF(wall.distance < 1.0) {
        bool planar = isPlanar(place, wall, vec2(u_extent));
        ONLY_IF(!planar) {
            mat2 slope = aroundWalls(place, wall, vec2(u_extent), -1.0).slope;
            wallForce = u_norm.z * (slope * ownPressure);
#ifdef STRESS
            wallSlope = slope[0];
#endif
        }
    }
}
#endif

// Moves a particle out of a wall, and removes or reverses its velocity into the wall.
void keepOut(Wall wall, inout vecD place, inout vecD velocity)
{
    if (wall.distance < 0.0) {
        place -= wall.distance * wall.normal;
        float into = dot(velocity - wall.velocity, wall.normal);
        velocity -= (min(into, 0.0) * (2.0 - u_time.z)) * wall.normal;
    }
}

#if DIMENSIONS == 3
// Converts a place in the container before the substep to the container's coordinates after it.
vec3 carried(vec3 place)
{
    return vec3(dot(u_carry[0].xyz, place) + u_carry[0].w, dot(u_carry[1].xyz, place) + u_carry[1].w,
                dot(u_carry[2].xyz, place) + u_carry[2].w);
}

#ifdef SOLIDS
// Brings back a particle that went from `place` to `next` through a thin solid, by the plane that touches the solid on
// the particle's side. Shapes are convex, so that they lie behind this plane.
void keepOutOfSolids(vec3 place, inout vec3 next, inout vec3 velocity)
{
    for (int i = 0; i < u_solidCount; i++) {
        if (!isNearSolid(i, next)) {
            continue;
        }
        Wall wall = solidWall(i, next);
        Wall before = solidWall(i, place);
        if (wall.distance < 0.0 && before.distance > 0.0) {
            wall.distance = before.distance + dot(next - place, before.normal);
            wall.normal = before.normal;
        }
        keepOut(wall, next, velocity);
    }
}
#endif

// Returns the density over that at rest, with walls.
float densityHere()
{
#ifdef BLOCKS
    float density = texelFetch(u_density, texelOf(self >> 2, u_shifts.x - 2), 0)[self & 3];
#else
    float density = texelFetch(u_density, particleTexel(self), 0).x;
#endif
    return density + beyond * u_norm.x * u_norm.z;
}
#endif

bool isBeyondOpen(vecD place)
{
    bool left = false;
    int sides = isNearSide(place, vecD(u_nextExtent), 0.0) ? SIDES : 0;
    for (int side = 0; side < sides; side++) {
        float value = place[side / 2];
        bool outside = side % 2 == 1 ? value > u_nextExtent[side / 2] : value < 0.0;
        left = left || (outside && sideOf(side, place, vecD(u_nextExtent)).distance > 1e5);
    }
    return left;
}

// Returns a new place for a particle whose place is NaN.
#ifdef SORTED
vecD placeFor()
{
    return middleOfCellOf(self);
}
#else
// The old cell is unknown: takes the emptiest of places of the particle's own low-discrepancy sequence (Roberts 2018).
vecD placeFor()
{
    const int PLACES = 16;
    const vecD SPREAD = vecD(vec3(0.8191725, 0.6710436, 0.5497005));
    vecD best = 0.5 * vecD(u_extent);
    float most = -1.0;
    for (int i = 0; i < PLACES; i++) {
        vecD place = mix(vecD(1.0), vecD(u_extent) - 1.0, fract(0.5 + float(PLACES * (self & 1023) + i) * SPREAD));
        float room = emptyFraction(place);
#ifdef SOLIDS
        room -= nearestSolid(place).distance < 1.0 ? 1.0 : 0.0;
#endif
        best = room > most ? place : best;
        most = max(room, most);
    }
    return best;
}
#endif

// Reads the particle's values for pair forces, and clears all sums.
void begin(ivec2 texel)
{
    own = texelFetch(u_record, texel, 0);
    ownVelocity = recordVelocity(own);
    ownPressure = recordPressure(own);
    ownMaterial = recordMaterial(own);
    ownFriction = materialFriction(ownMaterial);
    pressing = wallForce = friction = vecD(0.0);
    coincident = 0;
    beyond = 0.0;
#ifdef REPELS
    repelling = vecD(0.0);
    ownGroup = groupOf(texelFetch(u_marks, texel, 0).x);
    ownRepulsion = materialContact(ownMaterial).y;
#endif
#ifdef BARRIERS
    isMoving = false;
    barriers = 0.0;
#endif
#ifdef STRESS
    ownStress = texelFetch(u_stress, texel, 0).zw;
    wallSlope = vec2(0.0);
    gradient = vec4(0.0);
    spread = 0.0;
    virial = vec2(0.0);
    bears = materialStrength(ownMaterial).z > 0.0;
#endif
#ifdef TENSION
    inwards = vecD(0.0);
#endif
}

void feelNeighbours(vecD place)
{
#ifdef BLOCKS
    visitBlock(place, self);
#else
    visitAround(place);
#endif
    ONLY_IF(coincident > 1) {
        meetInCell(place);
    }
}

void feelWalls(vecD place)
{
    int sides = isNearSide(place, vecD(u_extent), 1.0) ? SIDES : 0;
    for (int side = 0; side < sides; side++) {
        feelWall(sideOf(side, place, vecD(u_extent)));
    }
#ifdef SOLIDS
    Wall solid = nearestSolid(place);
    feelWall(solid);
#if DIMENSIONS == 3
    feelWall(mapWall(place));
#else
    feelCorner(place, solid);
#endif
#endif
    pressing += wallForce;
#ifdef STRESS
    pressing -= u_norm.z * deviated(ownStress, wallSlope);
#endif
}

vecD accelerated(vecD place, vecD velocity)
{
    vecD force = (u_stiffness.x * pressing + (u_stiffness.y * POLY6) * friction) / materialPressure(ownMaterial).x;
#ifdef TENSION
    // At a flat surface a third of the cells is empty: only particles that protrude are attracted.
    force += ownFriction.y * max(1.5 * emptyFraction(place) - 0.5, 0.0) * inwards / max(length(inwards), 1e-6);
#endif
#ifdef REPELS
    force += repelling;
#endif
    vecD fresh = velocity + u_time.x * (force + vecD(u_acceleration));
#ifdef TURNING
    fresh = turnedBack(fresh, u_time.x) + u_time.x * turningAcceleration(place);
#endif
    fresh *= 1.0 - u_time.w;
    return clamp(fresh, -u_stiffness.z, u_stiffness.z);
}

// Moves the particle, in its moving container. `velocity`: before the substep.
void move(vecD place, vecD velocity, out vecD next, inout vecD fresh)
{
    vecD way = u_time.x * fresh + u_time.y * (fresh - velocity);
    way = clamp(way, -0.95, 0.95);
#if DIMENSIONS == 3
#ifdef SOLIDS
    way *= min(1.0, 0.95 / max(length(way), 1e-6));
#endif
    next = clamp(carried(place + way), place - 0.95, place + 0.95);
    fresh = vec3(dot(u_carry[0].xyz, fresh), dot(u_carry[1].xyz, fresh), dot(u_carry[2].xyz, fresh));
#else
    next = place + way;
#endif
}

void keepOutOfWalls(vecD place, inout vecD next, inout vecD fresh)
{
#if defined(SOLIDS) && DIMENSIONS == 3
    stopAtCliff(carried(place), next, fresh);
    keepOut(mapWall(next), next, fresh);
    keepOutOfSolids(carried(place), next, fresh);
#elif defined(SOLIDS)
    Wall met = nearestSolid(next);
    for (int i = 0; i < 3 && met.distance < 0.0; i++) { // leaving one may end in another
        keepOut(met, next, fresh);
        met = nearestSolid(next);
    }
#endif
    int sides = isNearSide(next, vecD(u_nextExtent), 0.0) ? SIDES : 0;
    for (int side = 0; side < sides; side++) {
        keepOut(sideOf(side, next, vecD(u_nextExtent)), next, fresh);
    }
#ifdef VALVES
    holdBack(place, next, fresh);
#endif
    next = clamp(next, place - 0.99, place + 0.99); // leaving a solid may take several substeps
    if (!(dot(next, next) < 1e12 && dot(fresh, fresh) < 1e20)) { // not a number
        next = place;
        fresh = vecD(0.0);
    }
}

#ifdef BARRIERS
void keepOffBarriers(vec2 place, inout vec2 next, inout vec2 fresh)
{
    ONLY_IF(barriers > 0.0 && !isFixed(ownMaterial)) {
        isMoving = true;
        from = place;
        // No farther than half a cell, so that barriers beside the way are among the neighbours of `place`.
        nextPlace = place + clamp(next - place, -0.5, 0.5);
        nextVelocity = fresh;
        visitAround(place);
        vec2 went = (nextPlace - place) / u_time.x;
        bool held = nextPlace != place + clamp(next - place, -0.5, 0.5) &&
                    dot(went, went) < dot(nextVelocity, nextVelocity);
        fresh = held ? went : nextVelocity; // a particle stuck between barriers must not accelerate
        next = nextPlace;
    }
}
#endif

#ifdef BOUNDED
// Marks particles beyond open sides as gone; puts back those that rounding left just beyond a closed one.
void keepInDomain(ivec2 texel, vecD place, inout vecD next)
{
    vecD inside = clamp(next, vecD(0.0), vecD(u_nextExtent) * 0.9999999);
    bool isGone = isBeyondOpen(next);
#if defined(MARKED) && defined(SORTED)
    uint end = texelFetch(u_marks, texel, 0).y;
    isGone = isGone || (end != 0u && end <= uint(u_now));
#endif
#ifndef SORTED
    next = isGone ? next : inside; // survivors.frag finds those outside
#else
    next = inside;
    o_move = isGone ? uint(GF_MOVE_GONE) : markOf(clamp(cellOf(next), cellOf(place) - 1, cellOf(place) + 1));
#endif
}
#endif

void main()
{
    self = particleHere();
    ivec2 texel = particleTexel(self);
    vec4 state = texelFetch(u_place, texel, 0);
    vecD place = vecD(state);
    vecD velocity = velocityOf(texel, state);
    ONLY_IF(!(dot(place, place) < 1e12)) {
        place = placeFor();
        velocity = vecD(0.0);
    }
    begin(texel);
    feelNeighbours(place);
    feelWalls(place);
#ifdef STRESS
    o_stress = strained(texelFetch(u_stress, texel, 0).xy, gradient / max(spread + virial.y, 1e-9),
                        max(virial.x, 0.0) / max(virial.y, 1e-9), materialStrength(ownMaterial), u_time.x, u_time.y);
#endif
    vecD fresh = accelerated(place, velocity);
    vecD next;
    move(place, velocity, next, fresh);
    keepOutOfWalls(place, next, fresh);
#ifdef BARRIERS
    keepOffBarriers(place, next, fresh);
#endif
    if (isFixed(ownMaterial)) {
        next = place;
        fresh = vecD(0.0);
    }
#ifdef BOUNDED
    keepInDomain(texel, place, next);
#endif
#if DIMENSIONS == 3
    o_place = vec4(next, densityHere());
    o_velocity = vec4(fresh, 0.0);
#else
    o_place = vec4(next, fresh);
#endif
}
