// A domain that is carried and turned: its fluid feels forces of inertia, by known answers.
#include "support/flow.h"

#define GRAVITY 9.81f

static gfFluid *makeTank(Fixture *fixture, int width, int height)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_SHALLOW, width, height, 1.0f / 32.0f);
    def.shallow.linearFriction = 4.0f; // so that it comes to rest
    gfFluid *fluid = Flow_Make(fixture, &def);
    assert_true(gfFluid_FillToLevel(fluid, NULL, 0.2f));
    return fluid;
}

static void pushOn(gfFluid *fluid, float x, float y)
{
    gfFrameDef frame = gfDefaultFrameDef();
    frame.acceleration = (gfVec2){x, y};
    assert_true(gfFluid_SetFrame(fluid, &frame));
}

static void spin(gfFluid *fluid, float angularVelocity, gfVec2 pivot, bool goesAlong)
{
    gfFrameDef frame = gfDefaultFrameDef();
    frame.angularVelocity = angularVelocity;
    frame.pivot = pivot;
    frame.goesAlong = goesAlong;
    assert_true(gfFluid_SetFrame(fluid, &frame));
}

// In a tank that is pushed on for good the surface slopes by a over g.
TEST(testPushedTankSlopes)
{
    const float a = 0.6f;
    gfFluid *fluid = makeTank(*state, 32, 8);
    pushOn(fluid, a, 0.0f);
    Flow_Steps(fluid, 400);
    FlowField level = Flow_Read(fluid, GF_FIELD_LEVEL);
    for (int x = 1; x < 31; x++) {
        float slope = (level.values[32 * 4 + x + 1 - (x == 30)] - level.values[32 * 4 + x - (x == 30)]) * 32.0f;
        assert_true(fabsf(slope + a / GRAVITY) < 0.02f * a / GRAVITY);
    }
}

// The same by velocities alone, as a host hands them in; and with no inertia nothing.
TEST(testVelocitiesSayAsMuch)
{
    for (int k = 0; k < 2; k++) {
        const float a = 0.6f, dt = 1.0f / 60.0f;
        gfFluid *fluid = makeTank(*state, 32, 8);
        gfFrameDef frame = gfDefaultFrameDef();
        frame.inertia = k == 0 ? 1.0f : 0.0f;
        for (int i = 0; i < 300; i++) {
            frame.velocity.x += a * dt;
            assert_true(gfFluid_SetFrame(fluid, &frame));
            Flow_Steps(fluid, 1);
        }
        FlowField level = Flow_Read(fluid, GF_FIELD_LEVEL);
        float slope = level.values[32 * 4 + 31] - level.values[32 * 4];
        assert_true(fabsf(slope + (k == 0 ? 31.0f / 32.0f * a / GRAVITY : 0.0f)) < 0.002f);
    }
}

// A tank that spins: a parabola, omega^2 r^2 over 2 g higher at r than in the middle.
TEST(testSpunTankIsAParabola)
{
    const float omega = 1.6f, h = 1.0f / 32.0f;
    gfFluid *fluid = makeTank(*state, 32, 32);
    spin(fluid, omega, (gfVec2){0.5f, 0.5f}, true); // spun up long ago
    Flow_Steps(fluid, 400);
    float *level = Fixture_Read(fluid, GF_FIELD_LEVEL, NULL);
    float middle = 0.25f * (level[32 * 15 + 15] + level[32 * 15 + 16] + level[32 * 16 + 15] + level[32 * 16 + 16]);
    float most = omega * omega * 0.5f / (2.0f * GRAVITY);
    for (int i = 0; i < 32 * 32; i++) {
        float x = ((float)(i % 32) + 0.5f) * h - 0.5f, y = ((float)(i / 32) + 0.5f) * h - 0.5f;
        float expected = middle + omega * omega * (x * x + y * y - 0.5f * h * h) / (2.0f * GRAVITY);
        assert_true(fabsf(level[i] - expected) < 0.02f * most);
    }
}

