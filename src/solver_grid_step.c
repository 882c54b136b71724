// One step of stable fluids on a staggered grid (Stam 1999; faces as in Harlow and Welch 1965).
//
// First solids: distance, open faces, links, only when the host changed a solid, a side or a tunable. Then the parts of
// the step, as in `project` and `reflect` at the end of this file. GF_SCHEME_PROJECT:
//   advect_scalars    dye and temperature along the velocity, one backtrace for both
//   advect_velocity   along itself, each face from its own centre, then buoyancy from the new temperature and dye. Both
//                     follow the velocity as it stood, still divergence-free: so scalars, which must not see the
//                     new one, come first, and velocity, scalars, buoyancy in turn would give the same.
//   sources           emitters and splats into velocity, dye and temperature, and the divergence they ask for
//   confinement       of vorticity, where asked for
//   diffusion         of velocity, dye and temperature, where asked for
//   divergence        through the open share of each face, and what solids and inflows push
//   pressure          behind pressure.h
//   gradient          the adjoint of the divergence, so that an exact pressure leaves none
//   extend            continues the velocity into solids, so that fluid slips along them
// The last four are the projection. GF_SCHEME_REFLECT, of which only scalars and sources take the whole step at once:
//   first half        advect_velocity with buoyancy from temperature and dye as they were, sources, confinement,
//                     diffusion of velocity, projection with reflection
//   advect_scalars    along the projected velocity
//   second half       advect_velocity of the reflected one along the projected one, confinement, diffusion of velocity,
//                     and of dye and temperature for the whole step, projection
#include "solver_grid.h"

#include <string.h>

static void advectScalars(gfBody *body, gfGrid *g, float dt)
{
    const gfGridParams *p = &body->def.grid;
    const gfEdges *edges = &body->def.edges;
    float dye[GF_SIDES][4], temperature[GF_SIDES], entry[GF_SIDES];
    for (int i = 0; i < GF_SIDES; i++) {
        const gfEdge *edge = gfEdges_Get(edges, i);
        memcpy(dye[i], edge->dye, sizeof dye[i]);
        temperature[i] = p->ambientTemperature + edge->temperature;
        entry[i] = edge->kind == GF_EDGE_OPEN || edge->kind == GF_EDGE_INFLOW ? 1.0f : 0.0f;
    }
    int variant = g->masksDiffer ? 2 : body->obstacles.count > 0 ? 1 : 0;
    for (int i = 0; i < g->scalarSets; i++) {
        gfPingPong *set = &g->scalars[i];
        const gfPingPong *mask = &g->fluidMask[i];
        GLuint field = i == 0 ? set->read[0].id : 0;
        float scaleX = (float)g->cellsX / (float)set->read[0].width;
        float scaleY = (float)g->cellsY / (float)set->read[0].height;
        gfPass_Run(
            body->device,
            &(gfPass){
                .label = i == 0 ? "advect_scalars" : "advect_temperature",
                .program = g->programs.advectScalars[variant][i],
                .target = &set->writeTarget,
                .inputs = {GF_IN_FIELD(velocity, g->velocity.read[0].id), GF_IN(dye, field),
                           GF_IN(temperature, gfGrid_Temperature(g)->id), GF_IN_FIELD(fluidMask, mask->read[0].id),
                           GF_IN_FIELD(previousMask, g->masksDiffer ? mask->write[0].id : mask->read[0].id)},
                .uniforms = {GF_I2(cells, g->cellsX, g->cellsY),
                             GF_I2(wrap, g->wrapX, g->wrapY),
                             GF_F1(stepCells, dt / body->def.cellSize),
                             GF_F2(cellsPerTexel, scaleX, scaleY),
                             GF_F2(dissipation, expf(-p->dyeDissipation * dt), expf(-p->temperatureDissipation * dt)),
                             GF_F1(ambient, p->ambientTemperature),
                             GF_F4V(entrySides, 1, entry),
                             {GF_U_entryDye, GF_MAT4S, 1, dye},
                             GF_F4V(entryTemperature, 1, temperature)}});
    }
    for (int i = 0; i < g->scalarSets; i++) {
        gfPingPong_Swap(&g->scalars[i]);
    }
    g->masksDiffer = false;
}

