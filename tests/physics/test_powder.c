// Powders: heaps that stand at the angle that was asked for, sand that flows out of a glass at a constant rate, pastes.
#include "support/particles.h"

#define WIDTH 2.0

typedef struct Grains {
    gfParticle *all;
    int count;
    double spacing;
} Grains;

static gfFluidDef powderDef(double width, double height, double spacing, float angle, int capacity)
{
    gfFluidDef def = Particles_Def(width, height, spacing);
    def.particles.capacity = capacity; // a step takes longer with more, whether they are there or not
    def.particles.depth = 0.4f;
    def.particles.materials[0] = gfGetParticleMaterial(GF_PARTICLES_SAND);
    def.particles.materials[0].friction = angle;
    return def;
}

static Grains readGrains(gfFluid *fluid)
{
    const gfParticleParams def = gfFluid_GetDef(fluid).particles;
    Grains g = {.all = Fixture_Alloc((size_t)def.capacity * sizeof *g.all), .spacing = (double)def.spacing};
    g.count = gfFluid_ReadParticlesBlocking(fluid, g.all, def.capacity);
    assert_in_range(g.count, 1, def.capacity);
    return g;
}

/// A heap of so many grains in the middle of the floor, a triangle with this slope.
static void addWedge(gfFluid *fluid, int wanted, double slope)
{
    const gfParticleParams def = gfFluid_GetDef(fluid).particles;
    gfParticle *grains = Fixture_Alloc((size_t)def.capacity * sizeof *grains);
    double spacing = (double)def.spacing, area = wanted * spacing * spacing;
    double rise = tan(slope * PI / 180.0), height = sqrt(area * rise), a = spacing * sqrt(2.0 / sqrt(3.0));
    uint32_t random = 11;
    int count = 0, row = 0;
    for (double y = 0.5 * spacing; y < height; y += a * sqrt(0.75), row++) {
        double half = (height - y) / rise;
        int columns = (int)(half / a);
        for (int i = -columns; i <= columns && count < def.capacity; i++) {
            double x = a * (i + (row % 2 == 0 ? 0.0 : 0.5)) + 0.2 * spacing * (Particles_Random(&random) - 0.5);
            grains[count++].position = (gfVec2){(float)(0.5 * WIDTH + x), (float)y};
        }
    }
    assert_true(gfFluid_AddParticles(fluid, grains, count));
}

/// The slope of a heap's flank, degrees: a line through the highest grains of columns, from 1/5 to 4/5 of its height.
static double measureFlank(const Grains *g, int side)
{
    enum { COLUMNS = 400 };
    double tops[COLUMNS] = {0.0}, places[COLUMNS] = {0.0}, summit = 0.0, middle = 0.0;
    double wide = fmax(2.0 * g->spacing, WIDTH / COLUMNS);
    for (int i = 0; i < g->count; i++) {
        double x = (double)g->all[i].position.x, y = (double)g->all[i].position.y;
        int column = (int)fmin(x / wide, COLUMNS - 1.0);
        if (y > tops[column]) {
            tops[column] = y;
            places[column] = x;
        }
        if (y > summit) {
            summit = y;
            middle = x;
        }
    }
    double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    for (int i = 0; i < COLUMNS; i++) {
        double x = places[i], y = tops[i];
        if (y > 0.2 * summit && y < 0.8 * summit && (x - middle) * side > 0.0) {
            n += 1.0;
            sx += x;
            sy += y;
            sxx += x * x;
            sxy += x * y;
        }
    }
    assert_true(n > 4.0);
    return fabs(atan((n * sxy - sx * sy) / (n * sxx - sx * sx))) * 180.0 / PI;
}

/// A heap of `wanted` grains that begins with the slope `from` ends at the angle asked for, and rests.
static void expectHeap(Fixture *fixture, int wanted, float angle, double from, double seconds)
{
    gfFluid *fluid = Flow_MakeOf(fixture, powderDef(WIDTH, 0.75, sqrt(0.22 / wanted), angle, wanted + wanted / 8));
    double speed = 0.0;
    addWedge(fluid, wanted, from);
    for (int i = 0; i < (int)seconds; i++) { // a driver loses its context where a minute is asked for at once
        Flow_Steps(fluid, 60);
        gfParticleStats stats = Particles_Stats(fluid);
        assert_int_equal(stats.live, stats.initial);
    }
    Grains g = readGrains(fluid);
    for (int i = 0; i < g.count; i++) {
        speed += hypot((double)g.all[i].velocity.x, (double)g.all[i].velocity.y) / g.count;
    }
    Flow_ExpectNear("slope, degrees", 0.5 * (measureFlank(&g, -1) + measureFlank(&g, 1)), (double)angle, 3.0);
    Flow_ExpectBetween("mean speed, m/s", speed, 0.0, 2e-3);
}

TEST_ALL(testHeapsGiveWay)
{
    static const float angles[] = {25.0f, 30.0f, 35.0f};
    for (int i = 0; i < 3; i++) {
        expectHeap(*state, 4000, angles[i], (double)angles[i] + 12.0, 4.0);
    }
}

