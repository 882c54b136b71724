// Flow behind a step that faces backwards in a channel twice as high as its inlet (Armaly, Durst, Pereira, Schoenung
// 1983; Re of twice the inlet's height and its mean speed): where it comes back to the floor.
#include "support/physics.h"

// In heights of the step, which has `across` cells.
static double reattachment(Fixture *f, double reynolds, int across, int length, gfQuality quality, double cfl)
{
    gfFluidDef def = Flow_Def(length * across, 2 * across, 1);
    double h = (double)def.cellSize, height = h * across, speed = 1.0;
    gfGridParams_SetQuality(&def.grid, quality);
    def.grid.viscosity = (float)(speed * 2.0 * height / reynolds);
    def.fixedStep = (float)(cfl * h / (1.5 * speed));
    def.boundaries.bottom.kind = def.boundaries.top.kind = GF_BOUNDARY_NO_SLIP;
    def.boundaries.right.kind = GF_BOUNDARY_OPEN;
    gfBoundary *left = &def.boundaries.left;
    left->kind = GF_BOUNDARY_INFLOW;
    left->inflowSpeed = (float)(0.5 * speed); // over the whole side
    left->inflowProfile = GF_INFLOW_TABLE;
    for (int i = 0; i < GF_INFLOW_VALUES; i++) {
        double y = 2.0 * i / (GF_INFLOW_VALUES - 1) - 1.0; // of the inlet, from the step's edge
        left->table[i] = y > 0.0 ? (float)(12.0 * y * (1.0 - y)) : 0.0f;
    }
    gfFluid *fluid = Flow_Make(f, &def);
    gfSolidDef block = gfDefaultSolidDef(); // the inlet's channel is above it, two heights long
    block.surface = GF_WALL_NO_SLIP;
    block.shape =
        gfMakeRectangle((gfVec2){(float)(0.5 * height), 0.0f}, (gfVec2){(float)(1.5 * height), (float)height}, 0.0f);
    Flow_AddSolidOf(fluid, &block);
    Flow_Steps(fluid, (int)((2.5 + 0.002 * reynolds) * length * height / (0.5 * speed) / (double)def.fixedStep));
    FlowField velocity = Flow_Read(fluid, GF_FIELD_VELOCITY);
    double at = 0.0;
    for (int x = 2 * across + 1; x < velocity.info.width - 1; x++) { // of the lowest row
        double before = (double)velocity.values[2 * (x - 1)], here = (double)velocity.values[2 * x];
        if (before < 0.0 && here >= 0.0) {
            at = (x - 0.5 + before / (before - here)) / across - 2.0;
        }
    }
    return at;
}

TEST(testSlowFlowComesBack)
{
    Figure("Re 100, 12 cells", reattachment(*state, 100.0, 12, 8, GF_QUALITY_MEDIUM, 0.75), 2.92, 2.8, 3.04);
}

TEST_ALL(testFasterFlowComesBack)
{
    Figure("Re 400, 16 cells", reattachment(*state, 400.0, 16, 18, GF_QUALITY_MEDIUM, 1.5), 8.24, 7.6, 8.9);
    Figure("Re 400, 12, high", reattachment(*state, 400.0, 12, 18, GF_QUALITY_HIGH, 1.5), 8.24, 7.6, 8.9);
}
