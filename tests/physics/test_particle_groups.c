// Groups of particles: rigid and elastic bodies, links, and what calls do to them. A group has a material of its own
// here, by which tests know its members.
#include "support/particles.h"

#include "gpufluid/group.h"

#define MOST 1024
#define SPACING 0.04
#define WATER 0
#define FIRST 1
#define SECOND 2
#define THIRD 3

typedef struct Members {
    gfParticle all[MOST];
    int count;
} Members;

typedef struct Motion {
    int count;
    double mass, x, y, vx, vy, spin, inertia; ///< spin: angular momentum about the centre, over the mass of a particle
} Motion;

static gfFluidDef groupDef(double width, double height, double spacing)
{
    gfFluidDef def = Particles_Def(width, height, spacing);
    def.particles.capacity = MOST;
    def.particles.gravity.y = 0.0f;
    def.particles.groups = 8;
    def.particles.materialCount = 4;
    for (int i = 1; i < 4; i++) {
        def.particles.materials[i] = def.particles.materials[0];
    }
    return def;
}

static gfParticleGroupDef groupOf(gfShape shape, uint32_t material)
{
    gfParticleGroupDef def = gfDefaultParticleGroupDef();
    def.shape = shape;
    def.material = material;
    return def;
}

static gfParticleGroupId add(gfFluid *fluid, const gfParticleGroupDef *def)
{
    return GIVEN(gfFluid_AddParticleGroup(fluid, def));
}

static gfParticleGroupInfo infoOf(gfFluid *fluid, gfParticleGroupId id)
{
    gfParticleGroupInfo info;
    assert_true(gfFluid_GetParticleGroupBlocking(fluid, id, &info));
    return info;
}

/// All particles by id, or those of one material; below 0: all.
static Members read(gfFluid *fluid, int material)
{
    static gfParticle all[MOST];
    Members m = {.count = 0};
    int count = Particles_ReadSome(fluid, all, MOST);
    for (int i = 0; i < count; i++) {
        if (material < 0 || all[i].material == (uint32_t)material) {
            m.all[m.count++] = all[i];
        }
    }
    return m;
}

static uint64_t hashOf(gfFluid *fluid)
{
    Members m = read(fluid, -1);
    return Fixture_Hash(FIXTURE_HASH_EMPTY, m.all, (size_t)m.count * sizeof *m.all);
}

/// Sums over particles of one mass each.
static Motion motionOf(const Members *m)
{
    Motion sum = {.count = m->count, .mass = m->count};
    for (int i = 0; i < m->count; i++) {
        sum.x += (double)m->all[i].position.x / m->count;
        sum.y += (double)m->all[i].position.y / m->count;
        sum.vx += (double)m->all[i].velocity.x / m->count;
        sum.vy += (double)m->all[i].velocity.y / m->count;
    }
    for (int i = 0; i < m->count; i++) {
        double x = (double)m->all[i].position.x - sum.x, y = (double)m->all[i].position.y - sum.y;
        sum.spin += x * ((double)m->all[i].velocity.y - sum.vy) - y * ((double)m->all[i].velocity.x - sum.vx);
        sum.inertia += x * x + y * y;
    }
    return sum;
}

static Motion motionIn(gfFluid *fluid, int material)
{
    Members m = read(fluid, material);
    return motionOf(&m);
}

/// What the library tells of a group is what its members, known by their material, tell.
static void expectInfo(gfFluid *fluid, gfParticleGroupId id, int material)
{
    gfParticleGroupInfo info = infoOf(fluid, id);
    const gfFluidDef def = gfFluid_GetDef(fluid);
    Motion m = motionIn(fluid, material);
    double each = (double)(def.particles.materials[material].density * def.particles.spacing * def.particles.spacing);
    assert_int_equal(info.count, m.count);
    Flow_ExpectNear("mass over that of the members", (double)info.mass / (each * m.count), 1.0, 1e-4);
    Flow_ExpectNear("centre along x", (double)info.centre.x, m.x, 1e-4);
    Flow_ExpectNear("centre along y", (double)info.centre.y, m.y, 1e-4);
    Flow_ExpectNear("velocity along x", (double)info.velocity.x, m.vx, 1e-3);
    Flow_ExpectNear("velocity along y", (double)info.velocity.y, m.vy, 1e-3);
    Flow_ExpectNear("rotation", (double)info.angularVelocity, m.spin / m.inertia, 1e-2);
    Flow_ExpectNear("inertia over that of the members", (double)info.inertia / (each * m.inertia), 1.0, 2e-3);
}

/// The largest change of a distance between two members.
static double largestStrain(const Members *a, const Members *b)
{
    double most = 0.0;
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        assert_int_equal(a->all[i].id, b->all[i].id);
        for (int j = 0; j < i; j++) {
            const gfVec2 p = a->all[i].position, q = a->all[j].position, r = b->all[i].position, s = b->all[j].position;
            double before = hypot((double)p.x - (double)q.x, (double)p.y - (double)q.y);
            double after = hypot((double)r.x - (double)s.x, (double)r.y - (double)s.y);
            most = fmax(most, fabs(after - before));
        }
    }
    return most;
}

