// Tables of textures, on one of their own: what solver.h's solvers rely on, row by row; and formats of whole numbers.
#include "support/poor.h"

#include "fluid/state.h"
#include "gl/device.h"
#include "gl/pass.h"
#include "gl/readback.h"

enum { NO_REST, AT_REST };

static const float rests[2][4] = {{0.0f}, {1.5f, -2.0f, 0.0f, 0.0f}};

static float linear(float x, float y, int channel)
{
    return channel == 0 ? 3.0f * x - y : 0.5f + 2.0f * y;
}

static gfFluidDef domainOf(int width, int height, float cellSize, gfVec2 origin)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = width;
    def.gridHeight = height;
    def.cellSize = cellSize;
    def.origin = origin;
    return def;
}

typedef struct OneState {
    gfPair field;
} OneState;

static const gfStateRow oneRow[] = {{.name = "field",
                                     .offset = offsetof(OneState, field),
                                     .kind = GF_STATE_PAIR,
                                     .format = GF_FORMAT_RG32F,
                                     .halfFormat = GF_FORMAT_RG16F,
                                     .persists = true,
                                     .resample = GF_RESAMPLE_CELLS,
                                     .clear = AT_REST}};
static const gfStateTable oneTable = {oneRow, 1, "test", NULL};

// Counts the bytes of all textures of a state.
static size_t bytesOf(const gfDevice *device, const gfStateTable *table, const void *state)
{
    size_t bytes = 0;
    for (int i = 0; i < table->count; i++) {
        const gfStateRow *row = &table->rows[i];
        const void *member = (const char *)state + row->offset;
        if (row->kind == GF_STATE_PAIR) {
            bytes += 2 * gfTexture_Bytes(device, &((const gfPair *)member)->read);
        } else if (row->kind == GF_STATE_TEXTURE) {
            bytes += gfTexture_Bytes(device, member);
        } else {
            const gfPyramid *pyramid = member;
            for (int level = 0; level < pyramid->levels; level++) {
                bytes += gfTexture_Bytes(device, &pyramid->texture[level]);
            }
        }
    }
    return bytes;
}

static void upload(gfDevice *device, const gfTexture *texture, const gfFluidDef *def)
{
    int channels = device->gl.formats[texture->format].channels;
    float *values = Fixture_Alloc((size_t)(texture->width * texture->height * channels) * sizeof *values);
    for (int i = 0; i < texture->width * texture->height; i++) {
        for (int c = 0; c < 2; c++) {
            values[i * channels + c] = linear(def->origin.x + ((float)(i % texture->width) + 0.5f) * def->cellSize,
                                              def->origin.y + ((float)(i / texture->width) + 0.5f) * def->cellSize, c);
        }
    }
    assert_true(gfTexture_Upload(device, texture, values));
}

static float *readTexture(gfDevice *device, const gfTexture *texture, int channels)
{
    float *values = Fixture_Alloc((size_t)(texture->width * texture->height * channels) * sizeof *values);
    assert_true(
        gfReadback_Blocking(device, &(gfReadSource){texture, texture->width, texture->height, channels}, values));
    return values;
}

static void expectRest(gfDevice *device, const gfTexture *texture, const float rest[2])
{
    float *values = readTexture(device, texture, 2);
    for (int i = 0; i < texture->width * texture->height; i++) {
        assert_true(values[2 * i] == rest[0] && values[2 * i + 1] == rest[1]);
    }
}

TEST(testOneRow)
{
    gfDevice *device = fixture->device;
    const int extents[1][2] = {{12, 9}};
    const gfStatePlan plan = {&oneTable, extents, rests, 0, NULL, NULL};
    const gfMemoryCounts before = gfDevice_GetMemory(device);
    OneState one = {0};
    uint64_t nonfinite = 0;
    assert_true(gfDevice_Begin(device, "test"));
    assert_true(gfState_Create(device, &plan, &one));
    assert_int_equal(one.field.read.width, 12);
    assert_int_equal(one.field.write.height, 9);
    expectRest(device, &one.field.read, rests[AT_REST]);
    expectRest(device, &one.field.write, rests[AT_REST]);
    GLuint made = one.field.read.id;
    assert_true(gfState_Create(device, &plan, &one)); // what is there stays
    assert_int_equal(one.field.read.id, made);
    size_t bytes = bytesOf(device, &oneTable, &one);
    assert_int_equal(bytes, 2 * 12 * 9 * device->gl.formats[one.field.read.format].bytes);
    assert_int_equal(gfDevice_GetMemory(device).gpuBytes - before.gpuBytes, bytes);
    assert_int_equal(gfDevice_GetMemory(device).textures - before.textures, 2);
    const gfFluidDef def = domainOf(12, 9, 0.1f, (gfVec2){0.0f, 0.0f});
    upload(device, &one.field.read, &def);
    gfState_Reset(device, &plan, &one);
    expectRest(device, &one.field.read, rests[AT_REST]);
    assert_true(gfState_CountNonfinite(device, &oneTable, &one, &nonfinite));
    assert_int_equal(nonfinite, 0);
    float values[12 * 9 * 4] = {0};
    values[17] = NAN;
    assert_true(gfTexture_Upload(device, &one.field.read, values));
    nonfinite = 5; // it adds
    assert_true(gfState_CountNonfinite(device, &oneTable, &one, &nonfinite));
    assert_int_equal(nonfinite, 6);
    gfState_Destroy(device, &oneTable, &one);
    assert_int_equal(one.field.read.id, 0);
    Poor_ExpectMemory(device, &before);
    gfState_Destroy(device, &oneTable, &one); // of nothing, too
    gfDevice_End(device);
    Poor_ExpectMemory(device, &before);
}

