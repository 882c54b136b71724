// A wind tunnel: air comes in on the left, leaves on the right, and streaks of dye pass a wing.
#include "recipe.h"

static gfFluid *air;

static bool begin(gfDevice *device)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = 128;
    def.cellSize = 1.0f / 128.0f;
    def.boundaries.left.kind = GF_BOUNDARY_INFLOW;
    def.boundaries.left.inflowSpeed = 0.8f; // m/s
    def.boundaries.right.kind = GF_BOUNDARY_OPEN;
    def.grid.thermalExpansion = 0.0f; // nothing rises here
    air = gfCreateFluid(device, &def);
    gfSolidDef wing = gfDefaultSolidDef();
    wing.shape = gfMakePolygon((gfVec2[]){{0.25f, 0.56f}, {0.32f, 0.62f}, {0.42f, 0.61f}, {0.68f, 0.44f}}, 4);
    bool good = !GF_IS_NULL(gfFluid_AddSolid(air, &wing));
    for (int i = 0; i < 8 && good; i++) {
        gfSourceDef streak = gfDefaultSourceDef();
        streak.shape = gfMakeCircle((gfVec2){0.02f, 0.15f + 0.1f * (float)i}, 0.012f);
        streak.mode = GF_SOURCE_SET; // holds the dye at this amount, whatever flows through
        streak.fields = GF_SOURCE_DYE;
        streak.dye[0] = 0.9f, streak.dye[1] = 0.95f, streak.dye[2] = 1.0f, streak.dye[3] = 2.0f;
        good = !GF_IS_NULL(gfFluid_AddEmitter(air, &streak));
    }
    return good;
}

static bool frame(const Frame *now)
{
    gfDrawDef picture = gfDefaultDrawDef();
    return gfFluid_Step(air, now->dt) && gfFluid_Draw(air, &picture);
}

const Recipe wind = {"wind", begin, frame};
