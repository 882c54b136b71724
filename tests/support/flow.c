#include "support/flow.h"

gfFluid *Flow_Make(Fixture *fixture, const gfFluidDef *def)
{
    gfFluid *fluid = gfCreateFluid(fixture->device, def);
    fail_if(fluid == NULL, "no fluid: %s", fixture->lastMessage);
    return fluid;
}

gfFluid *Flow_MakeOf(Fixture *fixture, gfFluidDef def)
{
    return Flow_Make(fixture, &def);
}

gfFluidDef Flow_DefOf(gfSolverKind solver, int width, int height, float cellSize)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = solver;
    def.gridWidth = width;
    def.gridHeight = height;
    def.cellSize = cellSize;
    return def;
}

gfFluidDef Flow_Def(int width, int height, int pressureCycles)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GRID, width, height, 1.0f / (float)height);
    def.grid.pressureCycles = pressureCycles;
    def.fieldPrecision = GF_PRECISION_32F; // what is measured is the method
    return def;
}

void Flow_Steps(gfFluid *fluid, int count)
{
    for (int i = 0; i < count; i++) {
        assert_true(gfFluid_StepOnce(fluid));
    }
}

void Flow_Pour(gfFluid *fluid, const gfSourceDef *source, int count)
{
    assert_true(gfFluid_Splat(fluid, source));
    Flow_Steps(fluid, count);
}

void Flow_WriteVelocity(gfFluid *fluid, FlowFn *velocity)
{
    gfFieldInfo info;
    assert_true(gfFluid_GetFieldInfo(fluid, GF_FIELD_FACE_VELOCITY, &info));
    size_t count = (size_t)info.width * (size_t)info.height * 2;
    float *values = MADE(malloc(count * sizeof *values));
    double h = (double)info.spacing.x;
    for (int j = 0; j < info.height; j++) {
        for (int i = 0; i < info.width; i++) {
            double x = (double)info.origin.x + i * h, y = (double)info.origin.y + j * h;
            float *out = values + 2 * ((size_t)j * (size_t)info.width + (size_t)i);
            out[0] = velocity(x, y + 0.5 * h).x;
            out[1] = velocity(x + 0.5 * h, y).y;
        }
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_FACE_VELOCITY, values, count));
    free(values);
}

static gfVec2 even;

static gfVec2 evenWind(double x, double y)
{
    (void)x, (void)y;
    return even;
}

void Flow_WriteWind(gfFluid *fluid, float x, float y)
{
    even = (gfVec2){x, y};
    Flow_WriteVelocity(fluid, evenWind);
}

void Flow_WriteField(gfFluid *fluid, gfField field, FlowFn *amount)
{
    gfFieldInfo info;
    assert_true(gfFluid_GetFieldInfo(fluid, field, &info));
    size_t channels = (size_t)info.channels, count = (size_t)info.width * (size_t)info.height * channels;
    float *values = MADE(malloc(count * sizeof *values));
    for (size_t i = 0; i < count; i++) {
        size_t texel = i / channels;
        values[i] = amount((double)info.origin.x + (double)(texel % (size_t)info.width) * (double)info.spacing.x,
                           (double)info.origin.y + (double)(texel / (size_t)info.width) * (double)info.spacing.y)
                        .x;
    }
    assert_true(gfFluid_WriteField(fluid, field, values, count));
    free(values);
}

void Flow_WriteDye(gfFluid *fluid, FlowFn *amount)
{
    Flow_WriteField(fluid, GF_FIELD_DYE, amount);
}

bool Flow_Tune(gfFluid *fluid, const gfFluidDef *def)
{
    const gfFluidDef has = gfFluid_GetDef(fluid);
    gfFluidDef changed = *def;
    changed.gridWidth = has.gridWidth;
    changed.gridHeight = has.gridHeight;
    changed.cellSize = has.cellSize;
    changed.origin = has.origin;
    return gfFluid_SetDef(fluid, &changed);
}

