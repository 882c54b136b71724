#include "bake.h"

#include "support/complain.h"

#include <stdio.h>
#include <string.h>

#define PATH_SIZE 4096
#define NAME_SIZE 96
#define COLUMNS 4 // of scenes that are shown at one moment each
#define GAP 6
#define FRAMES_A_SECOND 60

typedef struct Overview {
    Run *run;
    Demo *demo;
    const SceneInfo *scenes;
    int count;
    int moments, columns; // pictures of a scene, and of a row of the sheet
    int tileWidth, tileHeight;
    Image sheet;
} Overview;

// The picture at half its size, so that lines are smooth, its upper left corner at (left, top).
static void addTile(const Image *picture, Image *sheet, int left, int top)
{
    for (int y = 0; y < picture->height / 2; y++) {
        for (int x = 0; x < picture->width / 2; x++) {
            const uint8_t *upper = picture->pixels + 4 * ((size_t)(2 * y) * (size_t)picture->width + (size_t)(2 * x));
            const uint8_t *lower = upper + 4 * (size_t)picture->width;
            uint8_t *to = sheet->pixels + 4 * ((size_t)(top + y) * (size_t)sheet->width + (size_t)(left + x));
            for (int c = 0; c < 4; c++) {
                to[c] = (uint8_t)((upper[c] + upper[4 + c] + lower[c] + lower[4 + c] + 2) / 4);
            }
        }
    }
}

// The picture, or where `path` has %s one of that name there.
static bool writeNamed(const Image *picture, const char *path, const char *name)
{
    char own[PATH_SIZE], error[512];
    const char *mark = strstr(path, "%s");
    int length = mark == NULL ? snprintf(own, sizeof own, "%s", path)
                              : snprintf(own, sizeof own, "%.*s%s%s", (int)(mark - path), path, name, mark + 2);
    if (length < 0 || length >= (int)sizeof own) {
        return Complain("%s: the path is too long", path);
    }
    bool jpeg = length > 4 && strcmp(own + length - 4, ".jpg") == 0;
    bool written = (jpeg ? Image_WriteJpeg : Image_WritePng)(picture, own, error, (int)sizeof error);
    if (!written) {
        Complain("%s", error);
    }
    return written;
}

static bool writeTile(const Overview *o, const Image *picture, const char *name)
{
    Image tile = Image_Create(o->tileWidth, o->tileHeight);
    if (tile.pixels == NULL) {
        return Complain("no memory for a picture of %s", name);
    }
    addTile(picture, &tile, 0, 0);
    bool written = writeNamed(&tile, o->demo->options->sheet, name);
    Image_Destroy(&tile);
    return written;
}

static int getFrames(const Overview *o, const SceneInfo *scene, int moment)
{
    const Options *options = o->demo->options;
    if (options->momentCount > 0) {
        return options->moments[moment] * FRAMES_A_SECOND;
    }
    return options->frames >= 0 ? options->frames : Scene_GetBestFrame(scene);
}

static bool drawMoment(Overview *o, const SceneInfo *scene, int place, int moment)
{
    const Options *options = o->demo->options;
    const Image *picture = &o->run->picture;
    if (!Demo_Draw(o->demo, picture->width, picture->height) || !Run_Read(o->run)) {
        return false;
    }
    char name[NAME_SIZE];
    if (options->momentCount > 0) {
        snprintf(name, sizeof name, "%s_%d", scene->name, options->moments[moment]);
    } else {
        snprintf(name, sizeof name, "%s", scene->name);
    }
    if (strstr(options->sheet, "%s") != NULL && !writeTile(o, picture, name)) {
        return false;
    }
    addTile(picture, &o->sheet, GAP + place % o->columns * (o->tileWidth + GAP),
            GAP + place / o->columns * (o->tileHeight + GAP));
    return true;
}

static bool drawScene(Overview *o, int index)
{
    const SceneInfo *scene = &o->scenes[index];
    Complain("%s, %d frames", scene->name, getFrames(o, scene, o->moments - 1));
    if (!Demo_OpenScene(o->demo, scene)) {
        return false;
    }
    o->run->frames = 0;
    for (int moment = 0; moment < o->moments; moment++) {
        o->run->first = o->run->frames;
        o->run->frames = getFrames(o, scene, moment);
        if (!Run_StepAll(o->run) || !drawMoment(o, scene, index * o->moments + moment, moment)) {
            return false;
        }
    }
    return true;
}

bool Overview_Draw(Run *run)
{
    const Options *options = run->options;
    Overview o = {.run = run, .demo = run->demo, .scenes = options->scene, .count = 1};
    if (!Options_IsGiven(options, "scene")) {
        o.scenes = Scene_GetAll(&o.count);
    }
    o.moments = options->momentCount > 0 ? options->momentCount : 1;
    o.columns = o.moments > 1 ? o.moments : o.count < COLUMNS ? o.count : COLUMNS;
    o.tileWidth = options->size.width / 2;
    o.tileHeight = options->size.height / 2;
    int rows = (o.count * o.moments + o.columns - 1) / o.columns;
    o.sheet = Image_Create(GAP + o.columns * (o.tileWidth + GAP), GAP + rows * (o.tileHeight + GAP));
    if (o.sheet.pixels == NULL) {
        return Complain("no memory for a sheet of %d pictures", o.count * o.moments);
    }
    for (size_t i = 0; i < (size_t)o.sheet.width * (size_t)o.sheet.height; i++) {
        static const uint8_t ground[4] = {24, 22, 30, 255};
        memcpy(o.sheet.pixels + 4 * i, ground, sizeof ground);
    }
    bool done = true;
    for (int i = 0; done && i < o.count; i++) {
        done = drawScene(&o, i);
    }
    done = done && writeNamed(&o.sheet, options->sheet, "all");
    Image_Destroy(&o.sheet);
    if (done) {
        printf("fluid_bake: %d scene%s, in %s\n", o.count, o.count == 1 ? "" : "s", options->sheet);
    }
    return done;
}
