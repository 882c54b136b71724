// Water as the solver of a gfFluid: parameters, textures, set-up, and the table of calls.
#include "solvers/water/water.h"

#include "base/members.h"
#include "fluid/module.h"
#include "fluid/records.h"

// --- parameters ------------------------------------------------------------------------------------------------------

// Room for particles over what fills the domain, as crowded water and splashes take more.
#define SPARE_PARTICLES 1.2

static int getCapacity(const gfFluidDef *def)
{
    const gfWaterParams *p = &def->water;
    double full = SPARE_PARTICLES * def->gridWidth * def->gridHeight * p->particlesPerCell;
    return p->capacity > 0 ? p->capacity : (int)fmin(fmax(full, 1024.0), GF_PARTICLE_MAX);
}

static gfParticleParams deriveParams(const gfFluidDef *def)
{
    const gfWaterParams *p = &def->water;
    gfParticleParams derived = gfDefaultParticleParams();
    derived.capacity = getCapacity(def);
    derived.radius = def->cellSize;
    derived.spacing = def->cellSize / sqrtf((float)p->particlesPerCell);
    derived.gravity = (gfVec3){p->gravity.x, p->gravity.y, 0.0f};
    derived.materials[0].density = p->density;
    memcpy(derived.materials[0].color, p->color, sizeof p->color);
    return derived;
}

static bool checkWater(const gfCore *core, const gfFluidDef *def, const char *caller)
{
    GF_REQUIRE(core, def->dyeScale == 1.0f, OUT_OF_RANGE, "%s: dyeScale is %g; GF_SOLVER_WATER expects 1", caller,
               (double)def->dyeScale);
    GF_REQUIRE(core,
               !gfBoundaries_Any(&def->boundaries, GF_BOUNDARY_INFLOW) &&
                   !gfBoundaries_Any(&def->boundaries, GF_BOUNDARY_PERIODIC),
               OUT_OF_RANGE,
               "%s: GF_SOLVER_WATER has no inflow or periodic sides; walls and open sides are expected, and emitters "
               "for inflow",
               caller);
    return gfMembers_Check(core, &gf_waterParamsRecord, &def->water, "water", caller) &&
           gfBoundaries_Check(core, &def->boundaries, def->gridWidth, def->gridHeight, caller);
}

static bool checkWaterSource(const gfBody *body, const gfSourceDef *def, const char *caller)
{
    const gfCore *core = &body->device->core;
    GF_REQUIRE(core, def->material == 0, OUT_OF_RANGE, "%s: material is %u; GF_SOLVER_WATER expects 0", caller,
               def->material);
    GF_REQUIRE(core, def->particleLifetime == 0.0f, OUT_OF_RANGE,
               "%s: particleLifetime is %g; GF_SOLVER_WATER expects 0", caller, (double)def->particleLifetime);
    bool pours = (def->fields & GF_SOURCE_MASS) != 0 && def->mass > 0.0f;
    GF_REQUIRE(core, !pours || !gfSolids_Cover(&body->solids, &def->shape), OUT_OF_RANGE,
               "%s: the shape lies in a solid, where nothing can be poured", caller);
    return true;
}

// --- textures --------------------------------------------------------------------------------------------------------