bool Flow_SetStep(gfFluid *fluid, float fixedStep)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    def.fixedStep = fixedStep;
    return gfFluid_SetDef(fluid, &def);
}

void Flow_SetSides(gfFluidDef *def, gfBoundaryKind kind)
{
    gfBoundaries *b = &def->boundaries;
    b->left.kind = b->right.kind = b->bottom.kind = b->top.kind = kind;
}

void Flow_SaveAndLoad(gfFluid *from, gfFluid *to)
{
    size_t size;
    const void *data = Fixture_Save(from, &size);
    assert_true(gfFluid_Load(to, data, size, NULL));
}

gfFluidStats Flow_Measure(gfFluid *fluid)
{
    gfFluidStats stats;
    assert_true(gfFluid_MeasureBlocking(fluid, &stats));
    assert_int_equal(stats.nonfinite, 0);
    return stats;
}

FlowField Flow_Read(gfFluid *fluid, gfField field)
{
    FlowField read;
    read.values = Fixture_Read(fluid, field, &read.info);
    return read;
}

double Flow_FastestLiquid(gfFluid *fluid)
{
    gfFieldInfo info;
    float *velocity = Fixture_Read(fluid, GF_FIELD_VELOCITY, &info);
    float *mass = Fixture_Read(fluid, GF_FIELD_MASS, NULL);
    double fastest = 0.0;
    for (int i = 0; i < info.width * info.height; i++) {
        double speed = hypot((double)velocity[2 * i], (double)velocity[2 * i + 1]);
        fastest = mass[i] > 0.33f ? fmax(fastest, speed) : fastest;
    }
    return fastest;
}

gfVec2 Flow_Centre(gfFluid *fluid)
{
    gfFieldInfo info;
    float *dye = Fixture_Read(fluid, GF_FIELD_DYE, &info);
    double sum = 0.0, x = 0.0, y = 0.0;
    for (int j = 0; j < info.height; j++) {
        for (int i = 0; i < info.width; i++) {
            double amount = (double)dye[4 * ((size_t)j * (size_t)info.width + (size_t)i) + 3];
            sum += amount;
            x += amount * ((double)info.origin.x + i * (double)info.spacing.x);
            y += amount * ((double)info.origin.y + j * (double)info.spacing.y);
        }
    }
    return sum > 0.0 ? (gfVec2){(float)(x / sum), (float)(y / sum)} : (gfVec2){0};
}

double Flow_Integral(gfFluid *fluid, gfField field, int channel)
{
    gfFieldInfo info;
    float *values = Fixture_Read(fluid, field, &info);
    size_t count = (size_t)info.width * (size_t)info.height;
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        sum += (double)values[i * (size_t)info.channels + (size_t)channel];
    }
    return sum * (double)info.spacing.x * (double)info.spacing.y;
}

double Flow_At(gfFluid *fluid, gfField field, int channel, double x, double y)
{
    gfFieldInfo info;
    float *values = Fixture_Read(fluid, field, &info);
    long i = lround((x - (double)info.origin.x) / (double)info.spacing.x);
    long j = lround((y - (double)info.origin.y) / (double)info.spacing.y);
    assert_true(i >= 0 && j >= 0 && i < info.width && j < info.height);
    return (double)values[(j * info.width + i) * info.channels + channel];
}

void Flow_Range(gfFluid *fluid, gfField field, int channel, double *least, double *most)
{
    gfFieldInfo info;
    float *values = Fixture_Read(fluid, field, &info);
    *least = INFINITY;
    *most = -INFINITY;
    for (int i = 0; i < info.width * info.height * info.channels; i++) {
        if (channel < 0 || i % info.channels == channel) {
            *least = fmin(*least, (double)values[i]);
            *most = fmax(*most, (double)values[i]);
        }
    }
}

double Flow_Largest(gfFluid *fluid, gfField field)
{
    double least, most;
    Flow_Range(fluid, field, -1, &least, &most);
    return fmax(-least, most);
}

