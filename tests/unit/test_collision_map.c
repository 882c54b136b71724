// The collision camera: heights and normals of meshes and of a host's textures; and meshes that are refused.
#include "support/fixture.h"
#include "support/flow.h"
#include "support/gl_poison.h"

#include "ext/fluid3d/volume.h"
#include "gl/device.h"
#include "gl/readback.h"

#include "shared.h"

enum { WIDTH = 40, HEIGHT = 24 };

#define NOTHING (0.5f * (float)GF_NO_GROUND)

static const float identity[16] = {[0] = 1.0f, [5] = 1.0f, [10] = 1.0f, [15] = 1.0f};
static const gfCollisionBox box = {
    {-1.0f, -0.5f, 2.0f}, {1.0f, 1.5f, 4.0f}, {[0] = 1.0f, [5] = 1.0f, [10] = 1.0f, [15] = 1.0f}};

typedef struct Scene {
    Fixture *fixture;
    gfDevice *device;
    gfCollisionMap map;
    float texels[HEIGHT][WIDTH][4];
    gfMesh meshes[8]; // that go with the test
    int meshCount;
} Scene;

// For each test: *state becomes a Scene.
static int setUp(void **state)
{
    static Scene s;
    Fixture_SetUp(state);
    s = (Scene){.fixture = *state};
    s.device = s.fixture->device;
    assert_true(gfDevice_Begin(s.device, "test"));
    assert_true(gfCollisionMap_Create(s.device, &s.map, WIDTH, HEIGHT));
    *state = &s;
    return 0;
}

static int tearDown(void **state)
{
    Scene *s = *state;
    gfCollisionMap_Destroy(s->device, &s->map);
    while (s->meshCount > 0) {
        gfMesh_Destroy(s->device, &s->meshes[--s->meshCount]);
    }
    gfDevice_End(s->device);
    assert_int_equal(s->fixture->errors + s->fixture->warnings, 0);
    Fixture_ExpectNoGlError(s->fixture);
    *state = s->fixture;
    return Fixture_TearDown(state);
}

static void readMap(Scene *s)
{
    assert_false(s->map.failed);
    assert_true(gfReadback_Blocking(s->device, &(gfReadSource){&s->map.map, WIDTH, HEIGHT, 4}, &s->texels[0][0][0]));
}

static gfMesh makeMesh(Scene *s, const float *positions, int vertices, const uint32_t *indices, int count)
{
    gfMesh mesh;
    assert_true(gfMesh_Create(s->device, &mesh, &(gfMeshData){positions, vertices, indices, count}, "test"));
    assert_in_range(s->meshCount, 0, 7);
    return s->meshes[s->meshCount++] = mesh;
}

// Two triangles over x and z within +-`half` around (x, z), at heights of a plane.
static gfMesh makePlane(Scene *s, float x, float z, float half, float height, float slopeX, float slopeZ)
{
    float p[4][3];
    static const uint32_t indices[6] = {0, 1, 2, 2, 1, 3};
    for (int i = 0; i < 4; i++) {
        float dx = i & 1 ? half : -half, dz = i & 2 ? half : -half;
        p[i][0] = x + dx;
        p[i][1] = height + slopeX * dx + slopeZ * dz;
        p[i][2] = z + dz;
    }
    return makeMesh(s, p[0], 4, indices, 6);
}

static void drawMeshes(Scene *s, const gfMesh *const meshes[], int count)
{
    gfCollisionMap_Begin(s->device, &s->map, &box);
    for (int i = 0; i < count; i++) {
        assert_true(gfCollisionMap_DrawMesh(s->device, &s->map, meshes[i], identity));
    }
    readMap(s);
}

static float xOf(int i)
{
    return -1.0f + ((float)i + 0.5f) * 2.0f / (float)WIDTH;
}

static float zOf(int j)
{
    return 2.0f + ((float)j + 0.5f) * 2.0f / (float)HEIGHT;
}

