// Stable fluids on a staggered grid, in fragment passes: parameters, programs and textures. The step itself is in
// solver_grid_step.c, diffusion in solver_grid_diffuse.c, access to fields in solver_grid_fields.c.
//
// Textures: velocity RG, (w+1) x (h+1), ping-pong; dye RGBA and temperature R, ping-pong, in one set where they share a
// resolution; right-hand side and pressure RGBA with 2 x 2 cells a texel, ping-pong.
#include "solvers/grid/grid.h"

#include <stdio.h>
#include <string.h>

static int dyeCells(int cells, float dyeScale)
{
    return gfMax(1, (int)lroundf((float)cells * dyeScale));
}

static bool check(const gfCore *core, const gfFluidDef *def, const char *caller)
{
    const gfGridParams *p = &def->grid;
    const double most = (double)GF_VALUE_MAX;
    const gfRange ranges[] = {
        {"grid.pressureCycles", p->pressureCycles, 0.0, 100.0},
        {"grid.pressureTolerance", (double)p->pressureTolerance, 0.0, 1.0},
        {"grid.pressureIterations", p->pressureIterations, 0.0, 10000.0},
        {"grid.pressureWarmStart", (double)p->pressureWarmStart, 0.0, 1.0},
        {"grid.pressureGradientScale", (double)p->pressureGradientScale, 0.0, 2.0},
        {"grid.cflLimit", (double)p->cflLimit, 0.0, 1e6},
        {"grid.cflSubsteps", p->cflSubsteps, 1.0, 64.0},
        {"grid.viscosity", (double)p->viscosity, 0.0, 1e6},
        {"grid.dyeDiffusivity", (double)p->dyeDiffusivity, 0.0, 1e6},
        {"grid.temperatureDiffusivity", (double)p->temperatureDiffusivity, 0.0, 1e6},
        {"grid.diffusionCycles", p->diffusionCycles, 1.0, 20.0},
        {"grid.vorticityConfinement", (double)p->vorticityConfinement, 0.0, 1000.0},
        {"grid.velocityDissipation", (double)p->velocityDissipation, 0.0, 1e6},
        {"grid.dyeDissipation", (double)p->dyeDissipation, 0.0, 1e6},
        {"grid.temperatureDissipation", (double)p->temperatureDissipation, 0.0, 1e6},
        {"grid.ambientTemperature", (double)p->ambientTemperature, -most, most},
        {"grid.gravity.x", (double)p->gravity.x, -most, most},
        {"grid.gravity.y", (double)p->gravity.y, -most, most},
        {"grid.acceleration.x", (double)p->acceleration.x, -most, most},
        {"grid.acceleration.y", (double)p->acceleration.y, -most, most},
        {"grid.thermalExpansion", (double)p->thermalExpansion, -most, most},
        {"grid.dyeDensity", (double)p->dyeDensity, -most, most},
    };
    if (!gfCheckRanges(core, ranges, GF_COUNT(ranges), caller)) {
        goto error;
    }
    GF_REQUIRE(core, p->advection == GF_ADVECTION_BILINEAR || p->advection == GF_ADVECTION_CATMULL_ROM, OUT_OF_RANGE,
               "%s: grid.advection is %d; a gfAdvection is expected", caller, (int)p->advection);
    GF_REQUIRE(core, p->scheme == GF_SCHEME_PROJECT || p->scheme == GF_SCHEME_REFLECT, OUT_OF_RANGE,
               "%s: grid.scheme is %d; a gfScheme is expected", caller, (int)p->scheme);
    GF_REQUIRE(core, gfPressure_Find(p->pressureMethod) != NULL, OUT_OF_RANGE,
               "%s: grid.pressureMethod is %d; a gfPressureMethod is expected", caller, (int)p->pressureMethod);
    const int dye[2] = {dyeCells(def->gridWidth, def->dyeScale), dyeCells(def->gridHeight, def->dyeScale)};
    for (int axis = 0; axis < 2; axis++) {
        GF_REQUIRE(core, !gfBoundaries_Wrap(&def->boundaries, axis) || dye[axis] % 2 == 0, OUT_OF_RANGE,
                   "%s: dyeScale %g gives %d dye cells along a periodic axis; an even number is expected", caller,
                   (double)def->dyeScale, dye[axis]);
    }
    return gfBoundaries_Check(core, &def->boundaries, def->gridWidth, def->gridHeight, caller);

error:
    return false;
}

