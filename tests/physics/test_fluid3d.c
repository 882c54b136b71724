// Particles in three dimensions: searches agree with each other and with sums over all pairs, and books are kept.
#include "support/canvas.h"
#include "support/flow.h"
#include "support/fluid3d.h"

#define SPACING 0.05f

// One substep of sound's own length, so that velocities tell forces.
static gfFluid3DDef oneSubstep(int capacity)
{
    gfFluid3DDef def = Fluid3D_Def((gfVec3){0.6f, 0.5f, 0.4f}, SPACING, capacity);
    def.fixedStep = 1e-4f;
    def.particles.substeps = 1;
    def.particles.materialCount = 2;
    def.particles.materials[0].viscosity = 1e-2f;
    def.particles.materials[1] = gfGetParticleMaterial(GF_PARTICLES_OIL);
    return def;
}

// Spread up to the walls, half of them crowded into less than a cell, or three in each place.
typedef enum Set { SET_SPREAD, SET_CROWDED, SET_COINCIDENT, SET_COUNT } Set;

#define SET_SIZE 900

static void fillSet(Set set, gfParticle3D *p)
{
    uint32_t seed = 7;
    for (int i = 0; i < SET_SIZE; i++) {
        float r[6];
        for (int n = 0; n < 6; n++) {
            r[n] = Fluid3D_Random(&seed);
        }
        bool together = set == SET_CROWDED && i % 2 == 0;
        float size = together ? 0.1f : 1.0f, from = together ? 0.45f : 0.0f;
        p[i] = (gfParticle3D){
            .position = {0.6f * (from + r[0] * size), 0.5f * (from + r[1] * size), 0.4f * (from + r[2] * size)},
            .velocity = {r[3] - 0.5f, r[4] - 0.5f, r[5] - 0.5f},
            .material = (uint32_t)(i % 3 == 0),
            .id = (uint32_t)i};
        if (set == SET_COINCIDENT && i % 3 != 0) {
            p[i].position = p[i - i % 3].position;
        }
    }
}

static gfParticle3D *stepSet(Fixture *fixture, Set set, gfParticleSearch search, bool plain)
{
    gfFluid3DDef def = oneSubstep(SET_SIZE);
    gfParticle3D particles[SET_SIZE];
    fillSet(set, particles);
    def.particles.search = search;
    def.particles.plain = plain;
    gfFluid3D *fluid = Fluid3D_Make(fixture, &def);
    assert_true(gfFluid3D_AddParticles(fluid, particles, SET_SIZE) && gfFluid3D_StepOnce(fluid));
    return Fixture_Keep(Fluid3D_Read(fluid, SET_SIZE));
}

// Pressures are kept in 11 bits and near pressures, a twentieth of them, in 8.
TEST(testForcesAreSumsOverPairs)
{
    for (Set set = SET_SPREAD; set < SET_COUNT; set++) {
        gfFluid3DDef def = oneSubstep(SET_SIZE);
        gfParticle3D expected[SET_SIZE];
        double largest;
        fillSet(set, expected);
        Fluid3D_Reference(&def, expected, SET_SIZE, &largest);
        gfParticle3D *fast = stepSet(fixture, set, GF_SEARCH_SORTED, false);
        gfParticle3D *plain = stepSet(fixture, set, GF_SEARCH_SORTED, true);
        gfParticle3D *hashed = stepSet(fixture, set, GF_SEARCH_HASHED, false);
        assert_true(largest > 0.1);
        assert_true(Fluid3D_Difference(fast, plain, SET_SIZE) < 2e-3 * largest);
        assert_true(Fluid3D_Difference(hashed, plain, SET_SIZE) < 1e-5 * largest);
        if (set != SET_COINCIDENT) { // which are pushed apart along directions of the shader's own
            gfParticle3D *slots = stepSet(fixture, SET_SPREAD, GF_SEARCH_SLOTS, false);
            assert_true(set != SET_SPREAD || Fluid3D_Difference(slots, plain, SET_SIZE) < 1e-5 * largest);
            Flow_ExpectBetween("velocities off, over their change",
                               Fluid3D_Difference(plain, expected, SET_SIZE) / largest, 0.0, 5e-3);
        }
    }
}

