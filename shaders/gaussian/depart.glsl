// Limits a particle's velocity or displacement near walls, before it moves.
#include "gaussian/walls.glsl"

// Returns a particle's velocity after walls have limited it; `distance`: to the nearest wall.
vec2 besideWalls(ivec2 cell, vec2 velocity, float distance)
{
    vec2 v = velocity;
    int rounds = distance < length(velocity) + 2.0 ? 1 : 0;
    for (int i = 0; i < rounds; i++) {
#ifdef SOLIDS
        v = clamp(besideSolid(cell, v), -SPEED_MAX, SPEED_MAX);
        v = outOfSolids(cell, v, distance < 0.0 ? 6 : 0);
#endif
        v = besideSides(cell, v);
        v = distance < 0.0 ? v : beforeWall(cell, v);
    }
    return clamp(v, -SPEED_MAX, SPEED_MAX);
}

// Returns whether the nearest wall is a solid along which liquid slips.
bool slipsAlongSolid(ivec2 cell, float distance)
{
#ifdef SOLIDS
    return distance >= 0.0 && solidDistance(cell) <= distance && solidAt(solidColumn(cell)).motion.w <= 0.5;
#else
    return false;
#endif
}

uniform float u_adhesion;
uniform vec4 u_sideContact; // left, right, bottom, top: cosine of the contact angle, 0 for open sides

// Returns the acceleration towards a wall at distance `d`, in units of the stiffness over pi: the sum over all cells of
// the wall, each of which attracts liquid by exp(-x.x) x, the more strongly the larger the cosine of its contact angle
// is; u_adhesion grows with the surface tension. The factors are measured, see docs/figures/liquid.md.
float pullOf(float contact, float d)
{
    float adhesion = u_adhesion * contact * (contact < 0.0 ? 0.125 + 0.06 * contact : 0.19);
    return 0.5 * sqrt(PI) * adhesion * exp(-d * d);
}

vec2 wallPull(ivec2 cell, float distance)
{
    vec2 pull = vec2(0.0);
    if (distance > 4.0) {
        return pull;
    }
    vec2 p = vec2(cell) + 0.5;
    vec2 q = vec2(u_cells) - p;
    pull.x += pullOf(u_sideContact.y, q.x) - pullOf(u_sideContact.x, p.x);
    pull.y += pullOf(u_sideContact.w, q.y) - pullOf(u_sideContact.z, p.y);
#ifdef SOLIDS
    float d = solidDistance(cell);
    pull -= d < 4.0 ? pullOf(solidContact(solidColumn(cell)), d) * solidNormal(cell) : vec2(0.0);
#endif
    return pull;
}
