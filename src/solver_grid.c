// Stable fluids on a staggered grid, in fragment passes.
//
// A step (Stam 1999; faces as in Harlow and Welch 1965), in the order of `step` at the end of this file:
//   solids            the distance, the open faces: only when the host changed a solid; walls of the domain are closed
//   advect_scalars    dye and temperature along the velocity, one backtrace for both
//   advect_velocity   along itself, each face from its own centre, then buoyancy from the new temperature and dye. Both
//                     follow the velocity as it stood, still divergence-free: so scalars, which must not see the
//                     new one, come first, and velocity, scalars, buoyancy in turn would give the same.
//   sources           emitters and splats into velocity, dye and temperature, and the divergence they ask for
//   divergence        through open faces only: solids act here and in the gradient, which leaves closed faces at 0
//   pressure          behind pressure.h
//   gradient          the adjoint of the divergence, so that an exact pressure leaves none
//
// Textures: velocity RG, (w+1) x (h+1), ping-pong; dye RGBA and temperature R, ping-pong, in one set where they share a
// resolution; right-hand side and pressure RGBA with 2 x 2 cells a texel, the latter ping-pong.
#include "solver_grid.h"

#include <stdio.h>

static bool check(const gfCore *core, const gfFluidDef *def, const char *caller)
{
    const gfGridParams *p = &def->grid;
    const double most = (double)GF_VALUE_MAX;
    const struct {
        const char *name;
        double value, low, high;
    } ranges[] = {
        {"grid.pressureIterations", p->pressureIterations, 0.0, 10000.0},
        {"grid.pressureWarmStart", (double)p->pressureWarmStart, 0.0, 1.0},
        {"grid.pressureGradientScale", (double)p->pressureGradientScale, 0.0, 2.0},
        {"grid.velocityDissipation", (double)p->velocityDissipation, 0.0, 1e6},
        {"grid.dyeDissipation", (double)p->dyeDissipation, 0.0, 1e6},
        {"grid.temperatureDissipation", (double)p->temperatureDissipation, 0.0, 1e6},
        {"grid.ambientTemperature", (double)p->ambientTemperature, -most, most},
        {"grid.buoyancy", (double)p->buoyancy, -most, most},
        {"grid.dyeWeight", (double)p->dyeWeight, -most, most},
    };
    for (int i = 0; i < GF_COUNT(ranges); i++) {
        GF_REQUIRE(core, gfInRange(ranges[i].value, ranges[i].low, ranges[i].high), OUT_OF_RANGE,
                   "%s: %s is %g; %g to %g is expected", caller, ranges[i].name, ranges[i].value, ranges[i].low,
                   ranges[i].high);
    }
    GF_REQUIRE(core, p->advection == GF_ADVECTION_BILINEAR || p->advection == GF_ADVECTION_CATMULL_ROM, OUT_OF_RANGE,
               "%s: grid.advection is %d; a gfAdvection is expected", caller, (int)p->advection);
    GF_REQUIRE(core, gfPressure_Find(p->pressureMethod) != NULL, OUT_OF_RANGE,
               "%s: grid.pressureMethod is %d; a gfPressureMethod is expected", caller, (int)p->pressureMethod);
    return true;

error:
    return false;
}

