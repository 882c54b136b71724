// Particles in three dimensions that sources pour, take, move and colour, in containers that stand, are turned and
// move; and the books that are kept of them.
#include "ext/fluid3d/fluid3d.h"
#include "gl/readback.h"
#include "support/flow.h"
#include "support/fluid3d.h"

#include <math.h>

#define SPACING 0.05f
#define CAPACITY 6000

// Where the container is.
typedef struct Frame {
    gfVec3 position;
    gfQuat rotation;
} Frame;

static const Frame frames[] = {{{0.5f, 0.5f, 0.5f}, {0.0f, 0.0f, 0.0f, 1.0f}},
                               {{-2.0f, 3.0f, 1.5f}, {0.18f, -0.36f, 0.54f, 0.7384f}}};
#define FRAMES ((int)(sizeof frames / sizeof *frames))

static const gfParticleSearch searches[] = {GF_SEARCH_SORTED, GF_SEARCH_SLOTS, GF_SEARCH_HASHED};
#define SEARCHES ((int)(sizeof searches / sizeof *searches))

static gfVec3 turnedBy(gfQuat q, gfVec3 v)
{
    const gfVec3 t = {2.0f * (q.y * v.z - q.z * v.y), 2.0f * (q.z * v.x - q.x * v.z), 2.0f * (q.x * v.y - q.y * v.x)};
    return (gfVec3){v.x + q.w * t.x + q.y * t.z - q.z * t.y, v.y + q.w * t.y + q.z * t.x - q.x * t.z,
                    v.z + q.w * t.z + q.x * t.y - q.y * t.x};
}

// A place of the world, from the container's centre along its axes.
static gfVec3 placeIn(const Frame *frame, float x, float y, float z)
{
    gfVec3 arm = turnedBy(frame->rotation, (gfVec3){x, y, z}), p = frame->position;
    return (gfVec3){p.x + arm.x, p.y + arm.y, p.z + arm.z};
}

static double between(gfVec3 a, gfVec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y, z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

// A box of one metre with nothing in it, without gravity.
static gfFluid3DDef emptyBox(const Frame *frame, gfParticleSearch search)
{
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, SPACING, CAPACITY);
    def.position = frame->position;
    def.rotation = frame->rotation;
    def.particles.gravity = (gfVec3){0.0f, 0.0f, 0.0f};
    def.particles.search = search;
    def.particles.slotBlock = 8; // none is dropped
    return def;
}

static gfSource3DDef sourceOf(gfShape3D shape, gfSourceMode mode, uint32_t fields, float mass)
{
    gfSource3DDef source = gfDefaultSource3DDef();
    source.shape = shape;
    source.mode = mode;
    source.fields = fields;
    source.mass = mass;
    return source;
}

static void steps(gfFluid3D *fluid, int count)
{
    for (int i = 0; i < count; i++) {
        assert_true(gfFluid3D_StepOnce(fluid));
    }
}

static void splat(gfFluid3D *fluid, gfSource3DDef source)
{
    assert_true(gfFluid3D_Splat(fluid, &source));
    steps(fluid, 1);
}

static void emit(gfFluid3D *fluid, gfSource3DDef source)
{
    assert_false(GF_IS_NULL(gfFluid3D_AddEmitter(fluid, &source)));
}

static void pourBall(gfFluid3D *fluid, gfVec3 centre, float radius)
{
    splat(fluid, sourceOf(gfMakeSphere(centre, radius), GF_SOURCE_ADD, GF_SOURCE_MASS, 1.0f));
}

static gfParticleStats readStats(gfFluid3D *fluid)
{
    gfParticleStats stats;
    assert_true(gfFluid3D_GetParticleStatsBlocking(fluid, &stats));
    return stats;
}

static gfParticle3D *readAll(gfFluid3D *fluid, int *count)
{
    *count = gfFluid3D_ReadParticlesBlocking(fluid, NULL, 0);
    assert_in_range(*count, 0, CAPACITY);
    return Fluid3D_Read(fluid, *count);
}

// live = initial + emitted - drained, as many as can be read, and no id twice.
static gfParticleStats expectBooks(gfFluid3D *fluid)
{
    gfParticleStats stats = readStats(fluid);
    uint64_t most = stats.initial + stats.emitted;
    int count;
    gfParticle3D *p = readAll(fluid, &count);
    assert_int_equal(stats.live, most - stats.drained);
    assert_int_equal(stats.live, count);
    for (int i = 0; i < count; i++) { // in the order of ids
        assert_true(p[i].id < most && (i == 0 || p[i].id > p[i - 1].id));
    }
    free(p);
    return stats;
}

