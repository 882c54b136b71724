// The lattices of the solves: which values are unknowns, and the weight between each and its neighbours. u_cells: of
// the lattice. u_wrap: 1 on periodic axes. u_openSides, u_holdingSides: 1 for such sides of the domain (left, right,
// bottom, top).
//   (none)     pressure in cells: the weight is the open fraction of the face between two
//   AXIS n     velocity along axis n on its faces, for viscosity. Faces are coupled to walls that hold the fluid: to
//              the surface of a solid between an open face and a closed one (a symmetric ghost-fluid method: the weight
//              is one over the distance, from u_corners and u_distance), and across n to a holding side of the domain,
//              half a face away
//   SCALAR     dye or heat in texels of its own grid, for diffusion. Holding sides hold it
//   FRACTIONS  with SCALAR: texels are cells, and the weight is the open fraction of the face between two
//   HEAT       with SCALAR: solids of a given temperature hold it. A cell is coupled to their surface as a face is
//              (AXIS), and with weight 1 to other cells beside them
uniform sampler2D u_faces;
uniform ivec2 u_cells;
uniform ivec2 u_wrap;
uniform vec4 u_openSides;

ivec2 wrapped(ivec2 cell)
{
    return cell + u_wrap * u_cells * (ivec2(lessThan(cell, ivec2(0))) - ivec2(greaterThanEqual(cell, u_cells)));
}

bool isInside(ivec2 cell)
{
    return all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, u_cells));
}

#if defined(AXIS) || defined(HEAT)
uniform sampler2D u_corners; // distance to the nearest solid, at cell corners
uniform sampler2D u_distance;

// Returns how far a solid's surface is from the open one of two neighbours, as a fraction of the way to the closed one:
// where the distance, `middle` half-way, changes sign. `otherwise`: if it does not, as in solids of whole cells.
float distanceToWall(float open, float middle, float closed, float otherwise)
{
    if (open <= 0.0 || min(middle, closed) > 0.0) {
        return otherwise;
    }
    return middle <= 0.0 ? 0.5 * open / (open - middle) : 0.5 + 0.5 * middle / (middle - closed);
}

// Returns the weight to a held value; `reach`: its distance, in distances between neighbours.
float weightToWall(float reach)
{
    return min(1.0 / max(reach, 0.001), 16.0);
}
#endif

#if defined(AXIS)
// Returns whether the value at `cell`, within the lattice, is an unknown.
bool isFreeInside(ivec2 cell)
{
    return texelFetch(u_faces, cell, 0)[AXIS] > 0.01;
}

bool canSidesHold(int axis)
{
    return axis != AXIS;
}

float distanceAt(ivec2 face)
{
    ivec2 along = AXIS == 0 ? ivec2(0, 1) : ivec2(1, 0);
    return 0.5 * (texelFetch(u_corners, face, 0).x + texelFetch(u_corners, face + along, 0).x);
}

// Returns the weight between two neighbours within the lattice; `b` is the one with the larger coordinate along `axis`.
float weightInside(ivec2 a, ivec2 b, int axis)
{
    bool freeA = isFreeInside(a);
    if (freeA == isFreeInside(b)) {
        return freeA ? 1.0 : 0.0;
    }
    ivec2 open = freeA ? a : b, closed = freeA ? b : a;
    bool isSide = u_wrap[AXIS] == 0 && (closed[AXIS] == 0 || closed[AXIS] == u_cells[AXIS] - 1);
    bool holds = texelFetch(u_faces, closed, 0)[2 + AXIS] > 0.5;
    if (axis == AXIS && isSide) {
        return 1.0;
    }
    // Half-way lies the corner that both faces share, or the centre of the cell between them.
    float middle = axis == AXIS ? texelFetch(u_distance, a, 0).x : texelFetch(u_corners, b, 0).x;
    float reach = distanceToWall(distanceAt(open), middle, distanceAt(closed), axis == AXIS ? 1.0 : 0.5);
    return holds ? weightToWall(reach) : 0.0;
}
#elif defined(SCALAR)
uniform sampler2D u_fluidMask;
#ifdef HEAT
#include "solid/table.glsl"

bool isWarm(float column)
{
    return solidAt(column).place.z < GF_NO_TEMPERATURE;
}

bool isHeld(ivec2 cell)
{
    vec2 nearest = texelFetch(u_distance, cell, 0).xy;
    return nearest.x < 0.0 && isWarm(nearest.y);
}
#endif

bool isFreeInside(ivec2 cell)
{
    return texelFetch(u_fluidMask, cell, 0).x > 0.5;
}

bool canSidesHold(int axis)
{
    return true;
}

float weightInside(ivec2 a, ivec2 b, int axis)
{
    bool freeA = isFreeInside(a), freeB = isFreeInside(b);
    if (freeA && freeB) {
#ifdef FRACTIONS
        float openFraction = texelFetch(u_faces, b, 0)[axis];
#ifdef HEAT
        if (openFraction > 0.01 && openFraction < 0.99 && isWarm(texelFetch(u_corners, b, 0).y)) {
            openFraction = 1.0;
        }
#endif
        return openFraction;
#else
        return 1.0;
#endif
    }
#ifdef HEAT
    if (freeA != freeB && isHeld(freeA ? b : a)) {
        ivec2 along = axis == 0 ? ivec2(0, 1) : ivec2(1, 0);
        float middle = 0.5 * (texelFetch(u_corners, b, 0).x + texelFetch(u_corners, b + along, 0).x);
        float open = texelFetch(u_distance, freeA ? a : b, 0).x;
        float closed = texelFetch(u_distance, freeA ? b : a, 0).x;
        return weightToWall(distanceToWall(open, middle, closed, 0.5));
    }
#endif
    return 0.0;
}
#endif

#if defined(AXIS) || defined(SCALAR)
uniform vec4 u_holdingSides;

// Returns whether a cell's value is an unknown. `sum`: of the cell's four weights.
bool isFree(ivec2 cell, float sum)
{
    cell = wrapped(cell);
    return isInside(cell) && isFreeInside(cell);
}

// Returns the weight between `cell` and the one before it along `axis`.
float weight(ivec2 cell, int axis)
{
    ivec2 before = cell;
    before[axis]--;
    ivec2 a = wrapped(before), b = wrapped(cell);
    bool inA = isInside(a), inB = isInside(b);
    if (inA && inB) {
        return weightInside(a, b, axis);
    }
    bool isSide = inA != inB && canSidesHold(axis) && isFreeInside(inA ? a : b);
    return isSide ? 2.0 * u_holdingSides[2 * axis + (inB ? 0 : 1)] : 0.0;
}
#else
float weight(ivec2 cell, int axis)
{
    cell = wrapped(cell);
    bool isLast = cell[axis] == u_cells[axis];
    ivec2 inner = cell;
    inner[axis] -= isLast ? 1 : 0;
    if (!isInside(inner)) {
        return 0.0;
    }
    float openFraction = texelFetch(u_faces, cell, 0)[axis];
    bool isEdge = u_wrap[axis] == 0 && (cell[axis] == 0 || isLast);
    return openFraction * (isEdge ? 2.0 * u_openSides[2 * axis + (isLast ? 1 : 0)] : 1.0);
}

// Cells beyond the domain are not free, though an open side has a weight to them.
bool isFree(ivec2 cell, float sum)
{
    return sum > 0.0 && isInside(wrapped(cell));
}
#endif