// Water that stands still in the world turns back in a tank that is set spinning.
TEST(testSpunUpWaterStaysBehind)
{
    const float omega = 0.5f;
    gfFluid *fluid = Flow_MakeOf(*state, Flow_DefOf(GF_SOLVER_SHALLOW, 64, 64, 1.0f / 64.0f));
    assert_true(gfFluid_FillToLevel(fluid, NULL, 0.5f));
    spin(fluid, omega, (gfVec2){0.5f, 0.5f}, false);
    Flow_Steps(fluid, 6);
    FlowField velocity = Flow_Read(fluid, GF_FIELD_VELOCITY);
    for (int y = 28; y < 36; y++) {
        for (int x = 28; x < 36; x++) {
            float rx = ((float)x + 0.5f) / 64.0f - 0.5f, ry = ((float)y + 0.5f) / 64.0f - 0.5f;
            const float *v = &velocity.values[2 * (64 * y + x)];
            assert_true(fabsf(v[0] - omega * ry) < 0.01f && fabsf(v[1] + omega * rx) < 0.01f);
        }
    }
}

static double centreOfDye(gfFluid *fluid)
{
    assert_true(Flow_Integral(fluid, GF_FIELD_DYE, 3) > 0.0);
    return (double)Flow_Centre(fluid).x;
}

static gfFluid *makeAir(Fixture *fixture, gfBoundaryKind sides)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GRID, 96, 64, 1.0f / 64.0f);
    Flow_SetSides(&def, sides);
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfSourceDef puff = Flow_SourceDef(gfMakeCircle((gfVec2){1.0f, 0.5f}, 0.08f));
    puff.fields = GF_SOURCE_DYE;
    puff.dye[0] = puff.dye[3] = 1.0f;
    assert_true(gfFluid_Splat(fluid, &puff));
    return fluid;
}

// A domain of air that is carried through still air leaves its smoke where it is in the world; with half of the inertia
// half-way; with none, or as a closed box, it takes it along.
TEST(testSmokeStaysBehind)
{
    static const struct {
        float inertia;
        gfBoundaryKind sides;
        double share;
    } cases[] = {{1.0f, GF_BOUNDARY_OPEN, 1.0},
                 {0.5f, GF_BOUNDARY_OPEN, 0.5},
                 {0.0f, GF_BOUNDARY_OPEN, 0.0},
                 {1.0f, GF_BOUNDARY_FREE_SLIP, 0.0}};
    const double speed = 1.5;
    for (int k = 0; k < 4; k++) {
        gfFluid *fluid = makeAir(*state, cases[k].sides);
        gfFrameDef frame = gfDefaultFrameDef();
        frame.inertia = cases[k].inertia;
        frame.velocity.x = (float)speed;
        Flow_Steps(fluid, 1);
        double before = centreOfDye(fluid);
        assert_true(gfFluid_SetFrame(fluid, &frame));
        Flow_Steps(fluid, 1); // from here on the air moves
        double start = centreOfDye(fluid);
        for (int i = 0; i < 18; i++) {
            assert_true(gfFluid_SetFrame(fluid, &frame));
            Flow_Steps(fluid, 1);
        }
        double way = centreOfDye(fluid) - start, expected = -cases[k].share * speed * 18.0 / 60.0;
        assert_true(fabs(start - before) < 0.01);
        Flow_ExpectNear("way of the smoke, m", way, expected, 0.006);
    }
}

// One that goes along feels nothing.
TEST(testTeleportIsNotFelt)
{
    gfFluid *fluid = makeAir(*state, GF_BOUNDARY_OPEN);
    gfFrameDef frame = gfDefaultFrameDef();
    frame.velocity.x = 3.0f;
    frame.goesAlong = true;
    assert_true(gfFluid_SetFrame(fluid, &frame));
    Flow_Steps(fluid, 3);
    gfFluidStats stats;
    assert_true(gfFluid_MeasureBlocking(fluid, &stats) && stats.speedMax < 1e-5);
    assert_true(gfFluid_GetFrame(fluid).velocity.x == 3.0f);
}