static void expectTexel(const Scene *s, int i, int j, float height, float slopeX, float slopeZ)
{
    const float *t = s->texels[j][i];
    float length = sqrtf(1.0f + slopeX * slopeX + slopeZ * slopeZ);
    const float expected[4] = {-slopeX / length, 1.0f / length, -slopeZ / length, height};
    for (int c = 0; c < 4; c++) {
        fail_if(!(fabsf(t[c] - expected[c]) < 2e-3f), "channel %d of texel %d, %d is %g, not %g", c, i, j, (double)t[c],
                (double)expected[c]);
    }
}

TEST(testSlopes)
{
    static const float slopes[][2] = {{0.0f, 0.0f}, {0.3f, 0.0f}, {0.0f, -0.4f}, {-0.25f, 0.2f}};
    Scene *s = *state;
    for (size_t k = 0; k < sizeof slopes / sizeof *slopes; k++) {
        gfMesh plane = makePlane(s, 0.0f, 3.0f, 3.0f, 0.5f, slopes[k][0], slopes[k][1]);
        drawMeshes(s, (const gfMesh *const[]){&plane}, 1);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            float x = xOf(i % WIDTH), z = zOf(i / WIDTH);
            expectTexel(s, i % WIDTH, i / WIDTH, 0.5f + slopes[k][0] * x + slopes[k][1] * (z - 3.0f), slopes[k][0],
                        slopes[k][1]);
        }
    }
}

// A known tetrahedron, whichever way round its triangles are: three sides that rise to its tip, and nothing around it.
TEST(testTetrahedron)
{
    static const float positions[4][3] = {
        {-0.6f, 0.0f, 2.4f}, {0.6f, 0.0f, 2.4f}, {0.0f, 0.0f, 3.6f}, {0.0f, 0.9f, 2.8f}};
    static const uint32_t indices[12] = {0, 1, 2, 0, 1, 3, 1, 3, 2, 2, 3, 0};
    Scene *s = *state;
    gfMesh mesh = makeMesh(s, positions[0], 4, indices, 12);
    drawMeshes(s, (const gfMesh *const[]){&mesh}, 1);
    int covered = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        float x = xOf(i % WIDTH), z = zOf(i / WIDTH);
        // The height over the ground is the least of three planes, each 0 along a side and 0.9 at the tip.
        float front = 0.9f * (z - 2.4f) / 0.4f, side = 0.9f * (1.2f - 2.0f * fabsf(x) - (z - 2.4f)) / 0.8f;
        float height = fminf(front, side), apart = fminf(fabsf(front - side), fabsf(x) * 2.0f);
        if (fabsf(height) < 0.12f || apart < 0.15f) {
            continue; // a texel on an edge may be of either side
        }
        if (height < 0.0f) {
            assert_true(s->texels[i / WIDTH][i % WIDTH][3] < NOTHING);
        } else if (front < side) {
            expectTexel(s, i % WIDTH, i / WIDTH, height, 0.0f, 0.9f / 0.4f);
            covered++;
        } else {
            expectTexel(s, i % WIDTH, i / WIDTH, height, x > 0.0f ? -1.8f / 0.8f : 1.8f / 0.8f, -0.9f / 0.8f);
            covered++;
        }
    }
    assert_true(covered > 60);
}