// `carried`: the velocity itself, or the one reflected.
static void advectVelocity(gfBody *body, gfGrid *g, const gfProgram *program, GLuint carried, float dt)
{
    const gfGridParams *p = &body->def.grid;
    gfVec2 heat = {-dt * p->thermalExpansion * p->gravity.x, -dt * p->thermalExpansion * p->gravity.y};
    gfVec2 weight = {dt * p->dyeDensity * p->gravity.x, dt * p->dyeDensity * p->gravity.y};
    gfPass_Run(
        body->device,
        &(gfPass){.label = "advect_velocity",
                  .program = program,
                  .target = &g->velocity.writeTarget,
                  .inputs = {GF_IN_FIELD(velocity, g->velocity.read[0].id), GF_IN(source, carried),
                             GF_IN_FIELD(temperature, gfGrid_Temperature(g)->id), GF_IN_FIELD(dye, gfGrid_Dye(g)->id)},
                  .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                               GF_F1(stepCells, dt / body->def.cellSize),
                               GF_F1(dissipation, expf(-p->velocityDissipation * dt)),
                               GF_F4(buoyancy, heat.x, heat.y, weight.x, weight.y),
                               GF_F2(dyePerCell, (float)g->dyeX / (float)g->cellsX, (float)g->dyeY / (float)g->cellsY),
                               GF_F1(ambient, p->ambientTemperature),
                               GF_F2(acceleration, dt * p->acceleration.x, dt * p->acceleration.y),
                               GF_F4V(entrySides, 1, gfEdges_Are(&body->def.edges, GF_EDGE_INFLOW).value)}});
    gfPingPong_Swap(&g->velocity);
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
                          .block = 1,
                          .cellsPerTexel = {x, y},
                          .cellSize = def->cellSize};
}

static void pourExpansion(gfBody *body, gfGrid *g, const gfInput *solid, float dt)
{
    static const float zero[4] = {0};
    gfExpansion *e = &g->expansion;
    bool wanted = gfSources_Touch(&body->sources, GF_SOURCE_DIVERGENCE);
    if (wanted && e->field.count == 0 && !e->failed) {
        const gfFormat format = GF_FORMAT_R32F; // made at first use; a failure is reported once and the step goes on
        body->device->core.leftOut = "expansion is";
        e->failed = !gfPingPong_Create(body->device, &e->field, &format, 1, g->cellsX, g->cellsY);
        body->device->core.leftOut = NULL;
    }
    e->active = wanted && e->field.count > 0;
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

static void confineVorticity(gfBody *body, gfGrid *g, float dt)
{
    const gfGridParams *p = &body->def.grid;
    if (p->vorticityConfinement == 0.0f) {
        return;
    }
    gfPass_Run(body->device, &(gfPass){.label = "confinement",
                                       .program = g->programs.vorticity,
                                       .target = &g->scratchTarget,
                                       .inputs = {GF_IN(velocity, g->velocity.read[0].id)},
                                       .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                                    GF_F1(unit, 1.0f)}});
    gfPass_Run(body->device,
               &(gfPass){.label = "confinement",
                         .program = g->programs.confine,
                         .target = &g->velocity.writeTarget,
                         .inputs = {GF_IN(velocity, g->velocity.read[0].id), GF_IN(source, g->scratch.id)},
                         .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                      GF_F1(strength, dt * p->vorticityConfinement)}});
    gfPingPong_Swap(&g->velocity);
}

void gfGrid_DrawDivergence(gfBody *body, gfGrid *g, const gfTarget *target)
{
    const gfExpansion *e = &g->expansion;
    const gfObstacles *o = &body->obstacles;
    gfPass_Run(body->device, &(gfPass){.label = "divergence",
                                       .program = g->programs.divergence[o->moving][e->active],
                                       .target = target,
                                       .inputs = {GF_IN(velocity, g->velocity.read[0].id), GF_IN(links, o->links.id),
                                                  GF_IN(wallVelocity, o->wallVelocity.id),
                                                  GF_IN(expansion, e->active ? e->field.read[0].id : 0)},
                                       .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                                    GF_F1(cellSize, body->def.cellSize)}});
}

