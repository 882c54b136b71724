// Kinds of particles: barriers, mixing of colours, repulsion between groups, particles that stay, lifetimes, and the
// oldest that make room for new ones.
#include "support/particles.h"

#define MOST 2048
#define SPACING 0.04
#define WATER 0
#define WALL 1

typedef struct Particles {
    gfParticle all[MOST];
    int count;
} Particles;

static Particles readAll(gfFluid *fluid)
{
    Particles p;
    memset(&p, 0, sizeof p);
    p.count = Particles_ReadSome(fluid, p.all, MOST);
    return p;
}

/// live = initial + emitted - drained, and as many as can be read.
static gfParticleStats expectBooks(gfFluid *fluid)
{
    gfParticleStats stats = Particles_Stats(fluid);
    assert_int_equal(stats.live, stats.initial + stats.emitted - stats.drained);
    assert_int_equal(stats.live, gfFluid_ReadParticlesBlocking(fluid, NULL, 0));
    return stats;
}

static gfFluidDef kindDef(const SearchKind *kind)
{
    gfFluidDef def = Particles_Def(1.0, 1.0, SPACING);
    def.particles.capacity = MOST;
    def.particles.gravity.y = 0.0f;
    Particles_SetSearch(&def, kind);
    def.particles.materialCount = 2;
    def.particles.materials[WALL] = def.particles.materials[WATER];
    return def;
}

/// The corners of a box of particles so many spacings apart.
#define BOX_LOW 0.3
#define BOX_HIGH 0.7

static int addBox(gfFluid *fluid, double gap)
{
    gfParticle wall[512];
    int count = 0, sides = (int)ceil((BOX_HIGH - BOX_LOW) / (gap * SPACING));
    double step = (BOX_HIGH - BOX_LOW) / sides;
    memset(wall, 0, sizeof wall);
    for (int i = 0; i < sides; i++) {
        float along = (float)(BOX_LOW + step * i), back = (float)(BOX_HIGH - step * i);
        wall[count++].position = (gfVec2){along, (float)BOX_LOW};
        wall[count++].position = (gfVec2){(float)BOX_HIGH, along};
        wall[count++].position = (gfVec2){back, (float)BOX_HIGH};
        wall[count++].position = (gfVec2){(float)BOX_LOW, back};
    }
    for (int i = 0; i < count; i++) {
        wall[i].material = WALL;
    }
    assert_true(gfFluid_AddParticles(fluid, wall, count));
    return count;
}

static bool isInBox(gfVec2 p)
{
    return (double)p.x > BOX_LOW && (double)p.x < BOX_HIGH && (double)p.y > BOX_LOW && (double)p.y < BOX_HIGH;
}

/// Fluid in a box of barriers and around it, thrown at its sides from in and out again and again.
static void throwAtBarrier(Fixture *fixture, const SearchKind *kind, double gap, float speed, int steps)
{
    gfFluidDef def = kindDef(kind);
    def.particles.materials[WALL].fixed = def.particles.materials[WALL].barrier = true;
    def.particles.speed = fmaxf(speed, 1.0f);
    gfFluid *fluid = Flow_Make(fixture, &def);
    addBox(fluid, gap);
    gfParticle water[512];
    int inside = Particles_FillRectangle(water, BOX_LOW + 0.06, BOX_LOW + 0.06, 0.28, 0.28, SPACING, 0.1);
    int count = inside + Particles_FillRectangle(water + inside, 0.04, 0.04, 0.2, 0.9, SPACING, 0.1);
    assert_true(gfFluid_AddParticles(fluid, water, count));
    Particles before = readAll(fluid);
    gfSourceDef jet = Flow_SourceDef(gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.5f, 0.5f}, 0.0f));
    jet.fields = GF_SOURCE_VELOCITY;
    jet.mode = GF_SOURCE_SET;
    int passed = 0;
    for (int i = 0; i < steps; i++) {
        float angle = 0.61f * (float)i;
        if (i % 4 == 0) { // another direction
            jet.velocity = (gfVec2){speed * cosf(angle), speed * sinf(angle)};
            assert_true(gfFluid_Splat(fluid, &jet));
        }
        Flow_Steps(fluid, 1);
    }
    Particles after = readAll(fluid);
    assert_int_equal(after.count, before.count);
    for (int i = 0; i < after.count; i++) {
        passed += isInBox(before.all[i].position) != isInBox(after.all[i].position) && after.all[i].material == WATER;
        if (after.all[i].material == WALL) { // what is fixed stays, bit for bit
            assert_memory_equal(&after.all[i].position, &before.all[i].position, sizeof(gfVec2));
            assert_true(after.all[i].velocity.x == 0.0f && after.all[i].velocity.y == 0.0f);
        }
    }
    fail_if(passed > 0, "search %d, gap of %g spacings, %g m/s: %d of %d particles passed", (int)kind->search, gap,
            (double)speed, passed, count);
}

