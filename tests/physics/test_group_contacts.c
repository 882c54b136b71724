// What groups of particles touch, as queries tell it and as the host finds it from the particles that it reads.
#include "support/few_particles.h"
#include "support/flow.h"
#include "support/making.h"
#include "support/particles.h"

#include <limits.h>

#define ROOM 2000
#define GROUPS 4
#define REACH 0.75
#define DISC 0.5 // radius of a particle as others touch it, spacings

static const gfParticleSearch searches[] = {GF_SEARCH_SORTED, GF_SEARCH_SLOTS, GF_SEARCH_HASHED};

typedef struct Scene {
    gfFluid *fluid;
    double spacing, cell;
    gfVec2 origin;
    gfParticleGroupId groups[GROUPS];
    int first[GROUPS], end[GROUPS]; // ids of members
    bool hasSolid;
    gfShape solid;
} Scene;

static void addGroup(Scene *s, int i, gfShape shape, bool rigid)
{
    gfParticleGroupDef def = gfDefaultParticleGroupDef();
    def.shape = shape;
    def.params.rigid = rigid;
    def.velocity = (gfVec2){i == 3 ? -1.0f : 0.0f, i == 3 ? 0.0f : -1.0f};
    s->first[i] = (int)Particles_Stats(s->fluid).live;
    s->groups[i] = GIVEN(gfFluid_AddParticleGroup(s->fluid, &def));
    s->end[i] = (int)Particles_Stats(s->fluid).live;
}

// Liquid on the floor; a block beside it, one above that, a disc that falls into the liquid, and one in the air that
// flies into the left wall; maybe a disc that is a solid.
static Scene makeScene(gfFluid *fluid, gfVec2 o, bool hasSolid)
{
    static gfParticle particles[ROOM];
    gfFluidDef def = gfFluid_GetDef(fluid);
    Scene s = {.fluid = fluid,
               .spacing = (double)def.particles.spacing,
               .cell = (double)def.cellSize,
               .origin = o,
               .hasSolid = hasSolid,
               .solid = gfMakeCircle((gfVec2){o.x + 0.55f, o.y + 0.15f}, 0.1f)};
    int count = 0;
    for (float y = 0.5f * (float)s.spacing; y < 0.3f; y += (float)s.spacing) {
        for (float x = 0.6f; x < 1.0f && count < ROOM; x += (float)s.spacing) {
            bool inSolid = hypotf(x - 0.55f, y - 0.15f) < 0.13f;
            particles[count] = (gfParticle){.position = {o.x + x, o.y + y}};
            count += !inSolid;
        }
    }
    assert_true(gfFluid_AddParticles(fluid, particles, count));
    if (hasSolid) {
        Flow_AddSolid(fluid, s.solid);
    }
    addGroup(&s, 0, gfMakeRectangle((gfVec2){o.x + 0.3f, o.y + 0.12f}, (gfVec2){0.13f, 0.11f}, 0.0f), true);
    addGroup(&s, 1, gfMakeRectangle((gfVec2){o.x + 0.3f, o.y + 0.36f}, (gfVec2){0.1f, 0.1f}, 0.0f), false);
    addGroup(&s, 2, gfMakeCircle((gfVec2){o.x + 0.8f, o.y + 0.45f}, 0.1f), true);
    addGroup(&s, 3, gfMakeCircle((gfVec2){o.x + 0.15f, o.y + 0.8f}, 0.1f), false);
    return s;
}

static gfFluidDef sceneDef(int cells, float spacing, gfVec2 origin, gfParticleSearch search)
{
    gfFluidDef def = FewParticles_Def(cells, search);
    def.origin = origin;
    def.particles.spacing = spacing;
    def.particles.capacity = ROOM;
    def.particles.groups = 8;
    return def;
}

static gfQuery *makeQuery(gfFluid *fluid, int most, float reach)
{
    gfQueryDef def = gfDefaultQueryDef();
    def.quantities = 0;
    def.maxPoints = def.maxRegions = 0;
    def.maxGroups = most;
    def.contactReach = reach;
    return Flow_MakeQuery(fluid, &def);
}

