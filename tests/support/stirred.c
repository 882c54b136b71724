#include "support/stirred.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static gfVec2 patch(double x, double y)
{
    return (gfVec2){x > 0.25 && x < 0.6 && y > 0.3 && y < 0.7 ? 1.0f : 0.0f, 0.0f};
}

static void writeHeat(gfFluid *fluid, int cells)
{
    size_t count = (size_t)cells * (size_t)cells;
    float *warm = malloc(count * sizeof *warm);
    assert_non_null(warm);
    for (int i = 0; i < cells * cells; i++) {
        warm[i] = 10.0f * patch((i % cells + 0.5) / cells, (i / cells + 0.5) / cells).x;
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_TEMPERATURE, warm, count));
    free(warm);
}

/// Pushes that wander and turn, so that all of the box is stirred.
static void pushOnce(gfFluid *fluid, float push, int step)
{
    float t = (float)step;
    gfSourceDef source = Flow_DiscSource(0.5f + 0.25f * cosf(0.11f * t), 0.5f + 0.25f * sinf(0.07f * t), 0.12f);
    source.velocity = (gfVec2){push * cosf(0.05f * t), push * sinf(0.031f * t)};
    assert_true(gfFluid_Splat(fluid, &source));
}

static gfSolidId addSolid(gfFluid *fluid, StirredSolid kind, gfSolidDef *solid)
{
    *solid = gfDefaultSolidDef();
    float half = kind == STIRRED_THIN_WALL ? 0.002f : 0.03f;
    solid->shape = kind == STIRRED_DISC ? gfMakeCircle((gfVec2){0.52f, 0.47f}, 0.13f)
                                        : gfMakeRectangle((gfVec2){0.51f, 0.48f}, (gfVec2){0.3f, half}, 0.5f);
    solid->angularVelocity = kind == STIRRED_PADDLE ? 2.0f : 0.0f;
    gfSolidId id = gfFluid_AddSolid(fluid, solid);
    assert_false(GF_IS_NULL(id));
    return id;
}

StirredResult Stirred_Run(Fixture *fixture, const StirredCase *stirred)
{
    gfFluidDef def = Flow_Def(stirred->cells, stirred->cells, 0);
    def.grid = gfDefaultFluidDef().grid;
    def.grid.advection = stirred->advection;
    def.grid.cflLimit = stirred->cflLimit;
    def.grid.cflSubsteps = 1;
    def.dyeScale = stirred->dyeScale;
    def.precision = stirred->precision;
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfSolidDef solid = {0};
    gfSolidId id = {0};
    if (stirred->solid != STIRRED_NOTHING) {
        id = addSolid(fluid, stirred->solid, &solid);
    }
    Flow_WriteDye(fluid, patch);
    writeHeat(fluid, stirred->cells);
    Flow_Steps(fluid, 1); // takes away what was written into the solid
    double dye = Flow_Integral(fluid, GF_FIELD_DYE, 3), heat = Flow_Integral(fluid, GF_FIELD_TEMPERATURE, 0);
    for (int i = 0; i < stirred->steps; i++) {
        if (stirred->solid == STIRRED_PADDLE) {
            solid.shape.angle += solid.angularVelocity * def.fixedStep;
            assert_true(gfFluid_SetSolid(fluid, id, &solid));
        }
        pushOnce(fluid, stirred->push, i);
        Flow_Steps(fluid, 1);
    }
    StirredResult result = {.dye = Flow_Integral(fluid, GF_FIELD_DYE, 3) / dye - 1.0,
                            .heat = Flow_Integral(fluid, GF_FIELD_TEMPERATURE, 0) / heat - 1.0,
                            .leastDye = 1.0};
    gfFieldInfo info;
    float *values = Fixture_ReadField(fluid, GF_FIELD_DYE, &info);
    for (int i = 0; i < info.width * info.height; i++) {
        result.leastDye = fmin(result.leastDye, (double)values[4 * i + 3]);
        result.mostDye = fmax(result.mostDye, (double)values[4 * i + 3]);
    }
    free(values);
    if (getenv("GF_TEST_VERBOSE") != NULL) {
        double speed = Flow_Measure(fluid).speedMax * (double)(def.fixedStep / def.cellSize);
        printf("%d cells, dye scale %g, solid %d: dye %.2e, heat %.2e, dye from %g to %g, %g cells a step\n",
               stirred->cells, (double)stirred->dyeScale, (int)stirred->solid, result.dye, result.heat, result.leastDye,
               result.mostDye, speed);
    }
    gfDestroyFluid(fluid);
    return result;
}
