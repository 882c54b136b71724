// Rigid bodies in fluids of three dimensions: how deep they float, what they push, how they rest on each other.
#include "support/flow.h"
#include "support/fluid3d.h"

#include "fluid/turn.h"

#define G 2.0f // m/s^2
#define TANK_MAX 16000

// Boxes are cubes of this half extent, balls have this radius.
#define HALF 0.12f

typedef struct Tank {
    gfFluid3D *fluid;
    float spacing, level;
    gfVec3 size;
} Tank;

static Tank makeTank(Fixture *f, gfVec3 size, float spacing)
{
    int most = (int)(size.x * size.y * size.z / (spacing * spacing * spacing));
    gfFluid3DDef def = Fluid3D_Def(size, spacing, most < TANK_MAX ? most : TANK_MAX);
    def.particles.gravity = (gfVec3){0.0f, -G, 0.0f};
    def.particles.depth = size.y;
    return (Tank){.fluid = Fluid3D_Make(f, &def), .spacing = spacing, .size = size};
}

// Up to `level`, but not within `hole` of a place.
static void pour(Tank *t, float level, gfVec3 place, float hole)
{
    gfParticle3D *all = Fixture_Alloc(TANK_MAX * sizeof *all);
    gfVec3 low = {0.0f, 0.0f, 0.0f}, high = {t->size.x, level, t->size.z};
    int count = Fluid3D_FillBox(all, TANK_MAX, low, high, t->spacing, 0.05f), kept = 0;
    for (int i = 0; i < count; i++) {
        gfVec3 p = all[i].position;
        bool inside = fabsf(p.x - place.x) < hole && fabsf(p.y - place.y) < hole && fabsf(p.z - place.z) < hole;
        if (!inside) {
            all[kept++] = all[i];
        }
    }
    assert_true(gfFluid3D_AddParticles(t->fluid, all, kept));
    t->level = level;
}

static gfRigidBody3DDef getCube(gfVec3 place, float half, float density)
{
    gfRigidBody3DDef def = gfDefaultRigidBody3DDef();
    def.shape = gfMakeBox(place, (gfVec3){half, half, half}, (gfQuat){0.0f, 0.0f, 0.0f, 1.0f});
    def.density = density;
    return def;
}

static gfRigidBody3DDef getBall(gfVec3 place, float radius, float density)
{
    gfRigidBody3DDef def = getCube(place, radius, density);
    def.shape = gfMakeSphere(place, radius);
    return def;
}

static gfRigidBody3DId add(gfFluid3D *fluid, const gfRigidBody3DDef *def)
{
    return GIVEN(gfFluid3D_AddRigidBody(fluid, def));
}

static bool isFinite3(gfVec3 v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static double getLength(gfVec3 v)
{
    return sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z);
}

static gfRigidBody3DState getState(const gfFluid3D *fluid, gfRigidBody3DId id)
{
    gfRigidBody3DState s;
    assert_true(gfFluid3D_GetRigidBody(fluid, id, &s));
    assert_true(isFinite3(s.position) && isFinite3(s.velocity) && isFinite3(s.angularVelocity) && isFinite3(s.force) &&
                isFinite3(s.torque) && isfinite(s.rotation.w) && isfinite(s.level));
    return s;
}

// 0 below, 1 above, and between them as long as a layer of particles: they lie in layers.
static double getRamp(const Tank *t, double y, double edge)
{
    return fmin(fmax((y - edge) / (double)t->spacing + 0.5, 0.0), 1.0);
}

// Height of the water away from a body: how many particles there are, over how many there are a metre in the middle.
static double measureLevel(const Tank *t, const gfRigidBody3DState *s, double reach)
{
    gfParticle3D *p = Fixture_Alloc(TANK_MAX * sizeof *p);
    int count = gfFluid3D_ReadParticlesBlocking(t->fluid, p, TANK_MAX);
    double low = 0.3 * (double)t->level, high = 0.75 * (double)t->level;
    double middle = 0.0, above = 0.0;
    for (int i = 0; i < count; i++) {
        double x = (double)p[i].position.x - (double)s->position.x, y = (double)p[i].position.y;
        if (fmax(fabs(x), fabs((double)p[i].position.z - (double)s->position.z)) > reach) {
            above += getRamp(t, y, low);
            middle += getRamp(t, y, low) - getRamp(t, y, high);
        }
    }
    return low + above * (high - low) / middle;
}

