// Draws what test_python.py draws by the same calls, so that the two pictures can be compared: python_twin FILE.png
#include <gpufluid/gpufluid.h>

#include "support/offscreen.h"

#include <string.h>

#define WIDTH 160
#define HEIGHT 120
#define STEPS 30

static gfFluid *makeFluid(gfDevice *device)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = 80;
    def.gridHeight = 60;
    def.dyeScale = 2.0f;
    def.boundaries.top.kind = GF_BOUNDARY_OPEN;
    def.grid.vorticityConfinement = 3.0f;
    gfFluid *fluid = gfCreateFluid(device, &def);
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = gfMakeRectangle((gfVec2){0.1f, 0.03f}, (gfVec2){0.02f, 0.01f}, 0.3f);
    source.temperature = 40.0f;
    source.acceleration = (gfVec2){0.1f, 0.3f};
    memcpy(source.dye, (float[4]){5.0f, 4.0f, 2.0f, 5.0f}, sizeof source.dye);
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = gfMakeCircle((gfVec2){0.18f, 0.12f}, 0.03f);
    bool emits = fluid != NULL && !GF_IS_NULL(gfFluid_AddEmitter(fluid, &source));
    return emits && !GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)) ? fluid : NULL;
}

int main(int count, char **arguments)
{
    Offscreen *offscreen = count == 2 ? Offscreen_Create(WIDTH, HEIGHT) : NULL;
    if (offscreen == NULL) {
        return 2;
    }
    gfDeviceDef def = gfDefaultDeviceDef();
    def.getProcAddress = Offscreen_GetProcAddress;
    gfDevice *device = gfCreateDevice(&def);
    gfFluid *fluid = device != NULL ? makeFluid(device) : NULL;
    bool done = fluid != NULL;
    for (int i = 0; i < STEPS && done; i++) {
        done = gfFluid_StepOnce(fluid);
    }
    if (done) {
        gfDrawDef look = gfDefaultDrawDefFor(fluid);
        look.alpha = GF_ALPHA_OPAQUE;
        look.solids.outlineWidth = 2.0f;
        done = gfFluid_Draw(fluid, &look) && Offscreen_Save(offscreen, arguments[1]);
    }
    gfDestroyDevice(device);
    Offscreen_Destroy(offscreen);
    return done ? 0 : 1;
}