double Flow_Difference(gfFluid *a, gfFluid *b, gfField field)
{
    gfFieldInfo infoA, infoB;
    float *valuesA = Fixture_Read(a, field, &infoA);
    float *valuesB = Fixture_Read(b, field, &infoB);
    assert_true(infoA.width == infoB.width && infoA.height == infoB.height);
    size_t count = (size_t)infoA.width * (size_t)infoA.height * (size_t)infoA.channels;
    double most = 0.0;
    for (size_t i = 0; i < count; i++) {
        most = fmax(most, fabs((double)valuesA[i] - (double)valuesB[i]));
    }
    return most;
}

double Flow_RelativeL2(const float *a, const float *b, size_t count)
{
    double error = 0.0, size = 0.0;
    for (size_t i = 0; i < count; i++) {
        double d = (double)a[i] - (double)b[i];
        error += d * d;
        size += (double)a[i] * (double)a[i];
    }
    return sqrt(error / size);
}

bool Flow_SameBytes(gfFluid *a, gfFluid *b)
{
    static const gfField fields[] = {GF_FIELD_FACE_VELOCITY, GF_FIELD_DYE, GF_FIELD_TEMPERATURE, GF_FIELD_PRESSURE};
    bool same = true;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        gfFieldInfo infoA, infoB;
        float *valuesA = Fixture_Read(a, fields[i], &infoA);
        float *valuesB = Fixture_Read(b, fields[i], &infoB);
        size_t count = (size_t)infoA.width * (size_t)infoA.height * (size_t)infoA.channels;
        same = same && infoA.width == infoB.width && infoA.height == infoB.height &&
               memcmp(valuesA, valuesB, count * sizeof *valuesA) == 0;
    }
    return same;
}

gfVec2 Flow_Mirror(gfVec2 p, FlowMirror mirror, float width, float height)
{
    switch (mirror) {
    case FLOW_LEFT_RIGHT:
        return (gfVec2){width - p.x, p.y};
    case FLOW_UP_DOWN:
        return (gfVec2){p.x, height - p.y};
    case FLOW_SWAP_AXES:
        return (gfVec2){p.y, p.x};
    case FLOW_SAME:
    case FLOW_MIRROR_COUNT:
    default:
        return p;
    }
}

gfBoundaries Flow_MirrorSides(const gfBoundaries *e, FlowMirror mirror)
{
    return mirror == FLOW_LEFT_RIGHT  ? (gfBoundaries){e->right, e->left, e->bottom, e->top}
           : mirror == FLOW_UP_DOWN   ? (gfBoundaries){e->left, e->right, e->top, e->bottom}
           : mirror == FLOW_SWAP_AXES ? (gfBoundaries){e->bottom, e->top, e->left, e->right}
                                      : *e;
}

// Index in the mirror, of `channels` values at each of w x h places of fluid a.
static size_t mirrorIndex(int i, int j, int width, int height, FlowMirror mirror)
{
    switch (mirror) {
    case FLOW_LEFT_RIGHT:
        return (size_t)(j * width + width - 1 - i);
    case FLOW_UP_DOWN:
        return (size_t)((height - 1 - j) * width + i);
    case FLOW_SWAP_AXES:
        return (size_t)(i * height + j);
    case FLOW_SAME:
    case FLOW_MIRROR_COUNT:
    default:
        return (size_t)(j * width + i);
    }
}

double Flow_MirrorDifferenceOf(gfFluid *a, gfFluid *b, FlowMirror mirror, gfField field)
{
    gfFieldInfo info;
    float *valuesA = Fixture_Read(a, field, &info), *valuesB = Fixture_Read(b, field, NULL);
    size_t channels = (size_t)info.channels;
    double most = 0.0;
    for (int i = 0; i < info.width * info.height; i++) {
        size_t other = mirrorIndex(i % info.width, i / info.width, info.width, info.height, mirror);
        for (size_t c = 0; c < channels; c++) {
            most = fmax(most, fabs((double)valuesA[channels * (size_t)i + c] - (double)valuesB[channels * other + c]));
        }
    }
    return most;
}