// The highest wins in whatever order; what lies above or below the box does not count.
TEST(testHighestWins)
{
    Scene *s = *state;
    gfMesh floor = makePlane(s, 0.0f, 3.0f, 3.0f, 0.0f, 0.0f, 0.0f);
    gfMesh step = makePlane(s, -0.5f, 3.0f, 0.5f, 0.7f, 0.0f, 0.0f);
    gfMesh roof = makePlane(s, 0.0f, 3.0f, 3.0f, 1.6f, 0.0f, 0.0f);
    gfMesh cellar = makePlane(s, 0.0f, 3.0f, 3.0f, -0.6f, 0.0f, 0.0f);
    const gfMesh *orders[2][4] = {{&roof, &floor, &step, &cellar}, {&cellar, &step, &floor, &roof}};
    for (int k = 0; k < 2; k++) {
        drawMeshes(s, orders[k], 4);
        expectTexel(s, WIDTH / 4, HEIGHT / 2, 0.7f, 0.0f, 0.0f);
        expectTexel(s, 3 * WIDTH / 4, HEIGHT / 2, 0.0f, 0.0f, 0.0f);
        expectTexel(s, WIDTH / 4, 1, 0.0f, 0.0f, 0.0f);
    }
    drawMeshes(s, (const gfMesh *const[]){&roof, &cellar}, 2);
    assert_true(s->texels[5][5][3] < NOTHING);
    drawMeshes(s, NULL, 0); // drawn anew, it forgets
    assert_true(s->texels[5][5][3] < NOTHING);
}

// A mesh is moved and turned by its transform, and all of it by the box's own space.
TEST(testTransforms)
{
    Scene *s = *state;
    gfMesh plane = makePlane(s, 0.0f, 0.0f, 3.0f, 0.0f, 0.5f, 0.0f);
    // A quarter turn about y brings x to -z; then up by 0.25 and to z = 3.
    float turned[16] = {[2] = -1.0f, [5] = 1.0f, [8] = 1.0f, [13] = 0.25f, [14] = 3.0f, [15] = 1.0f};
    gfCollisionBox moved = box;
    for (int far = 0; far < 2; far++) { // in a space that lies 100 m off in the world, too
        moved.toLocal[12] = -100.0f * (float)far;
        turned[12] = 100.0f * (float)far;
        gfCollisionMap_Begin(s->device, &s->map, &moved);
        assert_true(gfCollisionMap_DrawMesh(s->device, &s->map, &plane, turned));
        readMap(s);
        for (int j = 0; j < HEIGHT; j++) {
            expectTexel(s, 7, j, 0.25f - 0.5f * (zOf(j) - 3.0f), 0.0f, -0.5f);
        }
    }
}

static GLuint makeTexture(const Fixture *fixture, GLint internalFormat, GLenum format, const float *values)
{
    GLuint texture = 0;
    fixture->gl.GenTextures(1, &texture);
    fixture->gl.BindTexture(GL_TEXTURE_2D, texture);
    fixture->gl.TexImage2D(GL_TEXTURE_2D, 0, internalFormat, WIDTH, HEIGHT, 0, format, GL_FLOAT, values);
    fixture->gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    return texture;
}

// A slope that a host has drawn, with its normals or without, encoded or not; empty in one corner.
TEST(testHostsTextures)
{
    static float depth[HEIGHT * WIDTH], normals[2][HEIGHT * WIDTH][4];
    Scene *s = *state;
    float length = sqrtf(1.0f + 0.3f * 0.3f);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        bool empty = i % WIDTH < 4 && i / WIDTH < 4;
        float height = 0.5f + 0.3f * xOf(i % WIDTH);
        depth[i] = empty ? 1.0f : (1.5f - height) / 2.0f;
        const float n[3] = {-0.3f / length, 1.0f / length, 0.0f};
        for (int c = 0; c < 3; c++) {
            normals[0][i][c] = n[c];
            normals[1][i][c] = 0.5f + 0.5f * n[c];
        }
    }
    for (int kind = 0; kind < 3; kind++) {
        gfCollisionTextures t = {.depth = makeTexture(s->fixture, GL_R32F, GL_RED, depth), .encoded = kind == 2};
        t.normals = kind > 0 ? makeTexture(s->fixture, GL_RGBA32F, GL_RGBA, normals[kind - 1][0]) : 0;
        gfMesh pillar = makePlane(s, 0.5f, 3.0f, 0.2f, 1.2f, 0.0f, 0.0f);
        gfCollisionMap_Begin(s->device, &s->map, &box);
        assert_true(gfCollisionMap_DrawMesh(s->device, &s->map, &pillar, identity));
        assert_true(gfCollisionMap_DrawTextures(s->device, &s->map, &t));
        readMap(s);
        expectTexel(s, 10, 12, 0.5f + 0.3f * xOf(10), 0.3f, 0.0f);
        expectTexel(s, 30, HEIGHT / 2, 1.2f, 0.0f, 0.0f);
        assert_true(s->texels[1][1][3] < NOTHING);
    }
}

