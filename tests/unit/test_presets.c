// Presets of the demo in a game: what the definitions become, and that text which is wrong is refused with its line and
// changes nothing. Without a GL.
#include "support/testing.h"

#include "gpufluid_presets.h"
#include "preset_text.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEAD "{\"fluid_demo preset\": 1, "

typedef struct Game {
    gfFluidDef fluid;
    gfFluid3DDef volume;
    gfDrawDef draw;
    gfDraw3DDef draw3d;
    gfSurfaceDef surface;
    gfPresetTargets to;
    char error[GF_PRESET_ERROR_SIZE];
} Game;

static Game makeGame(void)
{
    Game game;
    memset(&game, 0, sizeof game); // padding, too: games are compared as bytes
    game.fluid = gfDefaultFluidDef();
    game.volume = gfDefaultFluid3DDef();
    game.draw = gfDefaultDrawDef();
    game.draw3d = gfDefaultDraw3DDef();
    game.surface = gfDefaultSurfaceDef();
    return game;
}

static bool readInto(Game *game, const char *text, size_t size)
{
    game->to = (gfPresetTargets){&game->fluid, &game->volume, &game->draw, &game->draw3d, &game->surface};
    return gfReadPreset(text, size, &game->to, game->error, sizeof game->error);
}

static void take(Game *game, const char *text)
{
    fail_if(!readInto(game, text, strlen(text)), "%s: %s", text, game->error);
}

TEST(testDefinitionsBecomeIt)
{
    Game game = makeGame();
    take(&game, HEAD "\"scene\": \"one of another version\",\r\n"
                     "\"values\": {\"grid.gravity\": [ 2 , -9.81 ], \"picture.bloom.enabled\": true,\n"
                     "  \"picture.palette.count\": 1, \"picture.ink\": \"light\", \"grid.pressureCycles\": 7,\n"
                     "  \"demo.brushForce\": 3, \"demo.view\": \"pressure\", \"surface.caustics\": 0.5,\n"
                     "  \"grid.viscosity\": 12.5e-4, \"picture3d.style\": \"points\"},\n"
                     "\"scene values\": {\"solver\": \"gaussian\", \"picture.style\": \"mass\",\n"
                     "  \"grid.gravity\": [0, 0], \"fixedStep\": 0.01}}");
    assert_true(game.fluid.grid.gravity.x == 2.0f && game.fluid.grid.gravity.y == -9.81f); // set: after the scene's own
    assert_true(game.fluid.grid.viscosity == 0.00125f && game.fluid.grid.pressureCycles == 7);
    assert_true(game.fluid.fixedStep == 0.01f);
    assert_int_equal(game.fluid.solver, GF_SOLVER_GAUSSIAN);
    assert_true(game.draw.bloom.enabled);
    assert_int_equal(game.draw.ink, GF_INK_LIGHT);
    assert_int_equal(game.draw.style, GF_DRAW_MASS); // demo.view is the demo's
    assert_int_equal(game.draw.palette.count, 0);    // one colour is no palette
    assert_int_equal(game.draw3d.style, GF_DRAW3D_POINTS);
    assert_true(game.surface.caustics == 0.5f);
    assert_true(game.fluid.gridWidth == gfDefaultFluidDef().gridWidth);
    const char *text = HEAD "\"values\": {\"grid.viscosity\": 1}}";
    assert_true(gfReadPreset(text, strlen(text), NULL, NULL, 0)); // checked, and left out
}

// Of both kinds of fluid; a preset with more materials than there are makes those that it does not describe water.
TEST(testParticlesHaveBothFluids)
{
    Game game = makeGame();
    take(&game, HEAD "\"values\": {\"particles.materialCount\": 3, \"particles.materials[1].density\": 700}}");
    const gfParticleParams *both[2] = {&game.fluid.particles, &game.volume.particles};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(both[i]->materialCount, 3);
        assert_true(both[i]->materials[1].density == 700.0f);
        assert_true(both[i]->materials[2].density == gfGetParticleMaterial(GF_PARTICLES_WATER).density);
    }
}

// Numbers are those that strtod reads, to the last bit of a float, whatever the locale.
TEST(testNumbers)
{
    char numbers[] = "0 -0 0.1 0.33333334 1e-6 6.5E+2 12345.6789 0.000123456789 1E0 59999.996 1e-40 3e-05 0.30000001 "
                     "100000000000000000000000e-20 0.1000000000000000055511151231257827";
    for (const char *number = strtok(numbers, " "); number != NULL; number = strtok(NULL, " ")) {
        Game game = makeGame();
        char text[160];
        float expected = strtof(number, NULL);
        snprintf(text, sizeof text, HEAD "\"values\": {\"grid.gravity\": [%s, -1]}}", number);
        take(&game, text);
        fail_if(game.fluid.grid.gravity.x != expected, "%s: %.9g, not %.9g", number, (double)game.fluid.grid.gravity.x,
                (double)expected);
    }
    if (setlocale(LC_NUMERIC, "de_DE.UTF-8") != NULL) {
        Game game = makeGame();
        take(&game, HEAD "\"values\": {\"grid.viscosity\": 0.25}}");
        assert_true(game.fluid.grid.viscosity == 0.25f);
        setlocale(LC_NUMERIC, "C");
    }
}

