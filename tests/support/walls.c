#include "support/walls.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static gfVec2 wind;

static gfVec2 evenWind(double x, double y)
{
    (void)x;
    (void)y;
    return wind;
}

/// Smooth in the first channel, even in the last.
static void writeDye(gfFluid *fluid, int cells)
{
    gfFieldInfo info;
    assert_true(gfFluid_GetFieldInfo(fluid, GF_FIELD_DYE, &info));
    size_t count = (size_t)info.width * (size_t)info.height;
    float *dye = calloc(count, 4 * sizeof *dye);
    assert_non_null(dye);
    double waves = 2.0 * PI * floor(cells / 12.0);
    for (size_t i = 0; i < count; i++) {
        double x = ((double)(i % (size_t)info.width) + 0.5) / info.width;
        double y = ((double)(i / (size_t)info.width) + 0.5) / info.height;
        dye[4 * i] = (float)(0.5 + 0.25 * sin(waves * x) + 0.25 * sin(waves * y));
        dye[4 * i + 3] = 1.0f;
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_DYE, dye, 4 * count));
    free(dye);
}

static gfFluid *makeWind(Fixture *fixture, const WallsCase *walls, float cells_step)
{
    gfFluidDef def = Flow_Def(walls->cells, walls->cells, 4);
    def.grid.advection = GF_ADVECTION_CONSERVING;
    def.dyeScale = walls->dyeScale;
    gfBoundary *const sides[] = {&def.boundaries.left, &def.boundaries.right, &def.boundaries.bottom,
                                 &def.boundaries.top};
    for (int i = 0; i < 4; i++) {
        sides[i]->kind = GF_BOUNDARY_PERIODIC;
    }
    def.fixedStep = 0.01f;
    gfFluid *fluid = Flow_Make(fixture, &def);
    float h = def.cellSize, radius = walls->radius * h;
    gfSolidDef solid = gfDefaultSolidDef();
    const gfVec2 middle = {0.5f + walls->offset.x * h, 0.5f + walls->offset.y * h};
    solid.shape = walls->box ? gfMakeRectangle(middle, (gfVec2){radius, radius}, walls->angle / 3.0f)
                             : gfMakeCircle(middle, radius);
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
    float speed = cells_step * h / def.fixedStep;
    wind = (gfVec2){speed * cosf(walls->angle), speed * sinf(walls->angle)};
    Flow_WriteVelocity(fluid, evenWind);
    assert_true(gfFluid_Project(fluid, 20));
    writeDye(fluid, walls->cells);
    return fluid;
}

/// Texels less the mean of their neighbours in fluid, and from `reference`, within `reach` cells of the solid.
static double measureBeside(gfFluid *fluid, const float *dye, const float *reference, double *error)
{
    const double reach_cells = 4.0;
    gfFieldInfo info, cells;
    assert_true(gfFluid_GetFieldInfo(fluid, GF_FIELD_DYE, &info));
    float *distance = Fixture_ReadField(fluid, GF_FIELD_SOLID, &cells);
    double rough = 0.0, away = 0.0, count = 0.0;
    for (int j = 1; j < info.height - 1; j++) {
        for (int i = 1; i < info.width - 1; i++) {
            int cell = j * cells.height / info.height * cells.width + i * cells.width / info.width;
            const float *own = dye + 4 * ((size_t)j * (size_t)info.width + (size_t)i);
            if ((double)distance[cell] > reach_cells * (double)cells.spacing.x || own[3] == 0.0f) {
                continue;
            }
            double mean = 0.0, around = 0.0;
            const float *const beside[] = {own - 4, own + 4, own - 4 * info.width, own + 4 * info.width};
            for (int k = 0; k < 4; k++) {
                mean += beside[k][3] != 0.0f ? (double)beside[k][0] : 0.0;
                around += beside[k][3] != 0.0f ? 1.0 : 0.0;
            }
            rough += around > 0.0 ? pow((double)own[0] - mean / around, 2.0) : 0.0;
            away += pow((double)own[0] - (double)reference[own - dye], 2.0);
            count += 1.0;
        }
    }
    free(distance);
    *error = sqrt(away / count);
    return sqrt(rough / count);
}

WallsResult Walls_Run(Fixture *fixture, const WallsCase *walls)
{
    const int shorter = (int)ceilf(4.0f * walls->cells_step * walls->dyeScale);
    const int steps = (int)ceilf((float)walls->way / walls->cells_step);
    gfFluid *reference = makeWind(fixture, walls, walls->cells_step / (float)shorter);
    gfFluid *fluid = makeWind(fixture, walls, walls->cells_step);
    Flow_Steps(reference, 1); // takes away what was written into the solid
    Flow_Steps(fluid, 1);
    double before[2] = {Flow_Integral(fluid, GF_FIELD_DYE, 0), Flow_Integral(fluid, GF_FIELD_DYE, 3)};
    Flow_Steps(reference, steps * shorter - 1);
    Flow_Steps(fluid, steps - 1);
    gfFieldInfo info;
    float *expected = Fixture_ReadField(reference, GF_FIELD_DYE, &info);
    float *dye = Fixture_ReadField(fluid, GF_FIELD_DYE, &info);
    WallsResult result = {.least = 1.0};
    double none;
    result.smooth = measureBeside(reference, expected, expected, &none);
    result.roughness = measureBeside(fluid, dye, expected, &result.error);
    for (int i = 0; i < info.width * info.height; i++) {
        double value = (double)dye[4 * i], even = (double)dye[4 * i + 3];
        result.least = fmin(result.least, even != 0.0 ? value : 1.0);
        result.most = fmax(result.most, value);
        result.uneven = fmax(result.uneven, even != 0.0 ? fabs(even - 1.0) : 0.0);
    }
    for (int i = 0; i < 2; i++) {
        result.drift = fmax(result.drift, fabs(Flow_Integral(fluid, GF_FIELD_DYE, i == 0 ? 0 : 3) / before[i] - 1.0));
    }
    if (getenv("GF_TEST_VERBOSE") != NULL) {
        printf("%s of %g cells at (%g, %g), wind %g, %g cells a step, dye scale %g: uneven %.4f, %.4f to %.4f, "
               "drift %.1e, error %.4f, roughness %.4f of %.4f\n",
               walls->box ? "box" : "disc", (double)walls->radius, (double)walls->offset.x, (double)walls->offset.y,
               (double)walls->angle, (double)walls->cells_step, (double)walls->dyeScale, result.uneven, result.least,
               result.most, result.drift, result.error, result.roughness, result.smooth);
    }
    free(expected);
    free(dye);
    gfDestroyFluid(reference);
    gfDestroyFluid(fluid);
    return result;
}
