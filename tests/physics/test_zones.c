// Zones of drag, of a given flow and of turbulence (gfZone, gfZone3D), against what they say they do.
#include "support/flow.h"
#include "support/fluid3d.h"

#define SOLVERS (GF_SOLVER_WATER + 1)

FLOW_SCALAR(wind, 0.8f)
FLOW_SCALAR(still, 0.0f)

static void fillField(gfFluid *fluid, gfField field, float value, int channels)
{
    gfFieldInfo info;
    assert_true(gfFluid_GetFieldInfo(fluid, field, &info));
    size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
    float *values = Fixture_Alloc(count * sizeof *values);
    for (size_t i = 0; i < count; i++) {
        values[i] = (int)(i % (size_t)info.channels) < channels ? value : 0.0f;
    }
    assert_true(gfFluid_WriteField(fluid, field, values, count));
}

static bool isOfParticles(gfSolverKind solver)
{
    return solver == GF_SOLVER_PARTICLES || solver == GF_SOLVER_WATER;
}

// A periodic square metre full of a fluid that moves as one; of particles some, apart from each other.
static gfFluid *makeMoving(Fixture *fixture, gfSolverKind solver, int cells, float step, FlowFn *velocity)
{
    gfFluidDef def = Flow_Def(cells, cells, 2);
    float speed = velocity(0.5, 0.5).x;
    def.solver = solver;
    def.fixedStep = step;
    def.grid.gravity.y = 0.0f;
    def.particles.gravity.y = def.water.gravity.y = 0.0f;
    def.particles.spacing = 0.04f;
    def.particles.capacity = 256;
    if (!isOfParticles(solver)) {
        Flow_SetSides(&def, GF_BOUNDARY_PERIODIC);
    }
    gfFluid *fluid = Flow_Make(fixture, &def);
    if (solver == GF_SOLVER_GRID) {
        Flow_WriteVelocity(fluid, velocity);
    } else if (isOfParticles(solver)) {
        gfParticle particles[4];
        memset(particles, 0, sizeof particles);
        for (int i = 0; i < 4; i++) {
            particles[i].position = (gfVec2){0.1f, 0.2f + 0.2f * (float)i};
            particles[i].velocity = (gfVec2){speed, 0.0f};
        }
        assert_true(gfFluid_AddParticles(fluid, particles, 4));
    } else {
        fillField(fluid, GF_FIELD_MASS, 1.0f, 1);
        fillField(fluid, solver == GF_SOLVER_SHALLOW ? GF_FIELD_FACE_VELOCITY : GF_FIELD_VELOCITY, speed, 1);
    }
    return fluid;
}

static double speedOf(gfFluid *fluid)
{
    if (!isOfParticles(gfFluid_GetDef(fluid).solver)) {
        return Flow_At(fluid, GF_FIELD_VELOCITY, 0, 0.5, 0.5);
    }
    gfParticle particles[4];
    assert_int_equal(gfFluid_ReadParticlesBlocking(fluid, particles, 4), 4);
    return (double)particles[0].velocity.x;
}

static gfSourceDef zoneOver(float x, float y, float halfWidth, float halfHeight)
{
    return Flow_SourceDef(gfMakeRectangle((gfVec2){x, y}, (gfVec2){halfWidth, halfHeight}, 0.0f));
}

// What linear and quadratic drag leave of a speed after `time`.
static double slowed(double speed, double drag, double quadraticDrag, double time)
{
    double left = exp(-drag * time), mean = drag > 0.0 ? (1.0 - left) / drag : time;
    return speed * left / (1.0 + quadraticDrag * speed * mean);
}

static const float drags[4][2] = {{3.0f, 0.0f}, {0.0f, 4.0f}, {2.0f, 3.0f}, {1e9f, 0.0f}};

