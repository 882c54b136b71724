// A cylinder that sheds vortices in a channel.
#include "support/physics.h"

#include <math.h>

#define CHANNEL_HEIGHT 0.41
#define DIAMETER 0.1

static gfFluid *makeChannel(Fixture *fixture, int cellsUp, gfQuality quality, double cfl)
{
    double h = CHANNEL_HEIGHT / cellsUp;
    gfFluidDef def = Physics_Def((int)lround(2.2 / h / 4.0) * 4, cellsUp, (float)h, quality);
    def.fixedStep = (float)(cfl * h / 2.0); // the fastest fluid, beside the cylinder, moves at about 2 m/s
    def.grid.cflLimit = 0.0f;
    def.grid.viscosity = 0.001f;
    def.edges.left = (gfEdge){.kind = GF_EDGE_INFLOW, .inflowSpeed = 1.0f, .profile = GF_PROFILE_PARABOLIC};
    def.edges.right = Physics_Edge(GF_EDGE_OPEN);
    def.edges.bottom = def.edges.top = Physics_Edge(GF_EDGE_NO_SLIP);
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfSolidDef cylinder = gfDefaultSolidDef();
    cylinder.shape = gfMakeCircle((gfVec2){0.2f, 0.2f}, (float)(0.5 * DIAMETER));
    cylinder.surface = GF_SURFACE_NO_SLIP;
    assert_int_not_equal(gfFluid_AddSolid(fluid, &cylinder), 0);
    return fluid;
}

ShedResult Physics_RunCylinder(Fixture *fixture, int cellsUp, gfQuality quality, double cfl, double from, double to)
{
    gfFluid *fluid = makeChannel(fixture, cellsUp, quality, cfl);
    double step = (double)gfFluid_GetDef(fluid).fixedStep, before = 0.0, first = -1.0, last = -1.0, pressure = 0.0;
    double h = CHANNEL_HEIGHT / cellsUp;
    int ups = 0, samples = 0;
    ShedResult result = {0};
    // Every other step: a read waits for the GPU.
    for (double time = 0.0; time < to; time += 2.0 * step) {
        Flow_Steps(fluid, 2);
        if (time < from) {
            continue;
        }
        double now = Flow_At(fluid, GF_FIELD_VELOCITY, 1, 0.4, 0.2);
        result.swing = fmax(result.swing, fabs(now));
        if (before < 0.0 && now >= 0.0) {
            last = time - 2.0 * step * now / (now - before);
            first = ups == 0 ? last : first;
            ups++;
        }
        before = now;
        samples++;
        pressure += Flow_At(fluid, GF_FIELD_PRESSURE, 0, 0.15 - 0.5 * h, 0.2) -
                    Flow_At(fluid, GF_FIELD_PRESSURE, 0, 0.25 + 0.5 * h, 0.2);
    }
    Flow_Measure(fluid);
    result.periods = ups - 1;
    result.strouhal = ups > 1 ? (ups - 1) / (last - first) * DIAMETER / 1.0 : 0.0;
    result.pressure = pressure / fmax(samples, 1);
    gfDestroyFluid(fluid);
    return result;
}
