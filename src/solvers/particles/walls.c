#include "solvers/particles/walls.h"

#include <string.h>

static float within(float value, float most)
{
    return fminf(fmaxf(value, -most), most);
}

// No wall is faster than particles can be: it would tear away what touches it.
gfSphWalls gfSph_FindWalls(const gfSph *s, const gfSphDomain *domain)
{
    const gfContainerMotion *motion = domain->motion;
    float perCell = 1.0f / s->scales.radius, fastest = GF_SPH_FASTEST / s->scales.substep, longest = 1.0f;
    gfSphWalls w = {.carry = {{1.0f}, {0.0f, 1.0f}, {0.0f, 0.0f, 1.0f}}};
    for (int axis = 0; axis < s->dimensions; axis++) {
        w.extents[0][axis] = w.extents[1][axis] = domain->size[axis] * perCell;
        longest = fmaxf(longest, w.extents[0][axis]);
    }
    for (int axis = 0; motion != NULL && axis < 3; axis++) {
        w.extents[0][axis] = motion->size[0][axis] * perCell;
        w.extents[1][axis] = motion->size[1][axis] * perCell;
        memcpy(w.carry[axis], motion->carry[axis], sizeof w.carry[axis]);
        w.carry[axis][3] *= perCell;
        w.motion[0][axis] = within(motion->velocity[axis] * perCell, fastest);
        w.motion[1][axis] = within(motion->spin[axis], fastest / longest);
        w.motion[2][axis] = within(motion->stretch[axis] * perCell, fastest);
    }
    if (domain->map != NULL) {
        w.map[0] = (float)domain->map->width / w.extents[1][0];
        w.map[1] = (float)domain->map->height / w.extents[1][2];
        w.map[2] = perCell;
        w.map[3] = domain->mapThickness > 0.0f ? domain->mapThickness * perCell : 1e30f;
    }
    for (int side = 0; side < GF_SIDES; side++) {
        w.speed[side] = domain->speed.value[side] * perCell;
    }
    return w;
}
