// Jacobi iteration (Harris, GPU Gems chapter 38, 2004), four cells to a texel so that seven fetches update four cells.
#include "pressure.h"

static void solve(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem, const gfGridParams *params)
{
    const gfProgram *program = gfProgram_Get(device, "grid/jacobi.frag", "");
    for (int i = 0; i < params->pressureIterations; i++) {
        float warmStart = i == 0 ? params->pressureWarmStart : 1.0f;
        gfPass_Run(device, &(gfPass){.label = "pressure_jacobi",
                                     .program = program,
                                     .target = &pressure->field.writeTarget,
                                     .inputs = {GF_IN(pressure, pressure->field.read[0].id), GF_IN(rhs, problem->rhs),
                                                GF_IN(faceBits, problem->faceBits)},
                                     .uniforms = {GF_F1(warmStart, warmStart)}});
        gfPingPong_Swap(&pressure->field);
    }
}

const gfPressureSolver gf_pressureJacobi = {.name = "jacobi", .solve = solve};
