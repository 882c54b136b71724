// Walls as particles feel them: the nearest surface of solids, and the sides of the domain. Distances in cells,
// velocities in cells a second, normals towards the fluid. Both files are included unconditionally, because an include
// counts as done even inside a condition that is not met.
#include "shared.h"
#include "common/turn.glsl"

struct Wall {
    float distance;
    vecD normal;
    vecD velocity;
    float holds; // 1: the fluid sticks to it
};

uniform vec4 u_extent;      // of the domain, cells, before the substep
uniform vec4 u_nextExtent;  // and after it
uniform vec4 u_closedSides; // 1: a wall; left, right, bottom, top
uniform vec4 u_holdingSides;
uniform vec4 u_wallSpeed;
#if DIMENSIONS == 3
uniform vec4 u_closedEnds;    // the same of back and front
uniform vec4 u_wallMotion[3]; // of the domain: velocity of its centre, turning (1/s), its sides outwards (cells/s)
#endif

#define SIDES (2 * DIMENSIONS)

// Returns a side of a domain of this extent as a wall; an open one is far away.
Wall sideOf(int side, vecD place, vecD extent)
{
    int axis = side / 2;
    Wall wall;
    wall.normal = vecD(0.0);
    wall.velocity = vecD(0.0);
    bool isFar = side % 2 == 1;
    wall.normal[axis] = isFar ? -1.0 : 1.0;
    wall.distance = isFar ? extent[axis] - place[axis] : place[axis];
#if DIMENSIONS == 3
    wall.velocity = u_wallMotion[0].xyz + cross(u_wallMotion[1].xyz, place - 0.5 * extent);
    wall.velocity[axis] += isFar ? u_wallMotion[2][axis] : -u_wallMotion[2][axis];
    float closed = side < 4 ? u_closedSides[side] : u_closedEnds[side - 4];
    wall.holds = side < 4 ? u_holdingSides[side] : u_closedEnds[side - 2];
#else
    float closed = u_closedSides[side];
    wall.holds = u_holdingSides[side];
    wall.velocity[1 - axis] = u_wallSpeed[side];
#endif
    wall.distance = closed > 0.5 ? wall.distance : 1e6;
    return wall;
}

// Returns whether a place is nearer than `reach` to a side of the domain, open or not. It is the condition of loops
// around work for few particles, because some drivers run both sides of a branch.
bool isNearSide(vecD place, vecD extent, float reach)
{
    return any(lessThan(min(place, extent - place), vecD(reach)));
}

#ifdef SOLIDS
#if DIMENSIONS == 3
#include "particles/solids3d.glsl"
#include "particles/collision.glsl"
#else
#include "common/bilinear.glsl"
#include "solid/table.glsl"
uniform sampler2D u_distance; // m, at the centres of the raster's cells, and the solid's column
uniform vec2 u_scale;         // raster cells a cell, m a cell

float distanceAt(vec2 texel, ivec2 size)
{
    return bilinear(u_distance, texel, size).x;
}

Wall nearestSolid(vec2 place)
{
    ivec2 size = textureSize(u_distance, 0);
    vec2 texel = place * u_scale.x;
    Wall wall;
    float d = distanceAt(texel, size);
    vec2 slope = vec2(distanceAt(texel + vec2(0.5, 0.0), size) - distanceAt(texel - vec2(0.5, 0.0), size),
                      distanceAt(texel + vec2(0.0, 0.5), size) - distanceAt(texel - vec2(0.0, 0.5), size));
    float steep = length(slope);
    wall.normal = steep > 1e-12 ? slope / steep : vec2(0.0);
    wall.distance = d / u_scale.y;
    Solid solid = solidAt(texelFetch(u_distance, clamp(ivec2(texel), ivec2(0), size - 1), 0).y);
    wall.velocity = solidVelocity(solid, place * u_scale.y) / u_scale.y;
    wall.holds = solid.motion.w;
    return wall;
}
#endif
#endif