static void flyRigid(Fixture *fixture, gfShape shape, float spin, float step, int substeps)
{
    gfFluidDef def = groupDef(1.5, 1.5, SPACING); // its sides stay far away
    def.fixedStep = step;
    def.particles.substeps = substeps;
    def.particles.materials[FIRST].viscosity = 0.0f; // it would slow down rotation: a percent in this time
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfParticleGroupDef body = groupOf(shape, FIRST);
    body.params.rigid = true;
    body.velocity = (gfVec2){0.5f, 0.25f};
    body.angularVelocity = spin;
    gfParticleGroupId id = add(fluid, &body);
    Members before = read(fluid, FIRST);
    Motion first = motionOf(&before);
    Flow_ExpectNear("rotation as asked for", first.spin / first.inertia, (double)spin, 1e-3);
    float seconds = 0.6f;
    Flow_Steps(fluid, (int)lroundf(seconds / step));
    Members after = read(fluid, FIRST);
    Motion last = motionOf(&after);
    Flow_ExpectBetween("change of distances, spacings", largestStrain(&before, &after) / SPACING, 0.0, 1e-3);
    Flow_ExpectNear("momentum along x", last.vx, first.vx, 1e-3);
    Flow_ExpectNear("momentum along y", last.vy, first.vy, 1e-3);
    Flow_ExpectNear("angular momentum over that before", last.spin / first.spin, 1.0, 2e-3);
    Flow_ExpectNear("way along x", last.x - first.x, (double)seconds * first.vx, 2e-3);
    Flow_ExpectNear("angle", (double)infoOf(fluid, id).angle, remainder((double)(spin * seconds), 2.0 * PI), 5e-3);
    expectInfo(fluid, id, FIRST);
}

TEST(testRigidFlies)
{
    static const gfVec2 corner[] = {{0.4f, 0.45f}, {0.7f, 0.45f}, {0.7f, 0.55f},
                                    {0.5f, 0.55f}, {0.5f, 0.75f}, {0.4f, 0.75f}};
    flyRigid(*state, gfMakeCircle((gfVec2){0.5f, 0.6f}, 0.15f), 3.0f, 1.0f / 60.0f, 0);
    flyRigid(*state, gfMakeRectangle((gfVec2){0.5f, 0.6f}, (gfVec2){0.2f, 0.08f}, 0.7f), -5.0f, 1.0f / 30.0f, 0);
    flyRigid(*state, gfMakePolygon(corner, 6), 2.0f, 1.0f / 120.0f, 1);
    flyRigid(*state, gfMakeCapsule((gfVec2){0.4f, 0.5f}, (gfVec2){0.6f, 0.7f}, 0.06f), 4.0f, 1.0f / 60.0f, 3);
}

TEST_ALL(testRigidFliesAtManySteps)
{
    static const float steps[] = {1.0f / 20.0f, 1.0f / 50.0f, 1.0f / 100.0f, 1.0f / 240.0f};
    for (int i = 0; i < 4; i++) {
        flyRigid(*state, gfMakeRectangle((gfVec2){0.5f, 0.6f}, (gfVec2){0.18f, 0.1f}, 0.4f * (float)i),
                 (i % 2 == 0 ? 1.0f : -1.0f) * (1.0f + (float)i), steps[i], i);
    }
}

/// Five rigid groups of so wide a spacing, one on the other.
static void standStack(Fixture *fixture, double spacing, float friction, int seconds)
{
    gfFluidDef def = groupDef(1.0, 1.25, spacing);
    def.particles.gravity.y = -9.81f;
    def.particles.materials[FIRST].friction = friction;
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfParticleGroupId ids[5];
    gfParticleGroupInfo before[5];
    for (int i = 0; i < 5; i++) {
        float y = 0.11f * (1.0f + 2.0f * (float)i);
        gfParticleGroupDef body = groupOf(gfMakeRectangle((gfVec2){0.5f, y}, (gfVec2){0.2f, 0.1f}, 0.0f), FIRST);
        body.params.rigid = true;
        ids[i] = add(fluid, &body);
    }
    Flow_Steps(fluid, 60); // they come to rest on each other
    for (int i = 0; i < 5; i++) {
        before[i] = infoOf(fluid, ids[i]);
    }
    Flow_Steps(fluid, 60 * (seconds - 1));
    for (int i = 0; i < 5; i++) {
        gfParticleGroupInfo info = infoOf(fluid, ids[i]);
        double way = hypot((double)(info.centre.x - before[i].centre.x), (double)(info.centre.y - before[i].centre.y));
        Flow_ExpectBetween("angle of a group of the stack, degrees", fabs((double)info.angle) * 180.0 / PI, 0.0, 2.0);
        Flow_ExpectBetween("way of its centre, spacings", way / spacing, 0.0, 1.0);
    }
}

/// Groups of as few as 47 particles stand where these have friction. Without, they slide off each other in 2 s.
TEST_CI(testStackStands)
{
    standStack(*state, SPACING, 30.0f, 3);
    standStack(*state, 0.025, 30.0f, 10); // 131 particles each
}

/// The second moments along the principal axes, roots of, the larger first.
static void axesOf(const Members *m, double axes[2])
{
    Motion mean = motionOf(m);
    double xx = 0.0, yy = 0.0, xy = 0.0;
    for (int i = 0; i < m->count; i++) {
        double x = (double)m->all[i].position.x - mean.x, y = (double)m->all[i].position.y - mean.y;
        xx += x * x / m->count;
        yy += y * y / m->count;
        xy += x * y / m->count;
    }
    double middle = 0.5 * (xx + yy), half = hypot(0.5 * (xx - yy), xy);
    axes[0] = sqrt(middle + half);
    axes[1] = sqrt(middle - half);
}

static double heightOf(const Members *m)
{
    float low = m->all[0].position.y, high = low;
    for (int i = 0; i < m->count; i++) {
        low = fminf(low, m->all[i].position.y);
        high = fmaxf(high, m->all[i].position.y);
    }
    return (double)(high - low);
}

