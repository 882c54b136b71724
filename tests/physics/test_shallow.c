// GF_SOLVER_SHALLOW where the answer is known: dam breaks, waves, Thacker's bowl, lakes at rest; water is conserved.
#include "support/poor.h"
#include "support/shallow.h"

#include <gpufluid/health.h>

TEST(testClosedForms)
{
    for (int alongY = 0; alongY < 2; alongY++) {
        Flow_ExpectBetween("dry bed, rms over the depth", Shallow_RunDam(*state, 256, 0.0, alongY), 0.0, 0.005);
        Flow_ExpectBetween("wet bed, rms over the depth", Shallow_RunDam(*state, 256, 0.1, alongY), 0.0, 0.012);
    }
    WaveResult fine = Shallow_RunWave(*state, 32), coarse = Shallow_RunWave(*state, 12);
    Flow_ExpectBetween("32 cells: amplitude kept", fine.kept, 0.98, 1.01);
    Flow_ExpectNear("32 cells: speed", fine.speed, 1.0, 0.003);
    Flow_ExpectBetween("12 cells: amplitude kept", coarse.kept, 0.98, 1.01);
    Flow_ExpectNear("12 cells: speed", coarse.speed, 1.0, 0.015);
    BowlResult bowl = Shallow_RunBowl(*state, 64, 1.0);
    Flow_ExpectBetween("amplitude left", bowl.amplitude, 0.94, 1.02);
    Flow_ExpectNear("phase, degrees", bowl.phase, 0.0, 2.0);
}

TEST_CI(testFilmsLakesAndFloods)
{
    Flow_ExpectNear("Manning's speed, steps of 40 depths", Shallow_RunFilm(*state, 40.0, false), 1.0, 0.03);
    Flow_ExpectNear("Manning's speed, steps of 4 depths", Shallow_RunFilm(*state, 4.0, false), 1.0, 0.03);
    Flow_ExpectNear("Manning's speed down the diagonal", Shallow_RunFilm(*state, 4.0, true), 1.0, 0.03);
    for (int periodic = 0; periodic < 2; periodic++) {
        Flow_ExpectNear("lake at rest, m/s", Shallow_RunLake(*state, 200, periodic, 0.013), 0.0, 0.0);
        Flow_ExpectNear("lake deep below 0, m/s", Shallow_RunLake(*state, 200, periodic, -1.683), 0.0, 0.0);
    }
    Flow_ExpectNear("sloshing, change of the volume", Shallow_RunSlosh(*state, 300), 0.0, 1e-6);
    Flow_ExpectBetween("flood over rough ground, over sqrt(g h)", Shallow_RunFlood(*state, 60, 0.3), 0.5, 5.0);
    Flow_ExpectBetween("flood over steep ground", Shallow_RunFlood(*state, 60, 3.0), 0.5, 5.0);
}

SHALLOW_HEIGHT(halfFull, x < 0.5 ? 0.4 : 0.0)

static gfGroundDef wall(float x, float height, gfGroundMode mode)
{
    gfGroundDef def = gfDefaultGroundDef();
    def.shape = gfMakeRectangle((gfVec2){x, 0.5f}, (gfVec2){0.05f, 1.0f}, 0.0f);
    def.height = height;
    def.mode = mode;
    return def;
}

static void shape(gfFluid *fluid, gfGroundDef def, gfGroundMode mode, float height)
{
    def.mode = mode;
    def.height = height;
    assert_true(gfFluid_ShapeGround(fluid, &def));
}

