// Pictures of GF_SOLVER_WATER: a pool at rest is flat and does not flicker, drops of single particles keep their size,
// join the surface without a jump, and sheets thinner than a cell are whole.
#include "support/picture.h"
#include "support/water.h"

#define CELLS 32
#define H (1.0 / CELLS)
#define SIZE 320           // px: 10 a cell
#define ROWS (SIZE * SIZE) // pixels of a picture
#define EACH (100.0 / 4.0) // pixels of a particle's area

static gfFluid *makeWater(Fixture *fixture)
{
    gfFluidDef def = Water_Def(CELLS, CELLS, 1.0);
    return Flow_Make(fixture, &def);
}

static gfDrawDef coverLook(const gfFluid *fluid)
{
    gfDrawDef def = gfDefaultDrawDefFor(fluid);
    def.alpha = GF_ALPHA_PREMULTIPLIED;
    def.encodeSrgb = false;
    def.liquid.clarity = 0.0f;
    return def;
}

// Area that the liquid covers, pixels; through *column (null: not wanted) that of each column.
static double coveredArea(Fixture *fixture, gfFluid *fluid, double *column)
{
    gfDrawDef def = coverLook(fluid);
    def.liquid.reflectance = 1.0f; // all that is covered is opaque
    const float *pixels = Picture_ReadTexture(fixture, fluid, &def, SIZE, SIZE);
    double sum = 0.0;
    for (int x = 0; x < SIZE; x++) {
        double own = 0.0;
        for (int y = 0; y < SIZE; y++) {
            own += (double)pixels[4 * (y * SIZE + x) + 3];
        }
        sum += own;
        if (column != NULL) {
            column[x] = own;
        }
    }
    return sum;
}

FLOW_SCALAR(halfFull, y < 0.5 ? 1.0 : 0.0)

TEST_CI(testPoolIsFlatAndStill)
{
    gfFluid *fluid = makeWater(fixture);
    Water_Fill(fluid, halfFull);
    Flow_Steps(fluid, 120);
    double column[SIZE], mean = coveredArea(fixture, fluid, column) / SIZE, square = 0.0;
    for (int x = 0; x < SIZE; x++) {
        square += (column[x] - mean) * (column[x] - mean) / SIZE;
    }
    Figure("rms height of a pool's surface, cells", sqrt(square) * CELLS / SIZE, 0.0, 0.0, 0.025);
    gfParticleStats stats = Particles_Stats(fluid);
    Figure("level of a pool, cells", mean * CELLS / SIZE - stats.live / (4.0 * CELLS), 0.0, -0.02, 0.02);
    gfDrawDef def = coverLook(fluid);
    const float *before = Picture_ReadTexture(fixture, fluid, &def, SIZE, SIZE);
    Flow_Steps(fluid, 1);
    const float *after = Picture_ReadTexture(fixture, fluid, &def, SIZE, SIZE);
    double changed = 0.0;
    int count = 0;
    for (int i = 0; i < ROWS; i++) { // within a cell of the surface
        if (fabs(i / SIZE - mean) < 10.0) {
            for (int c = 0; c < 4; c++) {
                double d = (double)(after[4 * i + c] - before[4 * i + c]);
                changed += d * d;
                count++;
            }
        }
    }
    Figure("change of a pool's surface in a frame, levels of 255", 255.0 * sqrt(changed / count), 0.0, 0.0, 1.0);
}

static gfFluid *makeParticles(Fixture *fixture, const gfParticle *list, int count)
{
    gfFluid *fluid = makeWater(fixture);
    assert_true(gfFluid_AddParticles(fluid, list, count));
    return fluid;
}

TEST(testDropsKeepTheirSize)
{
    double least = 1e9, most = 0.0;
    for (int i = 0; i < 12; i++) {
        double x = 10.0 + 0.37 * i, y = 16.0 + 0.23 * i;
        const gfParticle drop = {.position = {(float)(x * H), (float)(y * H)}};
        gfFluid *fluid = makeParticles(fixture, &drop, 1);
        double area = coveredArea(fixture, fluid, NULL) / EACH;
        least = fmin(least, area);
        most = fmax(most, area);
        gfDestroyFluid(fluid);
    }
    Figure("least area of a drop, particles", least, 1.0, 0.9, 1.1);
    Figure("largest area of a drop, particles", most, 1.0, 0.9, 1.1);
}

static gfVec2 middleOfDrop(Fixture *fixture, gfFluid *fluid, float ahead)
{
    gfDrawDef def = coverLook(fluid);
    def.ahead = ahead;
    return Picture_GetMiddle(Picture_ReadTexture(fixture, fluid, &def, SIZE, SIZE), SIZE, SIZE, 3);
}