/// A disc under a plate that comes down to half the disc's height, waits, and goes up: its axes over those before.
static void pressDisc(Fixture *fixture, float stiffness, float links, bool presses, double axes[2])
{
    gfFluid *fluid = Flow_MakeOf(fixture, groupDef(1.0, 0.75, SPACING));
    const float radius = 0.16f, plate = 0.08f, high = 2.0f * radius + 0.02f;
    gfParticleGroupDef disc = groupOf(gfMakeCircle((gfVec2){0.5f, radius}, radius), FIRST);
    disc.params.stiffness = stiffness;
    disc.params.links = links;
    add(fluid, &disc);
    gfSolidDef solid = Flow_SolidDef(gfMakeRectangle((gfVec2){0.5f, high + plate}, (gfVec2){0.4f, plate}, 0.0f));
    solid.velocityFromMotion = true;
    gfSolidId id = Flow_AddSolidOf(fluid, &solid);
    Members m = read(fluid, FIRST);
    double before[2], height = heightOf(&m);
    axesOf(&m, before);
    for (int step = 0; step < 150; step++) {
        float down = step < 90 ? fminf((float)step / 60.0f, 1.0f) : fmaxf(1.0f - (float)(step - 90) / 20.0f, 0.0f);
        solid.shape.a.y = high + plate + (presses ? (0.5f * (float)height - high) * down : 0.0f);
        assert_true(gfFluid_SetSolid(fluid, id, &solid));
        Flow_Steps(fluid, 1);
        if (step == 89) {
            m = read(fluid, FIRST);
            Flow_ExpectBetween("height over that before", heightOf(&m) / height, presses ? 0.4 : 0.9,
                               presses ? (links > 0.0f ? 0.75 : 0.57) : 1.1);
        }
    }
    Flow_Steps(fluid, 90);
    m = read(fluid, FIRST);
    axesOf(&m, axes);
    axes[0] /= before[0];
    axes[1] /= before[1];
}

TEST_CI(testElasticReturns)
{
    double axes[2];
    pressDisc(*state, 8.0f, 0.0f, true, axes);
    Flow_ExpectNear("longer axis", axes[0], 1.0, 0.02);
    Flow_ExpectNear("shorter axis", axes[1], 1.0, 0.02);
}

TEST_ALL(testElasticReturnsAtManyStiffnesses)
{
    static const float stiffness[] = {4.0f, 20.0f};
    for (int i = 0; i < 2; i++) {
        double pressed[2], alone[2];
        pressDisc(*state, stiffness[i], 0.0f, true, pressed);
        pressDisc(*state, stiffness[i], 0.0f, false, alone);
        for (int axis = 0; axis < 2; axis++) {
            Flow_ExpectNear("axis over that of one left alone", pressed[axis] / alone[axis], 1.0, 0.02);
        }
    }
}

typedef struct Rope {
    int count;      ///< particles
    double spacing; ///< m
    bool level;     ///< it begins so; else it hangs
    float weight;   ///< density of particles at its end, over that of the rope; 0: there are none
    int steps;
} Rope;

typedef struct Hanging {
    double stretch;    ///< length over that at rest, at the end
    double energyRise; ///< the largest over that at the beginning, over what a fall by the length gives
} Hanging;

/// The length of a row of members, which are in order.
static double lengthOf(const Members *row)
{
    double along = 0.0;
    for (int i = 1; i < row->count; i++) {
        along += hypot((double)(row->all[i].position.x - row->all[i - 1].position.x),
                       (double)(row->all[i].position.y - row->all[i - 1].position.y));
    }
    return along;
}

/// Energy of a rope and its weights over the mass of one of its particles.
static double energyOf(gfFluid *fluid, float weight)
{
    Members all = read(fluid, -1);
    double energy = 0.0;
    for (int i = 0; i < all.count; i++) {
        const gfParticle *p = &all.all[i];
        double s = (double)p->velocity.x * (double)p->velocity.x + (double)p->velocity.y * (double)p->velocity.y;
        energy += (p->material == THIRD ? (double)weight : 1.0) * (0.5 * s + 9.81 * (double)p->position.y);
    }
    return energy;
}

/// Lets another particle be a member of a rope.
static void tieTo(gfFluid *fluid, gfParticleGroupId id, gfParticle tied, uint32_t material)
{
    tied.material = material;
    tied.velocity = (gfVec2){0.0f, 0.0f};
    assert_true(gfFluid_AddParticles(fluid, &tied, 1));
    gfShape there = gfMakeCircle(tied.position, 0.25f * gfFluid_GetDef(fluid).particles.spacing);
    assert_true(gfFluid_GrowParticleGroup(fluid, id, &there, material));
}

/// Makes a row of linked particles, from one end on.
static gfParticleGroupId layRope(gfFluid *fluid, const Rope *rope, gfVec2 end, gfVec2 step)
{
    gfParticle row[MOST];
    memset(row, 0, sizeof row);
    for (int i = 0; i < rope->count; i++) {
        row[i].position = (gfVec2){end.x + step.x * (float)(i + 1), end.y + step.y * (float)(i + 1)};
    }
    assert_true(gfFluid_AddParticles(fluid, row, rope->count));
    gfParticleGroupDef def = groupOf(gfMakeRectangle(end, (gfVec2){10.0f, 10.0f}, 0.0f), FIRST);
    def.params.stiffness = 0.0f;
    def.params.links = 1000.0f;
    return GIVEN(gfFluid_FreezeParticles(fluid, &def));
}