// The share of a body that lies below a level, by counting.
static double getShareBelow(const gfRigidBody3DState *s, double level)
{
    const int n = 40;
    int under = 0, all = 0;
    double half = (double)HALF, x = (double)s->rotation.x, y = (double)s->rotation.y;
    double z = (double)s->rotation.z, w = (double)s->rotation.w;
    const double up[3] = {2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)};
    for (int i = 0; i < n * n * n; i++) {
        const double p[3] = {((i % n + 0.5) * 2.0 / n - 1.0) * half, ((i / n % n + 0.5) * 2.0 / n - 1.0) * half,
                             ((i / n / n + 0.5) * 2.0 / n - 1.0) * half};
        bool inside = s->shape.kind == GF_SHAPE3D_BOX || p[0] * p[0] + p[1] * p[1] + p[2] * p[2] < half * half;
        all += inside;
        under += inside && (double)s->position.y + up[0] * p[0] + up[1] * p[1] + up[2] * p[2] < level;
    }
    return (double)under / all;
}

static void expectFloats(Fixture *f, bool ball, float density, float spacing, double seconds, double tolerance)
{
    Tank t = makeTank(f, (gfVec3){0.8f, 0.6f, 0.8f}, spacing);
    float share = density / 1000.0f, level = 0.4f;
    gfVec3 place = {0.42f, level + HALF * (1.0f - 2.0f * share) + 0.03f, 0.39f};
    gfRigidBody3DDef def = ball ? getBall(place, HALF, density) : getCube(place, HALF, density);
    gfRigidBody3DId id = add(t.fluid, &def);
    pour(&t, level, place, HALF + 0.4f * spacing);
    int total = (int)(seconds * 60.0), first = total / 2, count = 0;
    double sum = 0.0, said = 0.0, least = 1e9, most = -1e9, error = 0.0;
    for (int i = 0; i < total; i++) {
        Fluid3D_Steps(t.fluid, 1);
        gfRigidBody3DState s = getState(t.fluid, id);
        if (i >= first && i % 6 == 0) {
            double measured = measureLevel(&t, &s, 1.5 * (double)HALF + (double)spacing);
            sum += getShareBelow(&s, measured);
            error += (double)s.position.y + (double)s.level - measured;
            said += (double)s.submerged;
            count++;
            least = fmin(least, (double)s.position.y);
            most = fmax(most, (double)s.position.y);
        }
    }
    const char *what = Flow_Text("share under water of a %s of %g", ball ? "ball" : "cube", (double)density);
    Flow_ExpectNear(what, sum / count, (double)share, tolerance);
    Flow_ExpectNear("what it says itself", said / count, (double)share, tolerance);
    Flow_ExpectNear("the level that it sees, over spacing", error / count / (double)spacing, 0.0, 0.5);
    Flow_ExpectBetween("its swing over its size", (most - least) / (2.0 * (double)HALF), 0.0, 0.2);
}

TEST_CI(testHalfCubeFloats)
{
    expectFloats(*state, false, 500.0f, 0.05f, 3.0, 0.025);
}

// In finer water, lighter and heavier.
TEST_ALL(testOthersFloat)
{
    expectFloats(*state, false, 500.0f, 0.04f, 4.0, 0.025);
    expectFloats(*state, true, 250.0f, 0.04f, 6.0, 0.025);
    expectFloats(*state, false, 750.0f, 0.04f, 6.0, 0.075);
}

