// Sums the momentum that particles give to solids, in parts (solid/parts.glsl): the reverse of the momentum that each
// solid gave to them in the last step. Each part takes rows of texels of the solid's box and of REACH cells about it.
// In: u_impulseX, u_impulseY (packed, see LOADS of gaussian/forces.frag), valid where u_massBefore had mass, within
// FARTHEST of a solid; u_givenX, u_givenY (packed, gaussian/given.frag), valid in drawn tiles of u_tiles
// (gaussian/ghost_tiles.frag); u_distance (nearest solid at cell centres); u_boxes (cells: corner and size), u_places
// (column in the table of solids; centre, cells). Out: force and torque, of momentum times u_unit and arms in m.
#include "solid/parts.glsl"

uniform sampler2D u_impulseX;
uniform sampler2D u_impulseY;
uniform sampler2D u_massBefore;
uniform sampler2D u_givenX;
uniform sampler2D u_givenY;
uniform sampler2D u_tiles;
uniform sampler2D u_distance;
uniform ivec4 u_boxes[GF_LOADS_PER_PASS];
uniform vec4 u_places[GF_LOADS_PER_PASS];
uniform ivec2 u_cells;
uniform float u_unit;
uniform float u_cellSize;
layout(location = 0) out uvec4 o_sums;

const int REACH = 5;
const float DEEPEST = 4.5;   // cells: ghosts lie no deeper in a solid
const float FARTHEST = 20.0; // cells: within this a tile counts as beside solids (gaussian/neighbourhood.frag)
const vec4 COLUMN = vec4(0.0, 1.0, 0.0, 1.0);
const vec4 ROW = vec4(0.0, 0.0, 1.0, 1.0);

// Finds, for the cells of a texel, the nearest solid's column in the table and the distance to it, cells.
void findNearest(ivec2 texel, out vec4 solids, out vec4 away)
{
    ivec2 first = 2 * texel;
    ivec2 last = min(first + 1, u_cells - 1);
    vec2 a = texelFetch(u_distance, first, 0).xy;
    vec2 b = texelFetch(u_distance, ivec2(last.x, first.y), 0).xy;
    vec2 c = texelFetch(u_distance, ivec2(first.x, last.y), 0).xy;
    vec2 d = texelFetch(u_distance, last, 0).xy;
    solids = vec4(a.y, b.y, c.y, d.y);
    away = vec4(a.x, b.x, c.x, d.x) / u_cellSize;
}

// Returns 1 for cells between `least` and `most` along an axis.
vec4 within(vec4 x, int least, int most)
{
    return step(float(least), x) * step(x, vec4(most));
}

void main()
{
    int number = sumHere();
    ivec4 box = u_boxes[number];
    vec4 place = u_places[number];
    ivec2 least = max(box.xy - REACH, ivec2(0));
    ivec2 most = min(box.xy + box.zw + REACH, u_cells) - 1;
    ivec2 low = least >> 1;
    ivec2 size = box.z > 0 ? (most >> 1) + 1 - low : ivec2(0);
    vec3 sum = vec3(0.0);
    for (int y = partHere(); y < size.y; y += PARTS) {
        for (int x = 0; x < size.x; x++) {
            ivec2 at = low + ivec2(x, y);
            vec4 solids;
            vec4 away;
            findNearest(at, solids, away);
            vec4 column = float(2 * at.x) + COLUMN, row = float(2 * at.y) + ROW;
            vec4 told = within(column, least.x, most.x) * within(row, least.y, most.y);
            told *= vec4(lessThan(abs(solids - place.x), vec4(0.5)));
            vec4 met = told * vec4(lessThan(away, vec4(FARTHEST))) *
                       vec4(greaterThan(texelFetch(u_massBefore, at, 0), vec4(0.0)));
            float drawn = texelFetch(u_tiles, at >> 2, 0).x;
            vec4 given = told * step(0.5, drawn);
            // A texel that is not written may hold any value, also NaN, which a product with 0 would keep.
            vec4 none = vec4(0.0);
            vec4 forceX = -mix(none, texelFetch(u_impulseX, at, 0), greaterThan(met, none)) -
                          mix(none, texelFetch(u_givenX, at, 0), greaterThan(given, none));
            vec4 forceY = -mix(none, texelFetch(u_impulseY, at, 0), greaterThan(met, none)) -
                          mix(none, texelFetch(u_givenY, at, 0), greaterThan(given, none));
            vec4 torque = (column + 0.5 - place.y) * forceY - (row + 0.5 - place.z) * forceX;
            sum += vec3(dot(forceX, vec4(1.0)), dot(forceY, vec4(1.0)), dot(torque, vec4(1.0)));
            // Texels deep within a solid have no mass and are skipped.
            vec2 deep = max(away.xy, away.zw);
            x += int(max(-0.5 * (max(deep.x, deep.y) + DEEPEST) - 1.0, 0.0));
        }
    }
    o_sums = floatBitsToUint(u_unit * vec4(sum.xy, sum.z * u_cellSize, 0.0));
}
