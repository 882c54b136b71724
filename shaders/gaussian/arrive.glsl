// What arrives in the four cells of a texel of mass that moves and is spread. WALLS: without what walls block, and with
// what they blocked of it (u_blocked) where that goes instead. PUBLISHED: by the published weights.
#ifdef PUBLISHED
vec4 weight(vec4 x)
{
    return exp2(-(x * x));
}
#else
#include "gaussian/kernel.glsl"
#endif
#ifdef WALLS
#include "gaussian/walls.glsl"

uniform sampler2D u_blocked;
#endif
#ifdef SOLIDS
#include "gaussian/sight.glsl"
#endif

// What a texel must know of walls near it.
struct Near {
    int rounds; // 1: there are some
    ivec4 maps; // sightMap() of its cells
};

Near nearOf(ivec2 texel)
{
    Near near = Near(0, ivec4(-1));
#ifdef WALLS
    // From its first cell to its last, and what that gets.
    near.rounds = wallDistance(2 * texel) < REACH * 1.42 + 3.0 ? 1 : 0;
#endif
#ifdef SOLIDS
    near.maps = sightMaps(texel);
#endif
    return near;
}

// Of the particles of `texel`, with these velocities and masses. `offset`: of its first cell from that of the texel
// where they arrive.
mat4 arrivalsOf(Near near, ivec2 texel, vec2 offset, vec2 scale, vec4 velocityX, vec4 velocityY, vec4 mass)
{
    vec4 x = ROOT_LOG2E * velocityX;
    vec4 y = ROOT_LOG2E * velocityY;
    vec4 left = weight(x + ROOT_LOG2E * (offset.x + COLUMN));
    vec4 right = weight(x + ROOT_LOG2E * (offset.x - 1.0 + COLUMN));
    vec4 low = mass * weight(y + ROOT_LOG2E * (offset.y + ROW));
    vec4 high = mass * weight(y + ROOT_LOG2E * (offset.y - 1.0 + ROW));
    mat4 arrives = arrivals(left, right, low, high);
#ifdef WALLS
    for (int n = 0; n < near.rounds; n++) {
        vec4 toX = floor(velocityX + 0.5) + offset.x + COLUMN;
        vec4 toY = floor(velocityY + 0.5) + offset.y + ROW;
#ifdef SOLIDS
        arrives = matrixCompMult(arrives, seenShares(near.maps, toX, toY));
#endif
        arrives += blockedArrivals(toX, toY, readPacked(u_blocked, texel, scale));
    }
#endif
    return arrives;
}
