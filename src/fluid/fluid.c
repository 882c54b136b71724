// The public fluid: life and clock. Its other calls are in sources.c, solids.c, fields.c,
// queries.c, tracers.c and draw.c.
#include "fluid/fluid.h"

#include "gpufluid/governor.h"

#include "ext/prepare/prepare.h"
#include "fluid/validation.h"
#include "draw/effects.h"
#include "gl/program.h"
#include "gl/readback.h"
#include "ext/health/health.h"
#include "query/queries.h"
#include "tracers/tracers.h"

#include <string.h>

gfFluidDef gfDefaultFluidDef(void)
{
    return (gfFluidDef){
        .solver = GF_SOLVER_GRID,
        .gridWidth = 256,
        .gridHeight = 256,
        .cellSize = 1.0f / 256.0f,
        .dyeScale = 1.0f,
        .precision = GF_PRECISION_AUTO,
        .fixedStep = 1.0f / 60.0f,
        .maxSubsteps = 4,
        .grid = {.advection = GF_ADVECTION_CONSERVING,
                 .velocityPrecision = GF_PRECISION_AUTO,
                 .dyePrecision = GF_PRECISION_AUTO,
                 .temperaturePrecision = GF_PRECISION_AUTO,
                 .pressureMethod = GF_PRESSURE_MULTIGRID,
                 .pressureCycles = 1,
                 .pressureIterations = 40,
                 .pressureWarmStart = 1.0f,
                 .pressureGradientScale = 1.0f,
                 .cflSubsteps = 4,
                 .diffusionCycles = 1,
                 .gravity = {0.0f, -9.81f},
                 .thermalExpansion = 0.01f},
        .gaussian = {.mode = GF_GAUSSIAN_CONSERVING,
                     .contactAngle = 90.0f,
                     .restDensity = 1.0f,
                     .stiffness = 0.5f,
                     .surfaceTension = GF_SURFACE_TENSION_AUTOMATIC,
                     .massCorrection = true,
                     .force = 1.0f,
                     .radius = 6,
                     .splashPeriod = 500,
                     .splashMass = 0.5f,
                     .splashSpeed = 0.001f},
        .particles = gfDefaultParticleParams(),
        .shallow = gfDefaultShallowParams(),
        .cookie = GF_FLUID_COOKIE,
    };
}

bool gfGridParams_SetQuality(gfGridParams *params, gfQuality quality)
{
    static const struct {
        gfAdvection advection;
        gfScheme scheme;
        gfPrecision velocity;
        int cycles, diffusionCycles, cflSubsteps;
        float cfl;
        bool conserveDye;
    } sets[] = {
        [GF_QUALITY_LOW] = {GF_ADVECTION_BILINEAR, GF_SCHEME_SIMPLE, GF_PRECISION_16F, 1, 1, 4, 0.0f, false},
        [GF_QUALITY_MEDIUM] = {GF_ADVECTION_CONSERVING, GF_SCHEME_PROJECT, GF_PRECISION_AUTO, 1, 1, 4, 0.0f, false},
        [GF_QUALITY_HIGH] = {GF_ADVECTION_CONSERVING, GF_SCHEME_REFLECT, GF_PRECISION_AUTO, 2, 1, 2, 10.0f, false},
        [GF_QUALITY_REFERENCE] = {GF_ADVECTION_CONSERVING, GF_SCHEME_REFLECT, GF_PRECISION_AUTO, 4, 2, 8, 2.0f, true},
    };
    GF_REQUIRE(NULL, params != NULL, NULL_ARGUMENT, "gfGridParams_SetQuality: params is null");
    GF_REQUIRE(NULL, (unsigned)quality < (unsigned)GF_COUNT(sets), OUT_OF_RANGE,
               "gfGridParams_SetQuality: quality is %d; a gfQuality is expected", (int)quality);
    params->advection = sets[quality].advection;
    params->scheme = sets[quality].scheme;
    params->velocityPrecision = sets[quality].velocity;
    params->dyePrecision = params->temperaturePrecision = GF_PRECISION_AUTO;
    params->pressureMethod = GF_PRESSURE_MULTIGRID;
    params->pressureCycles = sets[quality].cycles;
    params->pressureTolerance = 0.0f;
    params->pressureWarmStart = 1.0f;
    params->diffusionCycles = sets[quality].diffusionCycles;
    params->cflLimit = sets[quality].cfl;
    params->cflSubsteps = sets[quality].cflSubsteps;
    params->conserveDye = sets[quality].conserveDye;
    return true;

error:
    return false;
}

