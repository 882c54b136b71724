// Gathers what arrives at every cell.
// In: the particles of gaussian/forces.frag: u_velocityX, u_velocityY (cells a step), u_mass; u_neighbourhood
// (gaussian/neighbourhood.frag). With WALLS also u_blocked, the mass that walls blocked: the nearest cell gets it.
// Out: velocity, x and y, cells a step, the mean of what arrives by mass; its mass. With WALLS there is none in walls.
// PLAIN takes one particle after the other, for comparison.
#include "gaussian/state.glsl"
#include "gaussian/arrive.glsl"

uniform sampler2D u_neighbourhood;
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

#ifdef WALLS
float blockedAt(ivec2 cell)
{
    cell = wrapCell(cell);
    bool inside = all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, u_cells));
    return inside ? texelFetch(u_blocked, cell >> 1, 0)[(cell.x & 1) + 2 * (cell.y & 1)] : 0.0;
}
#endif

void gather(ivec2 own, inout vec4 mass, inout vec4 momentumX, inout vec4 momentumY)
{
    const int FARTHEST = int(SPEED_MAX) + 4;
    for (int k = 0; k < 4; k++) {
        ivec2 cell = 2 * own + ivec2(k & 1, k >> 1);
#ifdef SOLIDS
        int map = sightMap(cell);
#endif
        for (int j = -FARTHEST; j <= FARTHEST; j++) {
            for (int i = -FARTHEST; i <= FARTHEST; i++) {
                Cell source = cellAt(cell + ivec2(i, j));
                vec2 x = source.velocity + vec2(i, j);
                float arrives = source.mass * plainWeight(x.x) * plainWeight(x.y);
#ifdef WALLS
                vec2 to = floor(source.velocity + 0.5) + vec2(i, j);
#ifdef SOLIDS
                arrives *= seenFrom(map, to.xxxx, to.yyyy).x;
#endif
                arrives += to == vec2(0.0) ? blockedAt(cell + ivec2(i, j)) : 0.0;
#endif
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
    ivec4 neighbourhood = texelNeighbourhood(own, ivec4(texelFetch(u_neighbourhood, own >> 2, 0)));
    vec2 scale = packedScale();
    Near near = nearOf(own);
    for (int j = neighbourhood.y; j <= neighbourhood.w; j++) {
        for (int i = neighbourhood.x; i <= neighbourhood.z; i++) {
            ivec2 texel = wrapTexel(ivec2(i, j));
            vec4 velocityX = readPacked(u_velocityX, texel, scale);
            vec4 velocityY = readPacked(u_velocityY, texel, scale);
            vec4 sourceMass = readPacked(u_mass, texel, scale);
            vec2 offset = 2.0 * vec2(ivec2(i, j) - own);
            mat4 arrives = arrivalsOf(near, texel, offset, scale, velocityX, velocityY, sourceMass);
            mass += vec4(1.0) * arrives;
            momentumX += velocityX * arrives;
            momentumY += velocityY * arrives;
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
    // Nothing in walls.
    for (int k = 0; k < 4; k++) {
        mass[k] = isBlocked(2 * own + ivec2(k & 1, k >> 1)) ? 0.0 : mass[k];
    }
#endif
    vec2 first = 2.0 * vec2(own) + 0.5;
    vec4 inside = vec4(lessThan(first.x + COLUMN, vec4(u_cells.x))) * vec4(lessThan(first.y + ROW, vec4(u_cells.y)));
    vec4 some = inside * vec4(greaterThanEqual(mass, vec4(LEAST_MASS)));
    vec4 share = some / max(mass, vec4(LEAST_MASS));
    o_velocityX = momentumX * share;
    o_velocityY = momentumY * share;
    o_mass = mass * some;
}
