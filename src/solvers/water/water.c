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
    GF_REQUIRE(core, !gfBoundaries_Any(&def->boundaries, GF_BOUNDARY_PERIODIC), OUT_OF_RANGE,
               "%s: GF_SOLVER_WATER has no periodic sides; walls, open sides and inflows are expected", caller);
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
#define WATER_ROW(name, member, kind, format, extent, persists, resample, power, shift, saved) \
    {name, offsetof(gfWater, member), GF_STATE_##kind, GF_FORMAT_##format, GF_FORMAT_##format, \
     GF_SPH_EXTENTS + GF_WATER_##extent, 0, persists, GF_RESAMPLE_##resample, 0, power, GF_SHIFT_##shift, \
     GF_SAVED_##saved, 0}
// The row of what each step draws before it reads it.
#define WATER_DRAWN(name, member, kind, format, extent) \
    WATER_ROW(name, member, kind, format, extent, false, NONE, 0, NONE, NOT)
// A texture that passes draw, made once a definition asks for it.
#define WATER_WHEN(name, member, format, extent, when) \
    {name, offsetof(gfWater, member), GF_STATE_TEXTURE, GF_FORMAT_##format, GF_FORMAT_##format, \
     GF_SPH_EXTENTS + GF_WATER_##extent, when, false, GF_RESAMPLE_NONE, 0, 0, GF_SHIFT_NONE, GF_SAVED_NOT, 0}

static const gfStateRow waterStateRows[] = {
    WATER_ROW("pressure", pressure, PAIR, RGBA32F, PACKED, true, PACKED, -2, PRESSURE, READ),
    WATER_DRAWN("impulse", impulse, PAIR, RGBA32F, PACKED),
    WATER_DRAWN("crowdedness", crowded, PAIR, RGBA32F, PACKED),
    WATER_DRAWN("velocity", velocity, PAIR, RGBA32F, CORNERS),
    WATER_DRAWN("corners", corners, PAIR, RG32F, CORNERS),
    WATER_DRAWN("openness", openness, PAIR, RG32F, CELLS),
    WATER_DRAWN("faces", faces, TEXTURE, RGBA8, CORNERS),
    WATER_DRAWN("velocity of walls", wallVelocity, TEXTURE, RG32F, CORNERS),
    WATER_DRAWN("faces with valves", valved, TEXTURE, RGBA8, CORNERS),
    WATER_ROW("entered", entered, PAIR, R32F, ROWS, false, NONE, 0, NONE, READ),
    WATER_DRAWN("gathered velocity", gathered, TEXTURE, RGBA32F, CORNERS),
    WATER_DRAWN("density", density, TEXTURE, R32F, CORNERS),
    WATER_WHEN("velocity after viscosity", viscous, RGBA32F, CORNERS, GF_WATER_VISCOUS),
    WATER_WHEN("strain", strain, RGBA32F, CORNERS, GF_WATER_VISCOUS),
    WATER_WHEN("curvature", curvature, R32F, CELLS, GF_WATER_TENSION),
    WATER_DRAWN("fraction", fraction, TEXTURE, RG32F, CELLS),
    WATER_DRAWN("liquid", liquid, TEXTURE, RGBA32F, CORNERS),
    WATER_DRAWN("depth", depth, TEXTURE, RG32F, CORNERS),
    WATER_DRAWN("links", links, TEXTURE, RGBA32F, CELLS),
    WATER_DRAWN("weights", weights, TEXTURE, RGBA32UI, PACKED),
    WATER_DRAWN("diagonals", diagonals, TEXTURE, RGBA32UI, PACKED),
    WATER_DRAWN("divergence", rhs, TEXTURE, RGBA32F, PACKED),
    WATER_DRAWN("crowding", crowding, TEXTURE, RGBA32F, PACKED),
    WATER_DRAWN("shift", shift, TEXTURE, RG32F, CORNERS),
    WATER_DRAWN("flow", flow, TEXTURE, RGBA32UI, CORNERS),
    WATER_DRAWN("reach", reach, TEXTURE, RG32F, ONE),
    // The next step begins to read the largest speed that the last one found.
    WATER_ROW("fastest", speed, REDUCTION, RGBA32F, CORNERS, false, NONE, 0, NONE, READ),
};
// clang-format on

const gfStateTable gf_waterStateTable = {waterStateRows, GF_COUNT(waterStateRows), "water", &gf_sphStateTable};

static bool warmWater(gfDevice *device, const void *state, uint32_t conditions)
{
    const gfWater *w = state;
    const gfTexture *const sets[][2] = {{&w->faces, &w->wallVelocity},  {&w->gathered, &w->density},
                                        {&w->liquid, &w->depth},        {&w->weights, &w->diagonals},
                                        {&w->rhs, &w->crowding},        {&w->velocity.read, &w->shift},
                                        {&w->velocity.write, &w->shift}};
    for (int i = 0; i < GF_COUNT(sets); i++) {
        GF_TRY(gfFramebuffer_Warm(device, sets[i], 2));
    }
    const gfTexture *const first[] = {&w->velocity.read, &w->velocity.write, &w->viscous};
    for (int i = 0; (conditions & GF_WATER_VISCOUS) && i < GF_COUNT(first); i++) {
        GF_TRY(gfFramebuffer_Warm(device, (const gfTexture *[]){first[i], &w->strain}, 2));
    }
    return true;
}

gfStatePlan gfWater_Plan(const gfWater *w)
{
    static const float rest[1][4] = {{0.0f}};
    return (gfStatePlan){.table = &gf_waterStateTable,
                         .extents = w->extents,
                         .clear = rest,
                         .conditions = w->conditions,
                         .warm = warmWater};
}

// --- set-up ----------------------------------------------------------------------------------------------------------

static void destroyWater(const gfBody *body, void *state)
{
    gfDevice *device = body->device;
    gfWater *w = state;
    gfMultigrid_Destroy(device, w->multigrid);
    gfDelayedRead_Destroy(device, &w->fastest);
    gfState_Destroy(device, &gf_waterStateTable, w);
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
    int perCell = gfWater_GetDropTexels(&body->def);
    w->particles.rasterExtents[GF_RASTER_DROPS][0] = perCell * w->cellsX;
    w->particles.rasterExtents[GF_RASTER_DROPS][1] = perCell * w->cellsY;
    const int extents[GF_WATER_EXTENTS][2] = {{w->cellsX, w->cellsY},
                                              {w->cellsX + 1, w->cellsY + 1},
                                              {(w->cellsX + 1) / 2, (w->cellsY + 1) / 2},
                                              {1, 1},
                                              {gfWater_CountRows(body, gfMax(w->cellsX, w->cellsY)), GF_SIDES}};
    memcpy(w->extents, w->particles.sph.extents, sizeof w->particles.sph.extents);
    memcpy(w->extents[GF_SPH_EXTENTS], extents, sizeof extents);
    const gfStatePlan plan = gfWater_Plan(w);
    GF_TRY(gfState_Create(device, &plan, w));
    w->particles.sph.reach = w->reach.id;
    w->multigrid = gfMultigrid_Create(device, w->cellsX, w->cellsY, false, false, GF_MULTIGRID_SURFACE);
    const gfTexture *const rhs[] = {&w->rhs, &w->crowding};
    GF_TRY(w->multigrid != NULL && gfMultigrid_Warm(device, w->multigrid, rhs, 2));
    gfDelayedRead_Create(device, &w->fastest);
    return true;
}

static void *makeWater(const gfBody *body)
{
    gfWater *w = gfAlloc(&body->device->core, sizeof *w);
    GF_TRY(w != NULL);
    w->params = deriveParams(&body->def);
    w->particles.derived = &w->params;
    w->particles.drawPressures = gfWater_DrawPressures;
    w->conditions = gfWater_GetConditions(&body->def);
    w->cellsX = body->def.gridWidth;
    w->cellsY = body->def.gridHeight;
    w->lastDt = w->stepDt = body->def.fixedStep;
    if (!fillWater(body, w)) {
        destroyWater(body, w);
        return NULL;
    }
    return w;
}

static bool tuneWater(const gfBody *body, void *state)
{
    gfWater *w = state;
    gfParticleParams params = deriveParams(&body->def);
    params.capacity = w->params.capacity; // fixed at creation
    uint32_t before = w->conditions;
    w->conditions |= gfWater_GetConditions(&body->def);
    const gfStatePlan plan = gfWater_Plan(w);
    if (w->conditions != before && !gfState_Create(body->device, &plan, w)) {
        w->conditions = before;
        return false;
    }
    w->params = params;
    const gfSphDomain domain = gfParticles2D_GetDomain(body, &w->particles);
    gfSph_Settle(&w->particles.sph, &domain);
    return true;
}

// Particles farther from solids than this meet none in a step (water/move.frag).
static float solidReachOfWater(const gfBody *body)
{
    (void)body;
    return (float)GF_WATER_SOLID_MARGIN + 1.5f * (float)GF_REACH_MAX;
}

static void describeWaterMedium(const gfBody *body, gfMedium *medium)
{
    const gfWaterParams *p = &body->def.water;
    medium->gravity = gfFrame_GetGravity(&body->frame, p->gravity);
    medium->density = (double)p->density;
    medium->measured = true;
}

static const gfParticleCalls waterParticleCalls = {
    .checkSource = checkWaterSource,
    .view = gfParticles2D_View,
    .hasGroups = gfParticles2D_HasGroups,
    .findGroup = gfParticles2D_FindGroup,
};

static const gfSolver waterSolver = {
    .name = "water",
    .table = &gf_waterStateTable,
    .check = checkWater,
    .create = makeWater,
    .describeMedium = describeWaterMedium,
    .oneWay = true,
    .destroy = destroyWater,
    .domain.resample = gfWater_Resample,
    .domain.scroll = gfWater_Scroll,
    .domain.changeStep = gfWater_ChangeStep,
    .saved.archive = gfWater_Archive,
    .saved.repaired = gfWater_Repaired,
    .reset = gfWater_Reset,
    .tune = tuneWater,
    .solids.update = gfWater_UpdateSolids,
    .solids.reach = solidReachOfWater,
    .step = gfWater_Step,
    .describeField = gfParticles2D_DescribeField,
    .hasField = gfWater_HasField,
    .getField = gfWater_GetField,
    .host.isWritable = gfParticles2D_IsWritable,
    .host.writeField = gfParticles2D_WriteField,
    .host.fillToLevel = gfWater_FillToLevel,
    .host.measure = gfParticles2D_Measure,
    .solids.drawLoads = gfWater_DrawLoads,
    .solids.drawContacts = gfParticles2D_DrawContacts,
    .particles = &waterParticleCalls,
    .countInside = gfParticles2D_CountInside,
    .needs.get = gfParticles2D_GetNeeds,
    .needs.make = gfParticles2D_MakeNeeds,
};

const gfModule gf_module_water = {
    .name = "water", .solver = &waterSolver, .kind = GF_SOLVER_WATER, .dryRun = gfParticles2D_DryRun};