double Flow_MirrorDifference(gfFluid *a, gfFluid *b, FlowMirror mirror, double *velocity)
{
    gfFieldInfo speed;
    float *speedA = Fixture_Read(a, GF_FIELD_VELOCITY, &speed);
    float *speedB = Fixture_Read(b, GF_FIELD_VELOCITY, NULL);
    *velocity = 0.0;
    for (int i = 0; i < speed.width * speed.height; i++) {
        size_t other = mirrorIndex(i % speed.width, i / speed.width, speed.width, speed.height, mirror);
        gfVec2 seen = Flow_Mirror((gfVec2){speedB[2 * other], speedB[2 * other + 1]}, mirror, 0.0f, 0.0f);
        *velocity = fmax(*velocity, fabs((double)speedA[2 * i] - (double)seen.x));
        *velocity = fmax(*velocity, fabs((double)speedA[2 * i + 1] - (double)seen.y));
    }
    return Flow_MirrorDifferenceOf(a, b, mirror, GF_FIELD_DYE);
}

double Flow_WallSpeed(gfFluid *fluid)
{
    gfFieldInfo faces;
    float *velocity = Fixture_Read(fluid, GF_FIELD_FACE_VELOCITY, &faces);
    double most = 0.0;
    for (int j = 0; j + 1 < faces.height; j++) {
        most = fmax(most, fabs((double)velocity[2 * j * faces.width]));
        most = fmax(most, fabs((double)velocity[2 * (j * faces.width + faces.width - 1)]));
    }
    for (int i = 0; i + 1 < faces.width; i++) {
        most = fmax(most, fabs((double)velocity[2 * i + 1]));
        most = fmax(most, fabs((double)velocity[2 * ((faces.height - 1) * faces.width + i) + 1]));
    }
    return most;
}

gfSolidId Flow_AddSolidOf(gfFluid *fluid, const gfSolidDef *def)
{
    return GIVEN(gfFluid_AddSolid(fluid, def));
}

gfSourceDef Flow_Emitting(gfSourceDef def)
{
    def.acceleration = def.velocity;
    def.velocity = (gfVec2){0.0f, 0.0f};
    def.angularAcceleration = def.angularVelocity;
    def.angularVelocity = 0.0f;
    return def;
}

gfEmitterId Flow_AddEmitter(gfFluid *fluid, const gfSourceDef *def)
{
    return GIVEN(gfFluid_AddEmitter(fluid, def));
}

gfQuery *Flow_MakeQuery(gfFluid *fluid, const gfQueryDef *def)
{
    return MADE(gfCreateQuery(fluid, def));
}

gfSolidId Flow_AddSolid(gfFluid *fluid, gfShape shape)
{
    gfSolidDef def = Flow_SolidDef(shape);
    return Flow_AddSolidOf(fluid, &def);
}

gfSolidId Flow_AddDisc(gfFluid *fluid, float x, float y, float radius)
{
    return Flow_AddSolid(fluid, gfMakeCircle((gfVec2){x, y}, radius));
}

gfQuery *Flow_AskAbout(gfFluid *fluid, gfSolidId solid)
{
    gfQueryDef def = gfDefaultQueryDef();
    def.maxSolids = 1;
    def.density = 1.0f;
    gfQuery *query = Flow_MakeQuery(fluid, &def);
    assert_true(gfQuery_SetSolids(query, &solid, 1));
    return query;
}

gfQuery *Flow_AskAboutAll(gfFluid *fluid, const gfSolidId *solids, int count, float density, bool sides)
{
    gfQueryDef def = gfDefaultQueryDef();
    def.quantities = 0;
    def.maxPoints = def.maxRegions = 0;
    def.maxSolids = count;
    def.sides = sides;
    def.density = density;
    gfQuery *query = Flow_MakeQuery(fluid, &def);
    assert_true(gfQuery_SetSolids(query, solids, count));
    return query;
}