static int countInBall(gfFluid3D *fluid, gfVec3 centre, double radius)
{
    int count, inside = 0;
    gfParticle3D *p = readAll(fluid, &count);
    for (int i = 0; i < count; i++) {
        inside += between(p[i].position, centre) < radius;
    }
    free(p);
    return inside;
}

// --- pouring ---------------------------------------------------------------------------------------------------------

static double volumeOf(const gfShape3D *shape)
{
    double r = (double)shape->radius, ball = 4.0 / 3.0 * PI * r * r * r;
    if (shape->kind == GF_SHAPE3D_BOX) {
        return 8.0 * (double)shape->b.x * (double)shape->b.y * (double)shape->b.z;
    }
    return shape->kind == GF_SHAPE3D_SPHERE ? ball : ball + PI * r * r * between(shape->a, shape->b);
}

// As many as its volume holds at rest, so that it stays as it is. (Tension, which draws the surface in, is left out.)
static void expectPoured(Fixture *fixture, const Frame *frame, const gfShape3D *shape)
{
    gfFluid3DDef def = emptyBox(frame, GF_SEARCH_SORTED);
    def.particles.materials[0].tension = 0.0f;
    gfFluid3D *fluid = Fluid3D_Make(fixture, &def);
    splat(fluid, sourceOf(*shape, GF_SOURCE_ADD, GF_SOURCE_MASS, 1.0f));
    double sites = volumeOf(shape) / pow((double)SPACING, 3.0), speed = 0.0;
    gfParticleStats stats = expectBooks(fluid);
    Flow_ExpectNear("particles over those that the volume holds", stats.live / sites, 1.0, 0.08);
    for (int step = 0; step < 15; step++) {
        gfFluid3DStats sums;
        assert_true(gfFluid3D_MeasureBlocking(fluid, &sums));
        assert_int_equal(sums.nonfinite, 0);
        speed = fmax(speed, sums.speedMax);
        steps(fluid, 1);
    }
    Flow_ExpectBetween("largest speed over that of sound", speed / (double)stats.soundSpeed, 0.0, 0.03);
    assert_int_equal(expectBooks(fluid).live, stats.live);
    gfDestroyFluid3D(fluid);
}

static void shapes_are_filled_as_at_rest(void **state)
{
    const gfQuat askew = gfMakeQuat((gfVec3){1.0f, 2.0f, -1.0f}, 0.7f);
    for (int i = 0; i < FRAMES; i++) {
        const Frame *f = &frames[i];
        const gfShape3D shapes[] = {
            gfMakeSphere(placeIn(f, 0.0f, 0.05f, 0.0f), 0.35f),
            gfMakeBox(placeIn(f, 0.0f, 0.0f, 0.0f), (gfVec3){0.3f, 0.25f, 0.3f}, askew),
            gfMakeCapsule3D(placeIn(f, -0.2f, -0.2f, 0.0f), placeIn(f, 0.2f, 0.2f, 0.1f), 0.2f)};
        for (int shape = 0; shape < 3; shape++) {
            expectPoured(*state, f, &shapes[shape]);
        }
    }
}

static void rates_and_shares_are_right_in_the_mean(void **state)
{
    const Frame *f = &frames[1];
    const gfFluid3DDef def = emptyBox(f, GF_SEARCH_SORTED);
    gfFluid3D *fluid = Fluid3D_Make(*state, &def);
    const gfShape3D ball = gfMakeSphere(f->position, 0.35f), all = gfMakeSphere(f->position, 2.0f);
    double sites = volumeOf(&ball) / pow((double)SPACING, 3.0);
    splat(fluid, sourceOf(ball, GF_SOURCE_ADD, GF_SOURCE_MASS, 0.5f));
    Flow_ExpectNear("share of sites", readStats(fluid).live / sites, 0.5, 0.06);
    splat(fluid, sourceOf(ball, GF_SOURCE_ADD, GF_SOURCE_MASS, -0.5f));
    Flow_ExpectNear("share that is left", readStats(fluid).live / sites, 0.25, 0.05);
    uint64_t before = readStats(fluid).emitted;
    emit(fluid, sourceOf(ball, GF_SOURCE_ADD, GF_SOURCE_MASS, 3.0f));
    emit(fluid, sourceOf(all, GF_SOURCE_SET, GF_SOURCE_MASS, 0.0f));
    steps(fluid, 60);
    Flow_ExpectNear("particles a site and second", (double)(expectBooks(fluid).emitted - before) / sites, 3.0, 0.2);
    gfDestroyFluid3D(fluid);
}

