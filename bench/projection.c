#include "bench.h"
#include "library.h"
#include "plain_jacobi.h"
#include "pressure_solve.h"
#include "random.h"
#include "solids.h"
#include "timing.h"

#include <math.h>
#include <stdlib.h>

// So short that nothing moves: what is measured is the projection alone.
#define FIXED_STEP_S 1e-6f
#define PLAIN_ITERATIONS 40

// The flow to be projected: pushes of speed * exp(-(distance / radius)^2), the same on every grid.
#define SPLATS 12
#define SPLAT_RADIUS 0.05f

// Up to the walls pushes have a jump there, whose one-cell spikes are most of the divergence before.
enum { EDGE, MARGIN, INPUT_COUNT };

static const struct {
    const char *name;
    float margin; ///< between walls and middles of pushes, m
} inputs[INPUT_COUNT] = {[EDGE] = {"edge", 0.0f}, [MARGIN] = {"margin", 0.2f}};

typedef struct Method {
    gfPressureMethod method;
    int cycles; ///< of multigrid, or iterations of Jacobi
} Method;

enum { MULTIGRID_1, MULTIGRID_2, MULTIGRID_3, MULTIGRID_4, JACOBI, METHOD_COUNT };

static const Method methods[METHOD_COUNT] = {
    [MULTIGRID_1] = {GF_PRESSURE_MULTIGRID, 1}, [MULTIGRID_2] = {GF_PRESSURE_MULTIGRID, 2},
    [MULTIGRID_3] = {GF_PRESSURE_MULTIGRID, 3}, [MULTIGRID_4] = {GF_PRESSURE_MULTIGRID, 4},
    [JACOBI] = {GF_PRESSURE_JACOBI, 40},
};

/// A fluid whose pressure is found by one of the methods.
typedef struct Solver {
    gfFluid *fluid;
    PressureSolve solve;
    gfGridParams params;
    double residuals[INPUT_COUNT];
    double ms;
} Solver;

typedef struct Projection {
    const BenchSetup *setup;
    Solver solvers[METHOD_COUNT];
    PlainJacobi plain;
    double plain_ms;
    float *velocities[INPUT_COUNT]; ///< on faces, as they are before the projection
    size_t count;
} Projection;

typedef struct Splat {
    gfVec2 position; ///< m
    gfVec2 velocity; ///< m/s
} Splat;

static void makeSplats(Splat *splats, float width, float margin)
{
    uint32_t random = 12345u;
    float marginX = fminf(margin, 0.25f * width);
    for (int i = 0; i < SPLATS; i++) {
        splats[i].position.x = marginX + (width - 2.0f * marginX) * Random_Next(&random);
        splats[i].position.y = margin + (1.0f - 2.0f * margin) * Random_Next(&random);
        float angle = 6.2831853f * Random_Next(&random);
        float speed = 0.5f + Random_Next(&random);
        splats[i].velocity = (gfVec2){speed * cosf(angle), speed * sinf(angle)};
    }
}

static gfVec2 sumSplats(const Splat *splats, float x, float y)
{
    gfVec2 sum = {0.0f, 0.0f};
    for (int i = 0; i < SPLATS; i++) {
        float dx = (x - splats[i].position.x) / SPLAT_RADIUS;
        float dy = (y - splats[i].position.y) / SPLAT_RADIUS;
        float weight = expf(-dx * dx - dy * dy);
        sum.x += weight * splats[i].velocity.x;
        sum.y += weight * splats[i].velocity.y;
    }
    return sum;
}

static bool createVelocity(Projection *self, int input)
{
    int width = self->setup->width + 1;
    int height = self->setup->height + 1;
    float cell = 1.0f / (float)self->setup->height;
    Splat splats[SPLATS];
    makeSplats(splats, (float)self->setup->width * cell, inputs[input].margin);
    self->count = (size_t)width * (size_t)height * 2;
    float *velocity = self->velocities[input] = malloc(self->count * sizeof(*velocity));
    if (velocity == NULL) {
        return Gpu_Fail(self->setup->gpu, "out of memory");
    }
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            float *face = velocity + 2 * ((size_t)y * (size_t)width + (size_t)x);
            face[0] = sumSplats(splats, (float)x * cell, ((float)y + 0.5f) * cell).x;
            face[1] = sumSplats(splats, ((float)x + 0.5f) * cell, (float)y * cell).y;
        }
    }
    return true;
}

