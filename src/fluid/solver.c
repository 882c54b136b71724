#include "fluid/solver.h"

#include "fluid/module.h"

static uint32_t needsOf(const gfSolver *solver, const void *state)
{
    return state != NULL && solver->needs.get != NULL ? solver->needs.get(state) : 0;
}

static bool makePrograms(const gfSolver *solver, const gfBody *body, uint32_t needs)
{
    GF_EACH_MODULE(module) {
        GF_TRY(module->makePrograms == NULL || module->makePrograms(body, needs & solver->needs.ofSteps));
    }
    return true;
}

void *gfSolver_Create(const gfSolver *solver, const gfBody *body, const void *oldState)
{
    const uint32_t needs = needsOf(solver, oldState);
    GF_TRY(makePrograms(solver, body, needs));
    void *state = solver->create(body);
    if (state != NULL && needs != 0 && !solver->needs.make(body, state, needs)) {
        gfSolver_Destroy(solver, body, state);
        state = NULL;
    }
    return state;
}

void gfSolver_Destroy(const gfSolver *solver, const gfBody *body, void *state)
{
    if (solver->destroy != NULL) {
        solver->destroy(body, state);
    } else {
        gfState_Destroy(body->device, solver->table, state);
        gfFree(&body->device->core, state);
    }
}

bool gfSolver_Tune(const gfSolver *solver, const gfBody *body, void *state)
{
    return solver->tune == NULL || ((solver->mayTune == NULL || solver->mayTune(body, state)) &&
                                    makePrograms(solver, body, needsOf(solver, state)) && solver->tune(body, state));
}

// --- the solvers of a build ------------------------------------------------------------------------------------------

const gfSolver *gfSolver_Find(gfSolverKind kind)
{
    GF_EACH_MODULE(module) {
        if (module->solver != NULL && module->kind == kind) {
            return module->solver;
        }
    }
    return NULL;
}

gfMedium gfSolver_GetMedium(const gfBody *body)
{
    gfMedium medium = {.density = 1000.0};
    gfSolver_Find(body->def.solver)->describeMedium(body, &medium);
    return medium;
}
