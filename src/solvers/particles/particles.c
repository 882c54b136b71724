// Particles as the solver of a gfFluid, in 2D: describes domain and sources to gfSph, and has the table of calls.
#include "solvers/particles/particles.h"

#include "fluid/module.h"
#include "gl/readback.h"

gfSphDomain gfParticles2D_GetDomain(const gfBody *body, const gfParticles2D *p)
{
    const gfFluidDef *def = &body->def;
    const gfParticleParams *params = gfParticles2D_GetParams(body, p);
    gfVec2 gravity = {params->gravity.x, params->gravity.y};
    gravity = gfFrame_GetGravity(&body->frame, gravity);
    gfSphDomain domain = {
        .device = body->device,
        .dimensions = 2,
        .size = {(float)def->gridWidth * def->cellSize, (float)def->gridHeight * def->cellSize, 0.0f},
        .gridSize = {(float)def->gridWidth * def->cellSize, (float)def->gridHeight * def->cellSize, 0.0f},
        .params = params,
        .step = def->fixedStep,
        .holding = gfBoundaries_Are(&def->boundaries, GF_BOUNDARY_NO_SLIP),
        .solids = body->solids.count > 0,
        .distance = body->solids.distance.read.id,
        .solidTable = body->solids.table.id,
        .rasterSize = def->cellSize,
        .acceleration = {gravity.x, gravity.y, 0.0f},
        .turns = body->frame.turns,
        .carried = p->derived != NULL,
        .sloped = p->derived != NULL && def->water.affine};
    const gfTurning turning = gfFrame_GetTurning(&body->frame, def->origin, 1.0f, 1.0f);
    memcpy(domain.turning, turning.value, sizeof domain.turning);
    for (int side = 0; side < GF_SIDES; side++) {
        const gfBoundary *b = gfBoundaries_Get(&def->boundaries, side);
        domain.closed.value[side] = b->kind != GF_BOUNDARY_OPEN && b->kind != GF_BOUNDARY_INFLOW ? 1.0f : 0.0f;
        domain.speed.value[side] = b->kind == GF_BOUNDARY_NO_SLIP ? b->wallSpeed : 0.0f;
    }
    return domain;
}

// --- sources ---------------------------------------------------------------------------------------------------------

typedef struct Batch {
    gfSourceBatch packed;
    gfSphBatch sph;
    float pulls[2 * GF_SHAPES_PER_BATCH][4];
} Batch;

// Returns how deep a shape's centre lies below its outline, m; if it is hollow there, a quarter of its smaller side.
static double depthOf(const gfShape *shape)
{
    gfBounds b = gfShape_GetBounds(shape);
    double depth = -gfShape_GetDistance(shape, gfShape_GetCentre(shape));
    return depth > 0.0 ? depth : 0.25 * fmin((double)b.maxX - (double)b.minX, (double)b.maxY - (double)b.minY);
}

bool gfParticles2D_IsJet(const gfSourceDef *def)
{
    return def->mode == GF_SOURCE_SET && (def->fields & GF_SOURCE_VELOCITY) && def->texture == 0;
}

// Returns what is to be known of a source in a batch. The lattice of a jet moves with it. Sources act once in a step of
// a flow that carries the particles, and the lattice is where the jet has come by then; else they act in every substep.
static gfSphSource boundsOf(const gfBody *body, const gfParticles2D *p, int number)
{
    const gfSource *item = gfSources_At(&body->sources, number);
    const gfSourceDef *def = &item->def;
    gfBounds b = gfSource_GetBounds(&body->sources, number);
    gfVec2 o = body->def.origin;
    float margin = 0.5f * def->softness;
    gfSphSource bounds = {.low = {b.minX - o.x - margin, b.minY - o.y - margin, 0.0f},
                          .high = {b.maxX - o.x + margin, b.maxY - o.y + margin, 0.0f}};
    if (gfParticles2D_IsJet(def) && p->derived != NULL) {
        double time = body->sources.time;
        bounds.shift[0] = (double)def->velocity.x * time + (double)item->shift.x;
        bounds.shift[1] = (double)def->velocity.y * time + (double)item->shift.y;
    } else if (gfParticles2D_IsJet(def)) {
        bounds.drift[0] = def->velocity.x;
        bounds.drift[1] = def->velocity.y;
    }
    return bounds;
}

static void clearBatch(Batch *batch)
{
    memset(batch, 0, sizeof *batch);
    gfSourceBatch_Clear(&batch->packed);
}