// A dry tank, in which two cubes stand on each other and a capsule lies.
TEST(testStackRests)
{
    Tank t = makeTank(*state, (gfVec3){0.8f, 0.8f, 0.8f}, 0.06f);
    const gfVec3 up = {0.0f, 1.0f, 0.0f};
    gfRigidBody3DId ids[4];
    for (int i = 0; i < 2; i++) {
        gfRigidBody3DDef def = getCube((gfVec3){0.3f + 0.01f * (float)i, 0.11f + 0.21f * (float)i, 0.3f}, 0.1f, 500.0f);
        def.shape.rotation = gfMakeQuat(up, 0.3f * (float)i);
        ids[i] = add(t.fluid, &def);
    }
    gfRigidBody3DDef capsule = getBall((gfVec3){0.6f, 0.1f, 0.4f}, 0.05f, 500.0f), plate = capsule;
    capsule.shape = gfMakeCapsule3D((gfVec3){0.6f, 0.15f, 0.3f}, (gfVec3){0.6f, 0.1f, 0.5f}, 0.05f);
    plate.shape = gfMakeBox((gfVec3){0.3f, 0.3f, 0.65f}, (gfVec3){0.1f, 0.02f, 0.08f}, gfMakeQuat(up, 0.5f));
    ids[2] = add(t.fluid, &capsule);
    ids[3] = add(t.fluid, &plate);
    Fluid3D_Steps(t.fluid, 240);
    const double heights[4] = {0.1, 0.3, 0.05, 0.02};
    gfRigidBody3DState before[4];
    for (int i = 0; i < 4; i++) {
        before[i] = getState(t.fluid, ids[i]);
        Flow_ExpectNear("height at rest, m", (double)before[i].position.y, heights[i], 0.004);
        assert_true(before[i].grounded && !before[i].outside);
    }
    Fluid3D_Steps(t.fluid, 120);
    for (int i = 0; i < 4; i++) {
        gfRigidBody3DState s = getState(t.fluid, ids[i]);
        gfVec3 way = {s.position.x - before[i].position.x, s.position.y - before[i].position.y,
                      s.position.z - before[i].position.z};
        Flow_ExpectNear("creeping, m", getLength(way), 0.0, 1e-3);
        Flow_ExpectNear("speed at rest, m/s", getLength(s.velocity), 0.0, 2e-3);
        Flow_ExpectNear("turning at rest, 1/s", getLength(s.angularVelocity), 0.0, 2e-2);
    }
}

TEST_ALL(testHeavySinksLightRises)
{
    Tank t = makeTank(*state, (gfVec3){0.8f, 0.6f, 0.5f}, 0.05f);
    gfRigidBody3DDef heavy = getCube((gfVec3){0.2f, 0.3f, 0.25f}, 0.06f, 2500.0f);
    gfRigidBody3DDef light = getBall((gfVec3){0.6f, 0.15f, 0.25f}, 0.08f, 100.0f);
    gfRigidBody3DId ids[2] = {add(t.fluid, &heavy), add(t.fluid, &light)};
    pour(&t, 0.4f, light.shape.a, 0.08f);
    Fluid3D_Steps(t.fluid, 240);
    gfRigidBody3DState low = getState(t.fluid, ids[0]), high = getState(t.fluid, ids[1]);
    Flow_ExpectBetween("height of the heavy one, m", (double)low.position.y, 0.05, 0.09);
    assert_true(low.grounded);
    Flow_ExpectBetween("height of the light one, m", (double)high.position.y, 0.39, 0.55);
}