static bool checkSize(const gfDevice *device, const gfFluidDef *def, const char *caller)
{
    const gfCore *core = &device->core;
    int most = gfMin(GF_GRID_MAX, device->gl.maxTextureSize - 1);
    GF_REQUIRE(core, gfInRange(def->gridWidth, GF_GRID_MIN, most) && gfInRange(def->gridHeight, GF_GRID_MIN, most),
               OUT_OF_RANGE, "%s: the grid is %d x %d; %d to %d cells a side are expected", caller, (int)def->gridWidth,
               (int)def->gridHeight, GF_GRID_MIN, most);
    GF_REQUIRE(core, gfInRange(def->cellSize, (double)1e-6f, 1e6), OUT_OF_RANGE,
               "%s: cellSize is %g; 1e-6 to 1e6 m is expected", caller, (double)def->cellSize);
    GF_REQUIRE(core, gfInRange(def->origin.x, -1e9, 1e9) && gfInRange(def->origin.y, -1e9, 1e9), OUT_OF_RANGE,
               "%s: origin is (%g, %g); within +-1e9 m is expected", caller, (double)def->origin.x,
               (double)def->origin.y);
    double dye = (double)def->dyeScale * gfMax(def->gridWidth, def->gridHeight);
    GF_REQUIRE(core, gfInRange(def->dyeScale, 0.25, 8.0) && dye <= device->gl.maxTextureSize, OUT_OF_RANGE,
               "%s: dyeScale is %g; 0.25 to 8 is expected, and at most %d dye cells a side", caller,
               (double)def->dyeScale, device->gl.maxTextureSize);
    return true;

error:
    return false;
}

bool gfFluid_CheckDef(const gfDevice *device, const gfFluidDef *def, const char *caller)
{
    const gfCore *core = &device->core;
    const gfSolver *solver = gfSolver_Find(def->solver);
    GF_REQUIRE(core, solver != NULL, OUT_OF_RANGE, "%s: there is no solver kind %d", caller, (int)def->solver);
    GF_REQUIRE(core, (unsigned)def->precision <= (unsigned)GF_PRECISION_AUTO, OUT_OF_RANGE,
               "%s: precision is %d; a gfPrecision is expected", caller, (int)def->precision);
    return gfClock_Check(core, def->fixedStep, def->maxSubsteps, caller) && checkSize(device, def, caller) &&
           solver->check(core, def, caller);

error:
    return false;
}

gfFluid *gfFluid_Make(gfDevice *device, const gfFluidDef *def)
{
    gfDevice_ResetErrors(device);
    gfFluid *fluid = gfAlloc(&device->core, sizeof *fluid);
    if (fluid == NULL) {
        return NULL;
    }
    fluid->body = (gfBody){.device = device, .number = gfUniqueNumber(), .def = *def};
    gfSources_Init(&fluid->body.sources, GF_HANDLE_EMITTER, sizeof(gfSource));
    gfSolids_Init(&fluid->body.solids);
    fluid->solver = gfSolver_Find(def->solver);
    gfFluid_Anchor(fluid);
    gfLinks_Add(&device->firstFluid, &fluid->link);
    device->counts.fluids++;
    if (gfSolids_Resize(device, &fluid->body.solids, def->gridWidth, def->gridHeight)) {
        fluid->state = fluid->solver->create(&fluid->body);
    }
    if (fluid->state == NULL || !gfPrepared_Apply(fluid) ||
        !gfFluid_UpdateSolids(fluid)) { // now, for it may be drawn before it is stepped
        gfDestroyFluid(fluid);
        fluid = NULL;
    }
    return fluid;
}

gfFluid *gfCreateFluid(gfDevice *device, const gfFluidDef *def)
{
    GF_REQUIRE(NULL, device != NULL, NULL_ARGUMENT, "gfCreateFluid: device is null");
    GF_REQUIRE(&device->core, def != NULL, NULL_ARGUMENT, "gfCreateFluid: def is null");
    GF_REQUIRE(&device->core, def->cookie == GF_FLUID_COOKIE, COOKIE,
               "gfCreateFluid: make the definition with gfDefaultFluidDef()");
    if (!gfFluid_CheckDef(device, def, "gfCreateFluid") || !gfTraps_CheckDef(device, def, "gfCreateFluid") ||
        !gfDevice_Begin(device, "gfCreateFluid")) {
        goto error;
    }
    gfFluid *fluid = gfFluid_Make(device, def);
    gfDevice_End(device);
    return fluid;

error:
    return NULL;
}

