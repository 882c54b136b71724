// Level of detail: gfFluid_Resize to half of the cells and back leaves the picture, the dye, the heat and a flow
// without divergence, at odd sizes, with solids, and with every kind of side.
#include "support/canvas.h"
#include "support/flow.h"

#define SIDE 64
#define PIXELS (SIDE * SIDE * 4)

typedef struct Setting {
    const char *name;
    int width, height;
    gfBoundaryKind sides; // left and right
    bool solids;
    float dyeScale;
    gfAdvection advection;
    double mean, largest; // bounds of the pictures' difference, of 255
} Setting;

static gfFluid *makeFlow(Fixture *fixture, const Setting *s)
{
    gfFluidDef def = Flow_Def(s->width, s->height, 2);
    def.boundaries.left.kind = def.boundaries.right.kind = s->sides;
    def.dyeScale = s->dyeScale;
    def.grid.advection = s->advection;
    gfFluid *fluid = Flow_Make(fixture, &def);
    float middle = 0.5f * (float)s->width / (float)s->height;
    gfSourceDef jet = Flow_DiscSource(middle, 0.3f, 0.15f);
    jet.dye[0] = jet.dye[3] = 3.0f;
    jet.dye[1] = 1.0f;
    jet.temperature = 40.0f;
    jet.velocity = (gfVec2){1.0f, 4.0f};
    gfEmitterId id = Flow_AddEmitter(fluid, &jet);
    if (s->solids) {
        Flow_AddSolid(fluid, gfMakeCapsule((gfVec2){middle - 0.2f, 0.55f}, (gfVec2){middle + 0.1f, 0.62f}, 0.04f));
        Flow_AddDisc(fluid, middle + 0.2f, 0.4f, 0.09f);
    }
    Flow_Steps(fluid, 25);
    gfSourceDef cold = jet; // heat of both signs
    cold.shape = gfMakeCircle((gfVec2){middle, 0.8f}, 0.1f);
    cold.fields = GF_SOURCE_TEMPERATURE;
    cold.temperature = -10.0f;
    Flow_Pour(fluid, &cold, 5);
    gfFluid_RemoveEmitter(fluid, id);
    return fluid;
}

typedef struct Totals {
    double dye[4], heat, absoluteHeat;
} Totals;

// Of what is not in solids.
static Totals measureTotals(gfFluid *fluid)
{
    static float values[4 * 256 * 256], solid[256 * 256];
    Totals totals = {0};
    gfFieldInfo info, solids;
    assert_true(gfFluid_GetFieldInfo(fluid, GF_FIELD_SOLID, &solids));
    assert_true(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_SOLID, solid, sizeof solid / sizeof *solid));
    for (int pass = 0; pass < 2; pass++) {
        gfField field = pass == 0 ? GF_FIELD_DYE : GF_FIELD_TEMPERATURE;
        assert_true(gfFluid_GetFieldInfo(fluid, field, &info));
        assert_true(gfFluid_ReadFieldBlocking(fluid, field, values, sizeof values / sizeof *values));
        double area = (double)info.spacing.x * (double)info.spacing.y;
        for (int i = 0; i < info.width * info.height; i++) {
            int x = (2 * (i % info.width) + 1) * solids.width / (2 * info.width);
            int y = (2 * (i / info.width) + 1) * solids.height / (2 * info.height);
            if (solid[y * solids.width + x] < 0.0f) {
                continue;
            }
            for (int c = 0; pass == 0 && c < 4; c++) {
                totals.dye[c] += (double)values[4 * i + c] * area;
            }
            totals.heat += pass == 1 ? (double)values[i] * area : 0.0;
            totals.absoluteHeat += pass == 1 ? fabs((double)values[i]) * area : 0.0;
        }
    }
    return totals;
}

