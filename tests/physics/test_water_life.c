// A fluid of water through its life: snapshots, resets, a domain that moves and gets other cells, samples, extremes.
#include "support/water.h"

FLOW_SCALAR(dam, x < 0.4 && y < 0.6 ? 1.0 : 0.0)
FLOW_SCALAR(pool, y < 0.5 ? 1.0 : 0.0)

// A dam breaks towards a bar that turns, and a spring pours more.
static gfFluid *makeBusy(Fixture *fixture, int cells, bool affine)
{
    gfFluidDef def = Water_Def(cells, cells, 1.0);
    def.boundaries.top.kind = GF_BOUNDARY_OPEN;
    def.water.affine = affine;
    gfFluid *fluid = Flow_Make(fixture, &def);
    Water_Fill(fluid, dam);
    gfSolidDef bar = Flow_SolidDef(gfMakeCapsule((gfVec2){0.6f, 0.2f}, (gfVec2){0.8f, 0.25f}, 0.05f));
    bar.angularVelocity = 2.0f;
    Flow_AddSolidOf(fluid, &bar);
    gfSourceDef spring = Flow_DiscSource(0.8f, 0.8f, 0.06f);
    spring.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    spring.mode = GF_SOURCE_SET;
    spring.mass = 1.0f;
    spring.velocity = (gfVec2){-1.0f, -1.0f};
    Flow_AddEmitter(fluid, &spring);
    return fluid;
}

static int compareIds(const void *a, const void *b)
{
    uint32_t first = ((const gfParticle *)a)->id, second = ((const gfParticle *)b)->id;
    return (first > second) - (first < second);
}

// Fails unless all ids differ and all numbers are finite; returns the particles by their ids.
static WaterParticles readChecked(gfFluid *fluid)
{
    WaterParticles p = Water_Read(fluid);
    qsort(p.list, (size_t)p.count, sizeof *p.list, compareIds);
    for (int i = 0; i < p.count; i++) {
        const gfParticle *q = &p.list[i];
        assert_true(i == 0 || q->id != p.list[i - 1].id);
        assert_true(isfinite(q->position.x) && isfinite(q->position.y));
        assert_true(isfinite(q->velocity.x) && isfinite(q->velocity.y));
    }
    gfParticleStats stats = Particles_Stats(fluid);
    assert_int_equal(stats.live, p.count);
    assert_true(stats.live == stats.initial + stats.emitted - stats.drained);
    return p;
}

static void expectSame(gfFluid *a, gfFluid *b)
{
    WaterParticles first = readChecked(a), second = readChecked(b);
    assert_int_equal(first.count, second.count);
    assert_memory_equal(first.list, second.list, (size_t)first.count * sizeof *first.list);
    gfFieldInfo info;
    float *one = Fixture_Read(a, GF_FIELD_PRESSURE, &info), *other = Fixture_Read(b, GF_FIELD_PRESSURE, &info);
    assert_memory_equal(one, other, (size_t)info.width * (size_t)info.height * sizeof *one);
}

// With a crate, whose measured forces are saved, too.
TEST(testSavedGoesOn)
{
    gfRigidBodyDef crate = Flow_BodyDef(gfMakeRectangle((gfVec2){0.45f, 0.5f}, (gfVec2){0.1f, 0.08f}, 0.3f));
    crate.density = 400.0f;
    for (int affine = 0; affine < 2; affine++) {
        gfFluid *fluid = makeBusy(*state, 32, affine == 1);
        GIVEN(gfFluid_AddRigidBody(fluid, &crate));
        for (int steps = 0; steps < 3; steps++) { // from before the first step on: the speed is read two steps late
            size_t size;
            void *saved = Fixture_Save(fluid, &size);
            gfFluid *other = gfCreateFluidFromSnapshot(((Fixture *)*state)->device, saved, size, NULL);
            assert_non_null(other);
            expectSame(fluid, other);
            gfFluid *changed = makeBusy(*state, 32, affine == 1);
            Flow_Steps(changed, 3);
            assert_true(gfFluid_Load(changed, saved, size, NULL));
            Flow_Steps(fluid, steps == 0 ? 1 : 12);
            Flow_Steps(other, steps == 0 ? 1 : 12);
            Flow_Steps(changed, steps == 0 ? 1 : 12);
            expectSame(fluid, other);
            expectSame(fluid, changed);
            gfDestroyFluid(other);
            gfDestroyFluid(changed);
        }
        gfDestroyFluid(fluid);
    }
}