// In a box that turns over and jerks about.
TEST_ALL(testThrownStays)
{
    Tank t = makeTank(*state, (gfVec3){0.8f, 0.6f, 0.5f}, 0.06f);
    gfFluid3DDef def = gfFluid3D_GetDef(t.fluid);
    gfSolid3DDef ball = gfDefaultSolid3DDef();
    ball.shape = gfMakeSphere((gfVec3){0.4f, 0.1f, 0.25f}, 0.08f);
    assert_false(GF_IS_NULL(gfFluid3D_AddSolid(t.fluid, &ball)));
    gfRigidBody3DId ids[6];
    pour(&t, 0.2f, ball.shape.a, 0.1f);
    for (int i = 0; i < 6; i++) {
        gfVec3 place = {0.1f + 0.12f * (float)i, 0.45f, 0.2f + 0.02f * (float)i};
        gfRigidBody3DDef body = i % 2 == 0 ? getCube(place, 0.04f, 500.0f) : getBall(place, 0.05f, 500.0f);
        if (i == 4) {
            body.shape = gfMakeCapsule3D(place, (gfVec3){place.x, place.y + 0.08f, place.z}, 0.03f);
        }
        body.velocity = (gfVec3){i % 2 == 0 ? 300.0f : -5000.0f, -4000.0f, 1000.0f};
        body.angularVelocity = (gfVec3){1000.0f, -500.0f, 300.0f};
        body.restitution = 0.8f;
        ids[i] = add(t.fluid, &body);
    }
    const gfVec3 axis = {0.2f, 0.1f, 1.0f};
    for (int i = 0; i < 150; i++) {
        float angle = i < 100 ? 0.06f * (float)i : 6.0f;
        gfVec3 centre = def.position;
        centre.x += i < 100 ? 0.1f * (float)(i / 7 % 2) : 0.0f;
        assert_true(gfFluid3D_SetContainer(t.fluid, centre, gfMakeQuat(axis, angle), def.size));
        Fluid3D_Steps(t.fluid, 1);
        for (int k = 0; k < 6; k++) {
            assert_false(getState(t.fluid, ids[k]).outside);
        }
    }
    for (int k = 0; k < 6; k++) {
        Flow_ExpectBetween("speed in the end, m/s", getLength(getState(t.fluid, ids[k]).velocity), 0.0, 2.0);
    }
}

// The host's own integrator, as a physics engine has it: forces out, poses in. Held under water a body is lifted by
// what it displaces, however light it is; and it floats as deep as its load asks for, which the fluid never learns.
TEST_ALL(testHostDrives)
{
    static const struct {
        bool ball, held;
        float half, density, load; // load: of its mass
    } cases[] = {
        {true, false, HALF, 500.0f, 0.0f}, {false, false, 0.1f, 150.0f, 3.0f}, {false, true, 0.1f, 150.0f, 0.0f}};
    for (int k = 0; k < 3; k++) {
        Tank t = makeTank(*state, (gfVec3){0.8f, 0.7f, 0.8f}, 0.05f);
        gfVec3 place = {0.4f, cases[k].held ? 0.2f : 0.4f, 0.4f}, velocity = {0.0f, 0.0f, 0.0f};
        const float half = cases[k].half, dt = 1.0f / 60.0f;
        gfRigidBody3DDef def = (cases[k].ball ? getBall : getCube)(place, half, cases[k].density);
        def.hostDriven = true;
        gfRigidBody3DId id = add(t.fluid, &def);
        pour(&t, 0.4f, place, half + 0.02f);
        gfRigidBody3DState s = getState(t.fluid, id);
        float all = s.mass * (1.0f + cases[k].load), water = 8.0f * half * half * half * 1000.0f;
        double share = (double)(cases[k].density * (1.0f + cases[k].load)) / 1000.0, sum = 0.0;
        for (int i = 0; i < 300; i++) {
            float step = cases[k].held ? 0.0f : dt;
            velocity = (gfVec3){velocity.x + step * s.force.x / all, velocity.y + step * (s.force.y / all - G),
                                velocity.z + step * s.force.z / all};
            place = (gfVec3){place.x + dt * velocity.x, place.y + dt * velocity.y, place.z + dt * velocity.z};
            assert_true(place.y > 0.0f && place.y < 0.7f);
            assert_true(gfFluid3D_DriveRigidBody(t.fluid, id, place, s.rotation, velocity, (gfVec3){0.0f, 0.0f, 0.0f}));
            Fluid3D_Steps(t.fluid, 1);
            s = getState(t.fluid, id);
            sum += i >= 200 ? (double)(cases[k].held ? s.force.y / (G * water) : s.submerged) / 100.0 : 0.0;
        }
        Flow_ExpectNear(cases[k].held ? "lift over buoyancy" : "share under water", sum, cases[k].held ? 1.0 : share,
                        cases[k].held ? 0.03 : 0.04);
    }
}