// The variants that carry scalars: [without solids, with, with solids that moved][set].
static bool chooseScalarPrograms(gfBody *body, const gfGrid *g, gfGridPrograms *chosen, const char *common, bool entry)
{
    gfDevice *device = body->device;
    bool diffuses = body->def.grid.dyeDiffusivity > 0.0f || body->def.grid.temperatureDiffusivity > 0.0f;
    static const char *const solids[3] = {"", "SOLIDS;", "SOLIDS;UNCOVERED;"};
    const char *sets[2] = {g->scalarSets == 1 ? "DYE;TEMPERATURE 1" : "DYE", "TEMPERATURE 0"};
    char defines[128];
    for (int i = 0; i < g->scalarSets; i++) {
        for (int j = 0; j < 3; j++) {
            snprintf(defines, sizeof defines, "%s%s%s%s", common, entry ? "ENTRY;" : "", solids[j], sets[i]);
            chosen->advectScalars[j][i] = gfProgram_Get(device, "grid/advect_scalars.frag", defines);
            if (chosen->advectScalars[j][i] == NULL) {
                return false;
            }
        }
        chosen->applyScalars[i] = gfProgram_Get(device, "source/apply.frag", sets[i]);
        chosen->addScalars[i] = diffuses ? gfProgram_Get(device, "grid/diffuse_add.frag", sets[i]) : NULL;
        if (chosen->applyScalars[i] == NULL || (diffuses && chosen->addScalars[i] == NULL)) {
            return false;
        }
    }
    return true;
}

// Compiles the variants that the tunables ask for, with and without solids, so that no step has to. On false, which is
// reported, the old ones stay.
static bool choosePrograms(gfBody *body, const gfGrid *g, gfGridPrograms *result)
{
    gfDevice *device = body->device;
    const gfGridParams *p = &body->def.grid;
    const gfBoundaries *boundaries = &body->def.boundaries;
    gfGridPrograms chosen;
    char common[64], velocity[2][128];
    bool open = gfBoundaries_Any(boundaries, GF_BOUNDARY_OPEN), inflow = gfBoundaries_Any(boundaries, GF_BOUNDARY_INFLOW);
    bool buoyant = p->thermalExpansion != 0.0f || p->dyeDensity != 0.0f;
    bool tilted = buoyant && p->gravity.x != 0.0f;
    snprintf(common, sizeof common, "%s%s%s", p->advection == GF_ADVECTION_BILINEAR ? "BILINEAR;" : "",
             g->manualBilinear ? "MANUAL_BILINEAR;" : "",
             gfBoundaries_Wrap(boundaries, 0) || gfBoundaries_Wrap(boundaries, 1) ? "WRAP;" : "");
    for (int i = 0; i < 2; i++) {
        snprintf(velocity[i], sizeof velocity[i], "%s%s%s%s", common, inflow ? "ENTRY;" : "",
                 i == 1 ? "REFLECTED;" : "",
                 tilted                            ? "BUOYANCY 2"
                 : buoyant && p->gravity.y != 0.0f ? "BUOYANCY 1"
                                                   : "");
    }
    if (!chooseScalarPrograms(body, g, &chosen, common, open || inflow)) {
        return false;
    }
    bool reflects = p->scheme == GF_SCHEME_REFLECT, confines = p->vorticityConfinement > 0.0f, cfl = p->cflLimit > 0.0f;
    bool always = true, keeps = p->conserveDye;
    const struct {
        const gfProgram **program;
        const char *file, *defines;
        bool wanted;
    } table[] = {
        {&chosen.advectVelocity[0], "grid/advect_velocity.frag", velocity[0], always},
        {&chosen.advectVelocity[1], "grid/advect_velocity.frag", velocity[1], reflects},
        {&chosen.applyVelocity, "source/apply.frag", "VELOCITY", always},
        {&chosen.applyExpansion, "source/apply.frag", "EXPANSION", always},
        {&chosen.copy1, "common/copy.frag", "", always},
        {&chosen.copy2, "common/copy.frag", "SECOND", always},
        {&chosen.divergence[0][0], "grid/divergence.frag", "", always},
        {&chosen.divergence[0][1], "grid/divergence.frag", "EXPANSION", always},
        {&chosen.divergence[1][0], "grid/divergence.frag", "MOVING", always},
        {&chosen.divergence[1][1], "grid/divergence.frag", "MOVING;EXPANSION", always},
        {&chosen.gradient[0][0], "grid/gradient.frag", "", always},
        {&chosen.gradient[0][1], "grid/gradient.frag", "REFLECTED", reflects},
        {&chosen.gradient[1][0], "grid/gradient.frag", "MOVING", always},
        {&chosen.gradient[1][1], "grid/gradient.frag", "MOVING;REFLECTED", reflects},
        {&chosen.fluidMask, "solid/fluid_mask.frag", "", always},
        {&chosen.extend, "grid/extend.frag", "", always},
        {&chosen.extendCopy, "grid/extend.frag", "COPY", always},
        {&chosen.confine, "grid/confine.frag", "", confines},
        {&chosen.vorticity, "grid/field.frag", "VORTICITY", confines},
        {&chosen.rebalance, "grid/rebalance.frag", "", always},
        {&chosen.rescale[0], "grid/rescale.frag", "", keeps && g->scalarSets == 2},
        {&chosen.rescale[1], "grid/rescale.frag", "SECOND", keeps && g->scalarSets == 1},
        {&chosen.addVelocity, "grid/diffuse_add.frag", "VELOCITY", p->viscosity > 0.0f},
        {&chosen.meanPacked, "common/reduce.frag", "PACKED", always},
        {&chosen.mean, "common/reduce.frag", "", always},
        {&chosen.largestSpeed, "common/reduce.frag", "SPEED", cfl},
        {&chosen.largest, "common/reduce.frag", "LARGEST", cfl},
    };
    for (int i = 0; i < GF_COUNT(table); i++) {
        *table[i].program = table[i].wanted ? gfProgram_Get(device, table[i].file, table[i].defines) : NULL;
        if (table[i].wanted && *table[i].program == NULL) {
            return false;
        }
    }
    *result = chosen;
    return true;
}

