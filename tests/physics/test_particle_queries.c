// Particles that queries count in shapes and at solids, as the host counts those that it reads.
#include "support/few_particles.h"
#include "support/particles.h"

#define ROOM 1200 // particles that are read at most
#define SHAPES 7

static const gfParticleSearch searches[] = {GF_SEARCH_SORTED, GF_SEARCH_SLOTS, GF_SEARCH_HASHED};
static const char *const searchNames[] = {"sorted", "slots", "hashed"};

// Of all kinds; one is beyond the domain, one holds all of it, and one moves.
static void makeShapes(gfVec2 o, int frame, gfShape shapes[SHAPES])
{
    const gfVec2 arrow[5] = {{o.x + 0.1f, o.y + 0.1f},
                             {o.x + 0.8f, o.y + 0.1f},
                             {o.x + 0.45f, o.y + 0.25f},
                             {o.x + 0.8f, o.y + 0.6f},
                             {o.x + 0.1f, o.y + 0.5f}};
    shapes[0] = gfMakeCircle((gfVec2){o.x + 0.3f, o.y + 0.2f}, 0.17f);
    shapes[1] = gfMakeRectangle((gfVec2){o.x + 0.5f, o.y + 0.3f}, (gfVec2){0.3f, 0.1f}, 0.4f);
    shapes[2] = gfMakePolygon(arrow, 5);
    shapes[3] = gfMakeCapsule((gfVec2){o.x + 0.9f, o.y + 0.05f}, (gfVec2){o.x + 0.6f, o.y + 0.2f}, 0.1f);
    shapes[4] = gfMakeRectangle((gfVec2){o.x + 0.5f, o.y + 0.5f}, (gfVec2){2.0f, 2.0f}, 0.0f);
    shapes[5] = gfMakeCircle((gfVec2){o.x - 3.0f, o.y}, 0.5f);
    shapes[6] = gfMakeCircle((gfVec2){o.x + 0.02f * (float)frame, o.y + 0.1f}, 0.15f);
}

// Who is in each shape, by id; `doubtful`: particles so near an outline that rounding decides.
typedef struct Tally {
    bool inside[SHAPES][8 * ROOM];
    int particles[SHAPES], materials[SHAPES][2], entered[SHAPES], left[SHAPES], doubtful[SHAPES];
    double place[SHAPES][2], velocity[SHAPES][2];
    bool known;
} Tally;

static void tallyShape(Tally *t, int i, const gfShape *shape, const gfParticle *all, int count, double slack)
{
    static bool now[8 * ROOM];
    memset(now, 0, sizeof now);
    t->particles[i] = t->materials[i][0] = t->materials[i][1] = 0;
    t->place[i][0] = t->place[i][1] = t->velocity[i][0] = t->velocity[i][1] = 0.0;
    for (int k = 0; k < count; k++) {
        double distance = Flow_DistanceTo(shape, (double)all[k].position.x, (double)all[k].position.y);
        t->doubtful[i] += fabs(distance) < slack;
        if (distance <= 0.0) {
            assert_in_range(all[k].id, 0, 8 * ROOM - 1);
            now[all[k].id] = true;
            t->particles[i]++;
            t->materials[i][all[k].material]++;
            t->place[i][0] += (double)all[k].position.x;
            t->place[i][1] += (double)all[k].position.y;
            t->velocity[i][0] += (double)all[k].velocity.x;
            t->velocity[i][1] += (double)all[k].velocity.y;
        }
    }
    for (int id = 0; t->known && id < 8 * ROOM; id++) {
        t->entered[i] += now[id] && !t->inside[i][id];
        t->left[i] += !now[id] && t->inside[i][id];
    }
    memcpy(t->inside[i], now, sizeof now);
}

static void tally(Tally *t, gfFluid *fluid, const gfShape shapes[SHAPES])
{
    static gfParticle all[ROOM];
    int count = gfFluid_ReadParticlesBlocking(fluid, all, ROOM);
    gfVec2 o = gfFluid_GetDef(fluid).origin;
    double slack = 1e-6 + 3e-7 * fmax(fabs((double)o.x), fabs((double)o.y));
    assert_in_range(count, 0, ROOM);
    for (int i = 0; i < SHAPES; i++) {
        tallyShape(t, i, &shapes[i], all, count, slack);
    }
    t->known = true;
}

