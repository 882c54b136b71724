// How a particle sets off: its velocity beside walls, and what walls keep of it. Two ways to lose mass are closed here:
// weights are divided by their sum over the cells that a particle reaches, and what would land in a wall or behind one
// lands in the cell nearest to where the particle arrives.
#include "gaussian/walls.glsl"
#ifdef SOLIDS
#include "gaussian/sight.glsl"
#endif

// What walls make of the velocity of a particle so far from them.
vec2 besideWalls(ivec2 cell, vec2 velocity, float distance)
{
    vec2 v = velocity;
    int rounds = distance < length(velocity) + 2.0 ? 1 : 0;
    for (int i = 0; i < rounds; i++) {
#ifdef SOLIDS
        v = clamp(besideSolid(cell, v), -SPEED_MAX, SPEED_MAX);
        v = distance < 0.0 ? outOfSolids(cell, v) : v;
#endif
        v = besideSides(cell, v);
        v = distance < 0.0 ? v : beforeWall(cell, v);
    }
    return clamp(v, -SPEED_MAX, SPEED_MAX);
}

// Sum of its weights in walls and behind them.
float blockedSum(ivec2 cell, vec2 velocity)
{
    vec2 nearest = floor(velocity + 0.5);
    float sum = 0.0;
#ifdef SOLIDS
    int solids = solidMap(cell + ivec2(nearest));
    solids = (solids & bitOf(0, 0)) != 0 ? 0 : solids; // inside one it sees all around
#endif
    for (int j = -2; j <= 2; j++) {
        for (int i = -2; i <= 2; i++) {
            vec2 to = nearest + vec2(i, j);
            vec4 w = weight(ROOT_LOG2E * (velocity - to).xyxy);
            bool blocked = isBlocked(cell + ivec2(to));
#ifdef SOLIDS
            blocked = blocked || !isOpen(solids, i, j);
#endif
            sum += blocked ? w.x * w.y : 0.0;
        }
    }
    return sum;
}