// Of a group; `least` and `most` differ by what rounding decides, and near a solid by what its cells do.
typedef struct Found {
    int members, least, most, leastSolids, mostSolids;
    uint32_t leastGroups, mostGroups;
    double point[2], normal[2];
    int contacts;
    bool doubtful; // of the means
} Found;

// Of a member: the nearest place of contact, and how much farther the next one is.
typedef struct Nearest {
    double away, next, place[2], towards[2];
} Nearest;

static void touchAt(Nearest *n, double away, const double place[2], const double towards[2])
{
    if (away < n->away) {
        n->next = n->away;
        n->away = away;
        memcpy(n->place, place, sizeof n->place);
        memcpy(n->towards, towards, sizeof n->towards);
    } else {
        n->next = fmin(n->next, away);
    }
}

// Returns 2 where a surface is within reach, 1 where that is in doubt, and 0 elsewhere.
static int touchWall(Nearest *n, const Scene *s, double distance, double slack, const double at[2], const double out[2])
{
    double reach = REACH * s->spacing;
    const double place[2] = {at[0] - distance * out[0], at[1] - distance * out[1]};
    const double towards[2] = {-out[0], -out[1]};
    if (distance <= reach) {
        touchAt(n, distance, place, towards);
    }
    return distance <= reach - slack ? 2 : distance <= reach + slack ? 1 : 0;
}

static int touchWalls(Nearest *n, const Scene *s, const double at[2], double slack)
{
    const double x = at[0] - (double)s->origin.x, y = at[1] - (double)s->origin.y;
    const double distances[4] = {x, 1.0 - x, y, 1.0 - y};
    static const double normals[4][2] = {{1.0, 0.0}, {-1.0, 0.0}, {0.0, 1.0}, {0.0, -1.0}};
    int touched = 0;
    for (int side = 0; side < 4; side++) {
        int now = touchWall(n, s, distances[side], slack, at, normals[side]);
        touched = now > touched ? now : touched;
    }
    if (s->hasSolid) {
        double dx = at[0] - (double)s->solid.a.x, dy = at[1] - (double)s->solid.a.y, r = hypot(dx, dy);
        const double out[2] = {dx / r, dy / r};
        int now = touchWall(n, s, r - (double)s->solid.radius, slack + 0.12 * s->cell, at, out);
        touched = now > touched ? now : touched;
    }
    return touched;
}

static int groupOf(const Scene *s, uint32_t id)
{
    for (int i = 0; i < GROUPS; i++) {
        if ((int)id >= s->first[i] && (int)id < s->end[i]) {
            return i;
        }
    }
    return -1;
}

static int touchParticles(Nearest *n, Found *f, const Scene *s, const gfParticle *all, int count, int member)
{
    const double x = (double)all[member].position.x, y = (double)all[member].position.y;
    double reach = (REACH + DISC) * s->spacing, slack = 2e-6 + 3e-7 * fabs((double)s->origin.x);
    int group = groupOf(s, all[member].id), touched = 0;
    for (int j = 0; j < count; j++) {
        int other = groupOf(s, all[j].id);
        double dx = (double)all[j].position.x - x, dy = (double)all[j].position.y - y, apart = hypot(dx, dy);
        if (other == group || apart > reach + slack) {
            continue;
        }
        bool sure = apart <= reach - slack;
        touched = sure ? 2 : touched > 1 ? touched : 1;
        f->mostGroups |= other >= 0 ? 1u << other : 0u;
        f->leastGroups |= sure && other >= 0 ? 1u << other : 0u;
        if (apart <= reach) {
            const double place[2] = {x + 0.5 * dx, y + 0.5 * dy}, towards[2] = {dx / apart, dy / apart};
            touchAt(n, 0.5 * apart, place, towards);
        }
    }
    return touched;
}