// A closed domain has a pressure only if as much leaves as enters.
bool gfGrid_Rebalance(gfBody *body, gfGrid *g, const gfTexture *from, const gfTarget *to)
{
    const gfObstacles *o = &body->obstacles;
    if (g->bounded || (!o->moving && !g->expansion.active)) {
        return false;
    }
    if (g->rhsMean.levels == 0 && !g->rhsMeanFailed) { // reported once; the step goes on without
        body->device->core.leftOut = "the balance of inflow is";
        g->rhsMeanFailed = !gfReduction_Create(body->device, &g->rhsMean, from->width, from->height);
        body->device->core.leftOut = NULL;
    }
    if (g->rhsMeanFailed) {
        return false;
    }
    gfReduction_Run(body->device, &g->rhsMean, "rebalance", g->programs.meanPacked, g->programs.mean, from,
                    o->links.id);
    gfPass_Run(body->device, &(gfPass){.label = "rebalance",
                                       .program = g->programs.rebalance,
                                       .target = to,
                                       .inputs = {GF_IN(rhs, from->id), GF_IN(links, o->links.id),
                                                  GF_IN(mean, gfReduction_Result(&g->rhsMean)->id)}});
    return true;
}

gfPressureProblem gfGrid_PressureProblem(const gfBody *body, const gfGrid *g)
{
    return (gfPressureProblem){.rhs = g->rhs.read[0].id,
                               .links = body->obstacles.links.id,
                               .cellsX = g->cellsX,
                               .cellsY = g->cellsY,
                               .wrapX = gfEdges_Wrap(&body->def.edges, 0),
                               .wrapY = gfEdges_Wrap(&body->def.edges, 1),
                               .bounded = gfEdges_Any(&body->def.edges, GF_EDGE_OPEN),
                               .thinWalls = gfObstacles_HaveThinWalls(&body->obstacles)};
}

static void subtractGradient(gfBody *body, gfGrid *g, bool reflects)
{
    const gfObstacles *o = &body->obstacles;
    const gfTarget *target = &g->velocity.writeTarget;
    if (reflects) {
        target = &g->reflectTarget[g->velocity.write[0].id == g->reflectVelocity ? 0 : 1];
    }
    gfPass_Run(body->device, &(gfPass){.label = "gradient",
                                       .program = g->programs.gradient[o->moving][reflects],
                                       .target = target,
                                       .inputs = {GF_IN(velocity, g->velocity.read[0].id),
                                                  GF_IN(pressure, g->pressure.field.read[0].id),
                                                  GF_IN(faces, o->faces.id), GF_IN(wallVelocity, o->wallVelocity.id)},
                                       .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                                    GF_F1(gradientScale, body->def.grid.pressureGradientScale)}});
    gfPingPong_Swap(&g->velocity);
}

// Texels of the velocity that solids can reach; false if none.
static bool solidRegion(const gfBody *body, const gfGrid *g, gfRegion *region)
{
    const int margin = 3;
    gfBounds b;
    if (!gfObstacles_GetBounds(&body->obstacles, body->def.origin, &b)) {
        return false;
    }
    double h = (double)body->def.cellSize;
    double x = g->cellsX + 1, y = g->cellsY + 1; // both ends, for a solid far away is beyond what an int holds
    int left = (int)fmin(fmax(floor((double)b.minX / h) - margin, 0.0), x);
    int bottom = (int)fmin(fmax(floor((double)b.minY / h) - margin, 0.0), y);
    int right = (int)fmin(fmax(ceil((double)b.maxX / h) + margin, 0.0), x);
    int top = (int)fmin(fmax(ceil((double)b.maxY / h) + margin, 0.0), y);
    *region = (gfRegion){left, bottom, right - left, top - bottom};
    return right > left && top > bottom;
}