// A linear field is the same at each place of the world, whatever the cells; outside the old domain it is at rest.
static void tryResample(gfDevice *device, const gfFluidDef *def, const gfFluidDef *oldDef, double tolerance)
{
    const int extents[1][2] = {{def->gridWidth, def->gridHeight}};
    const int oldExtents[1][2] = {{oldDef->gridWidth, oldDef->gridHeight}};
    const gfStatePlan plan = {&oneTable, extents, rests, 0, NULL, NULL};
    const gfStatePlan oldPlan = {&oneTable, oldExtents, rests, 0, NULL, NULL};
    OneState one = {0}, old = {0};
    int inside = 0, outside = 0;
    assert_true(gfState_Create(device, &plan, &one));
    assert_true(gfState_Create(device, &oldPlan, &old));
    upload(device, &old.field.read, oldDef);
    assert_true(gfState_Resample(device, &plan, &one, def, &old, oldDef));
    float *values = readTexture(device, &one.field.read, 2);
    float h = def->cellSize, oldH = oldDef->cellSize, border = oldH + h;
    for (int i = 0; i < def->gridWidth * def->gridHeight; i++) {
        float x = def->origin.x + ((float)(i % def->gridWidth) + 0.5f) * h;
        float y = def->origin.y + ((float)(i / def->gridWidth) + 0.5f) * h;
        float left = x - oldDef->origin.x, right = oldDef->origin.x + (float)oldDef->gridWidth * oldH - x;
        float low = y - oldDef->origin.y, high = oldDef->origin.y + (float)oldDef->gridHeight * oldH - y;
        float least = fminf(fminf(left, right), fminf(low, high));
        for (int c = 0; c < 2 && fabsf(least) > border; c++) {
            float expected = least > 0.0f ? linear(x, y, c) : rests[AT_REST][c];
            fail_if(!(fabs((double)(values[2 * i + c] - expected)) <= tolerance), "channel %d at (%g, %g): %g, not %g",
                    c, (double)x, (double)y, (double)values[2 * i + c], (double)expected);
        }
        inside += least > border;
        outside += least < -border;
    }
    assert_true(inside > 10 && outside > 10);
    gfState_Destroy(device, &oneTable, &old);
    gfState_Destroy(device, &oneTable, &one);
}

TEST(testResample)
{
    gfDevice *device = fixture->device;
    const gfFluidDef old = domainOf(16, 12, 0.1f, (gfVec2){0.2f, -0.3f});
    const gfFluidDef finer = domainOf(40, 36, 0.06f, (gfVec2){0.4f, -0.5f});
    const gfFluidDef coarser = domainOf(14, 12, 0.17f, (gfVec2){-0.3f, -0.7f});
    const gfMemoryCounts before = gfDevice_GetMemory(device);
    assert_true(gfDevice_Begin(device, "test"));
    tryResample(device, &finer, &old, 2e-5);
    tryResample(device, &coarser, &old, 2e-5);
    gfDevice_End(device);
    Poor_ExpectMemory(device, &before);
}

typedef struct ThreeState {
    gfPair first;
    gfTexture second;
    gfPyramid third;
} ThreeState;

