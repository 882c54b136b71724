// A game uses a preset that was tuned in the demo's panel (docs/demo.md). A file defines the fluid and its look; the
// game decides grid, size and events.
//
//     example_preset [--preset FILE.json] [--frames N] [--out FILE.png]
#include <gpufluid_presets.h>

#include "support/offscreen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 384 // px

// The preset that the game ships with, as the panel saves it, as text in memory.
static const char own[] = "{\n"
                          "  \"fluid_demo preset\": 1,\n"
                          "  \"values\": {\n"
                          "    \"grid.vorticityConfinement\": 6,\n"
                          "    \"grid.dyeDissipation\": 0.3,\n"
                          "    \"picture.ink\": \"light\",\n"
                          "    \"picture.bloom.enabled\": true,\n"
                          "    \"picture.tone.map\": \"filmic\",\n"
                          "    \"demo.brushForce\": 2\n"
                          "  }\n"
                          "}\n";

typedef struct Game {
    const char *preset; // file to read; null: the text above
    gfFluidDef fluidDef;
    gfDrawDef look;
    gfDevice *device;
    gfFluid *fluid;
} Game;

static bool readPreset(Game *game)
{
    char error[GF_PRESET_ERROR_SIZE];
    gfPresetTargets to = {.fluid = &game->fluidDef, .draw = &game->look};
    bool good = game->preset != NULL ? gfLoadPreset(game->preset, &to, error, sizeof error)
                                     : gfReadPreset(own, strlen(own), &to, error, sizeof error);
    if (!good) { // the definitions are unchanged
        fprintf(stderr, "preset: %s\n", error);
    }
    return good;
}

static bool begin(Game *game)
{
    gfDeviceDef deviceDef = gfDefaultDeviceDef();
    deviceDef.getProcAddress = Offscreen_GetProcAddress;
    game->device = gfCreateDevice(&deviceDef);

    // The defaults come first, then the preset, then the game's own values.
    game->fluidDef = gfDefaultFluidDef();
    game->look = gfDefaultDrawDef();
    if (!readPreset(game)) {
        return false;
    }
    game->look.alpha = GF_ALPHA_OPAQUE;
    game->fluidDef.gridWidth = game->fluidDef.gridHeight = 128;
    game->fluidDef.cellSize = 1.0f / 128.0f; // m
    game->fluid = gfCreateFluid(game->device, &game->fluidDef);
    gfSourceDef torch = gfDefaultSourceDef();
    torch.shape = gfMakeCircle((gfVec2){0.5f, 0.2f}, 0.03f);
    torch.softness = 0.02f;
    torch.temperature = 120.0f;
    torch.dye[0] = 12.0f, torch.dye[1] = 5.0f, torch.dye[2] = 2.0f, torch.dye[3] = 12.0f;
    return !GF_IS_NULL(gfFluid_AddEmitter(game->fluid, &torch));
}

// Reads the file again while the game is developed; the running fluid takes the new values.
static void tuneAgain(Game *game)
{
    if (readPreset(game) && !gfRetuneFluid(game->fluid, &game->fluidDef)) {
        const char *message = NULL;
        gfGetLastError(&message);
        fprintf(stderr, "preset: %s\n", message);
    }
}

int main(int argc, char **argv)
{
    Game game = {.preset = NULL};
    int frames = 90;
    const char *out = "preset.png";
    for (int i = 1; i + 1 < argc; i += 2) {
        game.preset = strcmp(argv[i], "--preset") == 0 ? argv[i + 1] : game.preset;
        frames = strcmp(argv[i], "--frames") == 0 ? atoi(argv[i + 1]) : frames;
        out = strcmp(argv[i], "--out") == 0 ? argv[i + 1] : out;
    }
    Offscreen *offscreen = Offscreen_Create(SIDE, SIDE);
    bool good = offscreen != NULL && begin(&game);
    for (int frame = 0; good && frame < frames; frame++) {
        if (frame % 30 == 29) { // a real game checks the file's time, or waits for a key
            tuneAgain(&game);
        }
        good = gfFluid_Step(game.fluid, 1.0f / 60.0f) && gfFluid_Draw(game.fluid, &game.look);
    }
    good = good && Offscreen_Save(offscreen, out);
    gfDestroyDevice(game.device);
    Offscreen_Destroy(offscreen);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