// All there, finite, and inside the container but for rounding.
static void expectAllInside(gfFluid3D *fluid, int count)
{
    gfVec3 position, size;
    gfQuat q;
    gfFluid3DStats stats = Fluid3D_Measure(fluid);
    gfParticle3D *p = Fixture_Keep(Fluid3D_Read(fluid, count));
    assert_true(gfFluid3D_GetContainer(fluid, &position, &q, &size));
    assert_true(stats.nonfinite == 0 && isfinite(stats.kineticEnergy));
    for (int i = 0; i < count; i++) {
        assert_int_equal(p[i].id, i);
        const float arm[3] = {p[i].position.x - position.x, p[i].position.y - position.y, p[i].position.z - position.z};
        const float half[3] = {0.5f * size.x, 0.5f * size.y, 0.5f * size.z};
        const float axis[3] = {-q.x, -q.y, -q.z}; // back into the container's axes
        for (int n = 0; n < 3; n++) {
            int a = (n + 1) % 3, b = (n + 2) % 3;
            float t[3]; // 2 axis x arm
            for (int m = 0; m < 3; m++) {
                t[m] = 2.0f * (axis[(m + 1) % 3] * arm[(m + 2) % 3] - axis[(m + 2) % 3] * arm[(m + 1) % 3]);
            }
            float local = arm[n] + q.w * t[n] + axis[a] * t[b] - axis[b] * t[a];
            assert_true(fabsf(local) <= half[n] + 1e-5f);
        }
    }
}

TEST(testMomentumIsKept)
{
    gfFluid3DDef def = Fluid3D_Def((gfVec3){2.0f, 2.0f, 2.0f}, SPACING, 2000);
    def.particles.gravity = (gfVec3){0.0f, 0.0f, 0.0f};
    def.particles.speed = 1.0f;
    gfParticle3D p[2000];
    int count = Fluid3D_FillBox(p, 2000, (gfVec3){0.8f, 0.8f, 0.8f}, (gfVec3){1.2f, 1.2f, 1.2f}, 0.9f * SPACING, 0.5f);
    for (int i = 0; i < count; i++) {
        p[i].velocity = (gfVec3){0.2f, i % 2 == 0 ? 0.3f : -0.1f, 0.05f};
    }
    gfFluid3D *fluid = Fluid3D_Make(*state, &def);
    assert_true(gfFluid3D_AddParticles(fluid, p, count));
    gfFluid3DStats before = Fluid3D_Measure(fluid);
    Fluid3D_Steps(fluid, 40);
    gfFluid3DStats after = Fluid3D_Measure(fluid);
    for (int axis = 0; axis < 3; axis++) {
        assert_true(fabs(after.momentum[axis] - before.momentum[axis]) < 1e-5 * before.mass);
    }
    expectAllInside(fluid, count);
}

// A box with a dam of about half a cubic decimetre in it, made.
static gfFluid3D *makeDam(Fixture *fixture, const gfFluid3DDef *def, int *count)
{
    gfFluid3D *fluid = Fluid3D_Make(fixture, def);
    gfParticle3D *p = Fixture_Alloc((size_t)def->particles.capacity * sizeof *p);
    float s = def->particles.spacing;
    gfVec3 c = def->position, size = def->size;
    gfVec3 low = {c.x - 0.5f * size.x, c.y - 0.5f * size.y, c.z - 0.5f * size.z};
    gfVec3 high = {c.x, c.y + 0.3f * size.y, c.z + 0.5f * size.z};
    *count = Fluid3D_FillBox(p, def->particles.capacity, low, high, s, 0.1f);
    assert_true(gfFluid3D_AddParticles(fluid, p, *count));
    return fluid;
}