// Warm air rises against the gravity that is felt: in a box that falls freely it does not, in one that is turned by a
// quarter it rises along -x, and in one that is pushed on it leans to where it is pushed.
TEST(testBuoyancyIsInTheFrame)
{
    static const struct {
        gfVec2 acceleration;
        float angle, x, y; // direction of what is warm
    } cases[] = {{{0.0f, -GRAVITY}, 0.0f, 0.0f, 0.0f},
                 {{0.0f, 0.0f}, 1.57079633f, 1.0f, 0.0f},
                 {{GRAVITY, -GRAVITY}, 0.0f, 1.0f, 0.0f},
                 {{0.0f, GRAVITY}, 0.0f, 0.0f, 1.0f}};
    for (int k = 0; k < 4; k++) {
        gfFluid *fluid = Fixture_MakeFluid(*state, 48, 48);
        gfSourceDef hot = Flow_SourceDef(gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.1f));
        hot.fields = GF_SOURCE_TEMPERATURE;
        hot.temperature = 20.0f;
        assert_true(gfFluid_Splat(fluid, &hot));
        gfFrameDef frame = gfDefaultFrameDef();
        frame.acceleration = cases[k].acceleration;
        frame.angle = cases[k].angle;
        assert_true(gfFluid_SetFrame(fluid, &frame));
        Flow_Steps(fluid, 5);
        FlowField velocity = Flow_Read(fluid, GF_FIELD_VELOCITY);
        const float *v = &velocity.values[2 * (48 * 24 + 24)];
        float speed = k == 3 ? 0.12f : 0.06f;
        assert_true(fabsf(v[0] - cases[k].x * v[0]) < 1e-3f && fabsf(v[1] - cases[k].y * v[1]) < 1e-3f);
        assert_true(cases[k].x + cases[k].y == 0.0f || cases[k].x * v[0] + cases[k].y * v[1] > 0.5f * speed);
    }
}

// Air that turns in its closed box as the world does, when the box is set spinning.
TEST(testBoxOfAirStaysBehind)
{
    const float omega = 1.0f;
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GRID, 64, 64, 1.0f / 64.0f);
    def.grid.pressureCycles = 4;
    gfFluid *fluid = Flow_Make(*state, &def);
    spin(fluid, omega, (gfVec2){0.2f, 0.9f}, false); // wherever it is: the vorticity is the same
    Flow_Steps(fluid, 3);
    FlowField vorticity = Flow_Read(fluid, GF_FIELD_VORTICITY);
    for (int i = 24; i < 40; i++) {
        assert_true(fabsf(vorticity.values[65 * 32 + i] + 2.0f * omega) < 0.02f);
    }
}

// Heights of the liquid's columns by its mass, and the slope of a line through them.
static double slopeOfLiquid(gfFluid *fluid)
{
    gfFieldInfo info;
    float *mass = Fixture_Read(fluid, GF_FIELD_MASS, &info);
    double sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    int first = info.width / 8, count = info.width - 2 * first;
    for (int x = first; x < first + count; x++) {
        double height = 0.0;
        for (int y = 0; y < info.height; y++) {
            height += fmin((double)mass[y * info.width + x], 1.0); // what is pressed together counts for no more
        }
        sx += x;
        sy += height;
        sxx += (double)x * x;
        sxy += x * height;
    }
    return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}

TEST(testPushedLiquidSlopes)
{
    const float a = 2.4f;
    gfFluidDef def = Flow_DefOf(GF_SOLVER_PARTICLES, 64, 40, 1.0f / 64.0f);
    def.particles.spacing = 0.02f;
    def.particles.capacity = 4096;
    def.particles.gravity.y = -GRAVITY;
    def.particles.drag = 1.5f;
    gfFluid *fluid = Flow_Make(*state, &def);
    gfSourceDef pool = Flow_SourceDef(gfMakeRectangle((gfVec2){0.5f, 0.13f}, (gfVec2){0.5f, 0.13f}, 0.0f));
    pool.fields = GF_SOURCE_MASS;
    pool.mass = 1.0f;
    Flow_Pour(fluid, &pool, 60);
    assert_true(fabs(slopeOfLiquid(fluid)) < 0.03);
    gfFrameDef frame = gfDefaultFrameDef();
    for (int i = 0; i < 150; i++) {
        frame.velocity.x += a / 60.0f;
        assert_true(gfFluid_SetFrame(fluid, &frame));
        Flow_Steps(fluid, 1);
    }
    Flow_ExpectNear("slope over that expected", slopeOfLiquid(fluid) / -(double)(a / GRAVITY), 1.0, 0.12);
}

