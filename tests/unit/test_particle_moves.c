// The sorted particles of a flow that carries them by several cells at once, against a sort on the CPU.
#include "support/fixture.h"
#include "support/poor.h"

#include "gl/device.h"
#include "gl/readback.h"
#include "shared.h"
#include "solvers/particles/sph.h"

// A domain, its particles and how they move.
typedef struct Case {
    int width, height, count; // cells; particles
    int reach;                // what the particles are told, and the search
    float most;               // cells by which they try to move along an axis
    int gone;                 // one in so many leaves in a round; 0: none
    bool crowded;             // half of them start in one cell of a hundred
} Case;

#define CELL 0.05f
#define ROUNDS 10

typedef struct Carried {
    gfSph sph;
    gfSphDomain domain;
    gfParticleParams params;
    gfTexture reach;
    int cells; // with the border
} Carried;

// All of the state in host memory.
typedef struct Seen {
    gfSphHost host;
    uint32_t count[4];
    uint32_t *starts; // four values each
} Seen;

static float randomPart(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
}

static void addParticles(Carried *carried, const Case *c)
{
    float *places = Fixture_Alloc((size_t)c->count * 4 * sizeof *places), *velocities = places + 2 * c->count;
    uint32_t *tags = Fixture_Alloc((size_t)c->count * sizeof *tags), seed = 5;
    for (int i = 0; i < c->count; i++) {
        bool crowds = c->crowded && i % 2 == 0;
        float x = randomPart(&seed), y = randomPart(&seed);
        int corner = (int)(randomPart(&seed) * (float)(1 + c->width * c->height / 100));
        places[2 * i] = CELL * (crowds ? (float)(corner * 7 % c->width) + x : x * (float)c->width);
        places[2 * i + 1] = CELL * (crowds ? (float)(corner * 5 % c->height) + y : y * (float)c->height);
        velocities[2 * i] = (float)i;
        tags[i] = (uint32_t)i * 2654435761u;
    }
    const gfSphAdded added = {places, velocities, tags, NULL, c->count};
    assert_true(gfSph_Add(&carried->sph, &carried->domain, &added, "test"));
}

static Carried *makeCarried(gfDevice *device, const Case *c)
{
    Carried *carried = Fixture_Alloc(sizeof *carried);
    float reach = (float)c->reach;
    carried->params = gfDefaultFluidDef().particles;
    carried->params.capacity = c->count + 100;
    carried->params.radius = CELL;
    carried->params.spacing = 0.5f * CELL;
    carried->domain = (gfSphDomain){.device = device,
                                    .dimensions = 2,
                                    .size = {(float)c->width * CELL, (float)c->height * CELL, 0.0f},
                                    .gridSize = {(float)c->width * CELL, (float)c->height * CELL, 0.0f},
                                    .params = &carried->params,
                                    .step = 1.0f / 60.0f,
                                    .carried = true};
    assert_true(gfSph_Create(&carried->sph, &carried->domain));
    assert_int_equal(carried->sph.cells[0], c->width + 2);
    assert_int_equal(carried->sph.cells[1], c->height + 2);
    carried->cells = (c->width + 2) * (c->height + 2);
    assert_true(gfTexture_Create(device, &carried->reach, GF_FORMAT_R32F, 1, 1));
    assert_true(gfTexture_Upload(device, &carried->reach, &reach));
    carried->sph.reach = carried->reach.id;
    addParticles(carried, c);
    return carried;
}

static void destroyCarried(Carried *carried)
{
    gfTexture_Destroy(carried->domain.device, &carried->reach);
    gfSph_Destroy(carried->domain.device, &carried->sph);
}

static uint32_t *readNumbers(gfDevice *device, const gfTexture *texture)
{
    uint32_t *numbers = Fixture_Alloc((size_t)(texture->width * texture->height) * 4 * sizeof *numbers);
    assert_true(gfReadback_Integers(device, texture, texture->width, texture->height, numbers));
    return numbers;
}

static Seen see(const Carried *carried)
{
    gfDevice *device = carried->domain.device;
    Seen seen;
    assert_true(gfSph_Read(device, &carried->sph, &seen.host));
    assert_true(gfSph_ReadCount(device, &carried->sph, seen.count));
    seen.starts = readNumbers(device, &carried->sph.starts.read);
    return seen;
}

