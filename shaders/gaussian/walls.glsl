// How solids and closed sides limit particles. Distances are in cells, velocities in cells a step.
#include "solid/table.glsl"

uniform sampler2D u_distance; // nearest solid: m, and its column in the table
uniform float u_cellSize;     // m
uniform float u_unit;         // from m/s to cells a step
uniform vec4 u_closedSides;   // 1: left, right, bottom, top is a wall
uniform vec4 u_holdingSides;  // 1: the fluid sticks to this side
uniform vec4 u_wallSpeed;     // along the side, cells a step

// The least distance from walls that particles keep, cells; particles that are nearer already stay as near.
const float WALL_GAP = 0.5;
const float FAR_OFF = 1e6;

// Mirrors a cell beyond a closed side of the domain to the inside, and wraps one beyond a periodic side.
ivec2 foldCell(ivec2 cell)
{
    cell = wrapCell(cell);
    bvec4 closed = greaterThan(u_closedSides, vec4(0.5));
    for (int axis = 0; axis < 2; axis++) {
        int at = cell[axis];
        int high = u_cells[axis] - 1;
        cell[axis] = at < 0 && closed[2 * axis] ? -1 - at : at > high && closed[2 * axis + 1] ? 2 * high + 1 - at : at;
    }
    return cell;
}

float solidDistance(ivec2 cell)
{
#ifdef SOLIDS
    return texelFetch(u_distance, clamp(wrapCell(cell), ivec2(0), u_cells - 1), 0).x / u_cellSize;
#else
    return FAR_OFF;
#endif
}

// Returns whether a cell lies in a solid or beyond a closed side.
bool isBlocked(ivec2 cell)
{
    bvec4 beyond = bvec4(cell.x < 0, cell.x >= u_cells.x, cell.y < 0, cell.y >= u_cells.y);
    return dot(vec4(beyond), u_closedSides) > 0.5 || solidDistance(cell) < 0.0;
}

#if defined(WRAP) && defined(SOLIDS)
// Returns a lower bound of the distance to solids across a periodic seam: the larger of the seam's and the far cell's.
float acrossSeam(ivec2 cell, int axis, int edge, float toSeam)
{
    ivec2 beyond = cell;
    beyond[axis] = edge;
    return u_wrap[axis] > 0 ? max(toSeam, solidDistance(beyond) - toSeam) : FAR_OFF;
}

float seamDistance(ivec2 cell)
{
    vec2 p = vec2(cell) + 0.5;
    vec2 q = vec2(u_cells) - p;
    return min(min(acrossSeam(cell, 0, -1, p.x), acrossSeam(cell, 0, u_cells.x, q.x)),
               min(acrossSeam(cell, 1, -1, p.y), acrossSeam(cell, 1, u_cells.y, q.y)));
}
#endif

float sideDistance(ivec2 cell)
{
    vec2 p = vec2(cell) + 0.5;
    vec4 sides = vec4(p.x, float(u_cells.x) - p.x, p.y, float(u_cells.y) - p.y);
    sides = mix(vec4(FAR_OFF), sides, u_closedSides);
    return min(min(sides.x, sides.y), min(sides.z, sides.w));
}

// Returns the distance to the nearest solid, across a seam too.
float nearestSolid(ivec2 cell)
{
    float nearest = solidDistance(cell);
#if defined(WRAP) && defined(SOLIDS)
    nearest = min(nearest, seamDistance(cell));
#endif
    return nearest;
}

float wallDistance(ivec2 cell)
{
    return min(sideDistance(cell), nearestSolid(cell));
}

#ifdef SOLIDS
// Returns the column of the nearest solid in the table.
float solidColumn(ivec2 cell)
{
    return texelFetch(u_distance, clamp(wrapCell(cell), ivec2(0), u_cells - 1), 0).y;
}

