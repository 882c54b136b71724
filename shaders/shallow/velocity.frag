// Computes new velocities on faces: advection that conserves momentum (Stelling and Duinmeijer 2003), with limited
// slopes; the slope of the surface; viscosity, wind and friction. In: u_flow, u_fluxes (m^2/s through left and bottom
// faces, as of the last change of depth), u_clock. Out: the state with new velocities.
//
// A lake at rest stays at rest: without flow only the surface's slope acts, which is 0 within rounding. A face towards
// ground above the water is closed. Down a steep step the slope counts up to STEEPEST: with less, thin films would
// creep; without a limit, a flood over rough ground would race.
//   WALLS    u_faces (open fractions), u_wallVelocity and u_distance (nearest solid, at cell centres). A partly open
//            face has the velocity of the water in its open part; a closed one has the wall's
//   EDGES    some side is open; u_rows as in shallow/sides.frag
//   DRAG     there is friction, or a yield stress
//   VISCOUS  there is viscosity
//   WINDY    there is wind
//   CARRIED  the domain moves: u_acceleration, m/s^2, and common/turning.glsl, in cells and s
#include "common/contain.glsl"
#ifdef CARRIED
#include "common/turning.glsl"
#endif
#include "shallow/sea.glsl"
#define GUARDED
#include "shallow/state.glsl"

uniform ExactSampler u_fluxes;
uniform ExactSampler u_clock;
uniform ExactSampler u_rows;
uniform sampler2D u_faces;
uniform sampler2D u_wallVelocity;
uniform sampler2D u_distance;
uniform float u_cellSize;
uniform float u_dry; // depth below which water does not flow, m
uniform vec4 u_closedSides;
uniform vec4 u_openSides;
uniform vec4 u_friction; // g n^2, linear 1/s, three times the film's viscosity, yield stress
uniform vec4 u_wind;     // m/s, drag
uniform float u_viscosity;
uniform vec2 u_acceleration;
uniform vec4 u_holdingSides;
uniform vec4 u_wallSpeed;
layout(location = 0) out ExactVec4 o_flow;

// The largest slope that drives water over a step that rises out of the water.
const float STEEPEST = 0.5;

// The values around one face: velocities along its axis, of faces two before to two after, and across; fluxes through
// the centres before and after and the corners below and above, m^2/s; depth and ground of the two cells.
struct Face {
    float u;
    float open;    // open fraction
    vec4 along;    // two before, one before, one after, two after
    vec4 across;   // two below, one below, one above, two above
    vec4 flux;     // before, after, below, above
    vec4 crossing; // through faces across: below and above the cell before, below and above the one after
    float through; // the face itself
    vec2 depth;
    vec2 ground;
    float other; // the other component of velocity, the mean of the faces around
};

struct Stencil {
    vec4 c, l1, l2, r1, r2, d1, d2, t1, t2, lt, rd;
    vec2 fc, fl, fr, ft, fd, flt, frd;
};

vec2 fluxAt(ivec2 texel)
{
    return exactFetch(u_fluxes, texelOf(texel)).xy;
}

Stencil around(ivec2 p)
{
    Stencil s;
    s.c = flowAt(p);
    s.l1 = flowAt(p - ivec2(1, 0));
    s.l2 = flowAt(p - ivec2(2, 0));
    s.r1 = flowAt(p + ivec2(1, 0));
    s.r2 = flowAt(p + ivec2(2, 0));
    s.d1 = flowAt(p - ivec2(0, 1));
    s.d2 = flowAt(p - ivec2(0, 2));
    s.t1 = flowAt(p + ivec2(0, 1));
    s.t2 = flowAt(p + ivec2(0, 2));
    s.fc = fluxAt(p);
    s.fl = fluxAt(p - ivec2(1, 0));
    s.fr = fluxAt(p + ivec2(1, 0));
    s.ft = fluxAt(p + ivec2(0, 1));
    s.fd = fluxAt(p - ivec2(0, 1));
    s.flt = fluxAt(p + ivec2(-1, 1));
    s.frd = fluxAt(p + ivec2(1, -1));
#if defined(DRAG) || defined(CARRIED)
    s.lt = flowAt(p + ivec2(-1, 1));
    s.rd = flowAt(p + ivec2(1, -1));
#endif
    return s;
}