static void expectCount(const char *what, int shape, int found, int expected, int doubtful)
{
    fail_if(abs(found - expected) > doubtful, "%s of shape %d: %d, expected %d (%d doubtful)", what, shape, found,
            expected, doubtful);
}

// Compares, and starts what entered and left anew. `before`: how many were inside at the last answer.
static void compare(Tally *t, const gfQueryAnswer *a, int before[SHAPES], double size)
{
    assert_int_equal(a->shapeCount, SHAPES);
    for (int i = 0; i < SHAPES; i++) {
        const gfShapeAnswer *s = &a->shapes[i];
        expectCount("particles", i, s->particles, t->particles[i], t->doubtful[i]);
        expectCount("entered", i, s->entered, t->entered[i], t->doubtful[i]);
        expectCount("left", i, s->left, t->left[i], t->doubtful[i]);
        assert_int_equal(s->particles, before[i] + s->entered - s->left);
        before[i] = s->particles;
        int sum = 0;
        for (int m = 0; m < GF_MATERIAL_MAX; m++) {
            sum += s->materials[m];
            expectCount("material", i, s->materials[m], m < 2 ? t->materials[i][m] : 0, t->doubtful[i]);
        }
        assert_int_equal(sum, s->particles);
        if (s->particles > 0 && t->doubtful[i] == 0) {
            double n = s->particles, fastest = 1e-5;
            Flow_ExpectNear("place x", (double)s->place.x, t->place[i][0] / n, size);
            Flow_ExpectNear("place y", (double)s->place.y, t->place[i][1] / n, size);
            fastest += 1e-5 * (fabs(t->velocity[i][0]) + fabs(t->velocity[i][1])) / n;
            Flow_ExpectNear("velocity x", (double)s->velocity.x, t->velocity[i][0] / n, 10.0 * fastest);
            Flow_ExpectNear("velocity y", (double)s->velocity.y, t->velocity[i][1] / n, 10.0 * fastest);
        }
        t->entered[i] = t->left[i] = t->doubtful[i] = 0;
    }
}

static gfQuery *makeQuery(gfFluid *fluid, int shapes, int solids)
{
    gfQueryDef def = gfDefaultQueryDef();
    def.quantities = 0;
    def.maxPoints = def.maxRegions = 0;
    def.maxShapes = shapes;
    def.maxSolids = solids;
    def.contactReach = solids > 0 ? 0.75f : 0.0f;
    return Flow_MakeQuery(fluid, &def);
}

// A dam of two materials.
static gfFluid *makeDam(Fixture *fixture, int cells, float spacing, gfVec2 origin, gfParticleSearch search)
{
    static gfParticle particles[ROOM];
    gfFluidDef def = FewParticles_Def(cells, search);
    def.origin = origin;
    def.particles.spacing = spacing;
    def.particles.capacity = ROOM;
    def.particles.materialCount = 2;
    def.particles.materials[1] = def.particles.materials[0];
    def.particles.materials[1].density *= 1.5f;
    gfFluid *fluid = Flow_Make(fixture, &def);
    int count = 0;
    for (float y = 0.5f * spacing; y < 0.6f; y += spacing) {
        for (float x = 0.5f * spacing; x < 0.4f && count < ROOM; x += spacing) {
            particles[count] =
                (gfParticle){.position = {origin.x + x, origin.y + y}, .material = (uint32_t)(count % 2)};
            particles[count++].velocity = (gfVec2){1.0f, 0.3f};
        }
    }
    assert_true(gfFluid_AddParticles(fluid, particles, count));
    return fluid;
}

