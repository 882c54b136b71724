// Computes the mass that arrives in the four cells of a texel: particles move by u_moveX, u_moveY (cells) and are
// spread.
//   WALLS      closed sides mirror mass that would land beyond them
//   SOLIDS     mass that would land in or behind a solid lands in front of it
//   PUBLISHED  uses the weights of the published method
#ifdef PUBLISHED
vec4 weight(vec4 x)
{
    vec4 scaled = ROOT_LOG2E * x;
    return exp2(-(scaled * scaled));
}
#else
// Returns CONSERVING's weight along an axis: a quadratic B-spline, whose weights sum to 1 with variance 1/4 anywhere.
vec4 weight(vec4 x)
{
    vec4 outer = max(1.5 - abs(x), 0.0);
    vec4 inner = max(0.5 - abs(x), 0.0);
    return 0.5 * outer * outer - 1.5 * inner * inner;
}
#endif
#ifdef WALLS
#include "gaussian/walls.glsl"
#endif
#ifdef SOLIDS
#include "gaussian/visibility.glsl"
#endif

uniform sampler2D u_moveX;
uniform sampler2D u_moveY;

// The walls near a texel that change the mass that arrives in it.
struct Near {
    bvec4 low;     // whether its first and second column, and row, are next to the low side
    bvec4 high;    // whether they are next to the high side
    int rounds;    // 1: solids are near
    ivec4 solids;  // solidMap() of its cells
    ivec4 hidden;  // hiddenMap()
    ivec4 kept;    // keptMap()
    ivec4 passing; // passingMap()
};

Near nearOf(ivec2 texel)
{
    Near near = Near(bvec4(false), bvec4(false), 0, ivec4(0), ivec4(0), ivec4(0), ivec4(0));
#ifdef WALLS
    ivec4 cells = (2 * texel).xxyy + ivec4(0, 1, 0, 1);
    vec4 ends = vec4(u_cells.xxyy - 1);
    near.low = greaterThan(vec4(equal(vec4(cells), vec4(0.0))) * u_closedSides.xxzz, vec4(0.5));
    near.high = greaterThan(vec4(equal(vec4(cells), ends)) * u_closedSides.yyww, vec4(0.5));
#endif
#ifdef SOLIDS
    int count = solidDistance(2 * texel) < 4.3 ? 1 : 0;
#ifdef WRAP
    count = seamDistance(2 * texel) < 4.3 ? 1 : count;
#endif
    for (int n = 0; n < count; n++) {
        ivec2 cell = 2 * texel;
        int around = solidsAround(texel);
        near.solids = ivec4(mapIn(around, 0, 0), mapIn(around, 1, 0), mapIn(around, 0, 1), mapIn(around, 1, 1));
        near.hidden = ivec4(hiddenMap(near.solids.x), hiddenMap(near.solids.y), hiddenMap(near.solids.z),
                            hiddenMap(near.solids.w));
        near.kept = ivec4(keptMap(cell, near.solids.x, near.hidden.x),
                          keptMap(cell + ivec2(1, 0), near.solids.y, near.hidden.y),
                          keptMap(cell + ivec2(0, 1), near.solids.z, near.hidden.z),
                          keptMap(cell + 1, near.solids.w, near.hidden.w));
        near.passing = ivec4(passingMap(near.solids.x, near.hidden.x), passingMap(near.solids.y, near.hidden.y),
                             passingMap(near.solids.z, near.hidden.z), passingMap(near.solids.w, near.hidden.w));
        near.rounds = around != 0 ? 1 : 0;
    }
#endif
    return near;
}

// Returns a cell's weights along an axis, of particles arriving at distance x, and those that a closed side mirrors.
vec4 weightBeside(vec4 x, bool low, bool high)
{
    vec4 w = weight(x);
#ifdef WALLS
    w += low ? weight(x + 1.0) : vec4(0.0);
    w += high ? weight(x - 1.0) : vec4(0.0);
#endif
    return w;
}

#ifdef SOLIDS
vec4 bitAt(int map, vec4 place)
{
    return vec4((ivec4(map) >> ivec4(place)) & 1);
}

vec3 bitsOf(int map)
{
    return vec3((ivec3(map) >> ivec3(0, 1, 2)) & 1);
}

// Four particles relative to three columns, or rows, around a cell: weight in each, and 1 for that where they arrive.
struct Lines {
    mat3x4 weights;
    mat3x4 arrives;
};

// Returns how much of a hidden cell's weight passes to the cell beside it (passingMap() of gaussian/visibility.glsl).
// It comes from particles in the lines on both sides, in its own or the hidden cell's, less what the middle loses.
vec4 passingOf(int bits, mat3x4 sides, vec4 beside, vec4 past, vec4 middle)
{
    vec4 share = vec4((ivec4(bits) >> ivec4(0, 1, 2, 3)) & 1) * vec4(1.0, 1.0, PAST_CORNER, PAST_CORNER);
    return sides[0] * (share.x * beside + share.z * past) + sides[2] * (share.y * beside + share.w * past) -
           (share.z + share.w) * middle;
}

