// What the styles of fire and of liquid show, against known values: the colour and brightness of a black body, soot,
// where liquid covers and where it is even.
#include "support/gaussian.h"
#include "support/picture.h"

static gfDrawDef linearDef(gfDrawStyle style)
{
    gfDrawDef def = Picture_Look(style, false);
    def.solids.shown = false;
    return def;
}

#define SIZE 8

// Middle of a fluid of one temperature (K above ambient) and one soot.
static void fireColor(Fixture *fixture, float range, float temperature, float soot, float rgba[4])
{
    gfFluidDef fluidDef = Flow_Def(SIZE, SIZE, 1);
    fluidDef.grid.ambientTemperature = 300.0f;
    gfFluid *fluid = Flow_Make(fixture, &fluidDef);
    const float dye[4] = {0.1f * soot, 0.2f * soot, 0.3f * soot, soot};
    float kelvin = 300.0f + temperature;
    Picture_Fill(fluid, GF_FIELD_TEMPERATURE, &kelvin);
    Picture_Fill(fluid, GF_FIELD_DYE, dye);
    gfDrawDef def = linearDef(GF_DRAW_FIRE);
    def.range = range;
    const float *pixels = Picture_ReadTexture(fixture, fluid, &def, SIZE, SIZE);
    memcpy(rgba, pixels + 4 * (SIZE / 2 * SIZE + SIZE / 2), 4 * sizeof *rgba);
}

// Chromaticities of the Planckian locus (CIE 1931), and brightness by the fourth power.
TEST(testBlackBody)
{
    static const struct {
        double kelvin, x, y;
    } rows[] = {{1500.0, 0.5857, 0.3931}, {2400.0, 0.4863, 0.4147}, {6500.0, 0.3135, 0.3237}};
    static const double fromXyz[3][3] = {
        {3.2406, -1.5372, -0.4986}, {-0.9689, 1.8758, 0.0415}, {0.0557, -0.2040, 1.0570}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const double xyz[3] = {rows[i].x, rows[i].y, 1.0 - rows[i].x - rows[i].y};
        double expected[3], most = 0.0;
        for (int c = 0; c < 3; c++) {
            double value = fromXyz[c][0] * xyz[0] + fromXyz[c][1] * xyz[1] + fromXyz[c][2] * xyz[2];
            expected[c] = fmax(value, 0.0); // redder than the screen's red
            most = fmax(most, expected[c]);
        }
        float rgba[4];
        double heat = rows[i].kelvin / 2400.0;
        fireColor(*state, 1500.0f, (float)(1500.0 * heat), 0.0f, rgba);
        double bright = fmax(fmax((double)rgba[0], (double)rgba[1]), (double)rgba[2]);
        Flow_ExpectNear("brightness", bright / pow(heat, 4.0), 1.0, 0.002);
        for (int c = 0; c < 3; c++) {
            Flow_ExpectNear("channel", (double)rgba[c] / bright, expected[c] / most, 0.02);
        }
        Flow_ExpectNear("coverage of gas", (double)rgba[3], 0.0, 0.001);
    }
}

TEST(testSoot)
{
    float cold[4], hot[4], clear[4], air[4];
    fireColor(*state, 1000.0f, 0.0f, 0.7f, cold);
    fireColor(*state, 1000.0f, 1000.0f, 0.7f, hot);
    fireColor(*state, 1000.0f, 1000.0f, 0.0f, clear);
    fireColor(*state, 1000.0f, -50.0f, 0.0f, air);
    double cover = 1.0 - exp(-0.7);
    for (int c = 0; c < 4; c++) {
        Flow_ExpectNear("cold soot", (double)cold[c], c == 3 ? cover : 0.1 * (c + 1) * cover, 0.002);
        Flow_ExpectNear("burning soot", (double)hot[c], (double)clear[c], 0.002);
        Flow_ExpectNear("air colder than ambient", (double)air[c], 0.0, 0.0);
    }
}

TEST(testFireNeedsTemperature)
{
    gfFluid *fluid = Flow_MakeOf(fixture, Gaussian_Def(SIZE, SIZE, GF_GAUSSIAN_CONSERVING));
    gfDrawDef how = linearDef(GF_DRAW_FIRE);
    Fixture_ClearLog(fixture);
    EXPECT_REFUSED(gfFluid_DrawToTexture(fluid, &how, SIZE, SIZE) != 0, UNSUPPORTED, "temperature");
}