// Compiles the variants that the tunables ask for, with and without solids, so that no step has to. On false, which is
// reported, the old ones stay.
static bool choosePrograms(gfBody *body, gfGrid *g)
{
    gfDevice *device = body->device;
    gfGridPrograms chosen;
    char common[64], velocity[96], scalars[96];
    bool buoyant = body->def.grid.buoyancy != 0.0f || body->def.grid.dyeWeight != 0.0f;
    snprintf(common, sizeof common, "%s%s", body->def.grid.advection == GF_ADVECTION_BILINEAR ? "BILINEAR;" : "",
             g->manualBilinear ? "MANUAL_BILINEAR;" : "");
    snprintf(velocity, sizeof velocity, "%s%s", common, buoyant ? "BUOYANCY" : "");
    const char *sets[2] = {g->scalarSets == 1 ? "DYE;TEMPERATURE 1" : "DYE", "TEMPERATURE 0"};
    for (int i = 0; i < 2; i++) {
        for (int solids = 0; solids < 2; solids++) {
            snprintf(scalars, sizeof scalars, "%s%s%s", common, solids ? "SOLIDS;" : "", sets[i]);
            chosen.advectScalars[solids][i] = gfProgram_Get(device, "grid/advect_scalars.frag", scalars);
            if (chosen.advectScalars[solids][i] == NULL) {
                return false;
            }
        }
        chosen.pourScalars[i] = gfProgram_Get(device, "source/apply.frag", sets[i]);
        if (chosen.pourScalars[i] == NULL) {
            return false;
        }
    }
    const struct {
        const gfProgram **program;
        const char *file, *defines;
    } table[] = {
        {&chosen.advectVelocity, "grid/advect_velocity.frag", velocity},
        {&chosen.pourVelocity, "source/apply.frag", "VELOCITY"},
        {&chosen.pourExpansion, "source/apply.frag", "EXPANSION"},
        {&chosen.copy1, "common/copy.frag", ""},
        {&chosen.copy2, "common/copy.frag", "SECOND"},
        {&chosen.divergence, "grid/divergence.frag", ""},
        {&chosen.divergenceExpansion, "grid/divergence.frag", "EXPANSION"},
        {&chosen.fluidMask, "solid/fluid_mask.frag", ""},
        {&chosen.gradient, "grid/gradient.frag", ""},
        {&chosen.reduceFirst, "grid/reduce.frag", "FIRST"},
        {&chosen.reduce, "grid/reduce.frag", ""},
    };
    for (int i = 0; i < GF_COUNT(table); i++) {
        *table[i].program = gfProgram_Get(device, table[i].file, table[i].defines);
        if (*table[i].program == NULL) {
            return false;
        }
    }
    g->programs = chosen;
    return true;
}

static void clearTemperature(gfBody *body, gfGrid *g)
{
    const float ambient[4] = {body->def.grid.ambientTemperature, 0.0f, 0.0f, 0.0f};
    int set = gfGrid_TemperatureSet(g);
    gfPingPong_Clear(body->device, &g->scalars[set], gfGrid_TemperatureIndex(g), ambient);
}

static void destroyExpansion(gfDevice *device, gfExpansion *e)
{
    gfPingPong_Destroy(device, &e->field);
    for (int i = 0; i < GF_REDUCE_LEVELS; i++) {
        gfTarget_Destroy(device, &e->meanTargets[i]);
        gfTexture_Destroy(device, &e->means[i]);
    }
    e->levels = 0;
}

