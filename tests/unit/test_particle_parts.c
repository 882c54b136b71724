// Parts of the particle solver, each against a loop over all: the sort and its starts, sums over a list.
#include "support/fixture.h"

#include "gl/device.h"
#include "gl/pass.h"
#include "solvers/particles/prefix.h"
#include "solvers/particles/sort.h"

#define ABSENT 0xffffffffu

static uint32_t randomNumber(void)
{
    static uint32_t state = 12345;
    state = state * 1664525u + 1013904223u;
    return state >> 8 ^ state << 16;
}

static uint32_t *makeNumbers(int count)
{
    uint32_t *numbers = calloc((size_t)count, sizeof *numbers);
    assert_non_null(numbers);
    return numbers;
}

static gfTexture makeTexture(gfDevice *device, gfFormat format, int width, int height, const void *values)
{
    gfTexture texture;
    assert_true(gfTexture_Create(device, &texture, format, width, height));
    assert_true(values == NULL || gfTexture_Upload(device, &texture, values));
    return texture;
}

// The first `channels` (1, 2 or 4) of a texture of whole numbers; to be freed.
static uint32_t *readNumbers(gfDevice *device, const gfTexture *texture, int channels)
{
    int count = texture->width * texture->height;
    uint32_t *all = makeNumbers(4 * count), *numbers = makeNumbers(channels * count);
    GLuint framebuffer = gfFramebuffer_Get(device, &texture, 1);
    assert_int_not_equal(framebuffer, 0);
    device->gl.fn.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    device->gl.fn.ReadPixels(0, 0, texture->width, texture->height, GL_RGBA_INTEGER, GL_UNSIGNED_INT, all);
    for (int i = 0; i < channels * count; i++) {
        numbers[i] = all[4 * (i / channels) + i % channels];
    }
    free(all);
    return numbers;
}

// --- sort ------------------------------------------------------------------------------------------------------------

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

static void expectStarts(gfDevice *device, const gfSort *sort, const gfTexture *keys, const uint32_t *sorted)
{
    int count = keys->width * keys->height;
    gfTexture starts = makeTexture(device, GF_FORMAT_R32UI, 16, 65, NULL);
    assert_true(gfSort_FindStarts(device, sort, keys, &starts));
    uint32_t *found = readNumbers(device, &starts, 1);
    for (int b = 0, first = 0; b < starts.width * starts.height; b++) {
        while (first < count && sorted[2 * first] < (uint32_t)b) {
            first++;
        }
        assert_int_equal(found[b], first);
    }
    free(found);
    gfTexture_Destroy(device, &starts);
}

static void expectSorted(gfDevice *device, const gfSort *sort, KeyKind kind, int width, int height)
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
    assert_true(gfSort_Run(device, sort, &pair));
    uint32_t *sorted = readNumbers(device, &pair.read, 2);
    qsort(keys, (size_t)count, 2 * sizeof *keys, compareKeys);
    assert_memory_equal(sorted, keys, (size_t)count * 2 * sizeof *keys);
    expectStarts(device, sort, &pair.read, keys);
    free(sorted);
    free(keys);
    gfPair_Destroy(device, &pair);
}

static void keys_are_sorted(void **state)
{
    static const int sizes[][2] = {{1, 1}, {4, 1}, {4, 4}, {16, 3}, {16, 16}, {64, 33}, {64, 128}, {256, 256}};
    Fixture *fixture = *state;
    gfSort sort;
    assert_true(gfDevice_Begin(fixture->device));
    assert_true(gfSort_Load(fixture->device, &sort));
    for (int i = 0; i < GF_COUNT(sizes); i++) {
        for (KeyKind kind = 0; kind < KEY_KINDS; kind++) {
            expectSorted(fixture->device, &sort, kind, sizes[i][0], sizes[i][1]);
        }
    }
    gfDevice_End(fixture->device);
    Fixture_ExpectNoGlError(fixture);
}

// --- sums ------------------------------------------------------------------------------------------------------------

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
static const gfProgram *makeAsker(gfDevice *device, const char *defines)
{
    const char *source = getenv("GF_SOURCE_DIR"), *before = device->shaderDir;
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/shaders", source != NULL ? source : ".");
    device->shaderDir = folder;
    const gfProgram *program = gfProgram_Get(device, GF_VERTEX_COVER, "../tests/unit/particle_parts.frag", defines);
    device->shaderDir = before;
    assert_non_null(program);
    return program;
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
    free(before);
}

static void expectSums(gfDevice *device, const gfProgram *asker, CountKind kind, int width, int height)
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
                                     .program = asker,
                                     .writes = {&told},
                                     .inputs = {GF_IN(counts, texture.id), GF_IN(countsBefore, prefix.before.id)}}));
    uint32_t *answers = readNumbers(device, &told, 4);
    expectAnswers(counts, answers, count);
    free(answers);
    free(counts);
    gfPrefix_Destroy(device, &prefix);
    gfTexture_Destroy(device, &texture);
    gfTexture_Destroy(device, &told);
}

static void counts_are_summed_up(void **state)
{
    static const int sizes[][2] = {{1, 1}, {8, 2}, {16, 2}, {64, 5}, {128, 33}, {256, 256}, {512, 300}, {2048, 513}};
    Fixture *fixture = *state;
    assert_true(gfDevice_Begin(fixture->device));
    const gfProgram *asker = makeAsker(fixture->device, "SUMS");
    for (int i = 0; i < GF_COUNT(sizes); i++) {
        bool large = i == GF_COUNT(sizes) - 1; // so that there are as many levels as may be
        for (CountKind kind = large ? COUNTS_LARGE : 0; kind < COUNT_KINDS; kind++) {
            expectSums(fixture->device, asker, kind, sizes[i][0], sizes[i][1]);
        }
    }
    gfDevice_End(fixture->device);
    Fixture_ExpectNoGlError(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_sorted),
        cmocka_unit_test(counts_are_summed_up),
    };
    return cmocka_run_group_tests(tests, Fixture_SetUp, Fixture_TearDown);
}