TEST(testGround)
{
    gfFluidDef def = Shallow_Def(64, 32, 1.0 / 32.0);
    def.origin = (gfVec2){10.0f, -3.0f};
    gfFluid *fluid = Shallow_Make(*state, &def, NULL, NULL);
    gfGroundDef ground = gfDefaultGroundDef();
    ground.everywhere = true;
    ground.slope = (gfVec2){0.5f, -0.25f};
    shape(fluid, ground, GF_GROUND_SET, 1.0f);
    Flow_ExpectNear("a plane", Flow_At(fluid, GF_FIELD_GROUND, 0, 11.515625, -2.234375), 1.0 + 0.2578125 - 0.06640625,
                    1e-5);
    assert_true(gfFluid_FillToLevel(fluid, NULL, 1.1f));
    double first = Shallow_Volume(fluid);
    ground = gfDefaultGroundDef();
    ground.shape = gfMakeCircle((gfVec2){11.0f, -2.5f}, 0.25f);
    shape(fluid, ground, GF_GROUND_ADD, 0.125f);
    Flow_ExpectNear("raised by", Flow_At(fluid, GF_FIELD_GROUND, 0, 11.015625, -2.484375), 1.125 + 0.00390625, 1e-5);
    shape(fluid, ground, GF_GROUND_RAISE, 0.5f);
    Flow_ExpectNear("higher already", Flow_At(fluid, GF_FIELD_GROUND, 0, 11.015625, -2.484375), 1.12890625, 1e-5);
    shape(fluid, ground, GF_GROUND_DIG, 0.5f);
    Flow_ExpectNear("dug down to", Flow_At(fluid, GF_FIELD_GROUND, 0, 11.015625, -2.484375), 0.5, 1e-5);
    Flow_ExpectNear("water under which the ground moved", Shallow_Volume(fluid), first, 1e-6);
}

// From a host's texture: two texels, 0 and 1, over the domain.
TEST(testGroundTexture)
{
    const float heights[2] = {0.0f, 1.0f};
    const GladGLContext *gl = &fixture->gl;
    GLuint texture = 0;
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_R32F, 2, 1, 0, GL_RED, GL_FLOAT, heights);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl->BindTexture(GL_TEXTURE_2D, 0);
    gfFluidDef def = Shallow_Def(64, 32, 1.0 / 32.0);
    gfFluid *fluid = Shallow_Make(*state, &def, NULL, NULL);
    gfGroundDef ground = gfDefaultGroundDef();
    ground.everywhere = true;
    ground.texture = texture;
    ground.textureScale = 0.3f;
    shape(fluid, ground, GF_GROUND_SET, -0.1f);
    Flow_ExpectNear("the left end", Flow_At(fluid, GF_FIELD_GROUND, 0, 0.1, 0.5), -0.1, 1e-6);
    Flow_ExpectNear("the right end", Flow_At(fluid, GF_FIELD_GROUND, 0, 1.9, 0.5), 0.2, 1e-6);
    gfDestroyFluid(fluid);
    gl->DeleteTextures(1, &texture);
}

// A gate that is dug open in mid-run.
TEST(testGate)
{
    gfFluidDef def = Shallow_Def(64, 32, 1.0 / 32.0);
    gfFluid *fluid = Shallow_Make(*state, &def, Shallow_Flat, halfFull);
    gfGroundDef gate = wall(0.55f, 0.6f, GF_GROUND_RAISE);
    assert_true(gfFluid_ShapeGround(fluid, &gate));
    double first = Shallow_Volume(fluid);
    Flow_Steps(fluid, 60);
    Flow_ExpectNear("held back: depth far behind", Flow_At(fluid, GF_FIELD_MASS, 0, 1.5, 0.5), 0.0, 0.0);
    gate = wall(0.55f, 0.1f, GF_GROUND_DIG);
    assert_true(gfFluid_ShapeGround(fluid, &gate));
    Flow_ExpectNear("the ground there", Flow_At(fluid, GF_FIELD_GROUND, 0, 0.55, 0.5), 0.1, 1e-6);
    Flow_Steps(fluid, 120);
    Flow_ExpectBetween("let through: depth far behind", Flow_At(fluid, GF_FIELD_MASS, 0, 1.5, 0.5), 0.02, 0.3);
    Flow_ExpectNear("change of the volume", Shallow_Volume(fluid) / first, 1.0, 1e-6);
}