// Returns the mass that four particles leave in a cell with these maps; `open`: their mass without solids. A particle
// that arrives in a solid is spread to all cells around.
vec4 besideSolids(int solids, int hidden, int kept, int passing, Lines columns, Lines rows, vec4 open, vec4 mass)
{
    vec4 toX = columns.arrives[2] - columns.arrives[0], toY = rows.arrives[2] - rows.arrives[0];
    vec4 place = 3.0 * toY + toX + 4.0;
    vec4 left = open * max(1.0 - bitAt(hidden, place), bitAt(solids, place));
    vec4 middle = columns.arrives[1] * rows.arrives[1];
    vec4 back = vec4(0.0);
    int some = hidden != 0 ? 1 : 0;
    for (int n = 0; n < some; n++) {
        back = middle * (rows.weights[0] * (columns.weights * bitsOf(kept)) +
                         rows.weights[1] * (columns.weights * bitsOf(kept >> 3)) +
                         rows.weights[2] * (columns.weights * bitsOf(kept >> 6)));
        back += columns.weights[1] * rows.weights[0] *
                passingOf(passing, columns.arrives, rows.arrives[1], rows.arrives[0], middle);
        back += columns.weights[1] * rows.weights[2] *
                passingOf(passing >> 4, columns.arrives, rows.arrives[1], rows.arrives[2], middle);
        back += columns.weights[0] * rows.weights[1] *
                passingOf(passing >> 8, rows.arrives, columns.arrives[1], columns.arrives[0], middle);
        back += columns.weights[2] * rows.weights[1] *
                passingOf(passing >> 12, rows.arrives, columns.arrives[1], columns.arrives[2], middle);
    }
    return left + back * mass;
}

vec4 arrivesIn(vec4 to, float line)
{
    return vec4(equal(to, vec4(line)));
}

// Returns that mass for the four cells of a texel; x, y: where particles arrive, relative to the texel's first cell.
mat4 amongSolids(Near near, vec4 x, vec4 y, mat4 open, vec4 mass)
{
    mat4 columns = mat4(weight(x + 1.0), weight(x), weight(x - 1.0), weight(x - 2.0));
    mat4 rows = mat4(weight(y + 1.0), weight(y), weight(y - 1.0), weight(y - 2.0));
    vec4 toX = floor(x + 0.5), toY = floor(y + 0.5);
    mat4 inX = mat4(arrivesIn(toX, -1.0), arrivesIn(toX, 0.0), arrivesIn(toX, 1.0), arrivesIn(toX, 2.0));
    mat4 inY = mat4(arrivesIn(toY, -1.0), arrivesIn(toY, 0.0), arrivesIn(toY, 1.0), arrivesIn(toY, 2.0));
    Lines left = Lines(mat3x4(columns[0], columns[1], columns[2]), mat3x4(inX[0], inX[1], inX[2]));
    Lines right = Lines(mat3x4(columns[1], columns[2], columns[3]), mat3x4(inX[1], inX[2], inX[3]));
    Lines low = Lines(mat3x4(rows[0], rows[1], rows[2]), mat3x4(inY[0], inY[1], inY[2]));
    Lines high = Lines(mat3x4(rows[1], rows[2], rows[3]), mat3x4(inY[1], inY[2], inY[3]));
    return mat4(
        besideSolids(near.solids.x, near.hidden.x, near.kept.x, near.passing.x, left, low, open[0], mass),
        besideSolids(near.solids.y, near.hidden.y, near.kept.y, near.passing.y, right, low, open[1], mass),
        besideSolids(near.solids.z, near.hidden.z, near.kept.z, near.passing.z, left, high, open[2], mass),
        besideSolids(near.solids.w, near.hidden.w, near.kept.w, near.passing.w, right, high, open[3], mass));
}
#endif

// Returns the mass that a texel's particles leave in four cells. `offset`: from those cells' first to the particles'.
mat4 arrivalsOf(Near near, vec2 offset, vec4 moveX, vec4 moveY, vec4 mass)
{
    vec4 x = moveX + offset.x + COLUMN, y = moveY + offset.y + ROW;
    mat4 arrives = arrivals(weightBeside(x, near.low.x, near.high.x), weightBeside(x - 1.0, near.low.y, near.high.y),
                            mass * weightBeside(y, near.low.z, near.high.z),
                            mass * weightBeside(y - 1.0, near.low.w, near.high.w));
#ifdef SOLIDS
    for (int n = 0; n < near.rounds; n++) {
        arrives = amongSolids(near, x, y, arrives, mass);
    }
#endif
    return arrives;
}