// Adds a block of particles that move along x; returns how many.
static int addBlock(gfFluid3D *fluid, gfVec3 low, gfVec3 high, float speed)
{
    gfParticle3D filled[700];
    int count = Fluid3D_FillBox(filled, 700, low, high, SPACING, 0.1f);
    for (int i = 0; i < count; i++) {
        filled[i].velocity.x = speed;
    }
    assert_true(gfFluid3D_AddParticles(fluid, filled, count));
    return count;
}

static gfFluid3DDef damDef(void)
{
    gfFluid3DDef def = Fluid3D_Def((gfVec3){0.8f, 0.5f, 0.4f}, 0.04f, 1200);
    def.position = (gfVec3){3.0f, -1.0f, 2.0f};
    return def;
}

TEST_CI(testBreakingDam)
{
    gfFluid3DDef def = damDef();
    int count;
    gfFluid3D *fluid = makeDam(*state, &def, &count);
    gfFluid3DStats before = Fluid3D_Measure(fluid);
    assert_true(fabs(before.mass - count * 1000.0 * 0.04 * 0.04 * 0.04) < 1e-3 * before.mass);
    Fluid3D_Steps(fluid, 15);
    gfFluid3DStats flowing = Fluid3D_Measure(fluid);
    assert_true(flowing.momentum[0] > 0.2 * before.mass); // to the empty half
    expectAllInside(fluid, count);
    Fluid3D_Steps(fluid, 100);
    assert_true(Fluid3D_Measure(fluid).kineticEnergy < 0.2 * flowing.kineticEnergy);
    expectAllInside(fluid, count);
    gfParticleStats stats;
    assert_true(gfFluid3D_GetParticleStatsBlocking(fluid, &stats));
    assert_true(stats.live == (uint32_t)count && stats.drained == 0 && !stats.softened);
}

TEST_CI(testOpenSidesDrain)
{
    gfFluid3DDef def = damDef();
    def.openSides = GF_CONTAINER_FRONT;
    int count;
    gfFluid3D *fluid = makeDam(*state, &def, &count);
    gfParticleStats stats;
    Fluid3D_Steps(fluid, 60);
    assert_true(gfFluid3D_GetParticleStatsBlocking(fluid, &stats));
    assert_true(stats.live < (uint32_t)count / 2 && stats.live + stats.drained == (uint32_t)count);
}

// Without bounds particles go on beyond an open side, and closed ones still hold them.
TEST_CI(testUnboundedGoesOn)
{
    gfFluid3DDef def = damDef();
    def.openSides = GF_CONTAINER_RIGHT | GF_CONTAINER_TOP;
    def.particles.unbounded = true;
    int count;
    gfFluid3D *fluid = makeDam(*state, &def, &count);
    Fluid3D_Steps(fluid, 40);
    gfParticle3D *p = Fixture_Keep(Fluid3D_Read(fluid, count));
    float farthest = 0.0f, lowest = 0.0f;
    for (int i = 0; i < count; i++) {
        assert_true(p[i].position.x > 2.6f - 1e-4f && fabsf(p[i].position.z - 2.0f) < 0.2f + 1e-4f);
        farthest = fmaxf(farthest, p[i].position.x);
        lowest = fminf(lowest, p[i].position.y);
    }
    assert_true(farthest > 3.8f && lowest > -1.2501f);
}