TEST_CI(testSources)
{
    gfFluidDef def = Shallow_Def(64, 64, 1.0 / 64.0);
    gfFluid *fluid = Shallow_Make(*state, &def, Shallow_Flat, NULL);
    gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.2f);
    source.mass = 0.3f; // m/s
    gfEmitterId id = gfFluid_AddEmitter(fluid, &source);
    Flow_Steps(fluid, 60);
    double poured = 0.3 * PI * 0.2 * 0.2;
    Flow_ExpectNear("poured in a second", Shallow_Volume(fluid) / poured, 1.0, 0.01);
    source.mass = -0.3f;
    assert_true(gfFluid_SetEmitter(fluid, id, &source));
    Flow_Steps(fluid, 600);
    Flow_ExpectBetween("drained", Shallow_Volume(fluid) / poured, 0.0, 0.35);
}

// A lake around piers, filled while they stand; they take no rain.
TEST(testLakeAroundPiers)
{
    gfFluidDef def = Shallow_Def(48, 32, 1.0 / 32.0);
    gfFluid *fluid = Shallow_Make(*state, &def, Shallow_RandomGround, NULL);
    Flow_AddDisc(fluid, 0.61f, 0.47f, 0.17f);
    Flow_AddDisc(fluid, 1.1f, 0.55f, 0.08f);
    assert_true(gfFluid_FillToLevel(fluid, NULL, 0.3f));
    Flow_Steps(fluid, 100);
    Flow_ExpectNear("fastest water, m/s", Flow_Measure(fluid).speedMax, 0.0, 0.0);
    gfFluidDef tuned = gfFluid_GetDef(fluid);
    double first = Shallow_Volume(fluid), inside = Flow_At(fluid, GF_FIELD_MASS, 0, 0.61, 0.47);
    tuned.shallow.rain = 0.1f;
    assert_true(gfFluid_SetDef(fluid, &tuned));
    Flow_Steps(fluid, 60);
    Flow_ExpectNear("rain on what is not covered, m^3", Shallow_Volume(fluid) - first,
                    0.1 * (1.5 - PI * (0.17 * 0.17 + 0.08 * 0.08)), 1e-3);
    Flow_ExpectNear("under the middle of a pier", Flow_At(fluid, GF_FIELD_MASS, 0, 0.61, 0.47), inside, 1e-6);
}

TEST(testRain)
{
    gfFluidDef def = Shallow_Def(32, 32, 1.0 / 32.0);
    def.shallow.rain = 0.02f;
    gfFluid *fluid = Shallow_Make(*state, &def, Shallow_RandomGround, NULL);
    Flow_Steps(fluid, 120);
    Flow_ExpectNear("rain of two seconds", Shallow_Volume(fluid), 0.04, 1e-6);
    gfFluidDef tuned = gfFluid_GetDef(fluid);
    tuned.shallow.rain = 0.0f;
    tuned.shallow.evaporation = 0.1f;
    assert_true(gfFluid_SetDef(fluid, &tuned));
    Flow_Steps(fluid, 600);
    Flow_ExpectNear("all dried up", Shallow_Volume(fluid), 0.0, 0.0);
}

// What is known of the sides: as much comes in as is asked for, and waves leave.
TEST_CI(testSides)
{
    gfFluidDef def = Shallow_Def(64, 8, 1.0 / 32.0);
    def.boundaries.left = (gfBoundary){.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = 0.5f, .inflowDepth = 0.1f};
    gfFluid *fluid = Shallow_Make(*state, &def, Shallow_Flat, NULL);
    Flow_Steps(fluid, 60);
    Flow_ExpectNear("inflow of a second", Shallow_Volume(fluid), 0.0125, 1e-5);
    gfDestroyFluid(fluid);
    def.boundaries.left = (gfBoundary){.kind = GF_BOUNDARY_OPEN};
    fluid = Shallow_Make(*state, &def, Shallow_Flat, Shallow_Pond);
    Flow_Steps(fluid, 600);
    Flow_ExpectBetween("left of what may fall over the edge", Shallow_Volume(fluid) / 0.1, 0.02, 0.15);
    gfDestroyFluid(fluid);
    gfBoundary sea = {.kind = GF_BOUNDARY_OPEN, .holdsLevel = true, .level = 0.2f};
    def.boundaries = (gfBoundaries){sea, sea, sea, sea};
    fluid = Shallow_Make(*state, &def, Shallow_Flat, halfFull);
    Flow_Steps(fluid, 600);
    Flow_ExpectNear("the sea outside fills it", Shallow_Volume(fluid), 0.1, 0.001);
}

