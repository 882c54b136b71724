// Draws weights and diagonals of a coarse level of a lattice with a free surface. A coarse cell is liquid if more than
// half of what is open in it is. In: u_openings of the level (multigrid/surface_openings.frag), from the texel u_first
// on; u_cells: its cells; u_width: width of the last column and height of the last row, in cells (each odd size on the
// way to this level halves it); u_weights, u_diagonals of the next finer level. Out: both, packed.
#include "common/loops.glsl"
#include "multigrid/surface_packing.glsl"

uniform sampler2D u_openings;
uniform ivec2 u_first;
uniform ivec2 u_cells;
uniform ivec2 u_wrap;
uniform vec2 u_width;
uniform highp usampler2D u_weights;
uniform highp usampler2D u_diagonals;
layout(location = 0) out uvec4 o_weights;
layout(location = 1) out uvec4 o_diagonals;

const float LEAST_DISTANCE = 0.1; // of the surface from a cell's centre
// What finer cells ask for counts more, but at open sides: where one neighbour is air, and where liquid is narrow or
// has bubbles. Else corrections in some places would be a third too large or more. A cycle would turn errors round, and
// they would grow where each step begins from the last pressure.
const float HELD_FASTER = 1.08;
const float HELD_FASTER_NARROW = 1.4;

ivec2 wrapped(ivec2 cell)
{
    return cell + u_wrap * u_cells * (ivec2(lessThan(cell, ivec2(0))) - ivec2(greaterThanEqual(cell, u_cells)));
}

bool isInside(ivec2 cell)
{
    return all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, u_cells));
}

vec4 openingsAt(ivec2 cell)
{
    return texelFetch(u_openings, u_first + cell, 0);
}

// Returns which fraction of a cell is liquid, of what is open in it.
float filled(vec4 openings)
{
    return openings.w > 0.0 ? openings.z / openings.w : 0.0;
}

// Returns a cell's width or height. Those of the last column or row may be narrow: below 1.
float extent(ivec2 cell, int axis)
{
    return cell[axis] == u_cells[axis] - 1 ? u_width[axis] : 1.0;
}

// Returns the cell beyond a side of `cell`: left, right, bottom, top.
ivec2 beyond(ivec2 cell, int side)
{
    cell[side >> 1] += 2 * (side & 1) - 1;
    return wrapped(cell);
}

// Returns the open fractions of a cell's sides.
vec4 facesOf(ivec2 cell)
{
    return vec4(openingsAt(cell).x, openingsAt(ivec2(wrapped(cell + ivec2(1, 0)).x, cell.y)).x, openingsAt(cell).y,
                openingsAt(ivec2(cell.x, wrapped(cell + ivec2(0, 1)).y)).y);
}

// Returns the least diagonal of a coarse cell that its four finer cells ask for. Each of their diagonals is a conductor
// in series with half a finer cell. `alone`: no neighbour of the coarse cell is air; then the surface is in the cell
// itself, as under a lid, and its centre, as the fraction `full` that is liquid tells, is that far from the surface.
float leastDiagonal(ivec2 cell, bool alone, float full)
{
    vec4 finer = ownFree(texelFetch(u_weights, cell, 0)) * ownDiagonals(texelFetch(u_diagonals, cell, 0));
    float sum = dot(finer / (1.0 + 0.5 * finer), vec4(1.0));
    bool within = alone && sum > 0.0 && full < 1.0;
    float reach = max(full - 0.5, LEAST_DISTANCE) * min(extent(cell, 0), extent(cell, 1));
    return within ? max(sum, 1.0 / reach) : sum;
}

// Returns the sum of a liquid cell's weights to the value 0, each the open fraction over the distance to the surface or
// to the open side of the domain.
float heldBy(ivec2 cell)
{
    vec4 faces = facesOf(cell);
    float full = filled(openingsAt(cell));
    float held = 0.0;
    int air = 0;
    bool isNearAir = full < 1.0, isOpen = false;
    for (int k = 0; k < TURNS(4); k++) {
        ivec2 beside = beyond(cell, k);
        float own = extent(cell, k >> 1), reach = 0.5 * own; // to a side of the domain
        if (isInside(beside)) {
            float there = extent(beside, k >> 1), other = filled(openingsAt(beside));
            bool hasRoom = openingsAt(beside).w > 0.0;
            air += other <= 0.5 && hasRoom ? 1 : 0;
            isNearAir = isNearAir || (other < 1.0 && hasRoom);
            reach = clamp((full - 0.5) * own + other * there, LEAST_DISTANCE, 0.5 * (own + there));
            faces[k] = other > 0.5 ? 0.0 : faces[k];
        } else {
            isOpen = isOpen || faces[k] > 0.0;
        }
        held += faces[k] / reach;
    }
    float faster = isOpen || !isNearAir ? 1.0 : air == 1 ? HELD_FASTER : HELD_FASTER_NARROW;
    return max(held, faster * leastDiagonal(cell, held <= 0.0, full));
}

// Weights between liquid cells are as if all were one cell apart, since none above 1 can be stored, though a narrow
// cell is nearer to its neighbour. If the value 0 is close beyond it, the neighbour would be held too loosely, and its
// correction be up to twice too large. If by more than this factor, the narrow cell is skipped: it counts as air, and
// its neighbours are held by the value 0 beyond it.
const float TOO_LOOSE = 1.2;

// Returns how far from the cell's centre the value 0 is if the cell is skipped; else 0.
float reachOfSkipped(ivec2 cell)
{
    float reach = 0.0, width = min(extent(cell, 0), extent(cell, 1));
    ONLY_IF(width < 1.0 && isInside(cell) && filled(openingsAt(cell)) > 0.5) {
        float found = 1.0 / max(heldBy(cell), 1e-6);
        float apart = 0.5 + 0.5 * width;
        reach = 1.0 + found > TOO_LOOSE * (apart + found) ? found : 0.0;
    }
    return reach;
}

SurfaceCell cellAt(ivec2 cell)
{
    cell = wrapped(cell);
    if (!isInside(cell)) {
        return surfaceCell(vec4(0.0), 0.0, false, 0.0);
    }
    vec4 faces = facesOf(cell), weights = vec4(0.0);
    float held = heldBy(cell);
    bool isLiquid = false;
    for (int k = 0; k < TURNS(5); k++) {
        ivec2 place = k < 4 ? beyond(cell, k) : cell;
        float reach = reachOfSkipped(place);
        bool isKept = isInside(place) && filled(openingsAt(place)) > 0.5 && reach <= 0.0;
        if (k == 4) {
            isLiquid = isKept;
        } else {
            weights[k] = isKept ? faces[k] : 0.0;
            float apart = 0.5 * (extent(cell, k >> 1) + extent(place, k >> 1));
            held += reach > 0.0 ? faces[k] / (apart + reach) : 0.0;
        }
    }
    return surfaceCell(weights, held, isLiquid, openingsAt(cell).w);
}

void main()
{
    ivec2 first = 2 * ivec2(gl_FragCoord.xy);
    SurfaceCell cells[8];
    // A loop, so that its long body is compiled once and not eight times.
    for (int i = 0; i < TURNS(8); i++) {
        cells[i] = cellAt(first + placeOf(i));
    }
    packSurface(cells, o_weights, o_diagonals);
}