/// A row of linked particles that holds to a post, a particle that stays where it is, and may bear a weight.
static Hanging hangRope(Fixture *fixture, const Rope *rope)
{
    const double length = (rope->count - 1) * rope->spacing;
    gfFluidDef def = groupDef(2.8 * length, 1.8 * length, rope->spacing);
    def.particles.gravity.y = -9.81f;
    def.particles.materials[SECOND].fixed = true;
    def.particles.materials[THIRD].density *= fmaxf(rope->weight, 1.0f);
    for (int i = 0; i < 4; i++) {
        def.particles.materials[i].tension = 0.0f; // a rope of water that coils up keeps so
    }
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfParticle tied = {.position = {1.4f * (float)length, 1.4f * (float)length}};
    gfVec2 step = {rope->level ? (float)rope->spacing : 0.0f, rope->level ? 0.0f : -(float)rope->spacing};
    gfVec2 post = tied.position;
    gfParticleGroupId id = layRope(fluid, rope, post, step);
    tieTo(fluid, id, tied, SECOND);
    for (int i = 0; i < 3 && rope->weight > 0.0f; i++) {
        tied.position.x = post.x + step.x * (float)(rope->count + 1 + i);
        tied.position.y = post.y + step.y * (float)(rope->count + 1 + i);
        tieTo(fluid, id, tied, THIRD);
    }
    Members made = read(fluid, FIRST);
    Hanging result = {.stretch = 0.0};
    const double unit = 9.81 * length * (made.count + 3.0 * (double)rope->weight);
    double begin = energyOf(fluid, rope->weight);
    for (int i = 0; i < rope->steps; i++) {
        Flow_Steps(fluid, 1);
        Members now = read(fluid, FIRST);
        result.stretch = lengthOf(&now) / length;
        result.energyRise = fmax(result.energyRise, (energyOf(fluid, rope->weight) - begin) / unit);
    }
    assert_int_equal(infoOf(fluid, id).count, made.count + 1 + (rope->weight > 0.0f ? 3 : 0));
    return result;
}

/// A rope that falls about its post.
TEST_CI(testRopeHangs)
{
    const Rope rope = {.count = 13, .spacing = SPACING, .level = true, .steps = 240};
    Hanging hangs = hangRope(*state, &rope);
    Flow_ExpectBetween("length over that at rest", hangs.stretch, 0.97, 1.03);
    Flow_ExpectBetween("energy", hangs.energyRise, 0.0, 0.02);
}

TEST_ALL(testLongRopesBearWeights)
{
    static const Rope ropes[] = {{.count = 50, .spacing = 0.02, .weight = 8.0f, .steps = 90},
                                 {.count = 50, .spacing = 0.02, .level = true, .weight = 8.0f, .steps = 120}};
    for (int i = 0; i < 2; i++) {
        Hanging hangs = hangRope(*state, &ropes[i]);
        Flow_ExpectBetween("length over that at rest", hangs.stretch, 0.97, 1.05);
        Flow_ExpectBetween("energy", hangs.energyRise, 0.0, 0.02);
    }
}

/// A sheet that flies apart is drawn together: its sides pull at each other.
TEST(testSheetHolds)
{
    gfFluid *fluid = Flow_MakeOf(*state, groupDef(1.0, 1.0, SPACING));
    gfParticleGroupDef sheet = groupOf(gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.2f, 0.12f}, 0.0f), FIRST);
    sheet.params.stiffness = 0.0f;
    sheet.params.links = 20.0f;
    add(fluid, &sheet);
    double before[2], after[2];
    Members m = read(fluid, FIRST);
    axesOf(&m, before);
    gfSourceDef pull = gfDefaultSourceDef();
    pull.fields = GF_SOURCE_VELOCITY;
    for (int side = -1; side <= 1; side += 2) {
        pull.shape = gfMakeRectangle((gfVec2){0.5f + 0.16f * (float)side, 0.5f}, (gfVec2){0.08f, 0.2f}, 0.0f);
        pull.velocity = (gfVec2){0.6f * (float)side, 0.0f};
        assert_true(gfFluid_Splat(fluid, &pull));
    }
    double most = 0.0;
    for (int i = 0; i < 120; i++) {
        Flow_Steps(fluid, 1);
        m = read(fluid, FIRST);
        axesOf(&m, after);
        most = fmax(most, after[0] / before[0]);
    }
    Flow_ExpectBetween("longer axis at most", most, 1.02, 2.0);
    Flow_ExpectNear("longer axis over that before", after[0] / before[0], 1.0, 0.02);
    Flow_ExpectNear("shorter axis over that before", after[1] / before[1], 1.0, 0.02);
}

/// A sheet of links alone, under a plate as the disc above.
TEST_CI(testSheetReturns)
{
    static const float links[] = {8.0f, 30.0f};
    for (int i = 0; i < 2; i++) {
        double axes[2];
        pressDisc(*state, 0.0f, links[i], true, axes);
        Flow_ExpectNear("longer axis", axes[0], 1.0, 0.02);
        Flow_ExpectNear("shorter axis", axes[1], 1.0, 0.02);
    }
}

static gfFluid *makePool(Fixture *fixture, gfParticleSearch search)
{
    gfFluidDef def = groupDef(1.0, 1.0, SPACING);
    def.particles.search = search;
    def.particles.slotBlock = 8; // none is dropped
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfParticle water[MOST];
    int count = Particles_FillRectangle(water, 0.2, 0.2, 0.6, 0.4, SPACING, 0.1);
    uint32_t random = 3;
    for (int i = 0; i < count; i++) {
        water[i].velocity.x = 0.2f * (float)Particles_Random(&random);
        water[i].velocity.y = 0.2f * (float)Particles_Random(&random);
    }
    assert_true(gfFluid_AddParticles(fluid, water, count));
    return fluid;
}

/// Whatever a call does to groups: all particles are where they were, and as fast.
static void expectUnmoved(gfFluid *fluid, const Members *before)
{
    Members now = read(fluid, -1);
    assert_int_equal(now.count, before->count);
    for (int i = 0; i < now.count; i++) {
        const gfParticle *a = &before->all[i], *b = &now.all[i];
        assert_int_equal(a->id, b->id);
        assert_true(a->position.x == b->position.x && a->position.y == b->position.y);
        assert_true(a->velocity.x == b->velocity.x && a->velocity.y == b->velocity.y);
    }
}

