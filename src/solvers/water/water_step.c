// One step of water. Its stages, in order:
//   sources      particles are drained, poured and pushed (particles.c of GF_SOLVER_PARTICLES)
//   gather       the particles' velocity on faces, and how full each cell is
//   surface      which cells are liquid, and the weights of the pressure's equations
//   forces       viscosity on the gathered velocity, and the curvature for surface tension, if there are any
//   solve        the pressure; and a displacement that evens out the particles' density, by the same equations
//   velocity     the pressure's gradient is subtracted, and the velocity extrapolated into air and solids
//   move         the particles move with the flow and take over its change, and are sorted by cell again
//   enter        particles come in through the domain's sides (water_sources.c)
#include "solvers/water/water.h"

// Layers of faces beyond the liquid to which its velocity is extrapolated: particles move by at most three cells.
#define EXTRAPOLATED_LAYERS 3

// --- solids ----------------------------------------------------------------------------------------------------------

static bool drawOpenness(const gfBody *body, gfWater *w, const gfTileList *list, int size)
{
    for (int kernel = 0; kernel < 2; kernel++) {
        GF_TRY(gfPass_Run(body->device,
                          &(gfPass){.label = "solids",
                                    .shader = {.stage = &gf_vertexListed,
                                               .file = "water/openness.frag",
                                               .defines = kernel ? "KERNEL" : NULL},
                                    .writes = {kernel ? &w->openness.read : &w->openness.write},
                                    .geometry = GF_LISTED(list, size),
                                    .inputs = {GF_IN(corners, w->corners.read.id), GF_IN(faces, w->faces.id),
                                               GF_IN(openness, w->openness.write.id)},
                                    .uniforms = {GF_WATER_CELLS_OF(w), GF_F1(cellSize, body->def.cellSize)}}));
    }
    return true;
}

bool gfWater_UpdateSolids(const gfBody *body, void *state)
{
    gfWater *w = state;
    const gfBoundaries *boundaries = &body->def.boundaries;
    bool all = !w->facesDrawn || !gfBoundaries_Equal(&w->drawnBoundaries, boundaries);
    bool shapes = all || body->solids.change > GF_SOLIDS_PUSHED;
    if (!all && body->solids.change == GF_SOLIDS_SAME) {
        return true;
    }
    int failures = body->device->failedPasses;
    const gfSolidTiles *tiles = gfSolids_GetTiles(body->device, &body->solids, all);
    w->facesDrawn = false;
    GF_TRY(tiles != NULL);
    const gfFacesTarget target = {false, &w->corners, &w->faces, &w->wallVelocity};
    gfFaces_Draw(body->device, &body->solids, boundaries, &target, shapes);
    GF_TRY(!shapes || drawOpenness(body, w, &tiles->lists[0], tiles->size));
    w->facesDrawn = body->device->failedPasses == failures;
    w->drawnBoundaries = *boundaries;
    return w->facesDrawn;
}

// --- the flow --------------------------------------------------------------------------------------------------------

#define WATER_CELL_INPUTS(w) GF_IN(liquid, (w)->liquid.id), GF_IN(depth, (w)->depth.id)
// What the pressure acts on, and the pressure at the surface.
#define WATER_DRIVEN_INPUTS(w, s) \
    GF_IN(gathered, (s)->driven), GF_IN(wallVelocity, (w)->wallVelocity.id), GF_IN(curvature, (w)->curvature.id)
#define WATER_DRIVEN_UNIFORMS(w, s) \
    GF_WATER_FACE_UNIFORMS(w, s), GF_F1(tension, gfWater_GetTensionImpulse(body, (s)->domain->step))

static bool gatherWater(const gfBody *body, const gfWater *w)
{
    const gfSph *s = &w->particles.sph;
    return gfPass_Run(body->device, &(gfPass){.label = "gather",
                                              .shader = GF_WATER_SHADER(w, "gather.frag", NULL),
                                              .writes = {&w->gathered, &w->density},
                                              .inputs = {GF_SPH_STATE(s, read), GF_IN(starts, s->starts.read.id)},
                                              .uniforms = {GF_SPH_LAYOUT(s)}});
}