static void tryDam(Fixture *fixture, int cells, float spacing, gfVec2 origin, gfParticleSearch search)
{
    static Tally t;
    gfFluid *fluid = makeDam(fixture, cells, spacing, origin, search);
    gfQuery *query = makeQuery(fluid, SHAPES, 0);
    int before[SHAPES] = {0};
    gfShape shapes[SHAPES];
    memset(&t, 0, sizeof t);
    makeShapes(origin, 0, shapes);
    assert_true(gfQuery_SetShapes(query, shapes, SHAPES));
    for (int frame = 0; frame < 12; frame++) {
        for (int step = 0; step < frame % 4; step++) { // also none
            assert_true(gfFluid_StepOnce(fluid));
            tally(&t, fluid, shapes);
        }
        if (frame == 5) {
            const gfParticle one = {.position = {origin.x + 0.5f, origin.y + 0.9f}, .material = 1};
            assert_true(gfFluid_AddParticles(fluid, &one, 1));
        }
        assert_true(frame % 3 != 2 || gfFluid_Scroll(fluid, 1, frame == 8 ? -1 : 0)); // drains those behind it
        makeShapes(origin, frame, shapes);
        assert_true(gfQuery_SetShapes(query, shapes, SHAPES));
        tally(&t, fluid, shapes);
        gfQueryAnswer answer = Flow_Ask(query);
        for (int i = 0; frame == 0 && i < SHAPES; i++) { // those that are there at first have not entered
            before[i] = answer.shapes[i].particles;
        }
        compare(&t, &answer, before, 1e-5 + 3e-7 * fabs((double)origin.x));
    }
}

TEST_CI(testShapesCountWhatIsRead)
{
    const struct {
        int cells;
        float spacing;
        gfVec2 origin;
    } rows[] = {{20, 0.05f, {0.0f, 0.0f}}, {48, 0.025f, {-3.3f, 12.7f}}, {33, 0.04f, {1000.0f, -500.0f}}};
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
            print_message("%s, %d cells\n", searchNames[i], rows[k].cells);
            tryDam(*state, rows[k].cells, rows[k].spacing, rows[k].origin, searches[i]);
        }
    }
}

// A jet into a box whose right side is open, over some that stay: ids go far beyond what there is memory for.
TEST_CI(testWhatIsPouredAndDrained)
{
    static Tally t;
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        gfFluidDef def = FewParticles_Def(20, searches[i]);
        def.boundaries.right.kind = GF_BOUNDARY_OPEN;
        def.particles.capacity = 90;
        def.particles.gravity.y = 0.0f;
        gfFluid *fluid = Flow_Make(*state, &def);
        gfSourceDef jet = Flow_DiscSource(0.2f, 0.5f, 0.1f);
        jet.mode = GF_SOURCE_SET;
        jet.velocity = (gfVec2){3.0f, 0.0f};
        jet.mass = 1.0f;
        FewParticles_AddBox(fluid, (gfVec2){0.2f, 0.1f}, (gfVec2){0.36f, 0.26f});
        Flow_AddEmitter(fluid, &jet);
        gfQuery *query = makeQuery(fluid, SHAPES, 0);
        gfShape shapes[SHAPES];
        makeShapes(def.origin, 10, shapes);
        assert_true(gfQuery_SetShapes(query, shapes, SHAPES));
        int before[SHAPES], moved = 0, wrong = 0;
        memset(&t, 0, sizeof t);
        tally(&t, fluid, shapes);
        gfQueryAnswer first = Flow_Ask(query);
        for (int k = 0; k < SHAPES; k++) {
            before[k] = first.shapes[k].particles;
        }
        for (int step = 0; step < 250; step++) {
            assert_true(gfFluid_StepOnce(fluid));
            tally(&t, fluid, shapes);
            if (step % 5 != 4) {
                continue;
            }
            gfQueryAnswer answer = Flow_Ask(query);
            for (int k = 0; k < SHAPES; k++) {
                const gfShapeAnswer *s = &answer.shapes[k];
                assert_int_equal(s->particles, before[k] + s->entered - s->left);
                expectCount("particles", k, s->particles, t.particles[k], t.doubtful[k]);
                before[k] = s->particles;
                moved += t.entered[k] + t.left[k];
                wrong += abs(s->entered - t.entered[k]) + abs(s->left - t.left[k]);
                t.entered[k] = t.left[k] = t.doubtful[k] = 0;
            }
        }
        gfParticleStats stats = Particles_Stats(fluid);
        print_message("%s: %d ids, %d came or went, %d of these otherwise\n", searchNames[i], (int)stats.emitted, moved,
                      wrong);
        assert_true(stats.emitted > 5 * 90 && moved > 500);
        assert_true(wrong * 50 <= moved);
    }
}

