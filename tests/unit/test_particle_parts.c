// Parts of the particle solver, each against a loop over all: the sort and its starts, sums over a list, routing.
#include "support/fixture.h"
#include "support/gl_poison.h"
#include "support/poor.h"

#include "gl/device.h"
#include "gl/routing.h"
#include "solvers/particles/sph.h"

#ifndef GL_NEGATIVE_ONE_TO_ONE
#define GL_NEGATIVE_ONE_TO_ONE 0x935E
#endif

// As solvers/particles/sph.c draws them.
static const gfVertexStage slotSquares[2] = {{"particles/slots.vert", "DIMENSIONS 2", 0, NULL},
                                             {"particles/slots.vert", "DIMENSIONS 3", 0, NULL}};

#define ABSENT 0xffffffffu

static uint32_t randomNumber(void)
{
    static uint32_t state = 12345;
    state = state * 1664525u + 1013904223u;
    return state >> 8 ^ state << 16;
}

static uint32_t *makeNumbers(int count)
{
    return Fixture_Alloc((size_t)count * sizeof(uint32_t));
}

static gfTexture makeTexture(gfDevice *device, gfFormat format, int width, int height, const void *values)
{
    gfTexture texture;
    assert_true(gfTexture_Create(device, &texture, format, width, height));
    assert_true(values == NULL || gfTexture_Upload(device, &texture, values));
    return texture;
}

// The first `channels` (1, 2 or 4) of a texture of whole numbers.
static uint32_t *readNumbers(gfDevice *device, const gfTexture *texture, int channels)
{
    int count = texture->width * texture->height;
    uint32_t *all = makeNumbers(4 * count), *numbers = makeNumbers(channels * count);
    GLuint framebuffer = gfFramebuffer_Get(device, texture, 0);
    assert_int_not_equal(framebuffer, 0);
    device->gl.fn.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    device->gl.fn.ReadPixels(0, 0, texture->width, texture->height, GL_RGBA_INTEGER, GL_UNSIGNED_INT, all);
    for (int i = 0; i < channels * count; i++) {
        numbers[i] = all[4 * (i / channels) + i % channels];
    }
    return numbers;
}

static int compareKeys(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return x[0] != y[0] ? (x[0] > y[0]) - (x[0] < y[0]) : (x[1] > y[1]) - (x[1] < y[1]);
}

typedef enum KeyKind { KEYS_RANDOM, KEYS_FEW, KEYS_SORTED, KEYS_REVERSED, KEYS_EQUAL, KEYS_ABSENT, KEY_KINDS } KeyKind;

static uint32_t makeKey(KeyKind kind, int i, int count)
{
    switch (kind) {
    case KEYS_FEW:
        return randomNumber() % 7;
    case KEYS_SORTED:
        return (uint32_t)(i / 3);
    case KEYS_REVERSED:
        return (uint32_t)(count - i);
    case KEYS_EQUAL:
        return 5;
    case KEYS_ABSENT:
        return i % 3 == 0 ? ABSENT : randomNumber() % 1000;
    default:
        return randomNumber();
    }
}

static void expectStarts(gfDevice *device, const gfTexture *keys, const uint32_t *sorted)
{
    int count = keys->width * keys->height;
    gfTexture starts = makeTexture(device, GF_FORMAT_R32UI, 16, 65, NULL);
    assert_true(gfSort_FindStarts(device, keys, &starts));
    uint32_t *found = readNumbers(device, &starts, 1);
    for (int b = 0, first = 0; b < starts.width * starts.height; b++) {
        while (first < count && sorted[2 * first] < (uint32_t)b) {
            first++;
        }
        assert_int_equal(found[b], first);
    }
    gfTexture_Destroy(device, &starts);
}

