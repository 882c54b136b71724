#include "support/shallow.h"

static const double g = 9.81;

gfFluidDef Shallow_Def(int width, int height, double cellSize)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_SHALLOW, width, height, (float)cellSize);
    def.shallow.cflSubsteps = 64;
    return def;
}

void Shallow_JoinSides(gfFluidDef *def, bool periodic)
{
    const gfBoundary side = {.kind = periodic ? GF_BOUNDARY_PERIODIC : GF_BOUNDARY_FREE_SLIP};
    def->boundaries = (gfBoundaries){side, side, side, side};
}

double Shallow_Flat(double x, double y)
{
    (void)x, (void)y;
    return 0.0;
}

double Shallow_Pond(double x, double y)
{
    return Shallow_Flat(x, y) + 0.2;
}

static void writeCells(gfFluid *fluid, gfField field, ShallowFn *value, ShallowFn *ground)
{
    gfFieldInfo info;
    assert_true(gfFluid_GetFieldInfo(fluid, field, &info));
    size_t count = (size_t)info.width * (size_t)info.height;
    float *values = Fixture_Keep(malloc(count * sizeof *values));
    for (size_t i = 0; i < count; i++) {
        double x = (double)info.origin.x + (double)info.spacing.x * (double)(i % (size_t)info.width);
        double y = (double)info.origin.y + (double)info.spacing.y * (double)(i / (size_t)info.width);
        // As the GPU stores the ground, so that a lake is level.
        float below = ground != NULL ? (float)ground(x, y) : 0.0f;
        values[i] = field == GF_FIELD_GROUND ? (float)value(x, y) : fmaxf((float)value(x, y) - below, 0.0f);
    }
    assert_true(gfFluid_WriteField(fluid, field, values, count));
}

gfFluid *Shallow_Make(Fixture *fixture, const gfFluidDef *def, ShallowFn *ground, ShallowFn *level)
{
    gfFluid *fluid = Flow_Make(fixture, def);
    if (ground != NULL) {
        writeCells(fluid, GF_FIELD_GROUND, ground, NULL);
    }
    if (level != NULL) {
        writeCells(fluid, GF_FIELD_MASS, level, ground);
    }
    return fluid;
}

double Shallow_Volume(gfFluid *fluid)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    float *depth = Fixture_Read(fluid, GF_FIELD_MASS, NULL);
    double sum = 0.0;
    for (int i = 0; i < def.gridWidth * def.gridHeight; i++) {
        assert_true(depth[i] >= 0.0f && isfinite(depth[i]));
        sum += (double)depth[i];
    }
    return sum * (double)def.cellSize * (double)def.cellSize;
}

static double damMiddle, damWet;
static bool damAlongY;

SHALLOW_HEIGHT(damLevel, (damAlongY ? y : x) < damMiddle ? 1.0 : damWet)

// Speed of the plateau between rarefaction and shock, of depth `h`, and of the shock.
static double stokerExcess(double h, double wet, double *speed, double *shock)
{
    *speed = 2.0 * (sqrt(g) - sqrt(g * h));
    *shock = *speed * h / (h - wet);
    return h * *speed * *speed + 0.5 * g * (h * h - wet * wet) - *shock * *speed * h;
}

// Depth at x from the dam, t after it broke.
static double exactDam(double x, double t, double wet)
{
    double c0 = sqrt(g), fan = (2.0 * c0 - x / t) * (2.0 * c0 - x / t) / (9.0 * g);
    double plateau = 0.0, edge = 2.0 * c0, shock = 2.0 * c0, speed = 0.0;
    if (wet > 0.0) {
        double low = wet * 1.00001, high = 1.0, at = stokerExcess(low, wet, &speed, &shock);
        for (int i = 0; i < 100; i++) {
            plateau = 0.5 * (low + high);
            double excess = stokerExcess(plateau, wet, &speed, &shock);
            low = at * excess > 0.0 ? plateau : low;
            high = at * excess > 0.0 ? high : plateau;
        }
        edge = speed - sqrt(g * plateau);
    }
    return x < -c0 * t ? 1.0 : x < edge * t ? fan : x < shock * t ? plateau : wet;
}

