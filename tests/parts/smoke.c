// Smoke alone: a program that has the grid and the drawing, and no other part of the library.
//
//     smoke FILE.png      a plume after 40 steps
#include <gpufluid/gpufluid.h>

#include "support/offscreen.h"

#include <stdio.h>

static bool drawPlume(gfFluid *fluid)
{
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = gfMakeCircle((gfVec2){0.5f, 0.15f}, 0.06f);
    source.temperature = 800.0f;
    source.dye[0] = source.dye[3] = 4.0f;
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = gfMakeCircle((gfVec2){0.55f, 0.5f}, 0.1f);
    bool ok = !GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)) && !GF_IS_NULL(gfFluid_AddSolid(fluid, &solid));
    for (int i = 0; ok && i < 40; i++) {
        ok = gfFluid_StepOnce(fluid);
    }
    const gfDrawDef look = gfDefaultDrawDefFor(fluid);
    return ok && gfFluid_Draw(fluid, &look);
}

// A solver that the program does not have is refused by name.
static bool refusesOthers(gfDevice *device)
{
    gfFluidDef def = gfDefaultFluidDef();
    const char *message = "";
    def.solver = GF_SOLVER_GAUSSIAN;
    return gfCreateFluid(device, &def) == NULL && gfGetLastError(&message) == GF_ERROR_UNSUPPORTED;
}

int main(int count, char **arguments)
{
    Offscreen *offscreen = Offscreen_Create(128, 128);
    gfDeviceDef deviceDef = gfDefaultDeviceDef();
    deviceDef.getProcAddress = Offscreen_GetProcAddress;
    gfDevice *device = offscreen != NULL ? gfCreateDevice(&deviceDef) : NULL;
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = 64;
    def.cellSize = 1.0f / 64.0f;
    gfFluid *fluid = device != NULL ? gfCreateFluid(device, &def) : NULL;
    bool ok = fluid != NULL && drawPlume(fluid) && refusesOthers(device) && count > 1 &&
              Offscreen_Save(offscreen, arguments[1]);
    gfDestroyFluid(fluid);
    gfDestroyDevice(device);
    Offscreen_Destroy(offscreen);
    return ok ? 0 : 1;
}