static Found findContacts(const Scene *s, const gfParticle *all, int count, int group)
{
    Found f = {.members = 0};
    double slack = 2e-6 + 3e-7 * fabs((double)s->origin.x);
    for (int i = 0; i < count; i++) {
        if (groupOf(s, all[i].id) != group) {
            continue;
        }
        const double at[2] = {(double)all[i].position.x, (double)all[i].position.y};
        Nearest n = {.away = 1e9, .next = 1e9};
        int solids = touchWalls(&n, s, at, slack), others = touchParticles(&n, &f, s, all, count, i);
        f.members++;
        f.least += others == 2;
        f.most += others > 0;
        f.leastSolids += solids == 2;
        f.mostSolids += solids > 0;
        double doubt = slack + (s->hasSolid && solids > 0 ? 0.12 * s->cell : 0.0);
        f.doubtful = f.doubtful || (n.away < 1e8 && n.next - n.away < doubt);
        if (n.away < 1e8) {
            f.contacts++;
            for (int k = 0; k < 2; k++) {
                f.point[k] += n.place[k];
                f.normal[k] += n.towards[k];
            }
        }
    }
    f.doubtful = f.doubtful || f.least != f.most || f.leastSolids != f.mostSolids;
    return f;
}

static void expectFound(const Scene *s, const gfGroupAnswer *a, const Found *f, int *means)
{
    double slack = 1e-5 + 3e-7 * fabs((double)s->origin.x), n = fmax(f->contacts, 1.0);
    assert_int_equal(a->particles, f->members);
    Flow_ExpectBetween("touching", a->touching, f->least, f->most);
    Flow_ExpectBetween("touching solids", a->touchingSolids, f->leastSolids, f->mostSolids);
    assert_int_equal(a->touches & ~f->mostGroups, 0);
    assert_int_equal(f->leastGroups & ~a->touches, 0);
    if (f->doubtful) {
        return;
    }
    if (f->contacts == 0) {
        assert_true(a->contactPoint.x == 0.0f && a->contactPoint.y == 0.0f);
        assert_true(a->contactNormal.x == 0.0f && a->contactNormal.y == 0.0f);
        return;
    }
    double near = s->hasSolid && f->leastSolids > 0 ? 0.15 * s->cell : 0.0, turn = near > 0.0 ? 0.06 : 1e-3;
    Flow_ExpectNear("point x", (double)a->contactPoint.x, f->point[0] / n, near + slack);
    Flow_ExpectNear("point y", (double)a->contactPoint.y, f->point[1] / n, near + slack);
    Flow_ExpectNear("normal x", (double)a->contactNormal.x, f->normal[0] / n, turn);
    Flow_ExpectNear("normal y", (double)a->contactNormal.y, f->normal[1] / n, turn);
    (*means)++;
}

static void tryScene(Fixture *fixture, const gfFluidDef *def, bool hasSolid)
{
    static gfParticle all[ROOM];
    gfFluid *fluid = Flow_Make(fixture, def);
    Scene s = makeScene(fluid, def->origin, hasSolid);
    gfQuery *query = makeQuery(fluid, GROUPS, (float)REACH);
    assert_true(gfQuery_SetParticleGroups(query, s.groups, GROUPS));
    int means = 0, touching = 0, solids = 0;
    uint32_t touches[GROUPS] = {0};
    for (int frame = 0; frame < 24; frame++) {
        Flow_Steps(fluid, frame > 0 ? 2 : 0);
        gfQueryAnswer answer = Flow_Ask(query);
        int count = gfFluid_ReadParticlesBlocking(fluid, all, ROOM);
        assert_int_equal(answer.groupCount, GROUPS);
        for (int i = 0; i < GROUPS; i++) {
            const gfGroupAnswer *a = &answer.groups[i];
            Found f = findContacts(&s, all, count, i);
            assert_true(GF_ID_EQUALS(a->group, s.groups[i]));
            expectFound(&s, a, &f, &means);
            touching += a->touching;
            solids += a->touchingSolids;
            touches[i] |= a->touches;
        }
    }
    print_message("search %d, %d cells, %s: %d touch particles, %d solids, %d means\n", (int)def->particles.search,
                  def->gridWidth, hasSolid ? "solid" : "no solid", touching, solids, means);
    assert_true(touching > 100 && solids > 30 && means > 20);
    assert_true((touches[0] & 2) != 0 && (touches[1] & 1) != 0); // one block comes to lie on the other
}

