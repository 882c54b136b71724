// The school of fish of the demo's pond: where it swims, and what it flees.
#include "support/testing.h"

#include "scenes/fish.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 1.5f
#define COUNT 28
#define FRAME (1.0f / 60.0f)

// A bowl 0.2 m deep.
static float getGround(const Scene *scene, float x, float y)
{
    (void)scene;
    float u = (x - 0.5f * WIDTH) / 0.7f, v = (y - 0.5f) / 0.45f;
    return 0.2f * (u * u + v * v - 1.0f);
}

static gfShape getStone(void)
{
    const gfVec2 corners[5] = {{0.45f, 0.40f}, {0.60f, 0.36f}, {0.66f, 0.50f}, {0.54f, 0.62f}, {0.42f, 0.52f}};
    return gfMakePolygon(corners, 5);
}

static School makeSchool(unsigned seed)
{
    School school;
    gfShape stone = getStone();
    SchoolDef def = {
        .count = COUNT, .seed = seed, .size = {WIDTH, 1.0f}, .ground = getGround, .stones = &stone, .stoneCount = 1};
    assert_true(School_Create(&school, &def));
    assert_int_equal(school.count, COUNT);
    return school;
}

static void swim(School *school, int frames, const gfVec2 *pointer)
{
    for (int i = 0; i < frames; i++) {
        School_Step(school, FRAME, pointer);
    }
}

static void assertInside(const School *school)
{
    gfShape stone = getStone();
    for (int i = 0; i < school->count; i++) {
        const Fish *fish = &school->fish[i];
        float ground = getGround(NULL, fish->place.x, fish->place.y);
        assert_true(ground < -0.03f);
        assert_true(fish->height > ground && fish->height < 0.0f);
        assert_true(Land_GetDistance(&stone, fish->place) > 0.0f);
        assert_true(isfinite(fish->heading) && isfinite(fish->phase) && fish->speed < 1.0f);
    }
}

// Distance from each fish to the nearest other, the mean over all.
static float getMeanGap(const School *school)
{
    float sum = 0.0f;
    for (int i = 0; i < school->count; i++) {
        float least = 1e9f;
        for (int k = 0; k < school->count; k++) {
            const Fish *a = &school->fish[i], *b = &school->fish[k];
            if (k != i) {
                least = fminf(least, hypotf(a->place.x - b->place.x, a->place.y - b->place.y));
            }
        }
        sum += least;
    }
    return sum / (float)school->count;
}

static int compareFloats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// Of those fish that `chosen` marks.
static float getMedianDistance(const School *school, const bool *chosen, gfVec2 place)
{
    float distances[SCHOOL_MAX];
    size_t count = 0;
    for (int i = 0; i < school->count; i++) {
        if (chosen[i]) {
            distances[count++] = hypotf(school->fish[i].place.x - place.x, school->fish[i].place.y - place.y);
        }
    }
    qsort(distances, count, sizeof distances[0], compareFloats);
    return distances[count / 2];
}

// Marks those within reach of a place, and counts them.
static int chooseNear(const School *school, gfVec2 place, bool *chosen)
{
    int count = 0;
    for (int i = 0; i < school->count; i++) {
        chosen[i] = hypotf(school->fish[i].place.x - place.x, school->fish[i].place.y - place.y) < 0.25f;
        count += chosen[i] ? 1 : 0;
    }
    return count;
}

TEST(testTheyStayInsideAndApart)
{
    School school = makeSchool(3);
    assertInside(&school);
    for (int i = 0; i < 3600; i++) {
        School_Step(&school, FRAME, NULL);
        if (i % 60 == 0) {
            assertInside(&school);
        }
        if (i % 300 == 299) {
            assert_true(getMeanGap(&school) > 0.035f);
        }
    }
    School_Destroy(&school);
}