// A body that is dragged through still water sets it in motion, and is slowed by it.
TEST(testPushesFluid)
{
    Tank t = makeTank(*state, (gfVec3){0.8f, 0.5f, 0.4f}, 0.05f);
    gfRigidBody3DDef def = getCube((gfVec3){0.15f, 0.15f, 0.2f}, 0.08f, 1000.0f);
    gfRigidBody3DId id = add(t.fluid, &def);
    pour(&t, 0.3f, def.shape.a, 0.1f);
    Fluid3D_Steps(t.fluid, 20);
    gfFluid3DStats before = Fluid3D_Measure(t.fluid);
    float mass = getState(t.fluid, id).mass;
    assert_true(
        gfFluid3D_PushRigidBody(t.fluid, id, (gfVec3){2.0f * mass, 0.0f, 0.0f}, getState(t.fluid, id).position));
    Flow_ExpectNear("speed of what was pushed, m/s", (double)getState(t.fluid, id).velocity.x, 2.0, 0.1);
    Fluid3D_Steps(t.fluid, 10);
    gfFluid3DStats after = Fluid3D_Measure(t.fluid);
    Flow_ExpectBetween("momentum that the water gained over the body's",
                       (after.momentum[0] - before.momentum[0]) / (2.0 * (double)mass), 0.05, 2.0);
    Flow_ExpectBetween("speed after, m/s", (double)getState(t.fluid, id).velocity.x, -0.2, 1.6);
}

// A blow beside the centre turns it; turning is of its own inertia.
TEST(testBlowsTurn)
{
    Tank t = makeTank(*state, (gfVec3){0.8f, 0.8f, 0.8f}, 0.06f);
    gfRigidBody3DDef def = getCube((gfVec3){0.4f, 0.4f, 0.4f}, 0.1f, 500.0f);
    gfRigidBody3DId id = add(t.fluid, &def);
    gfRigidBody3DState s = getState(t.fluid, id);
    Flow_ExpectNear("mass, kg", (double)s.mass, 4.0, 1e-4);
    Flow_ExpectNear("inertia, kg m^2", (double)s.inertia.y, 4.0 * 0.04 / 6.0, 1e-4);
    assert_true(gfFluid3D_PushRigidBody(t.fluid, id, (gfVec3){1.0f, 0.0f, 0.0f}, (gfVec3){0.4f, 0.4f, 0.5f}));
    s = getState(t.fluid, id);
    Flow_ExpectNear("speed, m/s", (double)s.velocity.x, 0.25, 1e-5);
    Flow_ExpectNear("turning, 1/s", (double)s.angularVelocity.y, 0.1 / (4.0 * 0.04 / 6.0), 1e-2);
    gfRigidBody3DDef ball = getBall((gfVec3){0.2f, 0.2f, 0.2f}, 0.1f, 1000.0f), capsule = ball;
    capsule.shape = gfMakeCapsule3D((gfVec3){0.5f, 0.2f, 0.2f}, (gfVec3){0.7f, 0.2f, 0.2f}, 0.05f);
    s = getState(t.fluid, add(t.fluid, &ball));
    Flow_ExpectNear("a ball's mass over its own", (double)s.mass / (1000.0 * 4.0 / 3.0 * PI * 1e-3), 1.0, 1e-4);
    Flow_ExpectNear("its inertia over its own", (double)s.inertia.x / (0.4 * (double)s.mass * 0.01), 1.0, 5e-3);
    s = getState(t.fluid, add(t.fluid, &capsule));
    double tube = 1000.0 * PI * 0.0025 * 0.2, ends = 1000.0 * 4.0 / 3.0 * PI * 0.000125;
    Flow_ExpectNear("a capsule's mass over its own", (double)s.mass / (tube + ends), 1.0, 1e-4);
    double across = tube * (0.01 / 3.0 + 0.000625) + ends * (0.4 * 0.0025 + 0.01 + 0.75 * 0.1 * 0.05);
    Flow_ExpectNear("its inertia across over its own", (double)s.inertia.x / across, 1.0, 1e-2);
}