static void regroup(Fixture *fixture, gfParticleSearch search)
{
    gfFluid *fluid = makePool(fixture, search);
    Members before = read(fluid, -1);
    gfParticleGroupDef ice = groupOf(gfMakeRectangle((gfVec2){0.35f, 0.4f}, (gfVec2){0.1f, 0.1f}, 0.0f), FIRST);
    gfParticleGroupId first = GIVEN(gfFluid_FreezeParticles(fluid, &ice));
    expectUnmoved(fluid, &before);
    expectInfo(fluid, first, FIRST);
    int inside = 0;
    for (int i = 0; i < before.count; i++) {
        inside += fabsf(before.all[i].position.x - 0.35f) <= 0.1f && fabsf(before.all[i].position.y - 0.4f) <= 0.1f;
    }
    assert_int_equal(infoOf(fluid, first).count, inside);
    ice.shape = gfMakeCircle((gfVec2){0.65f, 0.4f}, 0.1f);
    ice.material = SECOND;
    gfParticleGroupId second = GIVEN(gfFluid_FreezeParticles(fluid, &ice));
    expectInfo(fluid, second, SECOND);
    expectUnmoved(fluid, &before);
    gfShape wide = gfMakeRectangle((gfVec2){0.35f, 0.4f}, (gfVec2){0.1f, 0.2f}, 0.0f); // it grows
    assert_true(gfFluid_GrowParticleGroup(fluid, first, &wide, FIRST));
    assert_true(infoOf(fluid, first).count > inside);
    expectInfo(fluid, first, FIRST);
    expectInfo(fluid, second, SECOND);
    gfShape half = gfMakeRectangle((gfVec2){0.35f, 0.55f}, (gfVec2){0.2f, 0.1f}, 0.0f); // and melts in part
    assert_true(gfFluid_DissolveParticleGroup(fluid, first, &half, WATER));
    expectInfo(fluid, first, FIRST);
    expectUnmoved(fluid, &before);
    Flow_Steps(fluid, 6);
    expectInfo(fluid, first, FIRST);
    expectInfo(fluid, second, SECOND);
    int both = infoOf(fluid, first).count + infoOf(fluid, second).count;
    Members later = read(fluid, -1);
    assert_int_equal(later.count, before.count);
    assert_true(gfFluid_JoinParticleGroups(fluid, first, second));
    assert_int_equal(infoOf(fluid, first).count, both);
    expectUnmoved(fluid, &later);
    int larger = read(fluid, FIRST).count > both / 2 ? FIRST : SECOND;
    gfParticleGroupId piece = gfFluid_SplitParticleGroup(fluid, first); // they lie apart
    assert_false(GF_IS_NULL(piece));
    expectInfo(fluid, first, larger);
    expectInfo(fluid, piece, larger == FIRST ? SECOND : FIRST);
    assert_true(GF_IS_NULL(gfFluid_SplitParticleGroup(fluid, piece))); // it hangs together
    Fixture_ExpectError(fixture, GF_ERROR_OUT_OF_RANGE, "hangs together");
    expectUnmoved(fluid, &later);
    Flow_Steps(fluid, 6);
    expectInfo(fluid, first, larger);
    expectInfo(fluid, piece, larger == FIRST ? SECOND : FIRST);
    assert_true(gfFluid_DissolveParticleGroup(fluid, first, NULL, WATER));
    gfParticleGroupInfo info;
    EXPECT_REFUSED(gfFluid_GetParticleGroupBlocking(fluid, first, &info), BAD_HANDLE, "no longer alive");
    int left = infoOf(fluid, piece).count;
    assert_true(gfFluid_RemoveParticleGroup(fluid, piece));
    Flow_Steps(fluid, 1);
    gfParticleStats stats = Particles_Stats(fluid);
    assert_int_equal(stats.drained, left);
    assert_int_equal(stats.live, before.count - left);
}

TEST(testRegrouping)
{
    regroup(*state, GF_SEARCH_SORTED);
}

TEST_ALL(testRegroupingInAllSearches)
{
    regroup(*state, GF_SEARCH_SLOTS);
    regroup(*state, GF_SEARCH_HASHED);
}

/// Where materials differ in density, a group weighs what its members weigh.
TEST(testMassesOfMaterials)
{
    gfFluidDef def = groupDef(1.0, 1.0, SPACING);
    def.particles.materials[FIRST].density = 2500.0f;
    gfFluid *fluid = Flow_Make(*state, &def);
    gfParticleGroupDef body = groupOf(gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.15f), FIRST);
    body.params.rigid = true;
    body.velocity.x = 0.3f;
    body.angularVelocity = 1.0f;
    gfParticleGroupId id = add(fluid, &body);
    expectInfo(fluid, id, FIRST);
    assert_true(gfFluid_PushParticleGroup(fluid, id, (gfVec2){0.0f, infoOf(fluid, id).mass}, 0.0f));
    Flow_ExpectNear("velocity after an impulse", (double)infoOf(fluid, id).velocity.y, 1.0, 1e-3);
    Flow_Steps(fluid, 5);
    expectInfo(fluid, id, FIRST);
}

