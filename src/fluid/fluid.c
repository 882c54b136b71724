// Public calls of a gfFluid for making and destroying it, steps, and changes of its definition. Its other public calls
// are in fluid_shapes.c, fluid_fields.c and moving.c, and in the modules that they belong to.
#include "fluid/module.h"
#include "fluid/records.h"
#include "fluid/validation.h"

static bool checkSize(const gfDevice *device, const gfFluidDef *def, const char *caller)
{
    const gfCore *core = &device->core;
    int texels = device->gl.maxTextureSize, most = gfMin(GF_GRID_MAX, texels - 1);
    GF_REQUIRE(core, gfInRange(def->gridWidth, GF_GRID_MIN, most) && gfInRange(def->gridHeight, GF_GRID_MIN, most),
               OUT_OF_RANGE, "%s: the grid is %d x %d; %d to %d cells a side are expected", caller, (int)def->gridWidth,
               (int)def->gridHeight, GF_GRID_MIN, most);
    GF_REQUIRE(core, (double)def->dyeScale * gfMax(def->gridWidth, def->gridHeight) <= texels, OUT_OF_RANGE,
               "%s: dyeScale is %g; 0.25 to 8 is expected, and at most %d dye cells a side", caller,
               (double)def->dyeScale, texels);
    return true;
}

bool gfFluid_CheckDef(const gfDevice *device, const gfFluidDef *def, const char *caller)
{
    const gfCore *core = &device->core;
    GF_TRY(gfDef_Check(core, &gf_fluidDefRecord, def, caller));
    const gfSolver *solver = gfSolver_Find(def->solver);
    GF_REQUIRE(core, solver != NULL, UNSUPPORTED, "%s: this build is without solver kind %d, see src/parts.txt", caller,
               (int)def->solver);
    return checkSize(device, def, caller) && solver->check(core, def, caller);
}

static void destroyOwnedFluid(gfOwned *self)
{
    gfDestroyFluid((gfFluid *)self);
}

gfFluid *gfFluid_FindNumber(const gfDevice *device, uint32_t number)
{
    for (gfLink *link = device->firstOwned; link != NULL; link = link->next) {
        gfFluid *fluid = ((gfOwned *)link)->destroy == destroyOwnedFluid ? (gfFluid *)link : NULL;
        if (fluid != NULL && fluid->body.number == number) {
            return fluid;
        }
    }
    return NULL;
}

static bool notifyModules(gfFluid *fluid)
{
    GF_EACH_MODULE(module) {
        GF_TRY(module->fluidMade == NULL || module->fluidMade(fluid));
    }
    return true;
}

gfFluid *gfFluid_Make(gfDevice *device, const gfFluidDef *def)
{
    gfDevice_ResetErrors(device);
    gfFluid *fluid = gfAlloc(&device->core, sizeof *fluid);
    GF_TRY(fluid != NULL);
    fluid->body = (gfBody){.device = device, .number = gfUniqueNumber(), .def = *def};
    gfSources_Init(&fluid->body.sources, GF_HANDLE_EMITTER, sizeof(gfSource));
    gfSolids_Init(&fluid->body.solids);
    fluid->solver = gfSolver_Find(def->solver);
    gfFluid_Anchor(fluid);
    gfOwned_Add(&device->firstOwned, &fluid->owned, destroyOwnedFluid);
    gfDevice_CountFluid(device, 1);
    if (gfSolids_Resize(device, &fluid->body.solids, def->gridWidth, def->gridHeight)) {
        fluid->state = gfSolver_Create(fluid->solver, &fluid->body, NULL);
    }
    if (fluid->state == NULL || !notifyModules(fluid) ||
        // The host may draw the fluid before its first step, so solids must be drawn now.
        !gfFluid_UpdateSolids(fluid)) {
        gfDestroyFluid(fluid);
        fluid = NULL;
    }
    return fluid;
}

gfFluid *gfCreateFluid(gfDevice *device, const gfFluidDef *def)
{
    GF_REQUIRE(NULL, device != NULL, NULL_ARGUMENT, "gfCreateFluid: device is null");
    GF_TRY(gfFluid_CheckDef(device, def, "gfCreateFluid") && gfTraps_CheckDef(device, def, "gfCreateFluid") &&
           gfDevice_Begin(device, "gfCreateFluid"));
    gfFluid *fluid = gfFluid_Make(device, def);
    gfDevice_End(device);
    return fluid;
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
    // gfDevice_BeginDelete ignores GL state, so a host whose state is refused (HOST_STATE) can still destroy fluids.
    gfParts_RemoveAll(&fluid->parts, &device->core, fluid);
    for (int i = 0; i < GF_FIELD_COUNT; i++) {
        gfTexture_Destroy(device, &fluid->hostTextures[i]);
    }
    gfReadQueue_Forget(device, fluid->body.number);
    if (fluid->state != NULL) {
        gfSolver_Destroy(fluid->solver, &fluid->body, fluid->state);
    }
    gfSources_DestroyMasks(device, &fluid->body.sources);
    gfSources_Destroy(&fluid->body.sources, &device->core);
    gfSolids_Destroy(device, &fluid->body.solids);
    gfOwned_Remove(&device->firstOwned, &fluid->owned);
    gfFree(&device->core, fluid);
    gfDevice_CountFluid(device, -1);
    gfDevice_EndDelete(device, lost);
}

