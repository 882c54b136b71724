// A cylinder that sheds vortices in a channel.
#include "support/physics.h"

#include <math.h>

#define CHANNEL_HEIGHT 0.41
#define DIAMETER 0.1

static gfFluid *makeChannel(Fixture *fixture, int cellsUp, gfQuality quality, double cfl)
{
    double h = CHANNEL_HEIGHT / cellsUp;
    gfFluidDef def = Physics_Def((int)lround(2.2 / h / 4.0) * 4, cellsUp, (float)h, quality);
    def.fixedStep = (float)(cfl * h / 2.0); // the fastest fluid, beside the cylinder, moves at about 2 m/s
    def.grid.cflLimit = 0.0f;
    def.grid.viscosity = 0.001f;
    def.boundaries.left = (gfBoundary){.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = 1.0f, .inflowProfile = GF_INFLOW_PARABOLIC};
    def.boundaries.right = Physics_Boundary(GF_BOUNDARY_OPEN);
    def.boundaries.bottom = def.boundaries.top = Physics_Boundary(GF_BOUNDARY_NO_SLIP);
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfSolidDef cylinder = gfDefaultSolidDef();
    cylinder.shape = gfMakeCircle((gfVec2){0.2f, 0.2f}, (float)(0.5 * DIAMETER));
    cylinder.surface = GF_SURFACE_NO_SLIP;
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &cylinder)));
    return fluid;
}

// What is kept of a step.
typedef struct Sample {
    double time, cross, drop, lift;
} Sample;

static double pressureAt(const gfFieldInfo *info, const float *pressure, double x, double y)
{
    double i = (x - (double)info->origin.x) / (double)info->spacing.x;
    double j = (y - (double)info->origin.y) / (double)info->spacing.y;
    int i0 = (int)floor(i), j0 = (int)floor(j);
    const float *p = pressure + j0 * info->width + i0;
    double low = (double)p[0] + (i - i0) * ((double)p[1] - (double)p[0]);
    double high = (double)p[info->width] + (i - i0) * ((double)p[info->width + 1] - (double)p[info->width]);
    return low + (j - j0) * (high - low);
}

// Lift by the pressure alone, a cell and a half off the surface: enough to tell when it is largest.
static Sample takeSample(gfFluid *fluid, double time)
{
    gfFieldInfo info;
    float *pressure = Fixture_ReadField(fluid, GF_FIELD_PRESSURE, &info);
    double h = (double)info.spacing.x;
    Sample sample = {.time = time, .cross = Flow_At(fluid, GF_FIELD_VELOCITY, 1, 0.4, 0.2)};
    sample.drop = pressureAt(&info, pressure, 0.15 - 0.5 * h, 0.2) - pressureAt(&info, pressure, 0.25 + 0.5 * h, 0.2);
    for (int k = 0; k < 64; k++) {
        double angle = 2.0 * PI * (k + 0.5) / 64.0, radius = 0.5 * DIAMETER + 1.5 * h;
        sample.lift -=
            sin(angle) * pressureAt(&info, pressure, 0.2 + radius * cos(angle), 0.2 + radius * sin(angle)) / 64.0;
    }
    free(pressure);
    return sample;
}

// Whether no lift within .4 of a period of sample k is larger.
static bool isPeak(const Sample *samples, int count, int k, double period)
{
    bool peak = samples[k].time - samples[0].time > 0.4 * period;
    for (int i = 0; i < count && peak; i++) {
        peak = fabs(samples[i].time - samples[k].time) > 0.4 * period || samples[i].lift <= samples[k].lift;
    }
    return peak;
}

// The drop of pressure half a period after each largest lift, averaged.
static double dropAfterLift(const Sample *samples, int count, double period)
{
    double sum = 0.0;
    int peaks = 0;
    for (int k = 0; k < count && samples[k].time + 0.5 * period < samples[count - 1].time; k++) {
        if (isPeak(samples, count, k, period)) {
            int after = k;
            while (samples[after].time < samples[k].time + 0.5 * period) {
                after++;
            }
            sum += samples[after].drop;
            peaks++;
        }
    }
    return peaks > 0 ? sum / peaks : 0.0;
}

ShedResult Physics_RunCylinder(Fixture *fixture, int cellsUp, gfQuality quality, double cfl, double from, double to)
{
    gfFluid *fluid = makeChannel(fixture, cellsUp, quality, cfl);
    double step = (double)gfFluid_GetDef(fluid).fixedStep, first = -1.0, last = -1.0;
    int ups = 0, count = 0, most = (int)((to - from) / (2.0 * step)) + 2;
    Sample *samples = malloc((size_t)most * sizeof *samples);
    assert_non_null(samples);
    ShedResult result = {0};
    // Every other step: a read waits for the GPU.
    for (double time = 2.0 * step; time < to && count < most; time += 2.0 * step) {
        Flow_Steps(fluid, 2);
        if (time < from) {
            continue;
        }
        samples[count] = takeSample(fluid, time);
        double now = samples[count].cross, before = count > 0 ? samples[count - 1].cross : 0.0;
        result.swing = fmax(result.swing, fabs(now));
        result.pressure += samples[count].drop;
        if (before < 0.0 && now >= 0.0) {
            last = time - 2.0 * step * now / (now - before);
            first = ups == 0 ? last : first;
            ups++;
        }
        count++;
    }
    Flow_Measure(fluid);
    result.periods = ups - 1;
    result.pressure /= fmax(count, 1);
    if (ups > 1) {
        double period = (last - first) / (ups - 1);
        result.strouhal = DIAMETER / 1.0 / period;
        result.pressureAfterLift = dropAfterLift(samples, count, period);
    }
    free(samples);
    gfDestroyFluid(fluid);
    return result;
}
