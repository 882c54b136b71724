#include "support/walls.h"

/// Smooth in the first channel, even in the last.
static void writeDye(gfFluid *fluid, int cells)
{
    gfFieldInfo info;
    assert_true(gfFluid_GetFieldInfo(fluid, GF_FIELD_DYE, &info));
    size_t count = (size_t)info.width * (size_t)info.height;
    float *dye = Fixture_Keep(calloc(count, 4 * sizeof *dye));
    double waves = 2.0 * PI * floor(cells / 12.0);
    for (size_t i = 0; i < count; i++) {
        double x = ((double)(i % (size_t)info.width) + 0.5) / info.width;
        double y = ((double)(i / (size_t)info.width) + 0.5) / info.height;
        dye[4 * i] = (float)(0.5 + 0.25 * sin(waves * x) + 0.25 * sin(waves * y));
        dye[4 * i + 3] = 1.0f;
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_DYE, dye, 4 * count));
}

static void addWalls(gfFluid *fluid, const WallsCase *walls)
{
    const float h = 1.0f / (float)walls->cells, radius = walls->radius * h;
    const gfVec2 middle = {0.5f + walls->offset.x * h, 0.5f + walls->offset.y * h};
    if (walls->solid == WALLS_DISC) {
        Flow_AddDisc(fluid, middle.x, middle.y, radius);
    } else if (walls->solid == WALLS_BOX) {
        Flow_AddSolid(fluid, gfMakeRectangle(middle, (gfVec2){radius, radius}, walls->angle / 3.0f));
    }
    for (int i = -1; walls->solid == WALLS_PLATES && i <= 1; i++) {
        const gfVec2 at = {middle.x + 0.28f * (float)i, middle.y + 0.1f * (float)i};
        float angle = walls->angle / 3.0f + 0.7f * (float)i;
        Flow_AddSolid(fluid, gfMakeRectangle(at, (gfVec2){radius, 0.9f * h}, angle));
    }
}

static gfFluid *makeWind(Fixture *fixture, const WallsCase *walls)
{
    gfFluidDef def = Flow_Def(walls->cells, walls->cells, 4);
    assert_true(gfGridParams_SetQuality(&def.grid, walls->quality));
    def.grid.advection = walls->advection;
    def.dyeScale = walls->dyeScale;
    Flow_SetSides(&def, GF_BOUNDARY_PERIODIC);
    def.fixedStep = 0.01f;
    gfFluid *fluid = Flow_Make(fixture, &def);
    addWalls(fluid, walls);
    float speed = walls->cells_step * def.cellSize / def.fixedStep;
    Flow_WriteWind(fluid, speed * cosf(walls->angle), speed * sinf(walls->angle));
    assert_true(gfFluid_Project(fluid, 20));
    writeDye(fluid, walls->cells);
    Flow_Steps(fluid, 1); // takes away what was written into the solid
    return fluid;
}

/// Texels less the mean of their neighbours in fluid, within four cells of the solid.
static double measureRoughness(gfFluid *fluid, const float *dye, const gfFieldInfo *info)
{
    gfFieldInfo cells;
    float *distance = Fixture_Read(fluid, GF_FIELD_SOLID, &cells);
    double rough = 0.0, count = 0.0;
    for (int j = 1; j < info->height - 1; j++) {
        for (int i = 1; i < info->width - 1; i++) {
            int cell = j * cells.height / info->height * cells.width + i * cells.width / info->width;
            const float *own = dye + 4 * ((size_t)j * (size_t)info->width + (size_t)i);
            if (distance[cell] > 4.0f * cells.spacing.x || own[3] == 0.0f) {
                continue;
            }
            double mean = 0.0, around = 0.0;
            const float *const beside[] = {own - 4, own + 4, own - 4 * info->width, own + 4 * info->width};
            for (int k = 0; k < 4; k++) {
                mean += beside[k][3] != 0.0f ? (double)beside[k][0] : 0.0;
                around += beside[k][3] != 0.0f ? 1.0 : 0.0;
            }
            rough += around > 0.0 ? pow((double)own[0] - mean / around, 2.0) : 0.0;
            count += 1.0;
        }
    }
    return sqrt(rough / count);
}

WallsResult Walls_Run(Fixture *fixture, const WallsCase *walls)
{
    gfFluid *fluid = makeWind(fixture, walls);
    WallsResult result = {.least = 1.0};
    const float smooth_cells = 24.0f; // farther on what was smooth is drawn out into threads
    double before = Flow_Integral(fluid, GF_FIELD_DYE, 0);
    int steps = (int)ceilf((float)walls->way / walls->cells_step);
    for (int step = 1; step < steps; step++) {
        gfFieldInfo info;
        Flow_Steps(fluid, 1);
        float *dye = Fixture_Read(fluid, GF_FIELD_DYE, &info);
        for (int i = 0; i < info.width * info.height; i++) {
            double value = (double)dye[4 * i], even = (double)dye[4 * i + 3];
            result.least = fmin(result.least, even != 0.0 ? value : 1.0);
            result.most = fmax(result.most, value);
            result.uneven = fmax(result.uneven, even != 0.0 ? fabs(even - 1.0) : 0.0);
        }
        double all = Flow_Integral(fluid, GF_FIELD_DYE, 0);
        result.drift = fmax(result.drift, fabs(all / before - 1.0));
        if ((float)step * walls->cells_step <= smooth_cells) {
            result.roughness = measureRoughness(fluid, dye, &info);
        }
    }
    return result;
}