// Answers that nobody takes lose nothing; a list that shrinks, a reset and a snapshot begin anew, a resize goes on.
TEST(testCountsAreKept)
{
    gfFluid *fluid = makeDam(*state, 20, 0.05f, (gfVec2){0.0f, 0.0f}, GF_SEARCH_AUTO);
    gfQuery *query = makeQuery(fluid, 2, 0);
    const gfShape shapes[2] = {gfMakeRectangle((gfVec2){0.75f, 0.5f}, (gfVec2){0.25f, 1.0f}, 0.0f),
                               gfMakeRectangle((gfVec2){0.25f, 0.5f}, (gfVec2){0.25f, 1.0f}, 0.0f)};
    assert_true(gfQuery_SetShapes(query, shapes, 2));
    gfQueryAnswer answer = Flow_Ask(query);
    int all = answer.shapes[1].particles;
    assert_true(all > 50 && answer.shapes[0].particles == 0);
    assert_true(answer.shapes[0].entered == 0 && answer.shapes[1].entered == 0);
    for (int i = 0; i < 3; i++) {
        Flow_Steps(fluid, 4);
        assert_int_equal(gfQuery_Request(query), GF_REQUEST_DONE);
    }
    assert_int_equal(gfQuery_WaitBlocking(query, &answer), GF_POLL_READY);
    int right = answer.shapes[0].particles;
    assert_true(right > 5 && answer.shapes[0].entered - answer.shapes[0].left == right);
    assert_true(answer.shapes[1].left - answer.shapes[1].entered == all - answer.shapes[1].particles);
    assert_true(answer.elapsed_s > 0.0);
    // The second shape is new again.
    Flow_Steps(fluid, 4);
    assert_true(gfQuery_SetShapes(query, shapes, 1) && gfQuery_SetShapes(query, shapes, 2));
    answer = Flow_Ask(query);
    assert_true(answer.shapes[1].entered == 0 && answer.shapes[1].left == 0);
    assert_true(answer.shapes[0].entered > 0);
    assert_true(answer.shapes[0].particles == right + answer.shapes[0].entered - answer.shapes[0].left);
    right = answer.shapes[0].particles;
    size_t size;
    void *saved = Fixture_Save(fluid, &size);
    // What is cut off by a resize has left, and the others are known.
    assert_true(gfFluid_Resize(fluid, 18, 20, 0.05f, (gfVec2){0.1f, 0.0f}));
    answer = Flow_Ask(query);
    assert_int_equal(answer.shapes[0].entered, 0);
    assert_true(answer.shapes[0].left == 0 && answer.shapes[1].entered == 0 && answer.shapes[1].left > 0);
    Flow_Steps(fluid, 4);
    assert_true(gfFluid_Load(fluid, saved, size, NULL));
    answer = Flow_Ask(query);
    assert_true(answer.shapes[0].particles == right && answer.shapes[0].entered == 0 && answer.shapes[0].left == 0);
    Flow_Steps(fluid, 4);
    assert_true(gfFluid_Reset(fluid));
    answer = Flow_Ask(query);
    assert_true(answer.shapes[0].particles == 0 && answer.shapes[0].left == 0);
    assert_int_equal(FewParticles_AddBox(fluid, (gfVec2){0.6f, 0.1f}, (gfVec2){0.8f, 0.3f}) > 0, true);
    answer = Flow_Ask(query);
    assert_true(answer.shapes[0].entered == answer.shapes[0].particles && answer.shapes[0].particles > 0);
}

typedef struct Touch {
    int least, most; // that touch it, as far as cells tell the distance
    double point[2], normal[2];
} Touch;

