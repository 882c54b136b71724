// Forces on every particle, and its displacement. The force between two particles depends on where both arrive, x = i +
// v_i - v_0: F = -m0 sum m_i (P_0 + P_i) x_i G(x_i), equal and opposite (the symmetric pressure force of SPH), with P
// from gaussian/pressure.glsl. They also average their velocities, less where they are dense: this adds viscosity to
// the viscosity of spreading, or takes some of it back. Walls act through the liquid's ghosts in them.
//
// A particle moves by its velocity plus a drift, sum s x_i G(x_i) over its own mass, where s is the larger mass to the
// power of 3/4 times the smaller mass to the power of 1/4. The drift leads to the denser side and cancels the spreading
// of mass away from it. Equal and opposite in a pair, it moves no centre of mass; it is no part of the velocity.
//
// In: u_velocityX, u_velocityY (cells a step) and u_mass; u_neighbourhood (gaussian/neighbourhood.frag, FORCES);
// u_stiffness, u_viscosity and u_drift for the weight exp(-x.x), and so divided by pi; u_acceleration, cells a step,
// each step. Out: velocity, x and y, cells a step; displacement, cells.
//   WALLS      the version for particles that may come near a wall
//   SOLIDS     with WALLS: there are solids, with ghosts (gaussian/ghosts.glsl)
//   TURNING    the domain rotates (common/turning.glsl, in cells and steps)
//   REFERENCE  takes one pair after the other, for comparison
#include "gaussian/state.glsl"
#include "gaussian/pressure.glsl"

uniform sampler2D u_bulkPressure;

// The four particles of a texel.
struct Particles {
    vec4 velocityX;
    vec4 velocityY;
    vec4 mass;
    vec4 bulk; // pressure of the bulk viscosity
    vec4 own;  // 1: no ghost (gaussian/ghosts.glsl)
};

// Reads the bulk pressure, with NaN as 0; real values are far below the limit.
vec4 bulkAt(ivec2 texel, vec2 scale)
{
    vec4 bulk = readPacked(u_bulkPressure, texel, scale);
    return mix(vec4(0.0), bulk, lessThan(abs(bulk), vec4(1e4)));
}

Particles readParticles(ivec2 texel, vec2 scale)
{
    return Particles(readPacked(u_velocityX, texel, scale), readPacked(u_velocityY, texel, scale),
                     readMass(u_mass, texel, scale), bulkAt(texel, scale), vec4(1.0));
}

#ifdef WALLS
#include "gaussian/depart.glsl"
#include "gaussian/ghosts.glsl"
#define particlesAt readWithGhosts
#define texelsAround ghostNeighbourhood
#else
#define particlesAt(texel, scale, near) readParticles(texel, scale)
#define texelsAround texelNeighbourhood
#endif
#ifdef TURNING
#include "common/turning.glsl"
#endif

uniform sampler2D u_neighbourhood;
uniform float u_stiffness;
uniform float u_softPressure;
uniform vec2 u_acceleration;
uniform float u_viscosity;
uniform float u_sharedSpeed;
uniform float u_drift;
layout(location = 0) out vec4 o_velocityX;
layout(location = 1) out vec4 o_velocityY;
layout(location = 2) out vec4 o_moveX;
layout(location = 3) out vec4 o_moveY;

const float DRIFT_RATIO = 4.0; // largest weight of a pair, over the mass of the thinner one

// Particles that already move a cell in a step would overshoot if nearer: above u_softPressure (mass times pressure) a
// pair's force is softened, by the square root of the product of both particles' factors.
vec4 softness(vec4 mass, vec4 pressure)
{
    return min(inversesqrt(max(mass * abs(pressure), vec4(1e-20)) / u_softPressure), vec4(1.0));
}

// The values of four particles that pair forces need beside place and velocity.
struct Pairing {
    vec4 pushing, pressure;      // softened mass, and pressure
    vec4 thinness;               // weight in velocity averaging
    vec4 fourthRoot, root, most; // for the drift: roots of the mass, and DRIFT_RATIO times it
};

Pairing pairingOf(vec4 mass)
{
    vec4 root = sqrt(mass), pressure = pressureOf(mass);
    vec4 pushing = mass;
    int hard = any(greaterThan(mass * abs(pressure), vec4(u_softPressure))) ? 1 : 0;
    for (int k = 0; k < hard; k++) {
        pushing *= softness(mass, pressure);
    }
    return Pairing(pushing, pressure, inversesqrt(max(mass, vec4(u_restDensity))), sqrt(root), root,
                   DRIFT_RATIO * mass);
}