// Free flow slows down as the solution says, whatever the step.
TEST(testFlowDecays)
{
    for (int solver = 0; solver < SOLVERS; solver++) {
        for (int i = 0; i < (isOfParticles((gfSolverKind)solver) ? 4 : 8); i++) {
            const float *drag = drags[i % 4], step = i < 4 ? 1.0f / 64.0f : 1.0f / 4.0f;
            double a = (double)drag[0], b = (double)drag[1];
            // Along the diagonal of a step a Gaussian liquid goes some cells at most.
            gfFluid *fluid = makeMoving(*state, (gfSolverKind)solver, 16, step, wind);
            gfSourceDef def = zoneOver(0.5f, 0.5f, 4.0f, 4.0f);
            def.zone.drag = drag[0];
            def.zone.quadraticDrag = drag[1];
            Flow_AddEmitter(fluid, &def);
            Flow_Steps(fluid, (int)lround(0.25 / (double)step));
            Flow_ExpectNear(Flow_Text("solver %d, drag %g and %g, step %g: speed", solver, a, b, (double)step),
                            speedOf(fluid), slowed(0.8, a, b, 0.25), 2e-3 * 0.8);
        }
    }
}

// A given flow is taken on at its rate, at any step, and no faster than it.
TEST(testFlowIsGiven)
{
    for (int solver = 0; solver < SOLVERS; solver++) {
        gfFluid *fluid = makeMoving(*state, (gfSolverKind)solver, 16, 1.0f / 64.0f, still);
        gfSourceDef def = zoneOver(0.5f, 0.5f, 4.0f, 4.0f);
        def.zone.velocity.x = 0.5f;
        def.zone.drag = 4.0f;
        Flow_AddEmitter(fluid, &def);
        for (int i = 1; i <= 2; i++) {
            Flow_Steps(fluid, 16);
            Flow_ExpectNear("given flow", speedOf(fluid), 0.5 * (1.0 - exp(-4.0 * 0.25 * i)), 1e-3);
        }
    }
}

// Flow through a solid with a drag decays as the solution says, and takes on the velocity of a solid that moves.
TEST(testSolidsDrag)
{
    for (int solver = 0; solver < SOLVERS; solver++) {
        for (int i = 0; i < 4; i++) {
            const float step = i == 1 ? 1.0f / 4.0f : 1.0f / 64.0f, moves = i < 2 ? 0.0f : 0.5f;
            gfFluid *fluid = makeMoving(*state, (gfSolverKind)solver, 16, step, i < 2 ? wind : still);
            gfSolidDef def = Flow_SolidDef(gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){4.0f, 4.0f}, 0.0f));
            def.drag = 4.0f;
            def.velocity.x = i < 3 ? moves : 0.0f;
            def.velocityFromMotion = i == 3;
            gfSolidId id = Flow_AddSolidOf(fluid, &def);
            // The library knows how a solid moves from the second step on.
            int first = i == 3 ? 1 : 0, steps = first + (int)lround(0.25 / (double)step);
            for (int k = 0; k < steps; k++) {
                def.shape.a.x += k >= first ? moves * step : 0.0f;
                assert_true(i < 3 || gfFluid_SetSolid(fluid, id, &def));
                assert_true(gfFluid_Step(fluid, step));
            }
            Flow_ExpectNear(Flow_Text("solver %d, case %d: speed", solver, i), speedOf(fluid),
                            (double)moves + (i < 2 ? 0.8 : -(double)moves) * exp(-1.0), 2e-3 * 0.8);
        }
    }
}

// A turning medium takes the fluid round with it.
TEST_CI(testMediumTurns)
{
    gfFluid *fluid = Flow_MakeOf(*state, Flow_Def(64, 64, 4));
    gfSourceDef disc = Flow_DiscSource(0.5f, 0.5f, 0.3f);
    disc.zone.angularVelocity = 2.0f;
    disc.zone.drag = 200.0f;
    Flow_AddEmitter(fluid, &disc);
    Flow_Steps(fluid, 20);
    Flow_ExpectNear("speed to the right", Flow_At(fluid, GF_FIELD_VELOCITY, 0, 0.5, 0.3), 0.4, 0.02);
    Flow_ExpectNear("speed upwards", Flow_At(fluid, GF_FIELD_VELOCITY, 1, 0.7, 0.5), 0.4, 0.02);
}