static const gfStateRow threeRows[] = {{.name = "first",
                                        .offset = offsetof(ThreeState, first),
                                        .kind = GF_STATE_PAIR,
                                        .format = GF_FORMAT_RG32F,
                                        .when = 1,
                                        .persists = true,
                                        .clear = AT_REST},
                                       {.name = "second",
                                        .offset = offsetof(ThreeState, second),
                                        .kind = GF_STATE_TEXTURE,
                                        .format = GF_FORMAT_RGBA32F,
                                        .when = 2},
                                       {.name = "third",
                                        .offset = offsetof(ThreeState, third),
                                        .kind = GF_STATE_REDUCTION,
                                        .format = GF_FORMAT_RGBA32F,
                                        .when = 2 | 4}};
static const gfStateTable threeTable = {threeRows, 3, "test", NULL};

TEST(testRowThatCantBeMade)
{
    gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){0});
    const int extents[1][2] = {{40, 30}};
    gfStatePlan plan = {&threeTable, extents, rests, 1, NULL, NULL};
    const gfMemoryCounts none = gfDevice_GetMemory(device);
    ThreeState three = {.second = {0}};
    assert_true(gfDevice_Begin(device, "test"));
    for (int present = 0; present < 2; present++) {
        plan.conditions = 1;
        assert_true(present == 0 || gfState_Create(device, &plan, &three));
        const gfMemoryCounts before = gfDevice_GetMemory(device);
        const int textures = present ? 4 : 6; // that are still to be made: the pyramid has three
        GLuint id = three.first.read.id;
        plan.conditions = 1 | 2 | 4;
        for (int allowed = 0; allowed < textures; allowed++) {
            GlHooks_LimitFramebuffers(allowed);
            assert_false(gfState_Create(device, &plan, &three));
            Fixture_ExpectError(fixture, GF_ERROR_FRAMEBUFFER, "incomplete");
            GlHooks_LimitFramebuffers(-1);
            Poor_ExpectMemory(device, &before);
            assert_int_equal(three.first.read.id, id);
            assert_int_equal(three.second.id, 0);
            assert_int_equal(three.third.levels, 0);
        }
        if (present) {
            expectRest(device, &three.first.read, rests[AT_REST]);
        }
        assert_true(gfState_Create(device, &plan, &three));
        assert_int_equal(gfDevice_GetMemory(device).textures - before.textures, textures);
        assert_int_equal(bytesOf(device, &threeTable, &three), gfDevice_GetMemory(device).gpuBytes - none.gpuBytes);
        gfState_Destroy(device, &threeTable, &three);
        Poor_ExpectMemory(device, &none);
    }
    gfDevice_End(device);
    gfDestroyDevice(device);
    assert_int_equal(GlHooks_Left(), 0);
}

// What follows a creation may fail: what it made goes, what was there before stays.
TEST(testCreationIsUndone)
{
    gfDevice *device = fixture->device;
    const int extents[1][2] = {{8, 8}};
    const gfMemoryCounts none = gfDevice_GetMemory(device);
    bool made[GF_STATE_ROWS_MAX] = {false};
    gfStatePlan plan = {&threeTable, extents, rests, 1, NULL, made};
    ThreeState three = {.second = {0}};
    assert_true(gfDevice_Begin(device, "test"));
    assert_true(gfState_Create(device, &plan, &three));
    const gfMemoryCounts before = gfDevice_GetMemory(device);
    GLuint id = three.first.read.id;
    plan.conditions = 1 | 2 | 4;
    assert_true(gfState_Create(device, &plan, &three));
    gfState_Undo(device, &threeTable, &three, made);
    Poor_ExpectMemory(device, &before);
    gfState_Undo(device, &threeTable, &three, made); // once
    assert_true(three.first.read.id == id && id != 0 && three.second.id == 0 && three.third.levels == 0);
    gfState_Destroy(device, &threeTable, &three);
    gfDevice_End(device);
    Poor_ExpectMemory(device, &none);
}

// A row whose conditions hold in part is not made.
TEST(testConditions)
{
    gfDevice *device = fixture->device;
    const int extents[1][2] = {{8, 8}};
    const gfMemoryCounts none = gfDevice_GetMemory(device);
    ThreeState three = {.second = {0}};
    assert_true(gfDevice_Begin(device, "test"));
    gfStatePlan plan = {&threeTable, extents, rests, 4, NULL, NULL};
    assert_true(gfState_Create(device, &plan, &three));
    assert_int_equal(bytesOf(device, &threeTable, &three), 0);
    plan.conditions = 2;
    assert_true(gfState_Create(device, &plan, &three));
    assert_int_not_equal(three.second.id, 0);
    assert_int_equal(three.first.read.id, 0);
    assert_int_equal(three.third.levels, 0);
    gfState_Destroy(device, &threeTable, &three);
    gfDevice_End(device);
    Poor_ExpectMemory(device, &none);
}

#define NUMBERS_W 5
#define NUMBERS_H 3