// Of a disc.
static Touch touchDisc(gfFluid *fluid, const gfShape *disc, double reach, double slack)
{
    static gfParticle all[ROOM];
    int count = gfFluid_ReadParticlesBlocking(fluid, all, ROOM);
    Touch t = {.least = 0};
    for (int i = 0; i < count; i++) {
        double dx = (double)all[i].position.x - (double)disc->a.x, dy = (double)all[i].position.y - (double)disc->a.y;
        double r = hypot(dx, dy), distance = r - (double)disc->radius;
        t.least += distance <= reach - slack;
        t.most += distance <= reach + slack;
        if (distance <= reach) {
            t.normal[0] += dx / r;
            t.normal[1] += dy / r;
            t.point[0] += (double)disc->a.x + (double)disc->radius * dx / r;
            t.point[1] += (double)disc->a.y + (double)disc->radius * dy / r;
        }
    }
    return t;
}

static void expectTouch(const gfSolidAnswer *s, const Touch *t, double cell, double shift)
{
    fail_if(s->contacts < t->least || s->contacts > t->most, "%d contacts, expected %d to %d", s->contacts, t->least,
            t->most);
    if (t->least == t->most && t->least > 0) {
        double n = t->least;
        Flow_ExpectNear("point x", (double)s->contactPoint.x, t->point[0] / n, 0.15 * cell + shift);
        Flow_ExpectNear("point y", (double)s->contactPoint.y, t->point[1] / n, 0.15 * cell + shift);
        Flow_ExpectNear("normal x", (double)s->contactNormal.x, t->normal[0] / n, 0.06);
        Flow_ExpectNear("normal y", (double)s->contactNormal.y, t->normal[1] / n, 0.06);
    }
}

// One disc moves through the dam, one stands in its way, one is far, one was removed, and one is listed twice.
static void tryContacts(Fixture *fixture, int cells, gfVec2 o, gfParticleSearch search)
{
    const float spacing = 0.04f;
    gfFluid *fluid = makeDam(fixture, cells, spacing, o, search);
    gfSolidDef def = gfDefaultSolidDef();
    gfSolidId ids[5];
    gfShape discs[5];
    def.velocityFromMotion = true;
    for (int i = 0; i < 4; i++) {
        const gfVec2 places[4] = {{0.5f, 0.2f}, {0.8f, 0.15f}, {0.8f, 0.9f}, {0.2f, 0.9f}};
        def.shape = discs[i] = gfMakeCircle((gfVec2){o.x + places[i].x, o.y + places[i].y}, i == 0 ? 0.1f : 0.07f);
        ids[i] = Flow_AddSolidOf(fluid, &def);
    }
    ids[4] = ids[0];
    gfQuery *query = makeQuery(fluid, 1, 5);
    assert_true(gfQuery_SetSolids(query, ids, 5) && gfFluid_RemoveSolid(fluid, ids[3]));
    int contacts = 0;
    for (int frame = 0; frame < 40; frame++) {
        def.shape = discs[0] = discs[4] = gfMoveShape(&discs[0], (gfVec2){-0.005f, 0.0f}, 0.0f);
        assert_true(gfFluid_SetSolid(fluid, ids[0], &def) && gfFluid_StepOnce(fluid));
        gfQueryAnswer answer = Flow_Ask(query);
        for (int i = 0; i < 5; i++) {
            const gfSolidAnswer *s = &answer.solids[i];
            double cell = (double)gfFluid_GetDef(fluid).cellSize;
            Touch t = {.least = 0};
            if (i != 3) {
                t = touchDisc(fluid, &discs[i], 0.75 * (double)spacing, 0.12 * cell);
            }
            expectTouch(s, &t, cell, 3e-7 * fabs((double)o.x));
            contacts += s->contacts;
            assert_true(s->contacts > 0 || (s->contactPoint.x == 0.0f && s->contactNormal.y == 0.0f));
        }
    }
    print_message("%d cells: %d contacts\n", cells, contacts);
    assert_true(contacts > 100);
    // Without a solid in the fluid there are none.
    for (int i = 0; i < 3; i++) {
        assert_true(gfFluid_RemoveSolid(fluid, ids[i]));
    }
    assert_true(gfFluid_StepOnce(fluid));
    gfQueryAnswer answer = Flow_Ask(query);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(answer.solids[i].contacts, 0);
    }
}

