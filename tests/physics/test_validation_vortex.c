// The vortex of Taylor and Green: how it decays with viscosity, and how little it does without.
#include "support/physics.h"

static gfFluidDef vortexDef(int cells, bool periodic)
{
    float size = periodic ? 2.0f : 1.0f;
    gfFluidDef def = Physics_Def(cells, cells, size / (float)cells, GF_QUALITY_HIGH);
    def.fixedStep = size / (float)cells; // a CFL number of 1
    if (periodic) {
        Flow_SetSides(&def, GF_BOUNDARY_PERIODIC);
    }
    return def;
}

TEST(testViscousDecay)
{
    const double viscosity = 0.01, left = exp(-4.0 * viscosity * PI * PI);
    for (int periodic = 0; periodic < 2; periodic++) {
        gfFluidDef def = vortexDef(128, periodic == 1);
        def.grid.viscosity = (float)viscosity;
        VortexResult r =
            Physics_RunVortex(*state, &def, periodic ? Physics_Vortices : Flow_TaylorGreen, 1.0, sqrt(left));
        Figure(periodic ? "energy left, periodic 128^2" : "energy left, box 128^2", r.energy, left, 0.98 * left,
               1.02 * left);
        Figure("error of the velocity", r.error, 0.0, 0.0, 0.005);
    }
}

TEST(testInviscid)
{
    gfFluidDef def = vortexDef(128, false);
    VortexResult fine = Physics_RunVortex(*state, &def, Flow_TaylorGreen, 1.0, 1.0);
    Figure("energy left, box 128^2", fine.energy, 1.0, 0.99, 1.0005);
    Figure("error of the velocity, box 128^2", fine.error, 0.00034, 0.0, 0.001);
    def = vortexDef(128, true);
    VortexResult periodic = Physics_RunVortex(*state, &def, Physics_Vortices, 1.0, 1.0);
    Figure("energy left, periodic 128^2", periodic.energy, 1.0, 0.998, 1.0005);
    Figure("error of the velocity, periodic 128^2", periodic.error, 0.0, 0.0, 0.001);
    def = vortexDef(128, false);
    def.grid.scheme = GF_SCHEME_PROJECT;
    VortexResult plain = Physics_RunVortex(*state, &def, Flow_TaylorGreen, 1.0, 1.0);
    Figure("energy left, without reflection", plain.energy, 0.9997, 0.995, 1.0005);
    Figure("error of the velocity, without reflection", plain.error, 0.0004, 0.0, 0.002);
}
