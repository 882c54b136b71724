// DamBreak.h: a column of water in a box 4 m wide falls apart.
#include "port.h"

#define RADIUS 0.025f // m

static gfFluid *begin(gfDevice *device)
{
    gfFluidDef def = Port_MakeDef(&dam, RADIUS);
    def.particles.depth = 2.0f; // m: the column, and not the whole box
    gfFluid *fluid = gfCreateFluid(device, &def);
    return Port_Fill(fluid, (gfVec2){-1.2f, 1.0f}, (gfVec2){0.8f, 1.0f}) ? fluid : NULL;
}

const Port dam = {"dam", {-2.0f, 0.0f}, {2.0f, 4.0f}, 4.0f, begin, NULL};
