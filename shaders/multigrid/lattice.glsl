// The lattices that are solved on: which values are sought, and how strongly each is coupled to its neighbours'. One of
//   (none)   pressure in cells: the open fraction of the face between two
//   AXIS n   velocity along axis n on its faces, for viscosity. A face is coupled to whatever holds the fluid, at its
//            place: to the surface of a solid between it and a closed face (a symmetric ghost-fluid link: one over the
//            distance, as u_corners and u_distance have it), across n to a side of the domain (u_holdingSides), half a
//            face away
//   SCALAR   dye or heat in texels of its own grid, for diffusion. With FRACTIONS (one texel a cell) coupled through
//            the open fraction of the face between two. u_holdingSides hold it, and with HEAT solids of a given
//            temperature: a cell is coupled to the surface of one as a face is, and to other cells beside it in full
// u_cells: of the lattice. u_wrap: 1 on periodic axes. u_openSides, u_holdingSides: 1 for such sides of the domain
// (left, right, bottom, top).
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
uniform sampler2D u_corners; // to the nearest solid, as u_distance
uniform sampler2D u_distance;

// The place where distances change sign between two neighbours, as a fraction of the way from the open one; `middle`:
// half-way. `otherwise`: the closed one is closed for another reason, as those in whole cells are.
float distanceToWall(float open, float middle, float closed, float otherwise)
{
    if (open <= 0.0 || min(middle, closed) > 0.0) {
        return otherwise;
    }
    return middle <= 0.0 ? 0.5 * open / (open - middle) : 0.5 + 0.5 * middle / (middle - closed);
}

// The weight of a value that lies at that fraction of the way from where it is held.
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

// The weight between two neighbours within the lattice, of which `b` is the later along `axis`.
float weightInside(ivec2 a, ivec2 b, int axis)
{
    bool freeA = isFreeInside(a);
    if (freeA == isFreeInside(b)) {
        return freeA ? 1.0 : 0.0;
    }
    ivec2 open = freeA ? a : b;
    ivec2 closed = freeA ? b : a;
    bool isSide = u_wrap[AXIS] == 0 && (closed[AXIS] == 0 || closed[AXIS] == u_cells[AXIS] - 1);
    bool holds = texelFetch(u_faces, closed, 0)[2 + AXIS] > 0.5;
    if (axis == AXIS && isSide) {
        return 1.0;
    }
    // Half-way lies the corner that both faces have, or the centre of the cell between them.
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
    bool freeA = isFreeInside(a);
    bool freeB = isFreeInside(b);
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

// `sum` is that of the four weights of the cell, in cells.
bool isFree(ivec2 cell, float sum)
{
    cell = wrapped(cell);
    return isInside(cell) && isFreeInside(cell);
}

// Between `cell` and the one before it along `axis`.
float weight(ivec2 cell, int axis)
{
    ivec2 before = cell;
    before[axis]--;
    ivec2 a = wrapped(before);
    ivec2 b = wrapped(cell);
    bool inA = isInside(a);
    bool inB = isInside(b);
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

// Beyond the domain nothing is free, though an open side's weight leads there.
bool isFree(ivec2 cell, float sum)
{
    return sum > 0.0 && isInside(wrapped(cell));
}
#endif
