// Particles that sources pour, take, move and colour, in two dimensions and in three, in containers that stand, are
// turned and move; and the books that are kept of them.
#include "ext/fluid3d/fluid3d.h"
#include "fluid/fluid.h"
#include "gl/readback.h"
#include "solvers/particles/sph.h"
#include "support/few_particles.h"
#include "support/flow.h"
#include "support/fluid3d.h"

#define CAPACITY 6000

// Where the container is. In two dimensions it is always the first.
typedef struct Frame {
    gfVec3 position;
    gfQuat rotation;
} Frame;

static const Frame frames[] = {{{0.5f, 0.5f, 0.5f}, {0.0f, 0.0f, 0.0f, 1.0f}},
                               {{-2.0f, 3.0f, 1.5f}, {0.18f, -0.36f, 0.54f, 0.7384f}}};

typedef struct Kind {
    int dimensions;
    const Frame *frame;
    gfParticleSearch search;
} Kind;

// Each search in two dimensions and in three, and in three the container as it may lie.
static const Kind kinds[] = {{2, &frames[0], GF_SEARCH_SORTED}, {2, &frames[0], GF_SEARCH_SLOTS},
                             {2, &frames[0], GF_SEARCH_HASHED}, {3, &frames[1], GF_SEARCH_SORTED},
                             {3, &frames[0], GF_SEARCH_SLOTS},  {3, &frames[1], GF_SEARCH_HASHED}};
#define KINDS ((int)(sizeof kinds / sizeof *kinds))

// One for each number of dimensions, for what does not hang on the search.
static const Kind *const bothKinds[] = {&kinds[0], &kinds[3]};

typedef enum OpenSides { OPEN_NONE, OPEN_LEFT, OPEN_ALL } OpenSides;

// A box of one metre, by default empty and without gravity.
typedef struct BoxDef {
    gfParticleParams particles;
    OpenSides open;
    float step;
} BoxDef;

// Places and sources are given in three dimensions; in two what they say of z is left out.
typedef struct Box {
    const Kind *kind;
    gfFluid *flat;   // in two dimensions, else null
    gfFluid3D *deep; // in three
    double spacing;
} Box;

static BoxDef emptyDef(const Kind *kind)
{
    BoxDef def = {kind->dimensions == 2 ? gfDefaultFluidDef().particles : gfDefaultFluid3DDef().particles, OPEN_NONE,
                  1.0f / 60.0f};
    def.particles.spacing = kind->dimensions == 2 ? 0.02f : 0.05f;
    def.particles.capacity = CAPACITY;
    def.particles.gravity = (gfVec3){0.0f, 0.0f, 0.0f};
    def.particles.search = kind->search;
    def.particles.slotBlock = 8; // none is dropped
    return def;
}

static Box makeBox(Fixture *fixture, const Kind *kind, const BoxDef *box)
{
    Box made = {.kind = kind, .spacing = (double)box->particles.spacing};
    if (kind->dimensions == 2) {
        gfFluidDef def = gfDefaultFluidDef();
        gfBoundaries *sides = &def.boundaries;
        def.solver = GF_SOLVER_PARTICLES;
        def.gridWidth = def.gridHeight = 64;
        def.cellSize = 1.0f / 64.0f;
        def.fixedStep = box->step;
        def.particles = box->particles;
        sides->left.kind = box->open == OPEN_NONE ? sides->left.kind : GF_BOUNDARY_OPEN;
        if (box->open == OPEN_ALL) {
            sides->right.kind = sides->bottom.kind = sides->top.kind = GF_BOUNDARY_OPEN;
        }
        made.flat = Flow_Make(fixture, &def);
        return made;
    }
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.0f, 0);
    def.position = kind->frame->position;
    def.rotation = kind->frame->rotation;
    def.openSides = box->open == OPEN_ALL ? GF_CONTAINER_ALL : box->open == OPEN_LEFT ? GF_CONTAINER_LEFT : 0;
    def.fixedStep = box->step;
    def.particles = box->particles;
    made.deep = Fluid3D_Make(fixture, &def);
    return made;
}

static Box makeEmpty(Fixture *fixture, const Kind *kind)
{
    const BoxDef def = emptyDef(kind);
    return makeBox(fixture, kind, &def);
}

static void steps(const Box *box, int count)
{
    for (int i = 0; i < count; i++) {
        assert_true(box->flat != NULL ? gfFluid_StepOnce(box->flat) : gfFluid3D_StepOnce(box->deep));
    }
}