// First the faces in solids, beside the field; then those back into it.
static void extendField(gfBody *body, gfGrid *g, GLuint field, const gfTarget *fieldTarget)
{
    const gfObstacles *o = &body->obstacles;
    const gfPingPong *v = &g->velocity; // its other side is free
    gfRegion region;
    if (!solidRegion(body, g, &region)) {
        return;
    }
    const gfTarget *const targets[2] = {&v->writeTarget, fieldTarget};
    const GLuint sources[2] = {field, v->write[0].id};
    for (int i = 0; i < 2; i++) {
        gfPass_Run(
            body->device,
            &(gfPass){.label = "extend",
                      .program = i == 0 ? g->programs.extend : g->programs.extendCopy,
                      .target = targets[i],
                      .region = &region,
                      .inputs = {GF_IN(velocity, sources[i]), GF_IN(faces, o->faces.id),
                                 GF_IN(wallVelocity, o->wallVelocity.id), GF_IN(distance, o->corners.read[0].id)},
                      .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                   GF_F1(cellSize, body->def.cellSize)}});
    }
}

static void projectVelocity(gfBody *body, gfGrid *g, bool reflects)
{
    gfGrid_DrawDivergence(body, g, &g->rhs.writeTarget);
    gfPingPong_Swap(&g->rhs);
    if (gfGrid_Rebalance(body, g, &g->rhs.read[0], &g->rhs.writeTarget)) {
        gfPingPong_Swap(&g->rhs);
    }
    const gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    gfGridParams params = body->def.grid;
    params.pressureWarmStart *= g->dtRatio; // pressure is stored times the time step
    g->pressure.solver->solve(body->device, &g->pressure, &problem, &params);
    subtractGradient(body, g, reflects);
    extendField(body, g, g->velocity.read[0].id, &g->velocity.readTarget);
    if (reflects) {
        extendField(body, g, g->reflected.id, &g->reflectedTarget);
    }
}

void gfGrid_UpdateSolids(gfBody *body, void *state)
{
    gfGrid *g = state;
    gfDevice *device = body->device;
    const gfObstacleDomain domain = {body->def.origin, body->def.cellSize, body->def.grid.ambientTemperature,
                                     &body->def.edges};
    if (!gfObstacles_Update(device, &body->obstacles, &domain)) {
        return;
    }
    g->wrapX = gfEdges_Wrap(&body->def.edges, 0);
    g->wrapY = gfEdges_Wrap(&body->def.edges, 1);
    g->bounded = gfEdges_Any(&body->def.edges, GF_EDGE_OPEN);
    for (int i = 0; i < g->scalarSets; i++) {
        gfPingPong *mask = &g->fluidMask[i];
        if (!g->masksDiffer) { // else the one of the last advection is there already
            gfPingPong_Swap(mask);
        }
        gfPass_Run(device, &(gfPass){.label = "solids",
                                     .program = g->programs.fluidMask,
                                     .target = &mask->readTarget,
                                     .inputs = {GF_IN(distance, body->obstacles.distance.read[0].id)},
                                     .uniforms = {GF_F2(cellsPerTexel, (float)g->cellsX / (float)mask->read[0].width,
                                                        (float)g->cellsY / (float)mask->read[0].height)}});
    }
    g->masksDiffer = g->masksDrawn;
    g->masksDrawn = true;
    gfGrid_PrepareLattices(body, g);
    const gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    if (g->pressure.solver->prepare != NULL) {
        g->pressure.solver->prepare(device, &g->pressure, &problem);
    }
}

static void measureDye(gfBody *body, gfGrid *g, int which)
{
    if (g->conservesDye) {
        gfReduction_Run(body->device, &g->dyeTotal[which], "conserve_dye", g->programs.mean, g->programs.mean,
                        gfGrid_Dye(g), 0);
    }
}