// Sums, for four particles, over all particles that act on them.
struct Sums {
    vec4 forceX, forceY;
    vec4 driftX, driftY;
    vec4 dragX, dragY;
};

// Returns the factor on velocity averaging for a squared velocity difference `apart`. It falls with the difference
// where u_sharedSpeed is not 0, for negative averaging: so colliding particles keep the viscosity of spreading.
vec4 sharingOf(vec4 apart)
{
    return clamp(1.0 - u_sharedSpeed * apart, 0.0, 1.0);
}

// Returns 1 if there may be ghosts of solids in the neighbourhood of a texel.
int nearGhosts(ivec2 own, ivec4 neighbourhood)
{
#if defined(SOLIDS) && !defined(REFERENCE)
    vec2 farthest = 2.0 * vec2(max(own - neighbourhood.xy, neighbourhood.zw - own)) + 1.0;
    return nearestSolid(2 * own) < length(farthest) + 1.5 ? 1 : 0;
#else
    return 1;
#endif
}

#ifdef REFERENCE
// One particle or ghost; state.w: 1 for a particle, 0 for a ghost.
struct Other {
    vec4 state;
    float pressure;
    float bulk;
};

float bulkOf(ivec2 cell)
{
    bool inside = all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, u_cells));
    return inside ? bulkAt(cell >> 1, packedScale())[(cell.x & 1) + 2 * (cell.y & 1)] : 0.0;
}

Other otherAt(ivec2 cell)
{
    ivec2 wrapped = wrapCell(cell);
    cell = foldCell(cell);
    vec2 turn = 1.0 - 2.0 * vec2(notEqual(cell, wrapped));
    float own = cell == wrapped ? 1.0 : 0.0;
    Cell c = cellAt(cell);
    float bulk = bulkOf(cell);
#ifdef SOLIDS
    bool inside = all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, u_cells));
    vec4 ghost = inside ? ghostAt(cell) : vec4(0.0);
    if (ghost.z > 0.0 && c.mass == 0.0) {
        c = Cell(ghost.xy, ghost.z);
        bulk = 0.0;
        own = 0.0;
    }
#endif
    return Other(vec4(turn * c.velocity, c.mass, own), pressureOf(vec4(c.mass)).x, bulk);
}

void addPair(ivec2 cell, int k, Particles at, float pressure, inout Sums sums)
{
    const int FARTHEST = 2 * FORCE_TEXELS + 1;
    vec2 velocity = vec2(at.velocityX[k], at.velocityY[k]);
    float soft = softness(vec4(at.mass[k]), vec4(pressure)).x;
    for (int j = -FARTHEST; j <= FARTHEST; j++) {
        for (int i = -FARTHEST; i <= FARTHEST; i++) {
            ivec2 to = cell + ivec2(i, j);
            ivec2 texels = abs((to >> 1) - (cell >> 1));
            ivec4 beyond = ivec4(-(to >> 1), (to >> 1) - texelCount() + 1) * ivec4(u_closedSides.xzyw);
            Other other = otherAt(to);
            vec2 x = vec2(i, j) + other.state.xy - velocity;
            float g = exp(-dot(x, x)) - FORCE_REACH_WEIGHT;
            bool near = all(lessThanEqual(beyond, ivec4(GHOST_TEXELS)));
            if (max(texels.x, texels.y) <= FORCE_TEXELS && g > 0.0 && near) {
                float mass = other.state.z;
                float hardness = soft * softness(vec4(mass), vec4(other.pressure)).x;
                float dense = max(at.mass[k], u_restDensity) * max(mass, u_restDensity);
                float share = other.state.w / sqrt(dense);
                float pressures = pressure + at.bulk[k] + other.pressure + other.bulk;
                vec2 push = -u_stiffness * hardness * mass * pressures * g * x;
                vec2 apart = other.state.xy - velocity;
                vec2 drag = mass * share * g * sharingOf(vec4(dot(apart, apart))).x * apart;
                sums.forceX[k] += push.x;
                sums.forceY[k] += push.y;
                float larger = max(mass, at.mass[k]), smaller = min(mass, at.mass[k]);
                float drifts = min(pow(larger, 0.75) * pow(smaller, 0.25), DRIFT_RATIO * smaller) * g / at.mass[k];
                sums.driftX[k] += drifts * x.x;
                sums.driftY[k] += drifts * x.y;
                sums.dragX[k] += drag.x;
                sums.dragY[k] += drag.y;
            }
        }
    }
}