TEST(testNothingPassesABarrier)
{
    throwAtBarrier(*state, &Particles_Searches[0], 1.0, 1.0f, 40);
    throwAtBarrier(*state, &Particles_Searches[0], 1.3, 10.0f, 40);
    throwAtBarrier(*state, &Particles_Searches[1], 1.0, 3.0f, 20);
    throwAtBarrier(*state, &Particles_Searches[2], 1.3, 3.0f, 20);
    throwAtBarrier(*state, &Particles_Searches[3], 1.3, 3.0f, 20);
}

TEST_CI(testNothingPassesABarrierForLong)
{
    static const float speeds[SEARCH_KINDS] = {0.5f, 2.0f, 8.0f, 30.0f};
    for (int i = 0; i < SEARCH_KINDS; i++) {
        throwAtBarrier(*state, &Particles_Searches[i], i % 2 == 0 ? 1.3 : 1.0, speeds[i], 60);
    }
}

typedef struct Colors {
    double left, right, mean; ///< red
} Colors;

static Colors sampleRed(gfFluid *fluid)
{
    Particles p = readAll(fluid);
    gfVec2 points[MOST];
    static float red[MOST];
    Colors c = {0.0, 0.0, 0.0};
    int left = 0;
    for (int i = 0; i < p.count; i++) {
        points[i] = p.all[i].position;
    }
    assert_true(gfFluid_SampleParticlesBlocking(fluid, GF_PROPERTY_RED, points, p.count, red, NULL));
    for (int i = 0; i < p.count; i++) {
        bool first = i < p.count / 2; // they were added in two halves
        left += first;
        c.left += first ? (double)red[i] : 0.0;
        c.right += first ? 0.0 : (double)red[i];
        c.mean += (double)red[i] / p.count;
    }
    c.left /= left;
    c.right /= p.count - left;
    return c;
}

/// Two colours side by side become one, and their total stays but for the dithering of bytes.
TEST(testColoursMix)
{
    gfFluidDef def = kindDef(&Particles_Searches[0]);
    for (int i = 0; i < 2; i++) {
        const float color[4] = {i == 0 ? 0.8f : 0.2f, 0.5f, 0.5f, 1.0f};
        memcpy(def.particles.materials[i].color, color, sizeof color);
        def.particles.materials[i].mixing = 20.0f;
    }
    gfFluid *fluid = Flow_Make(*state, &def);
    gfParticle water[512];
    int half = Particles_FillRectangle(water, 0.35, 0.4, 0.15, 0.2, SPACING, 0.1);
    int count = half + Particles_FillRectangle(water + half, 0.5, 0.4, 0.15, 0.2, SPACING, 0.1);
    for (int i = half; i < count; i++) {
        water[i].material = 1;
    }
    assert_true(gfFluid_AddParticles(fluid, water, count));
    Colors before = sampleRed(fluid);
    assert_true(before.left - before.right > 0.3);
    Flow_Steps(fluid, 240);
    Colors after = sampleRed(fluid);
    print_message("red %.3f and %.3f, in the mean %.3f, became %.3f and %.3f, %.3f\n", before.left, before.right,
                  before.mean, after.left, after.right, after.mean);
    assert_true(fabs(after.left - after.right) < 0.2 * (before.left - before.right));
    Flow_ExpectNear("mean red", after.mean, before.mean, 0.03);
}

/// Of two materials the lower rate counts: with one that does not mix nothing changes.
TEST(testNothingMixesAlone)
{
    gfFluidDef def = kindDef(&Particles_Searches[0]);
    for (int i = 0; i < 2; i++) {
        def.particles.materials[i].color[0] = i == 0 ? 0.8f : 0.2f;
    }
    def.particles.materials[0].mixing = 20.0f;
    gfFluid *fluid = Flow_Make(*state, &def);
    gfParticle water[512];
    int count = Particles_FillRectangle(water, 0.35, 0.4, 0.3, 0.2, SPACING, 0.1);
    for (int i = 0; i < count; i++) {
        water[i].material = water[i].position.x > 0.5f;
    }
    assert_true(gfFluid_AddParticles(fluid, water, count));
    gfFluid *same = Flow_Make(*state, &def);
    assert_true(gfFluid_AddParticles(same, water, count));
    const gfVec2 place = {0.4f, 0.5f};
    float first, last;
    assert_true(gfFluid_SampleParticlesBlocking(fluid, GF_PROPERTY_RED, &place, 1, &first, NULL));
    Flow_Steps(same, 30);
    assert_true(gfFluid_SampleParticlesBlocking(same, GF_PROPERTY_RED, &place, 1, &last, NULL));
    Flow_ExpectNear("red", (double)last, (double)first, 0.01);
}