// A swell at the very period to which the basin swings does not build up: what comes back out of it leaves.
TEST(testSwell)
{
    const double period = 4.0 * 1.5 / sqrt(9.81 * 0.2);
    gfFluidDef def = Shallow_Def(48, 4, 1.0 / 32.0);
    def.boundaries.left = (gfBoundary){.kind = GF_BOUNDARY_OPEN, .holdsLevel = true, .level = 0.2f};
    def.fixedStep = 1.0f / 30.0f;
    gfFluid *fluid = Shallow_Make(*state, &def, Shallow_Flat, Shallow_Pond);
    double highest = 0.0, mean = 0.0;
    const int steps = (int)(6.0 * period * 30.0);
    for (int i = 0; i < steps; i++) {
        def.boundaries.left.level = (float)(0.2 + 0.01 * sin(2.0 * PI * i / (30.0 * period)));
        assert_true(gfFluid_SetDef(fluid, &def));
        Flow_Steps(fluid, 1);
        double level = i % 4 == 0 ? Flow_At(fluid, GF_FIELD_LEVEL, 0, 1.45, 0.05) - 0.2 : 0.0;
        highest = fmax(highest, fabs(level));
        mean += 4.0 * level / steps;
    }
    Flow_ExpectBetween("highest at the far end, over the swell", highest / 0.01, 0.5, 2.0);
    Flow_ExpectNear("mean level there, over the swell", mean / 0.01, 0.0, 0.1);
}

SHALLOW_HEIGHT(slopeDown, 0.5 - 0.1 * x)
SHALLOW_HEIGHT(filmOnSlope, slopeDown(x, y) + 0.02)

// On a periodic slope (one step at the seam) a film runs at Nusselt's speed; with a yield stress above g h slope not.
TEST(testThickFluids)
{
    gfFluidDef def = Shallow_Def(64, 8, 1.0 / 32.0);
    def.shallow.filmViscosity = 0.004f;
    gfFluid *fluid = Shallow_Make(*state, &def, slopeDown, filmOnSlope);
    Flow_Steps(fluid, 30);
    double nusselt = 9.81 * 0.1 * 0.02 * 0.02 / (3.0 * 0.004);
    Flow_ExpectNear("film over Nusselt's speed", Flow_At(fluid, GF_FIELD_VELOCITY, 0, 1.0, 0.1) / nusselt, 1.0, 0.02);
    gfDestroyFluid(fluid);
    def.shallow.yieldStress = (float)(9.81 * 0.02 * 0.11);
    fluid = Shallow_Make(*state, &def, slopeDown, filmOnSlope);
    Flow_Steps(fluid, 30);
    Flow_ExpectNear("mud on a slope, m/s", Flow_At(fluid, GF_FIELD_VELOCITY, 0, 1.0, 0.1), 0.0, 0.0);
}

// Wind heaps the water up until the surface's slope holds it: stress over (g h).
TEST(testWind)
{
    gfFluidDef def = Shallow_Def(64, 8, 1.0 / 32.0);
    def.shallow.wind = (gfVec2){10.0f, 0.0f};
    def.shallow.windDrag = 1e-4f;
    def.shallow.linearFriction = 1.0f;
    gfFluid *fluid = Shallow_Make(*state, &def, Shallow_Flat, Shallow_Pond);
    Flow_Steps(fluid, 900);
    double rise = Flow_At(fluid, GF_FIELD_MASS, 0, 1.5, 0.1) - Flow_At(fluid, GF_FIELD_MASS, 0, 0.5, 0.1);
    Flow_ExpectNear("rise over a metre", rise, 1e-4 * 100.0 / (9.81 * 0.2), 1e-4);
}

