// Pressure on solids, summed over their surface in parts (solid/parts.glsl): each part sums some rows of the solid's
// box, or, if there are fewer rows than parts, a piece of a row. A file that includes this one has `float
// pressureAt(ivec2 cell)`. The wall in a cell is the closed part of its faces (solid/faces.frag): so the solid gets
// exactly the momentum that the projection takes from the fluid. Sides of the domain are left out. In: u_distance
// (nearest solid at cell centres), u_corners (at cell corners), u_boxes (cells: corner and size), u_places (column in
// the table of solids; centre, cells; 1: the solid is made of whole cells). Out: force and torque, in u_unit and cells.
//   WHOLE  there are solids of whole cells
//   HELD   the file also has closesMore (returns whether a solid closes faces whose centre is in it, HELD of
//          solid/faces.frag) and frictionAt (other forces)
//   WARM   the file also has `float heatAt(ivec2 cell, vec4 place)`: heat given off in a cell, summed in alpha
#include "solid/parts.glsl"

uniform sampler2D u_distance;
uniform sampler2D u_corners;
uniform ivec4 u_boxes[GF_LOADS_PER_PASS];
uniform vec4 u_places[GF_LOADS_PER_PASS];
uniform ivec2 u_cells;
uniform float u_unit;
uniform float u_cellSize;
layout(location = 0) out uvec4 o_sums;

float cornerAt(ivec2 corner)
{
    return texelFetch(u_corners, corner, 0).x;
}

#ifndef HELD
bool closesMore(vec4 place)
{
    return false;
}

vec4 frictionAt(ivec2 cell, vec4 place, vec2 wall)
{
    return vec4(0.0);
}
#else
bool closesMore(vec4 place);
vec4 frictionAt(ivec2 cell, vec4 place, vec2 wall);
#endif
#ifdef WARM
float heatAt(ivec2 cell, vec4 place);
#endif

// Returns the open fraction of a face as solid/faces.frag finds it.
float openBetween(float first, float last, bool more)
{
    float outside = max(first, 0.0) + max(last, 0.0);
    float inside = max(-first, 0.0) + max(-last, 0.0);
    if (more) {
        return first + last < 2.0 * GF_HELD_CELLS * u_cellSize ? 0.0 : 1.0;
    }
    return floor((inside > 0.0 ? outside / (outside + inside) : 1.0) * 15.0 + 0.501) / 15.0;
}

#ifdef WHOLE
bool isWithin(ivec2 cell, float column)
{
    vec2 nearest = texelFetch(u_distance, clamp(cell, ivec2(0), u_cells - 1), 0).xy;
    return nearest.x < 0.0 && abs(nearest.y - column) < 0.5;
}
#endif

// Returns the normal of the wall in a cell, out of the fluid; its length is the length of the wall, in cells.
vec2 wallAt(ivec2 cell, vec4 place)
{
    vec4 c = vec4(cornerAt(cell), cornerAt(cell + ivec2(1, 0)), cornerAt(cell + ivec2(0, 1)), cornerAt(cell + 1));
    bool more = closesMore(place);
    vec4 open = vec4(openBetween(c.x, c.z, more), openBetween(c.y, c.w, more), openBetween(c.x, c.y, more),
                     openBetween(c.z, c.w, more));
#ifdef WHOLE
    if (place.w > 0.5) {
        float column = place.x;
        float own = isWithin(cell, column) ? 0.0 : 1.0;
        open = own * vec4(isWithin(cell - ivec2(1, 0), column) ? 0.0 : open.x,
                          isWithin(cell + ivec2(1, 0), column) ? 0.0 : open.y,
                          isWithin(cell - ivec2(0, 1), column) ? 0.0 : open.z,
                          isWithin(cell + ivec2(0, 1), column) ? 0.0 : open.w);
    }
#endif
    return open.xz - open.yw;
}

// The largest distance (cells) from a surface to the centre of a cell that counts: one with a wall; with HELD, one
// whose faces are beside a held face; with WHOLE or WARM, one in the solid with a neighbour in the fluid.
#ifdef HELD
const float FARTHEST = 2.3;
#elif defined(WHOLE) || defined(WARM)
const float FARTHEST = 1.5;
#else
const float FARTHEST = 0.75;
#endif

// The largest number of parts that share a row.
const int MOST_IN_A_ROW = 4;

// Returns a row's first cell from x on that may have a wall, and its solid's column; skips cells nearer than the solid.
int nextAt(ivec2 corner, int x, int end, int y, out float column)
{
    vec2 nearest = vec2(FARTHEST * u_cellSize, -1.0);
    while (x < end && abs(nearest.x) >= FARTHEST * u_cellSize) {
        nearest = texelFetch(u_distance, corner + ivec2(x, y), 0).xy;
        x += int(max(min(abs(nearest.x) / u_cellSize, 1e4) - FARTHEST + 1.0, 0.0));
    }
    column = nearest.y;
    return x;
}

void main()
{
    int number = sumHere(), part = partHere();
    ivec4 box = u_boxes[number];
    vec4 place = u_places[number];
#ifdef HELD
    if (box.z > 0) { // the cells around the box may have held neighbours
        ivec2 low = max(box.xy - 1, ivec2(0));
        box = ivec4(low, min(box.xy + box.zw + 1, u_cells) - low);
    }
#endif
    int inRow = clamp(PARTS / max(box.w, 1), 1, MOST_IN_A_ROW), rows = PARTS / inRow;
    int segment = part / rows, begin = box.z * segment / inRow, end = box.z * (segment + 1) / inRow;
    vec4 sum = vec4(0.0);
    for (int y = part - rows * segment; segment < inRow && y < box.w; y += rows) {
        float column;
        int x = nextAt(box.xy, begin, end, y, column);
        while (x < end) {
            ivec2 cell = box.xy + ivec2(x, y);
            bool mine = abs(column - place.x) < 0.5;
            if (mine) {
                vec2 wall = wallAt(cell, place);
                vec2 force = pressureAt(cell) * wall;
                vec2 arm = vec2(cell) + 0.5 - place.yz;
                sum += vec4(force, arm.x * force.y - arm.y * force.x, 0.0) + frictionAt(cell, place, wall);
#ifdef WARM
                sum.w += heatAt(cell, place);
#endif
            }
            x = nextAt(box.xy, x + 1, end, y, column);
        }
    }
    o_sums = floatBitsToUint(u_unit * sum * vec4(1.0, 1.0, u_cellSize, 1.0));
}
