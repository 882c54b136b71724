#include "fluid/module.h"

// Each part of the library is a module, also the one that has nothing to fill in.
const gfModule gf_module_core = {.name = "core"};

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

void gfDryRun_Step(gfFluid *fluid)
{
    for (int i = 0; i < 4; i++) {
        gfFluid_StepOnce(fluid);
    }
}

gfMedium gfSolver_GetMedium(const gfBody *body)
{
    gfMedium medium = {.density = 1000.0};
    gfSolver_Find(body->def.solver)->describeMedium(body, &medium);
    return medium;
}
