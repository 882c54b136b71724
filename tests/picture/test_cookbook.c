// The recipes of the cookbook: each runs without an error and, but for the one that saves, without a wait, and its
// picture has what it is about.
#include "support/canvas.h"

#include "cookbook/recipe.h"

#include <math.h>

#define SIDE 96 // px; 1 m x 1 m

// Places of the picture, m, one of which differs from the ground while the other does not, or both. Of `look` and
// `dust` all is drawn over.
typedef struct Expected {
    const Recipe *recipe;
    int frames;
    gfVec2 drawn;
    gfVec2 empty; // negative: no such place
} Expected;

static const Expected table[] = {
    {&torch, 40, {0.5f + 0.3f * -0.054f, 0.3f}, {0.1f, 0.9f}},
    {&stir, 20, {0.67f, 0.73f}, {0.2f, 0.2f}},
    {&probe, 40, {0.3f, 0.3f}, {0.8f, 0.8f}},
    {&look, 20, {0.5f, 0.12f}, {-1.0f, 0.0f}},
    {&paddle, 20, {0.5f, 0.5f}, {0.1f, 0.1f}},
    {&wind, 20, {0.1f, 0.25f}, {0.9f, 0.5f}},
    {&crate, 20, {0.2f, 0.2f}, {0.1f, 0.9f}},
    {&dust, 8, {-1.0f, 0.0f}, {-1.0f, 0.0f}},
    {&camera, 40, {0.41f, 0.2f}, {0.9f, 0.9f}},
    {&save, 62, {0.5f, 0.1f}, {0.1f, 0.9f}},
};

static bool isGround(const uint8_t *pixels, gfVec2 place)
{
    const uint8_t *pixel = pixels + 4 * (SIDE * (int)(place.y * SIDE) + (int)(place.x * SIDE));
    return abs(pixel[0] - 51) + abs(pixel[1] - 51) + abs(pixel[2] - 51) < 12;
}

static void runRecipe(const Fixture *fixture, gfDevice *device, const Canvas *canvas, const Expected *expected,
                      uint8_t *pixels)
{
    Frame frame = {.dt = 1.0f / 60.0f, .pointer = {0.8f, 0.5f}, .pressed = true};
    assert_true(expected->recipe->begin(device));
    for (int i = 0; i < expected->frames; i++) {
        frame.time = frame.dt * (float)i;
        frame.previousPointer = frame.pointer;
        frame.pointer = (gfVec2){0.5f + 0.3f * cosf(3.0f * frame.time), 0.5f + 0.3f * sinf(3.0f * frame.time)};
        if (i + 1 == expected->frames) {
            fixture->gl.ClearColor(0.2f, 0.2f, 0.2f, 1.0f);
            fixture->gl.Clear(GL_COLOR_BUFFER_BIT);
        }
        assert_true(expected->recipe->frame(&frame));
    }
    Canvas_Read(fixture, canvas, pixels);
}

static void testRecipes(void **state)
{
    Fixture *fixture = *state;
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    gfDevice *device = gfCreateDevice(&def); // one for all, so that shaders are compiled once
    assert_non_null(device);
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    static uint8_t pixels[SIDE * SIDE * 4];
    int count = 0;
    while (recipes[count] != NULL) {
        count++;
    }
    assert_int_equal(count, sizeof table / sizeof table[0]);
    for (int i = 0; i < count; i++) {
        const Expected *expected = &table[i];
        assert_ptr_equal(recipes[i], expected->recipe);
        uint64_t waits = gfDevice_GetWaits(device);
        runRecipe(fixture, device, &canvas, expected, pixels);
        bool drawn = expected->drawn.x < 0.0f || !isGround(pixels, expected->drawn);
        bool empty = expected->empty.x < 0.0f || isGround(pixels, expected->empty);
        if (!drawn || !empty) {
            fail_msg("recipe %s: %s", expected->recipe->name, drawn ? "something is where nothing is" : "nothing seen");
        }
        assert_int_equal(fixture->errors + fixture->warnings, 0);
        assert_int_equal(gfDevice_GetWaits(device) - waits, expected->recipe == &save ? 1 : 0);
    }
    Canvas_Free(fixture, &canvas);
    gfDestroyDevice(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(testRecipes)};
    return cmocka_run_group_tests(tests, Fixture_SetUp, Fixture_TearDown);
}