Face leftFace(Stencil s)
{
    return Face(s.c.y, 1.0, vec4(s.l2.y, s.l1.y, s.r1.y, s.r2.y), vec4(s.d2.y, s.d1.y, s.t1.y, s.t2.y),
                0.5 * vec4(s.fl.x + s.fc.x, s.fc.x + s.fr.x, s.fl.y + s.fc.y, s.flt.y + s.ft.y),
                vec4(s.fl.y, s.flt.y, s.fc.y, s.ft.y), s.fc.x, vec2(s.l1.x, s.c.x), vec2(s.l1.w, s.c.w),
                0.25 * (s.c.z + s.l1.z + s.t1.z + s.lt.z));
}

Face bottomFace(Stencil s)
{
    return Face(s.c.z, 1.0, vec4(s.d2.z, s.d1.z, s.t1.z, s.t2.z), vec4(s.l2.z, s.l1.z, s.r1.z, s.r2.z),
                0.5 * vec4(s.fd.y + s.fc.y, s.fc.y + s.ft.y, s.fd.x + s.fc.x, s.frd.x + s.fr.x),
                vec4(s.fd.x, s.frd.x, s.fc.x, s.fr.x), s.fc.y, vec2(s.d1.x, s.c.x), vec2(s.d1.w, s.c.w),
                0.25 * (s.c.y + s.d1.y + s.r1.y + s.rd.y));
}

// Returns inflow less outflow of momentum per depth, relative to the face's own velocity: m^3/s^2 a metre.
float advection(Face f)
{
    vec4 from = vec4(upstream(f.flux.x, f.along.x, f.along.y, f.u, f.along.z),
                     upstream(f.flux.y, f.along.y, f.u, f.along.z, f.along.w),
                     upstream(f.flux.z, f.across.x, f.across.y, f.u, f.across.z),
                     upstream(f.flux.w, f.across.y, f.u, f.across.z, f.across.w));
    return dot(f.flux * vec4(-1.0, 1.0, -1.0, 1.0), from - f.u);
}

// Returns the rise of the surface over the face that drives the water, m.
float surfaceRise(Face f)
{
    vec2 surface = f.depth + f.ground;
    vec2 size = max(f.depth, abs(f.ground));
    float rise = surface.y - surface.x;
    float top = max(f.ground.x, f.ground.y);
    vec2 above = max(surface - top, 0.0);
    float most = max(abs(above.y - above.x), STEEPEST * u_cellSize);
    return abs(rise) <= LEVEL * (size.x + size.y) ? 0.0 : clamp(rise, -most, most);
}

// Returns the depth that a face accelerates: in free fall at most the film above, else trickles accelerate endlessly.
float movingDepth(Face f)
{
    vec2 surface = f.depth + f.ground;
    float mean = 0.5 * (f.depth.x + f.depth.y);
    return surface.y < f.ground.x ? min(f.depth.x, mean) : surface.x < f.ground.y ? min(f.depth.y, mean) : mean;
}

// Returns whether the cell from which the water would come is dry.
bool isDry(Face f, float rise)
{
    bvec2 dry = lessThanEqual(f.depth, vec2(u_dry));
    return (dry.x && dry.y) || (dry.y && rise > 0.0) || (dry.x && rise < 0.0);
}

#ifdef DRAG
// Returns the speed y after Manning's friction: y (1 + rough sqrt(y^2 + other^2)) = u, by Newton's method from above.
float roughened(float u, float other, float rough)
{
    float p = abs(u);
    float y = 2.0 * p / (1.0 + sqrt(1.0 + 4.0 * rough * p));
    for (int i = 0; i < 3; i++) {
        float speed = max(sqrt(y * y + other * other), 1e-20);
        y -= (y + rough * speed * y - p) / (1.0 + rough * (speed + y * y / speed));
    }
    return u < 0.0 ? -y : y;
}
#endif

// Applies wind, friction and yield stress, each implicitly, so that no time step reverses the flow.
float slowed(float u, Face f, float wind, float depth, float dt)
{
#ifdef WINDY
    float pull = dt * u_wind.z * length(vec2(u - wind, f.other)) / depth;
    u = (u + pull * wind) / (1.0 + pull);
#endif
#ifdef DRAG
    u = roughened(u, f.other, dt * u_friction.x / pow(depth, 4.0 / 3.0));
    u /= 1.0 + dt * (u_friction.y + u_friction.z / (depth * depth));
    u *= max(0.0, 1.0 - dt * u_friction.w / (depth * max(length(vec2(u, f.other)), 1e-20)));
#endif
    return u;
}