static void expectSorted(gfDevice *device, KeyKind kind, int width, int height)
{
    int count = width * height;
    uint32_t *keys = makeNumbers(2 * count);
    for (int i = 0; i < count; i++) {
        keys[2 * i] = makeKey(kind, i, count);
        keys[2 * i + 1] = (uint32_t)i;
    }
    gfPair pair;
    assert_true(gfPair_Create(device, &pair, GF_FORMAT_RG32UI, width, height));
    assert_true(gfTexture_Upload(device, &pair.read, keys));
    assert_true(gfSort_Run(device, &pair));
    uint32_t *sorted = readNumbers(device, &pair.read, 2);
    qsort(keys, (size_t)count, 2 * sizeof *keys, compareKeys);
    assert_memory_equal(sorted, keys, (size_t)count * 2 * sizeof *keys);
    expectStarts(device, &pair.read, keys);
    gfPair_Destroy(device, &pair);
}

TEST(keys_are_sorted)
{
    static const int sizes[][2] = {{1, 1}, {4, 1}, {4, 4}, {16, 3}, {16, 16}, {64, 33}, {64, 128}, {256, 256}};
    assert_true(gfDevice_Begin(fixture->device, "test"));
    for (int i = 0; i < GF_COUNT(sizes); i++) {
        for (KeyKind kind = 0; kind < KEY_KINDS; kind++) {
            expectSorted(fixture->device, kind, sizes[i][0], sizes[i][1]);
        }
    }
    gfDevice_End(fixture->device);
}

typedef enum CountKind { COUNTS_RANDOM, COUNTS_SPARSE, COUNTS_ZERO, COUNTS_LARGE, COUNT_KINDS } CountKind;

static uint32_t makeCount(CountKind kind)
{
    switch (kind) {
    case COUNTS_SPARSE:
        return randomNumber() % 100 == 0 ? 1 + randomNumber() % 3 : 0;
    case COUNTS_ZERO:
        return 0;
    case COUNTS_LARGE:
        return randomNumber() % 20000;
    default:
        return randomNumber() % 9;
    }
}

// The shader of this test, which includes the library's.
static gfShader makeAsker(gfDevice *device, const char *defines)
{
    const char *source = getenv("GF_SOURCE_DIR"), *before = device->shaderDir;
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/shaders", source != NULL ? source : ".");
    device->shaderDir = folder;
    const gfShader asker = GF_SHADER("../tests/unit/particle_parts.frag", defines);
    assert_true(gfPrograms_Make(device, &asker, 1));
    device->shaderDir = before;
    return asker;
}

// Answers have the sum before an element; then, for a unit, the element that it lies in and the sum before that; and
// the total.
static void expectAnswers(const uint32_t *counts, const uint32_t *answers, int count)
{
    uint32_t *before = makeNumbers(count + 1);
    for (int i = 0; i < count; i++) {
        before[i + 1] = before[i] + counts[i];
    }
    uint32_t total = before[count];
    for (int i = 0; i < count; i++) {
        const uint32_t *answer = &answers[4 * i];
        assert_int_equal(answer[0], before[i]);
        assert_int_equal(answer[3], total);
        if (total > 0) {
            uint32_t k = (uint32_t)i * 977u % total, element = answer[1];
            assert_in_range(element, 0, count - 1);
            assert_true(before[element] <= k && k < before[element + 1]);
            assert_int_equal(answer[2], before[element]);
        }
    }
}

static void expectSums(gfDevice *device, const gfShader *asker, CountKind kind, int width, int height)
{
    int count = width * height;
    uint32_t *counts = makeNumbers(count);
    for (int i = 0; i < count; i++) {
        counts[i] = makeCount(kind);
    }
    gfTexture texture = makeTexture(device, GF_FORMAT_R32UI, width, height, counts);
    gfTexture told = makeTexture(device, GF_FORMAT_RGBA32UI, width, height, NULL);
    gfPrefix prefix;
    assert_true(gfPrefix_Create(device, &prefix, width, height));
    assert_true(gfPrefix_Run(device, &prefix, &texture));
    assert_true(
        gfPass_Run(device, &(gfPass){.label = "test",
                                     .shader = *asker,
                                     .writes = {&told},
                                     .inputs = {GF_IN(counts, texture.id), GF_IN(countsBefore, prefix.before.id)}}));
    expectAnswers(counts, readNumbers(device, &told, 4), count);
    gfPrefix_Destroy(device, &prefix);
    gfTexture_Destroy(device, &texture);
    gfTexture_Destroy(device, &told);
}

