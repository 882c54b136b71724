// Forces on every particle, and how it then sets off. Two particles act on each other between the places that they
// move to, x = i + v_i - v_0: F = -m0 sum m_i (P_0 + P_i) x_i G(x_i), equal and opposite (the symmetric pressure force
// of SPH), with P from gaussian/pressure.glsl, and pull their velocities together (viscosity), gently where they are
// dense. Walls push as particles of the same mass and pressure would, and don't pull.
// In: u_velocityX, u_velocityY (cells a step) and u_mass; u_neighbourhood (gaussian/neighbourhood.frag, FORCES);
// u_stiffness and u_viscosity of a weight exp(-x.x), so over pi; u_acceleration, cells a step, each step. With
// CORRECTED masses are multiplied by the second value of u_massBudget (gaussian/mass_budget.frag).
// Out: velocity, x and y, cells a step; mass over the sum of its weights; mass whose way walls block.
// WALLS draws particles that may come near to one. PLAIN takes one pair after the other, for comparison.
#include "gaussian/state.glsl"
#include "gaussian/pressure.glsl"
#include "gaussian/kernel.glsl"
#ifdef WALLS
#include "gaussian/depart.glsl"
#endif

uniform sampler2D u_neighbourhood;
uniform float u_stiffness;
uniform vec2 u_acceleration;
uniform float u_viscosity;
uniform float u_softPressure;
#ifdef CORRECTED
uniform sampler2D u_massBudget;
#endif
layout(location = 0) out vec4 o_velocityX;
layout(location = 1) out vec4 o_velocityY;
layout(location = 2) out vec4 o_mass;
layout(location = 3) out vec4 o_blocked;

struct Particles {
    vec4 velocityX;
    vec4 velocityY;
    vec4 mass;
    vec4 pressure;
};

// Where particles already push each other by a cell in a step, those that come nearer are thrown back too far: above
// u_softPressure (mass times pressure) a pair pushes more softly, by the root of the one's factor times the other's.
vec4 softness(vec4 mass, vec4 pressure)
{
    return min(inversesqrt(max(mass * abs(pressure), vec4(1e-20)) / u_softPressure), vec4(1.0));
}

// How viscosity counts a particle: a pair by the lesser of both.
vec4 thinness(vec4 mass)
{
    return 1.0 / max(mass, vec4(u_restDensity));
}

#ifdef PLAIN
// Sum of forces over mass on one particle.
vec2 forceOn(ivec2 cell, vec2 velocity, float mass, float pressure)
{
    const int FARTHEST = 2 * FORCE_TEXELS + 1;
    vec2 force = vec2(0.0);
    for (int j = -FARTHEST; j <= FARTHEST; j++) {
        for (int i = -FARTHEST; i <= FARTHEST; i++) {
            ivec2 other = cell + ivec2(i, j);
            ivec2 texels = abs((other >> 1) - (cell >> 1));
            Cell source = cellAt(other);
            vec2 x = vec2(i, j) + source.velocity - velocity;
            float g = exp(-dot(x, x)) - FORCE_REACH_WEIGHT;
            if (max(texels.x, texels.y) <= FORCE_TEXELS && g > 0.0) {
                float p = pressureOf(vec4(source.mass)).x;
                float soft = softness(vec4(mass), vec4(pressure)).x * softness(vec4(source.mass), vec4(p)).x;
                float share = min(thinness(vec4(mass)).x, thinness(vec4(source.mass)).x);
                force -= u_stiffness * soft * source.mass * (pressure + p) * g * x;
                force += u_viscosity * source.mass * share * g * (source.velocity - velocity);
            }
        }
    }
    return force;
}