static bool findSurface(const gfBody *body, const gfWater *w, const gfWaterStep *step)
{
    gfDevice *device = body->device;
    return gfPass_Run(device,
                      &(gfPass){.label = "surface",
                                .shader = GF_SHADER("water/fraction.frag", NULL),
                                .writes = {&w->fraction},
                                .inputs = {GF_IN(density, w->density.id), GF_IN(faces, w->faces.id),
                                           GF_IN(openness, w->openness.read.id)},
                                .uniforms = {GF_WATER_CELLS_OF(w), GF_F1(fill, w->particles.sph.scales.cellFill)}}) &&
           gfPass_Run(device,
                      &(gfPass){.label = "surface",
                                .shader = GF_SHADER("water/surface.frag", NULL),
                                .writes = {&w->liquid, &w->depth},
                                .inputs = {GF_IN(fraction, w->fraction.id), GF_IN(faces, gfWater_GetFaces(w, step)->id),
                                           GF_IN(openness, w->openness.read.id)},
                                .uniforms = {GF_WATER_CELLS_OF(w)}}) &&
           gfPass_Run(device, &(gfPass){.label = "surface",
                                        .shader = GF_SHADER("water/links.frag", NULL),
                                        .writes = {&w->links},
                                        .inputs = {WATER_CELL_INPUTS(w)},
                                        .uniforms = {GF_WATER_CELLS_OF(w), GF_F4V(yields, 1, step->sides.yields)}}) &&
           gfPass_Run(device, &(gfPass){.label = "surface",
                                        .shader = GF_SHADER("water/weights.frag", "SURFACE"),
                                        .writes = {&w->weights, &w->diagonals},
                                        .inputs = {GF_IN(links, w->links.id)},
                                        .uniforms = {GF_WATER_CELLS_OF(w)}});
}

static bool drawWaterDivergence(const gfBody *body, const gfWater *w, const gfWaterStep *step)
{
    bool jets = step->jets->shapes.count > 0;
    const char *defines = !jets ? step->tension : step->tension == NULL ? "JETS" : "JETS;TENSION";
    return gfPass_Run(body->device,
                      &(gfPass){.label = "divergence",
                                .shader = {.file = "water/divergence.frag", .defines = defines, .rare = jets},
                                .writes = {&w->rhs, &w->crowding},
                                .inputs = {WATER_CELL_INPUTS(w), WATER_DRIVEN_INPUTS(w, step)},
                                .uniforms = {WATER_DRIVEN_UNIFORMS(w, step), GF_WATER_JET_UNIFORMS(step->jets)}});
}

static bool solve(const gfBody *body, gfWater *w, const gfWaterStep *step)
{
    gfDevice *device = body->device;
    int failures = device->failedPasses;
    // Beside a thin wall coarse cells have one value for both sides of it, and a cycle leaves more.
    int cycles = body->def.water.pressureCycles + (body->solids.moving ? 1 : 0) +
                 (gfSolids_HaveThinWalls(&body->solids) ? 1 : 0);
    const gfMultigridSurface surface = {w->weights.id, w->diagonals.id, w->liquid.id};
    gfMultigrid_PrepareSurface(device, w->multigrid, &surface);
    gfMultigridSolve problem = {.label = "pressure",
                                .field = &w->pressure,
                                .rhs = w->rhs.id,
                                .weights = w->weights.id,
                                .diagonals = w->diagonals.id,
                                .warmStart = step->domain->step / w->lastDt,
                                .cycles = w->young < 2 ? gfMax(cycles, 4) : cycles,
                                .guarded = true};
    gfMultigrid_Solve(device, w->multigrid, &problem);
    problem.label = "even out";
    problem.field = &w->crowded;
    problem.rhs = w->crowding.id;
    problem.warmStart = 0.0f;
    problem.cycles = 1;
    problem.guarded = false;
    gfMultigrid_Solve(device, w->multigrid, &problem);
    return device->failedPasses == failures;
}