gfFluidDef gfFluid_GetDef(const gfFluid *fluid)
{
    return fluid != NULL ? fluid->body.def : (gfFluidDef){0};
}

bool gfFluid_UpdateSolids(gfFluid *fluid)
{
    const gfFluidDef *def = &fluid->body.def;
    float reach = fluid->solver->solids.reach != NULL ? fluid->solver->solids.reach(&fluid->body) : GF_SOLID_REACH;
    gfSolidsDomain domain = {
        .cellSize = def->cellSize, .ambientTemperature = def->grid.ambientTemperature, .reach = reach};
    domain.origin = gfFluid_GetSolidsOrigin(fluid, fluid->scrolled, domain.corner);
    return gfSolids_Update(fluid->body.device, &fluid->body.solids, &domain) &&
           (fluid->solver->solids.update == NULL || fluid->solver->solids.update(&fluid->body, fluid->state));
}

void gfFluid_TouchValves(gfFluid *fluid)
{
    const gfSources *sources = &fluid->body.sources;
    for (int i = 0; i < sources->emitters.capacity && fluid->solver->solids.followsValves; i++) {
        const gfSourceDef *def = gfSources_At(sources, i);
        if (def != NULL && (gfSource_GetFields(def) & GF_SOURCE_VALVE)) {
            gfSolids_Touch(&fluid->body.solids, &def->shape);
        }
    }
}

// Lets solids with drag act as media in the next step.
static bool giveMedia(gfFluid *fluid)
{
    bool ok = true;
    GF_EACH_WHILE(ok, const gfSolid, solid, &fluid->body.solids.list) {
        if (!gfSolid_Obstructs(solid)) {
            gfSourceDef def = gfDefaultSourceDef();
            def.shape = solid->def.shape;
            def.zone.velocity = solid->def.velocity;
            def.zone.angularVelocity = solid->def.angularVelocity;
            def.zone.drag = solid->def.drag;
            const gfSource medium = gfSource_Make(&def);
            ok = gfSources_AddMedium(&fluid->body.sources, &fluid->body.device->core, &medium);
        }
    }
    return ok;
}

bool gfFluid_BeginStep(gfFluid *fluid, float dt, int left)
{
    fluid->body.sources.time = fluid->clock.info.time_s;
    fluid->body.sources.left = left;
    fluid->body.sources.dt = dt;
    gfFrame_Advance(&fluid->body.frame, dt);
    gfSolids_FollowMotion(&fluid->body.solids, fluid->clock.unseen);
    fluid->clock.unseen = 0.0;
    gfFluid_TouchValves(fluid);
    bool ok = giveMedia(fluid);
    GF_EACH_PART(a, &fluid->parts) {
        const gfFluidPart *part = (const gfFluidPart *)a->part;
        ok = (part->before == NULL || part->before(fluid, a->state, dt)) && ok;
    }
    return gfFluid_UpdateSolids(fluid) && ok;
}

bool gfFluid_EndStep(gfFluid *fluid, float dt, const gfStepReport *report, bool stepped)
{
    bool ok = stepped;
    GF_EACH_PART(a, &fluid->parts) {
        const gfFluidPart *part = (const gfFluidPart *)a->part;
        ok = ok && (part->after == NULL || part->after(fluid, a->state, dt));
    }
    gfSources_Advance(&fluid->body.sources);
    gfFluid_RemoveOldEmitters(fluid);
    gfSources_DropSplats(&fluid->body.sources);
    gfSources_DropMedia(&fluid->body.sources);
    gfClock_Count(&fluid->clock, dt, report->substeps);
    return ok;
}

static bool runStep(void *thing, int left)
{
    gfFluid *fluid = thing;
    gfStepReport report = {1};
    float dt = fluid->body.def.fixedStep;
    bool ok = gfFluid_BeginStep(fluid, dt, left);
    fluid->body.device->stepping = true;
    ok = ok && fluid->solver->step(&fluid->body, fluid->state, dt, &report);
    fluid->body.device->stepping = false;
    return gfFluid_EndStep(fluid, dt, &report, ok) && ok;
}