// Fluids that were reset, and tuned to other parameters and back, run as new ones do.
TEST(testResetIsNew)
{
    gfFluidDef def = Water_Def(24, 24, 1.0), tuned = def;
    gfFluid *fresh = Flow_Make(*state, &def), *fluid = Flow_Make(*state, &def);
    tuned.water.gravity = (gfVec2){3.0f, 2.0f};
    tuned.water.flip = 0.5f;
    tuned.water.pressureCycles = 3;
    tuned.water.sprayDrag = 5.0f;
    tuned.water.density = 800.0f;
    tuned.fixedStep = 0.01f;
    Water_Fill(fluid, dam);
    assert_true(Flow_Tune(fluid, &tuned));
    Flow_Steps(fluid, 10);
    assert_true(Flow_Tune(fluid, &def) && gfFluid_Reset(fluid));
    Water_Fill(fluid, dam);
    Water_Fill(fresh, dam);
    Flow_Steps(fluid, 15);
    Flow_Steps(fresh, 15);
    expectSame(fluid, fresh);
}

// Moves the domain and back: what stayed inside is where it was, to rounding, and the water goes on.
TEST(testScroll)
{
    gfFluidDef def = Water_Def(32, 24, 1.0);
    def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_OPEN;
    gfFluid *fluid = Flow_Make(*state, &def);
    Water_Fill(fluid, pool);
    Flow_AddDisc(fluid, 0.6f, 0.3f, 0.12f);
    Flow_Steps(fluid, 10);
    double h = (double)def.cellSize, pressure = Flow_At(fluid, GF_FIELD_PRESSURE, 0, 15.5 * h, 2.5 * h);
    WaterParticles before = readChecked(fluid);
    assert_true(gfFluid_Scroll(fluid, 4, -3));
    WaterParticles after = readChecked(fluid);
    int k = 0, left = 0;
    for (int i = 0; i < before.count; i++) {
        const gfParticle *p = &before.list[i];
        bool stays = (double)p->position.x >= 4.0 * h && (double)p->position.y < 21.0 * h;
        left += stays ? 0 : 1;
        if (stays) {
            const gfParticle *q = &after.list[k++];
            assert_int_equal(q->id, p->id);
            assert_true(fabs((double)(q->position.x - p->position.x)) < 1e-5 &&
                        fabs((double)(q->position.y - p->position.y)) < 1e-5);
            assert_memory_equal(&q->velocity, &p->velocity, sizeof p->velocity);
        }
    }
    assert_true(k == after.count && left > 0);
    assert_true(pressure > 3.0 && Flow_At(fluid, GF_FIELD_PRESSURE, 0, 15.5 * h, 2.5 * h) == pressure);
    Flow_Steps(fluid, 10);
    readChecked(fluid);
}

// Volume by the particles, m^2.
static double volumeOf(gfFluid *fluid)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    return (double)Particles_Stats(fluid).live * (double)def.cellSize * (double)def.cellSize /
           def.water.particlesPerCell;
}

// A pool keeps its volume, height and calm in cells of twice, half and 1.5 times the size, and back.
TEST(testOtherCells)
{
    const double cells[][2] = {{32, 64}, {32, 16}, {32, 48}, {48, 32}, {32, 40}};
    for (int i = 0; i < (int)(sizeof cells / sizeof cells[0]); i++) {
        gfFluidDef def = Water_Def((int)cells[i][0], (int)cells[i][0], 1.0);
        gfFluid *fluid = Flow_Make(*state, &def);
        Water_Fill(fluid, pool);
        Flow_Steps(fluid, 20);
        double volume = volumeOf(fluid), wave = sqrt(9.81 * 0.5);
        int to = (int)cells[i][1];
        assert_true(gfFluid_Resize(fluid, to, to, (float)(1.0 / to), (gfVec2){0.0f, 0.0f}));
        readChecked(fluid);
        double ratio = volumeOf(fluid) / volume, most = 0.0;
        for (int step = 0; step < 40; step++) {
            Flow_Steps(fluid, 1);
            most = fmax(most, Water_Fastest(fluid, 0.4) / wave);
        }
        double pressed = Flow_At(fluid, GF_FIELD_PRESSURE, 0, 0.5, 0.5 / to) / (9.81 * (0.5 - 0.5 / to));
        double mean, slope = Water_Wave(fluid, &mean);
        Flow_ExpectNear("volume", ratio, 1.0, 1e-3);
        Flow_ExpectNear("height", mean, 0.5, 2e-3);
        Flow_ExpectNear("pressure at the floor", pressed, 1.0, 0.02);
        Flow_ExpectNear("fastest", most, 0.0, 0.045);
        Flow_ExpectNear("a wave", slope, 0.0, 0.003);
        readChecked(fluid);
        gfDestroyFluid(fluid);
    }
}