// Particles that touch nothing stay in their place of the world, or fly on, whatever the container does.
TEST(testParticlesAreInert)
{
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, SPACING, 16);
    def.particles.gravity = (gfVec3){0.0f, 0.0f, 0.0f};
    def.particles.speed = 1.0f;
    def.sizeMax = (gfVec3){1.5f, 1.5f, 1.5f};
    def.rotation = gfMakeQuat((gfVec3){1.0f, 2.0f, 3.0f}, 0.7f);
    gfFluid3D *fluid = Fluid3D_Make(*state, &def);
    const gfParticle3D start[3] = {{.position = {0.5f, 0.5f, 0.5f}},
                                   {.position = {0.7f, 0.6f, 0.4f}, .velocity = {0.1f, 0.0f, -0.2f}},
                                   {.position = {0.4f, 0.3f, 0.6f}, .velocity = {0.0f, 0.3f, 0.0f}}};
    assert_true(gfFluid3D_AddParticles(fluid, start, 3));
    for (int i = 1; i <= 30; i++) {
        float t = (float)i / 30.0f;
        gfVec3 position = {0.5f + 0.1f * t, 0.5f, 0.5f - 0.1f * t};
        gfVec3 size = {1.0f + 0.4f * t, 1.0f - 0.1f * t, 1.0f + 0.1f * t};
        assert_true(
            gfFluid3D_SetContainer(fluid, position, gfMakeQuat((gfVec3){1.0f, 2.0f, 3.0f}, 0.7f + 4.0f * t), size));
        assert_true(gfFluid3D_Step(fluid, 1.0f / 60.0f));
    }
    gfParticle3D *p = Fixture_Keep(Fluid3D_Read(fluid, 3));
    for (int i = 0; i < 3; i++) {
        const float *from = &start[i].position.x, *to = &p[i].position.x, *v = &start[i].velocity.x;
        for (int axis = 0; axis < 3; axis++) {
            assert_true(fabsf(to[axis] - (from[axis] + 0.5f * v[axis])) < 1e-4f);
            assert_true(fabsf((&p[i].velocity.x)[axis] - v[axis]) < 1e-4f);
        }
    }
}

// What hosts do at worst: each of these for some frames, and back again.
typedef enum Abuse { ABUSE_SHAKE, ABUSE_SPIN, ABUSE_SQUEEZE, ABUSE_JUMP, ABUSE_CRUSH, ABUSE_ALL, ABUSE_COUNT } Abuse;

static void setAbused(gfFluid3D *fluid, const gfFluid3DDef *def, Abuse abuse, int frame)
{
    gfVec3 position = def->position, size = def->size;
    gfQuat rotation = def->rotation;
    bool all = abuse == ABUSE_ALL;
    if (abuse == ABUSE_SHAKE || all) {
        position.x += frame % 4 < 2 ? 0.3f : -0.3f;
    }
    if (abuse == ABUSE_SPIN || all) {
        rotation = gfMakeQuat((gfVec3){0.2f, 0.3f, 1.0f}, 20.0f / 60.0f * (float)frame);
    }
    if (abuse == ABUSE_SQUEEZE || all) {
        size.x *= frame % 8 < 4 ? 0.1f : 1.0f;
        size.y *= all && frame % 8 < 4 ? 0.1f : 1.0f;
    }
    if (abuse == ABUSE_CRUSH && frame < 12) { // far beyond what fits
        size = (gfVec3){1e-6f, 1e-6f, 1e-6f};
    }
    if ((abuse == ABUSE_JUMP || all) && frame % 6 >= 3) {
        position = (gfVec3){1e4f * (float)(frame % 5), -40.0f, 1e6f};
    }
    assert_true(gfFluid3D_SetContainer(fluid, position, rotation, size));
}

TEST_CI(testAbusedContainer)
{
    for (Abuse abuse = ABUSE_SHAKE; abuse < ABUSE_COUNT; abuse++) {
        gfFluid3DDef def = damDef();
        def.particles.capacity = 400;
        def.position = (gfVec3){0.0f, 0.0f, 0.0f};
        int count;
        gfFluid3D *fluid = makeDam(*state, &def, &count);
        for (int frame = 0; frame < 24; frame++) {
            setAbused(fluid, &def, abuse, frame);
            assert_true(gfFluid3D_StepOnce(fluid));
        }
        assert_true(gfFluid3D_SetContainer(fluid, def.position, def.rotation, def.size));
        Fluid3D_Steps(fluid, 12);
        expectAllInside(fluid, count);
    }
}