// Moves the container, where there is one.
static void moveTo(const Box *box, gfVec3 position)
{
    assert_true(box->deep == NULL ||
                gfFluid3D_SetContainer(box->deep, position, box->kind->frame->rotation, (gfVec3){1.0f, 1.0f, 1.0f}));
}

static gfVec3 turnedBy(gfQuat q, gfVec3 v)
{
    const gfVec3 t = {2.0f * (q.y * v.z - q.z * v.y), 2.0f * (q.z * v.x - q.x * v.z), 2.0f * (q.x * v.y - q.y * v.x)};
    return (gfVec3){v.x + q.w * t.x + q.y * t.z - q.z * t.y, v.y + q.w * t.y + q.z * t.x - q.x * t.z,
                    v.z + q.w * t.z + q.x * t.y - q.y * t.x};
}

// A place of the world, from the container's centre along its axes.
static gfVec3 placeIn(const Kind *kind, float x, float y, float z)
{
    gfVec3 arm = turnedBy(kind->frame->rotation, (gfVec3){x, y, z}), p = kind->frame->position;
    return (gfVec3){p.x + arm.x, p.y + arm.y, p.z + arm.z};
}

static double between(const Box *box, gfVec3 a, gfVec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y, z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + (box->flat != NULL ? 0.0 : z * z));
}