static bool flushBatch(const gfBody *body, gfParticles2D *p, gfSphPhase phase, Batch *batch)
{
    const gfSphDomain domain = gfParticles2D_GetDomain(body, p);
    gfSph *s = &p->sph;
    int count = batch->packed.shapes.count;
    float sharp = 1e-4f * s->scales.spacing; // least width of the soft edge of a shape, m: none is perfectly sharp
    const gfUniform uniforms[GF_SPH_BATCH_UNIFORMS] = {
        GF_SOURCE_UNIFORMS(&batch->packed), GF_F4V(pulls, 2 * gfMax(1, count), batch->pulls),
        GF_F2(texelSize, sharp, sharp), GF_F1(cellSize, sharp), GF_F1(unit, s->scales.radius)};
    memcpy(batch->sph.uniforms, uniforms, sizeof uniforms);
    batch->sph.texture = batch->packed.texture;
    bool ok = gfSph_RunBatch(s, &domain, phase, &batch->sph);
    clearBatch(batch);
    return ok;
}

static void addTo(const gfBody *body, gfParticles2D *p, Batch *batch, int source, uint32_t fields, float dt)
{
    const gfSource *item = gfSources_At(&body->sources, source);
    const gfSourceDef *def = &item->def;
    gfSph *s = &p->sph;
    int number = batch->sph.count++;
    bool splat = source >= gfSources_GetFirstSplat(&body->sources);
    bool jets = p->derived != NULL && !splat && item->acted && gfParticles2D_IsJet(def) &&
                (def->velocity.x != 0.0f || def->velocity.y != 0.0f);
    gfVec2 centre = gfShape_GetCentre(&def->shape), o = body->def.origin;
    uint32_t material = def->material < (uint32_t)gfParticles2D_GetParams(body, p)->materialCount ? def->material : 0;
    const float pulls[2][4] = {
        {centre.x - o.x, centre.y - o.y, jets ? dt : 0.0f, def->particleLifetime},
        {(float)(1.0 / depthOf(&def->shape)), (float)material, s->scales.spacing, splat ? 1.0f : 0.0f}};
    gfSourceBatch_Add(&batch->packed, &body->sources, source, fields, &(gfSourceUse){o, dt, 0.5f * s->scales.spacing});
    memcpy(batch->pulls[2 * number], pulls, sizeof pulls);
    batch->sph.sources[number] = boundsOf(body, p, source);
    s->mortal = s->mortal || def->particleLifetime > 0.0f;
}

static bool runPhase(const gfBody *body, gfParticles2D *p, gfSphPhase phase, float dt)
{
    const gfSources *sources = &body->sources;
    const gfSph *s = &p->sph;
    Batch batch;
    clearBatch(&batch);
    bool ok = true;
    for (int i = 0; ok && i < gfSources_CountNumbers(sources); i++) {
        const gfSource *source = gfSources_At(sources, i);
        const gfSourceDef *def = source != NULL ? &source->def : NULL;
        uint32_t fields = def != NULL ? gfSph_GetPhaseFields(phase, gfSource_GetFields(def), def->mode, def->mass) : 0;
        if (fields == 0) {
            continue;
        }
        const gfSphSource bounds = boundsOf(body, p, i);
        if (!gfSourceBatch_HasRoom(&batch.packed, source) ||
            (phase == GF_SPH_POUR && gfSphBatch_Overlaps(&batch.sph, &bounds, s->scales.spacing))) {
            ok = flushBatch(body, p, phase, &batch);
        }
        addTo(body, p, &batch, i, fields, dt);
    }
    return ok && flushBatch(body, p, phase, &batch);
}

bool gfParticles2D_Fill(const gfBody *body, gfParticles2D *p, const gfShape *shape, const float level[4])
{
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = *shape;
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_MASS;
    def.mass = 1.0f;
    gfSource source = gfSource_Make(&def);
    gfBody filled = *body; // as if this were its only source
    memset(&filled.sources, 0, sizeof filled.sources);
    filled.sources.splats = (char *)&source;
    filled.sources.splatCount = 1;
    filled.sources.emitters.itemSize = body->sources.emitters.itemSize;
    Batch batch;
    clearBatch(&batch);
    memcpy(batch.sph.level, level, sizeof batch.sph.level);
    addTo(&filled, p, &batch, 0, GF_SOURCE_MASS, 0.0f);
    return flushBatch(&filled, p, GF_SPH_POUR, &batch);
}

bool gfParticles2D_ApplySources(const gfBody *body, gfParticles2D *p, float dt)
{
    for (gfSphPhase phase = 0; phase < GF_SPH_PHASES; phase++) {
        GF_TRY(runPhase(body, p, phase, dt));
    }
    return true;
}

