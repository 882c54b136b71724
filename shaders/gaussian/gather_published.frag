// Runs a whole step of the tiny fluid as published: sums mass and momentum of the particles that arrive, weighted by
// exp(-x.x) times u_unit; each particle is accelerated by u_strength (u_restDensity - mass) x before it arrives. A
// splash is added at the end. In: u_velocityX, u_velocityY (cells a step), u_mass; u_neighbourhood
// (gaussian/neighbourhood.frag). Only offsets from u_limits.xy to u_limits.zw count. u_splash: mass; velocity: a factor
// on the cell's centre (cells) and an offset. Out: velocity, x and y, cells a step; mass. Empty cells rest.
//   CLASSIC    divides the momentum by mass + 1e-6, leaves out the offset (-7, -7) and has (-7, 7)
//   REFERENCE  takes one particle after the other, for comparison
#include "gaussian/state.glsl"
#include "common/contain.glsl"

uniform sampler2D u_neighbourhood;
uniform vec4 u_limits;
uniform float u_unit;
uniform float u_strength;
uniform float u_restDensity;
uniform vec4 u_splash; // mass, factor, offset x and y
layout(location = 0) out vec4 o_velocityX;
layout(location = 1) out vec4 o_velocityY;
layout(location = 2) out vec4 o_mass;

// Adds one particle at `offset` from cell `k` of the texel.
void gatherOne(ivec2 cell, int k, ivec2 offset, float factor, inout vec4 mass, inout vec4 momentumX,
               inout vec4 momentumY)
{
    Cell source = cellAt(cell + offset);
    vec2 x = source.velocity + vec2(offset);
    float arrives = factor * u_unit * source.mass * exp(-dot(x, x));
    vec2 velocity = source.velocity + u_strength * (u_restDensity - source.mass) * x;
    mass[k] += arrives;
    momentumX[k] += arrives * velocity.x;
    momentumY[k] += arrives * velocity.y;
}

#ifdef REFERENCE
void gather(ivec2 own, inout vec4 mass, inout vec4 momentumX, inout vec4 momentumY)
{
    ivec4 limits = ivec4(u_limits);
    for (int k = 0; k < 4; k++) {
        ivec2 cell = 2 * own + ivec2(k & 1, k >> 1);
        for (int j = limits.y; j <= limits.w; j++) {
            for (int i = limits.x; i <= limits.z; i++) {
                gatherOne(cell, k, ivec2(i, j), 1.0, mass, momentumX, momentumY);
            }
        }
    }
}
#else
// Returns offsets of a texel's cells from a cell along an axis; beyond the limits they are so large that they weigh 0.
vec4 offsets(float first, vec4 within, vec2 limits)
{
    const float FAR_OFF = 1000.0;
    vec4 offset = first + within;
    return offset + FAR_OFF * (vec4(lessThan(offset, limits.xxxx)) + vec4(greaterThan(offset, limits.yyyy)));
}

// Returns the published weight; `x` is scaled by ROOT_LOG2E.
vec4 weight(vec4 x)
{
    return exp2(-(x * x));
}

void gather(ivec2 own, inout vec4 mass, inout vec4 momentumX, inout vec4 momentumY)
{
    ivec4 neighbourhood = texelNeighbourhood(own, ivec4(texelFetch(u_neighbourhood, own >> 2, 0)));
    vec2 limitsX = u_limits.xz, limitsY = u_limits.yw;
    vec2 scale = packedScale();
    for (int j = neighbourhood.y; j <= neighbourhood.w; j++) {
        float first = 2.0 * float(j - own.y);
        vec4 lowOffset = offsets(first, ROW, limitsY);
        vec4 highOffset = offsets(first - 1.0, ROW, limitsY);
        for (int i = neighbourhood.x; i <= neighbourhood.z; i++) {
            ivec2 texel = ivec2(i, j);
            vec4 velocityX = readPacked(u_velocityX, texel, scale);
            vec4 velocityY = readPacked(u_velocityY, texel, scale);
            vec4 sourceMass = readPacked(u_mass, texel, scale);
            first = 2.0 * float(i - own.x);
            vec4 xLeft = velocityX + offsets(first, COLUMN, limitsX);
            vec4 xRight = velocityX + offsets(first - 1.0, COLUMN, limitsX);
            vec4 yLow = velocityY + lowOffset, yHigh = velocityY + highOffset;
            vec4 left = weight(ROOT_LOG2E * xLeft), right = weight(ROOT_LOG2E * xRight);
            vec4 low = sourceMass * weight(ROOT_LOG2E * yLow);
            vec4 high = sourceMass * weight(ROOT_LOG2E * yHigh);
            vec4 push = u_strength * (u_restDensity - sourceMass);
            mat4 arrives = arrivals(left, right, low, high);
            mass += vec4(1.0) * arrives;
            vec4 pushed = velocityX + push * xLeft;
            momentumX.xz += vec2(dot(pushed, arrives[0]), dot(pushed, arrives[2]));
            pushed = velocityX + push * xRight;
            momentumX.yw += vec2(dot(pushed, arrives[1]), dot(pushed, arrives[3]));
            pushed = velocityY + push * yLow;
            momentumY.xy += vec2(dot(pushed, arrives[0]), dot(pushed, arrives[1]));
            pushed = velocityY + push * yHigh;
            momentumY.zw += vec2(dot(pushed, arrives[2]), dot(pushed, arrives[3]));
        }
    }
    mass *= u_unit;
    momentumX *= u_unit;
    momentumY *= u_unit;
}
#endif

#ifdef CLASSIC
void gatherCorners(ivec2 own, inout vec4 mass, inout vec4 momentumX, inout vec4 momentumY)
{
    for (int k = 0; k < 4; k++) {
        ivec2 cell = 2 * own + ivec2(k & 1, k >> 1);
        gatherOne(cell, k, ivec2(-7, -7), -1.0, mass, momentumX, momentumY);
        gatherOne(cell, k, ivec2(-7, 7), 1.0, mass, momentumX, momentumY);
    }
}
#endif

void main()
{
    ivec2 own = ivec2(gl_FragCoord.xy);
    vec4 mass = vec4(0.0), momentumX = vec4(0.0), momentumY = vec4(0.0);
    gather(own, mass, momentumX, momentumY);
#ifdef CLASSIC
#ifdef REFERENCE
    int rounds = 1;
#else
    vec4 neighbourhood = texelFetch(u_neighbourhood, own >> 2, 0);
    int rounds = neighbourhood.x <= -7.0 && (neighbourhood.y <= -7.0 || neighbourhood.w >= 7.0) ? 1 : 0;
#endif
    for (int i = 0; i < rounds; i++) {
        gatherCorners(own, mass, momentumX, momentumY);
    }
    vec4 share = 1.0 / (mass + 1e-6);
#else
    vec4 share = vec4(greaterThan(mass, vec4(0.0))) / max(mass, vec4(1e-37));
#endif
    vec2 first = 2.0 * vec2(own) + 0.5;
    vec4 inside = vec4(lessThan(first.x + COLUMN, vec4(u_cells.x))) * vec4(lessThan(first.y + ROW, vec4(u_cells.y)));
    o_velocityX = inside * contain(momentumX * share + u_splash.y * (first.x + COLUMN) + u_splash.z);
    o_velocityY = inside * contain(momentumY * share + u_splash.y * (first.y + ROW) + u_splash.w);
    o_mass = inside * contain(max(mass, 0.0) + u_splash.x);
}
