#include "support/water.h"

gfFluidDef Water_Def(int cellsX, int cellsY, double height)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_WATER, cellsX, cellsY, (float)(height / cellsY));
    def.fixedStep = 1.0f / 60.0f;
    return def;
}

gfFluidDef Water_CellsDef(int cellsX, int cellsY, double gravity, double step)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_WATER, cellsX, cellsY, 1.0f);
    def.water.gravity.y = (float)-gravity;
    def.fixedStep = (float)step;
    return def;
}

FLOW_VECTOR(atRest, 0.0, 0.0)

int Water_Fill(gfFluid *fluid, FlowFn *inside)
{
    return Water_FillMoving(fluid, inside, atRest);
}

int Water_FillMoving(gfFluid *fluid, FlowFn *inside, FlowFn *velocity)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    double side = sqrt((double)def.water.particlesPerCell), s = (double)def.cellSize / side;
    int columns = (int)(def.gridWidth * side + 0.5), rows = (int)(def.gridHeight * side + 0.5), count = 0;
    gfParticle *list = Fixture_Alloc((size_t)columns * (size_t)rows * sizeof *list);
    uint32_t seed = 1;
    for (int j = 0; j < rows; j++) {
        for (int i = 0; i < columns; i++) {
            double x = (i + 0.5 + 0.9 * (Particles_Random(&seed) - 0.5)) * s;
            double y = (j + 0.5 + 0.9 * (Particles_Random(&seed) - 0.5)) * s;
            if (inside(x, y).x > 0.0f) {
                list[count++] = (gfParticle){.position = {(float)x, (float)y}, .velocity = velocity(x, y)};
            }
        }
    }
    assert_true(gfFluid_AddParticles(fluid, list, count));
    return count;
}

WaterParticles Water_Read(gfFluid *fluid)
{
    WaterParticles found = {NULL, 0};
    int live = gfFluid_ReadParticlesBlocking(fluid, NULL, 0);
    assert_true(live >= 0);
    found.list = Fixture_Alloc((size_t)(live + 1) * sizeof *found.list);
    found.count = gfFluid_ReadParticlesBlocking(fluid, found.list, live);
    assert_int_equal(found.count, live);
    return found;
}

double Water_Fastest(gfFluid *fluid, double top)
{
    WaterParticles p = Water_Read(fluid);
    double fastest = 0.0;
    for (int i = 0; i < p.count; i++) {
        double speed = hypot((double)p.list[i].velocity.x, (double)p.list[i].velocity.y);
        fastest = (double)p.list[i].position.y < top ? fmax(fastest, speed) : fastest;
    }
    return fastest;
}

double Water_Wave(gfFluid *fluid, double *mean)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    WaterParticles p = Water_Read(fluid);
    double h = (double)def.cellSize, width = def.gridWidth * h, each = h * h / def.water.particlesPerCell;
    double sum = 0.0;
    for (int i = 0; i < p.count; i++) {
        sum += cos(PI * (double)p.list[i].position.x / width) * each;
    }
    if (mean != NULL) {
        *mean = p.count * each / width;
    }
    return 2.0 * sum / width;
}

double Water_Area(gfFluid *fluid, double left, double right)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    WaterParticles p = Water_Read(fluid);
    int count = 0;
    for (int i = 0; i < p.count; i++) {
        double x = (double)p.list[i].position.x;
        count += x >= left && x < right ? 1 : 0;
    }
    return count * (double)def.cellSize * (double)def.cellSize / def.water.particlesPerCell;
}

void WaterSwing_Tell(WaterSwing *s, double value, double step)
{
    s->time += step;
    if (s->started && s->last * value < 0.0) {
        assert_true(s->zeroCount < 32);
        s->peaks[s->peakCount++] = fabs(s->peak);
        s->zeros[s->zeroCount++] = s->time - step * fabs(value) / (fabs(value) + fabs(s->last));
        s->peak = 0.0;
    }
    s->peak = fabs(value) > fabs(s->peak) ? value : s->peak;
    s->last = value;
    s->started = true;
}

double WaterSwing_Period(const WaterSwing *s)
{
    assert_true(s->zeroCount >= 3);
    int halves = (s->zeroCount - 1) / 2 * 2;
    return (s->zeros[halves] - s->zeros[0]) / (halves / 2);
}

double WaterSwing_Kept(const WaterSwing *s)
{
    assert_true(s->peakCount >= 5);
    return (s->peaks[3] + s->peaks[4]) / (s->peaks[1] + s->peaks[2]);
}

gfShape Water_Box(double left, double right, double bottom, double top)
{
    return gfMakeRectangle((gfVec2){(float)(0.5 * (left + right)), (float)(0.5 * (bottom + top))},
                           (gfVec2){(float)(0.5 * (right - left)), (float)(0.5 * (top - bottom))}, 0.0f);
}