typedef struct Plug {
    float drag, quadraticDrag, step;
    bool reflects;
    int steps;
} Plug;

// A plug .25 m long across a channel of two metres by one, with an inflow of .5 m/s: fall of pressure, m^2/s^2.
static double pressureFall(Fixture *fixture, const Plug *plug, int cells)
{
    gfFluidDef def = Flow_Def(2 * cells, cells, 8);
    def.fixedStep = plug->step;
    def.boundaries.left = (gfBoundary){.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = 0.5f};
    def.boundaries.right.kind = GF_BOUNDARY_OPEN;
    def.grid.scheme = plug->reflects ? GF_SCHEME_REFLECT : GF_SCHEME_PROJECT;
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfSourceDef zone = zoneOver(1.0f, 0.5f, 0.125f, 2.0f);
    zone.zone.drag = plug->drag;
    zone.zone.quadraticDrag = plug->quadraticDrag;
    Flow_AddEmitter(fluid, &zone);
    Flow_Steps(fluid, plug->steps);
    double before = Flow_At(fluid, GF_FIELD_PRESSURE, 0, 0.6, 0.5);
    return before - Flow_At(fluid, GF_FIELD_PRESSURE, 0, 1.4, 0.5);
}

// Darcy and Forchheimer: L (a u + b u^2), whatever the step and the resolution. A step in two halves takes 3 % more
// with this drag and step, and the nearer to it the shorter the step is.
TEST_CI(testPorousPlug)
{
    static const Plug plugs[] = {
        {8.0f, 0.0f, 1.0f / 60.0f, false, 40}, {0.0f, 20.0f, 1.0f / 60.0f, false, 40},
        {4.0f, 8.0f, 1.0f / 20.0f, false, 60}, {600.0f, 0.0f, 1.0f / 60.0f, false, 200},
        {8.0f, 8.0f, 1.0f / 60.0f, true, 60},
    };
    for (int i = 0; i < 10; i++) {
        const Plug *plug = &plugs[i / 2];
        double expected = 0.25 * (0.5 * (double)plug->drag + 0.25 * (double)plug->quadraticDrag);
        Flow_ExpectBetween("fall of pressure over Darcy and Forchheimer's",
                           pressureFall(*state, plug, i % 2 == 0 ? 16 : 32) / expected, 0.97,
                           plug->reflects ? 1.04 : 1.03);
    }
}

// Beside a plug of much drag the fluid takes the open way; through it goes what the pressure drives.
TEST(testFluidGoesRound)
{
    gfFluidDef def = Flow_Def(64, 32, 4);
    def.boundaries.left = (gfBoundary){.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = 0.5f};
    def.boundaries.right.kind = GF_BOUNDARY_OPEN;
    gfFluid *fluid = Flow_Make(*state, &def);
    gfSourceDef zone = zoneOver(1.0f, 0.0f, 0.125f, 0.5f);
    zone.zone.drag = 1000.0f;
    Flow_AddEmitter(fluid, &zone);
    Flow_Steps(fluid, 120);
    Flow_ExpectBetween("through the plug, m/s", Flow_At(fluid, GF_FIELD_VELOCITY, 0, 1.0, 0.25), -0.02, 0.02);
    Flow_ExpectBetween("beside it, m/s", Flow_At(fluid, GF_FIELD_VELOCITY, 0, 1.0, 0.75), 0.85, 1.4);
}

// Heavy dye that rests in a zone: what bears it is the same there as outside, so that it does not begin to move.
TEST(testRestInZone)
{
    gfFluidDef def = Flow_Def(32, 32, 8);
    def.grid.acceleration = (gfVec2){0.0f, -9.81f};
    gfFluid *fluid = Flow_Make(*state, &def);
    gfSourceDef zone = zoneOver(0.5f, 0.4f, 0.2f, 0.2f);
    zone.zone.drag = 100.0f;
    Flow_AddEmitter(fluid, &zone);
    Flow_Steps(fluid, 60);
    Flow_ExpectBetween("fastest fluid at rest, m/s", (double)Flow_Measure(fluid).speedMax, 0.0, 2e-3);
}

