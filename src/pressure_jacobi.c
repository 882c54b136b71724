// Jacobi iteration (Harris, GPU Gems chapter 38, 2004), four cells to a texel so that seven reads update four cells,
// with each cell's number of open faces in a small texture, drawn when solids change.
//
// Each iteration flips the sign of the shortest wave (a checkerboard) and leaves its size: it would never go, and with
// a warm start and an odd number of iterations it would grow 2.4 times a step. Going half-way in the last iteration is
// the mean of the last two, in which that wave cancels.
#include "pressure.h"

#include "gpufluid/source.h"

typedef struct Jacobi {
    const gfProgram *iterate;
} Jacobi;

static void destroy(gfDevice *device, gfPressure *pressure)
{
    Jacobi *j = pressure->state;
    if (j != NULL) {
        gfTarget_Destroy(device, &j->target);
        gfTexture_Destroy(device, &j->openFaces);
        gfFree(&device->core, j);
        pressure->state = NULL;
    }
}

static bool create(gfDevice *device, gfPressure *pressure)
{
    const gfTarget *size = &pressure->field.writeTarget;
    Jacobi *j = gfAlloc(&device->core, sizeof *j);
    pressure->state = j;
    if (j == NULL || !gfTexture_Create(device, &j->openFaces, GF_FORMAT_RGBA8, size->width, size->height) ||
        !gfTarget_Create(device, &j->target, &j->openFaces, 1)) {
        return false;
    }
    j->count = gfProgram_Get(device, "grid/jacobi_open_faces.frag", "");
    j->iterate = j->count != NULL ? gfProgram_Get(device, "grid/jacobi.frag", "") : NULL;
    return j->iterate != NULL;
}

static void iterate(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem, float warmStart,
                    float relaxation)
{
    const Jacobi *j = pressure->state;
    // Where no solution exists (a source in a pocket that solids cut off) pressure climbs from step to step.
    bool half = device->gl.formats[pressure->field.read[0].format].bytes < 16;
    gfPass_Run(device, &(gfPass){.label = "pressure_jacobi",
                                 .program = j->iterate,
                                 .target = &pressure->field.writeTarget,
                                 .inputs = {GF_IN(pressure, pressure->field.read[0].id), GF_IN(rhs, problem->rhs),
                                            GF_IN(openFaces, j->openFaces.id)},
                                 .uniforms = {GF_F1(warmStart, warmStart), GF_F1(relaxation, relaxation),
                                              GF_F1(largest, half ? GF_VALUE_MAX : 1e9f)}});
    gfPingPong_Swap(&pressure->field);
}

static void prepare(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem)
{
    const Jacobi *j = pressure->state;
    gfPass_Run(device, &(gfPass){.label = "solids",
                                 .program = j->count,
                                 .target = &j->target,
                                 .inputs = {GF_IN(faceBits, problem->faceBits)}});
    iterate(device, pressure, problem, 1.0f, 0.0f); // keeps pressure, but for cells that became solid: those get 0
}

static void solve(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem, const gfGridParams *params)
{
    static const float zero[4] = {0};
    if (params->pressureIterations == 0) { // no solve, no pressure: an old one would go on pushing
        gfTarget_Clear(device, &pressure->field.readTarget, 0, zero);
    }
    for (int i = 0; i < params->pressureIterations; i++) {
        iterate(device, pressure, problem, i == 0 ? params->pressureWarmStart : 1.0f,
                i == params->pressureIterations - 1 ? 0.5f : 1.0f);
    }
}

const gfPressureSolver gf_pressureJacobi = {
    .name = "jacobi", .create = create, .destroy = destroy, .prepare = prepare, .solve = solve};