// Properties at points of a pool at rest, and the pressure's slope.
TEST(testSamples)
{
    gfFluidDef def = Water_Def(32, 32, 1.0);
    gfFluid *fluid = Flow_Make(*state, &def);
    Water_Fill(fluid, pool);
    Flow_Steps(fluid, 40);
    const gfVec2 points[] = {{0.31f, 0.12f}, {0.7f, 0.33f}, {0.5f, 0.9f}};
    float values[3];
    gfVec2 slopes[3];
    assert_true(gfFluid_SampleParticlesBlocking(fluid, GF_PROPERTY_PRESSURE, points, 3, values, slopes));
    for (int i = 0; i < 2; i++) {
        double depth = 0.5 - (double)points[i].y;
        Flow_ExpectNear("pressure", (double)values[i], 9.81 * depth, 0.15);
        Flow_ExpectNear("its slope upwards", (double)slopes[i].y, -9.81, 2.5);
    }
    assert_true(values[2] == 0.0f && slopes[2].y == 0.0f);
    assert_true(gfFluid_SampleParticlesBlocking(fluid, GF_PROPERTY_DENSITY, points, 3, values, NULL));
    Flow_ExpectNear("density", (double)values[0], 1.0, 0.15);
    Flow_ExpectNear("density of air", (double)values[2], 0.0, 1e-6);
    for (int property = GF_PROPERTY_VELOCITY_X; property <= GF_PROPERTY_MATERIAL; property++) {
        assert_true(gfFluid_SampleParticlesBlocking(fluid, (gfParticleProperty)property, points, 3, values, slopes));
        assert_true(isfinite(values[0]) && isfinite(slopes[0].x));
    }
    Flow_ExpectNear("share of the one material", (double)values[0], 1.0, 1e-6);
}

// What no water is like: no gravity, one a hundred thousand times Earth's, steps of a microsecond and of a second. None
// is lost, all is finite, and ends well.
TEST(testExtremes)
{
    const struct {
        gfVec2 gravity;
        float step, speed;
        int steps;
    } rows[] = {{{0.0f, 0.0f}, 1.0f / 60.0f, 0.0f, 10},  {{0.0f, 0.0f}, 1.0f / 60.0f, 1e4f, 10},
                {{0.0f, -6e4f}, 1.0f / 60.0f, 0.0f, 20}, {{6e4f, 6e4f}, 1.0f, 6e4f, 20},
                {{0.0f, -9.81f}, 1e-6f, 1.0f, 20},       {{0.0f, -9.81f}, 1.0f, 0.0f, 20},
                {{-6e4f, 9.81f}, 1e-6f, -6e4f, 20}};
    for (int i = 0; i < (int)(sizeof rows / sizeof rows[0]); i++) {
        gfFluidDef def = Water_Def(24, 20, 1.0), calm;
        def.water.gravity = rows[i].gravity;
        def.fixedStep = rows[i].step;
        gfFluid *fluid = Flow_Make(*state, &def);
        int count = Water_Fill(fluid, dam);
        for (int k = 0; k < 2 && rows[i].speed != 0.0f; k++) {
            const gfParticle fast = {.position = {0.3f, 0.8f}, .velocity = {rows[i].speed, -rows[i].speed}};
            assert_true(gfFluid_AddParticles(fluid, &fast, 1));
            count++;
        }
        Flow_Steps(fluid, rows[i].steps);
        assert_int_equal(readChecked(fluid).count, count);
        calm = def;
        calm.water.gravity = (gfVec2){0.0f, -9.81f};
        calm.water.flip = 0.9f;
        calm.fixedStep = 1.0f / 60.0f;
        assert_true(Flow_Tune(fluid, &calm));
        Flow_Steps(fluid, 300);
        assert_int_equal(readChecked(fluid).count, count);
        Flow_ExpectBetween("fastest", Water_Fastest(fluid, 1.0), 0.0, 4.0);
        Flow_Measure(fluid);
        gfDestroyFluid(fluid);
    }
}