static bool subtractGradient(const gfBody *body, gfWater *w, const gfWaterStep *step)
{
    GF_TRY(gfPass_Run(body->device, &(gfPass){.label = "gradient",
                                              .shader = GF_SHADER("water/gradient.frag", step->tension),
                                              .writes = {&w->velocity.read, &w->shift},
                                              .inputs = {WATER_CELL_INPUTS(w), WATER_DRIVEN_INPUTS(w, step),
                                                         GF_IN(pressure, w->pressure.read.id),
                                                         GF_IN(crowdedness, w->crowded.read.id)},
                                              .uniforms = {WATER_DRIVEN_UNIFORMS(w, step)}}));
    for (int i = 0; i < EXTRAPOLATED_LAYERS; i++) {
        GF_TRY(
            gfPass_Run(body->device, &(gfPass){.label = "extrapolate",
                                               .shader = GF_SHADER("water/extrapolate.frag", i == 0 ? "FIRST" : NULL),
                                               .writes = {&w->velocity.write},
                                               .inputs = {GF_IN(velocity, w->velocity.read.id)},
                                               .uniforms = {GF_WATER_CELLS_OF(w)}}));
        gfPair_Swap(&w->velocity);
    }
    return true;
}

// Returns a shader that goes by solids, one-way sources and jets. These two are rare, so that programs for them are not
// made ahead.
static gfShader getVariant(const gfWater *w, const gfSphDomain *domain, bool jets, const char *file)
{
    static const char *const defines[2][2][2] = {
        {{NULL, "SOLIDS"}, {"VALVES", "VALVES;SOLIDS"}},
        {{"JETS", "JETS;SOLIDS"}, {"JETS;VALVES", "JETS;VALVES;SOLIDS"}},
    };
    gfShader shader = GF_WATER_SHADER(w, "", defines[jets][domain->valves != NULL][domain->solids]);
    shader.file = file;
    shader.rare = jets || domain->valves != NULL;
    return shader;
}

// Finds how far particles move in this step, and sets the velocity in solids and at sides.
static bool finishVelocity(const gfBody *body, gfWater *w, const gfWaterStep *step)
{
    const gfSph *s = &w->particles.sph;
    const gfSphDomain *domain = step->domain;
    gfDevice *device = body->device;
    gfPyramid_Reduce(device, &w->speed,
                     &(gfReduction){.label = "speed",
                                    .first = GF_SHADER("common/reduce.frag", "SPEED"),
                                    .next = GF_SHADER("common/reduce.frag", "LARGEST"),
                                    .field = &w->velocity.read});
    return gfPass_Run(device, &(gfPass){.label = "speed",
                                        .shader = GF_SHADER("water/reach.frag", NULL),
                                        .writes = {&w->reach},
                                        .inputs = {GF_IN(fastest, gfPyramid_Top(&w->speed)->id)},
                                        .uniforms = {GF_F1(step, domain->step)}}) &&
           gfPass_Run(device,
                      &(gfPass){.label = "finish",
                                .shader = getVariant(w, domain, step->jets->shapes.count > 0, "water/finish.frag"),
                                .writes = {&w->flow},
                                .inputs = {WATER_CELL_INPUTS(w), GF_WATER_FACE_INPUTS(w), GF_IN(shift, w->shift.id),
                                           GF_IN(velocity, w->velocity.read.id), GF_IN(faces, w->faces.id),
                                           GF_SPH_WALL_INPUTS(domain)},
                                .uniforms = {GF_WATER_FACE_UNIFORMS(w, step), GF_WATER_JET_UNIFORMS(step->jets),
                                             GF_SPH_WALL_UNIFORMS(s, domain, &step->walls)}});
}

