// A run's frames are numbered from 1; those of a loop begin after `begin` of them. A sheet's tile k shows what frame k
// of the loop or the run shows, evenly spread.
#include "bake.h"

#include "loop.h"
#include "sheet.h"

#include "support/complain.h"
#include "support/deep_image.h"
#include "support/film.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TILES_DEFAULT 8
#define CUT_SHARE 0.12f   // of the domain's shorter side, over which a cut-out fades
#define CUT_BELOW 0.3f    // of that at the lower side
#define EDGE_SHARE 0.06f  // of a tile's shorter side, over which its light fades
#define TEXTURE_SIDE 8192 // that graphics cards and engines take everywhere

enum { COLORS, FLOW, NORMALS, DISTANCES, SHEETS };

struct Assets {
    Run *run;
    const Options *options;
    Demo *demo;
    int begin, frames, mixed; // frames before the loop; of the loop or run; of those, mixed ones
    Film film;
    Loop loop;
    Sheet sheets[SHEETS];
    bool used[SHEETS];
    float *tile; // room for one, four values a pixel
    float *amounts;
    float *field;
    size_t fieldSize;
};

static bool noMemory(void)
{
    return Complain("no memory for what is to be made: take a smaller --size, --tiles or --loop");
}

// --- fields ----------------------------------------------------------------------------------------------------------

static bool tellField(gfField field)
{
    const char *message = NULL;
    gfErrorCode code = gfGetLastError(&message);
    return Complain("field %s: %s (%s)", optionFields[field],
                    message != NULL && message[0] != '\0' ? message : "it could not be read", gfErrorText(code));
}

// All of a field, to be freed; null after a message.
static float *readField(Demo *demo, gfField field, gfFieldInfo *info)
{
    if (!gfFluid_GetFieldInfo(demo->scene.fluid, field, info)) {
        tellField(field);
        return NULL;
    }
    size_t count = (size_t)info->width * (size_t)info->height * (size_t)info->channels;
    float *values = malloc(count * sizeof *values);
    if (values == NULL) {
        Complain("field %s: no memory for it", optionFields[field]);
    } else if (!gfFluid_ReadFieldBlocking(demo->scene.fluid, field, values, count)) {
        tellField(field);
        free(values);
        values = NULL;
    }
    return values;
}

static void flipRows(float *values, const gfFieldInfo *info)
{
    size_t row = (size_t)info->width * (size_t)info->channels;
    for (int y = 0; y < info->height / 2; y++) {
        float *low = values + (size_t)y * row, *high = values + (size_t)(info->height - 1 - y) * row;
        for (size_t i = 0; i < row; i++) {
            float swapped = low[i];
            low[i] = high[i];
            high[i] = swapped;
        }
    }
}

static const char *const units[GF_FIELD_COUNT] = {
    [GF_FIELD_VELOCITY] = "m/s",   [GF_FIELD_TEMPERATURE] = "K", [GF_FIELD_PRESSURE] = "m^2/s^2",
    [GF_FIELD_DIVERGENCE] = "1/s", [GF_FIELD_VORTICITY] = "1/s", [GF_FIELD_SOLID] = "m",
    [GF_FIELD_GROUND] = "m",       [GF_FIELD_LEVEL] = "m",       [GF_FIELD_RIPPLE] = "m",
};