double Shallow_RunDam(Fixture *fixture, int cells, double wet, bool alongY)
{
    const double length = 10.0, step = 1.0 / 60.0;
    const int steps = wet > 0.0 ? 60 : 36;
    gfFluidDef def = Shallow_Def(alongY ? 4 : cells, alongY ? cells : 4, length / cells);
    damMiddle = 0.5 * length;
    damWet = wet;
    damAlongY = alongY;
    gfFluid *fluid = Shallow_Make(fixture, &def, NULL, damLevel);
    Flow_Steps(fluid, steps);
    float *depth = Fixture_Read(fluid, GF_FIELD_MASS, NULL);
    double sum = 0.0;
    for (int i = 0; i < cells; i++) {
        double error =
            (double)depth[alongY ? i * 4 : i] - exactDam((i + 0.5) * length / cells - damMiddle, steps * step, wet);
        sum += error * error;
    }
    Flow_ExpectNear("time made up for, s", Flow_Measure(fluid).lag_s, 0.0, 1e-6);
    return sqrt(sum / cells);
}

static const double bowlDepth = 0.1, bowlShift = 0.5;

SHALLOW_HEIGHT(bowlGround, bowlDepth *(x *x + y * y - 1.0))
SHALLOW_HEIGHT(bowlLevel, bowlShift *bowlDepth *(2.0 * x - bowlShift))

static double bowlRate(void)
{
    return sqrt(2.0 * g * bowlDepth);
}

static gfVec2 bowlVelocity(double x, double y)
{
    bool wet = bowlLevel(x, y) > bowlGround(x, y);
    return (gfVec2){0.0f, wet ? (float)(bowlShift * bowlRate()) : 0.0f};
}

static gfVec2 waterCentre(gfFluid *fluid)
{
    FlowField depth = Flow_Read(fluid, GF_FIELD_MASS);
    double sum = 0.0, x = 0.0, y = 0.0;
    for (int i = 0; i < depth.info.width * depth.info.height; i++) {
        double h = (double)depth.values[i];
        sum += h;
        x += h * ((double)depth.info.origin.x + (double)depth.info.spacing.x * (i % depth.info.width));
        y += h * ((double)depth.info.origin.y + (double)depth.info.spacing.y * (double)(i / depth.info.width));
    }
    return (gfVec2){(float)(x / sum), (float)(y / sum)};
}

BowlResult Shallow_RunBowl(Fixture *fixture, int cells, double periods)
{
    const int steps = (int)lround(60.0 * periods);
    gfFluidDef def = Shallow_Def(cells, cells, 4.0 / cells);
    def.origin = (gfVec2){-2.0f, -2.0f};
    def.fixedStep = (float)(periods * 2.0 * PI / bowlRate() / steps);
    gfFluid *fluid = Shallow_Make(fixture, &def, bowlGround, bowlLevel);
    Flow_WriteVelocity(fluid, bowlVelocity);
    gfVec2 first = waterCentre(fluid);
    Flow_Steps(fluid, steps);
    gfVec2 last = waterCentre(fluid);
    gfDestroyFluid(fluid);
    double turns = periods - floor(periods);
    return (BowlResult){hypot((double)last.x, (double)last.y) / (double)first.x,
                        180.0 / PI * remainder(atan2((double)last.y, (double)last.x) - 2.0 * PI * turns, 2.0 * PI)};
}

static const double waveHeight = 1e-3;

SHALLOW_HEIGHT(waveLevel, 1.0 + waveHeight * cos(2.0 * PI * x))

static double readWave(gfFluid *fluid, int cells)
{
    float *depth = Fixture_Read(fluid, GF_FIELD_MASS, NULL);
    double sum = 0.0;
    for (int i = 0; i < 2 * cells; i++) {
        sum += ((double)depth[i] - 1.0) * cos(2.0 * PI * (i + 0.5) / cells);
    }
    return sum / (cells * waveHeight);
}

WaveResult Shallow_RunWave(Fixture *fixture, int cells)
{
    enum { PERIODS = 4, STEPS = 40 };
    double before = 1.0, first = 0.0, last = 0.0, peaks[2] = {0.0, 0.0};
    int crossings = 0;
    gfFluidDef def = Shallow_Def(2 * cells, 4, 1.0 / cells);
    def.fixedStep = (float)(1.0 / sqrt(g) / STEPS);
    gfFluid *fluid = Shallow_Make(fixture, &def, NULL, waveLevel);
    for (int i = 1; i <= PERIODS * STEPS; i++) {
        Flow_Steps(fluid, 1);
        double now = readWave(fluid, cells);
        if (before * now < 0.0) {
            last = i - now / (now - before);
            first = crossings == 0 ? last : first;
            crossings++;
        }
        double *peak = i < 2 * STEPS ? &peaks[0] : &peaks[1];
        *peak = i > STEPS / 2 && i < STEPS * 3 / 2       ? fmax(*peak, fabs(now))
                : i > STEPS * 5 / 2 && i < STEPS * 7 / 2 ? fmax(*peak, fabs(now))
                                                         : *peak;
        before = now;
    }
    return (WaveResult){sqrt(peaks[1] / peaks[0]), (crossings - 1) * 0.5 * STEPS / (last - first)};
}

