#include "solvers/grid/cfl.h"

#include "solvers/grid/grid.h"

// Counts by the speed of two steps ago, so that no step waits for the GPU and every run counts the same.
int gfGrid_CountSubsteps(const gfBody *body, gfGrid *g, float dt)
{
    const gfGridParams *p = &body->def.grid;
    float speed = 0.0f;
    if (p->cflLimit <= 0.0f) {
        return 1;
    }
    gfPyramid_Reduce(body->device, &g->cfl.speed,
                     &(gfReduction){.label = "speed",
                                    .first = GF_SHADER("common/reduce.frag", "SPEED"),
                                    .next = GF_SHADER("common/reduce.frag", "LARGEST"),
                                    .field = &g->velocity.read});
    gfDelayedRead_Exchange(body->device, &g->cfl.read, gfGrid_GetFastest(body, g), &speed);
    float substeps = ceilf(speed * dt / (body->def.cellSize * p->cflLimit));
    return substeps > 1.0f ? (int)fminf(substeps, (float)p->cflSubsteps) : 1;
}
