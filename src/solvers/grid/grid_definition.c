#include "solvers/grid/grid_definition.h"

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

bool gfGrid_Wraps(const gfBody *body)
{
    const gfBoundaries *boundaries = &body->def.boundaries;
    return gfBoundaries_Wrap(boundaries, 0) || gfBoundaries_Wrap(boundaries, 1);
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
    return body->def.grid.conserveDye || body->def.grid.advection == GF_ADVECTION_CONSERVING;
}

bool gfGrid_IsStoredInHalves(const gfBody *body, gfGridStored stored)
{
    const gfGL *gl = &body->device->gl;
    const gfGridParams *p = &body->def.grid;
    // `halved`: what GF_PRECISION_AUTO chooses. A temperature about 0 needs no digits for what it is about.
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
    gfPrecision wanted = body->def.precision != GF_PRECISION_AUTO ? body->def.precision : choices[stored].precision;
    return wanted == GF_PRECISION_16F || (wanted == GF_PRECISION_AUTO && choices[stored].halved) ||
           info->bytes == 2 * info->channels;
}

bool gfGrid_Check(const gfCore *core, const gfFluidDef *def, const char *caller)
{
    if (!gfMembers_Check(core, &gf_gridParamsRecord, &def->grid, "grid", caller)) {
        goto error;
    }
    const int dye[2] = {gfGrid_CountDyeCells(def->gridWidth, def->dyeScale),
                        gfGrid_CountDyeCells(def->gridHeight, def->dyeScale)};
    for (int axis = 0; axis < 2; axis++) {
        GF_REQUIRE(core, !gfBoundaries_Wrap(&def->boundaries, axis) || dye[axis] % 2 == 0, OUT_OF_RANGE,
                   "%s: dyeScale %g gives %d dye cells along a periodic axis; an even number is expected", caller,
                   (double)def->dyeScale, dye[axis]);
    }
    return gfBoundaries_Check(core, &def->boundaries, def->gridWidth, def->gridHeight, caller);

error:
    return false;
}