// Neither in solids nor in walls, and each of both at some distance; nor where the shape is outside. The empty
// container was elsewhere when the solid first acted.
static void nothing_is_poured_into_solids(void **state)
{
    Fixture *fixture = *state;
    const Frame *f = &frames[1];
    const gfFluid3DDef def = emptyBox(&frames[0], GF_SEARCH_SORTED);
    gfFluid3D *fluid = Fluid3D_Make(fixture, &def);
    gfSolid3DDef solid = gfDefaultSolid3DDef();
    const gfVec3 centre = placeIn(f, 0.1f, 0.0f, 0.0f);
    solid.shape = gfMakeSphere(centre, 0.35f);
    assert_false(GF_IS_NULL(gfFluid3D_AddSolid(fluid, &solid)));
    steps(fluid, 1);
    assert_true(gfFluid3D_SetContainer(fluid, f->position, f->rotation, def.size));
    pourBall(fluid, f->position, 2.0f);
    double s = (double)SPACING, reach = 0.35 + 0.5 * s; // none is nearer than half a spacing
    double room = (pow(1.0 - s, 3.0) - 4.0 / 3.0 * PI * pow(reach, 3.0)) / (s * s * s);
    Flow_ExpectNear("particles over room", readStats(fluid).live / room, 1.0, 0.08);
    assert_int_equal(countInBall(fluid, centre, 0.35 + 0.3 * (double)SPACING), 0);
    gfSource3DDef source =
        sourceOf(gfMakeBox(centre, (gfVec3){0.1f, 0.1f, 0.1f}, f->rotation), GF_SOURCE_ADD, GF_SOURCE_MASS, 1.0f);
    assert_false(gfFluid3D_Splat(fluid, &source));
    Fixture_ExpectError(fixture, GF_ERROR_OUT_OF_RANGE, "solid");
    source.shape.b.x = 0.4f; // reaches out of it
    assert_true(gfFluid3D_Splat(fluid, &source));
    uint32_t live = readStats(fluid).live;
    pourBall(fluid, placeIn(f, 2.0f, 0.0f, 0.0f), 0.5f);
    assert_int_equal(readStats(fluid).live, live);
    gfDestroyFluid3D(fluid);
}

static void poured_particles_are_as_asked_for(void **state)
{
    const Frame *f = &frames[1];
    gfFluid3DDef def = emptyBox(f, GF_SEARCH_SORTED);
    def.particles.materialCount = 2;
    def.particles.materials[1] = gfGetParticleMaterial(GF_PARTICLES_OIL);
    gfFluid3D *fluid = Fluid3D_Make(*state, &def);
    gfSource3DDef source =
        sourceOf(gfMakeSphere(f->position, 0.2f), GF_SOURCE_SET, GF_SOURCE_MASS | GF_SOURCE_VELOCITY, 1.0f);
    source.velocity = (gfVec3){0.25f, -0.5f, 0.125f};
    source.material = 1;
    splat(fluid, source);
    int count;
    gfParticle3D *p = readAll(fluid, &count);
    assert_true(count > 100);
    double mean[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < count; i++) {
        assert_int_equal(p[i].material, 1);
        mean[0] += (double)p[i].velocity.x / count;
        mean[1] += (double)p[i].velocity.y / count;
        mean[2] += (double)p[i].velocity.z / count;
    }
    Flow_ExpectNear("mean velocity along x", mean[0], 0.25, 1e-3);
    Flow_ExpectNear("mean velocity along y", mean[1], -0.5, 1e-3);
    Flow_ExpectNear("mean velocity along z", mean[2], 0.125, 1e-3);
    free(p);
    gfDestroyFluid3D(fluid);
}

// --- a jet -----------------------------------------------------------------------------------------------------------