// Between two steps a drop is drawn on its way to where the next step has it.
TEST(testDropsMoveOn)
{
    for (int i = 0; i < 4; i++) {
        const gfParticle drop = {.position = {(float)((16.0 + 0.27 * i) * H), (float)((20.0 + 0.21 * i) * H)},
                                 .velocity = {1.5f, 0.6f}};
        gfFluid *fluid = makeParticles(fixture, &drop, 1);
        float step = gfFluid_GetDef(fluid).fixedStep;
        gfVec2 here = middleOfDrop(fixture, fluid, 0.0f), half = middleOfDrop(fixture, fluid, 0.5f * step),
               ahead = middleOfDrop(fixture, fluid, step);
        Flow_Steps(fluid, 1);
        gfVec2 next = middleOfDrop(fixture, fluid, 0.0f);
        Flow_ExpectNear("way of a drop, cells", (double)(next.x - here.x) / 10.0, 1.5 / 60.0 * CELLS, 0.05);
        Flow_ExpectNear("drawn ahead, cells", (double)(ahead.x - next.x) / 10.0, 0.0, 0.1);
        Flow_ExpectNear("drawn ahead, cells", (double)(ahead.y - next.y) / 10.0, 0.0, 0.15);
        Flow_ExpectNear("drawn half a step ahead, cells", (double)(half.x - 0.5f * (here.x + next.x)) / 10.0, 0.0, 0.1);
        gfDestroyFluid(fluid);
    }
}

#define LATTICE (2 * CELLS * CELLS)

// A pool of 16 cells' depth on a lattice, and a particle that sinks into it in small steps.
TEST(testDropsJoinTheSurface)
{
    static gfParticle list[LATTICE + 1];
    for (int i = 0; i < LATTICE; i++) {
        list[i] = (gfParticle){
            .position = {(float)((i % (2 * CELLS) + 0.5) * 0.5 * H), (float)((i / (2 * CELLS) + 0.5) * 0.5 * H)}};
    }
    gfFluid *fluid = makeParticles(fixture, list, LATTICE);
    double pool = coveredArea(fixture, fluid, NULL), last = -1.0, jump = 0.0, least = 1e9, most = 0.0;
    gfDestroyFluid(fluid);
    for (double height = 2.0; height > -1.0; height -= 0.1) {
        list[LATTICE].position = (gfVec2){(float)(16.13 * H), (float)((16.0 + height) * H)};
        fluid = makeParticles(fixture, list, LATTICE + 1);
        double more = (coveredArea(fixture, fluid, NULL) - pool) / EACH;
        jump = last < 0.0 ? jump : fmax(jump, fabs(more - last));
        last = more;
        least = fmin(least, more);
        most = fmax(most, more);
        gfDestroyFluid(fluid);
    }
    Figure("change of a drop that joins, particles a tenth of a cell", jump, 0.0, 0.0, 0.2);
    Figure("least area that it adds, particles", least, 1.0, 0.6, 1.1);
    Figure("largest area that it adds, particles", most, 1.0, 0.9, 1.25);
}

// All styles that have what they need, with effects, too, and a surface in perspective.
TEST(testEveryStyle)
{
    gfFluid *fluid = makeWater(fixture);
    Water_Fill(fluid, halfFull);
    Flow_AddDisc(fluid, 0.5f, 0.5f, 0.2f);
    Flow_Steps(fluid, 1);
    assert_int_equal(gfDefaultDrawDefFor(fluid).style, GF_DRAW_LIQUID);
    for (int style = 0; style < GF_DRAW_STYLE_COUNT; style++) {
        bool heats = style == GF_DRAW_TEMPERATURE || style == GF_DRAW_FIRE || style == GF_DRAW_DIVERGENCE;
        gfDrawDef def = Picture_Look((gfDrawStyle)style, true);
        def.ahead = 0.01f;
        assert_true(heats || gfFluid_DrawToTexture(fluid, &def, 16, 16) != 0);
    }
    gfDrawDef def = Picture_Everything(Picture_MakeGradient(fixture, 16));
    def.style = GF_DRAW_LIQUID;
    def.liquid.lens = 0.5f;
    def.liquid.dyed = 0.5f;
    assert_true(gfFluid_DrawToTexture(fluid, &def, 16, 16) != 0);
    gfSurfaceDef surface = gfDefaultSurfaceDef();
    surface.source.of = GF_HEIGHT_MASS;
    gfSurfaceTextures textures;
    assert_true(gfFluid_GetSurfaceTextures(fluid, &surface.source, &textures));
}

TEST(testThinSheetsAreWhole)
{
    for (int rows = 1; rows <= 2; rows++) {
        static gfParticle list[8 * CELLS];
        int count = 0;
        for (int row = 0; row < rows; row++) {
            for (int i = 8; i < 2 * CELLS - 8; i++) {
                double x = (i + 0.5) * 0.5, y = 15.7 + 0.13 * x + 0.5 * row; // slanted
                list[count++] = (gfParticle){.position = {(float)(x * H), (float)(y * H)}};
            }
        }
        gfFluid *fluid = makeParticles(fixture, list, count);
        double column[SIZE], least = 1e9, most = 0.0;
        coveredArea(fixture, fluid, column);
        for (int x = 50; x < SIZE - 50; x++) {
            least = fmin(least, column[x]);
            most = fmax(most, column[x]);
        }
        Figure("least thickness of a sheet, rows of particles", least / 5.0 / rows, 1.0, 0.6, 1.6);
        Figure("largest thickness of a sheet, rows of particles", most / 5.0 / rows, 1.0, 0.6, 1.6);
        gfDestroyFluid(fluid);
    }
}