/// Masks, outlines and colours.
TEST(testShapesOfGroups)
{
    gfFluid *fluid = Flow_MakeOf(*state, groupDef(1.0, 1.0, SPACING));
    static const uint8_t pixels[] = {255, 0, 0, 0, 127, 128}; // two rows of three in a stride of three
    const gfMask mask = {pixels, 3, 2, 3};
    gfParticleGroupDef body = groupOf(gfMakeRectangle((gfVec2){0.5f, 0.7f}, (gfVec2){0.24f, 0.16f}, 0.0f), FIRST);
    body.mask = &mask;
    add(fluid, &body);
    Members m = read(fluid, FIRST);
    double share = m.count * SPACING * SPACING / (0.48 * 0.32);
    Flow_ExpectNear("share of a mask with two of six pixels", share, 2.0 / 6.0, 0.06);
    for (int i = 0; i < m.count; i++) {
        const gfVec2 p = m.all[i].position;
        assert_true((p.x < 0.4201f && p.y > 0.6999f) || (p.x > 0.5799f && p.y < 0.7001f));
    }
    body = groupOf(gfMakeCircle((gfVec2){0.5f, 0.25f}, 0.2f), SECOND);
    body.outline = 0.05f;
    gfParticleGroupId ring = add(fluid, &body);
    m = read(fluid, SECOND);
    for (int i = 0; i < m.count; i++) {
        double r = hypot((double)m.all[i].position.x - 0.5, (double)m.all[i].position.y - 0.25);
        assert_true(r > 0.1499 && r < 0.2001);
    }
    assert_int_equal(infoOf(fluid, ring).count, m.count);
}

TEST(testPushAndMove)
{
    gfFluid *fluid = Flow_MakeOf(*state, groupDef(1.0, 1.0, SPACING));
    gfParticleGroupDef body = groupOf(gfMakeRectangle((gfVec2){0.4f, 0.4f}, (gfVec2){0.2f, 0.1f}, 0.3f), FIRST);
    body.velocity = (gfVec2){0.1f, -0.2f};
    body.angularVelocity = 1.5f;
    gfParticleGroupId id = add(fluid, &body);
    body.shape = gfMakeCircle((gfVec2){0.8f, 0.8f}, 0.1f);
    body.material = SECOND;
    gfParticleGroupId other = add(fluid, &body);
    Motion second = motionIn(fluid, SECOND);
    gfParticleGroupInfo before = infoOf(fluid, id);
    const gfVec2 impulse = {3.0f, -7.0f};
    const float angular = 0.4f;
    Motion was = motionIn(fluid, FIRST);
    assert_true(gfFluid_PushParticleGroup(fluid, id, impulse, angular));
    Motion now = motionIn(fluid, FIRST);
    double each = 1000.0 * SPACING * SPACING;
    Flow_ExpectNear("velocity gained along x", now.vx - was.vx, (double)impulse.x / (each * was.count), 1e-5);
    Flow_ExpectNear("velocity gained along y", now.vy - was.vy, (double)impulse.y / (each * was.count), 1e-5);
    Flow_ExpectNear("rotation gained", (now.spin - was.spin) / was.inertia, (double)angular / (each * was.inertia),
                    1e-4);
    Flow_ExpectNear("rotation by its inertia", (double)(infoOf(fluid, id).angularVelocity - before.angularVelocity),
                    (double)(angular / before.inertia), 1e-4);
    Members placed = read(fluid, FIRST);
    const gfVec2 offset = {0.15f, 0.1f};
    const float angle = 0.9f;
    assert_true(gfFluid_MoveParticleGroup(fluid, id, offset, angle));
    Members moved = read(fluid, FIRST);
    for (int i = 0; i < placed.count; i++) {
        double x = (double)placed.all[i].position.x - was.x, y = (double)placed.all[i].position.y - was.y;
        double c = cos((double)angle), s = sin((double)angle);
        assert_int_equal(moved.all[i].id, placed.all[i].id);
        Flow_ExpectNear("place along x", (double)moved.all[i].position.x, was.x + c * x - s * y + (double)offset.x,
                        2e-6);
        Flow_ExpectNear("place along y", (double)moved.all[i].position.y, was.y + s * x + c * y + (double)offset.y,
                        2e-6);
        assert_true(moved.all[i].velocity.x == placed.all[i].velocity.x);
        assert_true(moved.all[i].velocity.y == placed.all[i].velocity.y);
    }
    Flow_ExpectNear("angle", (double)infoOf(fluid, id).angle, (double)angle, 1e-4);
    expectInfo(fluid, other, SECOND);
    Motion unmoved = motionIn(fluid, SECOND);
    assert_true(unmoved.x == second.x && unmoved.vx == second.vx && unmoved.spin == second.spin);
}

/// Three groups that fall into water.
static gfFluid *makeMixture(Fixture *fixture, const SearchKind *kind, gfParticleGroupId ids[3])
{
    gfFluidDef def = groupDef(1.0, 1.0, SPACING);
    def.particles.gravity.y = -3.0f;
    def.particles.compression = 0.1f;
    def.particles.depth = 0.3f;
    Particles_SetSearch(&def, kind);
    gfFluid *fluid = Flow_Make(fixture, &def);
    Particles_AddRectangle(fluid, 0.0, 0.0, 1.0, 0.2, SPACING, 0.1);
    for (int i = 0; i < 3; i++) {
        gfParticleGroupDef body =
            groupOf(gfMakeCircle((gfVec2){0.2f + 0.3f * (float)i, 0.4f}, 0.1f), FIRST + (uint32_t)i);
        body.params.rigid = i == 0;
        body.params.links = i == 2 ? 10.0f : 0.0f;
        body.params.stiffness = i == 2 ? 0.0f : 8.0f;
        body.angularVelocity = (float)i - 1.0f;
        ids[i] = add(fluid, &body);
    }
    return fluid;
}

static void expectGroups(gfFluid *fluid, const gfParticleGroupId ids[3], const int counts[3])
{
    for (int i = 0; i < 3; i++) {
        expectInfo(fluid, ids[i], FIRST + i);
        assert_int_equal(infoOf(fluid, ids[i]).count, counts[i]);
    }
}