// A square nozzle held full, that blows into open air; the container moves by `drift` m/s, and the nozzle does not.
static void expectJet(Fixture *fixture, const Frame *frame, gfParticleSearch search, gfVec3 axis, float speed,
                      gfVec3 drift)
{
    const float width = 0.3f, spacing = 0.03f;
    gfFluid3DDef def = emptyBox(frame, search);
    def.openSides = GF_CONTAINER_ALL;
    def.particles.spacing = spacing;
    def.particles.speed = 2.0f;
    gfFluid3D *fluid = Fluid3D_Make(fixture, &def);
    float length = (float)between(axis, (gfVec3){0.0f, 0.0f, 0.0f});
    const gfVec3 way = {axis.x / length, axis.y / length, axis.z / length};
    const gfQuat turn = gfMakeQuat((gfVec3){0.0f, -way.z, way.y}, acosf(way.x)); // from x to there
    gfSource3DDef source = sourceOf(gfMakeBox(frame->position, (gfVec3){0.04f, 0.5f * width, 0.5f * width}, turn),
                                    GF_SOURCE_SET, GF_SOURCE_MASS | GF_SOURCE_VELOCITY, 1.0f);
    source.velocity = (gfVec3){speed * way.x, speed * way.y, speed * way.z};
    emit(fluid, source);
    uint64_t before = 0;
    gfVec3 at = frame->position;
    for (int i = 0; i < 60; i++) {
        before = i == 15 ? readStats(fluid).emitted : before;
        at = (gfVec3){at.x + drift.x / 60.0f, at.y + drift.y / 60.0f, at.z + drift.z / 60.0f};
        assert_true(gfFluid3D_SetContainer(fluid, at, frame->rotation, def.size));
        steps(fluid, 1);
    }
    double expected = 0.75 * (double)(speed * width * width / (spacing * spacing * spacing));
    gfParticleStats stats = expectBooks(fluid);
    Flow_ExpectNear("flux over that of the nozzle", (double)(stats.emitted - before) / expected, 1.0, 0.12);
    assert_true(stats.drained > 0);
    gfDestroyFluid3D(fluid);
}

static void jet_keeps_its_flux(void **state)
{
    const gfVec3 x = {1.0f, 0.0f, 0.0f}, still = {0.0f, 0.0f, 0.0f};
    expectJet(*state, &frames[0], GF_SEARCH_SORTED, x, 1.0f, still);
    expectJet(*state, &frames[0], GF_SEARCH_HASHED, (gfVec3){0.0f, 1.0f, 0.0f}, 0.8f, still);
    expectJet(*state, &frames[0], GF_SEARCH_SLOTS, (gfVec3){1.0f, -0.5f, 1.0f}, 1.0f, still);
}

static void jet_keeps_its_flux_in_a_turned_container(void **state)
{
    const gfVec3 still = {0.0f, 0.0f, 0.0f};
    expectJet(*state, &frames[1], GF_SEARCH_SORTED, (gfVec3){0.0f, 0.0f, -1.0f}, 1.0f, still);
    expectJet(*state, &frames[1], GF_SEARCH_SORTED, (gfVec3){0.6f, 1.0f, 0.3f}, 0.7f, still);
}

static void jet_keeps_its_flux_in_a_moving_container(void **state)
{
    expectJet(*state, &frames[0], GF_SEARCH_SORTED, (gfVec3){1.0f, 0.0f, 0.0f}, 1.0f, (gfVec3){0.0f, 0.25f, 0.1f});
    expectJet(*state, &frames[1], GF_SEARCH_SORTED, (gfVec3){0.0f, 1.0f, 0.0f}, 1.0f, (gfVec3){0.2f, 0.1f, 0.0f});
}

// --- draining and books ----------------------------------------------------------------------------------------------

static void eraser_leaves_none_inside(void **state)
{
    for (int i = 0; i < SEARCHES; i++) {
        const Frame *f = &frames[i % FRAMES];
        const gfFluid3DDef def = emptyBox(f, searches[i]);
        gfFluid3D *fluid = Fluid3D_Make(*state, &def);
        pourBall(fluid, f->position, 0.3f);
        uint32_t live = readStats(fluid).live;
        const gfVec3 centre = placeIn(f, -0.1f, 0.05f, 0.0f);
        int inside = countInBall(fluid, centre, 0.2);
        assert_true(inside > 100);
        splat(fluid, sourceOf(gfMakeSphere(centre, 0.2f), GF_SOURCE_SET, GF_SOURCE_MASS, 0.0f));
        assert_int_equal(countInBall(fluid, centre, 0.185), 0);
        assert_int_equal(expectBooks(fluid).live, live - (uint32_t)inside);
        assert_int_equal(readStats(fluid).drained, inside);
        gfDestroyFluid3D(fluid);
    }
}