gfQueryAnswer Flow_Ask(gfQuery *query)
{
    gfQueryAnswer answer;
    assert_int_equal(gfQuery_Request(query), GF_REQUEST_DONE);
    assert_int_equal(gfQuery_WaitBlocking(query, &answer), GF_POLL_READY);
    return answer;
}

// One turn about the middle of the unit box in one second.
FLOW_VECTOR(turn, 2.0 * PI * (0.5 - y), 2.0 * PI * (x - 0.5))

// r = 15 at (50, 75) of 100 cells, with a slot 5 wide and 25 deep. The slot's sides pass through cell centres: a
// thousandth off, those are inside the disc, whatever the rounding.
static gfVec2 slottedDisc(double x, double y)
{
    bool inside = hypot(x - 0.5, y - 0.75) < 0.15, slot = fabs(x - 0.5) < 0.02499 && y < 0.85;
    return (gfVec2){inside && !slot ? 1.0f : 0.0f, 0.0f};
}

// The velocity is written anew before each step: it is not what is tested.
double Flow_RunZalesak(Fixture *fixture, gfAdvection advection, int steps, bool inMask)
{
    gfFluidDef def = Flow_Def(100, 100, 0);
    def.fixedStep = 1.0f / (float)steps;
    def.grid.advection = advection;
    gfFluid *fluid = Flow_Make(fixture, &def);
    if (inMask) {
        const uint8_t pixels[4] = {0, 0, 0, 0};
        const gfMask mask = {pixels, 2, 2, 2};
        gfShape all = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.5f, 0.5f}, 0.0f);
        assert_false(GF_IS_NULL(gfFluid_AddSolidMask(fluid, &mask, &all)));
    }
    Flow_WriteDye(fluid, slottedDisc);
    gfFieldInfo info;
    float *before = Fixture_Read(fluid, GF_FIELD_DYE, &info);
    for (int i = 0; i < steps; i++) {
        Flow_WriteVelocity(fluid, turn);
        Flow_Steps(fluid, 1);
    }
    float *after = Fixture_Read(fluid, GF_FIELD_DYE, NULL);
    double error = 0.0, sum = 0.0;
    for (size_t i = 0; i < (size_t)info.width * (size_t)info.height * 4; i += 4) {
        error += fabs((double)after[i + 3] - (double)before[i + 3]);
        sum += (double)before[i + 3];
        assert_true(after[i + 3] >= 0.0f && after[i + 3] <= 1.0f);
    }
    return error / sum;
}

gfSourceDef Flow_SourceDef(gfShape shape)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = shape;
    return def;
}

gfSolidDef Flow_SolidDef(gfShape shape)
{
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = shape;
    return def;
}

gfRigidBodyDef Flow_BodyDef(gfShape shape)
{
    gfRigidBodyDef def = gfDefaultRigidBodyDef();
    def.shape = shape;
    return def;
}

gfSourceDef Flow_DiscSource(float x, float y, float radius)
{
    return Flow_SourceDef(gfMakeCircle((gfVec2){x, y}, radius));
}

double Flow_Random(void)
{
    static uint32_t seed = 1;
    seed = seed * 1664525u + 1013904223u;
    return (double)(seed >> 8) / 16777216.0;
}

gfVec2 Flow_RandomPlace(const gfFluidDef *def, double beyond)
{
    double w = def->gridWidth * (double)def->cellSize, h = def->gridHeight * (double)def->cellSize;
    return (gfVec2){def->origin.x + (float)(w * (Flow_Random() * (1.0 + 2.0 * beyond) - beyond)),
                    def->origin.y + (float)(h * (Flow_Random() * (1.0 + 2.0 * beyond) - beyond))};
}

static double segmentDistance(gfVec2 a, gfVec2 b, double x, double y)
{
    double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y, dx = x - (double)a.x, dy = y - (double)a.y;
    double t = fmin(fmax((dx * ex + dy * ey) / fmax(ex * ex + ey * ey, 1e-20), 0.0), 1.0);
    return hypot(dx - t * ex, dy - t * ey);
}