static uint64_t hashOf(gfDevice *device, Seen *seen, int cells)
{
    size_t bytes = (size_t)seen->host.count * 4 * sizeof(float);
    uint64_t h = Fixture_Hash(FIXTURE_HASH_EMPTY, seen->count, sizeof seen->count);
    h = Fixture_Hash(h, seen->starts, (size_t)(cells + 1) * 4 * sizeof(uint32_t));
    h = Fixture_Hash(h, seen->host.places, bytes);
    h = Fixture_Hash(h, seen->host.tags, bytes);
    gfSphHost_Free(device, &seen->host);
    return h;
}

// The pass of this test, in place of that of a flow's solver.
static void moveParticles(const Carried *carried, const Case *c, int round)
{
    const gfSph *s = &carried->sph;
    gfDevice *device = carried->domain.device;
    const gfShader shader = {.file = "../tests/unit/particle_moves.frag",
                             .options = s->conditions & (GF_SPH_2D | GF_SPH_FAR),
                             .optionOf = gf_sphOptionDefines};
    const char *source = getenv("GF_SOURCE_DIR"), *before = device->shaderDir;
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/shaders", source != NULL ? source : ".");
    device->shaderDir = folder;
    assert_true(gfPass_Run(device, &(gfPass){.label = "test",
                                             .shader = shader,
                                             .writes = {GF_SPH_MOTION_WRITES(s, &s->place.write, &s->moves, write)},
                                             .inputs = {GF_SPH_STATE(s, read), GF_SPH_TAGS(s), GF_IN(reach, s->reach)},
                                             .uniforms = {GF_SPH_LAYOUT(s), GF_F1(most, c->most), GF_I1(gone, c->gone),
                                                          GF_I1(seed, round)}}));
    device->shaderDir = before;
}

static int cellAt(const Carried *carried, const float *place)
{
    int x = (int)floorf(place[0]) + 1, y = (int)floorf(place[1]) + 1;
    assert_in_range(x, 1, carried->sph.cells[0] - 2);
    assert_in_range(y, 1, carried->sph.cells[1] - 2);
    return x + y * carried->sph.cells[0];
}

// Sorts what the pass wrote by cells, and particles of a cell by their places in the old order, into `wanted`, whose
// tags and places have room for all.
static void sortOnTheCpu(const Carried *carried, const Seen *old, const float *moved, const uint32_t *moves,
                         Seen *wanted)
{
    int *next = Fixture_Alloc((size_t)(carried->cells + 1) * sizeof *next);
    int live = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < old->host.count; i++) {
            if (moves[4 * i] == GF_MOVE_GONE) {
                continue;
            }
            int cell = cellAt(carried, &moved[4 * i]);
            if (pass == 0) {
                live++;
                next[cell + 1]++;
                continue;
            }
            int to = next[cell]++;
            memcpy(&wanted->host.places[4 * to], &moved[4 * i], 4 * sizeof(float));
            memcpy(&wanted->host.tags[4 * to], &old->host.tags[4 * i], 4 * sizeof(uint32_t));
        }
        for (int cell = 0; cell <= carried->cells && pass == 0; cell++) {
            next[cell] += cell > 0 ? next[cell - 1] : 0;
            wanted->starts[cell] = (uint32_t)next[cell];
        }
    }
    wanted->host.count = live;
    const uint32_t count[4] = {(uint32_t)live, old->count[1], old->count[2] + old->count[0] - (uint32_t)live,
                               old->count[3]};
    memcpy(wanted->count, count, sizeof count);
}

static void expectSeen(const Carried *carried, const Seen *seen, const Seen *wanted)
{
    size_t bytes = (size_t)wanted->host.count * 4 * sizeof(float);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(seen->count[i], wanted->count[i]);
    }
    for (int cell = 0; cell <= carried->cells; cell++) {
        assert_int_equal(seen->starts[4 * cell], wanted->starts[cell]);
    }
    assert_memory_equal(seen->host.tags, wanted->host.tags, bytes);
    assert_memory_equal(seen->host.places, wanted->host.places, bytes);
}

