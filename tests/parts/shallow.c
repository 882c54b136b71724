// Water over ground alone: a program that has that solver, the surface and the drawing, and no other part.
//
//     shallow FILE.png      a lake after 40 steps
#include <gpufluid/gpufluid.h>

#include "support/offscreen.h"

static bool drawLake(gfFluid *fluid)
{
    gfGroundDef ground = gfDefaultGroundDef();
    ground.shape = gfMakeCircle((gfVec2){0.3f, 0.6f}, 0.2f);
    ground.height = 0.2f;
    bool ok = gfFluid_ShapeGround(fluid, &ground) && gfFluid_FillToLevel(fluid, NULL, 0.1f);
    for (int i = 0; ok && i < 40; i++) {
        ok = gfFluid_StepOnce(fluid);
    }
    const gfDrawDef look = gfDefaultDrawDefFor(fluid);
    const gfSurfaceDef surface = gfDefaultSurfaceDef();
    return ok && gfFluid_Draw(fluid, &look) && gfFluid_DrawSurface(fluid, &surface);
}

int main(int count, char **arguments)
{
    Offscreen *offscreen = Offscreen_Create(128, 128);
    gfDeviceDef deviceDef = gfDefaultDeviceDef();
    deviceDef.getProcAddress = Offscreen_GetProcAddress;
    gfDevice *device = offscreen != NULL ? gfCreateDevice(&deviceDef) : NULL;
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_SHALLOW;
    def.gridWidth = def.gridHeight = 64;
    def.cellSize = 1.0f / 64.0f;
    gfFluid *fluid = device != NULL ? gfCreateFluid(device, &def) : NULL;
    bool ok = fluid != NULL && drawLake(fluid) && count > 1 && Offscreen_Save(offscreen, arguments[1]);
    gfDestroyFluid(fluid);
    gfDestroyDevice(device);
    Offscreen_Destroy(offscreen);
    return ok ? 0 : 1;
}