// Water in a box that is laid on its side, half upside down, or spun, goes where gravity and the sides bring it.
TEST_CI(testTurnedContainer)
{
    gfFluid3DDef def = damDef();
    def.particles.capacity = 600;
    def.position = (gfVec3){0.0f, 0.0f, 0.0f};
    int count;
    gfFluid3D *fluid = makeDam(*state, &def, &count);
    for (int frame = 1; frame <= 90; frame++) {
        float t = fminf((float)frame / 30.0f, 1.0f);
        assert_true(gfFluid3D_SetContainer(fluid, def.position, gfMakeQuat((gfVec3){0.0f, 0.0f, 1.0f}, 1.5707963f * t),
                                           def.size));
        assert_true(gfFluid3D_StepOnce(fluid));
    }
    gfParticle3D *p = Fixture_Keep(Fluid3D_Read(fluid, count));
    float lowest = 1.0f, mean = 0.0f;
    for (int i = 0; i < count; i++) {
        lowest = fminf(lowest, p[i].position.y);
        mean += p[i].position.y / (float)count;
    }
    assert_true(lowest > -0.401f && lowest < -0.37f && mean < -0.25f);
}

TEST_CI(testSpunContainerTakesFluidAlong)
{
    gfFluid3DDef def = Fluid3D_Def((gfVec3){0.5f, 0.3f, 0.5f}, SPACING, 400);
    def.position = (gfVec3){0.0f, 0.0f, 0.0f};
    gfFluid3D *fluid = Fluid3D_Make(*state, &def);
    int count = addBlock(fluid, (gfVec3){-0.25f, -0.15f, -0.25f}, (gfVec3){0.25f, 0.05f, 0.25f}, 0.0f);
    for (int frame = 1; frame <= 60; frame++) {
        gfQuat rotation = gfMakeQuat((gfVec3){0.0f, 1.0f, 0.0f}, 5.0f / 60.0f * (float)frame);
        assert_true(gfFluid3D_SetContainer(fluid, def.position, rotation, def.size) && gfFluid3D_StepOnce(fluid));
    }
    gfParticle3D *p = Fixture_Keep(Fluid3D_Read(fluid, count));
    double moment = 0.0, inertia = 0.0;
    for (int i = 0; i < count; i++) {
        double x = (double)p[i].position.x, z = (double)p[i].position.z;
        moment += z * (double)p[i].velocity.x - x * (double)p[i].velocity.z;
        inertia += x * x + z * z;
    }
    assert_true(moment / inertia > 2.0 && moment / inertia < 5.5);
    expectAllInside(fluid, count);
}

// A plate as thin as one kernel radius splits the box; fluid is thrown at it, straight or turned.
TEST_CI(testThinSolidHolds)
{
    for (int turned = 0; turned < 2; turned++) {
        gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 0.6f, 0.4f}, SPACING, 700);
        gfFluid3D *fluid = Fluid3D_Make(*state, &def);
        gfSolid3DDef plate = gfDefaultSolid3DDef();
        float radius = 1.65f * SPACING, angle = turned ? 0.4f : 0.0f, c = cosf(angle), s = sinf(angle);
        plate.shape = gfMakeBox((gfVec3){0.65f, 0.3f, 0.2f}, (gfVec3){0.5f * radius, 2.0f, 2.0f},
                                gfMakeQuat((gfVec3){0.0f, 0.0f, 1.0f}, angle));
        assert_false(GF_IS_NULL(gfFluid3D_AddSolid(fluid, &plate)));
        int count = addBlock(fluid, (gfVec3){0.0f, 0.0f, 0.0f}, (gfVec3){0.4f, 0.5f, 0.4f}, 12.0f);
        Fluid3D_Steps(fluid, 60);
        gfParticle3D *p = Fixture_Keep(Fluid3D_Read(fluid, count));
        for (int i = 0; i < count; i++) {
            assert_true((p[i].position.x - 0.65f) * c + (p[i].position.y - 0.3f) * s < 0.0f);
        }
    }
}

