#include "plume.h"
#include "library.h"

#include <math.h>
#include <string.h>

// Heights are in m, distances across in shares of the width.
#define FIXED_STEP_S (1.0f / 60.0f)
#define SOLID_HEIGHT 0.6f
#define SOLID_RADIUS 0.12f
#define SOURCE_HEIGHT 0.15f
#define SOURCE_RADIUS 0.07f
#define TEMPERATURE_RATE 100.0f
#define DYE_ALL_OVER 0.5f

static const float dyeRate[4] = {2.0f, 1.0f, 0.5f, 2.0f};

/// The middle of the width, and a radius that leaves room in a narrow domain.
static PlainDisc makeDisc(const BenchSetup *setup, float height, float radius)
{
    float width = (float)setup->width / (float)setup->height;
    return (PlainDisc){0.5f * width, height, fminf(radius, 0.2f * width)};
}

static gfShape makeShape(PlainDisc disc)
{
    return gfMakeCircle((gfVec2){disc.x, disc.y}, disc.radius);
}

static bool addSolidAndSource(const BenchSetup *setup, gfFluid *fluid)
{
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = makeShape(makeDisc(setup, SOLID_HEIGHT, SOLID_RADIUS));
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = makeShape(makeDisc(setup, SOURCE_HEIGHT, SOURCE_RADIUS));
    source.fields = GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE;
    memcpy(source.dye, dyeRate, sizeof(dyeRate));
    source.temperature = TEMPERATURE_RATE;
    return !GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)) && !GF_IS_NULL(gfFluid_AddEmitter(fluid, &source));
}

gfFluid *Plume_CreateFluid(const BenchSetup *setup, const gfGridParams *params)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = setup->width;
    def.gridHeight = setup->height;
    def.cellSize = 1.0f / (float)setup->height;
    def.fixedStep = FIXED_STEP_S;
    def.grid = *params;
    Library_SetPrecision(&def, setup->options->precision);
    gfFluid *fluid = gfCreateFluid(setup->device, &def);
    if (fluid == NULL) {
        Library_Fail(setup->gpu, "gfCreateFluid");
    } else if (!addSolidAndSource(setup, fluid)) {
        Library_Fail(setup->gpu, "solid and emitter");
        gfDestroyFluid(fluid);
        fluid = NULL;
    }
    return fluid;
}

bool Plume_FillWithDye(const BenchSetup *setup, gfFluid *fluid)
{
    gfSourceDef source = gfDefaultSourceDef();
    gfVec2 middle = {0.5f * (float)setup->width / (float)setup->height, 0.5f};
    source.shape = gfMakeRectangle(middle, (gfVec2){middle.x + 1.0f, 1.5f}, 0.0f);
    source.fields = GF_SOURCE_DYE;
    source.dye[0] = source.dye[1] = source.dye[2] = source.dye[3] = DYE_ALL_OVER;
    return gfFluid_Splat(fluid, &source) || Library_Fail(setup->gpu, "gfFluid_Splat");
}

PlainDef Plume_PlainDef(const BenchSetup *setup, int iterations)
{
    gfFluidDef defaults = gfDefaultFluidDef();
    PlainDef def = {
        .width = setup->width,
        .height = setup->height,
        .cellSize = 1.0f / (float)setup->height,
        .dt = FIXED_STEP_S,
        .iterations = iterations,
        .buoyancy = -defaults.grid.gravity.y * defaults.grid.thermalExpansion,
        .solid = makeDisc(setup, SOLID_HEIGHT, SOLID_RADIUS),
        .source = makeDisc(setup, SOURCE_HEIGHT, SOURCE_RADIUS),
        .temperatureRate = TEMPERATURE_RATE,
    };
    memcpy(def.dyeRate, dyeRate, sizeof(dyeRate));
    return def;
}
