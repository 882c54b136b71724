// Gathers what arrives at every cell: mass and momentum of the particles of gaussian/forces.frag, weighted by where
// they arrive. WALLS: also what walls blocked of them (u_blocked) at the nearest cell, and nothing in solids. PLAIN: one
// particle after the other, for comparison.
#include "gaussian/state.glsl"
#include "gaussian/kernel.glsl"
#ifdef WALLS
#include "gaussian/walls.glsl"

uniform sampler2D u_blocked;
#endif
uniform sampler2D u_windows; // gaussian/windows.frag
layout(location = 0) out vec4 o_velocityX;
layout(location = 1) out vec4 o_velocityY;
layout(location = 2) out vec4 o_mass;

// Less is nothing: so that space gets empty again where only the tails of tails arrive.
const float LEAST_MASS = 1e-8;

#ifdef PLAIN
float plainWeight(float x)
{
    return max(exp(-x * x) - REACH_WEIGHT, 0.0);
}

void gather(ivec2 own, inout vec4 mass, inout vec4 momentumX, inout vec4 momentumY)
{
    const int FARTHEST = int(SPEED_MAX) + 4;
    for (int k = 0; k < 4; k++) {
        ivec2 cell = 2 * own + ivec2(k & 1, k >> 1);
        for (int j = -FARTHEST; j <= FARTHEST; j++) {
            for (int i = -FARTHEST; i <= FARTHEST; i++) {
                Cell source = cellAt(cell + ivec2(i, j));
                vec2 x = source.velocity + vec2(i, j);
                float arrives = source.mass * plainWeight(x.x) * plainWeight(x.y);
                mass[k] += arrives;
                momentumX[k] += arrives * source.velocity.x;
                momentumY[k] += arrives * source.velocity.y;
            }
        }
    }
}
#else
void gather(ivec2 own, inout vec4 mass, inout vec4 momentumX, inout vec4 momentumY)
{
    ivec4 window = texelWindow(own, ivec4(texelFetch(u_windows, own >> 2, 0)));
    vec2 scale = packedScale();
    for (int j = window.y; j <= window.w; j++) {
        for (int i = window.x; i <= window.z; i++) {
            ivec2 texel = wrapTexel(ivec2(i, j));
            vec4 velocityX = readPacked(u_velocityX, texel, scale);
            vec4 velocityY = readPacked(u_velocityY, texel, scale);
            vec4 sourceMass = readPacked(u_mass, texel, scale);
            vec2 offset = 2.0 * vec2(ivec2(i, j) - own);
            vec4 x = ROOT_LOG2E * velocityX;
            vec4 y = ROOT_LOG2E * velocityY;
            vec4 left = weight(x + ROOT_LOG2E * (offset.x + COLUMN));
            vec4 right = weight(x + ROOT_LOG2E * (offset.x - 1.0 + COLUMN));
            vec4 low = sourceMass * weight(y + ROOT_LOG2E * (offset.y + ROW));
            vec4 high = sourceMass * weight(y + ROOT_LOG2E * (offset.y - 1.0 + ROW));
            mat4 arrives = arrivals(left, right, low, high);
            mass += vec4(1.0) * arrives;
            momentumX += velocityX * arrives;
            momentumY += velocityY * arrives;
        }
    }
}
#endif

#ifdef WALLS
void gatherBlocked(ivec2 own, inout vec4 mass, inout vec4 momentumX, inout vec4 momentumY)
{
    ivec4 window = texelWindow(own, ivec4(texelFetch(u_windows, own >> 2, 0)));
    vec2 scale = packedScale();
    for (int j = window.y; j <= window.w; j++) {
        for (int i = window.x; i <= window.z; i++) {
            ivec2 texel = wrapTexel(ivec2(i, j));
            vec4 velocityX = readPacked(u_velocityX, texel, scale);
            vec4 velocityY = readPacked(u_velocityY, texel, scale);
            vec4 blocked = readPacked(u_blocked, texel, scale);
            vec2 offset = 2.0 * vec2(ivec2(i, j) - own);
            mat4 arrives = blockedArrivals(offset.x + COLUMN, offset.y + ROW, velocityX, velocityY, blocked);
            mass += vec4(1.0) * arrives;
            momentumX += velocityX * arrives;
            momentumY += velocityY * arrives;
        }
    }
}

void meetWalls(ivec2 own, inout vec4 mass, inout vec4 momentumX, inout vec4 momentumY)
{
    // A cell's own reach, and from its texel's first cell to its last.
    int rounds = wallDistance(2 * own) < REACH * 1.42 + 3.0 ? 1 : 0;
    for (int i = 0; i < rounds; i++) {
        gatherBlocked(own, mass, momentumX, momentumY);
        for (int k = 0; k < 4; k++) {
            ivec2 cell = 2 * own + ivec2(k & 1, k >> 1);
            mass[k] = isBlocked(cell) ? 0.0 : mass[k];
        }
    }
}
#endif

void main()
{
    ivec2 own = ivec2(gl_FragCoord.xy);
    vec4 mass = vec4(0.0);
    vec4 momentumX = vec4(0.0);
    vec4 momentumY = vec4(0.0);
    gather(own, mass, momentumX, momentumY);
#ifdef WALLS
    meetWalls(own, mass, momentumX, momentumY);
#endif
    vec2 first = 2.0 * vec2(own) + 0.5;
    vec4 inside = vec4(lessThan(first.x + COLUMN, vec4(u_cells.x))) * vec4(lessThan(first.y + ROW, vec4(u_cells.y)));
    vec4 some = inside * vec4(greaterThanEqual(mass, vec4(LEAST_MASS)));
    vec4 share = some / max(mass, vec4(LEAST_MASS));
    o_velocityX = momentumX * share;
    o_velocityY = momentumY * share;
    o_mass = mass * some;
}