// A wall sweeps the box like a piston, and balls and rods keep what they are out of.
TEST_CI(testSolidsMove)
{
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 0.6f, 0.4f}, SPACING, 700);
    gfFluid3D *fluid = Fluid3D_Make(*state, &def);
    gfSolid3DDef piston = gfDefaultSolid3DDef(), ball = piston, rod = piston;
    piston.shape = gfMakeBox((gfVec3){-0.2f, 0.3f, 0.2f}, (gfVec3){0.2f, 1.0f, 1.0f}, (gfQuat){0.0f, 0.0f, 0.0f, 1.0f});
    ball.shape = gfMakeSphere((gfVec3){0.8f, 0.1f, 0.2f}, 0.1f);
    rod.shape = gfMakeCapsule3D((gfVec3){0.5f, 0.0f, 0.2f}, (gfVec3){0.6f, 0.5f, 0.2f}, 0.06f);
    gfSolid3DId id = gfFluid3D_AddSolid(fluid, &piston);
    assert_false(GF_IS_NULL(gfFluid3D_AddSolid(fluid, &ball)) || GF_IS_NULL(gfFluid3D_AddSolid(fluid, &rod)));
    int count = addBlock(fluid, (gfVec3){0.05f, 0.0f, 0.0f}, (gfVec3){0.45f, 0.3f, 0.4f}, 0.0f);
    piston.velocity.x = 0.5f;
    for (int frame = 1; frame <= 60; frame++) {
        piston.shape.a.x = -0.2f + 0.5f / 60.0f * (float)frame;
        assert_true(gfFluid3D_SetSolid(fluid, id, &piston) && gfFluid3D_StepOnce(fluid));
    }
    gfParticle3D *p = Fixture_Keep(Fluid3D_Read(fluid, count));
    float deepest[3] = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < count; i++) {
        gfVec3 at = p[i].position;
        deepest[0] = fmaxf(deepest[0], 0.5f - at.x);
        deepest[1] = fmaxf(deepest[1], 0.1f - hypotf(hypotf(at.x - 0.8f, at.y - 0.1f), at.z - 0.2f));
        float along = fminf(fmaxf(((at.x - 0.5f) * 0.1f + at.y * 0.5f) / 0.26f, 0.0f), 1.0f);
        deepest[2] =
            fmaxf(deepest[2], 0.06f - hypotf(hypotf(at.x - 0.5f - 0.1f * along, at.y - 0.5f * along), at.z - 0.2f));
    }
    assert_true(deepest[0] < 0.01f && deepest[1] < 0.01f && deepest[2] < 0.01f);
    expectAllInside(fluid, count);
}