static gfFluid *makeGaussian(Fixture *fixture, float gravity)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GAUSSIAN, 96, 64, 1.0f / 64.0f);
    def.fixedStep = 1.0f / 300.0f;
    def.gaussian.gravity.y = -gravity;
    def.gaussian.viscosity = 0.005f;
    return Flow_Make(fixture, &def);
}

TEST(testPushedGaussianSlopes)
{
    const float a = 1.2f, gravity = 5.0f;
    gfFluid *fluid = makeGaussian(*state, gravity);
    assert_true(gfFluid_FillToLevel(fluid, NULL, 0.4f));
    pushOn(fluid, a, 0.0f);
    double mean = 0.0; // it sloshes about the slope that it comes to
    for (int i = 0; i < 30; i++) {
        Flow_Steps(fluid, 30);
        mean += i >= 6 ? slopeOfLiquid(fluid) / 24.0 : 0.0;
    }
    Flow_ExpectNear("slope over that expected", mean / -(double)(a / gravity), 1.0, 0.12);
}

// In a frame that falls with it a drop floats; it is thrown out of one that spins as in a straight line of the world.
TEST(testDropFloatsAndFlies)
{
    gfFluid *fluid = makeGaussian(*state, 5.0f);
    gfSourceDef drop = Flow_SourceDef(gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.1f));
    drop.fields = GF_SOURCE_MASS;
    drop.mass = 1.0f;
    assert_true(gfFluid_Splat(fluid, &drop));
    pushOn(fluid, 0.0f, -5.0f);
    Flow_Steps(fluid, 60);
    gfFluidStats stats = Flow_Measure(fluid);
    assert_true(fabs(stats.momentum[0]) + fabs(stats.momentum[1]) < 1e-4 * stats.mass);
    const float omega = 0.8f;
    fluid = makeGaussian(*state, 0.0f);
    assert_true(gfFluid_Splat(fluid, &drop));
    spin(fluid, omega, (gfVec2){0.75f, 0.5f}, false);
    Flow_Steps(fluid, 120); // 0.4 s: still in the world, so that it goes round in the frame
    FlowField mass = Flow_Read(fluid, GF_FIELD_MASS);
    double sum = 0.0, x = 0.0, y = 0.0;
    for (int i = 0; i < mass.info.width * mass.info.height; i++) {
        sum += (double)mass.values[i];
        x += (double)mass.values[i] * (i % mass.info.width + 0.5) / 64.0;
        y += (double)mass.values[i] * (i / mass.info.width + 0.5) / 64.0;
    }
    double angle = -(double)omega * 0.4, toX = 0.75 - 0.25 * cos(angle), toY = 0.5 - 0.25 * sin(angle);
    Flow_ExpectBetween("the drop is off, m", hypot(x / sum - toX, y / sum - toY), 0.0, 0.006);
}

TEST(testRefuses)
{
    gfFluid *fluid = Fixture_MakeFluid(fixture, 16, 16);
    const gfFrameDef frame = gfDefaultFrameDef();
    assert_false(gfFluid_SetFrame(NULL, &frame));
    assert_false(gfFluid_SetFrame(fluid, NULL));
    assert_true(gfFluid_GetFrame(fluid).inertia == 1.0f);
    assert_true(gfFluid_GetFrame(NULL).cookie == 0);
    gfDestroyFluid(fluid);
    Fixture_ClearLog(fixture);
}

TEST(testView)
{
    gfFrameDef frame = gfDefaultFrameDef();
    frame.angle = 1.57079633f;
    frame.pivot = (gfVec2){2.0f, 1.0f};
    const gfTransform2D world = {{0.5f, 0.0f, 0.0f, 0.25f, 0.1f, 0.2f}};
    gfTransform2D view = gfFrame_GetView(&frame, (gfVec2){10.0f, 20.0f}, world);
    // A metre along the domain's x is a metre up.
    float x = view.m[0] * 3.0f + view.m[2] * 1.0f + view.m[4], y = view.m[1] * 3.0f + view.m[3] * 1.0f + view.m[5];
    assert_true(fabsf(x - (0.5f * 10.0f + 0.1f)) < 1e-5f && fabsf(y - (0.25f * 21.0f + 0.2f)) < 1e-5f);
    view = gfFrame_GetView(NULL, (gfVec2){1.0f, 1.0f}, world);
    assert_memory_equal(&view, &world, sizeof view);
}