// 16 bits over the range of all values.
static bool writeDeep(const float *values, const gfFieldInfo *info, gfField field, const char *path, char *said,
                      int saidSize, char *error, int errorSize)
{
    size_t count = (size_t)info->width * (size_t)info->height * (size_t)info->channels;
    float least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        least = isfinite(values[i]) ? fminf(least, values[i]) : least;
        most = isfinite(values[i]) ? fmaxf(most, values[i]) : most;
    }
    least = isfinite(least) ? least : 0.0f;
    most = most > least ? most : least + 1.0f;
    uint16_t *deep = malloc(count * sizeof *deep);
    if (deep == NULL) {
        snprintf(error, (size_t)errorSize, "%s: no memory for it", path);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        float share = isfinite(values[i]) ? (values[i] - least) / (most - least) : 0.0f;
        deep[i] = (uint16_t)(share * 65535.0f + 0.5f);
    }
    char range[96];
    snprintf(range, sizeof range, "%.9g to %.9g%s%s", (double)least, (double)most, units[field] != NULL ? " " : "",
             units[field] != NULL ? units[field] : "");
    snprintf(said, (size_t)saidSize, ", 0 to 65535 is %s", range);
    const PngText texts[] = {{"Software", "fluid_bake"}, {"field", optionFields[field]}, {"range", range}};
    bool written = DeepImage_WritePng(&(PngSource){(int)info->width, (int)info->height, (int)info->channels, 16, deep,
                                                   texts, (int)(sizeof texts / sizeof texts[0])},
                                      path, error, errorSize);
    free(deep);
    return written;
}

// Files of pictures have no two channels: a third is added, 0.
static float *addChannel(float *values, gfFieldInfo *info)
{
    size_t pixels = (size_t)info->width * (size_t)info->height;
    float *three = info->channels == 2 ? calloc(3 * pixels, sizeof *three) : NULL;
    if (three == NULL) {
        return values;
    }
    for (size_t i = 0; i < pixels; i++) {
        three[3 * i] = values[2 * i];
        three[3 * i + 1] = values[2 * i + 1];
    }
    info->channels = 3;
    free(values);
    return three;
}

bool Assets_WriteField(Run *run, const char *path)
{
    const gfField field = (gfField)run->options->field;
    FILE *log = Options_IsPattern(run->options->out) ? NULL : stdout;
    gfFieldInfo info;
    char error[512], said[128] = "", comment[128];
    float *values = readField(run->demo, field, &info);
    if (values == NULL) {
        return false;
    }
    flipRows(values, &info);
    values = addChannel(values, &info);
    if (info.channels == 2) {
        free(values);
        return noMemory();
    }
    bool exr = Options_EndsIn(path, ".exr");
    const char *name = optionFields[field], *unit = units[field];
    snprintf(comment, sizeof comment, "fluid_bake: %s%s%s%s", name, unit != NULL ? ", " : "", unit != NULL ? unit : "",
             field == GF_FIELD_VELOCITY ? ", right (R) and up (G)" : "");
    bool written = exr ? DeepImage_WriteExr(values, info.width, info.height, info.channels, comment, path, error,
                                            (int)sizeof error)
                       : writeDeep(values, &info, field, path, said, (int)sizeof said, error, (int)sizeof error);
    free(values);
    if (!written) {
        Complain("%s", error);
    } else if (log != NULL) {
        fprintf(log, "fluid_bake: %s, %d x %d, in %s%s\n", name, (int)info.width, (int)info.height, path, said);
    }
    return written;
}

// --- tiles -----------------------------------------------------------------------------------------------------------

// A channel of a field, -1 the last one, at each pixel of a tile: every `stride`-th of `to`.
static bool sampleTile(Assets *a, const Sheet *sheet, gfField field, int channel, int stride, float *to)
{
    gfFieldInfo info;
    float *values = readField(a->demo, field, &info);
    const SheetPixels pixels = {values, info.width, info.height, info.channels};
    for (int i = 0; values != NULL && i < sheet->width * sheet->height; i++) {
        float u = ((float)(i % sheet->width) + 0.5f) / (float)sheet->width;
        float v = ((float)(i / sheet->width) + 0.5f) / (float)sheet->height;
        float value = Sheet_Sample(&pixels, channel < 0 ? info.channels - 1 : channel, u * (float)info.width - 0.5f,
                                   (1.0f - v) * (float)info.height - 0.5f);
        to[stride * i] = isfinite(value) ? value : 0.0f;
    }
    free(values);
    return values != NULL;
}

