#include "solvers/grid/buoyancy.h"

#include <math.h>

gfVec2 gfGrid_GetAcceleration(const gfBody *body)
{
    const gfVec2 all = body->def.grid.acceleration, frame = body->frame.bodyAcceleration;
    return (gfVec2){all.x + frame.x, all.y + frame.y};
}

bool gfGrid_IsSteady(const gfBody *body, gfVec2 lastAcceleration, float dt)
{
    const float least_cells = 0.01f;
    gfVec2 now = gfGrid_GetAcceleration(body);
    float change = fmaxf(fabsf(now.x - lastAcceleration.x), fabsf(now.y - lastAcceleration.y)) * dt * dt;
    return change <= least_cells * body->def.cellSize;
}

gfBuoyancy gfGrid_GetBuoyancy(const gfBody *body, float dt)
{
    const gfGridParams *p = &body->def.grid;
    gfVec2 gravity = gfFrame_GetGravity(&body->frame, p->gravity), all = gfGrid_GetAcceleration(body);
    return (gfBuoyancy){.heat = {-dt * p->thermalExpansion * gravity.x, -dt * p->thermalExpansion * gravity.y},
                        .dye = {dt * p->dyeDensity * gravity.x, dt * p->dyeDensity * gravity.y},
                        .all = {dt * all.x, dt * all.y}};
}