static void keepGroups(Fixture *fixture, const SearchKind *kind)
{
    gfParticleGroupId ids[3];
    gfFluid *fluid = makeMixture(fixture, kind, ids);
    int counts[3];
    for (int i = 0; i < 3; i++) {
        counts[i] = infoOf(fluid, ids[i]).count;
        assert_true(counts[i] > 10);
    }
    Flow_Steps(fluid, 15);
    expectGroups(fluid, ids, counts);
    size_t size;
    void *saved = Fixture_Save(fluid, &size);
    Flow_Steps(fluid, 10);
    uint64_t future = hashOf(fluid);
    assert_true(gfFluid_Load(fluid, saved, size, NULL));
    expectGroups(fluid, ids, counts);
    Flow_Steps(fluid, 10);
    assert_true(hashOf(fluid) == future);
    expectGroups(fluid, ids, counts);
    gfFluid *twin = MADE(gfCreateFluidFromSnapshot(fixture->device, saved, size, NULL));
    Flow_Steps(twin, 10);
    assert_true(hashOf(twin) == future);
    for (int i = 0; i < 3; i++) {
        gfParticleGroupId there = ids[i];
        there.fluid = gfFluid_GetNumber(twin);
        assert_int_equal(infoOf(twin, there).count, counts[i]);
    }
    gfDestroyFluid(twin);
    assert_true(gfFluid_Resize(fluid, 48, 40, 1.0f / 32.0f, (gfVec2){-0.25f, -0.125f}));
    expectGroups(fluid, ids, counts);
    Flow_Steps(fluid, 4);
    expectGroups(fluid, ids, counts);
    gfCells multiple = gfFluid_GetScrollMultiple(fluid);
    assert_true(gfFluid_Scroll(fluid, multiple.x, 0));
    expectGroups(fluid, ids, counts);
    Flow_Steps(fluid, 4);
    expectGroups(fluid, ids, counts);
}

TEST(testGroupsAreKept)
{
    keepGroups(*state, &Particles_Searches[0]);
}

TEST_ALL(testGroupsAreKeptInAllSearches)
{
    for (int i = 1; i < SEARCH_KINDS; i++) {
        keepGroups(*state, &Particles_Searches[i]);
    }
}

static uint64_t runMixture(Fixture *fixture, const SearchKind *kind, int steps)
{
    gfParticleGroupId ids[3];
    gfFluid *fluid = makeMixture(fixture, kind, ids);
    Flow_Steps(fluid, steps);
    uint64_t hash = hashOf(fluid);
    for (int i = 0; i < 3; i++) {
        gfParticleGroupInfo info = infoOf(fluid, ids[i]);
        hash = Fixture_Hash(hash, &info, sizeof info);
    }
    return hash;
}

TEST_CI(testRunsAreIdentical)
{
    for (int i = 0; i < SEARCH_KINDS; i++) {
        assert_true(runMixture(*state, &Particles_Searches[i], 20) == runMixture(*state, &Particles_Searches[i], 20));
    }
}

/// What the grid has at a place: linear between the centres of its cells.
static double temperatureAt(const float *values, const gfFieldInfo *info, gfVec2 place)
{
    double x = (double)((place.x - info->origin.x) / info->spacing.x);
    double y = (double)((place.y - info->origin.y) / info->spacing.y);
    double sum = 0.0;
    for (int corner = 0; corner < 4; corner++) {
        int i = (int)floor(x) + (corner & 1), j = (int)floor(y) + (corner >> 1);
        double wide = 1.0 - fabs(x - i), high = 1.0 - fabs(y - j);
        i = i < 0 ? 0 : i >= info->width ? info->width - 1 : i;
        j = j < 0 ? 0 : j >= info->height ? info->height - 1 : j;
        sum += wide * high * (double)values[j * info->width + i];
    }
    return sum;
}

static gfFluidDef airDef(void)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GRID, 20, 24, 0.06f);
    def.origin = (gfVec2){-0.1f, -0.2f};
    def.fieldPrecision = GF_PRECISION_32F;
    return def;
}

static float *makeHeat(gfFluid *air, gfFieldInfo *info)
{
    assert_true(gfFluid_GetFieldInfo(air, GF_FIELD_TEMPERATURE, info));
    float *values = Fixture_Alloc((size_t)(info->width * info->height) * sizeof *values);
    for (int i = 0; i < info->width * info->height; i++) {
        values[i] = 300.0f + 40.0f * sinf(0.45f * (float)(i % info->width) + 3.0f) + (float)(i / info->width);
    }
    assert_true(gfFluid_WriteField(air, GF_FIELD_TEMPERATURE, values, (size_t)(info->width * info->height)));
    return values;
}

/// What is to become of a particle in the air of such values; below 0: it is too near to a limit to say.
static int materialIn(const float *values, const gfFieldInfo *info, const gfParticle *p)
{
    double t = temperatureAt(values, info, p->position);
    bool low = p->position.y < 0.45f, close = fabsf(p->position.y - 0.45f) < 1e-4f;
    if (fabs(t - 320.0) < 0.01 || fabs(t - 300.0) < 0.01 || close) {
        return -1;
    }
    return p->material == FIRST && t > 320.0          ? WATER
           : p->material == WATER && t < 300.0 && low ? SECOND
                                                      : (int)p->material;
}

