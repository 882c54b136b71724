// What quality buys, and that scenes stay sane; test_validation_long.c runs them for long.
#include "support/physics.h"

// Divergence left over that before, after 30 steps of a plume that rises past a disc.
static double plumeResidual(Fixture *fixture, gfQuality quality)
{
    gfFluidDef def = Physics_Def(32, 48, 1.0f / 32.0f, quality);
    def.grid.thermalExpansion = 0.05f;
    gfFluid *fluid = Flow_Make(fixture, &def);
    Flow_AddDisc(fluid, 0.45f, 0.7f, 0.12f);
    gfSourceDef heat = Flow_DiscSource(0.5f, 0.2f, 0.1f);
    heat.temperature = 200.0f;
    heat.dye[3] = 3.0f;
    Flow_AddEmitter(fluid, &heat);
    Flow_Steps(fluid, 30);
    gfFluidStats stats = Flow_Measure(fluid);
    return stats.divergenceRmsAfter / stats.divergenceRmsBefore;
}

// LOW and MEDIUM have one cycle, HIGH two, REFERENCE four.
TEST(testQualityLeavesLessDivergence)
{
    double residual[4];
    for (int quality = GF_QUALITY_LOW; quality <= GF_QUALITY_REFERENCE; quality++) {
        residual[quality] = plumeResidual(*state, (gfQuality)quality);
    }
    Flow_ExpectBetween("residual, low", residual[0], 1e-6, 0.03);
    Flow_ExpectBetween("residual, medium", residual[1], 1e-6, 0.04);
    Flow_ExpectBetween("high, over medium", residual[2] / residual[1], 0.0, 0.5);
    Flow_ExpectBetween("reference, over high", residual[3] / residual[2], 0.0, 0.5);
}

TEST(testQualityKeepsEnergy)
{
    double energy[3], error[3];
    for (int quality = GF_QUALITY_LOW; quality <= GF_QUALITY_HIGH; quality++) {
        gfFluidDef def = Physics_Def(32, 32, 1.0f / 32.0f, (gfQuality)quality);
        def.fixedStep = 1.0f / 32.0f;
        VortexResult r = Physics_RunVortex(*state, &def, Flow_TaylorGreen, 1.0, 1.0);
        energy[quality] = r.energy;
        error[quality] = r.error;
    }
    Flow_ExpectBetween("energy, low", energy[0], 0.5, 0.95);
    Flow_ExpectBetween("lost, medium over low", (1.0 - energy[1]) / (1.0 - energy[0]), 0.0, 0.8);
    Flow_ExpectBetween("lost, high over medium", (1.0 - energy[2]) / (1.0 - energy[1]), -0.1, 1.0);
    Flow_ExpectBetween("error, medium over low", error[1] / error[0], 0.0, 1.0);
    Flow_ExpectBetween("error, high over medium", error[2] / error[1], 0.0, 1.5);
}

TEST(testScenesStaySane)
{
    static const char *const names[] = {"plume", "stirrer"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        SceneResult r;
        if (Physics_RunScene(*state, names[i], 300, &r)) {
            if (i == 1) { // an open side holds the pressure of the other
                Flow_ExpectBetween("mean pressure over its rms", fmax(r.drift[0], r.drift[1]), 0.0, 0.3);
            }
            Flow_ExpectBetween("dye", r.dye[1], 0.5, 2.0);
            Flow_ExpectBetween("least dye", r.dyeLeast, 0.0, 0.0);
            Flow_ExpectBetween("speed", r.speed[1], 0.1, 5.0);
        }
    }
}
