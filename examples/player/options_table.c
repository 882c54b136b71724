// The options of fluid_demo and fluid_bake, in the order of --help, and what --help prints of them.
#include "options.h"

#include "tunables.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define COLUMN 22  // where explanations begin
#define MARGIN 112 // and where they end

static const char *const apiNames[] = {"gl33", "es30"};
static const char *const tierNames[] = {[GF_TIER_AUTO] = "auto", [GF_TIER_BASE] = "base", [GF_TIER_GATHER] = "gather"};
static const char *const edgeNames[] = {"fade", "keep"};
const char *const optionFields[GF_FIELD_COUNT] = {
    [GF_FIELD_VELOCITY] = "velocity",
    [GF_FIELD_DYE] = "dye",
    [GF_FIELD_TEMPERATURE] = "temperature",
    [GF_FIELD_PRESSURE] = "pressure",
    [GF_FIELD_DIVERGENCE] = "divergence",
    [GF_FIELD_VORTICITY] = "vorticity",
    [GF_FIELD_SOLID] = "solid",
    [GF_FIELD_MASS] = "mass",
    [GF_FIELD_GROUND] = "ground",
    [GF_FIELD_LEVEL] = "level",
    [GF_FIELD_FOAM] = "foam",
    [GF_FIELD_RIPPLE] = "ripple",
};

static void printScenes(OptionsProgram program)
{
    (void)program;
    int count = 0;
    const SceneInfo *scenes = Scene_GetAll(&count);
    for (int i = 0; i < count; i++) {
        printf("%-12s %s\n", scenes[i].name, scenes[i].summary);
    }
}

static void printVersion(OptionsProgram program)
{
    printf("%s %s\n", program == OPTIONS_BAKE ? "fluid_bake" : "fluid_demo", gfGetVersion());
}

// The first part of every row, and what kinds have beside it.
#define ROW(option, takes, of, is) .name = option, .argument = takes, .programs = OPTIONS_##of, .kind = OPTION_##is
#define TO(member) .offset = offsetof(Options, member)
#define ACTION(option, of, does, ...)                                    \
    {                                                                    \
        ROW(option, NULL, of, ACTION), .act = does, .about = __VA_ARGS__ \
    }
#define FLAG(option, of, member, ...)                                 \
    {                                                                 \
        ROW(option, NULL, of, FLAG), TO(member), .about = __VA_ARGS__ \
    }
#define INT(option, of, member, low, high, keeps, ...)                                                             \
    {                                                                                                              \
        ROW(option, "N", of, INT), TO(member), .least = low, .most = high, .recorded = keeps, .about = __VA_ARGS__ \
    }
#define FLOAT(option, takes, of, member, low, high, keeps, ...)                                                        \
    {                                                                                                                  \
        ROW(option, takes, of, FLOAT), TO(member), .least = low, .most = high, .recorded = keeps, .about = __VA_ARGS__ \
    }
#define PAIR(option, takes, of, member, low, high, keeps, example, ...)                                               \
    {                                                                                                                 \
        ROW(option, takes, of, PAIR), TO(member), .least = low, .most = high, .recorded = keeps, .expected = example, \
                                                  .about = __VA_ARGS__                                                \
    }
#define NAME(option, of, member, list, count, keeps, ...)                                                \
    {                                                                                                    \
        ROW(option, "NAME", of, NAME), TO(member), .names = list, .nameCount = count, .recorded = keeps, \
                                                   .about = __VA_ARGS__                                  \
    }
#define PATH(option, takes, of, is, member, ends, ...)                                 \
    {                                                                                  \
        ROW(option, takes, of, is), TO(member), .expected = ends, .about = __VA_ARGS__ \
    }