static void clearTemperature(gfBody *body, gfGrid *g)
{
    const float ambient[4] = {body->def.grid.ambientTemperature, 0.0f, 0.0f, 0.0f};
    int set = gfGrid_TemperatureSet(g);
    gfPingPong_Clear(body->device, &g->scalars[set], gfGrid_TemperatureIndex(g), ambient);
}

static void destroy(gfBody *body, void *state)
{
    gfDevice *device = body->device;
    gfGrid *g = state;
    gfPingPong_Destroy(device, &g->velocity);
    for (int i = 0; i < 2; i++) {
        gfPingPong_Destroy(device, &g->scalars[i]);
        gfPingPong_Destroy(device, &g->fluidMask[i]);
        gfTarget_Destroy(device, &g->reflectTarget[i]);
        gfReduction_Destroy(device, &g->dyeTotal[i]);
    }
    gfTarget_Destroy(device, &g->reflectedTarget);
    gfTexture_Destroy(device, &g->reflected);
    gfPingPong_Destroy(device, &g->reflectPressure);
    gfPingPong_Destroy(device, &g->rhs);
    gfTarget_Destroy(device, &g->scratchTarget);
    gfTexture_Destroy(device, &g->scratch);
    gfPressure_Destroy(device, &g->pressure);
    gfGrid_DestroyLattices(device, g->lattices);
    gfPingPong_Destroy(device, &g->expansion.field);
    gfReduction_Destroy(device, &g->rhsMean);
    gfReduction_Destroy(device, &g->speed);
    gfDelayedRead_Destroy(device, &g->speedRead);
    gfFree(&device->core, g);
}

