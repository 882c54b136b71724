// Bodies that the host's physics moves: what the fluid does to them does not hang on what else they bear, nor on how
// long the host's steps are. The host here is a plain integrator, once a frame. (Those in water are in
// test_water_bodies.c.)
#include "support/floating.h"
#include "support/particles.h"

#define G 2.0f             // m/s^2
#define FRAME (1.0 / 60.0) // s

// As a physics engine has it. `load`: what lies on the body, kg, which the fluid is told nothing of.
typedef struct Host {
    gfFluid *fluid;
    gfRigidBodyId id;
    double mass, inertia, load;
    double place[2], velocity[2], angle, spin;
    gfRigidBodyState told;
} Host;

typedef enum Tank { PARTICLES, GRID, TANKS } Tank;
static const char *const names[] = {"PARTICLES", "GRID"};

// A metre wide, half a metre deep; of GRID a metre, in steps of a third of a frame.
static gfFluid *makeTank(Fixture *f, Tank tank)
{
    gfFluidDef def = tank == PARTICLES ? Particles_Def(1.0, 1.0, 0.02) : gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = 48;
    def.cellSize = 1.0f / 48.0f;
    def.fixedStep = 1.0f / 180.0f;
    def.maxSteps = 8;
    if (tank == PARTICLES) {
        def.particles.gravity.y = -G;
        def.particles.depth = 0.6f;
    } else {
        def.grid.gravity.y = -G;
    }
    return Flow_Make(f, &def);
}

// Around a body that is there.
static void fill(gfFluid *fluid, Tank tank, gfVec2 centre, gfVec2 half)
{
    if (tank == PARTICLES) {
        double wide = (double)half.x + 0.01, high = (double)half.y + 0.01, x = (double)centre.x, y = (double)centre.y;
        Floating_PourParticles(fluid, 0.02, 0.5, x - wide, x + wide, y - high, y + high);
    }
}

static Host addBody(gfFluid *fluid, gfVec2 centre, gfVec2 half, float density, double load)
{
    gfRigidBodyDef def = Floating_GetCrate(centre.x, centre.y, half.x, density);
    def.shape = gfMakeRectangle(centre, half, 0.0f);
    def.hostDriven = true;
    Host h = {.fluid = fluid, .load = load, .place = {(double)centre.x, (double)centre.y}};
    h.id = Floating_Add(fluid, &def);
    h.told = Floating_GetState(fluid, h.id);
    h.mass = (double)h.told.mass;
    h.inertia = (double)h.told.inertia;
    return h;
}

// A step of the host's, with the forces told last.
static void integrate(Host *h)
{
    double all = h->mass + h->load;
    h->velocity[0] += FRAME * (double)h->told.force.x / all;
    h->velocity[1] += FRAME * ((double)h->told.force.y / all - (double)G);
    h->spin += FRAME * (double)h->told.torque / h->inertia;
    for (int axis = 0; axis < 2; axis++) {
        h->place[axis] += FRAME * h->velocity[axis];
    }
    h->angle += FRAME * h->spin;
}

// A frame of the fluid's, after which the host knows the forces.
static void step(Host *h)
{
    const gfVec2 place = {(float)h->place[0], (float)h->place[1]};
    const gfVec2 velocity = {(float)h->velocity[0], (float)h->velocity[1]};
    assert_true(gfFluid_DriveRigidBody(h->fluid, h->id, place, (float)h->angle, velocity, (float)h->spin));
    assert_true(gfFluid_Step(h->fluid, (float)FRAME));
    h->told = Floating_GetState(h->fluid, h->id);
    assert_true(isfinite(h->told.torque));
}

// Held under water, as on an axle, it is lifted by what it displaces, however light or heavy it is.
TEST_CI(testHeldIsLifted)
{
    for (int tank = 0; tank < TANKS; tank++) {
        static const float densities[] = {100.0f, 2000.0f};
        for (int k = 0; k < 2; k++) {
            gfFluid *fluid = makeTank(*state, (Tank)tank);
            const gfVec2 centre = {0.5f, 0.26f}, half = {0.12f, 0.08f};
            Host h = addBody(fluid, centre, half, densities[k], 0.0);
            fill(fluid, (Tank)tank, centre, half);
            double sum = 0.0;
            for (int i = 0; i < 120; i++) {
                step(&h);
                sum += i >= 60 ? (double)h.told.force.y / 60.0 : 0.0;
            }
            Flow_ExpectNear(Flow_Text("%s, density %g: lift over buoyancy", names[tank], (double)densities[k]),
                            sum / (1000.0 * (double)G * 0.24 * 0.16), 1.0, 0.02);
        }
    }
}

// The mean share under water in the later half of `frames`; *swing: between the highest and the lowest place, m.
static double floatFor(Host *h, int frames, double *swing)
{
    double sum = 0.0, low = 1e9, high = -1e9;
    for (int i = 0; i < frames; i++) {
        integrate(h);
        step(h);
        if (i >= frames / 2) {
            sum += (double)h->told.submerged / (frames - frames / 2);
            low = fmin(low, h->place[1]);
            high = fmax(high, h->place[1]);
        }
    }
    *swing = high - low;
    return sum;
}

typedef struct Case {
    const char *name;
    gfVec2 half;
    float density, load; // load: density that it adds
} Case;

static void expectFloats(Fixture *f, Tank tank, const Case *c)
{
    double share = (double)(c->density + c->load) / 1000.0, half = (double)c->half.y;
    const gfVec2 centre = {0.5f, (float)(0.51 + half * (1.0 - 2.0 * share))};
    gfFluid *fluid = makeTank(f, tank);
    Host h = addBody(fluid, centre, c->half, c->density, (double)c->load * 4.0 * (double)c->half.x * half);
    fill(fluid, tank, centre, c->half);
    double swing = 0.0, measured = floatFor(&h, 360, &swing);
    Flow_ExpectNear(Flow_Text("%s, %s: share under water", names[tank], c->name), measured, share, 0.03);
    Flow_ExpectBetween(Flow_Text("%s, %s: swing over its size", names[tank], c->name),
                       swing / (2.0 * (double)c->half.x), 0.0, 0.1);
}

TEST_ALL(testLoadedRaftFloats)
{
    const Case raft = {"loaded raft", {0.2f, 0.08f}, 200.0f, 400.0f};
    expectFloats(*state, PARTICLES, &raft);
}

TEST_ALL(testLightAndThinFloat)
{
    static const Case cases[] = {{"light crate", {0.12f, 0.12f}, 100.0f, 0.0f},
                                 {"thin plank", {0.2f, 0.03f}, 400.0f, 0.0f}};
    for (int i = 0; i < 2; i++) {
        expectFloats(*state, PARTICLES, &cases[i]);
    }
}
