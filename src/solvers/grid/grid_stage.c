#include "solvers/grid/grid_stage.h"

#include "solvers/grid/grid_state.h"

#include <string.h>

bool gfGridStages_Load(const gfBody *body, const gfGrid *g, uint32_t needs, gfLoadPrograms load, gfGrid *made)
{
    bool ok = true;
    for (int i = 0; ok && g->stages[i] != NULL; i++) {
        const gfGridStage *stage = g->stages[i];
        uint32_t *conditions = (uint32_t *)(void *)((char *)made + stage->conditions);
        *conditions = stage->getConditions(body, needs);
        ok = load(body->device, &stage->table, *conditions, (char *)made + stage->programs);
    }
    return ok;
}

void gfGridStages_Take(gfGrid *g, const gfGrid *made)
{
    for (int i = 0; g->stages[i] != NULL; i++) {
        const gfGridStage *stage = g->stages[i];
        memcpy((char *)g + stage->conditions, (const char *)made + stage->conditions, sizeof(uint32_t));
        memcpy((char *)g + stage->programs, (const char *)made + stage->programs, stage->programsSize);
    }
}

bool gfGrid_Require(const gfBody *body, gfGrid *g, uint32_t needs)
{
    gfGrid made = {0};
    gfGridPlan plan;
    if ((g->needs & needs) == needs) {
        return true;
    }
    gfGrid_PlanNeeded(body, g, g->needs | needs, &plan);
    if (!gfGridStages_Load(body, g, g->needs | needs, gfPrograms_Load, &made) ||
        !gfState_Create(body->device, &plan.plan, g)) {
        return false;
    }
    gfGridStages_Take(g, &made);
    g->needs |= needs;
    return true;
}

bool gfGrid_RequireOptional(const gfBody *body, gfGrid *g, uint32_t need, gfFailure *failure, const char *what)
{
    return (g->needs & need) == need || gfFailure_Try(failure, body->device, what, gfGrid_Require(body, g, need));
}
