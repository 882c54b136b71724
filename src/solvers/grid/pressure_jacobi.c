// Jacobi iteration (Harris, GPU Gems chapter 38, 2004), four cells to a texel so that seven reads update four cells.
//
// Each iteration flips the sign of the shortest wave (a checkerboard) and leaves its size: it would never go, and with
// a warm start and an odd number of iterations it would grow 2.4 times a step. Going half-way in the last iteration is
// the mean of the last two, in which that wave cancels.
#include "solvers/grid/pressure.h"

#include "gpufluid/source.h"

static void iterate(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem, float warmStart,
                    float relaxation)
{
    // Pressure climbs from step to step where no solution exists: a source in a pocket that solids cut off.
    bool half = device->gl.formats[pressure->field.read.format].bytes < 16;
    gfPass_Run(device, &(gfPass){.label = "pressure_jacobi",
                                 .shader = GF_SHADER("grid/jacobi.frag", NULL),
                                 .writes = {&pressure->field.write},
                                 .inputs = {GF_IN(pressure, pressure->field.read.id), GF_IN(rhs, problem->rhs),
                                            GF_IN(weights, problem->weights)},
                                 .uniforms = {GF_F1(warmStart, warmStart), GF_F1(relaxation, relaxation),
                                              GF_F1(largest, half ? GF_VALUE_MAX : 1e9f),
                                              GF_I2(wrap, problem->wrapX, problem->wrapY)}});
    gfPair_Swap(&pressure->field);
}

static void prepareJacobi(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem)
{
    // Keeps pressure, but for cells that became solid: those get 0.
    iterate(device, pressure, problem, 1.0f, 0.0f);
}

static void solveJacobi(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem,
                        const gfGridParams *params)
{
    static const float zero[4] = {0};
    if (params->pressureIterations == 0) { // no iteration, no pressure: an old one would go on pushing
        gfTexture_Clear(device, &pressure->field.read, zero);
    }
    for (int i = 0; i < params->pressureIterations; i++) {
        iterate(device, pressure, problem, i == 0 ? params->pressureWarmStart : 1.0f,
                i == params->pressureIterations - 1 ? 0.5f : 1.0f);
    }
}

const gfPressureSolver gf_pressureJacobi = {.name = "jacobi", .prepare = prepareJacobi, .solve = solveJacobi};