void gfDestroyFluid(gfFluid *fluid)
{
    if (fluid == NULL) {
        return;
    }
    if (!gfFluid_RequireAlone(fluid, "gfDestroyFluid", "gfDestroyFluidGroup")) {
        return;
    }
    gfDevice *device = fluid->body.device;
    bool lost = gfDevice_BeginDelete(device, "gfDestroyFluid");
    // Deleting needs no neutral state, so that a host with work open can still let go.
    while (fluid->firstTracers != NULL) {
        gfDestroyTracers((gfTracers *)fluid->firstTracers);
    }
    while (fluid->firstQuery != NULL) {
        gfDestroyQuery((gfQuery *)fluid->firstQuery);
    }
    gfDestroyGovernor(fluid->governor);
    gfRigidBodies_Destroy(device, fluid->bodies);
    if (fluid->health != NULL) {
        gfHealth_Destroy(device, fluid->health);
    }
    for (int i = 0; i < GF_FIELD_COUNT; i++) {
        gfTexture_Destroy(device, &fluid->hostTextures[i]);
    }
    for (int i = 0; i < GF_COUPLING_MAX; i++) {
        gfCoupling_Release(device, &fluid->couplings[i]);
    }
    gfReadQueue_Forget(device, fluid->body.number);
    if (fluid->state != NULL) {
        gfSolver_Destroy(fluid->solver, &fluid->body, fluid->state);
    }
    gfSources_DestroyMasks(device, &fluid->body.sources);
    gfSources_Destroy(&fluid->body.sources, &device->core);
    gfSolids_Destroy(device, &fluid->body.solids);
    gfLinks_Remove(&device->firstFluid, &fluid->link);
    device->counts.fluids--;
    gfFree(&device->core, fluid);
    if (device->counts.fluids == 0 && device->effects != NULL && !device->rehearsing) {
        gfEffects_Destroy(device, device->effects); // nobody draws any more
    }
    gfDevice_EndDelete(device, lost);
}

gfFluidDef gfFluid_GetDef(const gfFluid *fluid)
{
    return fluid != NULL ? fluid->body.def : (gfFluidDef){0};
}

bool gfFluid_UpdateSolids(gfFluid *fluid)
{
    const gfFluidDef *def = &fluid->body.def;
    float reach = fluid->solver->solidReach != NULL ? fluid->solver->solidReach(&fluid->body) : GF_SOLID_REACH;
    gfSolidsDomain domain = {
        .cellSize = def->cellSize, .ambientTemperature = def->grid.ambientTemperature, .reach = reach};
    domain.origin = gfFluid_GetSolidsOrigin(fluid, fluid->scrolled, domain.corner);
    return gfSolids_Update(fluid->body.device, &fluid->body.solids, &domain) &&
           gfSolver_UpdateSolids(fluid->solver, &fluid->body, fluid->state);
}

static void touchValves(gfFluid *fluid)
{
    const gfSources *sources = &fluid->body.sources;
    for (int i = 0; i < sources->emitters.capacity; i++) {
        const gfSourceDef *def = gfSources_At(sources, i);
        if (def != NULL && (gfSource_GetFields(def) & GF_SOURCE_VALVE)) {
            gfSolids_Touch(&fluid->body.solids, &def->shape);
        }
    }
}

bool gfFluid_BeginSubstep(gfFluid *fluid, float dt, int left)
{
    uint64_t number = fluid->clock.info.stepCount;
    fluid->body.sources.time = fluid->clock.info.time_s;
    fluid->body.sources.left = left;
    fluid->body.sources.dt = dt;
    gfFrame_Advance(&fluid->body.frame, dt);
    gfSolids_FollowMotion(&fluid->body.solids, fluid->clock.unseen);
    fluid->clock.unseen = 0.0;
    if (fluid->solver->followsValves) {
        touchValves(fluid);
    }
    bool moved = fluid->bodies == NULL || gfRigidBodies_Advance(fluid->bodies, &fluid->body, number, (double)dt);
    return gfFluid_UpdateSolids(fluid) && moved;
}

