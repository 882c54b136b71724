// How a particle sets off: its velocity beside walls, and what walls keep of it. Two ways to lose mass are closed here:
// weights are divided by their sum over the cells that a particle reaches, and what would land in a wall lands in the
// cell nearest to where the particle arrives.
#include "gaussian/kernel.glsl"
#include "gaussian/walls.glsl"

// Sum of the weights along an axis.
vec4 weightSum(vec4 velocity)
{
    vec4 nearest = floor(velocity + 0.5);
    vec4 sum = vec4(0.0);
    for (int n = -3; n <= 3; n++) {
        sum += weight(ROOT_LOG2E * velocity + ROOT_LOG2E * (float(n) - nearest));
    }
    return sum;
}

// What walls make of the velocity of a particle.
vec2 besideWalls(ivec2 cell, vec2 velocity)
{
    vec2 v = velocity;
#ifdef SOLIDS
    v = besideSolid(cell, v);
#endif
    v = besideSides(cell, v);
    // In a solid already: straight out of it.
    return isBlocked(cell) ? v : beforeWall(cell, v);
}

// Sum of its weights in walls.
float blockedSum(ivec2 cell, vec2 velocity)
{
    vec2 nearest = floor(velocity + 0.5);
    float sum = 0.0;
    for (int j = -3; j <= 3; j++) {
        for (int i = -3; i <= 3; i++) {
            vec2 to = nearest + vec2(i, j);
            vec4 w = weight(ROOT_LOG2E * (velocity - to).xyxy);
            sum += isBlocked(cell + ivec2(to)) ? w.x * w.y : 0.0;
        }
    }
    return sum;
}