/// Ice and water in air whose temperature is `values` when it is read after the call.
static void meltAndFreeze(gfFluid *fluid, gfFluid *air, float *values, const gfFieldInfo *info)
{
    gfParticleGroupDef ice = groupOf(gfMakeRectangle((gfVec2){0.5f, 0.4f}, (gfVec2){0.15f, 0.5f}, 0.0f), FIRST);
    gfParticleGroupId id = GIVEN(gfFluid_FreezeParticles(fluid, &ice));
    Members before = read(fluid, -1);
    const gfShape within = gfMakeRectangle((gfVec2){0.5f, 0.3f}, (gfVec2){0.5f, 0.15f}, 0.0f);
    const gfParticleHeat heat = {
        .meltsAbove = 320.0f, .liquid = WATER, .freezesBelow = 300.0f, .solid = SECOND, .within = &within};
    assert_true(gfFluid_HeatParticleGroup(fluid, id, air, &heat));
    assert_true(gfFluid_ReadFieldBlocking(air, GF_FIELD_TEMPERATURE, values, (size_t)(info->width * info->height)));
    expectUnmoved(fluid, &before);
    Members after = read(fluid, -1);
    int melted = 0, frozen = 0, doubtful = 0, stayed = 0;
    for (int i = 0; i < before.count; i++) {
        const gfParticle *p = &before.all[i];
        int expected = materialIn(values, info, p);
        if (expected < 0) {
            doubtful++;
            continue;
        }
        assert_int_equal(after.all[i].material, expected);
        melted += p->material == FIRST && expected == WATER;
        frozen += expected == SECOND;
        stayed += p->material == FIRST && expected == FIRST;
    }
    print_message("%d melted, %d froze, %d stayed, %d at the limits\n", melted, frozen, stayed, doubtful);
    assert_true(melted > 5 && frozen > 5 && stayed > 5 && doubtful < 4);
    int members = 0;
    for (int i = 0; i < after.count; i++) {
        members += after.all[i].material == FIRST || after.all[i].material == SECOND;
    }
    assert_int_equal(infoOf(fluid, id).count, members);
    Flow_Steps(fluid, 5);
    assert_int_equal(infoOf(fluid, id).count, members);
}

TEST(testHeatMeltsAndFreezes)
{
    gfFluid *fluid = makePool(*state, GF_SEARCH_SORTED);
    const gfFluidDef def = airDef();
    gfFieldInfo info;
    gfFluid *air = Flow_Make(*state, &def);
    meltAndFreeze(fluid, air, makeHeat(air, &info), &info);
}

/// Air of a group of fluids, whose own state is behind after steps until it is asked for.
TEST(testAirInAGroupHeats)
{
    gfFluid *fluid = makePool(fixture, GF_SEARCH_SORTED);
    const gfFluidDef def = airDef();
    gfFieldInfo info;
    gfFluidGroup *airs = MADE(gfCreateFluidGroup(fixture->device, &def, 2));
    gfFluid *air = gfFluidGroup_GetMember(airs, 1);
    float *values = makeHeat(air, &info);
    gfSourceDef wind = Flow_DiscSource(0.5f, 0.4f, 0.25f);
    wind.fields = GF_SOURCE_VELOCITY;
    wind.velocity = (gfVec2){4.0f, 0.0f};
    assert_true(gfFluid_Splat(air, &wind));
    for (int i = 0; i < 20; i++) {
        assert_true(gfFluidGroup_StepOnce(airs));
    }
    Members before = read(fluid, -1);
    size_t count = (size_t)(info.width * info.height);
    float *old = Fixture_Keep(malloc(count * sizeof *old));
    memcpy(old, values, count * sizeof *old);
    meltAndFreeze(fluid, air, values, &info);
    int others = 0;
    for (int i = 0; i < before.count; i++) {
        others += materialIn(old, &info, &before.all[i]) != materialIn(values, &info, &before.all[i]);
    }
    print_message("%d would be others by the temperature before these steps\n", others);
    assert_true(others > 5);
}

TEST(testAnswersAgree)
{
    gfParticleGroupId ids[3];
    gfFluid *fluid = makeMixture(fixture, &Particles_Searches[0], ids);
    gfParticleGroupInfo polled, told;
    assert_int_equal(gfFluid_PollParticleGroup(fluid, ids[0], &polled), GF_POLL_PENDING);
    Flow_Steps(fluid, 5);
    assert_int_equal(gfFluid_PollParticleGroup(fluid, ids[0], &polled), GF_POLL_PENDING); // nothing was asked
    assert_true(gfFluid_RequestParticleGroups(fluid));
    fixture->gl.Finish();
    for (int i = 0; i < 3; i++) {
        assert_int_equal(gfFluid_PollParticleGroup(fluid, ids[i], &polled), GF_POLL_READY);
        told = infoOf(fluid, ids[i]);
        assert_memory_equal(&polled, &told, sizeof told);
        assert_true(polled.count > 10);
    }
    gfParticleGroupDef late = groupOf(gfMakeCircle((gfVec2){0.5f, 0.8f}, 0.1f), FIRST);
    gfParticleGroupId id = add(fluid, &late);
    assert_int_equal(gfFluid_PollParticleGroup(fluid, id, &polled), GF_POLL_PENDING); // no answer is about it
    for (int i = 0; i < 12; i++) { // beyond four nothing is asked, and that is no error
        assert_true(gfFluid_RequestParticleGroups(fluid));
    }
    fixture->gl.Finish();
    assert_int_equal(gfFluid_PollParticleGroup(fluid, id, &polled), GF_POLL_READY);
    told = infoOf(fluid, id);
    assert_memory_equal(&polled, &told, sizeof told);
    assert_true(gfFluid_Reset(fluid));
    assert_int_equal(gfFluid_PollParticleGroup(fluid, id, &polled), GF_POLL_FAILED);
    Fixture_ExpectError(fixture, GF_ERROR_BAD_HANDLE, "no longer alive");
}