static bool createTextures(gfBody *body, gfGrid *g)
{
    gfDevice *device = body->device;
    bool half = body->def.precision == GF_PRECISION_16F;
    const gfFormat velocity = half ? GF_FORMAT_RG16F : GF_FORMAT_RG32F;
    const gfFormat dye = half ? GF_FORMAT_RGBA16F : GF_FORMAT_RGBA32F;
    const gfFormat temperature = half ? GF_FORMAT_R16F : GF_FORMAT_R32F;
    const gfFormat both[2] = {dye, temperature};
    bool ok = gfPingPong_Create(device, &g->velocity, &velocity, 1, g->cellsX + 1, g->cellsY + 1);
    if (g->dyeX == g->cellsX && g->dyeY == g->cellsY) {
        g->scalarSets = 1;
        ok = ok && gfPingPong_Create(device, &g->scalars[0], both, 2, g->cellsX, g->cellsY);
    } else {
        g->scalarSets = 2;
        ok = ok && gfPingPong_Create(device, &g->scalars[0], &dye, 1, g->dyeX, g->dyeY) &&
             gfPingPong_Create(device, &g->scalars[1], &temperature, 1, g->cellsX, g->cellsY);
    }
    const gfFormat mask = GF_FORMAT_RG8, packed = GF_FORMAT_RGBA32F;
    for (int i = 0; i < g->scalarSets && ok; i++) {
        const gfTexture *like = &g->scalars[i].read[0];
        ok = gfPingPong_Create(device, &g->fluidMask[i], &mask, 1, like->width, like->height);
    }
    ok = ok && gfPingPong_Create(device, &g->rhs, &packed, 1, (g->cellsX + 1) / 2, (g->cellsY + 1) / 2);
    if (ok) {
        clearTemperature(body, g);
    }
    return ok;
}

bool gfGrid_MakeScratch(gfDevice *device, gfGrid *g)
{
    bool made =
        g->scratch.id != 0 || gfTexture_Create(device, &g->scratch, GF_FORMAT_RG32F, g->cellsX + 1, g->cellsY + 1);
    return made && (g->scratchTarget.framebuffer != 0 || gfTarget_Create(device, &g->scratchTarget, &g->scratch, 1));
}

static void destroyReflected(gfDevice *device, gfGrid *g)
{
    gfTarget_Destroy(device, &g->reflectTarget[0]);
    gfTarget_Destroy(device, &g->reflectTarget[1]);
    gfTarget_Destroy(device, &g->reflectedTarget);
    gfTexture_Destroy(device, &g->reflected);
    gfPingPong_Destroy(device, &g->reflectPressure);
}

static bool makeReflected(gfDevice *device, gfGrid *g)
{
    const gfTexture *sides[2] = {&g->velocity.read[0], &g->velocity.write[0]};
    const gfFormat packed = GF_FORMAT_RGBA32F;
    if (g->reflected.id != 0) {
        return true;
    }
    bool ok = gfPingPong_Create(device, &g->reflectPressure, &packed, 1, (g->cellsX + 1) / 2, (g->cellsY + 1) / 2) &&
              gfTexture_Create(device, &g->reflected, sides[0]->format, g->cellsX + 1, g->cellsY + 1) &&
              gfTarget_Create(device, &g->reflectedTarget, &g->reflected, 1);
    g->reflectVelocity = sides[0]->id;
    for (int i = 0; i < 2 && ok; i++) {
        const gfTexture both[2] = {*sides[i], g->reflected};
        ok = gfTarget_Create(device, &g->reflectTarget[i], both, 2);
    }
    if (!ok) {
        destroyReflected(device, g);
    }
    return ok;
}

// What is kept once made, whatever else fails.
static bool makeKept(gfBody *body, gfGrid *g)
{
    gfDevice *device = body->device;
    const gfGridParams *p = &body->def.grid;
    for (int i = 0; i < 2 && p->conserveDye; i++) {
        if (g->dyeTotal[i].levels == 0 && !gfReduction_Create(device, &g->dyeTotal[i], g->dyeX, g->dyeY)) {
            return false;
        }
    }
    if (p->cflLimit > 0.0f && g->speed.levels == 0 &&
        !gfReduction_Create(device, &g->speed, g->cellsX + 1, g->cellsY + 1)) {
        return false;
    }
    return (p->scheme != GF_SCHEME_REFLECT || makeReflected(device, g)) &&
           (p->vorticityConfinement == 0.0f || gfGrid_MakeScratch(device, g));
}

static void warnOfOddHalves(const gfBody *body, const gfGrid *g)
{
    const int cells[2] = {g->cellsX, g->cellsY};
    for (int axis = 0; axis < 2; axis++) {
        int coarsest = cells[axis];
        while (coarsest % 4 == 0) {
            coarsest /= 2;
        }
        if (gfBoundaries_Wrap(&body->def.boundaries, axis) && coarsest > 32) {
            gfReport(&body->device->core, GF_LOG_WARNING, GF_ERROR_OK,
                     "%d cells along a periodic axis: multigrid stops at %d; a multiple of 32 converges best",
                     cells[axis], coarsest);
        }
    }
}