static void passUnseenTime(void *thing, double dt)
{
    ((gfFluid *)thing)->clock.unseen += dt;
}

static gfClocked getClocked(gfFluid *fluid, const char *caller)
{
    const gfFluidDef *def = &fluid->body.def;
    return (gfClocked){fluid->body.device, &fluid->clock, def->fixedStep, def->maxSteps, fluid, runStep,
                       passUnseenTime,     caller};
}

bool gfFluid_Step(gfFluid *fluid, float dt)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    GF_TRY(gfFluid_RequireAlone(fluid, __func__, "gfFluidGroup_Step"));
    GF_REQUIRE(&fluid->body.device->core, gfInRange(dt, 0.0, 1e6), OUT_OF_RANGE, "%s: dt is %g; 0 to 1e6 s is expected",
               __func__, (double)dt);
    const gfClocked clocked = getClocked(fluid, __func__);
    return gfTraps_CheckStep(fluid, __func__) && gfClock_Run(&clocked, dt);
}

bool gfFluid_StepOnce(gfFluid *fluid)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    const gfClocked clocked = getClocked(fluid, __func__);
    return gfFluid_RequireAlone(fluid, __func__, "gfFluidGroup_StepOnce") && gfTraps_CheckStep(fluid, __func__) &&
           gfClock_RunOnce(&clocked);
}

gfStepInfo gfFluid_GetStepInfo(const gfFluid *fluid)
{
    return fluid != NULL ? fluid->clock.info : (gfStepInfo){0};
}

// --- changes of the definition ---------------------------------------------------------------------------------------

bool gfFluid_Fetch(gfFluid *fluid, bool changes, const char *caller)
{
    gfDevice *device = fluid->body.device;
    return fluid->body.member == NULL ||
           gfDevice_Do(device, caller, fluid->solver->group->fetch(&fluid->body, fluid->state, changes));
}

bool gfFluid_RequireAlone(const gfFluid *fluid, const char *caller, const char *instead)
{
    GF_REQUIRE(&fluid->body.device->core, fluid->body.member == NULL, UNSUPPORTED,
               "%s: the fluid is in a group; %s is expected", caller, instead);
    return true;
}

bool gfFluid_CheckChange(const gfFluid *fluid, const gfFluidDef *changed, const char *caller)
{
    GF_EACH_PART(a, &fluid->parts) {
        const gfFluidPart *part = (const gfFluidPart *)a->part;
        GF_TRY(part->check == NULL || part->check(fluid, a->state, changed, caller));
    }
    return true;
}

bool gfFluid_FollowChange(const gfFluid *fluid)
{
    GF_EACH_PART(a, &fluid->parts) {
        const gfFluidPart *part = (const gfFluidPart *)a->part;
        GF_TRY(part->follow == NULL || part->follow(fluid, a->state));
    }
    return true;
}

bool gfFluid_Retune(gfFluid *fluid, const gfFluidDef *changed, const char *caller)
{
    gfDevice *device = fluid->body.device;
    gfFluidDef old = fluid->body.def, stepped = old;
    GF_TRY(gfFluid_CheckDef(device, changed, caller) &&
           gfMembers_CheckFixed(&device->core, &gf_fluidDefRecord, &old, changed, caller) &&
           gfFluid_CheckChange(fluid, changed, caller) && gfTraps_CheckDef(device, changed, caller) &&
           gfDevice_Begin(device, caller));
    // A change of only the step's length needs no more: no other programs, no transition of particle parameters.
    stepped.fixedStep = changed->fixedStep;
    const gfDomainCalls *domain = &fluid->solver->domain;
    bool steps = stepped.fixedStep != old.fixedStep;
    bool stepAlone = steps && gfRecord_Equal(&gf_fluidDefRecord, &stepped, changed);
    fluid->body.def = *changed;
    bool ok =
        (!steps || domain->prepareChangeStep == NULL || domain->prepareChangeStep(&fluid->body)) &&
        (stepAlone || (gfSolver_Tune(fluid->solver, &fluid->body, fluid->state) && gfFluid_FollowChange(fluid))) &&
        (!steps || domain->changeStep == NULL || domain->changeStep(&fluid->body, fluid->state, old.fixedStep));
    if (!ok) {
        fluid->body.def = old;
    }
    gfDevice_End(device);
    return ok;
}

bool gfFluid_SetDef(gfFluid *fluid, const gfFluidDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    return gfFluid_Retune(fluid, def, __func__);
}