static gfFluid *makeStirred(Fixture *fixture, gfSolverKind solver, int cells, float step, uint32_t seed)
{
    gfFluid *fluid = makeMoving(fixture, solver, cells, step, still);
    gfSourceDef def = zoneOver(0.5f, 0.5f, 4.0f, 4.0f);
    def.zone.turbulence = (gfTurbulence){.strength = 2.0f, .scale = 0.25f, .rate = 4.0f, .seed = seed};
    Flow_AddEmitter(fluid, &def);
    return fluid;
}

static double meanSpeed(gfFluid *fluid)
{
    gfFieldInfo info;
    float *v = Fixture_Read(fluid, GF_FIELD_VELOCITY, &info);
    double sum = 0.0;
    for (int i = 0; i < info.width * info.height; i++) {
        sum += (double)v[2 * i] * (double)v[2 * i] + (double)v[2 * i + 1] * (double)v[2 * i + 1];
    }
    return sqrt(sum / (info.width * info.height));
}

// As strong as it says, whatever the solver, the resolution and the seed.
TEST_CI(testTurbulenceIsAsStrong)
{
    static const gfSolverKind solvers[] = {GF_SOLVER_GRID, GF_SOLVER_GAUSSIAN, GF_SOLVER_SHALLOW};
    for (int i = 0; i < 6; i++) {
        double sum = 0.0;
        for (uint32_t seed = 1; seed <= 4; seed++) { // eight eddies across do not make a mean
            gfFluid *fluid = makeStirred(*state, solvers[i % 3], i < 3 ? 32 : 64, 1.0f / 256.0f, 100u * seed);
            Flow_Steps(fluid, 1);
            sum += 0.25 * pow(meanSpeed(fluid) * 256.0, 2.0);
        }
        Flow_ExpectBetween("acceleration over the strength", sqrt(sum) / 2.0, 0.85, 1.15);
    }
}

// The same every time; another seed is another field; and steps of another length give the same.
TEST(testTurbulenceIsDetermined)
{
    gfFluid *a = makeStirred(*state, GF_SOLVER_GRID, 48, 1.0f / 64.0f, 7u);
    gfFluid *b = makeStirred(*state, GF_SOLVER_GRID, 48, 1.0f / 64.0f, 7u);
    gfFluid *c = makeStirred(*state, GF_SOLVER_GRID, 48, 1.0f / 64.0f, 8u);
    gfFluid *d = makeStirred(*state, GF_SOLVER_GRID, 48, 1.0f / 256.0f, 7u);
    Flow_Steps(a, 16);
    Flow_Steps(b, 16);
    Flow_Steps(c, 16);
    Flow_Steps(d, 64);
    assert_true(Flow_SameBytes(a, b));
    double speed = meanSpeed(a);
    Flow_ExpectBetween("speed, m/s", speed, 0.1, 0.6);
    Flow_ExpectBetween("what another seed differs by", Flow_Difference(a, c, GF_FIELD_VELOCITY), speed, 10.0);
    Flow_ExpectBetween("speed in short steps over that in long ones", meanSpeed(d) / speed, 0.93, 1.07);
}

// Nothing flows in or out of a cell by it: hence the projection has nothing to take away.
TEST_CI(testTurbulenceHasNoDivergence)
{
    gfFluid *fluid = makeStirred(*state, GF_SOLVER_GRID, 32, 1.0f / 64.0f, 3u);
    Flow_Steps(fluid, 1);
    FlowField before = Flow_Read(fluid, GF_FIELD_DIVERGENCE_BEFORE);
    double largest = 0.0;
    // But at the seam of a periodic axis, across which noise does not go on.
    for (int y = 0; y + 1 < before.info.height; y++) {
        for (int x = 0; x + 1 < before.info.width; x++) {
            largest = fmax(largest, fabs((double)before.values[y * before.info.width + x]));
        }
    }
    Flow_ExpectBetween("divergence over speed a cell", largest / (meanSpeed(fluid) * 32.0), 0.0, 2e-3);
}