// None ends with its nose at a stone or at the shore, however long they swim.
TEST(testTheyGetAway)
{
    School school = makeSchool(6);
    gfVec2 from[SCHOOL_MAX];
    float way[SCHOOL_MAX] = {0.0f}; // furthest that each was from there
    for (int i = 0; i < 60 * 100; i++) {
        if (i % 1500 == 0) {
            for (int k = 0; k < school.count; k++) {
                assert_true(i == 0 || way[k] > 0.08f);
                way[k] = 0.0f;
                from[k] = school.fish[k].place;
            }
        }
        School_Step(&school, FRAME, NULL);
        for (int k = 0; k < school.count; k++) {
            way[k] = fmaxf(way[k], hypotf(school.fish[k].place.x - from[k].x, school.fish[k].place.y - from[k].y));
        }
    }
    School_Destroy(&school);
}

// Each swims on: none stands still, none has its tail beat in time with all the others.
TEST(testTheySwim)
{
    School school = makeSchool(4);
    float sum = 0.0f;
    double along[2] = {0.0, 0.0};
    swim(&school, 600, NULL);
    for (int i = 0; i < school.count; i++) {
        sum += school.fish[i].speed;
        along[0] += (double)cosf(school.fish[i].phase) / school.count;
        along[1] += (double)sinf(school.fish[i].phase) / school.count;
    }
    assert_true(sum / (float)school.count > 0.02f);
    assert_true(hypot(along[0], along[1]) < 0.6);
    School_Destroy(&school);
}

TEST(testTheyFlee)
{
    for (unsigned seed = 1; seed <= 5; seed++) {
        School school = makeSchool(seed);
        swim(&school, 120, NULL);
        // Among most of them.
        gfVec2 pointer = school.fish[0].place;
        bool chosen[SCHOOL_MAX];
        for (int i = 1; i < school.count; i++) {
            if (chooseNear(&school, school.fish[i].place, chosen) > chooseNear(&school, pointer, chosen)) {
                pointer = school.fish[i].place;
            }
        }
        assert_true(chooseNear(&school, pointer, chosen) >= 4);
        float before = getMedianDistance(&school, chosen, pointer);
        swim(&school, 90, &pointer);
        assert_true(getMedianDistance(&school, chosen, pointer) > 1.5f * before);
        assertInside(&school);
        School_Destroy(&school);
    }
}

TEST(testSameSeedSameSchool)
{
    School schools[] = {makeSchool(7), makeSchool(7), makeSchool(8)};
    const Fish *a = schools[0].fish, *b = schools[1].fish, *c = schools[2].fish;
    const gfVec2 pointer = {0.9f, 0.5f};
    for (int i = 0; i < 3; i++) {
        swim(&schools[i], 201, NULL);
        swim(&schools[i], 99, &pointer);
    }
    assert_memory_equal(&a[3].place, &b[3].place, sizeof(gfVec2));
    assert_memory_equal(&a[COUNT - 1].phase, &b[COUNT - 1].phase, sizeof(float));
    assert_memory_not_equal(&a[3].place, &c[3].place, sizeof(gfVec2));
    for (int i = 0; i < 3; i++) {
        School_Destroy(&schools[i]);
    }
}

// A frame that took long is as good as many short ones: nobody jumps ashore.
TEST(testLongFrames)
{
    School school = makeSchool(9);
    const gfVec2 pointer = {0.8f, 0.5f};
    for (int i = 0; i < 60; i++) {
        School_Step(&school, 0.5f, i % 3 == 0 ? &pointer : NULL);
        assertInside(&school);
    }
    School_Destroy(&school);
}

static float getDryGround(const Scene *scene, float x, float y)
{
    (void)scene;
    return 1.0f + 0.1f * x + 0.1f * y;
}

TEST(testNowhereToSwim)
{
    School school;
    assert_false(School_Create(&school, &(SchoolDef){.count = COUNT, .size = {WIDTH, 1.0f}, .ground = getDryGround}));
    assert_null(school.room);
}

TEST(testMesh)
{
    SceneMesh mesh = {0};
    assert_true(Fish_MakeMesh(&mesh));
    assert_in_range(mesh.vertexCount, 150, 300);
    for (int i = 0; i < mesh.vertexCount * SCENE_VERTEX_SIZE; i++) {
        assert_true(isfinite(mesh.vertices[i]));
    }
    for (int i = 0; i < mesh.indexCount; i++) {
        assert_true(mesh.indices[i] < (uint32_t)mesh.vertexCount);
    }
    SceneMesh_Free(&mesh);
}

TESTS_START_FROM(NULL, NULL)