bool gfFluid_EndSubstep(gfFluid *fluid, float dt, const gfStepReport *report, bool stepped)
{
    uint64_t number = fluid->clock.info.stepCount;
    const gfRequestTime time = {number + 1, (double)dt, fluid->clock.info.time_s + (double)dt};
    bool ok = stepped && (fluid->bodies == NULL ||
                          gfRigidBodies_Request(fluid->bodies, &fluid->body, fluid->solver, fluid->state, &time));
    for (gfLink *link = fluid->firstQuery; ok && link != NULL; link = link->next) {
        ok = gfQuery_AddLoads((gfQuery *)link, &fluid->body, fluid->solver, fluid->state, dt);
    }
    gfSources_Advance(&fluid->body.sources);
    gfFluid_RemoveOldEmitters(fluid);
    gfSources_DropSplats(&fluid->body.sources);
    gfClock_Count(&fluid->clock, dt, report->substeps);
    return ok;
}

// `left`: substeps of this call from this one on. False and reported: a pass could not be drawn.
static bool substep(gfFluid *fluid, int left)
{
    gfStepReport report = {1};
    float dt = fluid->body.def.fixedStep;
    bool ok = gfFluid_BeginSubstep(fluid, dt, left) && fluid->solver->step(&fluid->body, fluid->state, dt, &report);
    return gfFluid_EndSubstep(fluid, dt, &report, ok) && ok;
}

bool gfFluid_Step(gfFluid *fluid, float dt)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_Step: fluid is null");
    gfDevice *device = fluid->body.device;
    if (!gfFluid_RequireAlone(fluid, "gfFluid_Step", "gfFluidGroup_Step")) {
        goto error;
    }
    GF_REQUIRE(&device->core, gfInRange(dt, 0.0, 1e6), OUT_OF_RANGE, "gfFluid_Step: dt is %g; 0 to 1e6 s is expected",
               (double)dt);
    if (!gfTraps_CheckTextures(fluid, "gfFluid_Step")) {
        goto error;
    }
    gfClockRun run = gfClock_Plan(&fluid->clock, dt, fluid->body.def.fixedStep, fluid->body.def.maxSubsteps);
    if (run.steps > 0 ? !gfDevice_Begin(device, "gfFluid_Step") : !gfDevice_CheckCurrent(device, "gfFluid_Step")) {
        goto error;
    }
    bool ok = true;
    fluid->clock.unseen += (double)dt;
    for (int i = 0; i < run.steps; i++) {
        ok = substep(fluid, run.steps - i) && ok;
    }
    if (run.steps > 0) {
        gfPrograms_WarmUp(device);
        gfDevice_End(device);
    }
    gfClock_Finish(&fluid->clock, &device->core, &run, "gfFluid_Step");
    return ok;

error:
    return false;
}

bool gfFluid_StepOnce(gfFluid *fluid)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_StepOnce: fluid is null");
    if (!gfFluid_RequireAlone(fluid, "gfFluid_StepOnce", "gfFluidGroup_StepOnce") ||
        !gfTraps_CheckTextures(fluid, "gfFluid_StepOnce") || !gfDevice_Begin(fluid->body.device, "gfFluid_StepOnce")) {
        goto error;
    }
    fluid->clock.unseen += (double)fluid->body.def.fixedStep;
    bool ok = substep(fluid, 1);
    fluid->clock.info.lastSubsteps = 1;
    gfPrograms_WarmUp(fluid->body.device);
    gfDevice_End(fluid->body.device);
    return ok;

error:
    return false;
}

gfStepInfo gfFluid_GetStepInfo(const gfFluid *fluid)
{
    return fluid != NULL ? fluid->clock.info : (gfStepInfo){0};
}

bool gfFluid_Retune(gfFluid *fluid, const gfFluidDef *changed, const char *caller)
{
    gfDevice *device = fluid->body.device;
    gfFluidDef old = fluid->body.def;
    if (!fluid->solver->check(&device->core, changed, caller) ||
        (fluid->group != NULL &&
         !fluid->solver->group->checkOwn(&device->core, &fluid->group->body.def, changed, caller)) ||
        !gfTraps_CheckDef(device, changed, caller) || !gfDevice_Begin(device, caller)) {
        return false;
    }
    fluid->body.def = *changed;
    bool ok = gfSolver_Tune(fluid->solver, &fluid->body, fluid->state) && gfFluid_TellGroup(fluid);
    if (!ok) {
        fluid->body.def = old;
    }
    gfDevice_End(device);
    return ok;
}