static float between(uint32_t *seed, double low, double high)
{
    return (float)(low + (high - low) * Particles_Random(seed));
}

static gfSourceDef someSource(uint32_t *seed)
{
    gfSourceDef source = Flow_DiscSource(between(seed, 0.0, 1.2), between(seed, 0.0, 1.0), between(seed, 0.03, 0.2));
    source.mode = Particles_Random(seed) < 0.5 ? GF_SOURCE_ADD : GF_SOURCE_SET;
    source.mass = between(seed, -1.0, 1.0);
    source.dye[0] = source.dye[3] = between(seed, 0.0, 1.0);
    source.velocity = (gfVec2){between(seed, -8.0, 8.0), between(seed, -8.0, 8.0)};
    return source;
}

// One of the things that a game may do between two frames.
static void playOnce(gfFluid *fluid, uint32_t *seed)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    gfSourceDef source = someSource(seed);
    int what = (int)between(seed, 0.0, 8.0);
    if (what == 0) {
        assert_true(gfFluid_Splat(fluid, &source));
    } else if (what == 1) {
        source = source.mode == GF_SOURCE_ADD ? Flow_Emitting(source) : source;
        source.lifetime = between(seed, 0.01, 0.5);
        Flow_AddEmitter(fluid, &source);
    } else if (what == 2) {
        gfSolidDef solid = Flow_SolidDef(source.shape);
        solid.velocity = source.velocity;
        gfSolidId id = Flow_AddSolidOf(fluid, &solid);
        Flow_Steps(fluid, (int)between(seed, 1.0, 8.0));
        assert_true(gfFluid_RemoveSolid(fluid, id));
    } else if (what == 3) {
        assert_true(gfFluid_Scroll(fluid, (int32_t)between(seed, -3.0, 3.9), (int32_t)between(seed, -2.0, 2.9)));
    } else if (what == 4) {
        int cells = (int)between(seed, 16.0, 40.0);
        assert_true(gfFluid_Resize(fluid, cells + cells / 5, cells, 1.0f / (float)cells, def.origin));
    } else if (what == 5) {
        def.water.gravity = (gfVec2){between(seed, -9.0, 9.0), between(seed, -20.0, 5.0)};
        def.water.flip = between(seed, 0.0, 1.0);
        def.water.sprayDrag = between(seed, 0.0, 9.0);
        def.fixedStep = between(seed, 0.002, 0.04);
        def.boundaries.top.kind = Particles_Random(seed) < 0.5 ? GF_BOUNDARY_OPEN : GF_BOUNDARY_FREE_SLIP;
        assert_true(Flow_Tune(fluid, &def));
    } else if (what == 6 && Particles_Stats(fluid).live < 300) {
        Water_Fill(fluid, dam);
    }
}

// Whatever a game does, for as many frames as it likes: none is lost, ids are unique, all is finite.
TEST_CI(testPlay)
{
    uint32_t seed = 7;
    gfFluidDef def = Water_Def(28, 24, 1.0);
    gfFluid *fluid = Flow_Make(*state, &def);
    int frames = getenv("GF_LONG") != NULL ? 10000 : 400;
    Water_Fill(fluid, dam);
    for (int frame = 0; frame < frames; frame++) {
        if (frame % 8 == 0) {
            playOnce(fluid, &seed);
        }
        assert_true(gfFluid_Step(fluid, 1.0f / 60.0f));
        if (frame % 20 == 0) {
            readChecked(fluid);
        }
    }
    gfFluidStats stats = Flow_Measure(fluid);
    assert_true(stats.nonfinite == 0);
}