static bool moveParticles(const gfBody *body, gfWater *w, const gfWaterStep *step)
{
    gfSph *s = &w->particles.sph;
    const gfWaterParams *p = &body->def.water;
    static const gfSphValves none = {0};
    const gfSphDomain *domain = step->domain;
    const gfSphValves *valves = domain->valves != NULL ? domain->valves : &none;
    float dt = domain->step;
    GF_TRY(gfPass_Run(
        body->device,
        &(gfPass){.label = "move",
                  .shader = getVariant(w, domain, false, "water/move.frag"),
                  .writes = {GF_SPH_MOTION_WRITES(s, &s->place.write, &s->moves, write)},
                  .inputs = {GF_SPH_STATE(s, read), GF_IN(starts, s->starts.read.id), GF_IN(depth, w->depth.id),
                             GF_IN(flow, w->flow.id), GF_IN(reach, w->reach.id), GF_SPH_WALL_INPUTS(domain)},
                  .uniforms = {GF_SPH_LAYOUT(s), GF_WATER_FACE_UNIFORMS(w, step),
                               GF_SPH_WALL_UNIFORMS(s, domain, &step->walls),
                               GF_F4(carrying, dt, p->affine ? 0.0f : p->flip, expf(-p->sprayDrag * dt), 0.0f),
                               GF_SHAPE_UNIFORMS(&valves->shapes), GF_F1(unit, step->cellSize),
                               GF_F4V(ways, gfMax(1, valves->shapes.count), valves->ways)}}));
    return gfSph_Update(s, domain);
}

static bool substep(const gfBody *body, gfWater *w, const gfSphDomain *domain, const gfWaterJets *jets)
{
    float h = body->def.cellSize, perStep = domain->step / h;
    const gfWaterParams *p = &body->def.water;
    bool viscous = p->viscosity > 0.0f, tension = p->surfaceTension > 0.0f;
    const float *t = domain->turning;
    const gfWaterStep step = {.domain = domain,
                              .walls = gfSph_FindWalls(&w->particles.sph, domain),
                              .sides = gfWater_FindSides(body, w, domain->step),
                              .cellSize = h,
                              .push = {domain->acceleration[0] * perStep, domain->acceleration[1] * perStep},
                              .turning = {t[0] / h, t[1] / h, t[2], t[3]},
                              .tension = tension ? "TENSION" : NULL,
                              .jets = jets,
                              .driven = viscous ? w->viscous.id : w->gathered.id};
    GF_TRY(gatherWater(body, w) && (domain->valves == NULL || gfWater_CloseValves(body, w, &step)) &&
           findSurface(body, w, &step) && (!viscous || gfWater_ApplyViscosity(body, w, domain)) &&
           (!tension || gfWater_DrawCurvature(body, w)) && drawWaterDivergence(body, w, &step) &&
           solve(body, w, &step) && subtractGradient(body, w, &step) && finishVelocity(body, w, &step) &&
           moveParticles(body, w, &step) && gfWater_Enter(body, w, &step));
    w->lastDt = domain->step;
    w->young = gfMin(w->young + 1, 2);
    return true;
}

// Returns the number of substeps by the speed of two steps ago: no step waits for the GPU, and all runs are alike.
static int countWaterSubsteps(const gfBody *body, gfWater *w, float dt)
{
    float speed = 0.0f;
    gfDelayedRead_Exchange(body->device, &w->fastest, gfPyramid_Top(&w->speed), &speed);
    float substeps = fmaxf(ceilf(speed * dt / GF_WATER_FARTHEST), (float)gfWater_CountTensionSubsteps(body, dt));
    return substeps > 1.0f ? (int)fminf(substeps, (float)body->def.water.cflSubsteps) : 1;
}

bool gfWater_Step(const gfBody *body, void *state, float dt, gfStepReport *report)
{
    gfWater *w = state;
    gfSph *s = &w->particles.sph;
    gfSphDomain domain = gfParticles2D_GetDomain(body, &w->particles);
    int failures = body->device->failedPasses;
    gfSphValves valves;
    gfWaterJets jets;
    gfWater_FindJets(body, &jets);
    gfParticles2D_FindValves(body, &w->particles, &valves);
    domain.valves = valves.shapes.count > 0 ? &valves : NULL;
    GF_TRY(gfParticles2D_ApplySources(body, &w->particles, dt));
    report->substeps = countWaterSubsteps(body, w, dt);
    domain.step = dt / (float)report->substeps;
    for (int i = 0; i < report->substeps; i++) {
        GF_TRY(substep(body, w, &domain, &jets) && gfWater_SumPressure(body, w, i, report->substeps));
    }
    w->stepDt = dt;
    s->steps++;
    s->time += (double)dt;
    return body->device->failedPasses == failures;
}