void addForces(ivec2 own, Particles at, inout vec4 forceX, inout vec4 forceY)
{
    for (int k = 0; k < 4; k++) {
        vec2 v = vec2(at.velocityX[k], at.velocityY[k]);
        vec2 force = at.mass[k] > 0.0 ? forceOn(2 * own + ivec2(k & 1, k >> 1), v, at.mass[k], at.pressure[k])
                                      : vec2(0.0);
        forceX[k] += force.x;
        forceY[k] += force.y;
    }
}
#else
// Of one particle on the four of this texel. Places are scaled by ROOT_LOG2E.
void act(vec2 place, float mass, float massPressure, vec4 x, vec4 y, vec4 pressure, inout vec4 sumX, inout vec4 sumY)
{
    vec4 dx = place.x - x;
    vec4 dy = place.y - y;
    vec4 g = max(exp2(-(dx * dx + dy * dy)) - FORCE_REACH_WEIGHT, 0.0);
    vec4 f = (massPressure + mass * pressure) * g;
    sumX += f * dx;
    sumY += f * dy;
}

#ifdef VISCOUS
void drag(vec2 place, vec2 velocity, float mass, float thin, vec4 x, vec4 y, vec4 thinHere, Particles at,
          inout vec4 sumX, inout vec4 sumY)
{
    vec4 dx = place.x - x;
    vec4 dy = place.y - y;
    vec4 f = mass * min(thinHere, vec4(thin)) * max(exp2(-(dx * dx + dy * dy)) - FORCE_REACH_WEIGHT, 0.0);
    sumX += f * (velocity.x - at.velocityX);
    sumY += f * (velocity.y - at.velocityY);
}
#endif

void addForces(ivec2 own, Particles at, inout vec4 forceX, inout vec4 forceY)
{
    ivec4 neighbourhood = texelNeighbourhood(own, ivec4(texelFetch(u_neighbourhood, own >> 2, 0)));
    vec4 x = ROOT_LOG2E * (at.velocityX + COLUMN);
    vec4 y = ROOT_LOG2E * (at.velocityY + ROW);
    vec4 sumX = vec4(0.0);
    vec4 sumY = vec4(0.0);
#ifdef VISCOUS
    vec4 dragX = vec4(0.0);
    vec4 dragY = vec4(0.0);
    vec4 thinHere = thinness(at.mass);
#endif
    vec2 scale = packedScale();
    for (int j = neighbourhood.y; j <= neighbourhood.w; j++) {
        for (int i = neighbourhood.x; i <= neighbourhood.z; i++) {
            ivec2 texel = wrapTexel(ivec2(i, j));
            vec4 velocityX = readPacked(u_velocityX, texel, scale);
            vec4 velocityY = readPacked(u_velocityY, texel, scale);
            vec4 mass = readPacked(u_mass, texel, scale);
            vec2 offset = 2.0 * vec2(ivec2(i, j) - own);
            vec4 placeX = ROOT_LOG2E * velocityX + ROOT_LOG2E * (offset.x + COLUMN);
            vec4 placeY = ROOT_LOG2E * velocityY + ROOT_LOG2E * (offset.y + ROW);
            vec4 p = pressureOf(mass);
            vec4 pushing = mass;
            int hard = any(greaterThan(mass * abs(p), vec4(u_softPressure))) ? 1 : 0;
            for (int k = 0; k < hard; k++) {
                pushing *= softness(mass, p);
            }
            p *= pushing;
            act(vec2(placeX.x, placeY.x), pushing.x, p.x, x, y, at.pressure, sumX, sumY);
            act(vec2(placeX.y, placeY.y), pushing.y, p.y, x, y, at.pressure, sumX, sumY);
            act(vec2(placeX.z, placeY.z), pushing.z, p.z, x, y, at.pressure, sumX, sumY);
            act(vec2(placeX.w, placeY.w), pushing.w, p.w, x, y, at.pressure, sumX, sumY);
#ifdef VISCOUS
            vec4 thin = thinness(mass);
            for (int k = 0; k < 4; k++) {
                drag(vec2(placeX[k], placeY[k]), vec2(velocityX[k], velocityY[k]), mass[k], thin[k], x, y, thinHere,
                     at, dragX, dragY);
            }
#endif
        }
    }
    vec4 strength = u_stiffness / ROOT_LOG2E * softness(at.mass, at.pressure);
    forceX -= strength * sumX;
    forceY -= strength * sumY;
#ifdef VISCOUS
    forceX += u_viscosity * dragX;
    forceY += u_viscosity * dragY;
#endif
}
#endif

