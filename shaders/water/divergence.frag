// Computes the right-hand sides of both solves, packed (common/packed.glsl). Out: divergence of the gathered velocity
// after gravity, with the solids', cells/s; and how crowded each cell is, from which the displacement that evens out
// the density follows: 1 - density, without thinness beside air, where a cell is thin for other reasons.
#include "common/loops.glsl"
#include "water/cells.glsl"
#include "water/faces.glsl"

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

void main()
{
    vec4 rhs = vec4(0.0), crowding = vec4(0.0);
    for (int k = 0; k < TURNS(4); k++) {
        ivec2 cell = 2 * ivec2(gl_FragCoord.xy) + ivec2(k & 1, k >> 1);
        if (isLiquid(cell)) {
            vec2 low = flowThrough(cell);
            rhs[k] = flowThrough(cell + ivec2(1, 0)).x - low.x + flowThrough(cell + ivec2(0, 1)).y - low.y;
            crowding[k] = crowdingOf(cell);
        }
    }
    o_rhs = rhs;
    o_crowding = crowding;
}
