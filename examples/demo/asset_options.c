#include "asset_options.h"

#include "film.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TILES_MAX 64
#define LOOP_MIN 0.1f
#define LOOP_MAX 60.0f

static const char *const fieldNames[GF_FIELD_COUNT] = {
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

void AssetOptions_PrintHelp(void)
{
    printf(
        "  --record FILE       a film, .mp4 or .webm, by the program ffmpeg, or .gif by giflib (every third frame);\n"
        "                      headless of exactly --frames frames, 60 a second; in a window all that is shown (F9\n"
        "                      begins and ends one, too)\n"
        "  --flipbook FILE.png headless: a sheet of frames, straight alpha, without solids and background; --size is\n"
        "                      that of a tile (default 256x144), spread evenly over --frames\n"
        "  --tiles CxR         columns and rows of the sheets, 1x1 to 64x64 (default 8x8); each tile has a rim of 4\n"
        "                      pixels around it: 8x8 tiles of --size 120x120 make a sheet of 1024x1024\n"
        "  --edges NAME        of --flipbook: fade (what reaches a tile's edge fades away, default) or keep\n"
        "  --flowmap FILE.png  headless: velocity, red right and green up, 128 is none; the scale is printed, and in\n"
        "                      the file. With --flipbook a sheet of the same tiles; else the last frame, as the next "
        "two\n"
        "  --normals FILE.png  headless: normals of smoke or liquid, green up\n"
        "  --distance FILE.png headless: distance to the outline of dye or liquid, 128 on it, more inside\n"
        "  --loop SECONDS      headless, 0.1 to 60: film and sheets become a loop without a seam, so long, which "
        "begins\n"
        "                      after --frames frames (default: when the scene looks best)\n"
        "  --field NAME        headless: --out gets a field in place of the picture, EXR (floats, as they are) or PNG\n"
        "                      (16 bits; its range is printed, and in the file): velocity, dye, temperature, "
        "pressure,\n"
        "                      divergence, vorticity, solid, mass, ground, level, foam or ripple\n");
}

const char *AssetOptions_GetFieldName(gfField field)
{
    return fieldNames[field];
}

static bool endsWith(const char *path, const char *end)
{
    size_t length = strlen(path), tail = strlen(end);
    return length > tail && strcmp(path + length - tail, end) == 0;
}

static bool parsePng(const char *flag, const char *text, const char **path)
{
    *path = text;
    if (endsWith(text, ".png")) {
        return true;
    }
    fprintf(stderr, "fluid_demo: %s '%s': expected a file name that ends in .png\n", flag, text);
    return false;
}

static bool parseTiles(const char *text, int *columns, int *rows)
{
    char *end = NULL;
    long across = text[0] >= '0' && text[0] <= '9' ? strtol(text, &end, 10) : 0;
    long down = end != NULL && end[0] == 'x' && end[1] >= '0' && end[1] <= '9' ? strtol(end + 1, &end, 10) : 0;
    *columns = (int)across;
    *rows = (int)down;
    if (across >= 1 && across <= TILES_MAX && down >= 1 && down <= TILES_MAX && *end == '\0') {
        return true;
    }
    fprintf(stderr, "fluid_demo: --tiles '%s': expected COLUMNSxROWS, as 8x8, each from 1 to %d\n", text, TILES_MAX);
    return false;
}

static bool parseLoop(const char *text, float *seconds)
{
    char *end = NULL;
    *seconds = strtof(text, &end);
    if (end != text && *end == '\0' && *seconds >= LOOP_MIN && *seconds <= LOOP_MAX) {
        return true;
    }
    fprintf(stderr, "fluid_demo: --loop '%s': expected a number of seconds from %g to %g\n", text, (double)LOOP_MIN,
            (double)LOOP_MAX);
    return false;
}

static bool parseField(const char *text, AssetOptions *options)
{
    for (int i = 0; i < GF_FIELD_COUNT; i++) {
        if (fieldNames[i] != NULL && strcmp(fieldNames[i], text) == 0) {
            options->useField = true;
            options->field = (gfField)i;
            return true;
        }
    }
    fprintf(stderr, "fluid_demo: there is no field '%s': expected one of", text);
    for (int i = 0; i < GF_FIELD_COUNT; i++) {
        if (fieldNames[i] != NULL) {
            fprintf(stderr, " %s", fieldNames[i]);
        }
    }
    fprintf(stderr, "\n");
    return false;
}

static bool refuse(const char *what)
{
    fprintf(stderr, "fluid_demo: %s\n", what);
    return false;
}

bool AssetOptions_Parse(AssetOptions *options, int code, const char *text)
{
    switch (code) {
    case ASSET_RECORD:
        options->record = text;
        return Film_CheckPath(text);
    case ASSET_FLIPBOOK:
        return parsePng("--flipbook", text, &options->flipbook);
    case ASSET_TILES:
        return parseTiles(text, &options->columns, &options->rows);
    case ASSET_EDGES:
        options->keepEdges = strcmp(text, "keep") == 0;
        options->edgesGiven = true;
        return options->keepEdges || strcmp(text, "fade") == 0 || refuse("--edges: expected fade or keep");
    case ASSET_FLOWMAP:
        return parsePng("--flowmap", text, &options->flowmap);
    case ASSET_NORMALS:
        return parsePng("--normals", text, &options->normals);
    case ASSET_DISTANCE:
        return parsePng("--distance", text, &options->distance);
    case ASSET_LOOP:
        return parseLoop(text, &options->loop_s);
    case ASSET_VIDEO:
        options->video = text;
        return true;
    case ASSET_CAMERA:
        options->camera = text;
        return true;
    case ASSET_FIELD:
        return parseField(text, options);
    default:
        return false; // getopt_long has said why
    }
}

bool AssetOptions_Check(const AssetOptions *o, bool headless, const char *out)
{
    bool maps = o->flowmap != NULL || o->normals != NULL || o->distance != NULL;
    if (!headless && (o->flipbook != NULL || maps || o->loop_s > 0.0f || o->useField)) {
        return refuse("--flipbook, --flowmap, --normals, --distance, --loop and --field: expected together with "
                      "--headless");
    }
    if (o->video != NULL && o->camera != NULL) {
        return refuse("--video: expected without --camera");
    }
    if (o->flipbook == NULL && (o->columns > 0 || o->edgesGiven)) {
        return refuse(o->columns > 0 ? "--tiles: expected together with --flipbook"
                                     : "--edges: expected together with --flipbook");
    }
    if (o->loop_s > 0.0f && o->flipbook == NULL && o->record == NULL) {
        return refuse("--loop: expected together with --record or --flipbook");
    }
    if (o->useField && (out == NULL || !(endsWith(out, ".exr") || endsWith(out, ".png")))) {
        return refuse("--field: expected together with --out FILE.exr or --out FILE.png");
    }
    return true;
}

bool AssetOptions_CheckScene(const AssetOptions *o, const SceneInfo *scene)
{
    bool maps = o->flowmap != NULL || o->normals != NULL || o->distance != NULL;
    if ((o->video != NULL || o->camera != NULL) && strcmp(scene->name, "mirror") != 0) {
        fprintf(stderr, "fluid_demo: --video and --camera: expected with the scene mirror, not %s\n", scene->name);
        return false;
    }
    if (scene->space != NULL && (maps || o->useField)) {
        fprintf(stderr,
                "fluid_demo: scene %s is in three dimensions: expected one of two for --flowmap, --normals, --distance "
                "and --field\n",
                scene->name);
        return false;
    }
    if (o->flipbook != NULL && Scene_IsPerspective(scene)) {
        fprintf(stderr,
                "fluid_demo: --flipbook: scene %s is seen in perspective, with all around it: expected another\n",
                scene->name);
        return false;
    }
    return true;
}

bool AssetOptions_Any(const AssetOptions *o)
{
    return o->record != NULL || o->flipbook != NULL || o->flowmap != NULL || o->normals != NULL || o->distance != NULL;
}