static void expectRefused(const char *text, size_t size, const char *why)
{
    Game game = makeGame(), before = game;
    bool taken = readInto(&game, text, size);
    before.to = game.to;
    fail_if(taken || strstr(game.error, why) == NULL || strncmp(game.error, "line ", 5) != 0,
            "%.*s: %d, '%s', without '%s'", (int)size, text, taken, game.error, why);
    for (const char *at = game.error; *at != '\0'; at++) {
        assert_true(*at >= ' ' && *at <= '~');
    }
    memset(game.error, 0, sizeof game.error);
    assert_memory_equal(&game, &before, sizeof game);
}

#define GOOD "\"fixedStep\": 0.5, \"picture.opacity\": 0.5, \"surface.caustics\": 2, \"particles.drag\": 3,"

TEST(testBadTextIsRefused)
{
    static const struct {
        const char *text, *why;
    } bad[] = {
        {"", "line 1: this is no preset"},
        {"null", "this is no preset"},
        {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "this is no preset"},
        {"{}", "and a name"},
        {"{\"fluid_demo preset\": 1}", "this is no preset"},
        {"{\"values\": {}}", "this is no preset"},
        {"{\"fluid_demo preset\": \"1\", \"values\": {}}", "this is no preset"},
        {HEAD "\"scene\": 3, \"values\": {}}", "expected the name of a scene"},
        {HEAD "\"value\": {}}", "there is no 'value': expected"},
        {HEAD "\"values\": []}", "expected '{' before the values"},
        {HEAD "\"values\": {}, \"values\": {}}", "duplicate \"values\""},
        {HEAD "\"values\": {}} x", "nothing after"},
        {HEAD "\"values\": {\n" GOOD "\n\"grid.viscosty\": 1}}", "line 3: there is no 'grid.viscosty': is 'grid.visc"},
        {HEAD "\"values\": {\n" GOOD "\n\n\"grid.viscosity\": -1}}", "line 4: grid.viscosity '-1': expected a number"},
        {HEAD "\"values\": {" GOOD "\"grid.viscosity\": NaN}}", "grid.viscosity 'NaN': expected a number from 0 to"},
        {HEAD "\"values\": {" GOOD "\"grid.viscosity\": -Infinity}}", "'-Infinity': expected a number"},
        {HEAD "\"values\": {" GOOD "\"grid.viscosity\": 1e999}}", "'1e999': expected a number from 0 to 1e+06 m^2/s"},
        {HEAD "\"values\": {" GOOD "\"grid.viscosity\": 1e99999999999999999999}}", "expected a number from 0"},
        {HEAD "\"values\": {" GOOD "\"grid.viscosity\": 0x10}}", "'}'"},
        {HEAD "\"values\": {" GOOD "\"grid.viscosity\": .5}}", "'.5': expected a number"},
        {HEAD "\"values\": {" GOOD "\"grid.viscosity\": 5.}}", "'5.': expected a number"},
        {HEAD "\"values\": {" GOOD "\"grid.viscosity\": \"1\"}}", "expected a number"},
        {HEAD "\"values\": {" GOOD "\"grid.viscosity\": true}}", "'true': expected a number"},
        {HEAD "\"values\": {" GOOD "\"grid.viscosity\": null}}", "'null': expected a number"},
        {HEAD "\"values\": {" GOOD "\"grid.viscosity\": {\"a\": {\"b\": 1}}}}", "expected a number"},
        {HEAD "\"values\": {" GOOD "\"grid.viscosity\": [1]x}}", "'}' or ','"},
        {HEAD "\"values\": {" GOOD "\"grid.pressureCycles\": 1.5}}", "a whole number from 0 to 100"},
        {HEAD "\"values\": {" GOOD "\"grid.gravity\": [1]}}", "'[1]': expected 2 numbers"},
        {HEAD "\"values\": {" GOOD "\"grid.gravity\": [[[[[[1]]]]]]}}", "expected 2 numbers"},
        {HEAD "\"values\": {" GOOD "\"grid.gravity\": [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18]}}", "2 numbers"},
        {HEAD "\"values\": {" GOOD "\"grid.gravity\": [1, NaN]}}", "'[1, NaN]': expected 2 numbers"},
        {HEAD "\"values\": {" GOOD "\"picture.bloom.enabled\": 1}}", "expected true or false"},
        {HEAD "\"values\": {" GOOD "\"picture.bloom.enabled\": truer}}", "'}' or ','"},
        {HEAD "\"values\": {" GOOD "\"picture.ink\": true}}", "expected one of cover light absorb"},
        {HEAD "\"values\": {" GOOD "\"picture.ink\": \"\\u0000\\n\xff\"}}", "expected one of cover light absorb"},
        {HEAD "\"values\": {" GOOD "\"fixedStep\": 0.25}}", "fixedStep: duplicate"},
        {HEAD "\"values\": {" GOOD "\"demo.brushForce\": 1e9}}", "demo.brushForce"}, // skipped, if it is right
        {HEAD "\"values\": {" GOOD "\"solver\": \"grid\"}}", "there is no 'solver'"},
        {HEAD "\"values\": {}, \"scene values\": {\"solver\": \"euler\"}}", "expected one of grid gaussian"},
        {HEAD "\"values\": {" GOOD "}}", "expected '\"' and a name"},
        {HEAD "\"values\": {" GOOD "\"a\nb\": 1}}", "goes on beyond the end of its line"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        expectRefused(bad[i].text, strlen(bad[i].text), bad[i].why);
    }
    expectRefused(NULL, 100, "this is no preset");
}

// Names and numbers without an end, and nesting as deep as a file can hold.
TEST(testLongTextIsRefused)
{
    const size_t size = 1 << 20;
    static const struct {
        const char *begin;
        char filling;
        const char *why;
    } cases[] = {
        {HEAD "\"values\": {\"", 'a', "more than"},
        {HEAD "\"values\": {\"grid.viscosity\": ", '9', "expected a number"},
        {HEAD "\"values\": {\"grid.viscosity\": 0.", '9', "the text ends"},
        {HEAD "\"values\": {\"grid.viscosity\": [", '[', "expected a number"},
        {HEAD "\"values\": ", '{', "and a name"},
        {"", '[', "this is no preset"},
        {"", ' ', "this is no preset"},
    };
    char *text = malloc(size);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t begin = strlen(cases[i].begin);
        memcpy(text, cases[i].begin, begin);
        memset(text + begin, cases[i].filling, size - begin);
        expectRefused(text, size, cases[i].why);
    }
    free(text);
}