static bool createFluid(Projection *self, Solver *solver, const Method *method, const Solids *solids)
{
    const BenchSetup *setup = self->setup;
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = setup->width;
    def.gridHeight = setup->height;
    def.cellSize = 1.0f / (float)setup->height;
    def.fixedStep = FIXED_STEP_S;
    Library_SetMethod(&def.grid, method->method, method->cycles);
    def.grid.pressureWarmStart = 0.0f;
    solver->params = def.grid;
    solver->fluid = gfCreateFluid(setup->device, &def);
    if (solver->fluid == NULL) {
        return Library_Fail(setup->gpu, "gfCreateFluid");
    }
    return solids->add(setup, solver->fluid);
}

/// One step from the splats: what it leaves, and what it solves.
static bool project(Projection *self, Solver *solver, int input)
{
    Gpu *gpu = self->setup->gpu;
    if (!gfFluid_WriteField(solver->fluid, GF_FIELD_FACE_VELOCITY, self->velocities[input], self->count)) {
        return Library_Fail(gpu, "gfFluid_WriteField");
    }
    if (!PressureSolve_Record(&solver->solve, solver->fluid)) {
        return Library_Fail(gpu, "gfFluid_StepOnce");
    }
    return Library_MeasureResidual(gpu, solver->fluid, &solver->residuals[input]);
}

static bool beginSolves(void *user)
{
    return PressureSolve_Begin(&((Solver *)user)->solve);
}

static void endSolves(void *user)
{
    PressureSolve_End(&((Solver *)user)->solve);
}

static bool runSolve(void *user)
{
    const Solver *solver = user;
    PressureSolve_Run(&solver->solve, &solver->params);
    return true;
}

static bool runPlain(void *user)
{
    PlainJacobi_Run(user, PLAIN_ITERATIONS);
    return true;
}

static bool timeSolves(Projection *self)
{
    const BenchOptions *options = self->setup->options;
    Workload workloads[METHOD_COUNT + 1];
    for (int i = 0; i < METHOD_COUNT; i++) {
        workloads[i] = (Workload){
            .run = runSolve,
            .begin = beginSolves,
            .end = endSolves,
            .user = &self->solvers[i],
            .runs = options->steps,
        };
    }
    workloads[METHOD_COUNT] = (Workload){.run = runPlain, .user = &self->plain, .runs = options->steps};
    if (!Timing_Run(self->setup->gpu, workloads, METHOD_COUNT + 1, options->batches)) {
        return Library_Fail(self->setup->gpu, "pressure solve");
    }
    for (int i = 0; i < METHOD_COUNT; i++) {
        self->solvers[i].ms = workloads[i].ms;
    }
    self->plain_ms = workloads[METHOD_COUNT].ms;
    return true;
}

static bool reportSolves(const Projection *self, Report *report, const Solids *solids)
{
    const Solver *solvers = self->solvers;
    bool added = true;
    for (int i = 0; added && i < INPUT_COUNT * METHOD_COUNT; i++) {
        int input = i / METHOD_COUNT, method = i % METHOD_COUNT;
        const ProjectionResult result = {
            .solids = solids->name,
            .input = inputs[input].name,
            .method = methods[method].method,
            .cycles = methods[method].cycles,
            .residual = solvers[method].residuals[input],
            .ms = solvers[method].ms,
            .plain_ms = self->plain_ms,
            .cycle_ms = (solvers[MULTIGRID_4].ms - solvers[MULTIGRID_1].ms) / 3.0,
            .batches = self->setup->options->batches,
        };
        added = Report_AddProjection(report, self->setup, &result);
    }
    return added;
}

/// Every method with the same solids, from both inputs; how long a solve takes does not depend on its input. All fluids
/// live at once, so that their solves can be timed in turn.
static bool runSolids(Projection *self, const Solids *solids, Report *report)
{
    bool done = true;
    for (int i = 0; done && i < METHOD_COUNT; i++) {
        done = createFluid(self, &self->solvers[i], &methods[i], solids);
        for (int input = 0; done && input < INPUT_COUNT; input++) {
            done = project(self, &self->solvers[i], input);
        }
    }
    done = done && timeSolves(self) && reportSolves(self, report, solids);
    for (int i = 0; i < METHOD_COUNT; i++) {
        gfDestroyFluid(self->solvers[i].fluid);
        self->solvers[i].fluid = NULL;
    }
    return done;
}

bool Projection_RunGrid(const BenchSetup *setup, Report *report)
{
    Projection self = {.setup = setup};
    bool done = createVelocity(&self, EDGE) && createVelocity(&self, MARGIN) &&
                PlainJacobi_Create(&self.plain, setup->gpu, setup->width, setup->height);
    for (int i = 0; done && i < SOLIDS_COUNT; i++) {
        done = runSolids(&self, &solidsTable[i], report);
    }
    PlainJacobi_Destroy(&self.plain);
    free(self.velocities[EDGE]);
    free(self.velocities[MARGIN]);
    return done;
}
