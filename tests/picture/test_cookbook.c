// The recipes of the cookbook: each runs without an error and, but for the one that saves, without a wait, and what it
// draws is where it should be.
#include "support/canvas.h"

#include "cookbook/recipe.h"

#define SIDE 96 // px; 1 m x 1 m

// What is drawn over the ground: its middle, m, and its share of the picture.
typedef struct Expected {
    const Recipe *recipe;
    int frames;
    gfVec2 middle;
    double share;
} Expected;

static const Expected table[] = {
    {&torch, 40, {0.661f, 0.367f}, 0.024}, {&stir, 20, {0.726f, 0.693f}, 0.019},
    {&probe, 40, {0.501f, 0.309f}, 0.006}, {&look, 20, {0.500f, 0.500f}, 1.000},
    {&fire, 20, {0.524f, 0.119f}, 0.081},  {&paddle, 20, {0.494f, 0.731f}, 0.530},
    {&wind, 20, {0.225f, 0.526f}, 0.128},  {&crate, 20, {0.500f, 0.240f}, 0.441},
    {&dust, 8, {0.500f, 0.500f}, 0.980},   {&camera, 40, {0.405f, 0.252f}, 0.013},
    {&save, 62, {0.500f, 0.127f}, 0.016},
};

static void expectDrawn(const Expected *expected, const uint8_t *pixels)
{
    double count = 0.0, x = 0.0, y = 0.0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        const uint8_t *pixel = pixels + 4 * i;
        if (abs(pixel[0] - 51) + abs(pixel[1] - 51) + abs(pixel[2] - 51) > 12) {
            count++;
            x += (i % SIDE + 0.5) / SIDE;
            y += ((double)(i / SIDE) + 0.5) / SIDE;
        }
    }
    double share = count / (SIDE * SIDE);
    fail_if(
        fabs(share - expected->share) > 0.3 * expected->share || fabs(x / count - (double)expected->middle.x) > 0.03 ||
            fabs(y / count - (double)expected->middle.y) > 0.03,
        "recipe %s draws %.3f of the picture, about (%.3f, %.3f), not %.3f about (%.3f, %.3f)", expected->recipe->name,
        share, x / count, y / count, expected->share, (double)expected->middle.x, (double)expected->middle.y);
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

TEST(testRecipes)
{
    gfDevice *device = Fixture_MakeDevice(fixture); // one for all, so that shaders are compiled once
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
        expectDrawn(expected, pixels);
        assert_int_equal(fixture->errors + fixture->warnings, 0);
        assert_true(expected->recipe == &save || gfDevice_GetWaits(device) == waits);
    }
    gfDestroyDevice(device);
}

TESTS_START_FROM(Fixture_SetUpWarned, Fixture_TearDown)