static bool takeFlow(Assets *a, const Sheet *sheet)
{
    memset(a->tile, 0, 4 * (size_t)(sheet->width * sheet->height) * sizeof *a->tile);
    return sampleTile(a, sheet, GF_FIELD_VELOCITY, 0, 4, a->tile) &&
           sampleTile(a, sheet, GF_FIELD_VELOCITY, 1, 4, a->tile + 1);
}

// How much of each place is covered, 0 to 1: by liquid, or by dye as thick as the scene draws it.
static bool takeAmounts(Assets *a, const Sheet *sheet)
{
    const Scene *scene = &a->demo->scene;
    bool liquid = scene->solver != GF_SOLVER_GRID && scene->solver != GF_SOLVER_SHALLOW;
    gfDrawDef look = Scene_GetDrawDef(scene);
    float range = look.style == GF_DRAW_DYE && look.range > 0.0f ? look.range : 1.0f;
    bool sampled = sampleTile(a, sheet, liquid ? GF_FIELD_MASS : GF_FIELD_DYE, -1, 1, a->amounts);
    for (int i = 0; sampled && i < sheet->width * sheet->height; i++) {
        float amount = fmaxf(a->amounts[i], 0.0f);
        a->amounts[i] = liquid ? fminf(amount, 1.0f) : 1.0f - expf(-amount / range);
    }
    return sampled;
}

// Light that spills over (bloom) reaches the edge of a tile even where the fluid has faded.
static void fadeTile(float *tile, int width, int height)
{
    float reach = EDGE_SHARE * (float)(width < height ? width : height);
    for (int i = 0; i < width * height; i++) {
        int x = i % width, y = i / width;
        int across = x < width - 1 - x ? x : width - 1 - x, along = y < height - 1 - y ? y : height - 1 - y;
        float share = fminf(1.0f, (float)(across < along ? across : along) / reach);
        for (int c = 0; c < 4; c++) {
            tile[4 * i + c] *= share * share * (3.0f - 2.0f * share);
        }
    }
}

// What reaches the edge of a sprite is seen to be cut off there. Below it is where it comes from, so less is taken.
static void fadeSides(gfFadeLook *fade, float width)
{
    float across = CUT_SHARE * fminf(width, 1.0f);
    fade->left = fmaxf(fade->left, across);
    fade->right = fmaxf(fade->right, across);
    fade->top = fmaxf(fade->top, across);
    fade->bottom = fmaxf(fade->bottom, CUT_BELOW * across);
}

// The fluid alone: straight alpha, encoded as sRGB, clear where there is none; no solids.
static bool drawCutOut(Assets *a, int width, int height)
{
    gfDrawDef def = Demo_GetDrawDef(a->demo, width, height);
    def.alpha = GF_ALPHA_STRAIGHT;
    def.blend = false;
    def.encodeSrgb = true;
    def.solids.shown = false;
    def.solids.outlineWidth = 0.0f;
    def.refraction.enabled = def.shafts.enabled = false;
    if (a->options->edges == 0) {
        fadeSides(&def.fade, a->demo->scene.width);
    }
    a->demo->gl->ClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    a->demo->gl->Clear(GL_COLOR_BUFFER_BIT);
    return gfFluid_Draw(a->demo->scene.fluid, &def) ||
           Complain("the scene could not be drawn: %s", gfErrorText(gfGetLastError(NULL)));
}

static bool takeColors(Assets *a)
{
    const Image *picture = &a->run->picture;
    if (!drawCutOut(a, picture->width, picture->height) || !Run_Read(a->run)) {
        return false;
    }
    Sheet_FromPicture(picture->pixels, picture->width * picture->height, a->tile);
    if (a->options->edges == 0) {
        fadeTile(a->tile, picture->width, picture->height);
    }
    return true;
}

static bool takeTile(Assets *a, int kind)
{
    const Sheet *sheet = &a->sheets[kind];
    switch (kind) {
    case COLORS:
        return takeColors(a);
    case FLOW:
        return takeFlow(a, sheet);
    case NORMALS:
        return takeAmounts(a, sheet) && Sheet_MakeNormals(a->amounts, sheet->width, sheet->height, a->tile);
    default:
        return takeAmounts(a, sheet) && Sheet_MakeDistances(a->amounts, sheet->width, sheet->height, a->tile);
    }
}