// clang-format off
#define WATER_ROW(name, member, kind, format, extent, saved) \
    {name, offsetof(gfWater, member), GF_STATE_##kind, GF_FORMAT_##format, GF_FORMAT_##format, \
     GF_SPH_EXTENTS + GF_WATER_##extent, 0, (saved) != GF_SAVED_NOT, GF_RESAMPLE_NONE, 0, 0, GF_SHIFT_NONE, saved, 0}
#define WATER_DRAWN(name, member, format, extent) WATER_ROW(name, member, TEXTURE, format, extent, GF_SAVED_NOT)

static const gfStateRow waterStateRows[] = {
    WATER_ROW("pressure", pressure, PAIR, RGBA32F, PACKED, GF_SAVED_READ),
    WATER_ROW("impulse", impulse, PAIR, RGBA32F, PACKED, GF_SAVED_NOT),
    WATER_ROW("crowdedness", crowded, PAIR, RGBA32F, PACKED, GF_SAVED_NOT),
    WATER_ROW("velocity", velocity, PAIR, RGBA32F, CORNERS, GF_SAVED_NOT),
    WATER_ROW("corners", corners, PAIR, RG32F, CORNERS, GF_SAVED_NOT),
    WATER_ROW("openness", openness, PAIR, RG32F, CELLS, GF_SAVED_NOT),
    WATER_DRAWN("faces", faces, RGBA8, CORNERS),
    WATER_DRAWN("velocity of walls", wallVelocity, RG32F, CORNERS),
    WATER_DRAWN("gathered velocity", gathered, RGBA32F, CORNERS),
    WATER_DRAWN("density", density, R32F, CORNERS),
    WATER_DRAWN("fraction", fraction, RG32F, CELLS),
    WATER_DRAWN("liquid", liquid, RGBA32F, CORNERS),
    WATER_DRAWN("depth", depth, RG32F, CORNERS),
    WATER_DRAWN("weights", weights, RGBA32UI, PACKED),
    WATER_DRAWN("diagonals", diagonals, RGBA32UI, PACKED),
    WATER_DRAWN("divergence", rhs, RGBA32F, PACKED),
    WATER_DRAWN("crowding", crowding, RGBA32F, PACKED),
    WATER_DRAWN("shift", shift, RG32F, CORNERS),
    WATER_DRAWN("flow", flow, RGBA32UI, CORNERS),
    WATER_DRAWN("reach", reach, RG32F, ONE),
    WATER_ROW("fastest", speed, REDUCTION, RGBA32F, CORNERS, GF_SAVED_NOT),
};
// clang-format on

static const gfStateTable waterStateTable = {waterStateRows, GF_COUNT(waterStateRows), "water"};

static bool warmWater(gfDevice *device, const void *state, uint32_t conditions)
{
    const gfWater *w = state;
    const gfTexture *const sets[][2] = {{&w->faces, &w->wallVelocity},  {&w->gathered, &w->density},
                                        {&w->liquid, &w->depth},        {&w->weights, &w->diagonals},
                                        {&w->rhs, &w->crowding},        {&w->velocity.read, &w->shift},
                                        {&w->velocity.write, &w->shift}};
    (void)conditions;
    for (int i = 0; i < GF_COUNT(sets); i++) {
        GF_TRY(gfFramebuffer_Warm(device, sets[i], 2));
    }
    return true;
}

// The plan of the rows that the particles' table lacks.
static gfStatePlan planOfWater(const gfWater *w)
{
    static const float rest[1][4] = {{0.0f}};
    return (gfStatePlan){.table = &waterStateTable, .extents = w->extents, .clear = rest, .warm = warmWater};
}

// --- set-up ----------------------------------------------------------------------------------------------------------

static void destroyWater(const gfBody *body, void *state)
{
    gfDevice *device = body->device;
    gfWater *w = state;
    gfMultigrid_Destroy(device, w->multigrid);
    gfDelayedRead_Destroy(device, &w->fastest);
    gfState_Destroy(device, &waterStateTable, w);
    gfParticles2D_DestroyViews(device, &w->particles);
    gfSph_Destroy(device, &w->particles.sph);
    gfFree(&device->core, w);
}

static bool fillWater(const gfBody *body, gfWater *w)
{
    gfDevice *device = body->device;
    const gfSphDomain domain = gfParticles2D_GetDomain(body, &w->particles);
    GF_TRY(gfSph_Create(&w->particles.sph, &domain));
    gfParticles2D_InitViews(&w->particles, body);
    const int extents[GF_WATER_EXTENTS][2] = {
        {w->cellsX, w->cellsY}, {w->cellsX + 1, w->cellsY + 1}, {(w->cellsX + 1) / 2, (w->cellsY + 1) / 2}, {1, 1}};
    memcpy(w->extents, w->particles.sph.extents, sizeof w->particles.sph.extents);
    memcpy(w->extents[GF_SPH_EXTENTS], extents, sizeof extents);
    const gfStatePlan plan = planOfWater(w);
    GF_TRY(gfState_Create(device, &plan, w));
    w->particles.sph.reach = w->reach.id;
    w->multigrid = gfMultigrid_Create(device, w->cellsX, w->cellsY, false, false, GF_MULTIGRID_SURFACE);
    const gfTexture *const rhs[] = {&w->rhs, &w->crowding};
    GF_TRY(w->multigrid != NULL && gfMultigrid_Warm(device, w->multigrid, rhs, 2));
    gfDelayedRead_Create(device, &w->fastest);
    return true;
}

static void *createWater(const gfBody *body)
{
    gfWater *w = gfAlloc(&body->device->core, sizeof *w);
    GF_TRY(w != NULL);
    w->params = deriveParams(&body->def);
    w->particles.derived = &w->params;
    w->cellsX = body->def.gridWidth;
    w->cellsY = body->def.gridHeight;
    w->lastDt = w->stepDt = body->def.fixedStep;
    if (!fillWater(body, w)) {
        destroyWater(body, w);
        return NULL;
    }
    return w;
}

static void resetWater(const gfBody *body, void *state)
{
    gfWater *w = state;
    const gfSphDomain domain = gfParticles2D_GetDomain(body, &w->particles);
    const gfStatePlan plan = planOfWater(w);
    gfSph_Reset(&w->particles.sph, &domain);
    gfState_Reset(body->device, &plan, w);
    w->young = 0;
    w->fastest.started = 0;
}

static bool tuneWater(const gfBody *body, void *state)
{
    gfWater *w = state;
    gfParticleParams params = deriveParams(&body->def);
    params.capacity = w->params.capacity; // fixed at creation
    w->params = params;
    return true;
}

static void describeWaterMedium(const gfBody *body, gfMedium *medium)
{
    const gfWaterParams *p = &body->def.water;
    medium->gravity = gfFrame_GetGravity(&body->frame, p->gravity);
    medium->density = (double)p->density;
    medium->measured = GF_MEASURED_SOLVED;
}

static const gfParticleCalls waterParticleCalls = {
    .checkSource = checkWaterSource,
    .view = gfParticles2D_View,
    .hasGroups = gfParticles2D_HasGroups,
    .findGroup = gfParticles2D_FindGroup,
};

static const gfSolver waterSolver = {
    .name = "water",
    .table = &waterStateTable,
    .check = checkWater,
    .create = createWater,
    .describeMedium = describeWaterMedium,
    .destroy = destroyWater,
    .reset = resetWater,
    .tune = tuneWater,
    .solids.update = gfWater_UpdateSolids,
    .step = gfWater_Step,
    .describeField = gfParticles2D_DescribeField,
    .hasField = gfWater_HasField,
    .getField = gfWater_GetField,
    .host.isWritable = gfParticles2D_IsWritable,
    .host.writeField = gfParticles2D_WriteField,
    .host.measure = gfParticles2D_Measure,
    .solids.drawLoads = gfWater_DrawLoads,
    .solids.drawContacts = gfParticles2D_DrawContacts,
    .particles = &waterParticleCalls,
    .countInside = gfParticles2D_CountInside,
    .needs.get = gfParticles2D_GetNeeds,
    .needs.make = gfParticles2D_MakeNeeds,
};

const gfModule gf_module_water = {.name = "water", .solver = &waterSolver, .kind = GF_SOLVER_WATER};