// Makes what the definition asks for, all of it before any of it counts. On false, which is reported, nothing changed.
static bool setUp(gfBody *body, gfGrid *g)
{
    gfDevice *device = body->device;
    const gfBoundaries *boundaries = &body->def.boundaries;
    const gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    bool fits = gfPressure_Fits(&g->pressure, body->def.grid.pressureMethod, &problem);
    gfGridPrograms programs;
    gfLattice lattices[GF_LATTICES];
    gfPressure pressure = {0};
    if (!choosePrograms(body, g, &programs) || !makeKept(body, g) || !gfGrid_MakeLattices(body, g, lattices)) {
        return false;
    }
    if (!fits && !gfPressure_Create(device, &pressure, body->def.grid.pressureMethod, &problem)) {
        gfGrid_DestroyLattices(device, lattices);
        return false;
    }
    bool redraws = !fits || memcmp(&g->drawnBoundaries, boundaries, sizeof *boundaries) != 0 ||
                   g->drawnAmbient != body->def.grid.ambientTemperature;
    for (int i = 0; i < GF_LATTICES; i++) {
        redraws = redraws || lattices[i].multigrid != NULL;
    }
    if (!fits) {
        gfPressure_Destroy(device, &g->pressure);
        g->pressure = pressure;
        warnOfOddHalves(body, g);
    }
    gfGrid_TakeLattices(device, g, lattices);
    g->programs = programs;
    g->drawnBoundaries = *boundaries;
    g->drawnAmbient = body->def.grid.ambientTemperature;
    g->conservesDye =
        body->def.grid.conserveDye && !gfBoundaries_Any(boundaries, GF_BOUNDARY_OPEN) && !gfBoundaries_Any(boundaries, GF_BOUNDARY_INFLOW);
    body->solids.dirty = body->solids.dirty || redraws;
    return true;
}

static void *create(gfBody *body)
{
    gfDevice *device = body->device;
    const gfFluidDef *def = &body->def;
    gfGrid *g = gfAlloc(&device->core, sizeof *g);
    if (g == NULL) {
        return NULL;
    }
    g->cellsX = def->gridWidth;
    g->cellsY = def->gridHeight;
    g->dyeX = dyeCells(def->gridWidth, def->dyeScale);
    g->dyeY = dyeCells(def->gridHeight, def->dyeScale);
    g->lastDt = def->fixedStep;
    g->dtRatio = 1.0f;
    if (!createTextures(body, g)) {
        goto error;
    }
    g->manualBilinear = !device->gl.filtersFloats;
    if (def->precision == GF_PRECISION_32F && device->gl.formats[gfGrid_Dye(g)->format].bytes < 16) {
        gfReport(&device->core, GF_LOG_WARNING, GF_ERROR_OK, "no 32-bit float rendering here: 16 bits are used");
    }
    if (!setUp(body, g)) {
        goto error;
    }
    return g;

error:
    destroy(body, g);
    return NULL;
}

static void reset(gfBody *body, void *state)
{
    static const float zero[4] = {0};
    gfGrid *g = state;
    gfPingPong_Clear(body->device, &g->velocity, 0, zero);
    gfPingPong_Clear(body->device, &g->scalars[0], 0, zero);
    clearTemperature(body, g);
    gfPingPong_Clear(body->device, &g->pressure.field, 0, zero);
    gfPingPong_Clear(body->device, &g->rhs, 0, zero);
    if (g->reflectPressure.count > 0) {
        gfPingPong_Clear(body->device, &g->reflectPressure, 0, zero);
    }
    for (int i = 0; i < GF_LATTICES; i++) {
        if (g->lattices[i].multigrid != NULL) {
            gfPingPong_Clear(body->device, &g->lattices[i].change, 0, zero);
        }
    }
    g->expansion.active = false;
    g->speedRead.started = 0;
    g->lastDt = body->def.fixedStep;
}

static bool tune(gfBody *body, void *state)
{
    return setUp(body, state);
}

const gfSolver gf_solverGrid = {
    .name = "grid",
    .check = check,
    .create = create,
    .destroy = destroy,
    .resample = gfGrid_Resample,
    .reset = reset,
    .tune = tune,
    .updateSolids = gfGrid_UpdateSolids,
    .step = gfGrid_Step,
    .describeField = gfGrid_DescribeField,
    .prepareField = gfGrid_PrepareField,
    .isWritable = gfGrid_IsWritable,
    .writeField = gfGrid_WriteField,
    .view = gfGrid_View,
};