// Makes state and solids for another grid, filled from the old state before it goes, so that a failure changes nothing.
static bool resizeBody(gfFluid *fluid, const gfFluidDef *changed)
{
    gfDevice *device = fluid->body.device;
    gfFluidDef old = fluid->body.def;
    fluid->body.def = *changed;
    void *state = gfSolver_Create(fluid->solver, &fluid->body, fluid->state);
    if (state == NULL || !fluid->solver->domain.resample(&fluid->body, state, &old, fluid->state) ||
        !gfSolids_Resize(device, &fluid->body.solids, changed->gridWidth, changed->gridHeight)) {
        if (state != NULL) {
            gfSolver_Destroy(fluid->solver, &fluid->body, state);
        }
        fluid->body.def = old;
        return false;
    }
    gfSolver_Destroy(fluid->solver, &fluid->body, fluid->state);
    fluid->state = state;
    // From here on the old state is gone, so failures are only reported.
    gfFailure failures[GF_FIELD_COUNT] = {{0}}, others[3] = {{0}};
    for (int i = 0; i < GF_FIELD_COUNT; i++) {
        if (fluid->hostTextures[i].id != 0) {
            (void)gfFailure_Try(&failures[i], device, "a field's texture, which the next call for it makes, is",
                                gfFluid_MakeTexture(fluid, (gfField)i));
        }
    }
    bool drawn = gfFailure_Try(&others[0], device, "the solids' drawing, which the next step tries again, is",
                               gfFluid_UpdateSolids(fluid));
    (void)gfFailure_Try(&others[1], device, "what its parts have of the old grid is", gfFluid_FollowChange(fluid));
    if (drawn && fluid->solver->domain.resized != NULL) {
        (void)gfFailure_Try(&others[2], device, "what a resize mends of totals and divergence is",
                            fluid->solver->domain.resized(&fluid->body, fluid->state));
    }
    return true;
}

bool gfFluid_Rebuild(gfFluid *fluid, const gfFluidDef *changed, const char *caller)
{
    gfDevice *device = fluid->body.device;
    return gfFluid_CheckDef(device, changed, caller) && gfDevice_Do(device, caller, resizeBody(fluid, changed));
}

bool gfFluid_Resize(gfFluid *fluid, int32_t gridWidth, int32_t gridHeight, float cellSize, gfVec2 origin)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_Resize: fluid is null");
    gfFluidDef changed = fluid->body.def;
    changed.gridWidth = gridWidth;
    changed.gridHeight = gridHeight;
    changed.cellSize = cellSize;
    changed.origin = origin;
    GF_TRY(gfFluid_RequireAlone(fluid, "gfFluid_Resize", "the grid of its definition") &&
           gfFluid_Rebuild(fluid, &changed, "gfFluid_Resize"));
    gfFluid_Anchor(fluid);
    return true;
}

bool gfFluid_Reset(gfFluid *fluid)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_Reset: fluid is null");
    GF_TRY(gfDevice_Begin(fluid->body.device, "gfFluid_Reset"));
    fluid->solver->reset(&fluid->body, fluid->state);
    gfSources_DropSplats(&fluid->body.sources);
    gfFrame_Reset(&fluid->body.frame);
    GF_EACH_PART(a, &fluid->parts) {
        const gfFluidPart *part = (const gfFluidPart *)a->part;
        if (part->reset != NULL) {
            part->reset(fluid, a->state);
        }
    }
    memset(&fluid->clock, 0, sizeof fluid->clock);
    fluid->weightless = false;
    gfDevice_End(fluid->body.device);
    return true;
}

bool gfFluid_FillToLevel(gfFluid *fluid, const gfShape *shape, float level)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    gfDevice *device = fluid->body.device;
    GF_REQUIRE(&device->core, fluid->solver->host.fillToLevel != NULL, UNSUPPORTED,
               "%s: solver '%s' can't be filled to a level", __func__, fluid->solver->name);
    GF_REQUIRE(&device->core, gfInRange((double)level, -(double)GF_VALUE_MAX, (double)GF_VALUE_MAX), OUT_OF_RANGE,
               "%s: level is %g; within +-%g m is expected", __func__, (double)level, (double)GF_VALUE_MAX);
    GF_TRY((shape == NULL || gfShape_Check(&device->core, shape, false, __func__)) &&
           gfTraps_CheckFill(fluid, shape, level, __func__) && gfDevice_Begin(device, __func__));
    fluid->given |= GF_SOURCE_MASS;
    bool ok = gfFluid_UpdateSolids(fluid) && fluid->solver->host.fillToLevel(&fluid->body, fluid->state, shape, level);
    gfDevice_End(device);
    return ok;
}