// Returns inertial forces as a rise of the surface over the face, m. The Coriolis force rotates the face's velocity.
float inertiaRise(inout Face f, ivec2 at, int axis, float dt)
{
#ifdef CARRIED
    vec2 place = vec2(at);
    place[1 - axis] += 0.5;
    float push = u_acceleration[axis] + u_cellSize * turningAcceleration(place)[axis];
    vec2 velocity = axis == 0 ? vec2(f.u, f.other) : vec2(f.other, f.u);
    f.u = turnedBack(velocity, dt)[axis];
    return push * u_cellSize / u_gravity;
#else
    return 0.0;
#endif
}

float accelerated(Face f, ivec2 at, int axis, float dt)
{
    float wind = u_wind[axis];
    float k = dt / u_cellSize;
    float rise = surfaceRise(f) - inertiaRise(f, at, axis, dt);
    if (isDry(f, rise)) {
        return 0.0;
    }
    float depth = max(movingDepth(f), u_dry);
    // A partly open face holds its open fraction of water. A film exchanges no more momentum than it has.
    vec4 inwards = f.flux * vec4(1.0, -1.0, 1.0, -1.0);
    float exchanged = max(dot(max(inwards, 0.0), vec4(1.0)), dot(max(-inwards, 0.0), vec4(1.0)));
    float u = f.u - min(k / (f.open * depth), 1.0 / max(exchanged, 1e-20)) * advection(f);
#ifdef VISCOUS
    u += dt * u_viscosity / (u_cellSize * u_cellSize) *
         (f.along.y + f.along.z + f.across.y + f.across.z - 4.0 * f.u);
#endif
    return slowed(u - k * u_gravity * rise, f, wind, depth, dt);
}

#ifdef EDGES
// Returns the velocity through an open side of the domain. Without a sea, water falls over the edge at its wave speed;
// into a sea, waves leave without reflection. Substeps are as long as the fastest wave inside allows
// (shallow/clock.frag). Waves of a deeper sea are faster, so its velocity is limited to one cell a substep. `side`: its
// number; `place`: along it; `inner`: velocity of the face next to it; `k`: substep over cell size, s/m.
float throughSide(int side, int place, Face f, float inner, float k)
{
    bool low = (side & 1) == 0;
    float outwards = low ? -1.0 : 1.0;
    Sea sea = seaAt(side, low ? f.depth.y : f.depth.x, low ? f.ground.y : f.ground.x, u_dry);
    float speed = sea.speed + (sea.joins ? exactFetch(u_rows, ivec2(place, side)).x : 0.0);
    float most = 1.0 / k;
    return outwards * inner > sea.wave ? inner : outwards * clamp(speed, -most, most);
}
#endif

#ifdef WALLS
#include "shallow/near.glsl"

// Returns whether water slips past a closed face, whose velocity is then not advected: no holding solid, no side.
bool slips(ivec2 at, int axis)
{
    ivec2 texel = texelOf(at);
    vec4 face = texelFetch(u_faces, texel, 0);
    bool isSide = (texel[axis] == 0 || texel[axis] == u_cells[axis]) && u_wrap[axis] == 0;
    return face[axis] <= 0.0 && face[axis + 2] < 0.9 && !isSide;
}

// Returns the velocity of water that leaves a cell, `leaves` m^2/s, through a closed face that moves at `wall`: that of
// water that enters elsewhere, `enters` m^2/s at `velocity`, as far as it suffices, then the wall's. So water slips.
float passedOn(float leaves, float wall, vec2 enters, vec2 velocity)
{
    enters = max(enters, 0.0);
    float rest = max(leaves - enters.x - enters.y, 0.0);
    return (dot(enters, velocity) + rest * wall) / max(enters.x + enters.y + rest, 1e-20);
}