void addForces(ivec2 own, ivec4 neighbourhood, int near, Particles at, inout Sums sums)
{
    vec4 pressure = pressureOf(at.mass);
    for (int k = 0; k < 4; k++) {
        if (at.mass[k] > 0.0) {
            addPair(2 * own + ivec2(k & 1, k >> 1), k, at, pressure[k], sums);
        }
    }
}
#else
// Adds the forces, averaging and drift of one other particle to the four particles `at` of this texel. Places are
// scaled by ROOT_LOG2E. `other`: the other particle's softened mass, this mass times its pressure, and its weight in
// velocity averaging (0 for ghosts); `drifting`: its fourthRoot, root and most (Pairing).
void act(vec2 place, vec2 velocity, vec3 other, vec3 drifting, vec4 x, vec4 y, Particles at, Pairing here,
         inout Sums sums)
{
    vec4 dx = place.x - x, dy = place.y - y;
    vec4 g = clamp(exp2(-(dx * dx + dy * dy)) - FORCE_REACH_WEIGHT, 0.0, 1.0);
    vec4 gx = g * dx, gy = g * dy;
    vec4 f = other.y + other.x * here.pressure;
    sums.forceX += f * gx;
    sums.forceY += f * gy;
    vec4 drifts = min(drifting.x * here.fourthRoot * max(here.root, drifting.y), min(here.most, drifting.z));
    sums.driftX += drifts * gx;
    sums.driftY += drifts * gy;
    vec4 apartX = velocity.x - at.velocityX, apartY = velocity.y - at.velocityY;
    vec4 t = other.z * g * sharingOf(apartX * apartX + apartY * apartY);
    sums.dragX += t * apartX;
    sums.dragY += t * apartY;
}

void addForces(ivec2 own, ivec4 neighbourhood, int near, Particles at, inout Sums sums)
{
    vec4 x = ROOT_LOG2E * (at.velocityX + COLUMN), y = ROOT_LOG2E * (at.velocityY + ROW);
    Pairing here = pairingOf(at.mass);
    vec4 strength = -u_stiffness / ROOT_LOG2E * softness(at.mass, here.pressure);
    here.pressure += at.bulk;
    vec2 scale = packedScale();
    for (int j = neighbourhood.y; j <= neighbourhood.w; j++) {
        for (int i = neighbourhood.x; i <= neighbourhood.z; i++) {
            Particles p = particlesAt(wrapTexel(ivec2(i, j)), scale, near);
            Pairing o = pairingOf(p.mass);
            vec2 offset = 2.0 * vec2(ivec2(i, j) - own);
            vec4 placeX = ROOT_LOG2E * p.velocityX + ROOT_LOG2E * (offset.x + COLUMN);
            vec4 placeY = ROOT_LOG2E * p.velocityY + ROOT_LOG2E * (offset.y + ROW);
            vec4 pushed = (o.pressure + p.bulk) * o.pushing;
            vec4 portion = p.own * p.mass * o.thinness;
            act(vec2(placeX.x, placeY.x), vec2(p.velocityX.x, p.velocityY.x), vec3(o.pushing.x, pushed.x, portion.x),
                vec3(o.fourthRoot.x, o.root.x, o.most.x), x, y, at, here, sums);
            act(vec2(placeX.y, placeY.y), vec2(p.velocityX.y, p.velocityY.y), vec3(o.pushing.y, pushed.y, portion.y),
                vec3(o.fourthRoot.y, o.root.y, o.most.y), x, y, at, here, sums);
            act(vec2(placeX.z, placeY.z), vec2(p.velocityX.z, p.velocityY.z), vec3(o.pushing.z, pushed.z, portion.z),
                vec3(o.fourthRoot.z, o.root.z, o.most.z), x, y, at, here, sums);
            act(vec2(placeX.w, placeY.w), vec2(p.velocityX.w, p.velocityY.w), vec3(o.pushing.w, pushed.w, portion.w),
                vec3(o.fourthRoot.w, o.root.w, o.most.w), x, y, at, here, sums);
        }
    }
    sums.forceX *= strength;
    sums.forceY *= strength;
    vec4 light = 1.0 / (ROOT_LOG2E * max(at.mass, vec4(1e-20)));
    sums.driftX *= light;
    sums.driftY *= light;
    sums.dragX *= here.thinness;
    sums.dragY *= here.thinness;
}
#endif

