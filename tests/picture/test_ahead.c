// Drawings between two steps (gfDrawDef.ahead): what moves evenly is seen to.
#include "support/canvas.h"
#include "support/flow.h"
#include "support/fluid3d.h"
#include "support/picture.h"
#include "support/shallow.h"
#include "support/solvers.h"

#define CELLS 64
#define PIXELS 256

static const float step = 1.0f / 60.0f;

FLOW_VECTOR(wind, 1.2, -0.6)

PICTURE_AMOUNT(bell, exp(-0.5 * (pow(x - 0.4, 2.0) + pow(y - 0.6, 2.0)) / (0.05 * 0.05)))

FLOW_SCALAR(spot, bell(x, y))

PICTURE_AMOUNT(drop, hypot(x - 0.4, y - 0.6) < 0.12 ? 1.0 : 0.0)

// A blob that drifts through an empty or full square metre.
static gfFluid *makeDrift(Fixture *fixture, gfSolverKind solver)
{
    gfFluidDef def = Flow_Def(CELLS, CELLS, 2);
    def.solver = solver;
    def.fixedStep = step;
    def.grid.thermalExpansion = 0.0f;
    def.particles.gravity.y = def.water.gravity.y = 0.0f;
    def.particles.spacing = 0.02f;
    def.particles.capacity = 512;
    if (!solverRows[solver].particles) {
        Flow_SetSides(&def, GF_BOUNDARY_PERIODIC);
    }
    gfFluid *fluid = Flow_Make(fixture, &def);
    if (solver == GF_SOLVER_GRID) {
        Flow_WriteVelocity(fluid, wind);
        Flow_WriteDye(fluid, spot);
    } else if (solverRows[solver].particles) {
        gfParticle particles[64];
        memset(particles, 0, sizeof particles);
        for (int i = 0; i < 64; i++) {
            particles[i].position = (gfVec2){0.33f + 0.02f * (float)(i % 8), 0.53f + 0.02f * (float)(i / 8)};
            particles[i].velocity = wind(0.0, 0.0);
        }
        assert_true(gfFluid_AddParticles(fluid, particles, 64));
    } else {
        static const float ones[4] = {1.0f, 1.0f, 1.0f, 1.0f}, blown[2] = {1.2f, -0.6f};
        bool gaussian = solver == GF_SOLVER_GAUSSIAN;
        Picture_WriteAmount(fluid, GF_FIELD_MASS, gaussian ? drop : Picture_One);
        Picture_Fill(fluid, gaussian ? GF_FIELD_VELOCITY : GF_FIELD_FACE_VELOCITY, blown);
        Picture_Fill(fluid, GF_FIELD_DYE, ones);
        if (!gaussian) {
            Flow_WriteDye(fluid, spot);
        }
    }
    Flow_Steps(fluid, 2);
    return fluid;
}

// Middle of what a channel shows, cells; 3 is what covers.
static gfVec2 middleOf(Fixture *fixture, gfFluid *fluid, const gfDrawDef *def, int channel)
{
    const float *pixels = Picture_ReadTexture(fixture, fluid, def, PIXELS, PIXELS);
    gfVec2 middle = Picture_GetMiddle(pixels, PIXELS, PIXELS, channel);
    return (gfVec2){middle.x * CELLS / PIXELS, middle.y * CELLS / PIXELS};
}

static void expectWay(const char *what, gfVec2 from, gfVec2 to, gfVec2 velocity, double time, double tolerance)
{
    Flow_ExpectNear(what, (double)(to.x - from.x), (double)velocity.x * time * CELLS, tolerance);
    Flow_ExpectNear(what, (double)(to.y - from.y), (double)velocity.y * time * CELLS, tolerance);
}

// Which style shows the blob of a solver by its coverage.
static const struct {
    gfSolverKind solver;
    gfDrawStyle style;
} drifts[] = {{GF_SOLVER_GRID, GF_DRAW_DYE},         {GF_SOLVER_GRID, GF_DRAW_LIQUID},
              {GF_SOLVER_GAUSSIAN, GF_DRAW_DYE},     {GF_SOLVER_GAUSSIAN, GF_DRAW_MASS},
              {GF_SOLVER_GAUSSIAN, GF_DRAW_LIQUID},  {GF_SOLVER_PARTICLES, GF_DRAW_PARTICLES},
              {GF_SOLVER_PARTICLES, GF_DRAW_LIQUID}, {GF_SOLVER_SHALLOW, GF_DRAW_DYE}};

