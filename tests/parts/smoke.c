// Smoke alone: a program that has the grid and the drawing, and no other part of the library.
//
//     smoke FILE.png [SNAPSHOT]     a plume after 40 steps; a snapshot of the whole library's goes on
#include <gpufluid/gpufluid.h>

#include "support/offscreen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

// A solver and a style that the program does not have are refused by name.
static bool refusesOthers(gfDevice *device, gfFluid *fluid)
{
    gfFluidDef def = gfDefaultFluidDef();
    gfDrawDef look = gfDefaultDrawDef();
    const char *message = "";
    def.solver = GF_SOLVER_GAUSSIAN;
    look.style = GF_DRAW_LIQUID;
    return gfCreateFluid(device, &def) == NULL && gfGetLastError(&message) == GF_ERROR_UNSUPPORTED &&
           !gfFluid_Draw(fluid, &look) && gfGetLastError(&message) == GF_ERROR_UNSUPPORTED &&
           strstr(message, "draw_liquid") != NULL;
}

static bool goesOn(gfDevice *device, const char *path)
{
    FILE *file = fopen(path, "rb");
    const size_t room = (size_t)1 << 26;
    void *bytes = file != NULL ? malloc(room) : NULL;
    size_t size = bytes != NULL ? fread(bytes, 1, room, file) : 0;
    gfFluid *fluid = gfCreateFluidFromSnapshot(device, bytes, size, NULL);
    bool ok = fluid != NULL && gfFluid_GetStepInfo(fluid).stepCount > 0 && gfFluid_StepOnce(fluid);
    gfDestroyFluid(fluid);
    free(bytes);
    if (file != NULL) {
        fclose(file);
    }
    return ok;
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
    bool ok = fluid != NULL && drawPlume(fluid) && refusesOthers(device, fluid) && count > 1 &&
              Offscreen_Save(offscreen, arguments[1]) && (count < 3 || goesOn(device, arguments[2]));
    gfDestroyFluid(fluid);
    gfDestroyDevice(device);
    Offscreen_Destroy(offscreen);
    return ok ? 0 : 1;
}