// The default range is each style's own, as gfDrawStyle tells, and others count as they are.
TEST(testDefaultRanges)
{
    static const float own[GF_DRAW_STYLE_COUNT] = {
        [GF_DRAW_DYE] = 1.0f,          [GF_DRAW_VELOCITY] = 1.0f,   [GF_DRAW_PRESSURE] = 0.5f,
        [GF_DRAW_TEMPERATURE] = 25.0f, [GF_DRAW_VORTICITY] = 40.0f, [GF_DRAW_SOLIDS] = 1.0f,
        [GF_DRAW_DIVERGENCE] = 0.1f,   [GF_DRAW_FIRE] = 2400.0f,    [GF_DRAW_LIQUID] = 1.0f,
        [GF_DRAW_LIC] = 1.0f,          [GF_DRAW_ARROWS] = 1.0f,     [GF_DRAW_MASS] = 1.0f,
        [GF_DRAW_DENSITY] = 0.1f};
    gfFluidDef defs[] = {Flow_Def(SIZE, SIZE, 1), Gaussian_Def(SIZE, SIZE, GF_GAUSSIAN_CONSERVING)};
    for (int i = 0; i < 2; i++) {
        gfFluid *fluid = Flow_Make(*state, &defs[i]);
        gfSourceDef blob = Flow_DiscSource(0.4f, 0.5f, 0.2f);
        blob.dye[0] = blob.dye[3] = blob.mass = 0.7f;
        blob.velocity.x = 0.4f;
        blob.temperature = 20.0f;
        Flow_Pour(fluid, &blob, 1);
        for (int style = 0; style < GF_DRAW_STYLE_COUNT; style++) {
            bool gaussian = style == GF_DRAW_MASS || style == GF_DRAW_DENSITY;
            if (gaussian != (i == 1) || style == GF_DRAW_PARTICLES || style == GF_DRAW_KINDS) {
                continue;
            }
            const float hot = 1500.0f;
            if (style == GF_DRAW_FIRE) {
                Picture_Fill(fluid, GF_FIELD_TEMPERATURE, &hot);
            }
            gfDrawDef def = linearDef((gfDrawStyle)style);
            const float *pixels[3];
            for (int k = 0; k < 3; k++) {
                def.range = k == 0 ? 0.0f : k == 1 ? own[style] : 0.4f * own[style];
                pixels[k] = Picture_ReadTexture(*state, fluid, &def, SIZE, SIZE);
            }
            assert_memory_equal(pixels[0], pixels[1], SIZE * SIZE * 4 * sizeof(float));
            bool same = memcmp(pixels[0], pixels[2], SIZE * SIZE * 4 * sizeof(float)) == 0;
            bool told = style != GF_DRAW_SOLIDS && style != GF_DRAW_ARROWS; // which have no room here
            fail_if(i == 0 && told && same, "style %d: the range does not count", style);
        }
    }
}

#define CELLS 48
#define PIXELS 192

typedef enum Kind { KIND_GAUSSIAN, KIND_GRID, KIND_FINE_DYE, KIND_COUNT } Kind;

static gfFluid *makeLiquid(Fixture *fixture, Kind kind, bool disc, bool periodic)
{
    gfFluidDef def =
        kind == KIND_GAUSSIAN ? Gaussian_Def(CELLS, CELLS, GF_GAUSSIAN_CONSERVING) : Flow_Def(CELLS, CELLS, 1);
    def.cellSize = 1.0f / CELLS;
    def.dyeScale = kind == KIND_FINE_DYE ? 2.0f : 1.0f;
    if (periodic) {
        def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
    }
    gfFluid *fluid = Flow_Make(fixture, &def);
    if (disc) {
        Flow_AddDisc(fluid, 0.4f, 0.45f, 0.15f);
    }
    Flow_Steps(fluid, 1); // solids take effect
    return fluid;
}

#define BLOB 0.23

PICTURE_AMOUNT(blob, hypot(x - 0.55, y - 0.5) < BLOB ? 1.0 : 0.0)

// Across the seam of a periodic domain.
PICTURE_AMOUNT(band, (x < 0.2 || x > 0.7) ? 1.0 : 0.0)

