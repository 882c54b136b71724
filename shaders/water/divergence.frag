// Computes the right-hand sides of both solves, packed (common/packed.glsl). Out: divergence of the gathered velocity
// after gravity, with the solids', cells/s, less what still water outside adds; and how crowded each cell is, from
// which the displacement that evens out the density follows: 1 - density, without thinness beside air, where a cell is
// thin for other reasons.
//   TENSION  the pressure at the surface, too (water/tension.glsl)
//   JETS     jets may come out of walls (water/faces.glsl)
#include "common/loops.glsl"
#include "water/cells.glsl"
#include "water/faces.glsl"
#include "water/tension.glsl"

layout(location = 0) out vec4 o_rhs;
layout(location = 1) out vec4 o_crowding;

// Returns whether water could flow from a cell to one beside it, through their common face.
bool isOpenTo(ivec2 cell, ivec2 way)
{
    vec2 faces = texelFetch(u_liquid, cell + max(way, ivec2(0)), 0).xy;
    return (way.x != 0 ? faces.x : faces.y) > 0.0;
}

// Returns whether air lies beside a cell, along an axis or a diagonal, and no wall between them.
bool isBesideAir(ivec2 cell, ivec2 way)
{
    if (!isAir(cell + way)) {
        return false;
    }
    ivec2 x = ivec2(way.x, 0), y = ivec2(0, way.y);
    if (way.x == 0 || way.y == 0) {
        return isOpenTo(cell, way);
    }
    return (isOpenTo(cell, x) && isOpenTo(cell + x, y)) || (isOpenTo(cell, y) && isOpenTo(cell + y, x));
}

float crowdingOf(ivec2 cell)
{
    const float MOST = 0.5;
    float excess = texelFetch(u_depth, cell, 0).y - 1.0;
    for (int i = 0; i < 9 && excess < 0.0; i++) {
        excess = i != 4 && isBesideAir(cell, ivec2(i % 3, i / 3) - 1) ? 0.0 : excess;
    }
    return -clamp(excess, -MOST, MOST) * texelFetch(u_liquid, cell, 0).w;
}

#ifdef TENSION
// Returns how much the pressure at the surface around a liquid cell pushes in, cells/s.
float pushFromSurface(ivec2 cell)
{
    float sum = 0.0;
    for (int k = 0; k < 4; k++) {
        ivec2 other = cell + (k < 2 ? ivec2(2 * k - 1, 0) : ivec2(0, 2 * k - 5));
        if (isAir(other)) {
            float open = texelFetch(u_liquid, max(cell, other), 0)[k / 2];
            float way = surfaceBetween(depthOf(cell), depthOf(other));
            sum += open / way * surfacePressure(cell, other, way);
        }
    }
    return sum;
}
#endif

// Returns the sum over open sides of a cell of the pressure outside, by its weight in water/weights.frag.
float pushFromOutside(ivec2 cell)
{
    float sum = 0.0;
    for (int side = 0; side < 4; side++) {
        int axis = side / 2;
        ivec2 face = cell + (side & 1) * ivec2(1 - axis, axis);
        if (sideOfFace(face, u_cells, axis) == side) {
            float open = texelFetch(u_liquid, face, 0)[axis];
            sum += open / (0.5 + u_yields[side]) * pressureOutside(face, axis, side);
        }
    }
    return sum;
}

void main()
{
    vec4 rhs = vec4(0.0), crowding = vec4(0.0);
    for (int k = 0; k < TURNS(4); k++) {
        ivec2 cell = 2 * ivec2(gl_FragCoord.xy) + ivec2(k & 1, k >> 1);
        if (isLiquid(cell)) {
            vec2 low = flowThrough(cell);
            rhs[k] = flowThrough(cell + ivec2(1, 0)).x - low.x + flowThrough(cell + ivec2(0, 1)).y - low.y;
#ifdef TENSION
            rhs[k] -= pushFromSurface(cell);
#endif
            ONLY_IF(any(equal(cell, ivec2(0))) || any(equal(cell, u_cells - 1))) {
                rhs[k] -= pushFromOutside(cell);
            }
            crowding[k] = crowdingOf(cell);
        }
    }
    o_rhs = rhs;
    o_crowding = crowding;
}