TEST(counts_are_summed_up)
{
    static const int sizes[][2] = {{1, 1}, {8, 2}, {16, 2}, {64, 5}, {128, 33}, {256, 256}, {512, 300}, {2048, 513}};
    assert_true(gfDevice_Begin(fixture->device, "test"));
    const gfShader asker = makeAsker(fixture->device, "SUMS");
    for (int i = 0; i < GF_COUNT(sizes); i++) {
        bool large = i == GF_COUNT(sizes) - 1; // so that there are as many levels as may be
        for (CountKind kind = large ? COUNTS_LARGE : 0; kind < COUNT_KINDS; kind++) {
            expectSums(fixture->device, &asker, kind, sizes[i][0], sizes[i][1]);
        }
    }
    gfDevice_End(fixture->device);
}

typedef enum PlaceKind { PLACES_RANDOM, PLACES_CROWDED, PLACES_EQUAL, PLACES_OUTSIDE, PLACE_KINDS } PlaceKind;

// A grid with its border, and what is routed into it.
typedef struct Routed {
    int size[3]; // voxels; size[2] is 1 in 2D
    int side, pages;
    PlaceKind kind;
    bool triangles;
} Routed;

enum { ROUTED_WIDTH = 64, ROUTED_HEIGHT = 40, ROUTED_COUNT = 2500 }; // the last texels hold none

static float makePlace(PlaceKind kind, int cells)
{
    float part = (float)(randomNumber() % 4096) / 4096.0f;
    switch (kind) {
    case PLACES_CROWDED:
        return part < 0.6f ? 0.5f + part : part * (float)cells;
    case PLACES_EQUAL:
        return 1.0f;
    case PLACES_OUTSIDE:
        return (3.0f * part - 1.0f) * (float)cells;
    default:
        return part * (float)cells;
    }
}

static float *makePlaces(const Routed *routed)
{
    float *places = Fixture_Alloc(4 * ROUTED_WIDTH * ROUTED_HEIGHT * sizeof *places);
    for (int i = 0; i < 4 * ROUTED_WIDTH * ROUTED_HEIGHT; i++) {
        places[i] = makePlace(routed->kind, i % 4 < 3 ? routed->size[i % 4] - 2 : 1);
    }
    return places;
}

static int voxelOf(const Routed *routed, const float *place)
{
    int voxel[3] = {0};
    for (int axis = 0; axis < (routed->size[2] > 1 ? 3 : 2); axis++) {
        voxel[axis] = gfClamp((int)floorf(place[axis]) + 1, 0, routed->size[axis] - 1);
    }
    return voxel[0] + routed->size[0] * (voxel[1] + routed->size[1] * voxel[2]);
}

// Slot by slot of voxel by voxel.
static uint32_t *routeOnTheCpu(const Routed *routed, const float *places, int count)
{
    int voxels = routed->size[0] * routed->size[1] * routed->size[2],
        slots = routed->side * routed->side * routed->pages;
    uint32_t *expected = makeNumbers(voxels * slots), *used = makeNumbers(voxels);
    for (int i = 0; i < count; i++) {
        int voxel = voxelOf(routed, &places[4 * i]);
        if (used[voxel] < (uint32_t)slots) {
            expected[(uint32_t)(voxel * slots) + used[voxel]++] = (uint32_t)i + 1;
        }
    }
    return expected;
}