// Two runs of the same steps are the same to the last bit, though one host reads and waits between them.
TEST_CI(testRepeats)
{
    gfRigidBody3DState ends[2];
    for (int k = 0; k < 2; k++) {
        Tank t = makeTank(fixture, (gfVec3){0.6f, 0.5f, 0.5f}, 0.06f);
        gfRigidBody3DDef def = getCube((gfVec3){0.3f, 0.35f, 0.25f}, 0.08f, 400.0f);
        def.angularVelocity = (gfVec3){1.0f, 0.5f, -0.3f};
        gfRigidBody3DId id = add(t.fluid, &def);
        pour(&t, 0.25f, def.shape.a, 0.1f);
        for (int i = 0; i < 60; i++) {
            Fluid3D_Steps(t.fluid, 1);
            if (k == 1) {
                fixture->gl.Finish();
            }
        }
        ends[k] = getState(t.fluid, id);
    }
    assert_memory_equal(&ends[0].position, &ends[1].position, sizeof ends[0].position);
    assert_memory_equal(&ends[0].velocity, &ends[1].velocity, sizeof ends[0].velocity);
    assert_memory_equal(&ends[0].rotation, &ends[1].rotation, sizeof ends[0].rotation);
    assert_true(getLength(ends[0].angularVelocity) > 0.0);
}

// As many as there may be: steps allocate nothing and wait for nothing; and all searches find the same surface.
TEST_ALL(testMany)
{
    const gfParticleSearch searches[3] = {GF_SEARCH_SORTED, GF_SEARCH_SLOTS, GF_SEARCH_HASHED};
    for (int k = 0; k < 3; k++) {
        gfFluid3DDef def = Fluid3D_Def((gfVec3){0.8f, 0.7f, 0.8f}, 0.06f, 1000);
        def.particles.gravity = (gfVec3){0.0f, -G, 0.0f};
        def.particles.search = searches[k];
        def.particles.unbounded = searches[k] == GF_SEARCH_HASHED;
        Tank t = {.fluid = Fluid3D_Make(fixture, &def), .spacing = 0.06f, .size = def.size};
        int count = k == 0 ? GF_RIGID_BODY3D_MAX : 4;
        gfRigidBody3DId ids[GF_RIGID_BODY3D_MAX];
        pour(&t, 0.25f, def.position, 0.0f);
        for (int i = 0; i < count; i++) {
            gfVec3 at = {0.1f + 0.18f * (float)(i % 4), 0.36f + 0.06f * (float)(i / 16),
                         0.1f + 0.18f * (float)(i / 4 % 4)};
            gfRigidBody3DDef body = i % 2 == 0 ? getBall(at, 0.025f, 600.0f) : getCube(at, 0.025f, 600.0f);
            ids[i] = add(t.fluid, &body);
        }
        Fluid3D_Steps(t.fluid, 10);
        gfMemoryCounts before = gfDevice_GetMemory(fixture->device);
        uint64_t waits = gfDevice_GetWaits(fixture->device);
        for (int i = 0; i < 10; i++) { // as games do, which show a frame
            Fluid3D_Steps(t.fluid, 1);
            fixture->gl.Finish();
        }
        gfMemoryCounts after = gfDevice_GetMemory(fixture->device);
        assert_memory_equal(&before, &after, sizeof before);
        assert_true(gfDevice_GetWaits(fixture->device) == waits);
        for (int i = 0; i < count; i++) {
            gfRigidBody3DState s = getState(t.fluid, ids[i]);
            assert_false(s.outside);
            Flow_ExpectBetween("speed of one of many, m/s", getLength(s.velocity), 0.0, 3.0);
            if (k > 0) {
                Flow_ExpectNear("the level that it sees, m", (double)(s.position.y + s.level), 0.25, 0.05);
            }
            assert_true(gfFluid3D_RemoveRigidBody(t.fluid, ids[i]));
        }
        Fluid3D_Steps(t.fluid, 8);
    }
}

