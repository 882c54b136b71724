// Gathers the mass that arrives at every cell. In: the particles of gaussian/forces.frag: u_velocityX, u_velocityY
// (cells a step), u_moveX, u_moveY (cells), and u_mass; u_neighbourhood (gaussian/neighbourhood.frag). Out: velocity, x
// and y, cells a step, the mean of arriving particles, weighted by mass; mass; and the pressure of a bulk viscosity, in
// units of gaussian/pressure.glsl: u_bulkViscosity times the excess of the mass over the mass of the cells that it came
// from, so that liquid that moves without being compressed has none.
//   WALLS, SOLIDS  see gaussian/arrive.glsl; solids hold no mass
//   CORRECTED      masses are multiplied by the second value of u_massBudget (gaussian/mass_budget.frag)
//   FLUX           outputs mass times displacement in the last step instead of velocity, counted where mass crosses the
//                  sides of a cell: equal amounts in both directions cancel. u_massBefore: mass before the step
//   REFERENCE      takes one particle after the other, for comparison
#include "common/contain.glsl"
#include "gaussian/state.glsl"
#include "gaussian/arrive.glsl"

uniform sampler2D u_neighbourhood;
uniform sampler2D u_massBudget;
uniform sampler2D u_massBefore;
layout(location = 0) out vec4 o_velocityX;
layout(location = 1) out vec4 o_velocityY;
#ifndef FLUX
uniform float u_restDensity;
uniform float u_bulkViscosity;
layout(location = 2) out vec4 o_mass;
layout(location = 3) out vec4 o_bulkPressure;
#endif

// A smaller mass is set to 0: so cells that only get traces, by being spread again and again, become empty.
const float LEAST_MASS = 1e-8;
// Only cells that lack less than this fraction of the rest density have a bulk pressure: surfaces fluctuate at rest.
const float THINNEST = 0.025;

#ifdef FLUX
// Mass that moves by `way` cells counts in the cells along its path, one half for each side of a cell. Returns the
// share of each of the two end cells, with the sign of `way`: 1/2 for moves shorter than 2.5 cells (addWays() counts 1
// for the cell between). For longer moves each end alone counts half the distance.
vec4 endsOf(vec4 way)
{
    return 0.5 * mix(way, sign(way), vec4(lessThan(abs(way), vec4(2.5))));
}

// Displacement times mass, of the four cells of a texel.
struct Ways {
    vec4 x;
    vec4 y;
};

void addWays(Near near, vec2 offset, vec4 moveX, vec4 moveY, vec4 before, mat4 arrives, inout Ways ways)
{
    for (int k = 0; k < 4; k++) {
        vec4 fromX = offset.x + COLUMN - COLUMN[k], fromY = offset.y + ROW - ROW[k];
        ways.x[k] += dot(arrives[k], endsOf(-fromX));
        ways.y[k] += dot(arrives[k], endsOf(-fromY));
        // Mass that moves by two cells across this one, from its lower to its upper neighbour (`up`) or back (`down`).
        int column = k & 1;
        int row = 2 + (k >> 1);
        vec4 x = fromX + moveX, y = fromY + moveY;
        vec4 up = near.high[column] ? vec4(0.0) : vec4(equal(fromX, vec4(-1.0))) * weight(x - 1.0);
        vec4 down = near.low[column] ? vec4(0.0) : vec4(equal(fromX, vec4(1.0))) * weight(x + 1.0);
        ways.x[k] += dot(before * (up - down), weightBeside(y, near.low[row], near.high[row]));
        up = near.high[row] ? vec4(0.0) : vec4(equal(fromY, vec4(-1.0))) * weight(y - 1.0);
        down = near.low[row] ? vec4(0.0) : vec4(equal(fromY, vec4(1.0))) * weight(y + 1.0);
        ways.y[k] += dot(before * (up - down), weightBeside(x, near.low[column], near.high[column]));
    }
}

// Returns the start cell's share (`from`, of `cells` along an axis): weight times endsOf(), over all landing cells.
float leavingOf(float from, float move, float cells, bvec2 closed)
{
    float to = floor(from + move + 0.5);
    vec4 at = vec4(to - 1.0, to, to + 1.0, 1e6);
    vec4 w = weight(from + move - at);
    at = mix(at, -1.0 - at, vec4(lessThan(at, vec4(0.0))) * float(closed.x));
    at = mix(at, 2.0 * cells - 1.0 - at, vec4(greaterThanEqual(at, vec4(cells))) * float(closed.y));
    return dot(w, endsOf(at - from));
}
#endif