bool gfParticles2D_CheckSource(const gfBody *body, const gfSourceDef *def, const char *caller)
{
    const gfCore *core = &body->device->core;
    GF_REQUIRE(core, def->material < (uint32_t)body->def.particles.materialCount, OUT_OF_RANGE,
               "%s: material is %u; 0 to %d is expected (particles.materialCount)", caller, def->material,
               (int)body->def.particles.materialCount - 1);
    GF_REQUIRE(core, def->particleLifetime == 0.0f || body->def.particles.lifetimes, OUT_OF_RANGE,
               "%s: particleLifetime is %g; 0 is expected in a fluid without particles.lifetimes", caller,
               (double)def->particleLifetime);
    bool pours = (def->fields & GF_SOURCE_MASS) != 0 && def->mass > 0.0f;
    GF_REQUIRE(core, !pours || !gfSolids_Cover(&body->solids, &def->shape), OUT_OF_RANGE,
               "%s: the shape lies in a solid, where nothing can be poured", caller);
    return true;
}

// --- the solver ------------------------------------------------------------------------------------------------------

static bool checkParticles(const gfCore *core, const gfFluidDef *def, const char *caller)
{
    GF_REQUIRE(core, def->dyeScale == 1.0f, OUT_OF_RANGE, "%s: dyeScale is %g; GF_SOLVER_PARTICLES expects 1", caller,
               (double)def->dyeScale);
    GF_REQUIRE(
        core,
        !gfBoundaries_Any(&def->boundaries, GF_BOUNDARY_INFLOW) &&
            !gfBoundaries_Any(&def->boundaries, GF_BOUNDARY_PERIODIC),
        OUT_OF_RANGE,
        "%s: GF_SOLVER_PARTICLES has no inflow or periodic sides; walls and open sides are expected, and emitters "
        "for inflow",
        caller);
    return gfParticleParams_Check(core, &def->particles, 2, caller) &&
           gfBoundaries_Check(core, &def->boundaries, def->gridWidth, def->gridHeight, caller);
}

static void *createParticles(const gfBody *body)
{
    gfDevice *device = body->device;
    gfParticles2D *p = gfAlloc(&device->core, sizeof *p);
    const gfSphDomain domain = p != NULL ? gfParticles2D_GetDomain(body, p) : (gfSphDomain){0};
    if (p != NULL && !gfSph_Create(&p->sph, &domain)) {
        gfFree(&device->core, p);
        p = NULL;
    }
    if (p != NULL) {
        gfParticles2D_InitViews(p, body);
    }
    return p;
}

static void destroyParticles(const gfBody *body, void *state)
{
    gfParticles2D *p = state;
    gfParticles2D_DestroyViews(body->device, p);
    gfSph_Destroy(body->device, &p->sph);
    gfFree(&body->device->core, p);
}

static void resetParticles(const gfBody *body, void *state)
{
    const gfSphDomain domain = gfParticles2D_GetDomain(body, state);
    gfSph_Reset(&((gfParticles2D *)state)->sph, &domain);
}

static bool tuneParticles(const gfBody *body, void *state)
{
    const gfSphDomain domain = gfParticles2D_GetDomain(body, state);
    gfSph_Tune(&((gfParticles2D *)state)->sph, &domain);
    return true;
}

static bool mayTuneParticles(const gfBody *body, const void *state)
{
    const gfSphDomain domain = gfParticles2D_GetDomain(body, state);
    return gfSph_MayTune(&((const gfParticles2D *)state)->sph, &domain);
}

static bool changeStepOfParticles(const gfBody *body, void *state, float oldStep)
{
    gfSphDomain domain = gfParticles2D_GetDomain(body, state);
    (void)oldStep; // the state has no value in units of the step
    gfSph_ChangeStep(&((gfParticles2D *)state)->sph, &domain);
    return true;
}

static bool scrollParticles(const gfBody *body, void *state, const gfScroll *scroll)
{
    const gfSphDomain domain = gfParticles2D_GetDomain(body, state);
    double h = (double)body->def.cellSize;
    return gfSph_Scroll(&((gfParticles2D *)state)->sph, &domain,
                        (const double[2]){scroll->cells[0] * h, scroll->cells[1] * h});
}

void gfParticles2D_FindValves(const gfBody *body, const gfParticles2D *p, gfSphValves *valves)
{
    gfShapeBatch_Clear(&valves->shapes);
    for (int i = 0; i < body->sources.emitters.capacity; i++) {
        const gfSourceDef *def = gfSources_At(&body->sources, i);
        if (def == NULL || !(gfSource_GetFields(def) & GF_SOURCE_VALVE) ||
            !gfShapeBatch_HasRoom(&valves->shapes, &def->shape)) {
            continue;
        }
        gfVec2 way = def->zone.oneWay;
        float length = hypotf(way.x, way.y);
        const float row[4] = {way.x / length, way.y / length, 0.25f * p->sph.scales.spacing, 0.0f};
        memcpy(valves->ways[valves->shapes.count], row, sizeof row);
        gfShapeBatch_Add(&valves->shapes, &def->shape, body->def.origin, 0.0f, 0.0f);
    }
}

