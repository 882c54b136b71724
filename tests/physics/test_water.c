// Water against known answers: a pool at rest, a standing wave, a breaking dam.
#include "support/water.h"

FLOW_SCALAR(halfFull, y < 0.5 ? 1.0 : 0.0)

#define WAVE_HEIGHT 0.02
FLOW_SCALAR(wavy, y < 0.5 + WAVE_HEIGHT * cos(PI * x) ? 1.0 : 0.0)

static void restPool(Fixture *fixture, int cells, int seconds)
{
    gfFluidDef def = Water_Def(cells, cells, 1.0);
    gfFluid *fluid = Flow_Make(fixture, &def);
    int count = Water_Fill(fluid, halfFull);
    double wave = sqrt(9.81 * 0.5);
    for (int t = 0; t < seconds; t++) {
        Flow_Steps(fluid, 60);
        printf("%d cells, %d s: fastest %.4f deep %.4f\n", cells, t + 1, Water_Fastest(fluid, 1.0) / wave,
               Water_Fastest(fluid, 0.4) / wave);
    }
    gfParticleStats stats = Particles_Stats(fluid);
    assert_int_equal(stats.live, count);
}

TEST_CI(testPoolRests)
{
    restPool(*state, 48, 10);
}

TEST_CI(testWaveStands)
{
    for (int cells = 48; cells <= 96; cells *= 2) {
        gfFluidDef def = Water_Def(cells, cells, 1.0);
        def.fixedStep = 0.5f / (float)cells / 2.2f;
        gfFluid *fluid = Flow_Make(*state, &def);
        Water_Fill(fluid, wavy);
        double k = PI, period = 2.0 * PI / sqrt(9.81 * k * tanh(k * 0.5)), mean;
        double last = Water_Wave(fluid, &mean);
        printf("start %g mean %g period %g\n", last / WAVE_HEIGHT, mean, period);
        double before = last;
        int steps = (int)(2.2 * period / (double)def.fixedStep);
        double t = 0.0, zero = 0.0;
        int zeros = 0;
        for (int i = 0; i < steps; i++) {
            Flow_Steps(fluid, 1);
            t += (double)def.fixedStep;
            double a = Water_Wave(fluid, NULL);
            if (a * last < 0.0) {
                double at = t - (double)def.fixedStep * fabs(a) / (fabs(a) + fabs(last));
                if (zeros % 2 == 0 && zeros > 0) {
                    printf("period %.4f\n", (at - zero) / (zeros / 2) / period);
                }
                zero = zeros == 0 ? at : zero;
                zeros++;
            }
            if (i > 1 && fabs(last) > fabs(a) && fabs(last) >= fabs(before) && fabs(last) > 0.3 * WAVE_HEIGHT) {
                printf("peak at %.3f periods: %.4f\n", (t - (double)def.fixedStep) / period, last / WAVE_HEIGHT);
            }
            before = last;
            last = a;
        }
    }
}
