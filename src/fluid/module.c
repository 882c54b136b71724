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