static void destroy(gfBody *body, void *state)
{
    gfDevice *device = body->device;
    gfGrid *g = state;
    gfPingPong_Destroy(device, &g->velocity);
    for (int i = 0; i < 2; i++) {
        gfPingPong_Destroy(device, &g->scalars[i]);
        gfTarget_Destroy(device, &g->fluidMaskTarget[i]);
        gfTexture_Destroy(device, &g->fluidMask[i]);
    }
    gfTarget_Destroy(device, &g->rhsTarget);
    gfTexture_Destroy(device, &g->rhs);
    gfTarget_Destroy(device, &g->scratchTarget);
    gfTexture_Destroy(device, &g->scratch);
    gfPressure_Destroy(device, &g->pressure);
    destroyExpansion(device, &g->expansion);
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
    for (int i = 0; i < g->scalarSets && ok; i++) {
        ok = gfTexture_Create(device, &g->fluidMask[i], GF_FORMAT_RG8, g->scalars[i].read[0].width,
                              g->scalars[i].read[0].height) &&
             gfTarget_Create(device, &g->fluidMaskTarget[i], &g->fluidMask[i], 1);
    }
    ok = ok && gfTexture_Create(device, &g->rhs, GF_FORMAT_RGBA32F, (g->cellsX + 1) / 2, (g->cellsY + 1) / 2) &&
         gfTarget_Create(device, &g->rhsTarget, &g->rhs, 1) &&
         gfPressure_Create(device, &g->pressure, body->def.grid.pressureMethod, g->cellsX, g->cellsY);
    if (ok) {
        static const float zero[4] = {0};
        gfTarget_Clear(device, &g->rhsTarget, 0, zero);
        clearTemperature(body, g);
    }
    return ok;
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
    g->dyeX = gfMax(1, (int)lroundf((float)def->gridWidth * def->dyeScale));
    g->dyeY = gfMax(1, (int)lroundf((float)def->gridHeight * def->dyeScale));
    g->lastDt = def->fixedStep;
    if (!createTextures(body, g)) {
        goto error;
    }
    g->manualBilinear = !device->gl.filtersFloats;
    if (def->precision == GF_PRECISION_32F && device->gl.formats[gfGrid_Dye(g)->format].bytes < 16) {
        gfReport(&device->core, GF_LOG_WARNING, GF_ERROR_OK, "no 32-bit float rendering here: 16 bits are used");
    }
    if (!choosePrograms(body, g)) {
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
    gfTarget_Clear(body->device, &g->rhsTarget, 0, zero);
    g->expansion.active = false;
}

static bool tune(gfBody *body, void *state)
{
    gfGrid *g = state;
    if (gfPressure_Find(body->def.grid.pressureMethod) != g->pressure.solver) {
        gfPressure other;
        if (!gfPressure_Create(body->device, &other, body->def.grid.pressureMethod, g->cellsX, g->cellsY)) {
            return false;
        }
        gfPressure_Destroy(body->device, &g->pressure);
        g->pressure = other;
        body->obstacles.dirty = true; // the method wants to see the faces
    }
    return choosePrograms(body, g);
}

static void advectScalars(gfBody *body, gfGrid *g, float dt)
{
    const gfGridParams *p = &body->def.grid;
    for (int i = 0; i < g->scalarSets; i++) {
        gfPingPong *set = &g->scalars[i];
        GLuint dye = i == 0 ? set->read[0].id : 0;
        float scaleX = (float)g->cellsX / (float)set->read[0].width;
        float scaleY = (float)g->cellsY / (float)set->read[0].height;
        gfPass_Run(
            body->device,
            &(gfPass){
                .label = i == 0 ? "advect_scalars" : "advect_temperature",
                .program = g->programs.advectScalars[body->obstacles.count > 0][i],
                .target = &set->writeTarget,
                .inputs = {GF_IN_FIELD(velocity, g->velocity.read[0].id), GF_IN(dye, dye),
                           GF_IN(temperature, gfGrid_Temperature(g)->id), GF_IN_FIELD(fluidMask, g->fluidMask[i].id)},
                .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_F1(stepCells, dt / body->def.cellSize),
                             GF_F2(cellsPerTexel, scaleX, scaleY),
                             GF_F2(dissipation, expf(-p->dyeDissipation * dt), expf(-p->temperatureDissipation * dt)),
                             GF_F1(ambient, p->ambientTemperature)}});
    }
    for (int i = 0; i < g->scalarSets; i++) {
        gfPingPong_Swap(&g->scalars[i]);
    }
}

static void advectVelocity(gfBody *body, gfGrid *g, float dt)
{
    const gfGridParams *p = &body->def.grid;
    gfPass_Run(
        body->device,
        &(gfPass){.label = "advect_velocity",
                  .program = g->programs.advectVelocity,
                  .target = &g->velocity.writeTarget,
                  .inputs = {GF_IN_FIELD(velocity, g->velocity.read[0].id), GF_IN(source, g->velocity.read[0].id),
                             GF_IN(temperature, gfGrid_Temperature(g)->id), GF_IN_FIELD(dye, gfGrid_Dye(g)->id)},
                  .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_F1(stepCells, dt / body->def.cellSize),
                               GF_F1(dissipation, expf(-p->velocityDissipation * dt)),
                               GF_F2(buoyancy, dt * p->buoyancy, dt * p->dyeWeight),
                               GF_F2(dyePerCell, (float)g->dyeX / (float)g->cellsX, (float)g->dyeY / (float)g->cellsY),
                               GF_F1(ambient, p->ambientTemperature)}});
    gfPingPong_Swap(&g->velocity);
}