// clang-format off
const Option optionTable[] = {
    ACTION("list", BOTH, printScenes, "list the scenes and exit"),
    {ROW("scene", "NAME", BOTH, SCENE), TO(scene), .recorded = true, .about = "scene (default smoke)"},
    PAIR("size", "WxH", BOTH, size, 1, PICTURE_MAX, true, "WIDTHxHEIGHT, as 640x360",
         "of the picture or window, pixels (default 1280x720; of --sheet each scene at twice what is shown, default "
         "576x384; of --flipbook a tile, default 256x144)"),
    PAIR("grid", "WxH", BOTH, grid, GF_GRID_MIN, GF_GRID_MAX, true, "WIDTHxHEIGHT, as 640x360",
         "cells along each side (default: the picture's shape at half its size, but 64 to 384 cells along the longer "
         "side)"),
    FLOAT("dye-scale", "F", BOTH, dyeScale, 0.25, 8, true,
          "dye cells per grid cell along a side (default 2; always 1 in tweet, splash, dam, fountain, blobs, pour, "
          "liquid, mosaic and with particles, at most 1 in hedge)"),
    INT("particles", BOTH, particles, 1, GF_PARTICLE_MAX, true,
        "particles that scenes made of them start with and keep (default: the scene's own number); others ignore it"),
    NAME("search", BOTH, search, tunableSearches, TUNABLE_SEARCHES, true,
         "how particles find each other (default auto)"),
    PATH("mask", "FILE", BOTH, INPUT, mask, NULL,
         "solid where bright and opaque, in place of the scene's own solids"),
    PATH("image", "FILE", BOTH, INPUT, image, NULL, "what the scene `image` carries off"),
    PATH("video", "FILE", BOTH, INPUT, video, NULL, "film that the scene `mirror` follows, by the program ffmpeg"),
    PATH("camera", "DEVICE", BOTH, TEXT, camera, NULL, "the same of a camera"),
    INT("seed", BOTH, seed, 0, 2147483647, true, "of everything random (default 1)"),
    NAME("view", BOTH, view, tunableViews, GF_DRAW_STYLE_COUNT, true,
         "how the scene is drawn (default dye: the scene's own look)"),
    NAME("quality", BOTH, quality, tunableQualities + 1, TUNABLE_QUALITIES - 1, true,
         "of the flow (default: as the scene chooses); scenes that have no such choice say so and go on"),
    FLOAT("budget", "MS", DEMO, budget_ms, 0.01, 10000, false,
          "GPU time for steps in a frame, ms: a governor lowers the quality to keep it; what it does follows from the "
          "machine's speed. Only scenes of solver grid have it, and no recording"),
    FLAG("auto", DEMO, automatic,
         "the same with a budget of 8 ms, which the panel can change; and a window chooses cells and pixels by itself "
         "even if --grid, --dye-scale or --quality is given"),
    FLAG("no-auto", DEMO, noAutomatic,
         "a window computes and draws as it was asked to, however slow that is; otherwise it has fewer cells, then "
         "fewer pixels, until there are 30 frames a second, unless --grid, --dye-scale, --quality, --out, --record, "
         "--record-input or --replay is given"),
    PATH("preset", "FILE", BOTH, INPUT, preset, NULL,
         "start with what the panel saved there: its scene (unless --scene is given) and values"),
    FLAG("no-panel", DEMO, noPanel, "a window without the panel of settings; TAB brings it"),
    NAME("api", BOTH, api, apiNames, 2, true, "kind of context (default gl33)"),
    NAME("tier", BOTH, tier, tierNames, GF_TIER_GATHER + 1, true, "which shaders, see gfTier (default auto)"),
    INT("frames", BOTH, frames, 0, FRAMES_MAX, false,
        "stop after N frames (default: 240, or until a window is closed; 0: as set up)"),
    FLAG("headless", DEMO, headless, "no window; a frame is 1/60 s of simulated time"),
    PATH("out", "FILE.png", BOTH, OUT, out, NULL,
         "write the last frame (default of --headless: fluid_SCENE.png), or every frame, counted from 0, if FILE has a "
         "number in it, as frame_%04d.png; of a window together with --frames or --replay, without its panel"),
    PATH("record", "FILE", BOTH, OUTPUT, record, ".mp4, .webm or .gif",
         "a film, .mp4 or .webm, by the program ffmpeg, or .gif by giflib (every third frame): fluid_bake makes one of "
         "exactly --frames frames, 60 a second; a window's has all that is shown (F9 begins and ends one, too)"),
    PATH("flipbook", "FILE.png", BAKE, OUTPUT, flipbook, ".png",
         "a sheet of frames, straight alpha, without solids and background; --size is that of a tile, spread evenly "
         "over --frames"),
    PAIR("tiles", "CxR", BAKE, tiles, 1, 64, false, "COLUMNSxROWS, as 8x8",
         "columns and rows of the sheets (default 8x8); each tile has a rim of 4 pixels around it: 8x8 tiles of --size "
         "120x120 make a sheet of 1024x1024"),
    NAME("edges", BAKE, edges, edgeNames, 2, false,
         "of --flipbook: what reaches a tile's edge fades away there (default), or is kept"),
    PATH("flowmap", "FILE.png", BAKE, OUTPUT, flowmap, ".png",
         "velocity, red right and green up, 128 is none; the scale is printed, and in the file. With --flipbook a "
         "sheet of the same tiles; else the last frame, as the next two"),
    PATH("normals", "FILE.png", BAKE, OUTPUT, normals, ".png", "normals of smoke or liquid, green up"),
    PATH("distance", "FILE.png", BAKE, OUTPUT, distance, ".png",
         "distance to the outline of dye or liquid, 128 on it, more inside"),
    FLOAT("loop", "SECONDS", BAKE, loop_s, 0.1, 60, false,
          "film and sheets become a loop without a seam, so long, which begins after --frames frames (default: when "
          "the scene looks best)"),
    NAME("field", BAKE, field, optionFields, GF_FIELD_COUNT, false,
         "--out gets a field in place of the picture, EXR (floats, as they are) or PNG (16 bits; its range is printed, "
         "and in the file)"),
    PATH("sheet", "FILE", BAKE, OUTPUT, sheet, NULL,
         "draw every scene into one picture, a JPEG if FILE ends in .jpg, otherwise a PNG; where FILE has %s in it "
         "each into one of its own, too, by its name, and all into `all`; with --scene that scene alone"),
    {ROW("moments", "LIST", BAKE, MOMENTS), .about =
         "of --sheet: seconds, as 2,10,30,60, at which each scene is shown, side by side (default: once, when it looks "
         "best, or after --frames frames)"},
    PATH("stats", "FILE.json", DEMO, OUTPUT, stats, NULL,
         "headless: write measures of the run; - is standard output"),
    PATH("cache", "DIR", BOTH, TEXT, cache, NULL,
         "where compiled programs are kept (default: gpufluid in the user's folder of caches, $XDG_CACHE_HOME or "
         "~/.cache), made if it is not there"),
    FLAG("no-cache", BOTH, noCache, "keep none, and read none"),
    PATH("load", "FILE", BOTH, INPUT, load, NULL, "start from a snapshot of the same scene, --grid and so on"),
    PATH("save", "FILE", DEMO, OUTPUT, save, NULL, "headless: write a snapshot after the last frame"),
    PATH("record-input", "FILE", DEMO, OUTPUT, inputRecording, NULL,
         "write what was done: keys, the mouse, sizes, the length of each frame"),
    PATH("replay", "FILE", BOTH, INPUT, replay, NULL,
         "do that again, with the scene, sizes and so on of the recording: the same pictures on the same machine; "
         "--frames stops sooner"),
    ACTION("report", BAKE, NULL,
           "print what to send with a question: contexts, renderers, formats, extensions and how fast they are"),
    ACTION("help", BOTH, Options_PrintHelp, "print this"),
    ACTION("version", BOTH, printVersion, "print the version"),
};
// clang-format on
const int optionCount = (int)(sizeof optionTable / sizeof optionTable[0]);
_Static_assert(sizeof optionTable / sizeof optionTable[0] <= OPTIONS_MAX, "Options.given has a place for each");