TEST_CI(testContactsAreThoseOfParticles)
{
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        print_message("%s\n", searchNames[i]);
        tryContacts(*state, 40, (gfVec2){0.0f, 0.0f}, searches[i]);
        tryContacts(*state, 64, (gfVec2){-3.3f, 12.7f}, searches[i]);
    }
}

// Liquid at rest on a floor that is a solid touches it all along, from above.
TEST(testRestingOnAFloor)
{
    gfFluid *fluid = Flow_MakeOf(*state, FewParticles_Def(40, GF_SEARCH_AUTO));
    gfSolidId id = Flow_AddSolid(fluid, gfMakeRectangle((gfVec2){0.5f, 0.1f}, (gfVec2){1.0f, 0.1f}, 0.0f));
    FewParticles_AddBox(fluid, (gfVec2){0.025f, 0.23f}, (gfVec2){0.98f, 0.5f});
    gfQuery *query = makeQuery(fluid, 0, 1);
    assert_true(gfQuery_SetSolids(query, &id, 1));
    Flow_Steps(fluid, 120);
    gfQueryAnswer answer = Flow_Ask(query);
    // Which of the lowest 20 are just within reach differs from driver to driver.
    Flow_ExpectBetween("contacts", answer.solids[0].contacts, 12.0, 24.0);
    Flow_ExpectNear("x", (double)answer.solids[0].contactPoint.x, 0.5, 0.06);
    Flow_ExpectNear("y", (double)answer.solids[0].contactPoint.y, 0.2, 0.003);
    Flow_ExpectNear("normal", (double)answer.solids[0].contactNormal.y, 1.0, 1e-3);
}

// More solids than a pass takes, and more shapes than a number has bits: each has its own.
TEST(testManyOfEach)
{
    enum { SOLIDS = 150, WINDOWS = GF_QUERY_SHAPES_MAX };
    gfFluid *fluid = makeDam(*state, 24, 0.04f, (gfVec2){0.0f, 0.0f}, GF_SEARCH_AUTO);
    gfQuery *query = makeQuery(fluid, WINDOWS, SOLIDS);
    static gfSolidId ids[SOLIDS];
    static gfShape discs[SOLIDS], windows[WINDOWS];
    gfSolidDef def = gfDefaultSolidDef();
    int total = 0, contacts = 0;
    for (int i = 0; i < SOLIDS; i++) { // most of them far from the liquid
        float x = i % 15 == 0 ? 0.42f + 0.04f * (float)(i / 15) : 0.05f + 0.06f * (float)(i % 15);
        float y = i % 15 == 0 ? 0.03f + 0.05f * (float)(i / 15) : 0.7f + 0.025f * (float)(i / 15);
        def.shape = discs[i] = gfMakeCircle((gfVec2){x, y}, 0.01f);
        ids[i] = Flow_AddSolidOf(fluid, &def);
    }
    for (int i = 0; i < WINDOWS; i++) { // side by side over all of the domain
        windows[i] = gfMakeRectangle((gfVec2){((float)i + 0.5f) / (float)WINDOWS, 0.5f},
                                     (gfVec2){0.5f / (float)WINDOWS, 0.5f}, 0.0f);
    }
    assert_true(gfQuery_SetSolids(query, ids, SOLIDS) && gfQuery_SetShapes(query, windows, WINDOWS));
    for (int frame = 0; frame < 6; frame++) {
        int entered = 0, left = 0;
        Flow_Steps(fluid, 2);
        gfQueryAnswer answer = Flow_Ask(query);
        gfParticleStats stats = Particles_Stats(fluid);
        total = 0;
        for (int i = 0; i < WINDOWS; i++) {
            total += answer.shapes[i].particles;
            entered += answer.shapes[i].entered;
            left += answer.shapes[i].left;
        }
        assert_in_range(total, (int)stats.live, (int)stats.live + 2); // one may be on two borders
        assert_true(frame == 0 || (entered > 10 && abs(entered - left) <= 2));
        for (int i = 0; i < SOLIDS; i++) {
            contacts += answer.solids[i].contacts;
            assert_true(answer.solids[i].contacts == 0 || i % 15 == 0);
        }
    }
    assert_true(contacts > 10);
}
