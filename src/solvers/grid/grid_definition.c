#include "solvers/grid/grid_definition.h"

#include "solvers/grid/pressure.h"

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
    const gfGridParams *p = &def->grid;
    const double most = (double)GF_VALUE_MAX;
    const gfRange ranges[] = {
        {"grid.pressureCycles", p->pressureCycles, 0.0, 100.0},
        {"grid.pressureTolerance", (double)p->pressureTolerance, 0.0, 1.0},
        {"grid.pressureIterations", p->pressureIterations, 0.0, 10000.0},
        {"grid.pressureWarmStart", (double)p->pressureWarmStart, 0.0, 1.0},
        {"grid.pressureGradientScale", (double)p->pressureGradientScale, 0.0, 2.0},
        {"grid.cflLimit", (double)p->cflLimit, 0.0, 1e6},
        {"grid.cflSubsteps", p->cflSubsteps, 1.0, 64.0},
        {"grid.viscosity", (double)p->viscosity, 0.0, 1e6},
        {"grid.dyeDiffusivity", (double)p->dyeDiffusivity, 0.0, 1e6},
        {"grid.temperatureDiffusivity", (double)p->temperatureDiffusivity, 0.0, 1e6},
        {"grid.diffusionCycles", p->diffusionCycles, 1.0, 20.0},
        {"grid.vorticityConfinement", (double)p->vorticityConfinement, 0.0, 1000.0},
        {"grid.velocityDissipation", (double)p->velocityDissipation, 0.0, 1e6},
        {"grid.dyeDissipation", (double)p->dyeDissipation, 0.0, 1e6},
        {"grid.temperatureDissipation", (double)p->temperatureDissipation, 0.0, 1e6},
        {"grid.ambientTemperature", (double)p->ambientTemperature, -most, most},
        {"grid.gravity.x", (double)p->gravity.x, -most, most},
        {"grid.gravity.y", (double)p->gravity.y, -most, most},
        {"grid.acceleration.x", (double)p->acceleration.x, -most, most},
        {"grid.acceleration.y", (double)p->acceleration.y, -most, most},
        {"grid.thermalExpansion", (double)p->thermalExpansion, -most, most},
        {"grid.dyeDensity", (double)p->dyeDensity, -most, most},
    };
    if (!gfCheckRanges(core, ranges, GF_COUNT(ranges), caller)) {
        goto error;
    }
    GF_REQUIRE(core, (unsigned)p->advection <= (unsigned)GF_ADVECTION_CONSERVING, OUT_OF_RANGE,
               "%s: grid.advection is %d; a gfAdvection is expected", caller, (int)p->advection);
    GF_REQUIRE(core, (unsigned)p->scheme <= (unsigned)GF_SCHEME_SIMPLE, OUT_OF_RANGE,
               "%s: grid.scheme is %d; a gfScheme is expected", caller, (int)p->scheme);
    const gfPrecision precisions[] = {p->velocityPrecision, p->dyePrecision, p->temperaturePrecision};
    for (int i = 0; i < GF_COUNT(precisions); i++) {
        static const char *const names[] = {"velocityPrecision", "dyePrecision", "temperaturePrecision"};
        GF_REQUIRE(core, (unsigned)precisions[i] <= (unsigned)GF_PRECISION_AUTO, OUT_OF_RANGE,
                   "%s: grid.%s is %d; a gfPrecision is expected", caller, names[i], (int)precisions[i]);
    }
    GF_REQUIRE(core, gfPressure_Find(p->pressureMethod) != NULL, OUT_OF_RANGE,
               "%s: grid.pressureMethod is %d; a gfPressureMethod is expected", caller, (int)p->pressureMethod);
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