#define SCATTERED 512

// Particles that do not touch, all over a ball within a box that is turned and lies anywhere; they move as one.
static gfFluid3D *makeScattered(Fixture *fixture, gfQuat turn, float step, gfVec3 velocity, int *count)
{
    static gfParticle3D particles[SCATTERED];
    gfFluid3DDef def = Fluid3D_Def((gfVec3){2.0f, 2.0f, 2.0f}, 0.04f, SCATTERED);
    def.position = (gfVec3){0.4f, -0.3f, 0.2f};
    def.rotation = turn;
    def.fixedStep = step;
    def.particles.gravity = (gfVec3){0.0f, 0.0f, 0.0f};
    gfFluid3D *fluid = Fluid3D_Make(fixture, &def);
    gfVec3 c = def.position, low = {c.x - 0.5f, c.y - 0.5f, c.z - 0.5f}, high = {c.x + 0.5f, c.y + 0.5f, c.z + 0.5f};
    *count = Fluid3D_FillBox(particles, SCATTERED, low, high, 0.125f, 0.3f);
    for (int i = 0; i < *count; i++) {
        particles[i].velocity = velocity;
    }
    assert_true(gfFluid3D_AddParticles(fluid, particles, *count));
    return fluid;
}

static gfSource3DDef ballZone(float radius)
{
    gfSource3DDef def = gfDefaultSource3DDef();
    def.shape = gfMakeSphere((gfVec3){0.4f, -0.3f, 0.2f}, radius);
    return def;
}

static const gfQuat unturned = {0.0f, 0.0f, 0.0f, 1.0f};

TEST_CI(testDrag3D)
{
    for (int i = 0; i < 4; i++) {
        int count;
        const gfQuat turn = gfMakeQuat((gfVec3){1.0f, 2.0f, 3.0f}, 0.7f * (float)i);
        gfFluid3D *fluid = makeScattered(*state, turn, 1.0f / 64.0f, (gfVec3){0.0f, 0.6f, 0.0f}, &count);
        gfSource3DDef def = ballZone(4.0f);
        def.zone.drag = drags[i][0];
        def.zone.quadraticDrag = drags[i][1];
        assert_false(GF_IS_NULL(gfFluid3D_AddEmitter(fluid, &def)));
        Fluid3D_Steps(fluid, 16);
        double expected = slowed(0.6, (double)drags[i][0], (double)drags[i][1], 0.25);
        gfParticle3D *p = Fixture_Keep(Fluid3D_Read(fluid, count));
        Flow_ExpectNear("upwards, m/s", (double)p[count / 2].velocity.y, expected, 2e-3 * 0.6);
        Flow_ExpectNear("across, m/s", (double)p[count / 2].velocity.x, 0.0, 1e-5);
    }
}