TEST_CI(testContactsAreThoseOfParticles)
{
    const struct {
        int cells;
        float spacing;
        gfVec2 origin;
    } rows[] = {{20, 0.05f, {0.0f, 0.0f}}, {40, 0.03f, {-3.3f, 12.7f}}};
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
            gfFluidDef def = sceneDef(rows[k].cells, rows[k].spacing, rows[k].origin, searches[i]);
            tryScene(*state, &def, k == i % 2); // with a solid and without
        }
    }
}

// A block that has come to rest on the floor touches it along its lower side.
TEST(testRestingOnTheFloor)
{
    gfFluidDef def = sceneDef(40, 0.03f, (gfVec2){0.0f, 0.0f}, GF_SEARCH_AUTO);
    Scene s = {.fluid = Flow_Make(*state, &def)};
    addGroup(&s, 0, gfMakeRectangle((gfVec2){0.5f, 0.13f}, (gfVec2){0.2f, 0.1f}, 0.0f), true);
    gfQuery *query = makeQuery(s.fluid, 1, (float)REACH);
    assert_true(gfQuery_SetParticleGroups(query, s.groups, 1));
    Flow_Steps(s.fluid, 60);
    gfQueryAnswer answer = Flow_Ask(query);
    const gfGroupAnswer *a = &answer.groups[0];
    Flow_ExpectBetween("touching solids", a->touchingSolids, 8.0, 16.0);
    Flow_ExpectNear("x", (double)a->contactPoint.x, 0.5, 0.02);
    Flow_ExpectNear("y", (double)a->contactPoint.y, 0.0, 1e-6);
    Flow_ExpectNear("normal", (double)a->contactNormal.y, -1.0, 1e-6);
    assert_true(a->touching == 0 && a->touches == 0);
}

// Each side is touched where it is closed, and not where it is open.
TEST(testSides)
{
    static const gfVec2 outwards[4] = {{-1.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, -1.0f}, {0.0f, 1.0f}};
    for (int i = 0; i < 8; i++) {
        gfFluidDef def = sceneDef(20, 0.05f, (gfVec2){-2.0f, 3.0f}, GF_SEARCH_AUTO);
        gfBoundary *sides[4] = {&def.boundaries.left, &def.boundaries.right, &def.boundaries.bottom,
                                &def.boundaries.top};
        bool open = i >= 4;
        gfVec2 out = outwards[i % 4], centre = {-1.5f + 0.385f * out.x, 3.5f + 0.385f * out.y};
        sides[i % 4]->kind = open ? GF_BOUNDARY_OPEN : sides[i % 4]->kind;
        Scene s = {.fluid = Flow_Make(*state, &def)};
        addGroup(&s, 0, gfMakeRectangle(centre, (gfVec2){0.1f, 0.1f}, 0.0f), true);
        gfQuery *query = makeQuery(s.fluid, 1, (float)REACH);
        assert_true(gfQuery_SetParticleGroups(query, s.groups, 1));
        gfQueryAnswer answer = Flow_Ask(query);
        const gfGroupAnswer *a = &answer.groups[0];
        assert_true(a->particles > 8 && a->touching == 0);
        Flow_ExpectBetween("touching", a->touchingSolids, open ? 0.0 : 2.0, open ? 0.0 : 5.0);
        if (!open) {
            Flow_ExpectNear("normal x", (double)a->contactNormal.x, (double)out.x, 1e-6);
            Flow_ExpectNear("normal y", (double)a->contactNormal.y, (double)out.y, 1e-6);
            Flow_ExpectNear("point",
                            fabs((double)(out.x != 0.0f ? a->contactPoint.x + 1.5f : a->contactPoint.y - 3.5f)), 0.5,
                            1e-5);
        }
    }
}

