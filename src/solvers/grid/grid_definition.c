// What follows from a definition: its validity, formats of fields, shader options, needs, buoyancy, region of solids.
#include "solvers/grid/grid.h"

#include "fluid/records.h"

int gfGrid_CountDyeCells(int cells, float dyeScale)
{
    return gfMax(1, (int)lroundf((float)cells * dyeScale));
}

bool gfGrid_CarriesTogether(const gfFluidDef *def)
{
    return gfGrid_CountDyeCells(def->gridWidth, def->dyeScale) == def->gridWidth &&
           gfGrid_CountDyeCells(def->gridHeight, def->dyeScale) == def->gridHeight;
}

bool gfGrid_HasFineDye(const gfFluidDef *def)
{
    return gfGrid_CountDyeCells(def->gridWidth, def->dyeScale) >= 2 * def->gridWidth &&
           gfGrid_CountDyeCells(def->gridHeight, def->dyeScale) >= 2 * def->gridHeight;
}

bool gfGrid_HasEntries(const gfBody *body)
{
    const gfBoundaries *boundaries = &body->def.boundaries;
    return gfBoundaries_Any(boundaries, GF_BOUNDARY_OPEN) || gfBoundaries_Any(boundaries, GF_BOUNDARY_INFLOW);
}

bool gfGrid_HasValves(const gfBody *body)
{
    return gfSources_Touch(&body->sources, GF_SOURCE_VALVE, false);
}

static bool isBuoyant(const gfGridParams *p)
{
    return p->thermalExpansion != 0.0f || p->dyeDensity != 0.0f;
}

bool gfGrid_HasTiltedBuoyancy(const gfBody *body)
{
    return isBuoyant(&body->def.grid) && (body->def.grid.gravity.x != 0.0f || body->frame.used);
}

bool gfGrid_HasUprightBuoyancy(const gfBody *body)
{
    return isBuoyant(&body->def.grid) && !gfGrid_HasTiltedBuoyancy(body) && body->def.grid.gravity.y != 0.0f;
}

bool gfGrid_KeepsLedger(const gfBody *body)
{
    return body->def.grid.keepTotals || body->def.grid.advection == GF_ADVECTION_QUINTIC;
}

bool gfGrid_IsStoredInHalves(const gfBody *body, gfGridStored stored)
{
    const gfGL *gl = &body->device->gl;
    const gfGridParams *p = &body->def.grid;
    // `halved`: whether GF_PRECISION_AUTO chooses 16 bits. Temperatures do without 32 bits if the ambient one is 0:
    // near 0 half floats have small steps, near 300 K coarse ones.
    const struct {
        gfPrecision precision;
        gfFormat format;
        bool halved;
    } choices[] = {
        [GF_STORED_VELOCITY] = {p->velocityPrecision, GF_FORMAT_RG32F, false},
        [GF_STORED_DYE] = {p->dyePrecision, GF_FORMAT_RGBA32F, true},
        [GF_STORED_TEMPERATURE] = {p->temperaturePrecision, GF_FORMAT_R32F, p->ambientTemperature == 0.0f},
        [GF_STORED_DEPARTURES] = {p->velocityPrecision, GF_FORMAT_RG32F, true},
    };
    const gfFormatInfo *info = &gl->formats[gfGL_ChooseFormat(gl, choices[stored].format)];
    gfPrecision wanted =
        body->def.fieldPrecision != GF_PRECISION_AUTO ? body->def.fieldPrecision : choices[stored].precision;
    return wanted == GF_PRECISION_16F || (wanted == GF_PRECISION_AUTO && choices[stored].halved) ||
           info->bytes == 2 * info->channels;
}

bool gfGrid_Check(const gfCore *core, const gfFluidDef *def, const char *caller)
{
    GF_TRY(gfMembers_Check(core, &gf_gridParamsRecord, &def->grid, "grid", caller));
    const int dye[2] = {gfGrid_CountDyeCells(def->gridWidth, def->dyeScale),
                        gfGrid_CountDyeCells(def->gridHeight, def->dyeScale)};
    for (int axis = 0; axis < 2; axis++) {
        GF_REQUIRE(core, !gfBoundaries_Wrap(&def->boundaries, axis) || dye[axis] % 2 == 0, OUT_OF_RANGE,
                   "%s: dyeScale %g gives %d dye cells along a periodic axis; an even number is expected", caller,
                   (double)def->dyeScale, dye[axis]);
    }
    return gfBoundaries_Check(core, &def->boundaries, def->gridWidth, def->gridHeight, caller);
}

// --- options and needs -----------------------------------------------------------------------------------------------

const char *const gf_gridOptionDefines[] = {
    "BILINEAR",         "WRAP",           "ENTRY",     "ENTRY",     "LEDGER",    "DEPARTURES",
    "PULLED",           "PATHS",          "EXPANSION", "BALANCED",  "TURNING",   "BUOYANCY 2",
    "BUOYANCY 1",       "REFLECTED",      "HELD",      "WARM",      "ROUND_DYE", "ROUND_SCALAR",
    "ROUND_DEPARTURES", "ROUND_VELOCITY", "SOLIDS",    "UNCOVERED", "MASKED",    "MOVING",
    "SECOND",           "WHOLE"};