// How far a ball is beyond the sides of the box that it is in, which is turned about an axis.
static float getExcess(gfVec3 place, float radius, gfVec3 centre, gfQuat turn, gfVec3 size)
{
    const gfTurn back = gfTurn_Invert(gfTurn_From(turn));
    const double arm[3] = {(double)(place.x - centre.x), (double)(place.y - centre.y), (double)(place.z - centre.z)};
    const double half[3] = {0.5 * (double)size.x, 0.5 * (double)size.y, 0.5 * (double)size.z};
    double own[3], most = -INFINITY;
    gfTurn_Apply(back, arm, own);
    for (int axis = 0; axis < 3; axis++) {
        most = fmax(most, fabs(own[axis]) + (double)radius - half[axis]);
    }
    return (float)most;
}

// Bodies that crush each other: all in one place, in a box that turns, and one pushed into a corner by a heavy one.
TEST_CI(testCrushedStay)
{
    static const gfVec3 places[] = {{0.4f, 0.4f, 0.4f}, {0.75f, 0.05f, 0.05f}, {0.76f, 0.76f, 0.76f}};
    const gfVec3 size = {0.8f, 0.8f, 0.8f}, axis = {0.3f, 1.0f, 0.5f};
    const float radius = 0.03f, spacing = 0.06f;
    for (int i = 0; i < 5; i++) {
        bool pushed = i == 3, turns = i == 4;
        gfFluid3DDef def = Fluid3D_Def(size, spacing, 100);
        gfFluid3D *fluid = Fluid3D_Make(*state, &def);
        const gfParticle3D one = {.position = {0.4f, 0.1f, 0.4f}}; // with particles in it a box goes, and does not jump
        assert_true(gfFluid3D_AddParticles(fluid, &one, 1));
        gfRigidBody3DId ids[GF_RIGID_BODY3D_MAX], pusher = {0};
        int count = pushed ? 1 : GF_RIGID_BODY3D_MAX;
        for (int k = 0; k < count; k++) {
            gfRigidBody3DDef ball = getBall(pushed ? (gfVec3){0.76f, 0.04f, 0.04f} : places[i % 3], radius, 500.0f);
            ids[k] = add(fluid, &ball);
        }
        if (pushed) {
            gfRigidBody3DDef cube = getCube((gfVec3){0.5f, 0.3f, 0.3f}, 0.15f, 5000.0f);
            cube.hostDriven = true;
            pusher = add(fluid, &cube);
        }
        for (int step = 0; step < 60; step++) {
            float way = fminf(0.01f * (float)step, 0.4f);
            gfVec3 at = {0.5f + way, 0.3f - way, 0.3f - way}, rate = {0.6f, -0.6f, -0.6f}, none = {0.0f, 0.0f, 0.0f};
            assert_true(!pushed || gfFluid3D_DriveRigidBody(fluid, pusher, at, gfMakeQuat(axis, 0.0f), rate, none));
            gfQuat turn = gfMakeQuat(axis, turns ? 0.05f * (float)step : 0.0f);
            assert_true(gfFluid3D_SetContainer(fluid, def.position, turn, size));
            Fluid3D_Steps(fluid, 1);
            for (int k = 0; k < count; k++) {
                float excess = getExcess(getState(fluid, ids[k]).position, radius, def.position, turn, size);
                fail_if(excess > 0.11f * spacing, "case %d, step %d: body %d is %g m beyond a closed side", i, step, k,
                        (double)excess);
            }
        }
    }
}