static void writeLiquid(gfFluid *fluid, Kind kind, AmountFn *amount)
{
    Picture_WriteAmount(fluid, kind == KIND_GAUSSIAN ? GF_FIELD_MASS : GF_FIELD_DYE, amount);
}

static const float *drawLiquid(Fixture *fixture, Kind kind, AmountFn *amount, bool disc, bool periodic)
{
    gfFluid *fluid = makeLiquid(fixture, kind, disc, periodic);
    writeLiquid(fluid, kind, amount);
    gfDrawDef def = linearDef(GF_DRAW_LIQUID);
    def.liquid.threshold = 0.5f;
    return Picture_ReadTexture(fixture, fluid, &def, PIXELS, PIXELS);
}

// What lies further than a cell from the outline of the liquid is covered in it and untouched outside.
TEST(testLiquidCovers)
{
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        const float *pixels = drawLiquid(*state, (Kind)kind, blob, false, false);
        double area = 0.0;
        for (int i = 0; i < PIXELS * PIXELS; i++) {
            double x = (i % PIXELS + 0.5) / PIXELS, y = (i / PIXELS + 0.5) / PIXELS;
            double inside = BLOB - hypot(x - 0.55, y - 0.5);
            bool covered = pixels[4 * i + 3] > 0.3f;
            fail_if(fabs(inside) > 1.0 / CELLS && covered != (inside > 0.0), "kind %d: coverage %g %g m inside", kind,
                    (double)pixels[4 * i + 3], inside);
            if (inside < -1.5 / CELLS) {
                assert_true(pixels[4 * i + 3] == 0.0f && pixels[4 * i] == 0.0f);
            }
            area += covered ? 1.0 / (PIXELS * PIXELS) : 0.0;
        }
        Flow_ExpectNear("area", area, PI * BLOB * BLOB, 0.25 * 2.0 * PI * BLOB / CELLS);
    }
}

TEST(testNoLiquid)
{
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        const float *pixels = drawLiquid(*state, (Kind)kind, Picture_None, true, false);
        for (int i = 0; i < PIXELS * PIXELS * 4; i++) {
            assert_true(pixels[i] == 0.0f);
        }
    }
}

// A full domain shows one colour, up to walls and to the outline of a solid.
TEST(testNoRimAtSolids)
{
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        const float *pixels = drawLiquid(*state, (Kind)kind, Picture_One, true, false);
        const float *first = pixels + 4 * (PIXELS * PIXELS - 20);
        for (int i = 0; i < PIXELS * PIXELS; i++) {
            double x = (i % PIXELS + 0.5) / PIXELS, y = (i / PIXELS + 0.5) / PIXELS;
            for (int c = 0; c < 4 && hypot(x - 0.4, y - 0.45) > 0.15; c++) {
                fail_if(!(fabsf(pixels[4 * i + c] - first[c]) < 0.004f),
                        "kind %d: channel %d is %g at (%g, %g), %g in the corner", kind, c, (double)pixels[4 * i + c],
                        x, y, (double)first[c]);
            }
        }
    }
}

// Full, but for every other cell beside the disc, as what lags there leaves it.
static double speckled(double x, double y)
{
    int column = (int)(CELLS * x), row = (int)(CELLS * y);
    double off = CELLS * (hypot((column + 0.5) / CELLS - 0.4, (row + 0.5) / CELLS - 0.45) - 0.15);
    return off < 0.75 && (column + row) % 2 == 0 ? 0.0 : 1.0;
}

// Dye up to the outline of a solid is that of the fluid near it, whatever single cells at the solid hold.
TEST(testDyeBesideSolid)
{
    gfFluid *fluid = makeLiquid(*state, KIND_GRID, true, false);
    writeLiquid(fluid, KIND_GRID, speckled);
    gfDrawDef def = linearDef(GF_DRAW_DYE);
    const float *pixels = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
    float full = pixels[4 * (PIXELS * PIXELS - 20) + 3];
    assert_true(full > 0.5f);
    for (int i = 0; i < PIXELS * PIXELS; i++) {
        double x = (i % PIXELS + 0.5) / PIXELS, y = (i / PIXELS + 0.5) / PIXELS;
        fail_if(hypot(x - 0.4, y - 0.45) > 0.15 && !(fabsf(pixels[4 * i + 3] - full) < 0.08f),
                "coverage %g at (%g, %g), %g in the corner", (double)pixels[4 * i + 3], x, y, (double)full);
    }
}