FLOW_SCALAR(oneSide, x < 0.8 ? 1.0f : 0.0f)

static double dyeAmount(gfFluid *fluid, double *most)
{
    float *depth = Fixture_Read(fluid, GF_FIELD_MASS, NULL), *dye = Fixture_Read(fluid, GF_FIELD_DYE, NULL);
    gfFluidDef def = gfFluid_GetDef(fluid);
    double sum = 0.0;
    *most = 0.0;
    for (int i = 0; i < def.gridWidth * def.gridHeight; i++) {
        assert_true(dye[4 * i] >= 0.0f);
        sum += (double)(depth[i] * dye[4 * i]);
        *most = fmax(*most, (double)dye[4 * i]);
    }
    return sum;
}

SHALLOW_HEIGHT(stirred, 0.45 + (x < 0.5 ? 0.3 : 0.0) + (y > 0.7 ? 0.2 : 0.0))

static double runDye(Fixture *fixture, int steps)
{
    double most;
    gfFluidDef def = Shallow_Def(48, 32, 1.0 / 32.0);
    gfFluid *fluid = Shallow_Make(fixture, &def, Shallow_RandomGround, stirred);
    Flow_WriteDye(fluid, oneSide);
    double first = dyeAmount(fluid, &most);
    Flow_Steps(fluid, steps);
    double last = dyeAmount(fluid, &most);
    Flow_ExpectBetween("most", most, 0.5, 1.0 + 1e-5);
    return last / first;
}

TEST(testDye)
{
    Flow_ExpectNear("change of the dye", runDye(*state, 200), 1.0, 1e-5);
}

// Waves so slow that steps are not cut by them, and most of what changes water.
static uint64_t runExactly(Fixture *fixture)
{
    static const gfField fields[] = {GF_FIELD_MASS, GF_FIELD_GROUND, GF_FIELD_LEVEL, GF_FIELD_FACE_VELOCITY};
    gfFluidDef def = Shallow_Def(24, 16, 0.25);
    def.boundaries.right = (gfBoundary){.kind = GF_BOUNDARY_OPEN, .holdsLevel = true, .level = 0.5f};
    def.shallow.manning = 0.03f;
    def.shallow.rain = 1e-3f;
    gfFluid *fluid = Shallow_Make(fixture, &def, Shallow_RandomGround, stirred), *loaded = Flow_Make(fixture, &def);
    gfGroundDef pit = wall(4.0f, -0.2f, GF_GROUND_DIG);
    assert_true(gfFluid_ShapeGround(fluid, &pit) && gfFluid_FillToLevel(fluid, &pit.shape, 0.6f));
    gfSourceDef source = Flow_DiscSource(2.0f, 2.0f, 0.6f);
    source.mass = 0.1f;
    source.velocity = (gfVec2){0.5f, 0.2f};
    Flow_Pour(fluid, &source, 4);
    assert_true(gfFluid_Scroll(fluid, 3, -2) && gfFluid_Repair(fluid));
    Flow_Steps(fluid, 4);
    assert_true(gfFluid_Resize(fluid, 20, 20, 0.3f, (gfVec2){1.0f, 0.0f}));
    Flow_Steps(fluid, 2);
    Flow_SaveAndLoad(fluid, loaded);
    Flow_Steps(loaded, 2);
    Flow_Measure(loaded);
    uint64_t h = FIXTURE_HASH_EMPTY;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        gfFieldInfo info;
        float *values = Fixture_Read(loaded, fields[i], &info);
        h = Fixture_Hash(h, values, (size_t)(info.width * info.height * info.channels) * sizeof *values);
    }
    return h;
}

