#include "support/gaussian.h"

#include "fluid/fluid.h"
#include "gl/readback.h"
#include "solvers/gaussian/gaussian.h"

#define UNIT 64.0f // cells a metre, steps a second

gfFluidDef Gaussian_Def(int width, int height, gfGaussianMode mode)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GAUSSIAN, width, height, 1.0f / UNIT);
    def.fixedStep = 1.0f / UNIT;
    def.gaussian.mode = mode;
    return def;
}

gfFluidDef Gaussian_PeriodicDef(int width, int height, gfGaussianMode mode)
{
    gfFluidDef def = Gaussian_Def(width, height, mode);
    Flow_SetSides(&def, GF_BOUNDARY_PERIODIC);
    return def;
}

const char *Gaussian_ModeName(gfGaussianMode mode)
{
    return mode == GF_GAUSSIAN_CONSERVING ? "conserving" : mode == GF_GAUSSIAN_SIMPLE ? "simple" : "classic";
}

GaussianCells GaussianCells_Make(int width, int height)
{
    size_t count = (size_t)width * (size_t)height;
    double *values = Fixture_Alloc(3 * count * sizeof *values);
    return (GaussianCells){width, height, values, values + count, values + 2 * count};
}

GaussianCells GaussianCells_Read(gfFluid *fluid)
{
    const gfGaussian *state = fluid->state;
    const int *size = state->extents[GF_EXTENT_PACKED];
    GaussianCells cells = GaussianCells_Make(state->cellsX, state->cellsY);
    double *values[GF_GAUSSIAN_STATES] = {cells.x, cells.y, cells.mass};
    float *packed = Fixture_Keep(malloc(4 * (size_t)(size[0] * size[1]) * sizeof *packed));
    assert_true(gfDevice_Begin(fluid->body.device, "test"));
    for (int n = 0; n < GF_GAUSSIAN_STATES; n++) {
        const gfTexture *texture = &state->state[n].read;
        assert_true(gfReadback_Blocking(fluid->body.device, &(gfReadSource){texture, size[0], size[1], 4}, packed));
        for (int i = 0; i < cells.width * cells.height; i++) {
            int x = i % cells.width, y = i / cells.width;
            values[n][i] = (double)packed[4 * (y / 2 * size[0] + x / 2) + x % 2 + 2 * (y % 2)];
        }
    }
    gfDevice_End(fluid->body.device);
    return cells;
}

void GaussianCells_Write(const GaussianCells *cells, gfFluid *fluid)
{
    size_t count = (size_t)cells->width * (size_t)cells->height;
    float *mass = Fixture_Keep(malloc(3 * count * sizeof *mass)), *velocity = mass + count;
    gfFluidDef def = gfFluid_GetDef(fluid);
    double unit = (double)def.fixedStep / (double)def.cellSize; // cells a step, of 1 m/s
    for (size_t i = 0; i < count; i++) {
        mass[i] = (float)cells->mass[i];
        velocity[2 * i] = (float)(cells->x[i] / unit);
        velocity[2 * i + 1] = (float)(cells->y[i] / unit);
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_MASS, mass, count));
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_VELOCITY, velocity, 2 * count));
}

void Gaussian_Write(gfFluid *fluid, GaussianFn *fn)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    GaussianCells cells = GaussianCells_Make(def.gridWidth, def.gridHeight);
    for (int i = 0; i < cells.width * cells.height; i++) {
        GaussianValue value = fn(i % cells.width + 0.5, i / cells.width + 0.5);
        cells.mass[i] = value.mass;
        cells.x[i] = value.x;
        cells.y[i] = value.y;
    }
    GaussianCells_Write(&cells, fluid);
}

double Gaussian_Random(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return (double)(*seed >> 8) / 16777216.0;
}