#ifdef WALLS
void meetWalls(ivec2 own, bool asks, Particles at, inout vec4 velocityX, inout vec4 velocityY, inout vec4 moveX,
               inout vec4 moveY)
{
    vec4 fastest = max(sqrt(velocityX * velocityX + velocityY * velocityY), sqrt(moveX * moveX + moveY * moveY));
    float reach = max(max(fastest.x, fastest.y), max(fastest.z, fastest.w)) + 4.0;
    // Only particles that have mass and are near a wall can meet one.
    int count = asks && wallDistance(2 * own) < reach + 1.5 ? 4 : 0;
    for (int k = 0; k < count; k++) {
        ivec2 cell = 2 * own + ivec2(k & 1, k >> 1);
        vec4 one = vec4(equal(ivec4(0, 1, 2, 3), ivec4(k)));
        vec2 v = vec2(dot(velocityX, one), dot(velocityY, one));
        vec2 drift = vec2(dot(moveX, one), dot(moveY, one)) - v;
        float distance = wallDistance(cell);
        if (dot(at.mass, one) > 0.0 && distance < reach) {
            v += u_stiffness * wallPull(cell, distance);
            v = clamp(v, -SPEED_MAX, SPEED_MAX);
            vec2 stopped = besideWalls(cell, v, distance);
            bool slips = slipsAlongSolid(cell, distance);
            vec2 asked = clamp((slips ? v : stopped) + drift, -SPEED_MAX, SPEED_MAX);
            vec2 move = besideWalls(cell, asked, distance);
            // At rest, particles near the surface have velocities that cancel the drift. A slanted solid that removed
            // only those into it would drive a current: so it removes a fraction, which grows with the depth.
            v = slips ? mix(v, stopped, min(0.1 + 0.75 * length(asked - move), 1.0)) : stopped;
            velocityX = mix(velocityX, v.xxxx, one);
            velocityY = mix(velocityY, v.yyyy, one);
            moveX = mix(moveX, move.xxxx, one);
            moveY = mix(moveY, move.yyyy, one);
        }
    }
}
#endif

void main()
{
    ivec2 own = ivec2(gl_FragCoord.xy);
    vec4 mass = texelFetch(u_mass, own, 0);
    ivec4 neighbourhood = texelsAround(own, ivec4(texelFetch(u_neighbourhood, own >> 2, 0)));
    int near = nearGhosts(own, neighbourhood);
    bool asks = any(greaterThan(mass, vec4(0.0)));
    near = asks ? near : 0;
    neighbourhood = asks ? neighbourhood : own.xyxy + ivec4(1, 1, 0, 0);
    Particles at = Particles(texelFetch(u_velocityX, own, 0), texelFetch(u_velocityY, own, 0), mass,
                             bulkAt(own, packedScale()), vec4(1.0));
    Sums sums;
    sums.forceX = sums.forceY = sums.driftX = sums.driftY = sums.dragX = sums.dragY = vec4(0.0);
    addForces(own, neighbourhood, near, at, sums);
    vec4 velocityX = at.velocityX + u_acceleration.x + sums.forceX + u_viscosity * sums.dragX;
    vec4 velocityY = at.velocityY + u_acceleration.y + sums.forceY + u_viscosity * sums.dragY;
#ifdef TURNING
    for (int k = 0; k < 4; k++) {
        vec2 place = vec2(2 * own + ivec2(k & 1, k >> 1)) + 0.5;
        vec2 v = turnedBack(vec2(velocityX[k], velocityY[k]), 1.0) + turningAcceleration(place);
        velocityX[k] = v.x;
        velocityY[k] = v.y;
    }
#endif
    velocityX = clamp(velocityX, -SPEED_MAX, SPEED_MAX);
    velocityY = clamp(velocityY, -SPEED_MAX, SPEED_MAX);
    vec4 some = vec4(greaterThan(mass, vec4(0.0)));
    vec4 moveX = clamp(velocityX + u_drift * sums.driftX, -SPEED_MAX, SPEED_MAX);
    vec4 moveY = clamp(velocityY + u_drift * sums.driftY, -SPEED_MAX, SPEED_MAX);
#ifdef WALLS
    meetWalls(own, asks, at, velocityX, velocityY, moveX, moveY);
#endif
    o_velocityX = some * velocityX;
    o_velocityY = some * velocityY;
    o_moveX = some * moveX;
    o_moveY = some * moveY;
}
