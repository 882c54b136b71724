#include "solvers/grid/cfl.h"

#include "solvers/grid/grid.h"

enum { CFL_LIMITED = 1 << 0 };

#define CFL_ROW(member, defines)                                                                           \
    {                                                                                                      \
        offsetof(gfCflPrograms, member), &gf_vertexCover, "common/reduce.frag", defines, 0, CFL_LIMITED, 0 \
    }

static const gfProgramRow cflProgramRows[] = {
    CFL_ROW(largestSpeed, "SPEED"),
    CFL_ROW(largest, "LARGEST"),
};

static uint32_t getCflConditions(const gfBody *body, uint32_t needs)
{
    (void)needs;
    return gfGridStage_If(body->def.grid.cflLimit > 0.0f, CFL_LIMITED);
}

const gfGridStage gf_gridCfl = GF_GRID_STAGE(cfl, cflProgramRows, NULL, getCflConditions);

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
                                    .first = g->cfl.programs.largestSpeed,
                                    .next = g->cfl.programs.largest,
                                    .field = &g->velocity.read});
    gfDelayedRead_Exchange(body->device, &g->cfl.read, gfGrid_GetFastest(body, g), &speed);
    float substeps = ceilf(speed * dt / (body->def.cellSize * p->cflLimit));
    return substeps > 1.0f ? (int)fminf(substeps, (float)p->cflSubsteps) : 1;
}