// Sums of arrivals in a texel's four cells: mass, mass times velocity, and mass times the mass of the cell it left.
struct Arrived {
    vec4 mass;
    vec4 momentumX;
    vec4 momentumY;
    vec4 massBefore;
};

#ifdef REFERENCE
float singleWeight(float x)
{
    x = abs(x);
    return x < 0.5 ? 0.75 - x * x : x < 1.5 ? 0.5 * (1.5 - x) * (1.5 - x) : 0.0;
}

float singleBeside(float x, bool low, bool high)
{
    return singleWeight(x) + (low ? singleWeight(x + 1.0) : 0.0) + (high ? singleWeight(x - 1.0) : 0.0);
}

// Returns the mass of one particle that arrives at `place`, relative to cell k of the texel.
float singleArrival(Near near, int k, ivec2 cell, vec2 place, float mass)
{
    int column = k & 1;
    int row = 2 + (k >> 1);
    float arrives = mass * singleBeside(place.x, near.low[column], near.high[column]) *
                    singleBeside(place.y, near.low[row], near.high[row]);
#ifdef SOLIDS
    vec2 to = floor(place + 0.5);
    if (max(abs(to.x), abs(to.y)) <= 1.0) {
        int bit = bitOf(int(to.x), int(to.y));
        arrives = (near.hidden[k] & bit) != 0 && (near.solids[k] & bit) == 0 ? 0.0 : arrives;
        ivec2 middle = cell + ivec2(to);
        int solids = solidMap(middle);
        int hidden = (solids & bitOf(0, 0)) == 0 || to == vec2(0.0) ? hiddenMap(solids) : 0;
        for (int n = 0; n < 9; n++) {
            ivec2 way = ivec2(n % 3, n / 3) - 1;
            vec2 x = place - to - vec2(way);
            float share = ((hidden >> n) & 1) != 0 ? landingPart(middle, solids, way, -ivec2(to)) : 0.0;
            arrives += share * mass * singleWeight(x.x) * singleWeight(x.y);
        }
    }
#endif
    return arrives;
}

vec2 moveAt(ivec2 cell)
{
    cell = wrapCell(cell);
    bool inside = all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, u_cells));
    int part = (cell.x & 1) + 2 * (cell.y & 1);
    return inside ? vec2(texelFetch(u_moveX, cell >> 1, 0)[part], texelFetch(u_moveY, cell >> 1, 0)[part]) : vec2(0.0);
}

void gather(ivec2 own, Near near, inout Arrived arrived)
{
    const int FARTHEST = int(SPEED_MAX) + 2;
    for (int k = 0; k < 4; k++) {
        ivec2 cell = 2 * own + ivec2(k & 1, k >> 1);
        for (int j = -FARTHEST; j <= FARTHEST; j++) {
            for (int i = -FARTHEST; i <= FARTHEST; i++) {
                ivec2 other = cell + ivec2(i, j);
                Cell source = cellAt(other);
                float arrives = singleArrival(near, k, cell, vec2(i, j) + moveAt(other), source.mass);
                arrived.mass[k] += arrives;
                arrived.momentumX[k] += arrives * source.velocity.x;
                arrived.momentumY[k] += arrives * source.velocity.y;
                arrived.massBefore[k] += arrives * source.mass;
            }
        }
    }
}
#else
#ifdef FLUX
void gather(ivec2 own, Near near, inout Ways ways)
#else
void gather(ivec2 own, Near near, inout Arrived arrived)
#endif
{
    ivec4 around = ivec4(texelFetch(u_neighbourhood, own >> 2, 0));
#ifdef FLUX
    around += ivec4(-2, -2, 2, 2); // particles that land next to a cell may have crossed it
#endif
    ivec4 neighbourhood = texelNeighbourhood(own, around);
#if defined(SOLIDS) && !defined(FLUX)
    bool isSolid = all(notEqual(near.solids & bitOf(0, 0), ivec4(0)));
    neighbourhood = isSolid ? own.xyxy + ivec4(1, 1, 0, 0) : neighbourhood; // a solid has no mass, so the loop is empty
#endif
    vec2 scale = packedScale();
    for (int j = neighbourhood.y; j <= neighbourhood.w; j++) {
        for (int i = neighbourhood.x; i <= neighbourhood.z; i++) {
            ivec2 texel = wrapTexel(ivec2(i, j));
            vec4 moveX = readPacked(u_moveX, texel, scale);
            vec4 moveY = readPacked(u_moveY, texel, scale);
            vec2 offset = 2.0 * vec2(ivec2(i, j) - own);
#ifdef FLUX
            vec4 before = readPacked(u_massBefore, texel, scale);
            addWays(near, offset, moveX, moveY, before, arrivalsOf(near, offset, moveX, moveY, before), ways);
#else
            vec4 mass = readMass(u_mass, texel, scale);
            mat4 arrives = arrivalsOf(near, offset, moveX, moveY, mass);
            arrived.mass += vec4(1.0) * arrives;
            arrived.momentumX += readPacked(u_velocityX, texel, scale) * arrives;
            arrived.momentumY += readPacked(u_velocityY, texel, scale) * arrives;
            arrived.massBefore += mass * arrives;
#endif
        }
    }
}
#endif