static bool fill(gfDevice *device, const gfRouting *routing, const Routed *routed, const gfTexture *place,
                 const gfTexture *count)
{
    const gfVertexStage *stage = &slotSquares[routed->size[2] > 1];
    return gfRouting_Fill(device, routing,
                          &(gfPass){.label = "slots",
                                    .shader = {.stage = stage, .file = "particles/slots.frag"},
                                    .inputs = {GF_IN(place, place->id), GF_IN(count, count->id)},
                                    .uniforms = {GF_F4(gridSize, (float)routed->size[0], (float)routed->size[1],
                                                       (float)routed->size[2], 0.0f)}},
                          ROUTED_WIDTH * ROUTED_HEIGHT);
}

// What shaders find in each slot of all voxels.
static void expectSlots(gfDevice *device, const gfRouting *routing, const Routed *routed, const uint32_t *expected)
{
    int columns = routed->size[0], rows = routed->size[1] * routed->size[2];
    int slots = routed->side * routed->side * routed->pages;
    const gfShader asker = makeAsker(device, "SLOTS_ASKED");
    gfTexture told = makeTexture(device, GF_FORMAT_R32UI, columns, rows, NULL);
    for (int slot = 0; slot < slots; slot++) {
        assert_true(gfPass_Run(
            device, &(gfPass){.label = "test",
                              .shader = asker,
                              .writes = {&told},
                              .inputs = {GF_IN(slots, routing->slots.id)},
                              .uniforms = {GF_I1(run, slot), GF_I2(slotShape, routed->side, routed->pages)}}));
        uint32_t *found = readNumbers(device, &told, 1);
        for (int voxel = 0; voxel < columns * rows; voxel++) {
            assert_int_equal(found[voxel], expected[voxel * slots + slot]);
        }
    }
    gfTexture_Destroy(device, &told);
}

static void expectRouted(gfDevice *device, const Routed *routed)
{
    const uint32_t live[4] = {ROUTED_COUNT};
    float *places = makePlaces(routed);
    uint32_t *expected = routeOnTheCpu(routed, places, ROUTED_COUNT);
    gfTexture place = makeTexture(device, GF_FORMAT_RGBA32F, ROUTED_WIDTH, ROUTED_HEIGHT, places);
    gfTexture count = makeTexture(device, GF_FORMAT_RGBA32UI, 1, 1, live);
    gfRouting routing;
    assert_true(gfRouting_Create(device, &routing, routed->size[0], routed->size[1] * routed->size[2], routed->side,
                                 routed->pages));
    int largest = device->gl.maxPointSize;
    device->gl.maxPointSize = routed->triangles ? 0 : largest;
    for (int i = 0; i < 2; i++) { // the second one begins with the pattern again
        assert_true(fill(device, &routing, routed, &place, &count));
    }
    device->gl.maxPointSize = largest;
    expectSlots(device, &routing, routed, expected);
    gfRouting_Destroy(device, &routing);
    gfTexture_Destroy(device, &place);
    gfTexture_Destroy(device, &count);
}

TEST(points_find_their_slots)
{
    static const Routed grids[] = {
        {.size = {34, 22, 1}, .side = 4, .pages = 1}, {.size = {34, 22, 1}, .side = 3, .pages = 2},
        {.size = {12, 7, 1}, .side = 1, .pages = 3},  {.size = {12, 7, 9}, .side = 2, .pages = 4},
        {.size = {7, 5, 6}, .side = 5, .pages = 1},   {.size = {6, 4, 1}, .side = 15, .pages = 1},
        {.size = {5, 4, 1}, .side = 2, .pages = 60},
    };
    assert_true(gfDevice_Begin(fixture->device, "test"));
    for (int i = 0; i < GF_COUNT(grids); i++) {
        for (PlaceKind kind = 0; kind < PLACE_KINDS; kind++) {
            Routed routed = grids[i];
            routed.kind = kind;
            expectRouted(fixture->device, &routed);
            routed.triangles = true;
            expectRouted(fixture->device, &routed);
        }
    }
    gfDevice_End(fixture->device);
}