static void addBall(const Box *box, gfVec3 centre, float radius)
{
    gfSolidDef disc = gfDefaultSolidDef();
    gfSolid3DDef ball = gfDefaultSolid3DDef();
    disc.shape = gfMakeCircle((gfVec2){centre.x, centre.y}, radius);
    ball.shape = gfMakeSphere(centre, radius);
    assert_false(box->flat != NULL ? GF_IS_NULL(gfFluid_AddSolid(box->flat, &disc))
                                   : GF_IS_NULL(gfFluid3D_AddSolid(box->deep, &ball)));
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

// A sphere becomes a circle, and a box that is turned about z a rectangle.
static gfSourceDef flattened(const gfSource3DDef *from)
{
    const gfShape3D *s = &from->shape;
    gfSourceDef source = Flow_DiscSource(s->a.x, s->a.y, s->radius);
    if (s->kind == GF_SHAPE3D_BOX) {
        source.shape = gfMakeRectangle((gfVec2){s->a.x, s->a.y}, (gfVec2){s->b.x, s->b.y},
                                       2.0f * atan2f(s->rotation.z, s->rotation.w));
    }
    source.mode = from->mode;
    source.fields = from->fields;
    source.mass = from->mass;
    source.velocity = (gfVec2){from->velocity.x, from->velocity.y};
    source.acceleration = (gfVec2){from->acceleration.x, from->acceleration.y};
    source.attraction = from->attraction;
    source.material = from->material;
    memcpy(source.dye, from->dye, sizeof source.dye);
    return source;
}

static bool trySplat(const Box *box, const gfSource3DDef *source)
{
    const gfSourceDef flat = flattened(source);
    return box->flat != NULL ? gfFluid_Splat(box->flat, &flat) : gfFluid3D_Splat(box->deep, source);
}

static void splat(const Box *box, gfSource3DDef source)
{
    assert_true(trySplat(box, &source));
    steps(box, 1);
}

typedef struct Emitter {
    gfEmitterId flat;
    gfEmitter3DId deep;
} Emitter;

static Emitter tryEmit(const Box *box, const gfSource3DDef *source)
{
    const gfSourceDef flat = flattened(source);
    Emitter emitter = {{0}, {0}};
    if (box->flat != NULL) {
        emitter.flat = gfFluid_AddEmitter(box->flat, &flat);
    } else {
        emitter.deep = gfFluid3D_AddEmitter(box->deep, source);
    }
    return emitter;
}

static Emitter emit(const Box *box, gfSource3DDef source)
{
    Emitter emitter = tryEmit(box, &source);
    assert_false(GF_IS_NULL(emitter.flat) && GF_IS_NULL(emitter.deep));
    return emitter;
}

static void stop(const Box *box, Emitter emitter)
{
    assert_true(box->flat != NULL ? gfFluid_RemoveEmitter(box->flat, emitter.flat)
                                  : gfFluid3D_RemoveEmitter(box->deep, emitter.deep));
}

static void pourBall(const Box *box, gfVec3 centre, float radius)
{
    splat(box, sourceOf(gfMakeSphere(centre, radius), GF_SOURCE_ADD, GF_SOURCE_MASS, 1.0f));
}

static gfParticleStats readStats(const Box *box)
{
    gfParticleStats stats;
    assert_true(box->flat != NULL ? gfFluid_GetParticleStatsBlocking(box->flat, &stats)
                                  : gfFluid3D_GetParticleStatsBlocking(box->deep, &stats));
    return stats;
}

// All particles in the order of their ids, to be freed.
static gfParticle3D *readAll(const Box *box, int *count)
{
    if (box->deep != NULL) {
        *count = gfFluid3D_ReadParticlesBlocking(box->deep, NULL, 0);
        assert_in_range(*count, 0, CAPACITY);
        return Fixture_Keep(Fluid3D_Read(box->deep, *count));
    }
    gfParticle *flat = Fixture_Keep(FewParticles_Read(box->flat, count));
    gfParticle3D *all = Fixture_Alloc(((size_t)*count + 1) * sizeof *all);
    for (int i = 0; i < *count; i++) {
        all[i] = (gfParticle3D){.position = {flat[i].position.x, flat[i].position.y, 0.0f},
                                .velocity = {flat[i].velocity.x, flat[i].velocity.y, 0.0f},
                                .material = flat[i].material,
                                .id = flat[i].id};
    }
    return all;
}

// live = initial + emitted - drained, as many as can be read, and no id twice.
static gfParticleStats expectBooks(const Box *box)
{
    gfParticleStats stats = readStats(box);
    uint64_t most = stats.initial + stats.emitted;
    int count;
    gfParticle3D *p = readAll(box, &count);
    assert_int_equal(stats.live, most - stats.drained);
    assert_int_equal(stats.live, count);
    for (int i = 0; i < count; i++) { // in the order of ids
        assert_true(p[i].id < most && (i == 0 || p[i].id > p[i - 1].id));
    }
    return stats;
}

static int countInBall(const Box *box, gfVec3 centre, double radius)
{
    int count, inside = 0;
    gfParticle3D *p = readAll(box, &count);
    for (int i = 0; i < count; i++) {
        inside += between(box, p[i].position, centre) < radius;
    }
    return inside;
}

// Means over all particles.
typedef struct Means {
    gfVec3 position;
    double velocity[3], fastest;
    int count;
} Means;

static Means readMeans(const Box *box)
{
    const gfVec3 none = {0.0f, 0.0f, 0.0f};
    Means m = {.position = none};
    gfParticle3D *p = readAll(box, &m.count);
    for (int i = 0; i < m.count; i++) {
        double speed = between(box, p[i].velocity, none);
        assert_true(isfinite(speed) && isfinite(between(box, p[i].position, none)));
        m.fastest = fmax(m.fastest, speed);
        for (int axis = 0; axis < box->kind->dimensions; axis++) {
            (&m.position.x)[axis] += (&p[i].position.x)[axis] / (float)m.count;
            m.velocity[axis] += (double)(&p[i].velocity.x)[axis] / m.count;
        }
    }
    return m;
}

// How many particles are to be in a shape.
static double sitesOf(const Box *box, const gfShape3D *shape)
{
    double r = (double)shape->radius, s = box->spacing, ball = 4.0 / 3.0 * PI * r * r * r;
    if (box->flat != NULL) {
        return PI * r * r / (s * s);
    }
    double volume =
        shape->kind == GF_SHAPE3D_BOX
            ? 8.0 * (double)shape->b.x * (double)shape->b.y * (double)shape->b.z
            : ball + (shape->kind == GF_SHAPE3D_SPHERE ? 0.0 : PI * r * r * between(box, shape->a, shape->b));
    return volume / (s * s * s);
}

// As many as its volume holds at rest, so that it stays as it is: without tension, which draws the surface in.
static void expectPoured(Fixture *fixture, const Kind *kind, const gfShape3D *shape, bool tense)
{
    BoxDef def = emptyDef(kind);
    def.particles.materials[0].tension = tense ? def.particles.materials[0].tension : 0.0f;
    Box box = makeBox(fixture, kind, &def);
    splat(&box, sourceOf(*shape, GF_SOURCE_ADD, GF_SOURCE_MASS, 1.0f));
    gfParticleStats stats = expectBooks(&box);
    double speed = 0.0;
    Flow_ExpectNear("particles over those that the volume holds", stats.live / sitesOf(&box, shape), 1.0,
                    kind->dimensions == 2 ? 0.05 : 0.08);
    for (int step = 0; step < 15; step++) {
        speed = fmax(speed, readMeans(&box).fastest);
        steps(&box, 1);
    }
    Flow_ExpectBetween("largest speed over that of sound", speed / (double)stats.soundSpeed, 0.0, tense ? 0.15 : 0.03);
    assert_int_equal(expectBooks(&box).live, stats.live);
}

TEST_ALL(shapes_are_filled_as_at_rest)
{
    const gfQuat askew = gfMakeQuat((gfVec3){1.0f, 2.0f, -1.0f}, 0.7f);
    for (int i = 0; i <= 3; i++) {
        const gfShape3D disc = gfMakeSphere(frames[0].position, 0.3f);
        expectPoured(*state, &kinds[i % 3], &disc, i == 3);
    }
    for (int i = 0; i < 2; i++) {
        const Kind kind = {3, &frames[i], GF_SEARCH_SORTED};
        const gfShape3D shapes[] = {
            gfMakeSphere(placeIn(&kind, 0.0f, 0.05f, 0.0f), 0.35f),
            gfMakeBox(placeIn(&kind, 0.0f, 0.0f, 0.0f), (gfVec3){0.3f, 0.25f, 0.3f}, askew),
            gfMakeCapsule3D(placeIn(&kind, -0.2f, -0.2f, 0.0f), placeIn(&kind, 0.2f, 0.2f, 0.1f), 0.2f)};
        for (int shape = 0; shape < 3; shape++) {
            expectPoured(*state, &kind, &shapes[shape], false);
        }
    }
}

TEST(rates_and_shares_are_right_in_the_mean)
{
    for (int i = 0; i < 2; i++) {
        Box box = makeEmpty(*state, bothKinds[i]);
        const gfVec3 centre = placeIn(box.kind, 0.0f, 0.0f, 0.0f);
        const gfShape3D ball = gfMakeSphere(centre, 0.35f), all = gfMakeSphere(centre, 2.0f);
        double sites = sitesOf(&box, &ball);
        splat(&box, sourceOf(ball, GF_SOURCE_ADD, GF_SOURCE_MASS, 0.5f));
        Flow_ExpectNear("share of sites", readStats(&box).live / sites, 0.5, 0.06);
        splat(&box, sourceOf(ball, GF_SOURCE_ADD, GF_SOURCE_MASS, -0.5f));
        Flow_ExpectNear("share that is left", readStats(&box).live / sites, 0.25, 0.05);
        uint64_t before = readStats(&box).emitted;
        emit(&box, sourceOf(ball, GF_SOURCE_ADD, GF_SOURCE_MASS, 3.0f));
        emit(&box, sourceOf(all, GF_SOURCE_SET, GF_SOURCE_MASS, 0.0f));
        steps(&box, 60);
        Flow_ExpectNear("particles a site and second", (double)(expectBooks(&box).emitted - before) / sites, 3.0, 0.15);
    }
}

// What is poured into a domain with a ball in it, which is as large as there is room.
static void expectRoomFilled(const Box *box, gfVec3 ball, double radius)
{
    double s = box->spacing, reach = radius + 0.5 * s; // none is nearer than half a spacing
    double room = box->flat != NULL ? (1.0 - PI * radius * radius) / (s * s)
                                    : (pow(1.0 - s, 3.0) - 4.0 / 3.0 * PI * pow(reach, 3.0)) / (s * s * s);
    pourBall(box, placeIn(box->kind, 0.0f, 0.0f, 0.0f), 2.0f);
    Flow_ExpectNear("particles over room", readStats(box).live / room, 1.0, box->flat != NULL ? 0.06 : 0.08);
    assert_int_equal(countInBall(box, ball, radius + 0.3 * s), 0);
}

// Neither in solids nor in walls, and each of both at some distance; nor where the shape is outside. The empty
// container was elsewhere when the solid first acted.
TEST_CI(nothing_is_poured_into_solids)
{
    for (int i = 0; i < 2; i++) {
        const Kind *kind = bothKinds[i], first = {kind->dimensions, &frames[0], kind->search};
        const float radius = kind->dimensions == 2 ? 0.2f : 0.35f;
        Box box = makeEmpty(fixture, &first);
        box.kind = kind;
        const gfVec3 centre = placeIn(kind, 0.1f, 0.0f, 0.0f);
        addBall(&box, centre, radius);
        steps(&box, 1);
        moveTo(&box, kind->frame->position);
        expectRoomFilled(&box, centre, (double)radius);
        gfSource3DDef source = sourceOf(gfMakeSphere(centre, 0.1f), GF_SOURCE_ADD, GF_SOURCE_MASS, 1.0f);
        EXPECT_REFUSED(trySplat(&box, &source), OUT_OF_RANGE, "solid");
        Emitter none = tryEmit(&box, &source);
        EXPECT_REFUSED(!GF_IS_NULL(none.flat) || !GF_IS_NULL(none.deep), OUT_OF_RANGE, "solid");
        source.shape.radius = 0.4f; // reaches out of it
        source.material = 1;
        EXPECT_REFUSED(trySplat(&box, &source), OUT_OF_RANGE, "material");
        source.material = 0;
        splat(&box, source);
        uint32_t live = readStats(&box).live;
        pourBall(&box, placeIn(kind, 2.0f, 0.0f, 0.0f), 0.5f); // outside of the domain
        assert_int_equal(readStats(&box).live, live);
    }
}

TEST(poured_particles_are_as_asked_for)
{
    for (int i = 0; i < 2; i++) {
        BoxDef def = emptyDef(bothKinds[i]);
        def.particles.materialCount = 2;
        def.particles.materials[1] = gfGetParticleMaterial(GF_PARTICLES_OIL);
        Box box = makeBox(*state, bothKinds[i], &def);
        gfSource3DDef source = sourceOf(gfMakeSphere(placeIn(box.kind, 0.0f, 0.0f, 0.0f), 0.2f), GF_SOURCE_SET,
                                        GF_SOURCE_MASS | GF_SOURCE_VELOCITY, 1.0f);
        source.velocity = (gfVec3){0.25f, -0.5f, 0.125f};
        source.material = 1;
        splat(&box, source);
        int count;
        gfParticle3D *p = readAll(&box, &count);
        assert_true(count > 100);
        for (int k = 0; k < count; k++) {
            assert_int_equal(p[k].material, 1);
        }
        Means means = readMeans(&box);
        for (int axis = 0; axis < box.kind->dimensions; axis++) {
            Flow_ExpectNear("mean velocity", means.velocity[axis], (double)(&source.velocity.x)[axis], 1e-3);
        }
    }
}

typedef struct Jet {
    Kind kind;
    gfVec3 velocity, drift; // m/s; of the container, which the nozzle does not follow
} Jet;

// A square nozzle held full, that blows into open air.
static void expectJet(Fixture *fixture, const Jet *jet)
{
    const bool flat = jet->kind.dimensions == 2;
    const float width = flat ? 0.16f : 0.3f;
    BoxDef def = emptyDef(&jet->kind);
    def.open = OPEN_ALL;
    def.particles.spacing = flat ? 0.02f : 0.03f;
    def.particles.speed = 2.0f;
    Box box = makeBox(fixture, &jet->kind, &def);
    gfVec3 v = jet->velocity, at = jet->kind.frame->position;
    float speed = (float)between(&box, v, (gfVec3){0.0f, 0.0f, 0.0f});
    // From x to there; in two dimensions about z.
    const gfQuat turn = flat ? gfMakeQuat((gfVec3){0.0f, 0.0f, 1.0f}, atan2f(v.y, v.x))
                             : gfMakeQuat((gfVec3){0.0f, -v.z, v.y}, acosf(v.x / speed));
    gfSource3DDef source = sourceOf(gfMakeBox(at, (gfVec3){0.04f, 0.5f * width, 0.5f * width}, turn), GF_SOURCE_SET,
                                    GF_SOURCE_MASS | GF_SOURCE_VELOCITY, 1.0f);
    source.velocity = v;
    emit(&box, source);
    uint64_t before = 0;
    for (int i = 0; i < 60; i++) {
        before = i == 15 ? readStats(&box).emitted : before;
        at = (gfVec3){at.x + jet->drift.x / 60.0f, at.y + jet->drift.y / 60.0f, at.z + jet->drift.z / 60.0f};
        moveTo(&box, at);
        steps(&box, 1);
    }
    double expected =
        0.75 * (double)speed * pow((double)width, jet->kind.dimensions - 1) / pow(box.spacing, jet->kind.dimensions);
    gfParticleStats stats = expectBooks(&box);
    Flow_ExpectNear("flux over that of the nozzle", (double)(stats.emitted - before) / expected, 1.0,
                    flat ? 0.1 : 0.12);
    assert_true(stats.drained > 0);
}

TEST_ALL(jets_keep_their_flux)
{
    static const Jet jets[] = {
        {{2, &frames[0], GF_SEARCH_SORTED}, {1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}},
        {{2, &frames[0], GF_SEARCH_HASHED}, {0.0f, 0.9f, 0.0f}, {0.0f, 0.0f, 0.0f}},
        {{2, &frames[0], GF_SEARCH_SLOTS}, {-0.6f, 0.5f, 0.0f}, {0.0f, 0.0f, 0.0f}},
        {{3, &frames[0], GF_SEARCH_HASHED}, {0.0f, 0.8f, 0.0f}, {0.0f, 0.0f, 0.0f}},
        {{3, &frames[0], GF_SEARCH_SLOTS}, {0.67f, -0.33f, 0.67f}, {0.0f, 0.0f, 0.0f}},
        {{3, &frames[1], GF_SEARCH_SORTED}, {0.35f, 0.58f, 0.17f}, {0.0f, 0.0f, 0.0f}},
        {{3, &frames[1], GF_SEARCH_SORTED}, {0.0f, 1.0f, 0.0f}, {0.2f, 0.1f, 0.0f}},
    };
    for (size_t i = 0; i < sizeof jets / sizeof *jets; i++) {
        expectJet(*state, &jets[i]);
    }
}

TEST_CI(eraser_leaves_none_inside)
{
    for (int i = 0; i < KINDS; i++) {
        Box box = makeEmpty(*state, &kinds[i]);
        pourBall(&box, placeIn(box.kind, 0.0f, 0.0f, 0.0f), 0.3f);
        uint32_t live = readStats(&box).live;
        const gfVec3 centre = placeIn(box.kind, -0.1f, 0.05f, 0.0f);
        int inside = countInBall(&box, centre, 0.2);
        assert_true(inside > 100);
        splat(&box, sourceOf(gfMakeSphere(centre, 0.2f), GF_SOURCE_SET, GF_SOURCE_MASS, 0.0f));
        assert_int_equal(countInBall(&box, centre, 0.2 - (box.flat != NULL ? 0.5 : 0.3) * box.spacing), 0);
        assert_int_equal(expectBooks(&box).live, live - (uint32_t)inside);
        assert_int_equal(readStats(&box).drained, inside);
    }
}

// As many as there is room for, again and again; ids go on.
TEST_CI(budget_is_kept_and_used_again)
{
    for (int i = 0; i < KINDS; i++) {
        BoxDef def = emptyDef(&kinds[i]);
        def.particles.capacity = 777;
        Box box = makeBox(*state, &kinds[i], &def);
        for (int round = 0; round < 3; round++) {
            pourBall(&box, placeIn(box.kind, 0.0f, 0.0f, 0.0f), 2.0f);
            gfParticleStats stats = expectBooks(&box);
            assert_int_equal(stats.live, 777);
            int count;
            gfParticle3D *p = readAll(&box, &count);
            assert_int_equal(p[count - 1].id, stats.emitted - 1);
            splat(&box, sourceOf(gfMakeSphere(placeIn(box.kind, 0.2f * (float)round - 0.4f, -0.4f, 0.0f),
                                              box.flat != NULL ? 0.2f : 0.6f),
                                 GF_SOURCE_SET, GF_SOURCE_MASS, 0.0f));
            assert_true(expectBooks(&box).live < 777);
        }
    }
}

// A jet and rain into a box with a drain and an open side, beyond the budget, which sways; a hash of all particles.
static uint64_t runLong(Fixture *fixture, const Kind *kind, bool plain)
{
    const bool flat = kind->dimensions == 2;
    BoxDef def = emptyDef(kind);
    def.open = OPEN_LEFT;
    def.particles.spacing = flat ? 0.04f : 0.1f;
    def.particles.capacity = flat ? 150 : 260;
    def.particles.gravity.y = -1.0f;
    def.particles.compression = 0.3f;
    def.particles.plain = plain;
    Box box = makeBox(fixture, kind, &def);
    const gfVec3 places[] = {placeIn(kind, -0.3f, 0.0f, 0.0f), placeIn(kind, 0.2f, 0.1f, 0.0f)};
    for (int i = 0; i < 2; i++) {
        const gfParticle one = {.position = {places[i].x, places[i].y}};
        assert_true(flat ? gfFluid_AddParticles(box.flat, &one, 1)
                         : gfFluid3D_AddParticles(box.deep, &(gfParticle3D){.position = places[i]}, 1));
    }
    gfSource3DDef jet = sourceOf(gfMakeSphere(placeIn(kind, 0.1f, 0.2f, 0.0f), flat ? 0.12f : 0.2f), GF_SOURCE_SET,
                                 GF_SOURCE_MASS | GF_SOURCE_VELOCITY, 1.0f);
    jet.velocity = (gfVec3){-0.5f, 0.2f, 0.3f};
    emit(&box, jet);
    emit(&box, sourceOf(gfMakeSphere(placeIn(kind, 0.0f, 0.3f, 0.1f), 0.4f), GF_SOURCE_ADD, GF_SOURCE_MASS, 2.0f));
    emit(&box, sourceOf(gfMakeSphere(placeIn(kind, 0.2f, -0.4f, -0.2f), 0.3f), GF_SOURCE_SET, GF_SOURCE_MASS, 0.0f));
    uint32_t most = 0;
    for (int i = 0; i < 300; i++) {
        float sway = 0.1f * sinf(0.1f * (float)i);
        moveTo(&box, placeIn(kind, sway, 0.0f, -sway));
        steps(&box, 1);
        if (i % 20 == 19) {
            gfParticleStats stats = expectBooks(&box);
            most = stats.live > most ? stats.live : most;
            assert_int_equal(stats.initial, 2);
        }
    }
    gfParticleStats stats = readStats(&box);
    assert_in_range(most, flat ? 140 : 150, flat ? 150 : 260);
    assert_true(stats.emitted > 300 && stats.drained > (flat ? 150 : 100));
    int live;
    gfParticle3D *p = readAll(&box, &live);
    return Fixture_Hash(FIXTURE_HASH_EMPTY, p, (size_t)live * sizeof *p);
}

TEST_ALL(books_are_kept_and_runs_repeat)
{
    for (int i = 0; i < KINDS; i++) {
        for (int plain = 0; plain <= (kinds[i].search == GF_SEARCH_SORTED); plain++) { // one by one
            assert_true(runLong(*state, &kinds[i], plain) == runLong(*state, &kinds[i], plain));
        }
    }
}

TEST_CI(impulse_is_mass_times_change)
{
    for (int i = 0; i < KINDS; i++) {
        BoxDef def = emptyDef(&kinds[i]);
        def.particles.materials[0].pull = 0.0f;
        Box box = makeBox(*state, &kinds[i], &def);
        pourBall(&box, placeIn(box.kind, 0.0f, 0.0f, 0.0f), 0.3f);
        const gfVec3 centre = placeIn(box.kind, 0.0f, -0.1f, 0.0f);
        double share = (double)countInBall(&box, centre, 0.2) / readStats(&box).live;
        gfSource3DDef source = sourceOf(gfMakeSphere(centre, 0.2f), GF_SOURCE_ADD, GF_SOURCE_VELOCITY, 0.0f);
        source.velocity = (gfVec3){0.3f, -0.2f, 0.4f};
        Means before = readMeans(&box);
        splat(&box, source);
        Means after = readMeans(&box);
        for (int axis = 0; axis < box.kind->dimensions; axis++) {
            double given = share * (double)(&source.velocity.x)[axis];
            Flow_ExpectNear("impulse over that given", (after.velocity[axis] - before.velocity[axis]) / given, 1.0,
                            box.flat != NULL ? 1e-3 : 2e-3);
        }
    }
}

// Acceleration is of time, not of steps.
TEST(emitter_accelerates)
{
    for (int i = 0; i < 4; i++) {
        const Kind *kind = bothKinds[i / 2];
        const bool slow = i % 2 == 0;
        const int axis = kind->dimensions == 2 ? 0 : 2;
        BoxDef def = emptyDef(kind);
        def.step = slow ? 1.0f / 60.0f : 1.0f / 240.0f;
        Box box = makeBox(*state, kind, &def);
        const gfVec3 centre = placeIn(kind, 0.0f, 0.0f, 0.0f);
        pourBall(&box, centre, 0.2f);
        gfSource3DDef source = sourceOf(gfMakeSphere(centre, 2.0f), GF_SOURCE_ADD, GF_SOURCE_VELOCITY, 0.0f);
        (&source.acceleration.x)[axis] = 0.6f;
        emit(&box, source);
        steps(&box, slow ? 15 : 60);
        Flow_ExpectNear("speed after a quarter second", readMeans(&box).velocity[axis], 0.15, 1e-3);
    }
}

TEST_CI(attraction_draws_the_centre_of_mass)
{
    for (int i = 0; i < 4; i++) {
        const float sign = i % 2 == 0 ? 1.0f : -1.0f;
        Box box = makeEmpty(*state, bothKinds[i / 2]);
        pourBall(&box, placeIn(box.kind, 0.0f, 0.0f, 0.0f), 0.15f);
        const gfVec3 centre = placeIn(box.kind, 0.1f, 0.1f, -0.1f);
        double before = between(&box, readMeans(&box).position, centre);
        gfSource3DDef source = sourceOf(gfMakeSphere(centre, 0.5f), GF_SOURCE_ADD, GF_SOURCE_VELOCITY, 0.0f);
        source.attraction = 2.0f * sign;
        Emitter emitter = emit(&box, source);
        steps(&box, 15);
        double after = between(&box, readMeans(&box).position, centre);
        Flow_ExpectBetween("way towards the centre", (double)sign * (before - after), 0.01, 0.1);
        gfParticleStats stats = expectBooks(&box);
        assert_int_equal(stats.live, stats.emitted);
        stop(&box, emitter);
    }
}

// Means of the bytes of all particles, in linear light.
static void expectColor(const Box *box, double red, double green, double blue, double tolerance)
{
    const double expected[3] = {red, green, blue};
    gfDevice *device = box->flat != NULL ? box->flat->body.device : box->deep->body.device;
    gfParticleView view;
    assert_true(gfDevice_Begin(device, "test"));
    if (box->flat != NULL) {
        box->flat->solver->particles->view(&box->flat->body, box->flat->state, &view);
    } else {
        gfVolume_View(&box->deep->body, box->deep->volume, &view);
    }
    uint32_t *tags = Fixture_Keep(calloc((size_t)view.width * (size_t)view.tags->height, 4 * sizeof *tags)), count[4];
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
}

// Dye lies over colours by its alpha; setting none gives a material's colour back; so slowly that a step changes no
// byte, it does so in the mean.
TEST_CI(dye_colours)
{
    for (int i = 0; i < 2; i++) {
        Box box = makeEmpty(*state, bothKinds[i]);
        const float *own = emptyDef(box.kind).particles.materials[0].color;
        double r = (double)own[0], g = (double)own[1], b = (double)own[2];
        const gfVec3 centre = placeIn(box.kind, 0.0f, 0.0f, 0.0f);
        const gfShape3D ball = gfMakeSphere(centre, box.flat != NULL ? 0.1f : 0.2f), all = gfMakeSphere(centre, 2.0f);
        gfSource3DDef source = sourceOf(ball, GF_SOURCE_ADD, GF_SOURCE_DYE | GF_SOURCE_MASS, 1.0f);
        source.dye[1] = source.dye[3] = 0.5f;
        splat(&box, source); // over what is poured, too
        expectColor(&box, 0.5 * r, 0.5 * g + 0.5, 0.5 * b, 4e-3);
        splat(&box, sourceOf(all, GF_SOURCE_SET, GF_SOURCE_MASS, 0.0f));
        source = sourceOf(ball, GF_SOURCE_ADD, GF_SOURCE_DYE | GF_SOURCE_MASS, 2.0f);
        source.dye[1] = source.dye[3] = 2.0f;
        Emitter emitter = emit(&box, source);
        steps(&box, 10);
        stop(&box, emitter);
        expectColor(&box, 0.0, 1.0, 0.0, 1e-6);
        source = sourceOf(all, GF_SOURCE_SET, GF_SOURCE_DYE, 0.0f);
        splat(&box, source);
        expectColor(&box, r, g, b, 4e-3);
        source.mode = GF_SOURCE_ADD;
        source.dye[0] = source.dye[3] = 0.5f;
        splat(&box, source);
        expectColor(&box, 0.5 * r + 0.5, 0.5 * g, 0.5 * b, 4e-3);
        source.dye[0] = 0.0f;
        source.dye[3] = box.flat != NULL ? 0.06f : 0.6f; // a thousandth a step, or a hundredth
        emit(&box, source);
        steps(&box, box.flat != NULL ? 300 : 50);
        double share = box.flat != NULL ? pow(0.999, 300.0) : pow(0.99, 50.0);
        expectColor(&box, share * (0.5 * r + 0.5), share * 0.5 * g, share * 0.5 * b, 1e-2);
    }
}

static void expectPlace(const Box *box, gfVec3 place)
{
    gfVec3 position;
    assert_true(gfFluid3D_GetContainer(box->deep, &position, NULL, NULL) && between(box, position, place) < 1e-6);
}

// What is poured is as much in the container as what is added: from then on it is moved, not put elsewhere.
TEST(poured_fluid_keeps_its_container)
{
    const Kind kind = {3, &frames[0], GF_SEARCH_SORTED};
    const gfVec3 there = {0.55f, 0.5f, 0.5f};
    Box box = makeEmpty(*state, &kind);
    steps(&box, 1);
    moveTo(&box, there);
    expectPlace(&box, there);
    pourBall(&box, there, 0.2f);
    moveTo(&box, frames[0].position);
    expectPlace(&box, there);
    steps(&box, 1);
    expectPlace(&box, frames[0].position);
    assert_true(between(&box, readMeans(&box).position, there) < 0.01);
    gfSource3DDef waiting = sourceOf(gfMakeSphere(there, 0.2f), GF_SOURCE_ADD, GF_SOURCE_MASS, 1.0f);
    assert_true(trySplat(&box, &waiting));
    assert_true(gfFluid3D_Reset(box.deep)); // it waits no longer
    steps(&box, 1);
    gfParticleStats stats = expectBooks(&box);
    assert_true(stats.live == 0 && stats.emitted == 0 && stats.drained == 0);
    moveTo(&box, there);
    expectPlace(&box, there);
}