static void expectSame(const gfGroupAnswer *kept, const gfGroupAnswer *now)
{
    for (int i = 0; i < GROUPS; i++) {
        assert_memory_equal(&kept[i].contactPoint, &now[i].contactPoint, 2 * sizeof now[i].contactPoint);
        assert_true(kept[i].particles == now[i].particles && kept[i].touching == now[i].touching);
        assert_true(kept[i].touchingSolids == now[i].touchingSolids && kept[i].touches == now[i].touches);
    }
}

// The same question has the same answer to the last bit; without a reach members alone are counted; a group that is
// gone, and one that takes its number, answer for themselves.
TEST(testGroupsComeAndGo)
{
    gfFluidDef def = sceneDef(20, 0.05f, (gfVec2){0.0f, 0.0f}, GF_SEARCH_AUTO);
    gfFluid *fluid = Flow_Make(*state, &def);
    Scene s = makeScene(fluid, def.origin, true);
    gfQuery *query = makeQuery(fluid, GROUPS, (float)REACH), *plain = makeQuery(fluid, GROUPS, 0.0f);
    assert_true(gfQuery_SetParticleGroups(query, s.groups, GROUPS));
    assert_true(gfQuery_SetParticleGroups(plain, s.groups, GROUPS));
    Flow_Steps(fluid, 20);
    gfQueryAnswer first = Flow_Ask(query);
    gfGroupAnswer kept[GROUPS];
    memcpy(kept, first.groups, sizeof kept);
    gfQueryAnswer again = Flow_Ask(query), few = Flow_Ask(plain);
    expectSame(kept, again.groups);
    for (int i = 0; i < GROUPS; i++) {
        const gfGroupAnswer *a = &again.groups[i], *p = &few.groups[i];
        assert_true(a->touching > 0);
        assert_true(p->particles == a->particles && p->touching == 0 && p->touchingSolids == 0 && p->touches == 0);
    }
    assert_true(gfFluid_RemoveParticleGroup(fluid, s.groups[1]));
    Flow_Steps(fluid, 1);
    addGroup(&s, 1, gfMakeCircle((gfVec2){0.4f, 0.7f}, 0.1f), true); // with the number of the last one
    gfQueryAnswer gone = Flow_Ask(query);
    assert_true(gone.groups[1].particles == 0 && gone.groups[1].touching == 0 && gone.groups[1].touches == 0);
    assert_true(gone.groups[0].particles == kept[0].particles && (gone.groups[0].touches & 2) == 0);
    assert_true(gfQuery_SetParticleGroups(query, &s.groups[1], 1));
    gfQueryAnswer one = Flow_Ask(query);
    assert_int_equal(one.groupCount, 1);
    assert_int_equal(one.groups[0].particles, s.end[1] - s.first[1]);
    // A snapshot and a resize change neither who is in a group nor what it touches.
    size_t size;
    void *saved = Fixture_Save(fluid, &size);
    assert_true(gfQuery_SetParticleGroups(query, s.groups, GROUPS));
    gfQueryAnswer before = Flow_Ask(query);
    memcpy(kept, before.groups, sizeof kept);
    Flow_Steps(fluid, 5);
    assert_true(gfFluid_Load(fluid, saved, size, NULL));
    expectSame(kept, Flow_Ask(query).groups);
    assert_true(gfFluid_Resize(fluid, 24, 24, def.cellSize, def.origin));
    assert_true(gfQuery_SetParticleGroups(query, s.groups, 1) && gfQuery_SetParticleGroups(query, s.groups, GROUPS));
    gfQueryAnswer resized = Flow_Ask(query);
    for (int i = 0; i < GROUPS; i++) { // sides lie elsewhere
        assert_true(resized.groups[i].particles == kept[i].particles && resized.groups[i].touches == kept[i].touches);
        assert_int_equal(resized.groups[i].touching, kept[i].touching);
    }
    assert_true(gfQuery_SetParticleGroups(query, &s.groups[1], 1) && gfFluid_Reset(fluid));
    one = Flow_Ask(query);
    assert_true(one.groupCount == 1 && one.groups[0].particles == 0);
    assert_true(gfQuery_SetParticleGroups(query, NULL, 0));
    assert_int_equal(Flow_Ask(query).groupCount, 0);
}