static bool stepParticles(const gfBody *body, void *state, float dt, gfStepReport *report)
{
    gfParticles2D *p = state;
    gfSphDomain domain = gfParticles2D_GetDomain(body, p);
    gfSphValves valves;
    gfParticles2D_FindValves(body, p, &valves);
    domain.valves = valves.shapes.count > 0 ? &valves : NULL;
    return gfParticles2D_ApplySources(body, p, dt) && gfSph_Step(&p->sph, &domain, &report->substeps);
}

static void archiveParticles(const gfBody *body, void *state, gfArchive *archive)
{
    const gfSphDomain domain = gfParticles2D_GetDomain(body, state);
    gfSph_Archive(&((gfParticles2D *)state)->sph, &domain, archive);
}

static bool repairedParticles(const gfBody *body, void *state)
{
    const gfSphDomain domain = gfParticles2D_GetDomain(body, state);
    return gfSph_Rebuild(&((gfParticles2D *)state)->sph, &domain); // a repaired particle may be in another cell
}

static void getLayoutDef(const gfBody *body, const void *state, gfFluidDef *def)
{
    (void)body;
    gfSph_LayOut(&((const gfParticles2D *)state)->sph, &def->particles);
}

// Returns up to which distance from a solid distances must be known, in cells of the raster. It is a kernel's radius,
// as much again for a substep's move, and half a kernel cell for the slope of the distance.
static float solidReachOfParticles(const gfBody *body)
{
    float radius = gfSphScales_GetRadius(&body->def.particles, 2);
    return GF_SOLID_REACH + 2.5f * radius / body->def.cellSize;
}

static void describeParticles(const gfBody *body, gfMedium *medium)
{
    const gfParticleParams *p = &body->def.particles;
    medium->gravity = gfFrame_GetGravity(&body->frame, (gfVec2){p->gravity.x, p->gravity.y});
    medium->density = (double)p->materials[0].density;
    medium->spacing = (double)p->spacing;
}

static const gfSolver particleSolver = {
    .name = "particles",
    .table = &gf_sphStateTable,
    .check = checkParticles,
    .create = createParticles,
    .describeMedium = describeParticles,
    .oneWay = true,
    .destroy = destroyParticles,
    .domain.resample = gfParticles2D_Resample,
    .reset = resetParticles,
    .domain.changeStep = changeStepOfParticles,
    .domain.scroll = scrollParticles,
    .solids.reach = solidReachOfParticles,
    .tune = tuneParticles,
    .mayTune = mayTuneParticles,
    .saved.archive = archiveParticles,
    .saved.getLayoutDef = getLayoutDef,
    .saved.repaired = repairedParticles,
    .step = stepParticles,
    .describeField = gfParticles2D_DescribeField,
    .hasField = gfParticles2D_HasField,
    .getField = gfParticles2D_GetField,
    .host.isWritable = gfParticles2D_IsWritable,
    .host.writeField = gfParticles2D_WriteField,
    .host.measure = gfParticles2D_Measure,
    .solids.drawLoads = gfParticles2D_DrawLoads,
    .solids.drawContacts = gfParticles2D_DrawContacts,
    .particles = &gf_particleCalls,
    .countInside = gfParticles2D_CountInside,
    .drawTouches = gfParticles2D_DrawTouches,
    .needs.get = gfParticles2D_GetNeeds,
    .needs.make = gfParticles2D_MakeNeeds,
};

void gfParticles2D_DryRun(const struct gfDryRun *run, gfUse use)
{
    float value[3];
    gfVec2 gradient;
    if (use == GF_USE_SOURCES) {
        gfFluid_AddParticles(run->fluid, &(gfParticle){.position = run->middle}, 1);
    }
    for (int i = 0; use == GF_USE_FIELDS && i <= GF_PROPERTY_MATERIAL; i++) {
        gfFluid_SampleParticlesBlocking(run->fluid, (gfParticleProperty)i, &run->middle, 1, value, NULL);
        gfFluid_SampleParticlesBlocking(run->fluid, (gfParticleProperty)i, &run->middle, 1, value, &gradient);
    }
}

const gfModule gf_module_particles = {
    .name = "particles", .solver = &particleSolver, .kind = GF_SOLVER_PARTICLES, .dryRun = gfParticles2D_DryRun};