// A medium that drifts and turns takes the fluid along at its rate, in the axes of the world; so does a source that
// imparts the velocity of a body.
TEST_CI(testGivenFlow3D)
{
    for (int i = 0; i < 4; i++) {
        int count;
        const gfVec3 drift = {0.2f, 0.1f, -0.3f}, spin = {0.5f, -1.0f, 0.7f}, still3D = {0.0f, 0.0f, 0.0f};
        const gfQuat turn = i % 2 == 0 ? unturned : gfMakeQuat((gfVec3){1.0f, 1.0f, 0.0f}, 1.0f);
        gfFluid3D *fluid = makeScattered(*state, turn, 1.0f / 256.0f, still3D, &count);
        gfParticle3D *before = Fixture_Keep(Fluid3D_Read(fluid, count));
        gfSource3DDef def = ballZone(4.0f);
        if (i < 2) {
            def.zone.velocity = drift;
            def.zone.angularVelocity = spin;
            def.zone.drag = 16.0f;
        } else {
            def.mode = GF_SOURCE_SET;
            def.fields = GF_SOURCE_VELOCITY;
            def.velocity = drift;
            def.angularVelocity = spin;
        }
        assert_true(gfFluid3D_Splat(fluid, &def));
        Fluid3D_Steps(fluid, 1);
        gfParticle3D *p = Fixture_Keep(Fluid3D_Read(fluid, count));
        double worst = 0.0, taken = i < 2 ? 1.0 - exp(-16.0 / 256.0) : 1.0;
        for (int k = 0; k < count; k++) {
            gfVec3 at = before[k].position, c = def.shape.a, arm = {at.x - c.x, at.y - c.y, at.z - c.z};
            double vx = (double)(drift.x + spin.y * arm.z - spin.z * arm.y);
            double vy = (double)(drift.y + spin.z * arm.x - spin.x * arm.z);
            double vz = (double)(drift.z + spin.x * arm.y - spin.y * arm.x);
            worst = fmax(worst, fabs((double)p[k].velocity.x - taken * vx));
            worst = fmax(worst, fabs((double)p[k].velocity.y - taken * vy));
            worst = fmax(worst, fabs((double)p[k].velocity.z - taken * vz));
        }
        Flow_ExpectBetween("off the medium's share, m/s", worst, 0.0, 2e-3);
    }
}

static gfParticle3D *stirred3D(Fixture *fixture, gfQuat turn, float step, int steps, uint32_t seed, int *count)
{
    gfFluid3D *fluid = makeScattered(fixture, turn, step, (gfVec3){0.0f, 0.0f, 0.0f}, count);
    gfSource3DDef def = ballZone(4.0f);
    def.zone.turbulence = (gfTurbulence){.strength = 2.0f, .scale = 0.3f, .rate = 4.0f, .seed = seed};
    assert_false(GF_IS_NULL(gfFluid3D_AddEmitter(fluid, &def)));
    Fluid3D_Steps(fluid, steps);
    return Fixture_Keep(Fluid3D_Read(fluid, *count));
}

static double meanSpeed3D(const gfParticle3D *p, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        double x = (double)p[i].velocity.x, y = (double)p[i].velocity.y, z = (double)p[i].velocity.z;
        sum += (x * x + y * y + z * z) / count;
    }
    return sqrt(sum);
}

// As strong as it says, and the same field however the container lies and however long the steps are.
TEST_CI(testTurbulence3D)
{
    double sum = 0.0;
    int count;
    for (uint32_t seed = 1; seed <= 4; seed++) {
        gfParticle3D *p = stirred3D(*state, unturned, 1.0f / 256.0f, 1, 100u * seed, &count);
        sum += 0.25 * pow(meanSpeed3D(p, count) * 256.0, 2.0);
    }
    Flow_ExpectBetween("acceleration over the strength", sqrt(sum) / 2.0, 0.9, 1.1);
    const gfQuat turn = gfMakeQuat((gfVec3){1.0f, 1.0f, 0.3f}, 1.2f);
    gfParticle3D *a = stirred3D(*state, unturned, 1.0f / 64.0f, 10, 7u, &count);
    gfParticle3D *turned = stirred3D(*state, turn, 1.0f / 64.0f, 10, 7u, &count);
    gfParticle3D *other = stirred3D(*state, unturned, 1.0f / 64.0f, 10, 8u, &count);
    gfParticle3D *shorter = stirred3D(*state, unturned, 1.0f / 256.0f, 40, 7u, &count);
    double speed = meanSpeed3D(a, count);
    Flow_ExpectBetween("speed, m/s", speed, 0.1, 0.4);
    Flow_ExpectBetween("in a turned container, off by", Fluid3D_Difference(a, turned, count) / speed, 0.0, 2e-3);
    Flow_ExpectBetween("another seed, off by", Fluid3D_Difference(a, other, count) / speed, 1.0, 10.0);
    Flow_ExpectBetween("speed in short steps", meanSpeed3D(shorter, count) / speed, 0.95, 1.05);
}