// Numbers that no float holds: all 32 bits count.
static const char *const putShader = "layout(location = 0) out uvec4 o_value;\n"
                                     "void main()\n"
                                     "{\n"
                                     "    uvec2 at = uvec2(gl_FragCoord.xy);\n"
                                     "    uint n = 4000000001u + 7u * at.x + 65537u * at.y;\n"
                                     "    o_value = uvec4(n, n + 1u, n + 2u, n + 3u);\n"
                                     "}\n";
// Both halves of channel u_taps.
static const char *const getShader = "uniform usampler2D u_source;\n"
                                     "uniform int u_taps;\n"
                                     "layout(location = 0) out vec4 o_value;\n"
                                     "void main()\n"
                                     "{\n"
                                     "    uint n = texelFetch(u_source, ivec2(gl_FragCoord.xy), 0)[u_taps];\n"
                                     "    o_value = vec4(float(n >> 16u), float(n & 65535u), 0.0, 0.0);\n"
                                     "}\n";

static void expectNumbers(gfDevice *device, const gfTexture *numbers, const gfTexture *halves, bool drawn)
{
    for (int c = 0; c < device->gl.formats[numbers->format].channels; c++) {
        assert_true(gfPass_Run(device, &(gfPass){.label = "get",
                                                 .shader = GF_SHADER("get.frag", NULL),
                                                 .writes = {halves},
                                                 .inputs = {GF_IN(source, numbers->id)},
                                                 .uniforms = {GF_I1(taps, c)}}));
        float *values = readTexture(device, halves, 2);
        for (unsigned i = 0; i < NUMBERS_W * NUMBERS_H; i++) {
            uint32_t n = (uint32_t)values[2 * i] << 16 | (uint32_t)values[2 * i + 1];
            uint32_t expected = 4000000001u + 7u * (i % NUMBERS_W) + 65537u * (i / NUMBERS_W) + (unsigned)c;
            assert_int_equal(n, drawn ? expected : 70000u + (unsigned)c);
        }
    }
}

TEST(testWholeNumbers)
{
    static const gfFormat formats[] = {GF_FORMAT_R32UI, GF_FORMAT_RG32UI, GF_FORMAT_RGBA32UI};
    static const float cleared[4] = {70000.0f, 70001.0f, 70002.0f, 70003.0f}, zero[4] = {0.0f};
    ShaderCopy copy = ShaderCopy_Make();
    ShaderCopy_Overwrite(&copy, "put.frag", putShader);
    ShaderCopy_Overwrite(&copy, "get.frag", getShader);
    gfDeviceDef def = Poor_DeviceDef(fixture, (GlHooks){.fillsTextures = true});
    def.shaderDir = copy.dir;
    gfDevice *device = MADE(gfCreateDevice(&def));
    assert_true(gfDevice_Begin(device, "test"));
    gfTexture halves;
    assert_true(gfTexture_Create(device, &halves, GF_FORMAT_RGBA32F, NUMBERS_W, NUMBERS_H));
    for (int i = 0; i < 3; i++) {
        const size_t before = gfDevice_GetMemory(device).gpuBytes;
        gfTexture numbers;
        assert_true(gfTexture_Create(device, &numbers, formats[i], NUMBERS_W, NUMBERS_H));
        assert_int_equal(numbers.format, formats[i]);
        assert_int_equal(gfDevice_GetMemory(device).gpuBytes - before, NUMBERS_W * NUMBERS_H * (4 << i));
        gfTexture_Clear(device, &numbers, cleared);
        expectNumbers(device, &numbers, &halves, false);
        assert_true(
            gfPass_Run(device, &(gfPass){.label = "put", .shader = GF_SHADER("put.frag", NULL), .writes = {&numbers}}));
        expectNumbers(device, &numbers, &halves, true);
        uint32_t values[NUMBERS_W * NUMBERS_H * 4];
        int channels = 1 << i;
        for (int k = 0; k < NUMBERS_W * NUMBERS_H * channels; k++) {
            values[k] = 70000u + (uint32_t)(k % channels);
        }
        assert_true(gfTexture_Upload(device, &numbers, values));
        expectNumbers(device, &numbers, &halves, false);
        gfTexture_Clear(device, &numbers, zero);
        gfTexture_Destroy(device, &numbers);
        assert_int_equal(gfDevice_GetMemory(device).gpuBytes, before);
    }
    gfTexture_Destroy(device, &halves);
    gfDevice_End(device);
    gfDestroyDevice(device);
    assert_int_equal(GlHooks_Left(), 0);
    ShaderCopy_Free(&copy);
}