// A jet and rain into a box with a drain and an open side, beyond the budget, which sways; a hash of all particles.
static uint64_t runLong(Fixture *fixture, const Frame *f, gfParticleSearch search, bool plain, int count)
{
    gfFluid3DDef def = emptyBox(f, search);
    def.openSides = GF_CONTAINER_LEFT;
    def.particles.spacing = 0.1f;
    def.particles.capacity = 260;
    def.particles.gravity.y = -1.0f;
    def.particles.compression = 0.3f;
    def.particles.plain = plain;
    gfFluid3D *fluid = Fluid3D_Make(fixture, &def);
    const gfParticle3D first[] = {{.position = placeIn(f, -0.3f, 0.0f, 0.0f)},
                                  {.position = placeIn(f, 0.2f, 0.1f, 0.0f)}};
    assert_true(gfFluid3D_AddParticles(fluid, first, 2));
    gfSource3DDef jet = sourceOf(gfMakeSphere(placeIn(f, 0.1f, 0.2f, 0.0f), 0.2f), GF_SOURCE_SET,
                                 GF_SOURCE_MASS | GF_SOURCE_VELOCITY, 1.0f);
    jet.velocity = (gfVec3){-0.5f, 0.2f, 0.3f};
    emit(fluid, jet);
    emit(fluid, sourceOf(gfMakeSphere(placeIn(f, 0.0f, 0.3f, 0.1f), 0.4f), GF_SOURCE_ADD, GF_SOURCE_MASS, 2.0f));
    emit(fluid, sourceOf(gfMakeSphere(placeIn(f, 0.2f, -0.4f, -0.2f), 0.3f), GF_SOURCE_SET, GF_SOURCE_MASS, 0.0f));
    uint32_t most = 0;
    for (int i = 0; i < count; i++) {
        float sway = 0.1f * sinf(0.1f * (float)i);
        assert_true(gfFluid3D_SetContainer(fluid, placeIn(f, sway, 0.0f, -sway), f->rotation, def.size));
        steps(fluid, 1);
        if (i % 20 == 19) {
            gfParticleStats stats = expectBooks(fluid);
            most = stats.live > most ? stats.live : most;
            assert_int_equal(stats.initial, 2);
        }
    }
    gfParticleStats stats = readStats(fluid);
    assert_in_range(most, 150, 260);
    assert_true(stats.emitted > 300 && stats.drained > 100);
    int live;
    gfParticle3D *p = readAll(fluid, &live);
    uint64_t hash = Fixture_Hash(FIXTURE_HASH_EMPTY, p, (size_t)live * sizeof *p);
    free(p);
    gfDestroyFluid3D(fluid);
    return hash;
}

static void books_are_kept_and_runs_repeat(void **state)
{
    for (int i = 0; i <= SEARCHES; i++) { // the last: sorted, one by one
        gfParticleSearch search = searches[i % SEARCHES];
        const Frame *f = &frames[1 - i % FRAMES];
        assert_true(runLong(*state, f, search, i == SEARCHES, 300) == runLong(*state, f, search, i == SEARCHES, 300));
    }
}

// --- pushing and colouring -------------------------------------------------------------------------------------------

static void impulse_is_mass_times_change(void **state)
{
    for (int i = 0; i < SEARCHES; i++) {
        const Frame *f = &frames[1 - i % FRAMES];
        const gfFluid3DDef def = emptyBox(f, searches[i]);
        gfFluid3D *fluid = Fluid3D_Make(*state, &def);
        pourBall(fluid, f->position, 0.3f);
        const gfVec3 centre = placeIn(f, 0.0f, -0.1f, 0.0f);
        gfFluid3DStats before, after;
        assert_true(gfFluid3D_MeasureBlocking(fluid, &before));
        double mass = countInBall(fluid, centre, 0.2) * before.mass / readStats(fluid).live;
        gfSource3DDef source = sourceOf(gfMakeSphere(centre, 0.2f), GF_SOURCE_ADD, GF_SOURCE_VELOCITY, 0.0f);
        source.velocity = (gfVec3){0.3f, -0.2f, 0.4f};
        splat(fluid, source);
        assert_true(gfFluid3D_MeasureBlocking(fluid, &after));
        const float change[3] = {0.3f, -0.2f, 0.4f};
        for (int axis = 0; axis < 3; axis++) {
            Flow_ExpectNear("impulse over that given",
                            (after.momentum[axis] - before.momentum[axis]) / (mass * (double)change[axis]), 1.0, 2e-3);
        }
        gfDestroyFluid3D(fluid);
    }
}

