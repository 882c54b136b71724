// Particles as a solver of gfFluid, in 2D.
#include "solvers/particles/particles.h"

#include "gl/readback.h"
#include "solvers/particles/params.h"

#include <math.h>
#include <string.h>

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

error:
    return false;
}

static void *createParticles(const gfBody *body)
{
    gfDevice *device = body->device;
    gfParticles2D *p = gfAlloc(&device->core, sizeof *p);
    const gfSphDomain domain = gfParticles2D_GetDomain(body);
    if (p != NULL && !gfSph_Create(&p->sph, &domain)) {
        gfFree(&device->core, p);
        p = NULL;
    }
    if (p != NULL) {
        gfParticles2D_InitViews(p, body);
    }
    return p;
}

static gfStatePlan planOfParticles(const gfBody *body, const void *state)
{
    (void)body;
    return gfSph_Plan(&((const gfParticles2D *)state)->sph);
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
    const gfSphDomain domain = gfParticles2D_GetDomain(body);
    gfSph_Reset(&((gfParticles2D *)state)->sph, &domain);
}

static bool tuneParticles(const gfBody *body, void *state)
{
    const gfSphDomain domain = gfParticles2D_GetDomain(body);
    return gfSph_Tune(&((gfParticles2D *)state)->sph, &domain);
}

static bool changeStepOfParticles(const gfBody *body, void *state, float oldStep)
{
    gfSphDomain domain = gfParticles2D_GetDomain(body);
    (void)oldStep; // nothing is stored in units of it
    gfSph_ChangeStep(&((gfParticles2D *)state)->sph, &domain);
    return true;
}

static bool scrollParticles(const gfBody *body, void *state, const gfScroll *scroll)
{
    const gfSphDomain domain = gfParticles2D_GetDomain(body);
    double h = (double)body->def.cellSize;
    return gfSph_Scroll(&((gfParticles2D *)state)->sph, &domain,
                        (const double[2]){scroll->cells[0] * h, scroll->cells[1] * h});
}

// The first one-way sources, as many as there is room for.
static void findValves(const gfBody *body, const gfSph *s, gfSphValves *valves)
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
        const float row[4] = {way.x / length, way.y / length, 0.25f * s->scales.spacing, 0.0f};
        memcpy(valves->ways[valves->shapes.count], row, sizeof row);
        gfShapeBatch_Add(&valves->shapes, &def->shape, body->def.origin, 0.0f, 0.0f);
    }
}

static bool stepParticles(const gfBody *body, void *state, float dt, gfStepReport *report)
{
    gfSphDomain domain = gfParticles2D_GetDomain(body);
    gfSph *s = &((gfParticles2D *)state)->sph;
    gfSphValves valves;
    findValves(body, s, &valves);
    domain.valves = valves.shapes.count > 0 ? &valves : NULL;
    return gfParticles2D_ApplySources(body, s, dt) && gfSph_Step(s, &domain, &report->substeps);
}

static void archiveMadeParticles(const gfBody *body, void *state, gfArchive *archive)
{
    (void)body;
    (void)state;
    (void)archive; // views are made when they are asked for
}

static void archiveParticles(const gfBody *body, void *state, gfArchive *archive)
{
    const gfSphDomain domain = gfParticles2D_GetDomain(body);
    gfSph_Archive(&((gfParticles2D *)state)->sph, &domain, archive);
}

static bool repairedParticles(const gfBody *body, void *state)
{
    const gfSphDomain domain = gfParticles2D_GetDomain(body);
    return gfSph_Rebuild(&((gfParticles2D *)state)->sph, &domain); // some may be in another cell
}

static void getLayoutDef(const gfBody *body, const void *state, gfFluidDef *def)
{
    (void)body;
    gfSph_LayOut(&((const gfParticles2D *)state)->sph, &def->particles);
}

// A particle feels a wall within its kernel, and moves by at most that; its slope is read half a cell beside.
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

const gfSolver gf_solverParticles = {
    .name = "particles",
    .table = &gf_sphStateTable,
    .check = checkParticles,
    .create = createParticles,
    .describeMedium = describeParticles,
    .plan = planOfParticles,
    .destroy = destroyParticles,
    .domain.resample = gfParticles2D_Resample,
    .reset = resetParticles,
    .domain.changeStep = changeStepOfParticles,
    .domain.scroll = scrollParticles,
    .solids.reach = solidReachOfParticles,
    .tune = tuneParticles,
    .saved.archiveMade = archiveMadeParticles,
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