void GaussianCells_Randomize(GaussianCells *cells, uint32_t seed, double speed)
{
    seed = seed * 2654435761u + 1u;
    bool empty[8 * 8];
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
        empty[i] = Gaussian_Random(&seed) < 0.4;
    }
    for (int i = 0; i < cells->width * cells->height; i++) {
        int blockX = i % cells->width * 8 / cells->width, blockY = i / cells->width * 8 / cells->height;
        double share = Gaussian_Random(&seed);
        bool hole = empty[blockY * 8 + blockX] || share < 0.1;
        cells->mass[i] = hole ? 0.0 : 2.0 * share;
        cells->x[i] = hole ? 0.0 : speed * (2.0 * Gaussian_Random(&seed) - 1.0);
        cells->y[i] = hole ? 0.0 : speed * (2.0 * Gaussian_Random(&seed) - 1.0);
    }
}

GaussianTotals GaussianCells_Totals(const GaussianCells *cells)
{
    GaussianTotals t = {0};
    double squares = 0.0;
    for (int i = 0; i < cells->width * cells->height; i++) {
        double m = cells->mass[i], vx = cells->x[i], vy = cells->y[i];
        double x = i % cells->width + 0.5, y = i / cells->width + 0.5;
        t.mass += m;
        t.momentum[0] += m * vx;
        t.momentum[1] += m * vy;
        t.centreX += m * x;
        t.centreY += m * y;
        squares += m * (x * x + y * y);
        t.energy += 0.5 * m * (vx * vx + vy * vy);
        t.massMax = fmax(t.massMax, m);
        t.speedMax = m > 0.0 ? fmax(t.speedMax, fmax(fabs(vx), fabs(vy))) : t.speedMax;
    }
    if (t.mass > 0.0) {
        t.centreX /= t.mass;
        t.centreY /= t.mass;
        t.spread = sqrt(fmax(squares / t.mass - t.centreX * t.centreX - t.centreY * t.centreY, 0.0));
    }
    return t;
}

GaussianTotals Gaussian_Totals(gfFluid *fluid)
{
    GaussianCells cells = GaussianCells_Read(fluid);
    return GaussianCells_Totals(&cells);
}

GaussianDifference GaussianCells_Compare(const GaussianCells *cells, const GaussianCells *expected)
{
    assert_true(cells->width == expected->width && cells->height == expected->height);
    GaussianDifference most = {0}, scale = {0};
    for (int i = 0; i < cells->width * cells->height; i++) {
        double a = cells->mass[i], b = expected->mass[i];
        double ax = a * cells->x[i], ay = a * cells->y[i], bx = b * expected->x[i], by = b * expected->y[i];
        // NaN counts as a large difference
        most.mass = fabs(a - b) <= most.mass ? most.mass : fabs(a - b);
        double d = hypot(ax - bx, ay - by);
        most.momentum = d <= most.momentum ? most.momentum : d;
        scale.mass = fmax(scale.mass, fabs(b));
        scale.momentum = fmax(scale.momentum, hypot(bx, by));
    }
    most.mass /= scale.mass > 0.0 ? scale.mass : 1.0;
    most.momentum /= scale.momentum > 0.0 ? scale.momentum : 1.0;
    return most;
}

double Gaussian_DyeTotal(gfFluid *fluid, int channel)
{
    gfFieldInfo info;
    float *mass = Fixture_Read(fluid, GF_FIELD_MASS, NULL);
    float *dye = Fixture_Read(fluid, GF_FIELD_DYE, &info);
    double sum = 0.0;
    for (size_t i = 0; i < (size_t)info.width * (size_t)info.height; i++) {
        sum += (double)mass[i] * (double)dye[4 * i + (size_t)channel];
    }
    return sum;
}

void Gaussian_ExpectSameBytes(gfFluid *a, gfFluid *b)
{
    static const gfField fields[] = {GF_FIELD_MASS, GF_FIELD_VELOCITY, GF_FIELD_DYE};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        gfFieldInfo infoA, infoB;
        float *valuesA = Fixture_Read(a, fields[i], &infoA), *valuesB = Fixture_Read(b, fields[i], &infoB);
        assert_true(infoA.width == infoB.width && infoA.height == infoB.height);
        size_t count = (size_t)infoA.width * (size_t)infoA.height * (size_t)infoA.channels;
        assert_memory_equal(valuesA, valuesB, count * sizeof *valuesA);
    }
}
