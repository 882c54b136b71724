// The camera of dioramas: where the mouse meets the water, and how far it turns.
#include "support/testing.h"

#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define ASPECT 1.6f

static Scene makeScene(const char *name)
{
    Scene scene = {.info = Scene_Find(name), .width = 1.5f};
    assert_non_null(scene.info);
    assert_non_null(scene.info->diorama);
    Diorama_Begin(&scene);
    return scene;
}

// Where a place of the world is in clip space.
static gfVec2 project(const gfSurfaceDef *def, gfVec3 place)
{
    const float world[4] = {place.x, place.y, place.z, 1.0f};
    float seen[4] = {0.0f}, clip[4] = {0.0f};
    for (int i = 0; i < 16; i++) {
        seen[i % 4] += def->view[i] * world[i / 4];
    }
    for (int i = 0; i < 16; i++) {
        clip[i % 4] += def->projection[i] * seen[i / 4];
    }
    assert_true(clip[3] > 0.0f);
    return (gfVec2){clip[0] / clip[3], clip[1] / clip[3]};
}

static void assertPicks(const Scene *scene)
{
    static const gfVec2 places[4] = {{0.2f, 0.3f}, {1.3f, 0.2f}, {0.75f, 0.5f}, {1.1f, 0.9f}};
    gfSurfaceDef def = Scene_GetSurfaceDef(scene, ASPECT);
    for (int i = 0; i < 4; i++) {
        gfVec2 clip = project(&def, (gfVec3){places[i].x, places[i].y, scene->info->diorama->level}), found;
        assert_true(Diorama_Pick(scene, clip, ASPECT, &found));
        assert_true(hypotf(found.x - places[i].x, found.y - places[i].y) < 1e-3f);
    }
}

TEST(testTheMouseMeetsTheWater)
{
    static const char *const names[6] = {"pond", "river", "dam_valley", "beach", "lava", "harbour"};
    for (int i = 0; i < 6; i++) {
        Scene scene = makeScene(names[i]);
        assertPicks(&scene);
        Scene_Orbit(&scene, 1.1f, -0.2f, 0.8f);
        assertPicks(&scene);
        Scene_Orbit(&scene, 2.5f, 0.4f, 1.5f);
        assertPicks(&scene);
    }
}

// Above the horizon there is no water.
TEST(testTheSkyIsNotStirred)
{
    Scene scene = makeScene("pond");
    Scene_Orbit(&scene, 0.0f, -10.0f, 1.0f);
    gfVec2 place;
    assert_false(Diorama_Pick(&scene, (gfVec2){0.0f, 0.95f}, ASPECT, &place));
    assert_true(Diorama_Pick(&scene, (gfVec2){0.0f, -0.5f}, ASPECT, &place));
}

TEST(testTheCameraStaysAboveGround)
{
    Scene scene = makeScene("pond");
    float distance = scene.camera.distance;
    for (int i = 0; i < 100; i++) {
        Scene_Orbit(&scene, 0.7f, i < 50 ? 0.3f : -0.3f, i < 50 ? 0.8f : 1.3f);
        assert_true(scene.camera.tilt > 0.05f && scene.camera.tilt < 1.57f);
        assert_true(scene.camera.distance > 0.1f * distance && scene.camera.distance < 5.0f * distance);
        assert_true(fabsf(scene.camera.turn) < 3.2f);
    }
    Scene plain = {.info = Scene_Find("smoke")};
    Scene_Orbit(&plain, 1.0f, 1.0f, 2.0f);
    assert_true(plain.camera.turn == 0.0f);
}

TESTS_START_FROM(NULL, NULL)