bool gfFluid_SetFixedStep(gfFluid *fluid, float fixedStep)
{
    static const char *const caller = "gfFluid_SetFixedStep";
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    gfDevice *device = fluid->body.device;
    gfFluidDef *def = &fluid->body.def;
    if (!gfFluid_RequireAlone(fluid, caller, "the step of its definition") ||
        !gfClock_Check(&device->core, fixedStep, def->maxSubsteps, caller)) {
        goto error;
    }
    gfFluidDef changed = *def;
    changed.fixedStep = fixedStep;
    if (!gfTraps_CheckDef(device, &changed, caller) || !gfDevice_Begin(device, caller)) {
        goto error;
    }
    float old = def->fixedStep;
    def->fixedStep = fixedStep;
    bool ok = old == fixedStep || fluid->solver->changeStep == NULL ||
              fluid->solver->changeStep(&fluid->body, fluid->state, old);
    def->fixedStep = ok ? fixedStep : old;
    gfDevice_End(device);
    return ok;

error:
    return false;
}

bool gfFluid_SetGridParams(gfFluid *fluid, const gfGridParams *params)
{
    GF_REQUIRE(NULL, fluid != NULL && params != NULL, NULL_ARGUMENT, "gfFluid_SetGridParams: %s is null",
               fluid == NULL ? "fluid" : "params");
    GF_REQUIRE(&fluid->body.device->core, fluid->body.def.solver == GF_SOLVER_GRID, UNSUPPORTED,
               "gfFluid_SetGridParams: the fluid's solver is not GF_SOLVER_GRID");
    gfFluidDef changed = fluid->body.def;
    changed.grid = *params;
    return gfFluid_Retune(fluid, &changed, "gfFluid_SetGridParams");

error:
    return false;
}

bool gfFluid_SetGaussianParams(gfFluid *fluid, const gfGaussianParams *params)
{
    GF_REQUIRE(NULL, fluid != NULL && params != NULL, NULL_ARGUMENT, "gfFluid_SetGaussianParams: %s is null",
               fluid == NULL ? "fluid" : "params");
    GF_REQUIRE(&fluid->body.device->core, fluid->body.def.solver == GF_SOLVER_GAUSSIAN, UNSUPPORTED,
               "gfFluid_SetGaussianParams: the fluid's solver is not GF_SOLVER_GAUSSIAN");
    gfFluidDef changed = fluid->body.def;
    changed.gaussian = *params;
    return gfFluid_Retune(fluid, &changed, "gfFluid_SetGaussianParams");

error:
    return false;
}

bool gfFluid_SetParticleParams(gfFluid *fluid, const gfParticleParams *params)
{
    static const char *const caller = "gfFluid_SetParticleParams";
    GF_REQUIRE(NULL, fluid != NULL && params != NULL, NULL_ARGUMENT, "%s: %s is null", caller,
               fluid == NULL ? "fluid" : "params");
    const gfCore *core = &fluid->body.device->core;
    GF_REQUIRE(core, fluid->solver->particles != NULL, UNSUPPORTED, "%s: solver '%s' has no particles", caller,
               fluid->solver->name);
    gfFluidDef changed = fluid->body.def;
    changed.particles = *params;
    return fluid->solver->particles->checkChange(core, &fluid->body.def.particles, params, caller) &&
           gfFluid_Retune(fluid, &changed, caller);

error:
    return false;
}

bool gfFluid_SetBoundaries(gfFluid *fluid, const gfBoundaries *boundaries)
{
    GF_REQUIRE(NULL, fluid != NULL && boundaries != NULL, NULL_ARGUMENT, "gfFluid_SetBoundaries: %s is null",
               fluid == NULL ? "fluid" : "boundaries");
    gfFluidDef changed = fluid->body.def;
    changed.boundaries = *boundaries;
    return gfFluid_Retune(fluid, &changed, "gfFluid_SetBoundaries");

error:
    return false;
}