// Expansion fields are made when the first source asks for one. False, reported, if they can't be.
static bool createExpansion(gfBody *body, gfGrid *g)
{
    gfExpansion *e = &g->expansion;
    const gfFormat format = GF_FORMAT_R32F;
    if (!gfPingPong_Create(body->device, &e->field, &format, 1, g->cellsX, g->cellsY)) {
        goto error;
    }
    int width = g->cellsX, height = g->cellsY;
    do {
        width = (width + 3) / 4;
        height = (height + 3) / 4;
        if (!gfTexture_Create(body->device, &e->means[e->levels], GF_FORMAT_RG32F, width, height) ||
            !gfTarget_Create(body->device, &e->meanTargets[e->levels], &e->means[e->levels], 1)) {
            goto error;
        }
        e->levels++;
    } while (width > 1 || height > 1);
    return true;

error:
    destroyExpansion(body->device, e);
    return false;
}

static void averageExpansion(gfBody *body, gfGrid *g)
{
    gfExpansion *e = &g->expansion;
    int width = g->cellsX, height = g->cellsY;
    for (int i = 0; i < e->levels; i++) {
        gfPass_Run(body->device, &(gfPass){.label = "expansion_mean",
                                           .program = i == 0 ? g->programs.reduceFirst : g->programs.reduce,
                                           .target = &e->meanTargets[i],
                                           .inputs = {GF_IN(expansion, e->field.read[0].id),
                                                      GF_IN(faceBits, body->obstacles.faceBits.id),
                                                      GF_IN(source, i == 0 ? 0 : e->means[i - 1].id)},
                                           .uniforms = {GF_I2(cells, width, height)}});
        width = e->means[i].width;
        height = e->means[i].height;
    }
}

static gfPourTarget pourTarget(const gfBody *body, const gfGrid *g, gfPingPong *fields, uint32_t mask)
{
    const gfFluidDef *def = &body->def;
    // Velocity has one texel more than cells, so that only its size of a texel is that of a cell.
    bool faces = fields == &g->velocity;
    float x = faces ? 1.0f : (float)g->cellsX / (float)fields->read[0].width;
    float y = faces ? 1.0f : (float)g->cellsY / (float)fields->read[0].height;
    return (gfPourTarget){.label = "sources",
                          .copy = fields->count == 1 ? g->programs.copy1 : g->programs.copy2,
                          .fields = fields,
                          .mask = mask,
                          .origin = def->origin,
                          .texelSize = {x * def->cellSize, y * def->cellSize},
                          .cellsPerTexel = {x, y},
                          .cellSize = def->cellSize};
}

static void pourExpansion(gfBody *body, gfGrid *g, const gfInput *solid, float dt)
{
    static const float zero[4] = {0};
    gfExpansion *e = &g->expansion;
    bool wanted = gfSources_Touch(&body->sources, GF_SOURCE_DIVERGENCE);
    if (wanted && e->levels == 0 && !e->failed) {
        e->failed = !createExpansion(body, g); // reported once; the step goes on without
    }
    e->active = wanted && e->levels > 0;
    if (!e->active) {
        return;
    }
    gfTarget_Clear(body->device, &e->field.readTarget, 0, zero);
    const gfInput inputs[] = {GF_IN(expansion, e->field.read[0].id), *solid};
    gfPourTarget target = pourTarget(body, g, &e->field, GF_SOURCE_DIVERGENCE);
    target.program = g->programs.pourExpansion;
    target.inputs = inputs;
    target.inputCount = GF_COUNT(inputs);
    gfSources_Pour(body->device, &body->sources, &target, dt);
    averageExpansion(body, g);
}