// Acceleration is of time, not of steps.
static void emitter_accelerates(void **state)
{
    for (int i = 0; i < 2; i++) {
        const Frame *f = &frames[1];
        gfFluid3DDef def = emptyBox(f, GF_SEARCH_SORTED);
        def.fixedStep = i == 0 ? 1.0f / 60.0f : 1.0f / 240.0f;
        gfFluid3D *fluid = Fluid3D_Make(*state, &def);
        pourBall(fluid, f->position, 0.2f);
        gfSource3DDef source = sourceOf(gfMakeSphere(f->position, 2.0f), GF_SOURCE_ADD, GF_SOURCE_VELOCITY, 0.0f);
        source.velocity.z = 0.6f;
        emit(fluid, source);
        steps(fluid, i == 0 ? 15 : 60);
        gfFluid3DStats sums;
        assert_true(gfFluid3D_MeasureBlocking(fluid, &sums));
        Flow_ExpectNear("speed after a quarter second", sums.momentum[2] / sums.mass, 0.15, 1e-3);
        gfDestroyFluid3D(fluid);
    }
}

static double distanceOfMean(gfFluid3D *fluid, gfVec3 from)
{
    int count;
    gfParticle3D *p = readAll(fluid, &count);
    gfVec3 mean = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < count; i++) {
        mean.x += p[i].position.x / (float)count;
        mean.y += p[i].position.y / (float)count;
        mean.z += p[i].position.z / (float)count;
    }
    free(p);
    return between(mean, from);
}

static void attraction_draws_the_centre_of_mass(void **state)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        const Frame *f = &frames[sign < 0 ? 0 : 1];
        const gfFluid3DDef def = emptyBox(f, GF_SEARCH_SORTED);
        gfFluid3D *fluid = Fluid3D_Make(*state, &def);
        pourBall(fluid, f->position, 0.15f);
        const gfVec3 centre = placeIn(f, 0.1f, 0.1f, -0.1f);
        double before = distanceOfMean(fluid, centre);
        gfSource3DDef source = sourceOf(gfMakeSphere(centre, 0.5f), GF_SOURCE_ADD, GF_SOURCE_VELOCITY, 0.0f);
        source.attraction = 2.0f * (float)sign;
        gfEmitter3DId id = gfFluid3D_AddEmitter(fluid, &source);
        assert_false(GF_IS_NULL(id));
        steps(fluid, 15);
        Flow_ExpectBetween("way towards the centre", sign * (before - distanceOfMean(fluid, centre)), 0.01, 0.1);
        gfParticleStats stats = expectBooks(fluid);
        assert_int_equal(stats.live, stats.emitted);
        assert_true(gfFluid3D_RemoveEmitter(fluid, id));
        gfDestroyFluid3D(fluid);
    }
}

// Means of the bytes of all particles, in linear light.
static void expectColor(gfFluid3D *fluid, double red, double green, double blue, double tolerance)
{
    const double expected[3] = {red, green, blue};
    gfDevice *device = fluid->body.device;
    gfParticleView view;
    assert_true(gfDevice_Begin(device, "test"));
    gfVolume_View(&fluid->body, fluid->volume, &view);
    uint32_t *tags = calloc((size_t)view.width * (size_t)view.tags->height, 4 * sizeof *tags), count[4];
    assert_non_null(tags);
    assert_true(gfReadback_Integers(device, view.tags, view.width, view.tags->height, tags));
    assert_true(gfReadback_Integers(device, view.count, 1, 1, count));
    gfDevice_End(device);
    for (int c = 0; c < 3; c++) {
        double mean = 0.0;
        for (uint32_t i = 0; i < count[0]; i++) {
            double byte = (double)(tags[4 * i + 1] >> (8 * c) & 0xffu) / 255.0;
            mean += (byte <= 0.04045 ? byte / 12.92 : pow((byte + 0.055) / 1.055, 2.4)) / count[0];
        }
        Flow_ExpectNear("linear light", mean, expected[c], tolerance);
    }
    free(tags);
}

