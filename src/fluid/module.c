#include "fluid/module.h"

const gfSolver *gfSolver_Find(gfSolverKind kind)
{
    const gfModule *module;
    for (int i = 0; (module = gfModules_Next(&i)) != NULL;) {
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