static void pourSources(gfBody *body, gfGrid *g, float dt)
{
    const gfInput solid = GF_IN(distance, body->obstacles.distance.read[0].id);
    const gfInput velocity = GF_IN(velocity, g->velocity.read[0].id);
    gfPourTarget target = pourTarget(body, g, &g->velocity, GF_SOURCE_VELOCITY);
    target.program = g->programs.pourVelocity;
    target.inputs = &velocity;
    target.inputCount = 1;
    gfSources_Pour(body->device, &body->sources, &target, dt);
    for (int i = 0; i < g->scalarSets; i++) {
        uint32_t mask = g->scalarSets == 1 ? GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE
                                           : (uint32_t)(i == 0 ? GF_SOURCE_DYE : GF_SOURCE_TEMPERATURE);
        const gfInput inputs[] = {GF_IN(dye, gfGrid_Dye(g)->id), GF_IN(temperature, gfGrid_Temperature(g)->id), solid};
        target = pourTarget(body, g, &g->scalars[i], mask);
        target.program = g->programs.pourScalars[i];
        target.inputs = inputs;
        target.inputCount = GF_COUNT(inputs);
        gfSources_Pour(body->device, &body->sources, &target, dt);
    }
    pourExpansion(body, g, &solid, dt);
}

void gfGrid_DrawDivergence(gfBody *body, gfGrid *g, const gfTarget *target)
{
    const gfExpansion *e = &g->expansion;
    gfPass_Run(
        body->device,
        &(gfPass){.label = "divergence",
                  .program = e->active ? g->programs.divergenceExpansion : g->programs.divergence,
                  .target = target,
                  .inputs = {GF_IN(velocity, g->velocity.read[0].id), GF_IN(faceBits, body->obstacles.faceBits.id),
                             GF_IN(expansion, e->active ? e->field.read[0].id : 0),
                             GF_IN(mean, e->active ? e->means[e->levels - 1].id : 0)},
                  .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_F1(cellSize, body->def.cellSize)}});
}

static gfPressureProblem pressureProblem(const gfBody *body, const gfGrid *g)
{
    return (gfPressureProblem){g->rhs.id, body->obstacles.faceBits.id, g->cellsX, g->cellsY};
}

static void solvePressure(gfBody *body, gfGrid *g)
{
    const gfPressureProblem problem = pressureProblem(body, g);
    g->pressure.solver->solve(body->device, &g->pressure, &problem, &body->def.grid);
}

static void subtractGradient(gfBody *body, gfGrid *g)
{
    gfPass_Run(body->device, &(gfPass){.label = "gradient",
                                       .program = g->programs.gradient,
                                       .target = &g->velocity.writeTarget,
                                       .inputs = {GF_IN(velocity, g->velocity.read[0].id),
                                                  GF_IN(pressure, g->pressure.field.read[0].id),
                                                  GF_IN(faces, body->obstacles.faces.id)},
                                       .uniforms = {GF_I2(cells, g->cellsX, g->cellsY),
                                                    GF_F1(gradientScale, body->def.grid.pressureGradientScale)}});
    gfPingPong_Swap(&g->velocity);
}

void gfGrid_UpdateSolids(gfBody *body, void *state)
{
    gfGrid *g = state;
    gfDevice *device = body->device;
    const gfPressureProblem problem = pressureProblem(body, g);
    if (!gfObstacles_Update(device, &body->obstacles, body->def.origin, body->def.cellSize)) {
        return;
    }
    for (int i = 0; i < g->scalarSets; i++) {
        const gfTarget *target = &g->fluidMaskTarget[i];
        gfPass_Run(device, &(gfPass){.label = "solids",
                                     .program = g->programs.fluidMask,
                                     .target = target,
                                     .inputs = {GF_IN(distance, body->obstacles.distance.read[0].id)},
                                     .uniforms = {GF_F2(cellsPerTexel, (float)g->cellsX / (float)target->width,
                                                        (float)g->cellsY / (float)target->height)}});
    }
    if (g->pressure.solver->prepare != NULL) {
        g->pressure.solver->prepare(device, &g->pressure, &problem);
    }
}

static void step(gfBody *body, void *state, float dt)
{
    gfGrid *g = state;
    g->lastDt = dt;
    gfGrid_UpdateSolids(body, g);
    advectScalars(body, g, dt);
    advectVelocity(body, g, dt); // with buoyancy
    pourSources(body, g, dt);
    gfGrid_DrawDivergence(body, g, &g->rhsTarget);
    solvePressure(body, g);
    subtractGradient(body, g);
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
    .step = step,
    .describeField = gfGrid_DescribeField,
    .prepareField = gfGrid_PrepareField,
    .writableField = gfGrid_WritableField,
    .view = gfGrid_View,
};
