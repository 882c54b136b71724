// The dry run: the host's later calls are made once, by the public functions, with a fluid of its own, while nothing is
// drawn.
#include "ext/prepare/prepare.h"

#include "gpufluid/moving.h"

static void runAllSources(const gfDryRun *s)
{
    gfDryRun_Sources(s, true);
}

static void runAllSolids(const gfDryRun *s)
{
    gfDryRun_Solids(s, true);
}

// --- fields and queries ----------------------------------------------------------------------------------------------

static void writeZeros(const gfDryRun *s, gfField field, const gfFieldInfo *info)
{
    gfCore *core = &s->fluid->body.device->core;
    size_t count = (size_t)info->width * (size_t)info->height * (size_t)info->channels;
    float *zeros = gfSolver_IsWritable(s->fluid->solver, field) ? gfAlloc(core, count * sizeof *zeros) : NULL;
    if (zeros != NULL) {
        gfFluid_WriteField(s->fluid, field, zeros, count);
    }
    gfFree(core, zeros);
}

static void runFields(const gfDryRun *s)
{
    for (int i = 0; i < GF_FIELD_COUNT; i++) {
        gfFieldInfo info;
        gfFieldTexture texture;
        if (gfFluid_GetFieldInfo(s->fluid, (gfField)i, &info)) {
            gfFluid_GetTexture(s->fluid, (gfField)i, &texture);
            writeZeros(s, (gfField)i, &info);
        }
    }
    if (s->fluid->solver->host.project != NULL) {
        gfFluid_Project(s->fluid, 1);
    }
}

static void runResize(const gfDryRun *s)
{
    gfFluidDef def = s->fluid->body.def;
    gfFluid_SetFixedStep(s->fluid, 0.5f * def.fixedStep);
    gfFluid_Reset(s->fluid);
    gfFluid_Resize(s->fluid, def.gridWidth, def.gridHeight, def.cellSize,
                   (gfVec2){def.origin.x + def.cellSize, def.origin.y});
    gfDryRun_Step(s);
}

// Moves the domain each way along each axis, and in a frame that turns.
static void runMoving(const gfDryRun *s)
{
    gfCells multiple = gfFluid_GetScrollMultiple(s->fluid);
    for (int i = 0; i < 4; i++) {
        int step = i % 2 == 0 ? 1 : -1;
        gfFluid_Scroll(s->fluid, i < 2 ? step * multiple.x : 0, i < 2 ? 0 : step * multiple.y);
        gfDryRun_Step(s);
    }
    gfFrameDef frame = gfDefaultFrameDef();
    for (int i = 0; i < 2; i++) {
        frame.velocity.x = 0.1f * s->size;
        frame.angularVelocity = (float)i;
        gfFluid_SetFrame(s->fluid, &frame);
        gfDryRun_Step(s);
    }
}

static void runModules(const gfDryRun *s, gfUse use)
{
    const gfModule *module;
    for (int i = 0; (s->def->uses & (uint32_t)use) != 0 && (module = gfModules_Next(&i)) != NULL;) {
        if (module->dryRun != NULL) {
            module->dryRun(s, use);
        }
    }
}

// Runs all uses, and draws the fluid after each that changes how it is drawn.
static void runFluid(const gfDryRun *s)
{
    static const struct {
        gfUse use;
        void (*run)(const gfDryRun *s); // the part of a use that the core has
        bool shows;
    } uses[] = {
        {GF_USE_TRACERS, NULL, true},      {GF_USE_SOURCES, runAllSources, true}, {GF_USE_SOLIDS, runAllSolids, true},
        {GF_USE_FIELDS, runFields, false}, {GF_USE_QUERIES, NULL, false},         {GF_USE_SURFACE, NULL, false},
    };
    gfDryRun_Step(s);
    for (int i = 0; i < GF_COUNT(uses); i++) {
        bool wanted = (s->def->uses & (uint32_t)uses[i].use) != 0;
        if (wanted && uses[i].run != NULL) {
            uses[i].run(s);
        }
        runModules(s, uses[i].use);
        if (uses[i].shows && (wanted || i == 0)) {
            runModules(s, GF_USE_DRAWING);
        }
    }
}

// Notes which textures the fluid has made in use, so that fluids made later have them from the start.
static void noteNeeds(const gfFluid *fluid, gfPrepared *prepared)
{
    gfSolverKind kind = fluid->body.def.solver;
    prepared->needs[kind] |= fluid->solver->needs.get != NULL ? fluid->solver->needs.get(fluid->state) : 0u;
    prepared->distances[kind] = prepared->distances[kind] || gfSolids_HasExact(&fluid->body.solids);
    for (int i = 0; i < GF_FIELD_COUNT; i++) {
        prepared->textures[kind] |= fluid->hostTextures[i].id != 0 ? 1u << i : 0u;
    }
}

bool gfDryRun_Run(gfDevice *device, const gfPrepareDef *def, gfPrepared *prepared)
{
    for (int i = 0; i < def->fluidCount; i++) {
        gfDryRun s = {.fluid = gfCreateFluid(device, &def->fluids[i]), .def = def};
        if (s.fluid == NULL) {
            return false;
        }
        gfDryRun_Place(&s);
        gfFailure failure = {0}; // not all solvers have all that a definition may ask for
        (void)gfFailure_Begin(&failure, device, "");
        runFluid(&s);
        noteNeeds(s.fluid, prepared);
        if ((def->uses & GF_USE_RESIZE) != 0) {
            runMoving(&s);
            runResize(&s);
        }
        (void)gfFailure_End(&failure, device, true);
        gfDestroyFluid(s.fluid);
    }
    const gfModule *module;
    bool ok = true;
    for (int i = 0; ok && (module = gfModules_Next(&i)) != NULL;) {
        ok = module->dryRunOthers == NULL || module->dryRunOthers(device, def);
    }
    return ok;
}