SHALLOW_HEIGHT(bumpGround, x > 8.0 && x < 12.0 ? 0.2 - 0.05 * (x - 10.0) * (x - 10.0) : 0.0)
SHALLOW_HEIGHT(bumpLevel, 0.33)

JumpResult Shallow_RunJump(Fixture *fixture, int cells)
{
    gfFluidDef def = Shallow_Def(cells, 4, 25.0 / cells);
    def.boundaries.left = (gfBoundary){.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = 0.18f / 0.4f, .inflowDepth = 0.4f};
    def.boundaries.right = (gfBoundary){.kind = GF_BOUNDARY_OPEN, .holdsLevel = true, .level = 0.33f};
    gfFluid *fluid = Shallow_Make(fixture, &def, bumpGround, bumpLevel);
    Flow_Steps(fluid, 60 * 200);
    float *depth = Fixture_Read(fluid, GF_FIELD_MASS, NULL);
    FlowField velocity = Flow_Read(fluid, GF_FIELD_FACE_VELOCITY);
    JumpResult result = {0.0, 0.0};
    double steepest = 0.0;
    for (int i = 1; i < cells; i++) {
        double x = 25.0 * i / cells, y = 0.0;
        double rise =
            (double)depth[i] - (double)depth[i - 1] + bumpGround(x + 12.5 / cells, y) - bumpGround(x - 12.5 / cells, y);
        if (x > 10.5 && x < 13.0 && rise > steepest) {
            steepest = rise;
            result.place = x;
        }
    }
    for (int i = 1; i < cells; i++) {
        double x = 25.0 * i / cells;
        double flow = (double)velocity.values[2 * i] * 0.5 * ((double)depth[i] + (double)depth[i - 1]);
        result.flow = x < 7.5 || x > 13.0 ? fmax(result.flow, fabs(flow / 0.18 - 1.0)) : result.flow;
    }
    return result;
}

SHALLOW_HEIGHT(circleLevel, hypot(x - 1.0, y - 1.0) < 0.35 ? 1.0 : 0.2)

static double between(const float *depth, int cells, double x, double y)
{
    double px = x * cells / 2.0 - 0.5, py = y * cells / 2.0 - 0.5;
    int i = (int)floor(px), j = (int)floor(py);
    const float *at = depth + j * cells + i;
    double tx = px - i, ty = py - j;
    return (1.0 - ty) * ((1.0 - tx) * (double)at[0] + tx * (double)at[1]) +
           ty * ((1.0 - tx) * (double)at[cells] + tx * (double)at[cells + 1]);
}

double Shallow_RunCircle(Fixture *fixture, int cells)
{
    double least = 1e9, most = 0.0;
    gfFluidDef def = Shallow_Def(cells, cells, 2.0 / cells);
    gfFluid *fluid = Shallow_Make(fixture, &def, NULL, circleLevel);
    Flow_Steps(fluid, 7);
    float *depth = Fixture_Read(fluid, GF_FIELD_MASS, NULL);
    for (int k = 0; k < 64; k++) {
        double angle = 2.0 * PI * k / 64.0, front = 0.0;
        for (double r = 0.3; r < 0.95; r += 0.0005) {
            front = between(depth, cells, 1.0 + r * cos(angle), 1.0 + r * sin(angle)) > 0.3 ? r : front;
        }
        least = fmin(least, front);
        most = fmax(most, front);
    }
    return (most - least) / (most + least);
}

static double groundBase, groundHeight = 0.4;

double Shallow_RandomGround(double x, double y)
{
    uint32_t n = (uint32_t)(int)floor(32.0 * x) * 73856093u ^ (uint32_t)(int)floor(32.0 * y) * 19349663u;
    n = (n ^ (n >> 13)) * 0x5bd1e995u;
    n = (n ^ (n >> 15)) * 0x27d4eb2du;
    return groundBase + groundHeight * (double)((n ^ (n >> 16)) & 0xffffu) / 65535.0;
}

