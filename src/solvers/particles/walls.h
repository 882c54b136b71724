// Sides, solids and the collision map as the passes of a substep take them (shaders/particles/walls.glsl).
#ifndef GF_SPH_WALLS_H
#define GF_SPH_WALLS_H

#include "solvers/particles/sph.h"

// Cells along an axis that a particle may go in a substep, by its velocity.
#define GF_SPH_FASTEST 0.9f

// The sides and solids around particles, in cells.
typedef struct gfSphWalls {
    float extents[2][4]; // before and after the substep
    float motion[3][4];
    float carry[3][4];
    float speed[4];
    float map[4]; // as shaders/particles/collision.glsl has it
} gfSphWalls;

gfSphWalls gfSph_FindWalls(const gfSph *sph, const gfSphDomain *domain);

#define GF_SPH_WALL_INPUTS(d)                                           \
    GF_IN(distance, (d)->distance), GF_IN(solidTable, (d)->solidTable), \
        GF_IN(collisionMap, (d)->map != NULL ? (d)->map->id : 0)
#define GF_SPH_WALL_UNIFORMS(s, d, w)                                                                               \
    GF_F4V(extent, 1, (w)->extents[0]), GF_F4V(nextExtent, 1, (w)->extents[1]), GF_F4V(wallMotion, 3, (w)->motion), \
        GF_F4V(closedSides, 1, (d)->closed.value), GF_F4V(holdingSides, 1, (d)->holding.value),                     \
        GF_F4V(wallSpeed, 1, (w)->speed), GF_F4V(closedEnds, 1, (d)->closedEnds.value),                             \
        GF_I1(solidCount, (d)->solidCount), GF_F4V(mapScale, 1, (w)->map),                                          \
        GF_F2(scale, (d)->rasterSize > 0.0f ? (s)->scales.radius / (d)->rasterSize : 0.0f, (s)->scales.radius)

#endif
