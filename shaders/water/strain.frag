// Prepares viscosity: how much the slope of the velocity counts at the centre and at the lower left corner of each cell.
// Stress is where liquid is, so that free surfaces slip and a drop turns freely; at solids and sides it comes from the
// speed along the wall over the distance to it where the wall holds the liquid, and is 0 where it doesn't. In:
// u_faces, u_corners (solid/faces.frag). Out: velocity on faces, that of the wall on closed ones, and its weight; then
// the factors of du/dx and dv/dy in the cell, each GF_NO_STRESS more if no stress acts on its left, or bottom, face; and
// of du/dy and dv/dx at the corner.
#include "water/cells.glsl"
#include "water/faces.glsl"
#include "shared.h"

uniform sampler2D u_faces;
uniform sampler2D u_corners;
uniform vec4 u_holdingSides; // left, right, bottom, top: 1 where a wall holds the liquid
uniform vec4 u_closedSides;
layout(location = 0) out vec4 o_velocity;
layout(location = 1) out vec4 o_strain;

bool hasFace(ivec2 texel, int axis)
{
    ivec2 last = u_cells - (axis == 0 ? ivec2(0, 1) : ivec2(1, 0));
    return all(greaterThanEqual(texel, ivec2(0))) && all(lessThanEqual(texel, last));
}

float distanceAt(ivec2 texel, int axis)
{
    ivec2 end = texel + (axis == 0 ? ivec2(0, 1) : ivec2(1, 0));
    return 0.5 * (texelFetch(u_corners, texel, 0).x + texelFetch(u_corners, end, 0).x);
}

// Returns whether a face moves as a wall: it is closed, or its centre is in a solid that holds the liquid.
bool isClosed(ivec2 texel, int axis)
{
    bool holds = texelFetch(u_faces, texel, 0)[2 + axis] > 0.5;
    return texelFetch(u_liquid, texel, 0)[axis] <= 0.0 || holds && distanceAt(texel, axis) < 0.0;
}

// Returns whether a face's velocity is known: particles are near, or it is a wall's.
bool isKnown(ivec2 texel, int axis)
{
    return isClosed(texel, axis) || texelFetch(u_gathered, texel, 0)[2 + axis] >= LEAST_WEIGHT;
}

// Returns the factor of the slope of a component between two faces, which are neighbours; below 0: no stress is there.
// `slips`: what stands for 1 over the distance to a wall that doesn't hold the liquid.
float factorBetween(ivec2 low, ivec2 high, int axis, float slips)
{
    const float NEAREST = 0.3; // a wall nearer than this would take too many stages (water_forces.c)
    if (!isKnown(low, axis) || !isKnown(high, axis)) {
        return -1.0;
    }
    bool lowClosed = isClosed(low, axis);
    if (lowClosed == isClosed(high, axis)) {
        return 1.0;
    }
    ivec2 wall = lowClosed ? low : high;
    float open = distanceAt(lowClosed ? high : low, axis);
    float way = open / max(open - distanceAt(wall, axis), 1e-12);
    return texelFetch(u_faces, wall, 0)[2 + axis] > 0.5 ? 1.0 / clamp(way, NEAREST, 1.0) : slips;
}

// Returns the same for two faces beside each other, of which one may lie beyond a side of the domain.
float shearFactor(ivec2 low, ivec2 high, int axis)
{
    bool hasLow = hasFace(low, axis), hasHigh = hasFace(high, axis);
    if (hasLow && hasHigh) {
        return factorBetween(low, high, axis, -1.0);
    }
    int side = 2 * (1 - axis) + (hasLow ? 1 : 0);
    ivec2 inner = hasLow ? low : high;
    bool holds = u_holdingSides[side] > 0.5 && u_closedSides[side] > 0.5 && !isClosed(inner, axis);
    return holds && isKnown(inner, axis) ? 2.0 : -1.0;
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 gathered = texelFetch(u_gathered, texel, 0);
    vec2 walls = texelFetch(u_wallVelocity, texel, 0).xy / u_cellSize;
    vec2 closed = vec2(isClosed(texel, 0) ? 1.0 : 0.0, isClosed(texel, 1) ? 1.0 : 0.0);
    o_velocity = vec4(mix(gathered.xy, walls, closed), gathered.zw);
    ivec2 x = ivec2(1, 0), y = ivec2(0, 1);
    vec2 along = isLiquid(texel)
        ? vec2(factorBetween(texel, texel + x, 0, 1.0), factorBetween(texel, texel + y, 1, 1.0)) : vec2(0.0);
    bool inside = !isAir(texel) && !isAir(texel - x) && !isAir(texel - y) && !isAir(texel - 1);
    vec2 across = vec2(shearFactor(texel - y, texel, 0), shearFactor(texel - x, texel, 1));
    across *= inside && all(greaterThan(across, vec2(0.0))) ? 1.0 : 0.0;
    vec2 still = max(closed, 1.0 - step(LEAST_WEIGHT, gathered.zw));
    o_strain = vec4(2.0 * max(along, 0.0) + GF_NO_STRESS * still, across);
}