// Slots are counted from below, as they lie with the origin of clip space that is the default.
static void countFromBelow(const GladGLContext *gl)
{
    void(GLAD_API_PTR * clipControl)(GLenum origin, GLenum depth) = NULL;
    GLint major = 0, minor = 0;
    gl->GetIntegerv(GL_MAJOR_VERSION, &major);
    gl->GetIntegerv(GL_MINOR_VERSION, &minor);
    if (Fixture_Api() == HEADLESS_GL33 && 10 * major + minor >= 45) {
        gfGLProc proc = Headless_GetProcAddress("glClipControl");
        memcpy(&clipControl, &proc, sizeof clipControl);
        clipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
    }
}

TEST(the_hosts_state_is_kept)
{
    gfDevice *device = fixture->device;
    const Routed routed = {.size = {9, 8, 1}, .side = 4, .pages = 1, .kind = PLACES_CROWDED};
    GlPoison *poison = GlPoison_Create(&fixture->gl);
    GlPoison_Apply(poison);
    countFromBelow(&fixture->gl);
    for (int i = 0; i < 4; i++) {
        GlSnapshot *before = GlPoison_Take(poison);
        assert_true(gfDevice_Begin(device, "test"));
        if (i % 2 == 0) {                  // each second call needs none of it
            expectRouted(device, &routed); // no less right under such a state
        }
        gfDevice_End(device);
        GlPoison_ExpectSame(before, GlPoison_Take(poison), "routing");
    }
}

static GLenum pendingError;
static PFNGLBLITFRAMEBUFFERPROC nextBlit;

static void GLAD_API_PTR failingBlit(GLint x0, GLint y0, GLint x1, GLint y1, GLint toX0, GLint toY0, GLint toX1,
                                     GLint toY1, GLbitfield mask, GLenum filter)
{
    nextBlit(x0, y0, x1, y1, toX0, toY0, toX1, toY1, mask, filter);
    pendingError = GL_INVALID_OPERATION;
}

static GLenum GLAD_API_PTR takeError(void)
{
    GLenum error = pendingError;
    pendingError = GL_NO_ERROR;
    return error;
}

static GLenum GLAD_API_PTR sayIncomplete(GLenum target)
{
    (void)target;
    return GL_FRAMEBUFFER_UNSUPPORTED;
}

// Routing of this many slots fails so, and nothing is left of it.
static void expectNoRouting(Fixture *fixture, int side, gfErrorCode code, const char *text)
{
    gfDevice *device = fixture->device;
    gfMemoryCounts before = gfDevice_GetMemory(device);
    gfRouting routing;
    Fixture_ClearLog(fixture);
    assert_false(gfRouting_Create(device, &routing, 5, 4, side, 1));
    Fixture_ExpectError(fixture, code, text);
    assert_int_equal(routing.slots.id, 0);
    assert_int_equal(routing.work.renderbuffer, 0);
    assert_int_equal(routing.pattern.renderbuffer, 0);
    Poor_ExpectMemory(device, &before);
}

TEST(what_cannot_be_routed_is_reported)
{
    gfDevice *device = fixture->device;
    const gfGL gl = device->gl;
    assert_true(gfDevice_Begin(device, "test"));
    expectNoRouting(fixture, 16, GF_ERROR_OUT_OF_RANGE, "240 slots");
    nextBlit = gl.fn.BlitFramebuffer;
    device->gl.fn.BlitFramebuffer = failingBlit;
    device->gl.fn.GetError = takeError;
    expectNoRouting(fixture, 4, GF_ERROR_FRAMEBUFFER, "copied");
    device->gl = gl;
    device->gl.fn.CheckFramebufferStatus = sayIncomplete;
    expectNoRouting(fixture, 4, GF_ERROR_FRAMEBUFFER, "incomplete");
    device->gl = gl;
    gfDevice_End(device);
}