static double polygonDistance(const gfShape *s, double x, double y)
{
    double nearest = 1e30, side = 1.0;
    for (int i = 0; i < s->pointCount; i++) {
        gfVec2 a = s->points[i], b = s->points[(i + 1) % s->pointCount];
        nearest = fmin(nearest, segmentDistance(a, b, x, y));
        if (((double)a.y > y) != ((double)b.y > y) &&
            x < (double)a.x + (y - (double)a.y) * ((double)b.x - (double)a.x) / ((double)b.y - (double)a.y)) {
            side = -side;
        }
    }
    return side * nearest;
}

double Flow_DistanceTo(const gfShape *s, double x, double y)
{
    double dx = x - (double)s->a.x, dy = y - (double)s->a.y;
    if (s->kind == GF_SHAPE_POLYGON) {
        return polygonDistance(s, x, y);
    }
    if (s->kind == GF_SHAPE_CIRCLE) {
        return hypot(dx, dy) - (double)s->radius;
    }
    if (s->kind == GF_SHAPE_CAPSULE) {
        return segmentDistance(s->a, s->b, x, y) - (double)s->radius;
    }
    double c = cos((double)s->angle), n = sin((double)s->angle);
    double qx = fabs(c * dx + n * dy) - (double)s->b.x + (double)s->radius;
    double qy = fabs(c * dy - n * dx) - (double)s->b.y + (double)s->radius;
    return hypot(fmax(qx, 0.0), fmax(qy, 0.0)) + fmin(fmax(qx, qy), 0.0) - (double)s->radius;
}

int Flow_WrapOrClamp(int i, int count, bool wraps)
{
    return wraps ? (i % count + count) % count : i < 0 ? 0 : i >= count ? count - 1 : i;
}

const char *Flow_Text(const char *format, ...)
{
    static char texts[4][160];
    static int next;
    char *text = texts[next++ % 4];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof texts[0], format, values);
    va_end(values);
    return text;
}

void Flow_ExpectNear(const char *what, double value, double expected, double tolerance)
{
    Figure(what, value, expected, expected - tolerance, expected + tolerance);
}

void Flow_ExpectBetween(const char *what, double value, double low, double high)
{
    Figure(what, value, NAN, low, high);
}

gfVec2 Flow_TaylorGreen(double x, double y)
{
    return (gfVec2){(float)(sin(PI * x) * cos(PI * y)), (float)(-cos(PI * x) * sin(PI * y))};
}

void Flow_RunTaylorGreen(Fixture *fixture, gfAdvection advection, int cells, double *energy, double *error)
{
    gfFluidDef def = Flow_Def(cells, cells, 20);
    def.grid.advection = advection;
    Flow_RunTaylorGreenOf(fixture, def, energy, error);
}

void Flow_RunTaylorGreenOf(Fixture *fixture, gfFluidDef def, double *energy, double *error)
{
    int cells = def.gridWidth;
    def.fixedStep = 1.0f / (float)cells;
    def.grid.pressureCycles = 20;
    gfFluid *fluid = Flow_Make(fixture, &def);
    Flow_WriteVelocity(fluid, Flow_TaylorGreen);
    gfFieldInfo info;
    float *before = Fixture_Read(fluid, GF_FIELD_VELOCITY, &info);
    double energyBefore = Flow_Measure(fluid).kineticEnergy;
    Flow_Steps(fluid, 1);
    gfFluidDef tuned = def;
    tuned.grid.pressureCycles = 4; // from then on the pressure hardly changes, and the last one is a good start
    assert_true(gfFluid_SetDef(fluid, &tuned));
    Flow_Steps(fluid, cells - 1);
    float *after = Fixture_Read(fluid, GF_FIELD_VELOCITY, NULL);
    *energy = Flow_Measure(fluid).kineticEnergy / energyBefore;
    *error = Flow_RelativeL2(before, after, (size_t)info.width * (size_t)info.height * 2);
}