TEST(testRefusals)
{
    static const float good[9] = {0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f};
    static const float bad[9] = {0.0f, 0.0f, 0.0f, 1.0f, NAN, 0.0f, 0.0f, 0.0f, 1.0f};
    static const uint32_t indices[3] = {0, 1, 2}, beyond[3] = {0, 1, 3};
    Scene *s = *state;
    gfMesh mesh;
    fixture = s->fixture; // *state is a Scene here
    Fixture_ClearLog(fixture);
    gfMemoryCounts before = gfDevice_GetMemory(s->device);
    EXPECT_REFUSED(gfMesh_Create(s->device, &mesh, &(gfMeshData){good, 3, beyond, 3}, "test"), OUT_OF_RANGE,
                   "index 2 is 3");
    EXPECT_REFUSED(gfMesh_Create(s->device, &mesh, &(gfMeshData){bad, 3, indices, 3}, "test"), OUT_OF_RANGE,
                   "coordinate y of vertex 1");
    EXPECT_REFUSED(gfMesh_Create(s->device, &mesh, &(gfMeshData){good, 3, indices, 2}, "test"), OUT_OF_RANGE,
                   "2 indices");
    EXPECT_REFUSED(gfMesh_Create(s->device, &mesh, &(gfMeshData){NULL, 3, indices, 3}, "test"), NULL_ARGUMENT,
                   "positions");
    assert_int_equal(gfDevice_GetMemory(s->device).buffers, before.buffers);
    assert_true(gfMesh_Create(s->device, &mesh, &(gfMeshData){good, 3, indices, 3}, "test"));
    assert_int_equal(gfDevice_GetMemory(s->device).buffers, before.buffers + 2);
    assert_true(gfDevice_GetMemory(s->device).gpuBytes == before.gpuBytes + 48);
    gfMesh_Destroy(s->device, &mesh);
    assert_int_equal(gfDevice_GetMemory(s->device).buffers, before.buffers);
}

// Whatever the host's state is, the map is the same and the state stays as it was; also that of vertex buffers.
TEST(testHostsState)
{
    static float plain[HEIGHT][WIDTH][4];
    Scene *s = *state;
    gfMesh plane = makePlane(s, 0.2f, 2.7f, 0.6f, 0.5f, 0.3f, 0.2f);
    drawMeshes(s, (const gfMesh *const[]){&plane}, 1);
    memcpy(plain, s->texels, sizeof plain);
    gfDevice_End(s->device);
    GlPoison *poison = GlPoison_Create(&s->fixture->gl);
    GlPoison_Apply(poison);
    GlPoison_FillFramebuffer(poison);
    GlSnapshot *before = GlPoison_Take(poison);
    assert_true(gfDevice_Begin(s->device, "test"));
    gfMesh again = makePlane(s, 0.2f, 2.7f, 0.6f, 0.5f, 0.3f, 0.2f);
    drawMeshes(s, (const gfMesh *const[]){&again}, 1);
    gfDevice_End(s->device);
    GlPoison_ExpectSame(before, GlPoison_Take(poison), "a collision map");
    GlPoison_ExpectUntouched(poison, 0);
    GlPoison_ExpectDepthUntouched(poison);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        for (int c = 0; c < 4; c++) {
            assert_true(fabsf(plain[i / WIDTH][i % WIDTH][c] - s->texels[i / WIDTH][i % WIDTH][c]) < 1e-4f);
        }
    }
    assert_true(gfDevice_Begin(s->device, "test"));
}

EACH_TEST_STARTS_FROM(setUp, tearDown)