// Returns passedOn() for a closed face `at` beside a face of velocity `own`. `leaves`: fluxes out of its two cells.
float passedBeside(ivec2 at, ivec2 ahead, int axis, vec2 leaves, float wall, float own)
{
    leaves = max(leaves, 0.0);
    vec2 enters = vec2(fluxAt(at - ahead)[axis], -fluxAt(at + ahead)[axis]);
    vec2 velocity = vec2(passedOn(leaves.x, wall, vec2(enters.x, 0.0), vec2(flowAt(at - ahead)[axis + 1], 0.0)),
                         passedOn(leaves.y, wall, vec2(enters.y, 0.0), vec2(flowAt(at + ahead)[axis + 1], 0.0)));
    float total = leaves.x + leaves.y;
    return total > 0.0 ? dot(leaves, velocity) / total : own;
}

// Returns the face with the velocities of closed faces beside it, and of faces beyond them, replaced for advection.
Face amongSolids(Face f, ivec2 at, int axis)
{
    ivec2 ahead = axis == 0 ? ivec2(1, 0) : ivec2(0, 1);
    ivec2 aside = ahead.yx;
    if (slips(at - aside, axis)) {
        f.across.xy = vec2(passedBeside(at - aside, ahead, axis, f.crossing.xz, f.across.y, f.u));
    }
    if (slips(at + aside, axis)) {
        f.across.zw = vec2(passedBeside(at + aside, ahead, axis, -f.crossing.yw, f.across.z, f.u));
    }
    if (slips(at - ahead, axis)) {
        f.along.xy = vec2(passedOn(f.through, f.along.y, f.crossing.xy * vec2(1.0, -1.0), f.across.yz));
    }
    if (slips(at + ahead, axis)) {
        f.along.zw = vec2(passedOn(-f.through, f.along.z, f.crossing.zw * vec2(1.0, -1.0), f.across.yz));
    }
    return f;
}
#endif

// Returns a face's new velocity. `axis`: 0 for a left face, 1 for a bottom one.
float moved(Face f, ivec2 at, int axis, float dt)
{
    bool isFirst = at[axis] == 0;
    bool isEdge = (isFirst || at[axis] == u_cells[axis]) && u_wrap[axis] == 0;
    int side = 2 * axis + (isFirst ? 0 : 1);
#ifdef WALLS
    vec4 face = texelFetch(u_faces, at, 0);
    f.open = face[axis];
    if (f.open <= 0.0) {
        return texelFetch(u_wallVelocity, at, 0)[axis];
    }
#else
    if (isEdge && u_closedSides[side] > 0.5) {
        return 0.0;
    }
#endif
#ifdef EDGES
    if (isEdge && u_openSides[side] > 0.5) {
        return throughSide(side, at[1 - axis], f, isFirst ? f.along.z : f.along.y, dt / u_cellSize);
    }
#endif
#ifdef WALLS
    if (isNearSolid(at)) {
        f = amongSolids(f, at, axis);
    }
#endif
#ifdef VISCOUS
    // Beyond a side that holds the water the tangential velocity is mirrored with opposite sign.
    int across = 2 * (1 - axis);
    bool low = at[1 - axis] == 0;
    bool high = at[1 - axis] == u_cells[1 - axis] - 1;
    f.across.y = low && u_holdingSides[across] > 0.5 ? 2.0 * u_wallSpeed[across] - f.u : f.across.y;
    f.across.z = high && u_holdingSides[across + 1] > 0.5 ? 2.0 * u_wallSpeed[across + 1] - f.u : f.across.z;
#endif
    float u = accelerated(f, at, axis, dt);
#ifdef WALLS
    // Values near .25 and .75 mark one-way faces (shallow/valves.frag); solids have 0 and 1.
    float way = face[axis + 2];
    u = way > 0.2 && way < 0.3 ? min(u, 0.0) : way > 0.7 && way < 0.8 ? max(u, 0.0) : u;
#endif
    return contain(u);
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    float dt = exactFetch(u_clock, ivec2(0)).y;
    ivec2 left = ivec2(texel.x, min(texel.y, u_cells.y - 1));
    ivec2 bottom = ivec2(min(texel.x, u_cells.x - 1), texel.y);
    Stencil s = around(left);
    float u = moved(leftFace(s), left, 0, dt);
    vec4 flow = s.c;
    if (left != bottom) {
        s = around(bottom);
        flow = flowAt(texel);
    }
    o_flow = exactly(vec4(flow.x, u, moved(bottomFace(s), bottom, 1, dt), flow.w));
}