// Where a context renders to half floats alone, water goes as elsewhere to the last bit, as long as waves do not say
// how steps are cut; else it is conserved as elsewhere.
TEST(testHalfFloats)
{
    gfDevice *whole = fixture->device;
    uint64_t expected = runExactly(fixture);
    fixture->device = Poor_MakeDevice(fixture, (GlHooks){.formats = HOOK_NO_32F});
    Fixture_ClearLog(fixture);
    assert_true(runExactly(fixture) == expected);
    Flow_ExpectNear("half floats: change of the volume", Shallow_RunSlosh(fixture, 60), 0.0, 1e-6);
    Flow_ExpectNear("half floats: lake at rest, m/s", Shallow_RunLake(fixture, 10, true, 0.013), 0.0, 0.0);
    Flow_ExpectNear("half floats: change of the dye", runDye(fixture, 60), 1.0, 1e-3);
    assert_int_equal(fixture->warnings, 0);
    gfDestroyDevice(fixture->device);
    fixture->device = whole;
}

// A domain that follows the host by whole cells keeps every depth that stays within.
TEST(testScrolling)
{
    gfFluidDef def = Shallow_Def(48, 32, 1.0 / 32.0);
    gfFluid *fluid = Shallow_Make(*state, &def, Shallow_RandomGround, stirred);
    Flow_Steps(fluid, 20);
    double depth = Flow_At(fluid, GF_FIELD_MASS, 0, 0.8, 0.5), ground = Flow_At(fluid, GF_FIELD_GROUND, 0, 0.8, 0.5);
    double volume = Shallow_Volume(fluid);
    assert_true(gfFluid_Resize(fluid, 64, 40, 1.0f / 32.0f, (gfVec2){-0.25f, -0.125f}));
    Flow_ExpectNear("depth at a place", Flow_At(fluid, GF_FIELD_MASS, 0, 0.8, 0.5), depth, 1e-7);
    Flow_ExpectNear("ground at a place", Flow_At(fluid, GF_FIELD_GROUND, 0, 0.8, 0.5), ground, 1e-7);
    Flow_ExpectNear("volume", Shallow_Volume(fluid) / volume, 1.0, 1e-6);
    assert_true(gfFluid_Reset(fluid));
    Flow_ExpectNear("volume after a reset", Shallow_Volume(fluid), 0.0, 0.0);
    Flow_ExpectNear("ground after a reset", Flow_At(fluid, GF_FIELD_GROUND, 0, 0.8, 0.5), ground, 1e-7);
}

// How far a ring of ripples has run along an angle: where it is highest.
static double ringRadius(const float *ripple, int cells, double angle)
{
    double best = 0.0, radius = 0.0;
    for (double r = 6.0; r < 0.45 * cells; r += 0.1) {
        int i = (int)floor(0.5 * cells + r * cos(angle)), j = (int)floor(0.5 * cells + r * sin(angle));
        double z = (double)ripple[j * cells + i];
        radius = z > best ? r : radius;
        best = fmax(z, best);
    }
    return radius;
}

TEST(testRipples)
{
    enum { CELLS = 96 };
    gfFluidDef def = Shallow_Def(CELLS, CELLS, 1.0 / CELLS);
    def.shallow.ripples.enabled = true;
    def.shallow.ripples.speed = 0.4f;
    def.shallow.ripples.damping = 0.0f;
    gfFluid *fluid = Shallow_Make(*state, &def, Shallow_Flat, Shallow_Pond);
    gfSourceDef drop = Flow_DiscSource(0.5f, 0.5f, 0.03f);
    drop.mass = 0.002f;
    Flow_Pour(fluid, &drop, 36);
    float *ripple = Fixture_Read(fluid, GF_FIELD_RIPPLE, NULL);
    double along = ringRadius(ripple, CELLS, 0.02), across = ringRadius(ripple, CELLS, 0.25 * PI);
    Flow_ExpectNear("a ring's radius over how far waves run", along / (0.4 * 0.6 * CELLS), 1.0, 0.08);
    Flow_ExpectNear("its radius across the grid over that along", across / along, 1.0, 0.05);
}

#define LOPSIDED_W 48
#define LOPSIDED_H 32

static FlowMirror seenIn; // the mirror that ShallowFn look into