// What share a tile takes of the frame `number` after `begin`, from 1 on.
static float getShare(const Assets *a, int tile, int tiles, int number)
{
    int last = (int)((long long)(tile + 1) * a->frames / tiles);
    if (a->mixed == 0) {
        return number == (last > 0 ? last : 1) ? 1.0f : 0.0f;
    }
    int shown = (int)((long long)tile * a->frames / tiles) + a->mixed; // picture of the run, from 0 on
    if (shown < a->frames) {
        return number - 1 == shown ? 1.0f : 0.0f;
    }
    float later = Loop_GetLaterShare(shown - a->frames, a->mixed);
    return number - 1 == shown ? later : number - 1 == shown - a->frames ? 1.0f - later : 0.0f;
}

static bool addToSheets(Assets *a, int number)
{
    for (int kind = 0; kind < SHEETS; kind++) {
        Sheet *sheet = &a->sheets[kind];
        bool taken = false;
        int tiles = sheet->columns * sheet->rows;
        for (int tile = 0; a->used[kind] && tile < tiles; tile++) {
            float share = a->options->flipbook != NULL ? getShare(a, tile, tiles, number)
                          : number == a->frames        ? 1.0f
                                                       : 0.0f;
            if (share <= 0.0f) {
                continue;
            }
            if (!taken && !takeTile(a, kind)) {
                return false;
            }
            taken = true;
            Sheet_Add(sheet, tile, a->tile, share);
        }
    }
    return true;
}

// --- a run ----------------------------------------------------------------------------------------------------------

// A tile needs a frame of its own.
static bool refuseTiles(const Assets *a, int tiles)
{
    char way[32];
    if (a->mixed > 0) {
        snprintf(way, sizeof way, "--loop %.2f", ceil(100.0 * tiles / FILM_RATE) / 100.0);
    } else {
        snprintf(way, sizeof way, "--frames %d", tiles);
    }
    return Complain("%d tiles: expected at least as many frames, not %d: %s or more will do", tiles, a->frames, way);
}

// Before the work, not after it.
static void warnOfSize(const Assets *a)
{
    for (int kind = 0; kind < SHEETS; kind++) {
        const Sheet *sheet = &a->sheets[kind];
        int width = Sheet_GetWidth(sheet), height = Sheet_GetHeight(sheet);
        if (a->used[kind] && (width > TEXTURE_SIDE || height > TEXTURE_SIDE)) {
            Complain("%s will be %d x %d pixels; some graphics cards have no texture beyond %d a side: a "
                     "smaller --size or fewer --tiles make it smaller",
                     sheet->path, width, height, TEXTURE_SIDE);
        }
    }
}

// Without a flip-book a map has the cells of the grid.
static bool createSheets(Assets *a, int width, int height)
{
    const Options *o = a->options;
    const char *const paths[SHEETS] = {o->flipbook, o->flowmap, o->normals, o->distance};
    static const SheetKind kinds[SHEETS] = {SHEET_COLOR, SHEET_FLOW, SHEET_NORMALS, SHEET_DISTANCE};
    bool tiled = o->flipbook != NULL;
    int columns = !tiled ? 1 : o->tiles.width > 0 ? o->tiles.width : TILES_DEFAULT;
    int rows = !tiled ? 1 : o->tiles.height > 0 ? o->tiles.height : TILES_DEFAULT;
    for (int kind = 0; kind < SHEETS; kind++) {
        gfFieldInfo info = {.width = width, .height = height};
        a->used[kind] = paths[kind] != NULL;
        if (!a->used[kind]) {
            continue;
        }
        if (!tiled &&
            !gfFluid_GetFieldInfo(a->demo->scene.fluid, kind == FLOW ? GF_FIELD_VELOCITY : GF_FIELD_DYE, &info)) {
            return tellField(kind == FLOW ? GF_FIELD_VELOCITY : GF_FIELD_DYE);
        }
        if (!Sheet_Create(&a->sheets[kind], kinds[kind], paths[kind], columns, rows, (int)info.width,
                          (int)info.height)) {
            return noMemory();
        }
        size_t pixels = (size_t)info.width * (size_t)info.height;
        if (pixels > a->fieldSize) {
            free(a->tile);
            free(a->amounts);
            a->tile = malloc(4 * pixels * sizeof *a->tile);
            a->amounts = malloc(pixels * sizeof *a->amounts);
            a->fieldSize = pixels;
        }
        if (a->tile == NULL || a->amounts == NULL) {
            return noMemory();
        }
    }
    warnOfSize(a);
    return !tiled || columns * rows <= a->frames || refuseTiles(a, columns * rows);
}