static const float still[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

// Ground at y = 0.1 + 0.3 x, larger than the container.
static const float slope[] = {-1, -0.2f, -1, 2, 0.7f, -1, 2, 0.7f, 2, -1, -0.2f, 2};

// A quadrangle of ground, as two triangles.
static gfCollisionMeshId addGround(gfFluid3D *fluid, const float corners[12])
{
    static const uint32_t indices[] = {0, 1, 2, 0, 2, 3};
    gfCollisionMeshId id = gfFluid3D_AddCollisionMesh(fluid, &(gfCollisionMeshData){corners, 4, indices, 6}, still);
    assert_false(GF_IS_NULL(id));
    return id;
}

// How far the lowest particle is below the slope, raised by `lift`, at most; m.
static float depthBelowSlope(gfFluid3D *fluid, int count, float lift)
{
    float deepest = -1.0f;
    gfParticle3D *p = Fixture_Keep(Fluid3D_Read(fluid, count));
    for (int i = 0; i < count; i++) {
        deepest = fmaxf(deepest, 0.1f + lift + 0.3f * p[i].position.x - p[i].position.y);
    }
    return deepest;
}

TEST_CI(testSlopeHoldsFluid)
{
    for (int texture = 0; texture < 2; texture++) {
        gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 0.8f, 0.3f}, SPACING, 400);
        gfFluid3D *fluid = Fluid3D_Make(fixture, &def);
        gfCollisionMeshId id = {0};
        GLuint depth = 0;
        if (texture) { // what a camera of the host's would have seen
            float values[16 * 64];
            for (int i = 0; i < 16 * 64; i++) {
                values[i] = 1.0f - (0.1f + 0.3f * ((float)(i % 64) + 0.5f) / 64.0f) / 0.8f;
            }
            fixture->gl.GenTextures(1, &depth);
            fixture->gl.BindTexture(GL_TEXTURE_2D, depth);
            fixture->gl.TexImage2D(GL_TEXTURE_2D, 0, GL_R32F, 64, 16, 0, GL_RED, GL_FLOAT, values);
            fixture->gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
            assert_true(gfFluid3D_SetCollisionTextures(fluid, &(gfCollisionTextures){.depth = depth}));
        } else {
            id = addGround(fluid, slope);
        }
        int count = addBlock(fluid, (gfVec3){0.4f, 0.45f, 0.0f}, (gfVec3){1.0f, 0.7f, 0.3f}, 0.0f);
        Fluid3D_Steps(fluid, 50);
        float depthNow = depthBelowSlope(fluid, count, 0.0f);
        assert_true(depthNow > -0.1f && depthNow < 0.012f);
        for (int frame = 1; !texture && frame <= 20; frame++) { // it rises, and takes them along
            float raised[16];
            memcpy(raised, still, sizeof raised);
            raised[13] = 0.01f * (float)frame;
            assert_true(gfFluid3D_MoveCollisionMesh(fluid, id, raised) && gfFluid3D_StepOnce(fluid));
        }
        assert_true(depthBelowSlope(fluid, count, texture ? 0.0f : 0.2f) < 0.012f);
        expectAllInside(fluid, count);
        if (!texture) {
            assert_true(gfFluid3D_RemoveCollisionMesh(fluid, id));
            Fluid3D_Steps(fluid, 40);
            assert_true(depthBelowSlope(fluid, count, 0.0f) > 0.05f); // down to the floor
        }
        gfDestroyFluid3D(fluid);
        fixture->gl.DeleteTextures(1, &depth);
    }
}

// A block with upright sides stops a flood that is lower than it.
TEST_CI(testCliffStopsFluid)
{
    static const float top[] = {0.6f, 0.7f, -1, 2, 0.7f, -1, 2, 0.7f, 2, 0.6f, 0.7f, 2};
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 0.8f, 0.3f}, SPACING, 500);
    gfFluid3D *fluid = Fluid3D_Make(*state, &def);
    addGround(fluid, top);
    int count = addBlock(fluid, (gfVec3){0.0f, 0.0f, 0.0f}, (gfVec3){0.4f, 0.25f, 0.3f}, 2.0f);
    Fluid3D_Steps(fluid, 60);
    gfParticle3D *p = Fixture_Keep(Fluid3D_Read(fluid, count));
    int beyond = 0;
    for (int i = 0; i < count; i++) {
        beyond += p[i].position.x > 0.61f ? 1 : 0;
    }
    assert_int_equal(beyond, 0);
}

// A container to the right of the eye's axis is drawn there.
TEST(testDrawsWhereItIs)
{
    enum { SIZE = 64 };
    gfFluid3DDef def = Fluid3D_Def((gfVec3){0.3f, 0.3f, 0.3f}, SPACING, 300);
    def.position = (gfVec3){0.5f, 0.0f, -2.0f};
    int count;
    gfFluid3D *fluid = makeDam(fixture, &def, &count);
    gfDraw3DDef draw = gfDefaultDraw3DDef();
    draw.style = GF_DRAW3D_POINTS;
    draw.alpha = GF_ALPHA_OPAQUE;
    Canvas canvas = Canvas_Make(fixture, SIZE, SIZE);
    assert_true(gfFluid3D_Draw(fluid, &draw));
    uint8_t pixels[SIZE * SIZE * 4];
    Canvas_Read(fixture, &canvas, pixels);
    int lit[2] = {0, 0};
    for (int i = 0; i < SIZE * SIZE; i++) {
        lit[i % SIZE >= SIZE / 2] += pixels[4 * i + 2] > 40 ? 1 : 0;
    }
    assert_true(lit[0] == 0 && lit[1] > 20);
    Canvas_Free(fixture, &canvas);
}