// --- help ------------------------------------------------------------------------------------------------------------

// What it does, and what its value may be.
static void describe(const Option *row, char *text, size_t size)
{
    int length = snprintf(text, size, "%s", row->about);
    if (row->most > row->least) {
        snprintf(text + length, size - (size_t)length, ", %.10g to %.10g", row->least, row->most);
    }
    for (int i = 0, any = 0; i < row->nameCount; i++) {
        if (row->names[i] != NULL) {
            length += snprintf(text + length, size - (size_t)length, "%s%s", any++ == 0 ? ": " : ", ", row->names[i]);
        }
    }
}

static void printOption(const Option *row)
{
    char text[1024];
    int column =
        printf("  --%s%s%s ", row->name, row->argument != NULL ? " " : "", row->argument != NULL ? row->argument : "");
    if (column < COLUMN - 1) {
        column += printf("%*s", COLUMN - 1 - column, "");
    }
    describe(row, text, sizeof text);
    for (const char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        if (column + 1 + (int)strlen(word) > MARGIN) {
            column = printf("\n%*s", COLUMN - 1, "") - 1;
        }
        column += printf(" %s", word);
    }
    printf("\n");
}

void Options_PrintHelp(OptionsProgram program)
{
    bool bake = program == OPTIONS_BAKE;
    printf("Usage: %s [options]\n%s\n\n", bake ? "fluid_bake" : "fluid_demo",
           bake ? "Makes films, flip-books, maps, fields and sheets of a scene of libgpufluid, without a window."
                : "Shows a scene of libgpufluid in a window, or draws it without one.");
    for (int i = 0; i < optionCount; i++) {
        if ((optionTable[i].programs & program) != 0) {
            printOption(&optionTable[i]);
        }
    }
    printf("\nMasks and images are PNG, JPEG, BMP or TGA; no other folder is ever made.\n%s"
           "Exit status: 0, 1 if the run failed, 2 if the command line is wrong.\n",
           bake ? "" : "In the window: the mouse stirs and adds dye; H prints the keys.\n");
}
