// Sources of a gfFluid as particles take them.
#include "solvers/particles/inflow.h"
#include "solvers/particles/particles.h"

#include <math.h>
#include <string.h>

typedef struct Batch {
    gfSourceBatch packed;
    gfSphBatch sph;
    float pulls[2 * GF_SHAPES_PER_BATCH][4];
} Batch;

// Returns how far the outline is from the centre, m; of a shape that does not hold its own centre, half of its size.
static double depthOf(const gfShape *shape)
{
    gfBounds b = gfShape_GetBounds(shape);
    double depth = -gfShape_GetDistance(shape, gfShape_GetCentre(shape));
    return depth > 0.0 ? depth : 0.25 * fmin((double)b.maxX - (double)b.minX, (double)b.maxY - (double)b.minY);
}

static gfSphSource boundsOf(const gfBody *body, int number)
{
    const gfSourceDef *def = gfSources_At(&body->sources, number);
    gfBounds b = gfSource_GetBounds(&body->sources, number);
    gfVec2 o = body->def.origin;
    float margin = 0.5f * def->softness;
    bool drifts = def->mode == GF_SOURCE_SET && (def->fields & GF_SOURCE_VELOCITY) && def->texture == 0;
    return (gfSphSource){.low = {b.minX - o.x - margin, b.minY - o.y - margin, 0.0f},
                         .high = {b.maxX - o.x + margin, b.maxY - o.y + margin, 0.0f},
                         .drift = {drifts ? def->velocity.x : 0.0f, drifts ? def->velocity.y : 0.0f, 0.0f}};
}

static void clearBatch(Batch *batch)
{
    memset(batch, 0, sizeof *batch);
    gfSourceBatch_Clear(&batch->packed);
}

static bool flushBatch(const gfBody *body, gfSph *s, gfSphPhase phase, Batch *batch)
{
    const gfSphDomain domain = gfParticles2D_GetDomain(body);
    int count = batch->packed.shapes.count;
    float sharp = 1e-4f * s->scales.spacing; // the least width over which shapes fade
    const gfUniform uniforms[GF_SPH_BATCH_UNIFORMS] = {
        GF_SOURCE_UNIFORMS(&batch->packed), GF_F4V(pulls, 2 * gfMax(1, count), batch->pulls),
        GF_F2(texelSize, sharp, sharp), GF_F1(cellSize, sharp), GF_F1(unit, s->scales.radius)};
    memcpy(batch->sph.uniforms, uniforms, sizeof uniforms);
    batch->sph.texture = batch->packed.texture;
    bool ok = gfSph_RunBatch(s, &domain, phase, &batch->sph);
    clearBatch(batch);
    return ok;
}

static void addTo(const gfBody *body, gfSph *s, Batch *batch, int source, uint32_t fields, float dt)
{
    const gfSourceDef *def = gfSources_At(&body->sources, source);
    int number = batch->sph.count++;
    bool splat = source >= body->sources.emitters.capacity;
    gfVec2 centre = gfShape_GetCentre(&def->shape), o = body->def.origin;
    uint32_t material = def->material < (uint32_t)body->def.particles.materialCount ? def->material : 0;
    const float pulls[2][4] = {
        {centre.x - o.x, centre.y - o.y, 0.0f, def->particleLifetime},
        {(float)(1.0 / depthOf(&def->shape)), (float)material, s->scales.spacing, splat ? 1.0f : 0.0f}};
    gfSourceBatch_Add(&batch->packed, &body->sources, source, fields, &(gfSourceUse){o, dt, 0.5f * s->scales.spacing});
    memcpy(batch->pulls[2 * number], pulls, sizeof pulls);
    batch->sph.sources[number] = boundsOf(body, source);
    s->mortal = s->mortal || def->particleLifetime > 0.0f;
}

static bool runPhase(const gfBody *body, gfSph *s, gfSphPhase phase, float dt)
{
    const gfSources *sources = &body->sources;
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
        const gfSphSource bounds = boundsOf(body, i);
        if (!gfSourceBatch_HasRoom(&batch.packed, source) ||
            (phase == GF_SPH_POUR && gfSphBatch_Overlaps(&batch.sph, &bounds, s->scales.spacing))) {
            ok = flushBatch(body, s, phase, &batch);
        }
        addTo(body, s, &batch, i, fields, dt);
    }
    return ok && flushBatch(body, s, phase, &batch);
}

bool gfParticles2D_ApplySources(const gfBody *body, gfSph *s, float dt)
{
    bool ok = true;
    for (gfSphPhase phase = 0; ok && phase < GF_SPH_PHASES; phase++) {
        ok = runPhase(body, s, phase, dt);
    }
    return ok;
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

error:
    return false;
}