// Dye lies over colours by its alpha; setting none gives a material's colour back.
static void dye_colours(void **state)
{
    const Frame *f = &frames[1];
    const gfFluid3DDef def = emptyBox(f, GF_SEARCH_SORTED);
    const float *own = def.particles.materials[0].color;
    double r = (double)own[0], g = (double)own[1], b = (double)own[2];
    gfFluid3D *fluid = Fluid3D_Make(*state, &def);
    gfSource3DDef source =
        sourceOf(gfMakeSphere(f->position, 0.2f), GF_SOURCE_ADD, GF_SOURCE_DYE | GF_SOURCE_MASS, 1.0f);
    source.dye[1] = source.dye[3] = 0.5f;
    splat(fluid, source); // over what is poured, too
    expectColor(fluid, 0.5 * r, 0.5 * g + 0.5, 0.5 * b, 4e-3);
    source = sourceOf(gfMakeSphere(f->position, 2.0f), GF_SOURCE_SET, GF_SOURCE_DYE, 0.0f);
    splat(fluid, source);
    expectColor(fluid, r, g, b, 4e-3);
    source.mode = GF_SOURCE_ADD;
    source.dye[3] = 0.6f; // a hundredth a step
    emit(fluid, source);
    steps(fluid, 50);
    double share = pow(0.99, 50.0);
    expectColor(fluid, share * r, share * g, share * b, 1e-2);
    gfDestroyFluid3D(fluid);
}

// --- beside them -----------------------------------------------------------------------------------------------------

// What is poured is as much in the container as what is added: from then on it is moved, not put elsewhere.
static void poured_fluid_keeps_its_container(void **state)
{
    const Frame *f = &frames[0];
    const gfFluid3DDef def = emptyBox(f, GF_SEARCH_SORTED);
    const gfVec3 there = {0.55f, 0.5f, 0.5f};
    gfFluid3D *fluid = Fluid3D_Make(*state, &def);
    gfVec3 position;
    steps(fluid, 1);
    assert_true(gfFluid3D_SetContainer(fluid, there, f->rotation, def.size));
    assert_true(gfFluid3D_GetContainer(fluid, &position, NULL, NULL) && between(position, there) < 1e-6);
    pourBall(fluid, there, 0.2f);
    assert_true(gfFluid3D_SetContainer(fluid, f->position, f->rotation, def.size));
    assert_true(gfFluid3D_GetContainer(fluid, &position, NULL, NULL) && between(position, there) < 1e-6);
    steps(fluid, 1);
    assert_true(gfFluid3D_GetContainer(fluid, &position, NULL, NULL) && between(position, f->position) < 1e-6);
    assert_true(distanceOfMean(fluid, there) < 0.01);
    gfSource3DDef waiting = sourceOf(gfMakeSphere(there, 0.2f), GF_SOURCE_ADD, GF_SOURCE_MASS, 1.0f);
    assert_true(gfFluid3D_Splat(fluid, &waiting));
    assert_true(gfFluid3D_Reset(fluid)); // it waits no longer
    steps(fluid, 1);
    gfParticleStats stats = expectBooks(fluid);
    assert_true(stats.live == 0 && stats.emitted == 0 && stats.drained == 0);
    assert_true(gfFluid3D_SetContainer(fluid, there, f->rotation, def.size));
    assert_true(gfFluid3D_GetContainer(fluid, &position, NULL, NULL) && between(position, there) < 1e-6);
    gfDestroyFluid3D(fluid);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_filled_as_at_rest),
        cmocka_unit_test(rates_and_shares_are_right_in_the_mean),
        cmocka_unit_test(nothing_is_poured_into_solids),
        cmocka_unit_test(poured_particles_are_as_asked_for),
        cmocka_unit_test(jet_keeps_its_flux),
        cmocka_unit_test(jet_keeps_its_flux_in_a_turned_container),
        cmocka_unit_test(jet_keeps_its_flux_in_a_moving_container),
        cmocka_unit_test(eraser_leaves_none_inside),
        cmocka_unit_test(books_are_kept_and_runs_repeat),
        cmocka_unit_test(impulse_is_mass_times_change),
        cmocka_unit_test(emitter_accelerates),
        cmocka_unit_test(attraction_draws_the_centre_of_mass),
        cmocka_unit_test(dye_colours),
        cmocka_unit_test(poured_fluid_keeps_its_container),
    };
    return Fixture_RunPart(argc, argv, tests, sizeof tests / sizeof *tests, Fixture_SetUp, Fixture_TearDown);
}