// As many groups as there may be, each a few particles in a row of its own. Bits are of the first 32 of the list.
TEST(testManyGroups)
{
    enum { MANY = GF_PARTICLE_GROUPS_MAX };
    static gfParticleGroupId ids[MANY];
    gfFluidDef def = sceneDef(64, 0.01f, (gfVec2){0.0f, 0.0f}, GF_SEARCH_AUTO);
    def.particles.groups = MANY;
    gfFluid *fluid = Flow_Make(*state, &def);
    int total = 0;
    for (int i = 0; i < MANY; i++) { // from the last in the list to the first, 16 a row, in touching pairs
        gfParticleGroupDef group = gfDefaultParticleGroupDef();
        float x = 0.05f + 0.06f * (float)(i % 16) - (i % 2 != 0 ? 0.03f : 0.0f), y = 0.05f + 0.055f * (float)(i / 16);
        group.shape = gfMakeCircle((gfVec2){x, y}, 0.0125f);
        ids[MANY - 1 - i] = gfFluid_AddParticleGroup(fluid, &group);
        assert_false(GF_IS_NULL(ids[MANY - 1 - i]));
    }
    gfQuery *query = makeQuery(fluid, MANY, (float)REACH);
    assert_true(gfQuery_SetParticleGroups(query, ids, MANY));
    gfQueryAnswer answer = Flow_Ask(query);
    for (int i = 0; i < MANY; i++) {
        uint32_t partner = i < 32 ? 1u << (i ^ 1) : 0u;
        assert_true(answer.groups[i].particles > 0 && answer.groups[i].touchingSolids == 0);
        assert_true(answer.groups[i].touching > 0);
        assert_int_equal(answer.groups[i].touches, partner);
        total += answer.groups[i].particles;
    }
    assert_int_equal(total, Particles_Stats(fluid).live);
}

TEST_CI(testNothingIsMade)
{
    Making_Watch();
    gfDevice *device = Making_MakeDevice(fixture);
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        gfFluidDef def = sceneDef(20, 0.05f, (gfVec2){0.0f, 0.0f}, searches[i]);
        gfFluid *fluid = MADE(gfCreateFluid(device, &def));
        Scene s = makeScene(fluid, def.origin, i == 0);
        Flow_Steps(fluid, 2);
        gfQuery *query = makeQuery(fluid, GROUPS, (float)REACH);
        Making_Finish(device);
        making = (Making){0};
        for (int frame = 0; frame < 6; frame++) {
            gfQueryAnswer answer;
            uint64_t waited = gfDevice_GetWaits(device);
            assert_true(gfQuery_SetParticleGroups(query, s.groups, 1 + frame % GROUPS) && gfFluid_StepOnce(fluid));
            assert_int_not_equal(gfQuery_Request(query), GF_REQUEST_FAILED);
            assert_int_not_equal(gfQuery_Poll(query, &answer), GF_POLL_FAILED);
            assert_true(gfDevice_GetWaits(device) == waited);
        }
        assert_int_equal(making.objects, 0);
        assert_int_equal(making.blocks, 0);
        gfDestroyFluid(fluid);
    }
    gfDestroyDevice(device);
}

// What a query of groups draws with is made ahead by gfDevice_Prepare.
TEST_CI(testProgramsArePrepared)
{
    Making_Watch();
    gfDevice *device = Making_MakeDevice(fixture);
    gfFluidDef def = sceneDef(20, 0.05f, (gfVec2){0.0f, 0.0f}, GF_SEARCH_AUTO);
    gfPrepareDef prepare = gfDefaultPrepareDef();
    prepare.fluids = &def;
    prepare.fluidCount = 1;
    prepare.uses = GF_USE_QUERIES;
    gfPrepareProgress progress;
    gfPrepareStatus status = gfDevice_Prepare(device, &prepare, 1000.0f, &progress);
    while (status == GF_PREPARE_PENDING) {
        status = gfDevice_Prepare(device, NULL, 1000.0f, &progress);
    }
    assert_int_equal(status, GF_PREPARE_DONE);
    gfFluid *fluid = MADE(gfCreateFluid(device, &def));
    Making_Finish(device);
    making = (Making){0};
    makeQuery(fluid, GROUPS, (float)REACH);
    Making_Finish(device);
    assert_int_equal(making.programs, 0);
    gfDestroyFluid(fluid);
    gfDestroyDevice(device);
}