Assets *Assets_Create(Run *run)
{
    const Options *options = run->options;
    int width = run->picture.width, height = run->picture.height;
    Assets *a = calloc(1, sizeof *a);
    if (a == NULL) {
        noMemory();
        return NULL;
    }
    a->run = run;
    a->options = options;
    a->demo = run->demo;
    a->frames = run->frames;
    if (options->loop_s > 0.0f) {
        a->begin = options->frames >= 0 ? options->frames : Scene_GetBestFrame(options->scene);
        a->frames = (int)fmaxf(2.0f, roundf(options->loop_s * (float)FILM_RATE));
        a->mixed = Loop_CountMixed(a->frames);
    }
    bool good = createSheets(a, width, height);
    if (good && a->mixed > 0 && options->record != NULL && !Loop_Create(&a->loop, a->frames, width, height)) {
        good = noMemory();
    }
    if (!good || (options->record != NULL && !Film_Open(&a->film, options->record, width, height))) {
        Assets_Destroy(a);
        return NULL;
    }
    run->frames = a->begin + a->frames + a->mixed;
    return a;
}

void Assets_Destroy(Assets *a)
{
    if (a == NULL) {
        return;
    }
    if (a->film.open) {
        Film_Close(&a->film, false);
    }
    Loop_Destroy(&a->loop);
    for (int i = 0; i < SHEETS; i++) {
        Sheet_Destroy(&a->sheets[i]);
    }
    free(a->tile);
    free(a->amounts);
    free(a);
}

bool Assets_AddFrame(Run *run, int number)
{
    Assets *a = run->user;
    int own = number - a->begin;
    if (own < 1) {
        return true;
    }
    if (a->film.open) {
        const Image *frame = &run->picture;
        if (!Demo_Draw(a->demo, frame->width, frame->height) || !Run_Read(run)) {
            return false;
        }
        if (a->mixed > 0) {
            Loop_Add(&a->loop, own - 1, &run->picture, &frame);
        }
        if (frame != NULL && !Film_Add(&a->film, frame)) {
            return false;
        }
    }
    return addToSheets(a, own);
}

bool Assets_Finish(Assets *a)
{
    static const char *const names[SHEETS] = {"flip-book", "flow map", "normals", "distances"};
    for (int i = 0; i < SHEETS; i++) {
        char said[256], error[512];
        if (!a->used[i]) {
            continue;
        }
        if (!Sheet_Write(&a->sheets[i], said, (int)sizeof said, error, (int)sizeof error)) {
            return Complain("%s", error);
        }
        printf("fluid_bake: %s in %s%s\n", names[i], a->sheets[i].path, said);
    }
    if (a->options->record == NULL) {
        return true;
    }
    if (!Film_Close(&a->film, true)) {
        return false;
    }
    printf("fluid_bake: film of %d frames, %d x %d, in %s\n", Film_CountFrames(&a->film), a->film.width, a->film.height,
           a->options->record);
    if (a->mixed > 0) {
        printf("fluid_bake: loop: last frame to first %.3f of 255 apart, neighbours %.3f to %.3f\n", a->loop.closing,
               a->loop.least, a->loop.largest);
    }
    return true;
}