static void expectKept(const Setting *s, const char *when, Totals before, Totals after)
{
    for (int c = 0; c < 4; c++) {
        Flow_ExpectNear(Flow_Text("%s, %s: dye %d kept", s->name, when, c),
                        before.dye[c] > 0.0 ? after.dye[c] / before.dye[c] : 1.0, 1.0, 1e-3);
    }
    Flow_ExpectNear(Flow_Text("%s, %s: heat kept", s->name, when), (after.heat - before.heat) / before.absoluteHeat,
                    0.0, 1e-3);
}

static void drawOnto(Fixture *fixture, const Canvas *canvas, gfFluid *fluid, uint8_t *pixels)
{
    gfDrawDef def = gfDefaultDrawDef();
    fixture->gl.BindFramebuffer(GL_FRAMEBUFFER, canvas->framebuffer);
    fixture->gl.ClearColor(0.0f, 0.0f, 0.0f, 1.0f);
    fixture->gl.Clear(GL_COLOR_BUFFER_BIT);
    assert_true(gfFluid_Draw(fluid, &def));
    Canvas_Read(fixture, canvas, pixels);
}

static void expectAlike(const Setting *s, const char *when, const uint8_t *a, const uint8_t *b)
{
    double sum = 0.0, largest = 0.0;
    for (int i = 0; i < PIXELS; i++) {
        double difference = fabs((double)a[i] - (double)b[i]);
        sum += difference;
        largest = fmax(largest, difference);
    }
    Flow_ExpectBetween(Flow_Text("%s, %s: mean difference of the picture", s->name, when), sum / PIXELS, 0.0, s->mean);
    Flow_ExpectBetween(Flow_Text("%s, %s: largest difference of the picture", s->name, when), largest, 0.0, s->largest);
}

static void expectFlow(const Setting *s, const char *when, gfFluid *fluid, double energy)
{
    gfFluidStats stats = Flow_Measure(fluid);
    // Of a flow of metres a second in cells of centimetres.
    Flow_ExpectBetween(Flow_Text("%s, %s: divergence left", s->name, when),
                       stats.divergenceRmsAfter * (double)gfFluid_GetDef(fluid).cellSize, 0.0, 2e-4);
    Flow_ExpectBetween(Flow_Text("%s, %s: energy kept", s->name, when), stats.kineticEnergy / energy, 0.93, 1.03);
}

static void resizeTo(gfFluid *fluid, int width, int height, float cellSize)
{
    if (!gfFluid_Resize(fluid, width, height, cellSize, gfFluid_GetDef(fluid).origin)) {
        const char *message;
        gfGetLastError(&message);
        fail_msg("gfFluid_Resize: %s", message);
    }
}

static void tryHalfAndBack(Fixture *fixture, const Setting *s)
{
    uint8_t *pixels = Fixture_Keep(malloc(4 * PIXELS));
    gfFluid *fluid = makeFlow(fixture, s), *twin = makeFlow(fixture, s);
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    gfFluidDef def = gfFluid_GetDef(fluid);
    Totals before = measureTotals(fluid);
    double energy = Flow_Measure(fluid).kineticEnergy;
    drawOnto(fixture, &canvas, fluid, pixels);
    resizeTo(fluid, (s->width + 1) / 2, (s->height + 1) / 2, 2.0f * def.cellSize);
    drawOnto(fixture, &canvas, fluid, pixels + PIXELS);
    expectAlike(s, "half", pixels, pixels + PIXELS);
    expectKept(s, "half", before, measureTotals(fluid));
    expectFlow(s, "half", fluid, energy);
    resizeTo(fluid, s->width, s->height, def.cellSize);
    drawOnto(fixture, &canvas, fluid, pixels + 2 * PIXELS);
    expectAlike(s, "back", pixels, pixels + 2 * PIXELS);
    expectKept(s, "back", before, measureTotals(fluid));
    expectFlow(s, "back", fluid, energy);
    Flow_Steps(fluid, 3);
    Flow_Steps(twin, 3);
    drawOnto(fixture, &canvas, twin, pixels);
    drawOnto(fixture, &canvas, fluid, pixels + PIXELS);
    expectAlike(s, "three steps later", pixels, pixels + PIXELS);
    Canvas_Free(fixture, &canvas);
}