static gfVec2 seen(double x, double y)
{
    return Flow_Mirror((gfVec2){(float)x, (float)y}, seenIn, LOPSIDED_W / 32.0f, LOPSIDED_H / 32.0f);
}

// Hills, of which some are islands.
static double hills(double x, double y)
{
    gfVec2 p = seen(x, y);
    return 0.15 + 0.13 * sin(7.0 * (double)p.x + 1.0) * cos(5.0 * (double)p.y) + 0.05 * (double)p.x;
}

static double slopingPond(double x, double y)
{
    gfVec2 p = seen(x, y);
    return 0.25 + 0.06 * (double)p.x - 0.03 * (double)p.y;
}

static gfVec2 turned(float x, float y)
{
    return Flow_Mirror((gfVec2){x, y}, seenIn, 0.0f, 0.0f);
}

static void addLopsided(gfFluid *fluid)
{
    gfSolidDef solid = gfDefaultSolidDef();
    gfVec2 place = seen(1.03, 0.41);
    solid.shape = gfMakeCircle(place, 0.13f);
    solid.velocity = turned(0.2f, -0.1f);
    solid.angularVelocity = seenIn == FLOW_SAME ? 1.5f : -1.5f;
    Flow_AddSolidOf(fluid, &solid);
    const gfVec2 corners[3] = {seen(0.25, 0.7), seen(0.5, 0.66), seen(0.36, 0.88)};
    solid = gfDefaultSolidDef();
    solid.shape = gfMakePolygon(corners, 3);
    Flow_AddSolidOf(fluid, &solid);
    place = seen(0.4, 0.3);
    gfSourceDef source = Flow_DiscSource(place.x, place.y, 0.1f);
    source.mass = 0.4f;
    source.acceleration = turned(3.0f, 1.0f);
    source.dye[0] = source.dye[3] = 1.0f;
    Flow_AddEmitter(fluid, &source);
    gfGroundDef ground = gfDefaultGroundDef();
    ground.shape = gfMakeCircle(seen(0.8, 0.8), 0.1f);
    ground.softness = 0.1f;
    ground.mode = GF_GROUND_ADD;
    ground.height = 0.2f;
    ground.slope = turned(0.3f, -0.5f);
    assert_true(gfFluid_ShapeGround(fluid, &ground));
}

// A river from the left into a lake on the right, with islands, solids, a spring and all that slows water down.
static gfFluid *makeLopsided(Fixture *fixture, FlowMirror mirror, float step)
{
    bool swap = mirror == FLOW_SWAP_AXES;
    gfFluidDef def = Shallow_Def(swap ? LOPSIDED_H : LOPSIDED_W, swap ? LOPSIDED_W : LOPSIDED_H, 1.0 / 32.0);
    gfBoundaries sides = {
        .left = {.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = 0.3f, .inflowDepth = 0.1f, .dye = {0.0f, 1.0f, 0.0f, 1.0f}},
        .right = {.kind = GF_BOUNDARY_OPEN, .holdsLevel = true, .level = 0.3f},
        .bottom = {.kind = GF_BOUNDARY_NO_SLIP},
    };
    seenIn = mirror;
    def.fixedStep = step;
    def.boundaries = Flow_MirrorSides(&sides, mirror);
    def.shallow.wind = turned(8.0f, 3.0f);
    def.shallow.windDrag = 1e-5f;
    def.shallow.manning = 0.02f;
    def.shallow.viscosity = 1e-3f;
    gfFluid *fluid = Shallow_Make(fixture, &def, hills, slopingPond);
    addLopsided(fluid);
    return fluid;
}

