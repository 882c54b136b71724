// Views and qualities: their names, and which scene can be drawn how.
#include "options.h"

#include "tunables.h"

const char *Options_GetViewName(gfDrawStyle view)
{
    return tunableViews[view];
}

// What gfFluid_Draw has of the scene's solver; gfFluid3D_Draw has water and spheres.
bool Options_HasView(const SceneInfo *scene, gfDrawStyle view)
{
    gfSolverKind solver = Scene_GetSolver(scene);
    if (scene->space != NULL) {
        return view == GF_DRAW_DYE || view == GF_DRAW_LIQUID || view == GF_DRAW_PARTICLES;
    }
    switch (view) {
    case GF_DRAW_PARTICLES:
    case GF_DRAW_KINDS:
        return solver == GF_SOLVER_PARTICLES;
    case GF_DRAW_MASS:
        return solver != GF_SOLVER_GRID;
    case GF_DRAW_DENSITY:
        return solver != GF_SOLVER_GRID && solver != GF_SOLVER_SHALLOW;
    case GF_DRAW_PRESSURE:
        return solver != GF_SOLVER_SHALLOW;
    case GF_DRAW_TEMPERATURE:
    case GF_DRAW_FIRE:
    case GF_DRAW_DIVERGENCE:
        return solver == GF_SOLVER_GRID;
    default:
        return true;
    }
}

const char *Options_GetQualityName(gfQuality quality)
{
    return tunableQualities[1 + (int)quality];
}
