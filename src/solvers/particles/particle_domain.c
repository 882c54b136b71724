// The domain of a gfFluid as gfSph has it.
#include "solvers/particles/particles.h"

#include <string.h>

gfSphDomain gfParticles2D_GetDomain(const gfBody *body)
{
    const gfFluidDef *def = &body->def;
    gfVec2 gravity = {def->particles.gravity.x, def->particles.gravity.y};
    gravity = gfFrame_GetGravity(&body->frame, gravity);
    gfSphDomain domain = {
        .device = body->device,
        .dimensions = 2,
        .size = {(float)def->gridWidth * def->cellSize, (float)def->gridHeight * def->cellSize, 0.0f},
        .gridSize = {(float)def->gridWidth * def->cellSize, (float)def->gridHeight * def->cellSize, 0.0f},
        .params = &def->particles,
        .step = def->fixedStep,
        .holding = gfBoundaries_Are(&def->boundaries, GF_BOUNDARY_NO_SLIP),
        .solids = body->solids.count > 0,
        .distance = body->solids.distance.read.id,
        .solidTable = body->solids.table.id,
        .rasterSize = def->cellSize,
        .acceleration = {gravity.x, gravity.y, 0.0f},
        .turns = body->frame.turns};
    const gfTurning turning = gfFrame_GetTurning(&body->frame, def->origin, 1.0f, 1.0f);
    memcpy(domain.turning, turning.value, sizeof domain.turning);
    for (int side = 0; side < GF_SIDES; side++) {
        const gfBoundary *b = gfBoundaries_Get(&def->boundaries, side);
        domain.closed.value[side] = b->kind != GF_BOUNDARY_OPEN ? 1.0f : 0.0f;
        domain.speed.value[side] = b->kind == GF_BOUNDARY_NO_SLIP ? b->wallSpeed : 0.0f;
    }
    return domain;
}
