#include "support/stirred.h"

FLOW_SCALAR(patch, x > 0.25 && x < 0.6 && y > 0.3 && y < 0.7 ? 1.0f : 0.0f)
FLOW_SCALAR(warmPatch, 10.0f * patch(x, y).x)

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
    return Flow_AddSolidOf(fluid, solid);
}

static gfFluid *makeStirred(Fixture *fixture, const StirredCase *stirred)
{
    gfFluidDef def = Flow_Def(stirred->cells, stirred->cells, 0);
    def.grid = gfDefaultFluidDef().grid;
    def.grid.advection = stirred->advection;
    def.grid.keepTotals = stirred->keepsDye;
    def.grid.thermalExpansion = stirred->buoyant ? def.grid.thermalExpansion : 0.0f;
    def.dyeScale = stirred->dyeScale;
    def.fieldPrecision = stirred->precision;
    return Flow_Make(fixture, &def);
}

StirredResult Stirred_Run(Fixture *fixture, const StirredCase *stirred)
{
    const int window = 50;
    gfFluid *fluid = makeStirred(fixture, stirred);
    gfSolidDef solid = {0};
    gfSolidId id = {0};
    if (stirred->solid != STIRRED_NOTHING) {
        id = addSolid(fluid, stirred->solid, &solid);
    }
    Flow_WriteDye(fluid, patch);
    Flow_WriteField(fluid, GF_FIELD_TEMPERATURE, warmPatch);
    Flow_Steps(fluid, 1); // takes away what was written into the solid
    double dye = Flow_Integral(fluid, GF_FIELD_DYE, 3), heat = Flow_Integral(fluid, GF_FIELD_TEMPERATURE, 0);
    double sums[2] = {0.0, 0.0};
    StirredResult result = {.least = 1.0, .leastHeat = 1.0};
    for (int i = 0; i < stirred->steps; i++) {
        if (stirred->solid == STIRRED_PADDLE) {
            solid.shape.angle += solid.angularVelocity / 60.0f;
            assert_true(gfFluid_SetSolid(fluid, id, &solid));
        }
        pushOnce(fluid, stirred->push, i);
        Flow_Steps(fluid, 1);
        result.dye = Flow_Integral(fluid, GF_FIELD_DYE, 3) / dye - 1.0;
        result.heat = Flow_Integral(fluid, GF_FIELD_TEMPERATURE, 0) / heat - 1.0;
        result.largest = fmax(result.largest, fmax(fabs(result.dye), fabs(result.heat)));
        sums[0] += result.dye / window;
        sums[1] += result.heat / window;
        if (i % window == window - 1) {
            result.largestMean = fmax(result.largestMean, fmax(fabs(sums[0]), fabs(sums[1])));
            sums[0] = sums[1] = 0.0;
        }
        if (i % 10 == 0 || i == stirred->steps - 1) {
            double least, most;
            Flow_Range(fluid, GF_FIELD_DYE, 3, &least, &most);
            result.least = fmin(result.least, least);
            result.most = fmax(result.most, most);
            Flow_Range(fluid, GF_FIELD_TEMPERATURE, 0, &least, &most);
            result.leastHeat = fmin(result.leastHeat, 0.1 * least);
            result.mostHeat = fmax(result.mostHeat, 0.1 * most);
        }
    }
    return result;
}