TEST_CI(testHeapsStand)
{
    expectHeap(*state, 1200, 30.0f, 29.0, 3.0);
}

/// A box whose floor has a slit, above another one: sand from the upper runs into the lower.
static gfFluid *makeGlass(Fixture *fixture, double spacing, double slit, double fill)
{
    gfFluid *fluid = Flow_MakeOf(fixture, powderDef(1.0, 1.5, spacing, 30.0f, 4096));
    gfSolidDef solid = gfDefaultSolidDef();
    for (int side = -1; side <= 1; side += 2) {
        float half = (float)(0.25 - 0.25 * slit);
        solid.shape = gfMakeRectangle((gfVec2){0.5f + (float)side * (0.5f - half), 0.6f}, (gfVec2){half, 0.04f}, 0.0f);
        assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
    }
    gfSourceDef sand = gfDefaultSourceDef();
    float low = 0.66f, high = low + (float)fill;
    sand.shape = gfMakeRectangle((gfVec2){0.5f, 0.5f * (low + high)}, (gfVec2){0.49f, 0.5f * (high - low)}, 0.0f);
    sand.mode = GF_SOURCE_SET;
    sand.fields = GF_SOURCE_MASS;
    sand.mass = 1.0f;
    assert_true(gfFluid_Splat(fluid, &sand));
    return fluid;
}

static double countBelow(gfFluid *fluid)
{
    Grains g = readGrains(fluid);
    int below = 0;
    for (int i = 0; i < g.count; i++) {
        below += (double)g.all[i].position.y < 0.56;
    }
    return below;
}

/// The rate at which sand leaves, m^2/s, over each of `count` spans of so many seconds, after the first half second.
static void measureRates(Fixture *fixture, double spacing, double slit, double fill, double span, double *rates,
                         int count)
{
    gfFluid *fluid = makeGlass(fixture, spacing, slit, fill);
    Flow_Steps(fluid, 30);
    double before = countBelow(fluid);
    for (int i = 0; i < count; i++) {
        Flow_Steps(fluid, (int)(60.0 * span));
        double now = countBelow(fluid);
        rates[i] = (now - before) * spacing * spacing / span;
        before = now;
    }
}

/// Sand leaves at a rate that does not hang on its height (Beverloo, Leniger, van de Velde 1961); water slows down.
TEST_ALL(testGlassRunsEvenly)
{
    double rates[2][3];
    measureRates(*state, 0.0125, 0.1, 0.5, 0.5, rates[0], 3);
    measureRates(*state, 0.0125, 0.1, 0.25, 0.5, rates[1], 1);
    double mean = (rates[0][0] + rates[0][1] + rates[0][2]) / 3.0;
    for (int i = 0; i < 3; i++) {
        Flow_ExpectNear("rate over the mean", rates[0][i] / mean, 1.0, 0.1);
    }
    Flow_ExpectNear("rate from half the height", rates[1][0] / mean, 1.0, 0.1);
    Flow_ExpectBetween("rate, m^2/s", rates[0][0], 0.01, 1.0);
}

/// The height of a block after it was let go.
static double measureBlock(Fixture *fixture, float cohesion)
{
    gfFluidDef def = powderDef(1.5, 0.75, 0.015, 0.0f, 2048);
    def.particles.materials[0].cohesion = cohesion;
    def.particles.materials[0].friction = cohesion > 0.0f ? 0.0f : 1e-3f;
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfParticle grains[2048];
    assert_true(gfFluid_AddParticles(fluid, grains, Particles_FillRectangle(grains, 0.6, 0.0, 0.3, 0.3, 0.015, 0.1)));
    Flow_Steps(fluid, 90);
    Grains g = readGrains(fluid);
    double top = 0.0;
    for (int i = 0; i < g.count; i++) {
        top = fmax(top, (double)g.all[i].position.y);
    }
    gfDestroyFluid(fluid);
    return top;
}

/// A paste stands where it is strong enough for its own weight, which is cohesion against g h / 2, and flows where not.
TEST_CI(testPasteStands)
{
    Flow_ExpectBetween("height of strong paste, m", measureBlock(*state, 8.0f), 0.25, 0.35);
    Flow_ExpectBetween("height of weak paste, m", measureBlock(*state, 0.1f), 0.0, 0.2);
}

/// Heaps of as many grains as GF_TEST_LARGE says, for a minute: for a GPU. "65536:35" asks for one angle only.
TEST_ALL(testHeapsOfAMinute)
{
    static const float angles[] = {25.0f, 30.0f, 35.0f};
    const char *large = getenv("GF_TEST_LARGE");
    if (large == NULL) {
        skip();
    }
    int wanted = 0;
    float only = 0.0f;
    assert_true(sscanf(large, "%d:%f", &wanted, &only) >= 1);
    for (int i = 0; i < 3; i++) {
        if (only == 0.0f || only == angles[i]) {
            expectHeap(*state, wanted, angles[i], (double)angles[i] + 10.0, 60.0);
        }
    }
}