uint32_t gfGrid_GetOptions(const gfBody *body, uint32_t needs)
{
    const gfGridParams *p = &body->def.grid;
    bool wraps = gfBoundaries_Wrap(&body->def.boundaries, 0) || gfBoundaries_Wrap(&body->def.boundaries, 1);
    return gfGrid_If(p->advection == GF_ADVECTION_BILINEAR, GF_GRID_BILINEAR) | gfGrid_If(wraps, GF_GRID_WRAP) |
           gfGrid_If(gfGrid_HasEntries(body), GF_GRID_ENTRY) |
           gfGrid_If(gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_INFLOW), GF_GRID_INFLOW) |
           gfGrid_If(gfGrid_KeepsLedger(body), GF_GRID_LEDGER) |
           gfGrid_If(p->scheme != GF_SCHEME_REFLECT, GF_GRID_DEPARTURES) |
           gfGrid_If(p->scheme == GF_SCHEME_PROJECT, GF_GRID_PULLED) |
           gfGrid_If(gfGrid_HasFineDye(&body->def), GF_GRID_PATHS) |
           gfGrid_If((needs & GF_NEED_EXPANSION) != 0, GF_GRID_EXPANSION) |
           gfGrid_If((needs & GF_NEED_BALANCE) != 0, GF_GRID_BALANCED) |
           gfGrid_If((needs & GF_NEED_TURNING) != 0, GF_GRID_TURNING) |
           gfGrid_If(gfGrid_HasTiltedBuoyancy(body), GF_GRID_TILTED) |
           gfGrid_If(gfGrid_HasUprightBuoyancy(body), GF_GRID_UPRIGHT) |
           gfGrid_If(p->scheme == GF_SCHEME_REFLECT, GF_GRID_REFLECT) | gfGrid_If(p->viscosity > 0.0f, GF_GRID_HELD) |
           gfGrid_If(p->temperatureDiffusivity > 0.0f, GF_GRID_WARM) |
           gfGrid_If(gfGrid_IsStoredInHalves(body, GF_STORED_DYE), GF_GRID_ROUND_DYE) |
           gfGrid_If(gfGrid_IsStoredInHalves(body, GF_STORED_TEMPERATURE), GF_GRID_ROUND_SCALAR) |
           gfGrid_If(gfGrid_IsStoredInHalves(body, GF_STORED_DEPARTURES), GF_GRID_ROUND_DEPARTURES) |
           gfGrid_If(gfGrid_IsStoredInHalves(body, GF_STORED_VELOCITY), GF_GRID_ROUND_VELOCITY);
}

bool gfGrid_Require(const gfBody *body, gfGrid *g, uint32_t needs)
{
    gfGridPlan plan;
    if ((g->needs & needs) == needs) {
        return true;
    }
    gfGrid_PlanNeeded(body, g, g->needs | needs, &plan);
    GF_TRY(gfState_Create(body->device, &plan.plan, g));
    g->needs |= needs;
    g->options = gfGrid_GetOptions(body, g->needs);
    return true;
}

bool gfGrid_RequireOptional(const gfBody *body, gfGrid *g, uint32_t need, gfFailure *failure, const char *what)
{
    return (g->needs & need) == need || gfFailure_Try(failure, body->device, what, gfGrid_Require(body, g, need));
}

// --- buoyancy --------------------------------------------------------------------------------------------------------

gfVec2 gfGrid_GetAcceleration(const gfBody *body)
{
    const gfVec2 all = body->def.grid.acceleration, frame = body->frame.bodyAcceleration;
    return (gfVec2){all.x + frame.x, all.y + frame.y};
}

bool gfGrid_IsSteady(const gfBody *body, gfVec2 lastAcceleration, float dt)
{
    const float least_cells = 0.01f;
    gfVec2 now = gfGrid_GetAcceleration(body);
    float change = fmaxf(fabsf(now.x - lastAcceleration.x), fabsf(now.y - lastAcceleration.y)) * dt * dt;
    return change <= least_cells * body->def.cellSize;
}

gfBuoyancy gfGrid_GetBuoyancy(const gfBody *body, float dt)
{
    const gfGridParams *p = &body->def.grid;
    gfVec2 gravity = gfFrame_GetGravity(&body->frame, p->gravity), all = gfGrid_GetAcceleration(body);
    return (gfBuoyancy){.heat = {-dt * p->thermalExpansion * gravity.x, -dt * p->thermalExpansion * gravity.y},
                        .dye = {dt * p->dyeDensity * gravity.x, dt * p->dyeDensity * gravity.y},
                        .all = {dt * all.x, dt * all.y}};
}

// --- solids and sides ------------------------------------------------------------------------------------------------

bool gfGrid_SolidRegion(const gfBody *body, const gfGrid *g, gfRegion *region)
{
    const int margin = 3;
    const gfBounds b = body->solids.bounds;
    if (!body->solids.bounded) {
        return false;
    }
    if (g->instances != NULL) {
        *region = (gfRegion){0, 0, g->velocity.read.width, g->velocity.read.height};
        return true;
    }
    // Limited before the conversion to int, as a solid may be farther away than an int can hold.
    double h = (double)body->def.cellSize;
    int left = (int)fmin(fmax(floor((double)b.minX / h) - margin, 0.0), g->cellsX + 1);
    int bottom = (int)fmin(fmax(floor((double)b.minY / h) - margin, 0.0), g->cellsY + 1);
    int right = (int)fmax(fmin(ceil((double)b.maxX / h) + margin, g->cellsX + 1), 0.0);
    int top = (int)fmax(fmin(ceil((double)b.maxY / h) + margin, g->cellsY + 1), 0.0);
    *region = (gfRegion){left, bottom, right - left, top - bottom};
    return right > left && top > bottom;
}

void gfGrid_GetSides(const gfBody *body, float sides[GF_SIDES])
{
    for (int i = 0; i < GF_SIDES; i++) {
        gfBoundaryKind kind = gfBoundaries_Get(&body->def.boundaries, i)->kind;
        sides[i] = kind == GF_BOUNDARY_OPEN ? 2.0f : kind == GF_BOUNDARY_PERIODIC ? 1.0f : 0.0f;
    }
}