#ifdef FLUX
// Returns the part of a displacement that solids prevent, because mass for hidden cells lands elsewhere.
vec2 heldBack(ivec2 cell, vec2 move)
{
    vec2 back = vec2(0.0);
    vec2 to = floor(move + 0.5);
    ivec2 middle = cell + ivec2(to);
    int solids = wallDistance(cell) < length(move) + 4.3 ? solidMap(middle) : 0;
    int hidden = hiddenMap(solids);
    int count = hidden != 0 ? 9 : 0;
    for (int n = 0; n < count; n++) {
        ivec2 place = ivec2(n % 3, n / 3) - 1;
        vec4 w = weight((move - to - vec2(place)).xyxy);
        vec2 meant = to + vec2(foldCell(middle + place) - foldCell(middle));
        int targets = ((hidden >> n) & 1) != 0 ? 9 : 0;
        for (int i = 0; i < targets; i++) {
            ivec2 target = ivec2(i % 3, i / 3) - 1;
            vec4 ends = endsOf(vec4(to + vec2(target), meant));
            back += landingPart(middle, solids, place, target) * w.x * w.y * (ends.xy - ends.zw);
        }
    }
    return back;
}

void main()
{
    ivec2 own = ivec2(gl_FragCoord.xy);
    Ways ways = Ways(vec4(0.0), vec4(0.0));
    gather(own, nearOf(own), ways);
    vec4 moveX = texelFetch(u_moveX, own, 0), moveY = texelFetch(u_moveY, own, 0);
    vec4 leftX = vec4(0.0), leftY = vec4(0.0);
    for (int k = 0; k < 4; k++) {
        ivec2 cell = 2 * own + ivec2(k & 1, k >> 1);
        vec2 move = vec2(moveX[k], moveY[k]);
        bvec4 closed = greaterThan(u_closedSides, vec4(0.5));
        vec2 left = heldBack(cell, move) + vec2(leavingOf(float(cell.x), move.x, float(u_cells.x), closed.xy),
                                                leavingOf(float(cell.y), move.y, float(u_cells.y), closed.zw));
        leftX[k] = left.x;
        leftY[k] = left.y;
    }
    vec4 before = texelFetch(u_massBefore, own, 0);
    o_velocityX = ways.x + before * leftX;
    o_velocityY = ways.y + before * leftY;
}
#else
void main()
{
    ivec2 own = ivec2(gl_FragCoord.xy);
    Arrived arrived = Arrived(vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
    Near near = nearOf(own);
    gather(own, near, arrived);
    vec4 mass = arrived.mass;
#ifdef SOLIDS
    mass *= vec4(equal(near.solids & bitOf(0, 0), ivec4(0)));
#endif
    vec2 first = 2.0 * vec2(own) + 0.5;
    vec4 within = vec4(lessThan(first.x + COLUMN, vec4(u_cells.x))) * vec4(lessThan(first.y + ROW, vec4(u_cells.y)));
    vec4 some = within * vec4(greaterThanEqual(mass, vec4(LEAST_MASS)));
    vec4 share = some / max(mass, vec4(LEAST_MASS));
    o_velocityX = contain(arrived.momentumX * share);
    o_velocityY = contain(arrived.momentumY * share);
    vec4 before = arrived.massBefore * share;
    vec4 inside = clamp((min(mass, before) / u_restDensity - 1.0) / THINNEST + 1.0, 0.0, 1.0);
    vec4 thinness = u_restDensity / max(mass, vec4(u_restDensity));
    o_bulkPressure = contain(u_bulkViscosity * inside * thinness * thinness * (mass - before));
#ifdef CORRECTED
    some *= texelFetch(u_massBudget, ivec2(0), 0).y;
#endif
    o_mass = contain(mass * some);
}
#endif