// A periodic domain has no rim at its seam: halves of a band look as the whole does.
TEST(testNoRimAtSeam)
{
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        const float *row = drawLiquid(*state, (Kind)kind, band, false, true) + 4 * (PIXELS / 2) * PIXELS;
        // Its middle is at x = 0.95: all but the light, which comes from one side, is even about it.
        for (int d = 0; d < PIXELS / 5; d++) {
            int middle = PIXELS * 19 / 20;
            float left = row[4 * (middle - 1 - d) + 3], right = row[4 * ((middle + d) % PIXELS) + 3];
            Flow_ExpectNear("coverage about the seam", (double)left, (double)right, 0.02);
        }
        for (int c = 0; c < 4; c++) {
            Flow_ExpectNear("the seam", (double)row[c], (double)row[4 * (PIXELS - 1) + c], 0.01);
        }
    }
}

// Sum of a channel of what is drawn of a liquid.
static double lightOf(Fixture *fixture, gfFluid *fluid, const gfDrawDef *def, int channel)
{
    const float *pixels = Picture_ReadTexture(fixture, fluid, def, PIXELS, PIXELS);
    double sum = 0.0;
    for (int i = 0; i < PIXELS * PIXELS; i++) {
        sum += (double)pixels[4 * i + channel];
    }
    return sum;
}

// Foam shows where liquid is fast, and only there.
TEST(testFoam)
{
    double light[2][2];
    for (int fast = 0; fast < 2; fast++) {
        gfFluid *fluid = makeLiquid(*state, KIND_GAUSSIAN, false, false);
        writeLiquid(fluid, KIND_GAUSSIAN, blob);
        const float velocity[2] = {fast == 1 ? 2.0f : 0.0f, 0.0f};
        Picture_Fill(fluid, GF_FIELD_VELOCITY, velocity);
        for (int foams = 0; foams < 2; foams++) {
            gfDrawDef def = linearDef(GF_DRAW_LIQUID);
            def.liquid.specular = 0.0f;
            def.liquid.foamSpeed = foams == 1 ? 0.8f : 0.0f;
            light[fast][foams] = lightOf(*state, fluid, &def, 0);
        }
    }
    assert_true(light[0][0] == light[0][1] && light[0][0] == light[1][0]);
    Flow_ExpectBetween("red light of foam over none", light[1][1] / light[1][0], 1.3, 100.0);
}

// A liquid is of the colour of its dye as much as it is told to be, and without dye as if it were told nothing.
TEST(testDyed)
{
    static const float red[4] = {0.8f, 0.02f, 0.02f, 1.0f}, none[4] = {0.0f};
    double light[2][3][2]; // with dye; dyed 0, 0.5, 1; red and blue
    for (int dye = 0; dye < 2; dye++) {
        gfFluid *fluid = makeLiquid(*state, KIND_GAUSSIAN, false, false);
        writeLiquid(fluid, KIND_GAUSSIAN, blob);
        Picture_Fill(fluid, GF_FIELD_DYE, dye == 1 ? red : none);
        for (int much = 0; much < 3; much++) {
            gfDrawDef def = linearDef(GF_DRAW_LIQUID);
            def.liquid.dyed = 0.5f * (float)much;
            light[dye][much][0] = lightOf(*state, fluid, &def, 0);
            light[dye][much][1] = lightOf(*state, fluid, &def, 2);
        }
    }
    for (int c = 0; c < 2; c++) {
        assert_true(light[0][0][c] == light[1][0][c]);
        Flow_ExpectNear("without dye", light[0][2][c] / light[0][0][c], 1.0, 1e-6);
    }
    Flow_ExpectBetween("red of half over not dyed", light[1][1][0] / light[1][0][0], 1.5, 100.0);
    Flow_ExpectBetween("red of dyed over half", light[1][2][0] / light[1][1][0], 1.2, 100.0);
    Flow_ExpectBetween("blue of dyed over not dyed", light[1][2][1] / light[1][0][1], 0.0, 0.8);
}