SHALLOW_HEIGHT(lakeLevel, groundBase + 1.7)

static double fastestNow(gfFluid *fluid)
{
    FlowField velocity = Flow_Read(fluid, GF_FIELD_FACE_VELOCITY);
    double fastest = 0.0;
    for (int i = 0; i < 2 * velocity.info.width * velocity.info.height; i++) {
        fastest = fmax(fastest, fabs((double)velocity.values[i]));
    }
    return fastest;
}

double Shallow_RunLake(Fixture *fixture, int steps, bool periodic, double base)
{
    gfFluidDef def = Shallow_Def(48, 32, 1.0 / 32.0);
    Shallow_JoinSides(&def, periodic);
    groundBase = base;
    groundHeight = 2.7;
    gfFluid *fluid = Shallow_Make(fixture, &def, Shallow_RandomGround, lakeLevel);
    Flow_Steps(fluid, steps);
    return fastestNow(fluid);
}

SHALLOW_HEIGHT(heapLevel, 0.2 + (x < 0.5 ? 0.3 : 0.0) + (y > 0.7 ? 0.2 : 0.0))

double Shallow_RunSlosh(Fixture *fixture, int steps)
{
    gfFluidDef def = Shallow_Def(48, 32, 1.0 / 32.0);
    groundBase = 0.0;
    groundHeight = 0.4;
    gfFluid *fluid = Shallow_Make(fixture, &def, Shallow_RandomGround, heapLevel);
    double first = Shallow_Volume(fluid);
    Flow_Steps(fluid, steps);
    double last = Shallow_Volume(fluid);
    return fabs(last / first - 1.0);
}

SHALLOW_HEIGHT(floodLevel, x < 0.5 ? 1.2 * groundHeight : 0.0)

double Shallow_RunFlood(Fixture *fixture, int steps, double rough)
{
    gfFluidDef def = Shallow_Def(64, 48, 1.0 / 32.0);
    groundBase = 0.0;
    groundHeight = rough;
    gfFluid *fluid = Shallow_Make(fixture, &def, Shallow_RandomGround, floodLevel);
    double fastest = 0.0;
    for (int i = 0; i < steps; i++) {
        Flow_Steps(fluid, 1);
        fastest = fmax(fastest, fastestNow(fluid));
    }
    Shallow_Volume(fluid);
    return fastest / sqrt(g * 1.2 * rough);
}

static double filmFall;

SHALLOW_HEIGHT(filmGround, -filmFall *(x + y))
SHALLOW_HEIGHT(filmSlope, -filmFall *x)

double Shallow_RunFilm(Fixture *fixture, double bedStep, bool diagonal)
{
    const double depth = 0.001, slope = 0.05, roughness = 0.03;
    const double cell = bedStep * depth / slope, speed = pow(depth, 2.0 / 3.0) * sqrt(slope) / roughness;
    gfFluidDef def = Shallow_Def(32, 32, cell);
    def.shallow.manning = (float)roughness;
    gfBoundary in = {.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = (float)speed, .inflowDepth = (float)depth};
    gfBoundary out = {.kind = GF_BOUNDARY_OPEN};
    def.boundaries = (gfBoundaries){.left = in, .right = out};
    filmFall = slope;
    if (diagonal) {
        in.inflowSpeed *= (float)sqrt(0.5);
        filmFall = slope * sqrt(0.5);
        def.boundaries = (gfBoundaries){in, out, in, out};
    }
    def.fixedStep = (float)fmin(fmax(0.4 * cell / speed, 0.01), 1.0);
    gfFluid *fluid = Shallow_Make(fixture, &def, diagonal ? filmGround : filmSlope, NULL);
    Flow_Steps(fluid, (int)(3.0 * 32.0 * cell / speed / (double)def.fixedStep));
    float *depths = Fixture_Read(fluid, GF_FIELD_MASS, NULL);
    FlowField velocity = Flow_Read(fluid, GF_FIELD_VELOCITY);
    int middle = 16 * 32 + 16;
    double own = hypot((double)velocity.values[2 * middle], (double)velocity.values[2 * middle + 1]);
    double manning = pow((double)depths[middle], 2.0 / 3.0) * sqrt(slope) / roughness;
    return own / manning;
}