static double apartOf(gfFluid *fluid, const gfParticleGroupId ids[2], double *momentum)
{
    gfParticleGroupInfo a, b;
    assert_true(gfFluid_GetParticleGroupBlocking(fluid, ids[0], &a));
    assert_true(gfFluid_GetParticleGroupBlocking(fluid, ids[1], &b));
    *momentum = (double)(a.mass * a.velocity.x + b.mass * b.velocity.x) / (double)(a.mass + b.mass);
    return (double)(b.centre.x - a.centre.x);
}

static double repel(Fixture *fixture, const SearchKind *kind, float repulsion)
{
    gfFluidDef def = kindDef(kind);
    def.particles.groups = 4;
    def.particles.materials[WATER].tension = 0.0f;
    def.particles.materials[WATER].repulsion = repulsion;
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfParticleGroupId ids[2];
    for (int i = 0; i < 2; i++) {
        gfParticleGroupDef body = gfDefaultParticleGroupDef();
        body.shape = gfMakeCircle((gfVec2){0.41f + 0.18f * (float)i, 0.5f}, 0.08f);
        body.params.rigid = true;
        ids[i] = GIVEN(gfFluid_AddParticleGroup(fluid, &body));
    }
    double momentum, before = apartOf(fluid, ids, &momentum);
    Flow_Steps(fluid, 30);
    double after = apartOf(fluid, ids, &momentum);
    Flow_ExpectNear("mean velocity", momentum, 0.0, 1e-4);
    return after - before;
}

TEST(testGroupsRepel)
{
    for (int i = 0; i < SEARCH_KINDS; i++) {
        double with = repel(*state, &Particles_Searches[i], 40.0f),
               without = repel(*state, &Particles_Searches[i], 0.0f);
        fail_if(!(with > without + 0.02),
                "search %d: two groups that repel each other went %g m apart, and without that %g", i, with, without);
    }
}

/// A particle is gone in the first step that begins after its time is over.
TEST(testLifetimes)
{
    for (int kind = 0; kind < SEARCH_KINDS; kind++) {
        gfFluidDef def = kindDef(&Particles_Searches[kind]);
        def.particles.lifetimes = true;
        gfFluid *fluid = Flow_Make(*state, &def);
        gfParticle some[20];
        memset(some, 0, sizeof some);
        for (int i = 0; i < 20; i++) { // each ends in the middle of a step, two never
            some[i].position = (gfVec2){0.1f + 0.15f * (float)(i % 5), 0.2f + 0.15f * (float)(i / 5)};
            some[i].lifetime = i < 18 ? ((float)(3 * i) + 0.5f) / 60.0f : 0.0f;
        }
        assert_true(gfFluid_AddParticles(fluid, some, 20));
        Particles p = readAll(fluid);
        for (int i = 0; i < 20; i++) {
            Flow_ExpectNear("lifetime that is left", (double)p.all[i].lifetime, (double)some[i].lifetime, 2e-3);
        }
        for (int step = 1; step <= 60; step++) {
            Flow_Steps(fluid, 1);
            int expected = 2;
            for (int i = 0; i < 18; i++) {
                expected += 3 * i + 1 >= step;
            }
            gfParticleStats stats = expectBooks(fluid);
            fail_if((int)stats.live != expected, "search %d: %d particles live after %d steps; %d are expected", kind,
                    (int)stats.live, step, expected);
        }
        p = readAll(fluid);
        assert_true(p.all[0].id == 18 && p.all[1].id == 19 && p.all[0].lifetime == 0.0f);
    }
}

static gfSourceDef discOf(float x, float y, float radius, float mass)
{
    gfSourceDef source = Flow_DiscSource(x, y, radius);
    source.fields = GF_SOURCE_MASS;
    source.mass = mass;
    return source;
}

/// What an emitter pours lives as long as it says, whatever it poured before.
TEST(testPouredParticlesEnd)
{
    for (int kind = 0; kind < SEARCH_KINDS; kind++) {
        gfFluidDef def = kindDef(&Particles_Searches[kind]);
        def.particles.lifetimes = true;
        gfFluid *fluid = Flow_Make(*state, &def);
        gfSourceDef splat = discOf(0.5f, 0.5f, 0.2f, 1.0f);
        splat.particleLifetime = 9.5f / 60.0f;
        assert_true(gfFluid_Splat(fluid, &splat));
        splat = discOf(0.15f, 0.15f, 0.1f, 1.0f); // these stay
        Flow_Pour(fluid, &splat, 1);
        uint32_t all = expectBooks(fluid).live, left = 0;
        Particles p = readAll(fluid);
        for (int i = 0; i < p.count; i++) {
            left += p.all[i].lifetime == 0.0f;
        }
        assert_true(left > 5 && left < all / 2);
        Flow_Steps(fluid, 7);
        assert_int_equal(expectBooks(fluid).live, all);
        Flow_Steps(fluid, 4);
        assert_int_equal(expectBooks(fluid).live, left);
    }
}