// Moments between two steps lie on a line, evenly, and end where the next step begins; beyond counts as the end.
TEST_CI(testBlobsMoveEvenly)
{
    static const float moments[] = {0.25f, 0.5f, 1.0f, 3.0f}; // of a step
    for (size_t i = 0; i < sizeof drifts / sizeof *drifts; i++) {
        gfFluid *fluid = makeDrift(*state, drifts[i].solver);
        gfDrawDef def = Picture_Look(drifts[i].style, true);
        def.solids.shown = false;
        gfVec2 first = middleOf(*state, fluid, &def, 3), last = first;
        for (int k = 0; k < 4; k++) {
            char what[64];
            (void)snprintf(what, sizeof what, "solver %d, style %d: way, cells", (int)drifts[i].solver,
                           (int)drifts[i].style);
            def.ahead = step * moments[k];
            last = middleOf(*state, fluid, &def, 3);
            expectWay(what, first, last, wind(0.0, 0.0), fmin((double)def.ahead, (double)step), 0.1);
        }
        Flow_Steps(fluid, 1);
        def.ahead = 0.0f;
        expectWay("next step, cells off", last, middleOf(*state, fluid, &def, 3), (gfVec2){0.0f, 0.0f}, 0.0, 0.15);
    }
}

static gfVec2 swirl(double x, double y)
{
    gfVec2 v = Flow_TaylorGreen(x, y);
    return (gfVec2){0.5f * v.x, 0.5f * v.y};
}

// Every style: at the end of a step the picture is much nearer to the next step's than that of the last one.
TEST(testNearsNextStep)
{
    static const gfDrawStyle styles[] = {GF_DRAW_DYE, GF_DRAW_TEMPERATURE, GF_DRAW_FIRE, GF_DRAW_LIQUID};
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
        gfFluidDef fluidDef = Flow_Def(CELLS, CELLS, 4);
        fluidDef.grid.gravity.y = 0.0f;
        gfFluid *fluid = Flow_Make(*state, &fluidDef);
        Flow_WriteVelocity(fluid, swirl);
        Flow_WriteDye(fluid, spot);
        gfSourceDef heat = Flow_DiscSource(0.6f, 0.4f, 0.15f);
        heat.fields = GF_SOURCE_TEMPERATURE;
        heat.temperature = 1.0f;
        heat.softness = 0.1f;
        Flow_Pour(fluid, &heat, 2);
        gfDrawDef def = Picture_Look(styles[i], true);
        const float *before = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
        def.ahead = 1.0f;
        const float *ahead = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
        Flow_Steps(fluid, 1);
        def.ahead = 0.0f;
        const float *next = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
        double off = Picture_MeanDifference(ahead, next, PIXELS * PIXELS, -1);
        Flow_ExpectBetween("off the next picture, over what changed",
                           off / Picture_MeanDifference(before, next, PIXELS * PIXELS, -1), 0.0, 0.25);
    }
}

// A solid goes on by its own velocity, whatever the fluid does; and tracers by theirs.
TEST(testSolidsMoveOn)
{
    gfFluid *fluid = Flow_MakeOf(*state, Flow_Def(CELLS, CELLS, 2));
    gfSolidDef solid = Flow_SolidDef(gfMakeCircle((gfVec2){0.4f, 0.5f}, 0.1f));
    solid.velocity = (gfVec2){2.0f, 1.0f};
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
    Flow_Steps(fluid, 1);
    gfDrawDef def = Picture_Look(GF_DRAW_SOLIDS, true);
    gfVec2 first = middleOf(*state, fluid, &def, 3);
    def.ahead = 0.5f * step;
    expectWay("way of a solid, cells", first, middleOf(*state, fluid, &def, 3), solid.velocity, 0.5 * (double)step,
              0.05);
}

TEST(testTracersMoveOn)
{
    gfFluid *fluid = makeDrift(*state, GF_SOLVER_GRID);
    gfTracers *tracers = Fixture_MakeTracers(fluid, 1, 1e6f);
    Flow_Steps(fluid, 1);
    gfDrawDef def = Picture_Look(GF_DRAW_SOLIDS, false);
    def.tracers.set = tracers;
    def.tracers.size = 8.0f;
    gfVec2 first = middleOf(*state, fluid, &def, 1);
    def.ahead = step;
    expectWay("way of a tracer, cells", first, middleOf(*state, fluid, &def, 1), wind(0.0, 0.0), (double)step, 0.1);
}

// Middle of what is drawn over black, pixels.
static double middleOf3D(Fixture *fixture, const Canvas *canvas, gfFluid3D *volume, const gfDraw3DDef *def)
{
    static uint8_t pixels[PIXELS * PIXELS * 4];
    double sum = 0.0, x = 0.0;
    fixture->gl.ClearColor(0.0f, 0.0f, 0.0f, 1.0f);
    fixture->gl.Clear(GL_COLOR_BUFFER_BIT);
    assert_true(gfFluid3D_Draw(volume, def));
    Canvas_Read(fixture, canvas, pixels);
    for (int i = 0; i < PIXELS * PIXELS; i++) {
        sum += pixels[4 * i] > 8 ? 1.0 : 0.0;
        x += pixels[4 * i] > 8 ? i % PIXELS : 0.0;
    }
    assert_true(sum > 10.0);
    return x / sum;
}

