#include "support/water.h"
#include <time.h>
FLOW_SCALAR(half, y < 0.5 ? 1.0 : 0.0)
FLOW_SCALAR(column, x < 0.6 && y < 0.85 ? 1.0 : 0.0)
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }
TEST_CI(testBench)
{
    Fixture *f = *state;
    static const int sizes[][2] = {{128, 72}, {256, 144}, {512, 288}, {1024, 576}};
    int most = getenv("WB") ? atoi(getenv("WB")) : 2;
    for (int k = 0; k < 2 * most; k++) {
        int dam = k % 2;
        gfFluidDef def = Water_Def(sizes[k / 2][0], sizes[k / 2][1], 1.0);
        def.fixedStep = 1.0f / 60.0f; def.water.cflSubsteps = 1;
        gfFluid *fluid = Flow_Make(f, &def);
        int n = Water_Fill(fluid, dam ? column : half), steps = getenv("WS") ? atoi(getenv("WS")) : 200;
        Flow_Steps(fluid, 20);
        f->gl.Finish();
        double best = 1e9;
        for (int b = 0; b < 5; b++) {
            double t = now();
            for (int i = 0; i < steps / 5; i++) Flow_Steps(fluid, 1);
            f->gl.Finish();
            best = fmin(best, (now() - t) * 1e3 / (steps / 5));
        }
        gfDevice_ResetProfile(f->device);
        gfDevice_SetProfiling(f->device, true);
        for (int i = 0; i < steps / 2; i++) { Flow_Steps(fluid, 1); if (i % 8 == 0) f->gl.Finish(); }
        f->gl.Finish();
        static gfProfile pr; gfDevice_GetProfile(f->device, &pr);
        gfDevice_SetProfiling(f->device, false);
        double sum = 0; int passes = 0;
        for (int i = 0; i < pr.entryCount; i++) { sum += pr.entries[i].ms; passes += (int)pr.entries[i].count; }
        printf("%s %d x %d, %d particles: %.3f ms a step; GPU %.3f, passes %.1f\n", dam ? "dam" : "pool", def.gridWidth, def.gridHeight, n, best, sum / (steps / 2), passes / (double)(steps / 2));
        for (int i = 0; i < pr.entryCount; i++) if (pr.entries[i].ms / (steps / 2) > 0.001) printf("   %-18s %5.1f %.4f ms\n", pr.entries[i].label, pr.entries[i].count / (double)(steps / 2), pr.entries[i].ms / (steps / 2));
        fflush(stdout);
        gfDestroyFluid(fluid);
    }
}