static void addJet(gfFluid *fluid, float y)
{
    gfSourceDef jet = discOf(0.5f, y, 0.15f, 1.0f);
    jet.mode = GF_SOURCE_SET;
    jet.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    jet.velocity = (gfVec2){1.0f, 0.5f};
    Flow_AddEmitter(fluid, &jet);
}

/// Never more than there is room for, and what is left came last.
TEST(testOldestAreReplaced)
{
    for (int kind = 0; kind < SEARCH_KINDS; kind++) {
        gfFluidDef def = kindDef(&Particles_Searches[kind]);
        def.particles.capacity = 200;
        def.particles.replacesOldest = true;
        gfFluid *fluid = Flow_Make(*state, &def);
        addJet(fluid, 0.5f);
        for (int step = 0; step < 90; step++) {
            Flow_Steps(fluid, 1);
            gfParticleStats stats = expectBooks(fluid);
            assert_true(stats.live <= 200);
            Particles p = readAll(fluid);
            uint64_t come = stats.initial + stats.emitted;
            for (int i = 0; i < p.count; i++) {
                assert_int_equal(p.all[i].id, come - (uint64_t)p.count + (uint64_t)i);
            }
        }
        gfParticleStats stats = expectBooks(fluid);
        assert_true(stats.emitted > 250 && stats.live > 150);
    }
}

/// Without it sources pour no more into what is full.
TEST(testFullFluidTakesNoMore)
{
    gfFluidDef def = kindDef(&Particles_Searches[0]);
    def.particles.capacity = 60;
    gfFluid *fluid = Flow_Make(*state, &def);
    gfSourceDef splat = discOf(0.5f, 0.5f, 0.3f, 1.0f);
    for (int i = 0; i < 3; i++) {
        Flow_Pour(fluid, &splat, 1);
        assert_int_equal(expectBooks(fluid).live, 60);
    }
    assert_int_equal(readAll(fluid).all[59].id, 59);
}

/// Makes gaps between ids: particles come and stay, come for a short time, and come and are taken at once.
static void makeGaps(gfFluid *fluid)
{
    for (int i = 0; i < 8; i++) {
        gfSourceDef splat = discOf(0.15f + 0.1f * (float)i, 0.2f, 0.05f, 1.0f);
        assert_true(gfFluid_Splat(fluid, &splat)); // these stay
        splat.shape.a.y = 0.4f;
        splat.particleLifetime = (1.5f + (float)(i % 3)) / 60.0f;
        assert_true(gfFluid_Splat(fluid, &splat));
        splat = discOf(0.5f, 0.75f, 0.1f, 1.0f);
        Flow_Pour(fluid, &splat, 1);
        splat.mode = GF_SOURCE_SET;
        splat.mass = 0.0f;
        splat.shape.radius = 0.2f;
        Flow_Pour(fluid, &splat, 1);
    }
    Flow_Steps(fluid, 4); // the last of those that come for a short time go
}

/// Returns how many of `before` are not in `after`, and holds these to be the oldest. Both are sorted by ids.
static int countReplaced(const Particles *before, const Particles *after)
{
    int lost = 0;
    while (lost < before->count && before->all[lost].id < after->all[0].id) {
        lost++;
    }
    for (int i = lost; i < before->count; i++) {
        assert_int_equal(before->all[i].id, after->all[i - lost].id);
    }
    return lost;
}

/// As many of the oldest go as others need, and none where there is room, whatever went before between them.
TEST(testOldestAmongGapsAreReplaced)
{
    for (int kind = 0; kind < SEARCH_KINDS; kind++) {
        gfFluidDef def = kindDef(&Particles_Searches[kind]);
        def.particles.capacity = 160;
        def.particles.replacesOldest = true;
        def.particles.lifetimes = true;
        gfFluid *fluid = Flow_Make(*state, &def);
        makeGaps(fluid);
        gfParticleStats stats = expectBooks(fluid);
        print_message("%d of %d live\n", (int)stats.live, (int)stats.emitted);
        assert_true(stats.live > 30 && stats.live < 100 && stats.emitted > 3 * stats.live);
        addJet(fluid, 0.75f);
        int replaced = 0;
        for (int step = 0; step < 60; step++) {
            Particles before = readAll(fluid);
            uint64_t emitted = stats.emitted;
            Flow_Steps(fluid, 1);
            stats = expectBooks(fluid);
            Particles after = readAll(fluid);
            int excess = before.count + (int)(stats.emitted - emitted) - 160;
            assert_int_equal(countReplaced(&before, &after), excess > 0 ? excess : 0);
            replaced += excess > 0 ? excess : 0;
        }
        assert_int_equal(stats.live, 160);
        assert_true(replaced > 100);
    }
}
