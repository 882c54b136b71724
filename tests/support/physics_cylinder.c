// A cylinder that sheds vortices in a channel.
#include "support/physics.h"

#define CHANNEL_HEIGHT 0.41
#define DIAMETER 0.1

static gfFluid *makeChannel(Fixture *fixture, const DragCase *c, gfVec2 *centre, gfSolidId *cylinder)
{
    double h = DIAMETER / c->across, mean = 0.01 * c->reynolds;
    gfFluidDef def = Physics_Def((int)lround(2.2 / h), (int)lround(CHANNEL_HEIGHT / h), (float)h,
                                 c->scheme == GF_SCHEME_REFLECT ? GF_QUALITY_HIGH : GF_QUALITY_MEDIUM);
    def.grid.scheme = c->scheme;
    def.grid.cflLimit = 0.0f;
    def.grid.viscosity = 0.001f;
    def.fixedStep = (float)(c->cfl * h / (2.0 * mean)); // the fastest fluid, beside the cylinder, is twice as fast
    def.boundaries.left =
        (gfBoundary){.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = (float)mean, .inflowProfile = GF_INFLOW_PARABOLIC};
    def.boundaries.right = Physics_Boundary(GF_BOUNDARY_OPEN);
    def.boundaries.bottom = def.boundaries.top = Physics_Boundary(GF_BOUNDARY_NO_SLIP);
    gfFluid *fluid = Flow_Make(fixture, &def);
    *centre = (gfVec2){(float)(0.2 + (double)c->offset.x * h), (float)(0.2 + (double)c->offset.y * h)};
    gfSolidDef solid = Flow_SolidDef(gfMakeCircle(*centre, (float)(0.5 * DIAMETER)));
    solid.surface = GF_WALL_NO_SLIP;
    *cylinder = Flow_AddSolidOf(fluid, &solid);
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
    float *pressure = Fixture_Read(fluid, GF_FIELD_PRESSURE, &info);
    double h = (double)info.spacing.x;
    Sample sample = {.time = time, .cross = Flow_At(fluid, GF_FIELD_VELOCITY, 1, 0.4, 0.2)};
    sample.drop = pressureAt(&info, pressure, 0.15 - 0.5 * h, 0.2) - pressureAt(&info, pressure, 0.25 + 0.5 * h, 0.2);
    for (int k = 0; k < 64; k++) {
        double angle = 2.0 * PI * (k + 0.5) / 64.0, radius = 0.5 * DIAMETER + 1.5 * h;
        sample.lift -=
            sin(angle) * pressureAt(&info, pressure, 0.2 + radius * cos(angle), 0.2 + radius * sin(angle)) / 64.0;
    }
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

ShedResult Physics_RunCylinder(Fixture *fixture, const DragCase *c)
{
    gfVec2 centre;
    gfSolidId cylinder;
    gfFluid *fluid = makeChannel(fixture, c, &centre, &cylinder);
    double step = (double)gfFluid_GetDef(fluid).fixedStep, first = -1.0, last = -1.0;
    int ups = 0, count = 0, most = (int)((c->to - c->from) / (2.0 * step)) + 2;
    Sample *samples = Fixture_Keep(malloc((size_t)most * sizeof *samples));
    ShedResult result = {0};
    // Every other step: a read waits for the GPU.
    for (double time = 2.0 * step; time < c->to && count < most; time += 2.0 * step) {
        Flow_Steps(fluid, 2);
        if (time < c->from) {
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
    return result;
}

// The velocity on faces and the pressure in cells.
typedef struct Sampled {
    gfFieldInfo faces, cells;
    float *velocity, *pressure;
    double h, viscosity;
} Sampled;

static double speedAt(const Sampled *f, int axis, int i, int j)
{
    return (double)f->velocity[2 * (j * f->faces.width + i) + axis];
}

static double pressureIn(const Sampled *f, int i, int j)
{
    return (double)f->pressure[j * f->cells.width + i];
}

// Along x, into a box of cells: what flows in through its sides, presses and rubs at them. `momentum`: inside.
static double balanceOf(const Sampled *f, const int box[4], double *momentum)
{
    double sum = 0.0, h = f->h;
    *momentum = 0.0;
    for (int j = box[1]; j < box[3]; j++) {
        for (int end = 0; end < 2; end++) {
            int i = box[2 * end];
            double u = speedAt(f, 0, i, j), into = end == 0 ? 1.0 : -1.0;
            sum += into * h * (u * u + 0.5 * (pressureIn(f, i - 1, j) + pressureIn(f, i, j)));
            sum -= into * f->viscosity * 0.5 * (speedAt(f, 0, i + 1, j) - speedAt(f, 0, i - 1, j));
        }
        for (int i = box[0]; i < box[2]; i++) {
            *momentum += 0.5 * h * h * (speedAt(f, 0, i, j) + speedAt(f, 0, i + 1, j));
        }
    }
    for (int i = box[0]; i < box[2]; i++) {
        for (int end = 0; end < 2; end++) {
            int j = box[2 * end + 1];
            double below = 0.5 * (speedAt(f, 0, i, j - 1) + speedAt(f, 0, i + 1, j - 1)), into = end == 0 ? 1.0 : -1.0;
            double above = 0.5 * (speedAt(f, 0, i, j) + speedAt(f, 0, i + 1, j));
            sum += into * (h * 0.5 * (below + above) * speedAt(f, 1, i, j) - f->viscosity * (above - below));
        }
    }
    return sum;
}

static double takeBalance(gfFluid *fluid, gfVec2 centre, double *momentum)
{
    Sampled f = {.viscosity = (double)gfFluid_GetDef(fluid).grid.viscosity};
    f.velocity = Fixture_ReadField(fluid, GF_FIELD_FACE_VELOCITY, &f.faces);
    f.pressure = Fixture_ReadField(fluid, GF_FIELD_PRESSURE, &f.cells);
    f.h = (double)f.cells.spacing.x;
    const int box[4] = {(int)lround(((double)centre.x - 0.08) / f.h), (int)lround(((double)centre.y - 0.08) / f.h),
                        (int)lround(((double)centre.x + 0.08) / f.h), (int)lround(((double)centre.y + 0.08) / f.h)};
    double sum = balanceOf(&f, box, momentum);
    free(f.velocity);
    free(f.pressure);
    return sum;
}

DragResult Physics_RunDrag(Fixture *fixture, const DragCase *c)
{
    gfVec2 centre;
    gfSolidId cylinder;
    gfFluid *fluid = makeChannel(fixture, c, &centre, &cylinder);
    gfQuery *query = Flow_AskAbout(fluid, cylinder);
    double mean = 0.01 * c->reynolds, dt = (double)gfFluid_GetDef(fluid).fixedStep,
           unit = 2.0 / (mean * mean * DIAMETER);
    DragResult r = {.drags = {1e9, -1e9}, .lifts = {1e9, -1e9}};
    double first = 0.0, last = 0.0, firstTime = 0.0, before = 0.0, firstUp = 0.0, lastUp = 0.0;
    int count = 0, ups = 0, steps = (int)(c->to / dt);
    for (int k = 1; k <= steps; k++) {
        Flow_Steps(fluid, 1);
        if (k * dt < c->from && k < steps) {
            continue;
        }
        gfQueryAnswer answer = Flow_Ask(query);
        double drag = unit * (double)answer.solids[0].force.x, lift = unit * (double)answer.solids[0].force.y;
        r.drag += drag;
        r.lift += lift;
        r.drags[0] = fmin(r.drags[0], drag);
        r.drags[1] = fmax(r.drags[1], drag);
        r.lifts[0] = fmin(r.lifts[0], lift);
        r.lifts[1] = fmax(r.lifts[1], lift);
        if (count > 0 && before < 0.0 && lift >= 0.0) {
            lastUp = dt * (k - lift / (lift - before));
            firstUp = ups == 0 ? lastUp : firstUp;
            ups++;
        }
        before = lift;
        r.balance += unit * takeBalance(fluid, centre, &last);
        first = count == 0 ? last : first;
        firstTime = count == 0 ? k * dt : firstTime;
        count++;
    }
    r.strouhal = ups > 1 ? (ups - 1) * DIAMETER / (mean * (lastUp - firstUp)) : 0.0;
    r.drag /= count;
    r.lift /= count;
    r.balance = r.balance / count - (count > 1 ? unit * (last - first) / (steps * dt - firstTime) : 0.0);
    return r;
}

// Largest error of the velocity along x between the two, m/s.
static double worstBetween(gfFluid *fluid, const CouetteCase *c, gfVec2 centre, double scale)
{
    Faces faces = Faces_Read(fluid);
    double h = 1.0 / c->cells, inner = c->inner * h, outer = c->outer * h, worst = 0.0;
    for (int j = 0; j < c->cells; j++) {
        for (int i = 0; i < c->cells; i++) {
            double dx = i * h - (double)centre.x, dy = (j + 0.5) * h - (double)centre.y, r = hypot(dx, dy);
            if (r > inner && r < outer) {
                double u = -dy / r * scale * (outer * outer / r - r);
                worst = fmax(worst, fabs(Faces_X(&faces, i, j) - u));
            }
        }
    }
    return worst;
}

CouetteResult Physics_RunCouette(Fixture *fixture, const CouetteCase *c)
{
    const double turn = 0.5, thick = 0.05, h = 1.0 / c->cells, inner = c->inner * h, outer = c->outer * h;
    const gfVec2 centre = {(float)(0.5 + (double)c->offset.x * h), (float)(0.5 + (double)c->offset.y * h)};
    gfFluidDef def = Physics_Def(c->cells, c->cells, (float)h, GF_QUALITY_MEDIUM);
    def.grid.viscosity = (float)thick;
    def.fixedStep = (float)c->step;
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfSolidId ids[5];
    gfVec2 centres[4];
    gfSolidDef solid = gfDefaultSolidDef();
    solid.surface = GF_WALL_NO_SLIP;
    Physics_AddVessel(fluid, &solid, centre, outer, ids + 1, centres);
    solid.shape = gfMakeCircle(centre, (float)inner);
    solid.angularVelocity = (float)turn;
    ids[0] = gfFluid_AddSolid(fluid, &solid);
    gfQueryDef asks = gfDefaultQueryDef();
    asks.maxSolids = 5;
    asks.density = 1.0f;
    gfQuery *query = Flow_MakeQuery(fluid, &asks);
    assert_true(gfQuery_SetSolids(query, ids, 5));
    Flow_Steps(fluid, (int)lround(4.0 / c->step));
    gfQueryAnswer answer = Flow_Ask(query);
    double scale = turn * inner * inner / (outer * outer - inner * inner),
           torque = 4.0 * PI * thick * scale * outer * outer;
    CouetteResult result = {.velocity = worstBetween(fluid, c, centre, scale) / (turn * inner),
                            .torque = -(double)answer.solids[0].torque / torque};
    for (int k = 1; k <= 4; k++) { // about centres of their own: moved to the cylinder's
        gfVec2 at = centres[k - 1], force = answer.solids[k].force;
        double moment = (double)(at.x - centre.x) * (double)force.y - (double)(at.y - centre.y) * (double)force.x;
        result.onVessel += ((double)answer.solids[k].torque + moment) / torque;
    }
    return result;
}