// A preset cut off anywhere is none; bytes of any value in any place do no harm, and are refused or within ranges.
TEST(testTextIsCutOffAndChanged)
{
    const char *whole =
        HEAD "\"scene\": \"ink\",\n\"scene values\": {\"solver\": \"gaussian\", \"grid.gravity\": [0, -1.5e0]},"
             "\n\"values\": {\"picture.bloom.enabled\": true, \"picture.background\": [1, 0.5, 0, 1]}}";
    size_t size = strlen(whole);
    for (size_t i = 0; i < size; i++) {
        char *cut = malloc(i + 1); // of its own size: an address sanitizer sees what is read beyond
        memcpy(cut, whole, i);
        char *exact = realloc(cut, i > 0 ? i : 1);
        expectRefused(exact, i, "line ");
        free(exact);
        for (int byte = (int)i % 19; byte < 256; byte += 19) {
            Game game = makeGame(), before = game;
            char *changed = malloc(size);
            memcpy(changed, whole, size);
            changed[i] = (char)byte;
            if (!readInto(&game, changed, size)) {
                assert_memory_equal(&game.fluid, &before.fluid, sizeof game.fluid);
                assert_memory_equal(&game.draw, &before.draw, sizeof game.draw);
                assert_true(strlen(game.error) > 8);
            }
            free(changed);
        }
    }
}

TEST(testFiles)
{
    char path[] = "/tmp/gf_presets_XXXXXX";
    Game game = makeGame();
    game.to = (gfPresetTargets){.fluid = &game.fluid};
    FILE *file = MADE(fdopen(mkstemp(path), "wb"));
    fputs("\xef\xbb\xbf" HEAD "\"values\": {\"grid.viscosity\": 0.5, \"picture.opacity\": 0.25}}\r\n", file);
    fclose(file);
    assert_true(gfLoadPreset(path, &game.to, game.error, sizeof game.error));
    assert_true(game.fluid.grid.viscosity == 0.5f && game.draw.opacity == 1.0f);
    file = fopen(path, "ab");
    fputs("x", file);
    fclose(file);
    assert_false(gfLoadPreset(path, &game.to, game.error, sizeof game.error));
    assert_true(strncmp(game.error, path, strlen(path)) == 0 && strstr(game.error, ": line 2: ") != NULL);
    assert_int_equal(truncate(path, (1 << 20) + 1), 0);
    assert_false(gfLoadPreset(path, &game.to, game.error, sizeof game.error));
    assert_non_null(strstr(game.error, "too large"));
    unlink(path);
    assert_false(gfLoadPreset(path, &game.to, game.error, sizeof game.error));
    assert_non_null(strstr(game.error, "No such file"));
    assert_false(gfLoadPreset("/tmp", &game.to, game.error, sizeof game.error));
    assert_false(gfLoadPreset(NULL, &game.to, NULL, 0));
}

TESTS_START_FROM(NULL, NULL)