TEST(testHalfAndBack)
{
    // Largest differences are at edges of solids, where what is drawn is dye a cell and a half off.
    static const Setting settings[] = {
        {"closed", 96, 96, GF_BOUNDARY_FREE_SLIP, false, 1.0f, GF_ADVECTION_CATMULL_ROM, 0.3, 40.0},
        {"odd", 95, 91, GF_BOUNDARY_FREE_SLIP, false, 1.0f, GF_ADVECTION_CATMULL_ROM, 0.8, 70.0},
        {"solids", 96, 80, GF_BOUNDARY_FREE_SLIP, true, 1.0f, GF_ADVECTION_CATMULL_ROM, 0.6, 120.0},
        {"odd, solids, open", 91, 97, GF_BOUNDARY_OPEN, true, 1.0f, GF_ADVECTION_CATMULL_ROM, 1.6, 130.0},
        {"periodic", 128, 64, GF_BOUNDARY_PERIODIC, true, 1.0f, GF_ADVECTION_CATMULL_ROM, 0.5, 160.0},
        {"conserving, fine dye", 64, 64, GF_BOUNDARY_FREE_SLIP, true, 2.0f, GF_ADVECTION_QUINTIC, 0.7, 220.0},
    };
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        tryHalfAndBack(*state, &settings[i]);
    }
}

// What a smaller domain leaves out is gone: totals stay with resolutions only.
TEST(testWhatIsCutOffIsGone)
{
    static const Setting setting = {"cut", 64, 64, GF_BOUNDARY_FREE_SLIP, false, 1.0f, GF_ADVECTION_CATMULL_ROM, 0, 0};
    gfFluid *fluid = makeFlow(*state, &setting);
    float cell = gfFluid_GetDef(fluid).cellSize;
    double whole = Flow_Integral(fluid, GF_FIELD_DYE, 3);
    gfVec2 origin = {0.5f, 0.0f};
    assert_true(gfFluid_Resize(fluid, 32, 64, cell, origin));
    double right = Flow_Integral(fluid, GF_FIELD_DYE, 3);
    Flow_ExpectBetween("dye in the right half", right / whole, 0.2, 0.8);
    assert_true(gfFluid_Resize(fluid, 64, 64, cell, (gfVec2){0.0f, 0.0f}));
    Flow_ExpectNear("dye that comes back", Flow_Integral(fluid, GF_FIELD_DYE, 3) / right, 1.0, 1e-3);
}

// Liquid and shallow water keep what there is of them, too, by their own ways.
TEST(testOtherSolversKeepTheirMass)
{
    static const struct {
        gfSolverKind solver;
        double tolerance;
    } rows[] = {{GF_SOLVER_GAUSSIAN, 1e-3}, {GF_SOLVER_SHALLOW, 1e-3}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gfFluidDef def = Flow_DefOf(rows[i].solver, 64, 64, 1.0f / 64.0f);
        gfFluid *fluid = Flow_Make(*state, &def);
        gfSourceDef source = Flow_DiscSource(0.4f, 0.5f, 0.2f);
        source.mass = 1.0f;
        Flow_Pour(fluid, &source, 5);
        double mass = Flow_Measure(fluid).mass;
        resizeTo(fluid, 32, 32, 2.0f * def.cellSize);
        Flow_ExpectNear("mass at half", Flow_Measure(fluid).mass / mass, 1.0, rows[i].tolerance);
        resizeTo(fluid, 64, 64, def.cellSize);
        Flow_ExpectNear("mass when it is back", Flow_Measure(fluid).mass / mass, 1.0, rows[i].tolerance);
    }
}

EACH_TEST_STARTS_FROM(Fixture_SetUp, Fixture_TearDown)