// A new state and new solid textures stand ready before the old ones go.
static bool resizeBody(gfFluid *fluid, const gfFluidDef *changed)
{
    gfDevice *device = fluid->body.device;
    const char *leftOut = device->core.leftOut;
    gfFluidDef old = fluid->body.def;
    fluid->body.def = *changed;
    void *state = fluid->solver->create(&fluid->body);
    if (state == NULL || !gfSolver_TakeNeeds(fluid->solver, &fluid->body, state, fluid->state) ||
        !gfSolver_Resample(fluid->solver, &fluid->body, state, &old, fluid->state) ||
        !gfSolids_Resize(device, &fluid->body.solids, changed->gridWidth, changed->gridHeight)) {
        if (state != NULL) {
            gfSolver_Destroy(fluid->solver, &fluid->body, state);
        }
        fluid->body.def = old;
        return false;
    }
    gfSolver_Destroy(fluid->solver, &fluid->body, fluid->state);
    fluid->state = state;
    for (int i = 0; i < GF_FIELD_COUNT; i++) { // where that fails, who asks for it tries again
        device->core.leftOut = "a field's texture, which the next call for it makes, is";
        if (fluid->hostTextures[i].id != 0) {
            gfFluid_MakeTexture(fluid, (gfField)i);
        }
    }
    device->core.leftOut = "the solids' drawing, which the next step tries again, is"; // nothing can be taken back now
    bool drawn = gfFluid_UpdateSolids(fluid);
    device->core.leftOut = "what a resize mends of totals and divergence is";
    if (drawn && fluid->solver->resized != NULL) {
        fluid->solver->resized(&fluid->body, fluid->state);
    }
    device->core.leftOut = leftOut;
    return true;
}

bool gfFluid_Rebuild(gfFluid *fluid, const gfFluidDef *changed, const char *caller)
{
    gfDevice *device = fluid->body.device;
    if (!checkSize(device, changed, caller) || !fluid->solver->check(&device->core, changed, caller) ||
        !gfDevice_Begin(device, caller)) {
        return false;
    }
    bool ok = resizeBody(fluid, changed);
    gfDevice_End(device);
    return ok;
}

bool gfFluid_Resize(gfFluid *fluid, int32_t gridWidth, int32_t gridHeight, float cellSize, gfVec2 origin)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_Resize: fluid is null");
    gfFluidDef changed = fluid->body.def;
    changed.gridWidth = gridWidth;
    changed.gridHeight = gridHeight;
    changed.cellSize = cellSize;
    changed.origin = origin;
    if (!gfFluid_RequireAlone(fluid, "gfFluid_Resize", "the grid of its definition") ||
        !gfFluid_Rebuild(fluid, &changed, "gfFluid_Resize")) {
        goto error;
    }
    gfFluid_Anchor(fluid);
    return true;

error:
    return false;
}

bool gfFluid_Reset(gfFluid *fluid)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_Reset: fluid is null");
    if (!gfDevice_Begin(fluid->body.device, "gfFluid_Reset")) {
        goto error;
    }
    gfSolver_Reset(fluid->solver, &fluid->body, fluid->state);
    gfSources_DropSplats(&fluid->body.sources);
    gfFrame_Reset(&fluid->body.frame);
    if (fluid->bodies != NULL) {
        gfRigidBodies_Reset(fluid->bodies, &fluid->body);
    }
    memset(&fluid->clock, 0, sizeof fluid->clock);
    fluid->filled = false;
    gfDevice_End(fluid->body.device);
    return true;

error:
    return false;
}

bool gfFluid_FillToLevel(gfFluid *fluid, const gfShape *shape, float level)
{
    static const char *const caller = "gfFluid_FillToLevel";
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    gfDevice *device = fluid->body.device;
    GF_REQUIRE(&device->core, fluid->solver->fillToLevel != NULL, UNSUPPORTED,
               "%s: solver '%s' can't be filled to a level", caller, fluid->solver->name);
    GF_REQUIRE(&device->core, gfInRange((double)level, -(double)GF_VALUE_MAX, (double)GF_VALUE_MAX), OUT_OF_RANGE,
               "%s: level is %g; within +-%g m is expected", caller, (double)level, (double)GF_VALUE_MAX);
    if ((shape != NULL && !gfShape_Check(&device->core, shape, false, caller)) ||
        !gfTraps_CheckFill(fluid, shape, level, caller) || !gfDevice_Begin(device, caller)) {
        goto error;
    }
    fluid->given |= GF_SOURCE_MASS;
    bool ok = gfFluid_UpdateSolids(fluid) && fluid->solver->fillToLevel(&fluid->body, fluid->state, shape, level);
    gfDevice_End(device);
    return ok;

error:
    return false;
}