TEST_CI(testParticlesIn3DMoveOn)
{
    const gfParticle3D one = {.position = {0.3f, 0.5f, 0.5f}, .velocity = {2.0f, 0.0f, 0.0f}};
    Fixture_MakeFluid(*state, 16, 16); // what drawings made goes with the last one
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.05f, 16);
    def.particles.gravity = (gfVec3){0.0f, 0.0f, 0.0f};
    def.fixedStep = step;
    gfFluid3D *volume = Fluid3D_Make(*state, &def);
    assert_true(gfFluid3D_AddParticles(volume, &one, 1) && gfFluid3D_StepOnce(volume));
    gfDraw3DDef draw = gfDefaultDraw3DDef();
    draw.style = GF_DRAW3D_POINTS;
    draw.radius = 0.05f;
    draw.speedRange = 0.1f; // white
    const float flat[16] = {[0] = 2.0f, [5] = 2.0f, [10] = -0.1f, [12] = -1.0f, [13] = -1.0f, [15] = 1.0f};
    memcpy(draw.projection, flat, sizeof flat);
    Canvas canvas = Canvas_Make(*state, PIXELS, PIXELS);
    double first = middleOf3D(*state, &canvas, volume, &draw);
    draw.ahead = 0.5f * step;
    Flow_ExpectNear("way in half a step, px", middleOf3D(*state, &canvas, volume, &draw) - first, (double)step * PIXELS,
                    0.4);
    draw.ahead = 10.0f;
    Flow_ExpectNear("way in a step, px", middleOf3D(*state, &canvas, volume, &draw) - first,
                    2.0 * (double)step * PIXELS, 0.4);
}

PICTURE_AMOUNT(flat, Picture_One(x, y) * -0.2)

PICTURE_AMOUNT(heap, 0.03 * exp(-30.0 * (pow(x - 0.4, 2.0) + pow(y - 0.5, 2.0))))

static const float *readSurface(Fixture *fixture, gfFluid *fluid, float ahead)
{
    gfSurfaceSource source = gfDefaultSurfaceDef().source;
    gfSurfaceTextures t;
    source.ahead = ahead;
    assert_true(gfFluid_GetSurfaceTextures(fluid, &source, &t));
    return Picture_ReadTexels(fixture, t.surface, t.width, t.height);
}

// Waves: their heights at the end of a step are near to the next step's, and halfway there halfway.
TEST(testWavesMoveOn)
{
    gfFluidDef def = Shallow_Def(CELLS, CELLS, 1.0 / CELLS);
    gfFluid *fluid = Shallow_Make(*state, &def, flat, heap);
    Flow_Steps(fluid, 10);
    const float *before = readSurface(*state, fluid, 0.0f), *half = readSurface(*state, fluid, 0.5f * def.fixedStep),
                *ahead = readSurface(*state, fluid, def.fixedStep);
    Flow_Steps(fluid, 1);
    const float *next = readSurface(*state, fluid, 0.0f);
    double changed = 0.0, off = 0.0, offHalf = 0.0;
    for (int i = 0; i < CELLS * CELLS; i++) {
        double first = (double)before[4 * i], last = (double)next[4 * i];
        changed += fabs(last - first);
        off += fabs((double)ahead[4 * i] - last);
        offHalf += fabs((double)half[4 * i] - 0.5 * (first + last));
    }
    Flow_ExpectBetween("height off the next step's, over what changed", off / changed, 0.0, 0.4);
    Flow_ExpectBetween("halfway off the mean, over what changed", offHalf / changed, 0.0, 0.2);
}

// Whatever can be drawn can be drawn ahead, with effects, shadow and a palette of its own.
TEST_CI(testEveryStyle)
{
    for (int solver = 0; solver <= GF_SOLVER_WATER; solver++) {
        gfFluid *fluid = makeDrift(fixture, (gfSolverKind)solver);
        for (int style = 0; style < GF_DRAW_STYLE_COUNT; style++) {
            gfDrawDef def = Picture_Look((gfDrawStyle)style, true);
            def.ahead = step;
            def.bloom.enabled = def.shadow.enabled = solver == 0;
            def.palette = solver == 0 ? gfGetPalette((gfStockPalette)0) : def.palette;
            assert_true(!Solver_HasStyle(solver, style) || gfFluid_DrawToTexture(fluid, &def, 16, 16) != 0);
        }
        static const gfHeightOf kinds[] = {GF_HEIGHT_PRESSURE, GF_HEIGHT_MASS, GF_HEIGHT_MASS, GF_HEIGHT_WATER,
                                           GF_HEIGHT_MASS};
        gfSurfaceDef surface = gfDefaultSurfaceDef();
        surface.source.of = kinds[solver];
        surface.source.ahead = step;
        gfSurfaceTextures textures;
        assert_true(gfFluid_GetSurfaceTextures(fluid, &surface.source, &textures));
    }
}
