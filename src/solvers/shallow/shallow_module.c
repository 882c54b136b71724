#include "fluid/dry_run.h"

extern const gfSolver gf_solverShallow;

static void dryRunShallow(const gfDryRun *run, gfUse use)
{
    gfGroundDef ground = gfDefaultGroundDef();
    if (use != GF_USE_SOURCES) {
        return;
    }
    ground.shape = gfMakeCircle(run->middle, 0.2f * run->size);
    gfFluid_ShapeGround(run->fluid, &ground);
    ground.texture = GF_DRY_RUN_TEXTURE;
    ground.shape = gfMakeRectangle(run->middle, (gfVec2){0.2f * run->size, 0.2f * run->size}, 0.0f);
    gfFluid_ShapeGround(run->fluid, &ground);
}

const gfModule gf_module_shallow = {
    .name = "shallow", .solver = &gf_solverShallow, .kind = GF_SOLVER_SHALLOW, .dryRun = dryRunShallow};