// Returns the direction away from the nearest solid, or up if it is undefined.
vec2 solidNormal(ivec2 cell)
{
    vec2 slope = vec2(solidDistance(cell + ivec2(1, 0)) - solidDistance(cell - ivec2(1, 0)),
                      solidDistance(cell + ivec2(0, 1)) - solidDistance(cell - ivec2(0, 1)));
    float steep = length(slope);
    return steep < 0.2 ? vec2(0.0, 1.0) : slope / steep;
}

// Limits a velocity (slip or stick) so that a particle ends at least WALL_GAP from the moved solid, or leaves it.
vec2 besideSolid(ivec2 cell, vec2 velocity)
{
    float d = solidDistance(cell);
    if (d > length(velocity) + 2.0 * SPEED_MAX) {
        return velocity;
    }
    vec2 normal = solidNormal(cell);
    Solid solid = solidAt(solidColumn(cell));
    vec2 wall = u_unit * solidVelocity(solid, (vec2(cell) + 0.5) * u_cellSize);
    float across = dot(velocity, normal), wallAcross = dot(wall, normal);
    // A receding wall still fills its old place, which the particle must not enter.
    float least = WALL_GAP - (d > 0.0 ? max(d, WALL_GAP) : d) + max(wallAcross, 0.0);
    if (across >= least) {
        return velocity;
    }
    vec2 along = solid.motion.w > 0.5 ? wall - wallAcross * normal : velocity - across * normal;
    return least * normal + along;
}

// Moves a particle out of a solid, and out of the next (or a corner) there; at a closed side, the opposite way.
vec2 outOfSolids(ivec2 cell, vec2 velocity, int rounds)
{
    for (int i = 0; i < rounds; i++) {
        ivec2 to = wrapCell(cell + ivec2(floor(velocity + 0.5)));
        to = clamp(to, ivec2(0), u_cells - 1);
        float d = solidDistance(to);
        vec2 push = d < 0.0 ? (WALL_GAP - d) * solidNormal(to) : vec2(0.0);
        vec2 p = vec2(cell) + 0.5 + velocity + push;
        vec4 beyond = vec4(p.x < 0.0, p.x > float(u_cells.x), p.y < 0.0, p.y > float(u_cells.y)) * u_closedSides;
        push.x = beyond.x + beyond.y > 0.5 ? -push.x : push.x;
        push.y = beyond.z + beyond.w > 0.5 ? -push.y : push.y;
        velocity = clamp(velocity + push, -SPEED_MAX, SPEED_MAX);
    }
    return velocity;
}
#endif

// Limits a velocity at closed sides, as besideSolid() does at solids.
vec2 besideSides(ivec2 cell, vec2 velocity)
{
    vec2 p = vec2(cell) + 0.5;
    vec2 size = vec2(u_cells);
    vec2 low = mix(vec2(-FAR_OFF), WALL_GAP - p, u_closedSides.xz);
    vec2 high = mix(vec2(FAR_OFF), size - WALL_GAP - p, u_closedSides.yw);
    vec4 touches = vec4(velocity.x <= low.x, velocity.x >= high.x, velocity.y <= low.y, velocity.y >= high.y);
    vec2 kept = clamp(velocity, low, high);
    vec4 sticks = touches * u_holdingSides;
    kept.y = sticks.x > 0.5 ? u_wallSpeed.x : sticks.y > 0.5 ? u_wallSpeed.y : kept.y;
    kept.x = sticks.z > 0.5 ? u_wallSpeed.z : sticks.w > 0.5 ? u_wallSpeed.w : kept.x;
    return kept;
}

// Returns the part of a displacement up to the first wall; it starts in a free cell.
vec2 beforeWall(ivec2 cell, vec2 velocity)
{
    int looks = 1 + int(2.0 * max(abs(velocity.x), abs(velocity.y))); // every half cell
    float free = 1.0;
    for (int i = looks; i > 0; i--) {
        float share = float(i) / float(looks);
        free = isBlocked(cell + ivec2(floor(share * velocity + 0.5))) ? float(i - 1) / float(looks) : free;
    }
    // The place need not be tested again: its cell was found free, or is the first cell.
    return free < 1.0 ? free * velocity : velocity;
}
