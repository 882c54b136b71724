// What arrives in the four cells of a texel of mass that moves (u_moveX, u_moveY, cells) and is spread. WALLS: closed
// sides throw back what would get beyond them; SOLIDS: what would get into or behind one is left before it.
// PUBLISHED: by the published weights.
#ifdef PUBLISHED
vec4 weight(vec4 x)
{
    vec4 scaled = ROOT_LOG2E * x;
    return exp2(-(scaled * scaled));
}
#else
#include "gaussian/kernel.glsl"
#endif
#ifdef WALLS
#include "gaussian/walls.glsl"
#endif
#ifdef SOLIDS
#include "gaussian/sight.glsl"
#endif

uniform sampler2D u_moveX;
uniform sampler2D u_moveY;

// What a texel must know of walls near it.
struct Near {
    bvec4 low;    // its first and second column, and row, are next to the side that they begin at
    bvec4 high;   // that they end at
    int rounds;   // 1: solids are near
    ivec4 solids; // solidMap() of its cells
    ivec4 hidden; // hiddenMap()
    ivec4 kept;   // keptMap()
};

Near nearOf(ivec2 texel)
{
    Near near = Near(bvec4(false), bvec4(false), 0, ivec4(0), ivec4(0), ivec4(0));
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
        near.rounds = around != 0 ? 1 : 0;
    }
#endif
    return near;
}

// Weights along an axis of particles that arrive at x from a cell, with those that a side throws back to it.
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
// What four particles leave in a cell: x, y from there to where they arrive; `open`, what they would without solids.
// Where one arrives in a solid it sees all around.
vec4 besideSolids(int hidden, int solids, int kept, vec4 x, vec4 y, vec4 open, vec4 mass)
{
    vec4 toX = floor(x + 0.5);
    vec4 toY = floor(y + 0.5);
    vec4 place = clamp(3.0 * toY + toX + 4.0, 0.0, 8.0);
    vec4 left = open * max(1.0 - bitAt(hidden, place), bitAt(solids, place));
    vec4 here = vec4(lessThanEqual(max(abs(toX), abs(toY)), vec4(1.0)));
    vec4 back = vec4(0.0);
    int places = hidden != 0 && any(greaterThan(here, vec4(0.0))) ? 9 : 0;
    for (int n = 0; n < places; n++) {
        int turns = (hidden >> n) & 1;
        for (int k = 0; k < turns; k++) {
            vec2 cell = vec2(n % 3 - 1, n / 3 - 1);
            back += landingOf(solids, kept, n, place) * weight(x - cell.x) * weight(y - cell.y);
        }
    }
    return left + back * mass * here;
}
#endif

// Of the particles of `texel`. `offset`: of its first cell from that of the texel where they arrive.
mat4 arrivalsOf(Near near, vec2 offset, vec4 moveX, vec4 moveY, vec4 mass)
{
    vec4 x = moveX + offset.x + COLUMN;
    vec4 y = moveY + offset.y + ROW;
    mat4 arrives = arrivals(weightBeside(x, near.low.x, near.high.x), weightBeside(x - 1.0, near.low.y, near.high.y),
                            mass * weightBeside(y, near.low.z, near.high.z),
                            mass * weightBeside(y - 1.0, near.low.w, near.high.w));
#ifdef SOLIDS
    for (int n = 0; n < near.rounds; n++) {
        arrives = mat4(besideSolids(near.hidden.x, near.solids.x, near.kept.x, x, y, arrives[0], mass),
                       besideSolids(near.hidden.y, near.solids.y, near.kept.y, x - 1.0, y, arrives[1], mass),
                       besideSolids(near.hidden.z, near.solids.z, near.kept.z, x, y - 1.0, arrives[2], mass),
                       besideSolids(near.hidden.w, near.solids.w, near.kept.w, x - 1.0, y - 1.0, arrives[3], mass));
    }
#endif
    return arrives;
}