// Carries dye and temperature; with conserveDye what that lost or made of the dye is put back.
static void carryScalars(gfBody *body, gfGrid *g, float dt)
{
    measureDye(body, g, 0);
    advectScalars(body, g, dt);
    if (!g->conservesDye) {
        return;
    }
    measureDye(body, g, 1);
    gfPingPong *set = &g->scalars[0];
    gfPass_Run(body->device,
               &(gfPass){.label = "conserve_dye",
                         .program = g->programs.rescale[g->scalarSets == 1],
                         .target = &set->writeTarget,
                         .inputs = {GF_IN(dye, set->read[0].id), GF_IN(second, set->read[set->count - 1].id),
                                    GF_IN(source, gfReduction_Result(&g->dyeTotal[0])->id),
                                    GF_IN(mean, gfReduction_Result(&g->dyeTotal[1])->id)},
                         .uniforms = {GF_F2(dissipation, expf(-body->def.grid.dyeDissipation * dt), 1.0f)}});
    gfPingPong_Swap(set);
}

static void project(gfBody *body, gfGrid *g, float dt)
{
    carryScalars(body, g, dt);
    advectVelocity(body, g, g->programs.advectVelocity[0], g->velocity.read[0].id, dt); // with buoyancy
    pourSources(body, g, dt);
    confineVorticity(body, g, dt);
    gfGrid_DiffuseVelocity(body, g, dt);
    gfGrid_DiffuseScalars(body, g, dt);
    projectVelocity(body, g, false);
}

static void exchangePressure(gfGrid *g)
{
    gfPingPong first = g->pressure.field;
    g->pressure.field = g->reflectPressure;
    g->reflectPressure = first;
}

// Advection-reflection: half a step and its projection; the velocity reflected about the projected one is carried along
// the latter for the other half.
static void reflect(gfBody *body, gfGrid *g, float dt)
{
    const gfProgram *const *advect = g->programs.advectVelocity;
    advectVelocity(body, g, advect[0], g->velocity.read[0].id, 0.5f * dt);
    pourSources(body, g, dt);
    confineVorticity(body, g, 0.5f * dt);
    gfGrid_DiffuseVelocity(body, g, 0.5f * dt);
    projectVelocity(body, g, true);
    carryScalars(body, g, dt);
    advectVelocity(body, g, advect[1], g->reflected.id, 0.5f * dt);
    confineVorticity(body, g, 0.5f * dt);
    gfGrid_DiffuseVelocity(body, g, 0.5f * dt);
    gfGrid_DiffuseScalars(body, g, dt);
    exchangePressure(g); // its own to start from, and the one to be shown is the first
    projectVelocity(body, g, false);
    exchangePressure(g);
}

// How many parts the fastest fluid asks for: as of two steps ago, so that no step waits, and the same in every run.
static int countParts(gfBody *body, gfGrid *g, float dt)
{
    const gfGridParams *p = &body->def.grid;
    float speed = 0.0f;
    if (p->cflLimit <= 0.0f) {
        return 1;
    }
    gfReduction_Run(body->device, &g->speed, "speed", g->programs.largestSpeed, g->programs.largest,
                    &g->velocity.read[0], 0);
    gfDelayedRead_Exchange(body->device, &g->speedRead, &g->speed.targets[g->speed.levels - 1], &speed);
    float parts = ceilf(speed * dt / (body->def.cellSize * p->cflLimit));
    return parts > 1.0f ? (int)fminf(parts, (float)p->cflParts) : 1;
}

void gfGrid_Step(gfBody *body, void *state, float dt)
{
    gfGrid *g = state;
    bool reflects = body->def.grid.scheme == GF_SCHEME_REFLECT;
    gfGrid_UpdateSolids(body, g);
    body->parts = countParts(body, g, dt);
    float part = dt / (float)body->parts;
    float projected = reflects ? 0.5f * part : part;
    g->dtRatio = projected / g->lastDt;
    g->lastDt = projected;
    for (int i = 0; i < body->parts; i++) {
        if (reflects) {
            reflect(body, g, part);
        } else {
            project(body, g, part);
        }
        gfSources_DropSplats(&body->sources); // they act once
        g->dtRatio = 1.0f;
    }
}