// Sum of a particle's weights along an axis, as gaussian/gather.frag will compute them: what a formula for it leaves of
// the rounding errors of exp2 adds up, to 7e-4 of the mass in 10,000 steps.
vec4 weightSum(vec4 velocity)
{
    vec4 nearest = floor(velocity + 0.5);
    vec4 sum = vec4(0.0);
    for (int n = -2; n <= 2; n++) {
        sum += weight(ROOT_LOG2E * velocity + ROOT_LOG2E * (float(n) - nearest));
    }
    return sum;
}

#ifdef WALLS
// Push of the walls that a particle comes near to.
vec2 wallForce(ivec2 cell, vec2 velocity, float mass, float pressure, float distance)
{
    int count = pressure > 0.0 && distance < length(velocity) + FORCE_REACH + 0.8 ? 6 : 0;
    vec2 corner = floor(velocity) - 2.0;
    vec2 sum = vec2(0.0);
    for (int j = 0; j < count; j++) {
        for (int i = 0; i < count; i++) {
            vec2 to = corner + vec2(i, j);
            vec2 x = to - velocity;
            float g = max(exp(-dot(x, x)) - FORCE_REACH_WEIGHT, 0.0);
            sum += isBlocked(cell + ivec2(to)) ? g * x : vec2(0.0);
        }
    }
    float soft = softness(vec4(mass), vec4(pressure)).x;
    return -u_stiffness * soft * soft * mass * 2.0 * pressure * sum;
}

// Velocities after what walls do; which share of each particle they block.
vec4 meetWalls(ivec2 own, Particles at, inout vec4 velocityX, inout vec4 velocityY)
{
    vec4 blocked = vec4(0.0);
    vec4 fastest = max(sqrt(velocityX * velocityX + velocityY * velocityY),
                       sqrt(at.velocityX * at.velocityX + at.velocityY * at.velocityY));
    float reach = max(max(fastest.x, fastest.y), max(fastest.z, fastest.w)) + REACH * 1.42 + 1.0;
    // Only who has mass and is near looks further.
    int count = wallDistance(2 * own) < reach + 1.5 ? 4 : 0;
    for (int k = 0; k < count; k++) {
        ivec2 cell = 2 * own + ivec2(k & 1, k >> 1);
        vec2 v = vec2(velocityX[k], velocityY[k]);
        vec2 before = vec2(at.velocityX[k], at.velocityY[k]);
        float distance = wallDistance(cell);
        int rounds = at.mass[k] > 0.0 && distance < reach ? 1 : 0;
        for (int i = 0; i < rounds; i++) {
            v += wallForce(cell, before, at.mass[k], at.pressure[k], distance);
            v = besideWalls(cell, clamp(v, -SPEED_MAX, SPEED_MAX), distance);
            blocked[k] = blockedSum(cell, v);
        }
        velocityX[k] = v.x;
        velocityY[k] = v.y;
    }
    return blocked;
}
#endif

void main()
{
    ivec2 own = ivec2(gl_FragCoord.xy);
    Particles at;
    at.velocityX = texelFetch(u_velocityX, own, 0);
    at.velocityY = texelFetch(u_velocityY, own, 0);
    at.mass = texelFetch(u_mass, own, 0);
    at.pressure = pressureOf(at.mass);
    vec4 velocityX = at.velocityX + u_acceleration.x;
    vec4 velocityY = at.velocityY + u_acceleration.y;
    addForces(own, at, velocityX, velocityY);
    velocityX = clamp(velocityX, -SPEED_MAX, SPEED_MAX);
    velocityY = clamp(velocityY, -SPEED_MAX, SPEED_MAX);
    vec4 blocked = vec4(0.0);
#ifdef WALLS
    blocked = meetWalls(own, at, velocityX, velocityY);
#endif
    vec4 mass = at.mass / (weightSum(velocityX) * weightSum(velocityY));
#ifdef CORRECTED
    mass *= texelFetch(u_massBudget, ivec2(0), 0).y;
#endif
    o_velocityX = velocityX;
    o_velocityY = velocityY;
    o_mass = mass;
    o_blocked = mass * blocked;
}