// Largest difference of depths between fluid `a` and fluid `b` seen in the mirror.
static double mirroredDepth(gfFluid *a, gfFluid *b, FlowMirror mirror)
{
    float *depth = Fixture_Read(a, GF_FIELD_MASS, NULL), *other = Fixture_Read(b, GF_FIELD_MASS, NULL);
    int width = mirror == FLOW_SWAP_AXES ? LOPSIDED_H : LOPSIDED_W;
    double most = 0.0;
    for (int i = 0; i < LOPSIDED_W * LOPSIDED_H; i++) {
        gfVec2 place = {((float)(i % LOPSIDED_W) + 0.5f) / 32.0f, ((float)(i / LOPSIDED_W) + 0.5f) / 32.0f};
        place = Flow_Mirror(place, mirror, LOPSIDED_W / 32.0f, LOPSIDED_H / 32.0f);
        int at = (int)(place.y * 32.0f) * width + (int)(place.x * 32.0f);
        most = fmax(most, fabs((double)depth[i] - (double)other[at]));
    }
    return most;
}

// Steps are so short that each is one CFL substep: their number, which is whole, would else hang on rounding.
TEST(testMirrors)
{
    const float step = 1.0f / 240.0f;
    gfFluid *a = makeLopsided(*state, FLOW_SAME, step);
    Flow_Steps(a, 60);
    for (FlowMirror mirror = FLOW_SAME; mirror < FLOW_MIRROR_COUNT; mirror++) {
        double velocity;
        gfFluid *b = makeLopsided(*state, mirror, step);
        Flow_Steps(b, 60);
        double dye = Flow_MirrorDifference(a, b, mirror, &velocity), most = mirror == FLOW_SAME ? 0.0 : 1e-5;
        Flow_ExpectBetween("mirrored depth, m", mirroredDepth(a, b, mirror), 0.0, most);
        Flow_ExpectBetween("mirrored dye", dye, 0.0, most);
        Flow_ExpectBetween("mirrored velocity, m/s", velocity, 0.0, most);
    }
}

// Steps of half the length give nearly the same, as the water runs in CFL substeps; and another run the same bytes.
TEST(testStepLength)
{
    gfFluid *a = makeLopsided(*state, FLOW_SAME, 1.0f / 60.0f), *b = makeLopsided(*state, FLOW_SAME, 1.0f / 120.0f);
    gfFluid *again = makeLopsided(*state, FLOW_SAME, 1.0f / 60.0f);
    Flow_Steps(a, 60);
    Flow_Steps(b, 120);
    Flow_Steps(again, 60);
    assert_true(gfFluid_GetStepInfo(a).lastCflSubsteps > 1);
    static const gfField fields[] = {GF_FIELD_MASS, GF_FIELD_FACE_VELOCITY, GF_FIELD_DYE};
    for (int i = 0; i < 3; i++) {
        Flow_ExpectNear("another run", Flow_Difference(a, again, fields[i]), 0.0, 0.0);
    }
    float *first = Fixture_Read(a, GF_FIELD_MASS, NULL), *second = Fixture_Read(b, GF_FIELD_MASS, NULL);
    Flow_ExpectBetween("depths", Flow_RelativeL2(first, second, LOPSIDED_W * LOPSIDED_H), 0.0, 0.008);
    Flow_ExpectNear("volume", Shallow_Volume(a) / Shallow_Volume(b), 1.0, 0.002);
}

FLOW_VECTOR(stream, 0.7f, 0.4f)

// On water that flows waves go along and die away as they do on still water; they don't grow.
TEST(testRipplesOnStream)
{
    gfFluidDef def = Shallow_Def(32, 32, 1.0 / 32.0);
    Shallow_JoinSides(&def, true);
    def.shallow.ripples.enabled = true;
    def.shallow.ripples.speed = 10.0f; // as fast as may be
    def.shallow.ripples.stirring = 0.0f;
    def.shallow.ripples.drops = 100.0f;
    gfFluid *fluid = Shallow_Make(*state, &def, Shallow_Flat, Shallow_Pond);
    Flow_WriteVelocity(fluid, stream);
    Flow_Steps(fluid, 120);
    double highest = 0.0;
    float *ripple = Fixture_Read(fluid, GF_FIELD_RIPPLE, NULL);
    for (int i = 0; i < 32 * 32; i++) {
        highest = fmax(highest, fabs((double)ripple[i]));
    }
    Flow_ExpectBetween("highest wave, m", highest, 0.001, 0.03);
}
