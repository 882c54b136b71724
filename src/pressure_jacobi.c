// Jacobi iteration (Harris, GPU Gems chapter 38, 2004), four cells to a texel so that seven reads update four cells,
// with each cell's number of open faces in a small texture, drawn when solids change.
//
// Each iteration flips the sign of the shortest wave (a checkerboard) and leaves its size: it would never go, and with a
// warm start and an odd number of iterations it would grow 2.4 times a step. Going half-way in the last iteration is the
// mean of the last two, in which that wave cancels.
#include "pressure.h"

typedef struct Jacobi {
    gfTexture openFaces; // packed: number of open faces, in fifths
    gfTarget target;
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
    return j != NULL && gfTexture_Create(device, &j->openFaces, GF_FORMAT_RGBA8, size->width, size->height) &&
           gfTarget_Create(device, &j->target, &j->openFaces, 1) &&
           gfProgram_Get(device, "grid/jacobi_open_faces.frag", "") != NULL &&
           gfProgram_Get(device, "grid/jacobi.frag", "") != NULL;
}

static void prepare(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem)
{
    const Jacobi *j = pressure->state;
    gfPass_Run(device, &(gfPass){.label = "solids",
                                 .program = gfProgram_Get(device, "grid/jacobi_open_faces.frag", ""),
                                 .target = &j->target,
                                 .inputs = {GF_IN(faceBits, problem->faceBits)}});
}

static void solve(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem, const gfGridParams *params)
{
    const Jacobi *j = pressure->state;
    const gfProgram *program = gfProgram_Get(device, "grid/jacobi.frag", "");
    for (int i = 0; i < params->pressureIterations; i++) {
        float warmStart = i == 0 ? params->pressureWarmStart : 1.0f;
        float relaxation = i == params->pressureIterations - 1 ? 0.5f : 1.0f;
        gfPass_Run(device, &(gfPass){.label = "pressure_jacobi",
                                     .program = program,
                                     .target = &pressure->field.writeTarget,
                                     .inputs = {GF_IN(pressure, pressure->field.read[0].id), GF_IN(rhs, problem->rhs),
                                                GF_IN(openFaces, j->openFaces.id)},
                                     .uniforms = {GF_F1(warmStart, warmStart), GF_F1(relaxation, relaxation)}});
        gfPingPong_Swap(&pressure->field);
    }
}

const gfPressureSolver gf_pressureJacobi = {
    .name = "jacobi", .create = create, .destroy = destroy, .prepare = prepare, .solve = solve};