// Moves and sorts once, and expects what the CPU finds. Returns a hash of it.
static uint64_t expectRound(Carried *carried, const Case *c, int round)
{
    gfDevice *device = carried->domain.device;
    gfSph *s = &carried->sph;
    Seen old = see(carried), wanted = {0};
    int width = s->place.write.width, height = s->place.write.height;
    float *moved = Fixture_Alloc((size_t)(width * height) * 4 * sizeof *moved);
    wanted.host.places = Fixture_Alloc((size_t)(width * height) * 4 * sizeof(float));
    wanted.host.tags = Fixture_Alloc((size_t)(width * height) * 4 * sizeof(uint32_t));
    wanted.starts = Fixture_Alloc((size_t)(carried->cells + 1) * sizeof(uint32_t));
    moveParticles(carried, c, round);
    assert_true(gfReadback_Blocking(device, &(gfReadSource){&s->place.write, width, height, 4}, moved));
    sortOnTheCpu(carried, &old, moved, readNumbers(device, &s->moves), &wanted);
    assert_true(gfSph_Update(s, &carried->domain));
    Seen seen = see(carried);
    expectSeen(carried, &seen, &wanted);
    gfSphHost_Free(device, &old.host);
    return hashOf(device, &seen, carried->cells);
}

// Runs all rounds. Returns a hash of all states.
static uint64_t expectCarried(gfDevice *device, const Case *c)
{
    Carried *carried = makeCarried(device, c);
    uint64_t h = FIXTURE_HASH_EMPTY;
    for (int round = 0; round < ROUNDS; round++) {
        const uint64_t next = expectRound(carried, c, round);
        h = Fixture_Hash(h, &next, sizeof next);
    }
    destroyCarried(carried);
    return h;
}

TEST(particles_that_move_far_stay_sorted)
{
    // The last two are narrower than a reach, and try to go beyond it and beyond the walls.
    static const Case cases[] = {{50, 31, 4000, 1, 1.0f, 0, true},    {50, 31, 4000, 2, 2.0f, 40, true},
                                 {50, 31, 4000, 3, 3.0f, 40, true},   {128, 72, 18000, 3, 2.5f, 500, false},
                                 {128, 72, 18000, 1, 1.0f, 0, false}, {2, 5, 2000, 3, 9.0f, 30, false},
                                 {1, 40, 2000, 2, 9.0f, 30, true}};
    gfDevice *device = fixture->device;
    assert_true(gfDevice_Begin(device, "test"));
    for (int i = 0; i < GF_COUNT(cases); i++) {
        uint64_t first = expectCarried(device, &cases[i]);
        assert_true(expectCarried(device, &cases[i]) == first);
    }
    gfDevice_End(device);
}

TEST(a_longer_reach_finds_the_same)
{
    gfDevice *device = fixture->device;
    assert_true(gfDevice_Begin(device, "test"));
    for (int most = 1; most < GF_REACH_MAX; most++) {
        Case c = {40, 30, 5000, most, (float)most, 100, true};
        uint64_t first = expectCarried(device, &c);
        for (c.reach = most + 1; c.reach <= GF_REACH_MAX; c.reach++) {
            assert_true(expectCarried(device, &c) == first);
        }
    }
    gfDevice_End(device);
}

TEST(carried_particles_scroll_and_start_anew)
{
    gfDevice *device = fixture->device;
    const Case c = {40, 30, 3000, 3, 3.0f, 50, true};
    const double way[2] = {2.0 * (double)CELL, -3.0 * (double)CELL};
    assert_true(gfDevice_Begin(device, "test"));
    Carried *carried = makeCarried(device, &c);
    const uint64_t first = expectRound(carried, &c, 0);
    assert_true(gfSph_Scroll(&carried->sph, &carried->domain, way));
    expectRound(carried, &c, 1);
    gfSph_Tune(&carried->sph, &carried->domain);
    expectRound(carried, &c, 2);
    gfSph_Reset(&carried->sph, &carried->domain);
    addParticles(carried, &c);
    assert_true(expectRound(carried, &c, 0) == first);
    destroyCarried(carried);
    gfDevice_End(device);
}

TEST(carried_particles_have_nothing_for_forces)
{
    gfDevice *device = fixture->device;
    const Case c = {20, 10, 100, 1, 1.0f, 0, false};
    assert_true(gfDevice_Begin(device, "test"));
    gfMemoryCounts before = gfDevice_GetMemory(device);
    Carried *carried = makeCarried(device, &c);
    const gfSph *s = &carried->sph;
    const gfTexture *none[] = {&s->density, &s->packed, &s->masks[0], &s->masks[1], &s->masks[2], &s->record};
    for (int i = 0; i < GF_COUNT(none); i++) {
        assert_int_equal(none[i]->id, 0);
    }
    destroyCarried(carried);
    Poor_ExpectMemory(device, &before);
    gfDevice_End(device);
}