TEST(testBadLists)
{
    gfFluidDef def = sceneDef(20, 0.05f, (gfVec2){0.0f, 0.0f}, GF_SEARCH_AUTO);
    gfFluid *fluid = Flow_Make(fixture, &def), *other = Flow_Make(fixture, &def);
    Scene s = makeScene(fluid, def.origin, true), strange = makeScene(other, def.origin, false);
    gfQuery *query = makeQuery(fluid, 2, (float)REACH);
    assert_true(gfQuery_SetParticleGroups(query, s.groups, 2));
    const gfParticleGroupId twice[2] = {s.groups[2], s.groups[2]}, none[2] = {s.groups[2], {0}};
    const gfParticleGroupId strangers[2] = {s.groups[2], strange.groups[0]};
    gfParticleGroupId beyond[1] = {s.groups[0]}, kind[1] = {s.groups[0]};
    beyond[0].index = UINT16_MAX;
    kind[0].kind = 0x7f;
    EXPECT_REFUSED(gfQuery_SetParticleGroups(NULL, s.groups, 1), NULL_ARGUMENT, "query");
    EXPECT_REFUSED(gfQuery_SetParticleGroups(query, NULL, 1), NULL_ARGUMENT, "groups");
    EXPECT_REFUSED(gfQuery_SetParticleGroups(query, s.groups, -1), OUT_OF_RANGE, "count");
    EXPECT_REFUSED(gfQuery_SetParticleGroups(query, s.groups, INT_MIN), OUT_OF_RANGE, "count");
    EXPECT_REFUSED(gfQuery_SetParticleGroups(query, s.groups, 3), TOO_MANY, "3 groups; the query was made for 2");
    EXPECT_REFUSED(gfQuery_SetParticleGroups(query, twice, 2), OUT_OF_RANGE, "group 1 is group 0");
    EXPECT_REFUSED(gfQuery_SetParticleGroups(query, none, 2), BAD_HANDLE, "none");
    EXPECT_REFUSED(gfQuery_SetParticleGroups(query, strangers, 2), BAD_HANDLE, "another fluid");
    EXPECT_REFUSED(gfQuery_SetParticleGroups(query, beyond, 1), BAD_HANDLE, "no longer alive");
    EXPECT_REFUSED(gfQuery_SetParticleGroups(query, kind, 1), BAD_HANDLE, "expected");
    assert_true(gfFluid_RemoveParticleGroup(fluid, s.groups[2]));
    EXPECT_REFUSED(gfQuery_SetParticleGroups(query, &s.groups[2], 1), BAD_HANDLE, "no longer alive");
    gfQueryAnswer answer = Flow_Ask(query); // of the list as it was
    assert_true(answer.groupCount == 2 && GF_ID_EQUALS(answer.groups[1].group, s.groups[1]));
    assert_true(answer.groups[1].particles > 0);
    gfDestroyFluid(other);
    gfDestroyFluid(fluid);
    // A fluid without groups.
    gfQueryDef asks = gfDefaultQueryDef();
    def.particles.groups = 0;
    fluid = Flow_Make(fixture, &def);
    asks.maxGroups = 1;
    EXPECT_REFUSED(gfCreateQuery(fluid, &asks) != NULL, UNSUPPORTED, "particles.groups above 0");
    asks.maxGroups = 0;
    query = Flow_MakeQuery(fluid, &asks);
    EXPECT_REFUSED(gfQuery_SetParticleGroups(query, s.groups, 1), TOO_MANY, "made for 0");
}
