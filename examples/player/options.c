// Command line: every value is checked here, before anything is opened.
#include "options.h"

#include "support/complain.h"
#include "tunables.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOMENT_MAX 3600 // s
#define FIT_MIN 64
#define FIT_MAX 384
#define DYE_SCALE 2.0f
#define FIRST_CODE 256 // of getopt_long, whose own are characters
#define TEXT_SIZE 1024

// Whether `names`, with blanks between them, has this one.
static bool isListed(const char *names, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(names, name); at != NULL; at = strstr(at + 1, name)) {
        if ((at == names || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

bool Options_IsGiven(const Options *options, const char *names)
{
    for (int i = 0; i < optionCount; i++) {
        if (options->given[i] && isListed(names, optionTable[i].name)) {
            return true;
        }
    }
    return false;
}

const char *Options_GetPath(const Options *options, const Option *row, OptionKind kind)
{
    return row->kind == kind ? *(const char *const *)((const char *)options + row->offset) : NULL;
}

bool Options_EndsIn(const char *path, const char *ends)
{
    const char *dot = strrchr(path, '.');
    const char *found = dot != NULL && dot != path ? strstr(ends, dot) : NULL;
    return found != NULL && strchr(", ", found[strlen(dot)]) != NULL; // strchr finds the end of a text, too
}

// --- values ----------------------------------------------------------------------------------------------------------

// A number within the row's range. Whole ones are digits only: strtol alone would take blanks and signs.
static bool parseNumber(const Option *row, const char *text, const char **end, double *value)
{
    char *stop = NULL;
    bool whole = row->kind != OPTION_FLOAT;
    if (whole && (text[0] < '0' || text[0] > '9')) {
        return false;
    }
    *value = whole ? (double)strtol(text, &stop, 10) : strtod(text, &stop);
    *end = stop;
    return stop != text && *value >= row->least && *value <= row->most;
}

static bool parseNumbers(const Option *row, const char *text, void *to)
{
    const char *end = NULL;
    double v[2] = {0.0};
    bool pair = row->kind == OPTION_PAIR, good = parseNumber(row, text, &end, &v[0]);
    good = good && (!pair || (*end == 'x' && parseNumber(row, end + 1, &end, &v[1]))) && *end == '\0';
    if (!good && pair) {
        return Complain("--%s '%s': expected %s, each from %g to %g", row->name, text, row->expected, row->least,
                        row->most);
    }
    if (row->kind == OPTION_FLOAT) {
        *(float *)to = (float)v[0];
    } else if (pair) {
        *(OptionsPair *)to = (OptionsPair){(int)v[0], (int)v[1]};
    } else if (good) {
        *(int *)to = (int)v[0];
    }
    return good || Complain("--%s '%s': expected a %snumber from %.10g to %.10g", row->name, text,
                            row->kind == OPTION_INT ? "whole " : "", row->least, row->most);
}

// A message's list of names, each behind a blank and a mark.
static void addName(char *list, const char *mark, const char *name)
{
    size_t length = strlen(list);
    snprintf(list + length, TEXT_SIZE - length, " %s%s", mark, name);
}

static bool parseName(const Option *row, const char *text, int *value)
{
    char list[TEXT_SIZE] = "";
    for (int i = 0; i < row->nameCount; i++) {
        if (row->names[i] != NULL && strcmp(row->names[i], text) == 0) {
            *value = i;
            return true;
        }
        if (row->names[i] != NULL) {
            addName(list, "", row->names[i]);
        }
    }
    return Complain("there is no %s '%s': expected one of%s", row->name, text, list);
}

static bool parseScene(const char *text, const SceneInfo **scene)
{
    *scene = Scene_Find(text);
    int count = 0;
    const SceneInfo *scenes = Scene_GetAll(&count);
    char list[TEXT_SIZE] = "";
    for (int i = 0; i < count; i++) {
        addName(list, "", scenes[i].name);
    }
    return *scene != NULL || Complain("there is no scene '%s': expected one of%s", text, list);
}

// Whole seconds, rising, with commas between them.
static bool parseMoments(const char *text, Options *options)
{
    const char *at = text;
    int before = -1, moment = 0, length = 0, count = 0;
    bool good = true;
    do {
        good = count < OPTIONS_MOMENTS && *at >= '0' && *at <= '9' && sscanf(at, "%5d%n", &moment, &length) == 1 &&
               moment > before && moment <= MOMENT_MAX && strchr(",", at[length]) != NULL;
        if (good) {
            options->moments[count++] = before = moment;
            at += length;
        }
    } while (good && *at++ == ',');
    options->momentCount = count;
    return good || Complain("--moments '%s': expected up to %d whole numbers of seconds, rising, 0 to %d, as 2,10,60",
                            text, OPTIONS_MOMENTS, MOMENT_MAX);
}

static bool parsePath(const Option *row, const char *text, const char **path)
{
    *path = text;
    if (row->expected != NULL && !Options_EndsIn(text, row->expected)) {
        return Complain("--%s '%s': expected a file name that ends in %s", row->name, text, row->expected);
    }
    return text[0] != '\0' || Complain("--%s '': expected a file name", row->name);
}

// --- patterns --------------------------------------------------------------------------------------------------------

// The length of a %d, %Nd or %0Nd (N up to 9) at `text`, or 0.
static size_t getNumberLength(const char *text)
{
    size_t length = 1;
    if (text[length] == '0') {
        length++;
    }
    if (text[length] >= '1' && text[length] <= '9') {
        length++;
    }
    return text[length] == 'd' ? length + 1 : 0;
}

// A path with a % must hold exactly one number and no other %; the folder of all frames is one.
static bool parseOut(const char *text, const char **out)
{
    *out = text;
    const char *percent = strchr(text, '%');
    bool pattern = percent != NULL && getNumberLength(percent) != 0 && strpbrk(percent + 1, "%/") == NULL;
    return (text[0] != '\0' && !Options_IsStandardOutput(text) && (percent == NULL || pattern)) ||
           Complain("--out '%s': expected a file name, with at most one %%d or %%04d in it", text);
}

bool Options_IsPattern(const char *path)
{
    return strchr(path, '%') != NULL;
}

bool Options_IsStandardOutput(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

bool Options_GetFramePath(const char *pattern, int frame, char *path, int pathSize)
{
    const char *percent = strchr(pattern, '%');
    size_t length = getNumberLength(percent);
    bool zeros = percent[1] == '0';
    int digits = length > 2 ? percent[length - 2] - '0' : 0;
    int written = snprintf(path, (size_t)pathSize, zeros ? "%.*s%0*d%s" : "%.*s%*d%s", (int)(percent - pattern),
                           pattern, digits, frame, percent + length);
    return written >= 0 && written < pathSize;
}

// --- what goes together ----------------------------------------------------------------------------------------------

#define HAS_THEM ": the recording has them"
#define MAKES_FILMS ": fluid_bake makes films without a window"

// One option needs one of the others, or excludes all of them; and why.
static const struct {
    OptionsProgram programs;
    const char *option;
    bool excludes;
    const char *others, *why;
} rules[] = {
    {OPTIONS_DEMO, "stats", false, "headless", ""},
    {OPTIONS_DEMO, "save", false, "headless", ""},
    {OPTIONS_DEMO, "out", false, "headless frames replay", ""},
    {OPTIONS_DEMO, "record", true, "headless", MAKES_FILMS},
    {OPTIONS_BAKE, "sheet", true, "out load replay preset record flipbook flowmap normals distance field loop", ""},
    {OPTIONS_BAKE, "moments", false, "sheet", ""},
    {OPTIONS_BAKE, "moments", true, "frames", ""},
    {OPTIONS_BOTH, "replay", true, "scene size grid dye-scale particles search seed view quality preset api tier",
     HAS_THEM},
    {OPTIONS_DEMO, "budget", true, "record-input replay stats", ""},
    {OPTIONS_DEMO, "auto", true, "record-input replay stats", ""},
    {OPTIONS_DEMO, "no-auto", true, "auto budget", ""},
    {OPTIONS_DEMO, "record-input", true, "video camera", ""},
    {OPTIONS_BOTH, "video", true, "camera", ""},
    {OPTIONS_BAKE, "tiles", false, "flipbook", ""},
    {OPTIONS_BAKE, "edges", false, "flipbook", ""},
    {OPTIONS_BAKE, "loop", false, "record flipbook", ""},
    {OPTIONS_BOTH, "no-cache", true, "cache", ""},
};

// Of these options those that the program has, each with a blank before it.
static void listOptions(OptionsProgram program, const char *names, char *list)
{
    list[0] = '\0';
    for (int i = 0; i < optionCount; i++) {
        if ((optionTable[i].programs & program) != 0 && isListed(names, optionTable[i].name)) {
            addName(list, "--", optionTable[i].name);
        }
    }
}

static bool checkTogether(const Options *options)
{
    char list[TEXT_SIZE];
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        bool applies = (rules[i].programs & options->program) != 0 && Options_IsGiven(options, rules[i].option);
        bool excludes = rules[i].excludes;
        if (applies && Options_IsGiven(options, rules[i].others) == excludes) {
            listOptions(options->program, rules[i].others, list);
            const char *with = strchr(list + 1, ' ') != NULL ? "together with one of" : "together with";
            return Complain("--%s: expected %s%s%s", rules[i].option, excludes ? "without" : with, list, rules[i].why);
        }
    }
    if (options->field >= 0 && (options->out == NULL || !Options_EndsIn(options->out, ".exr or .png"))) {
        return Complain("--field: expected together with --out FILE.exr or --out FILE.png");
    }
    const char *const made = "out record flipbook flowmap normals distance sheet";
    listOptions(options->program, made, list);
    return options->program == OPTIONS_DEMO || Options_IsGiven(options, made) ||
           Complain("expected what is to be made, one of%s", list);
}

static bool checkView(const Options *options)
{
    char list[TEXT_SIZE] = "";
    for (int i = 0; i < GF_DRAW_STYLE_COUNT; i++) {
        if (Scene_HasView(options->scene, (gfDrawStyle)i)) {
            addName(list, "", tunableViews[i]);
        }
    }
    return Scene_HasView(options->scene, (gfDrawStyle)options->view) ||
           Complain("--view '%s': scene %s has no such view: expected one of%s", tunableViews[options->view],
                    options->scene->name, list);
}

static bool checkScene(const Options *options)
{
    const SceneInfo *scene = options->scene;
    if ((options->video != NULL || options->camera != NULL) && strcmp(scene->name, "mirror") != 0) {
        return Complain("--video and --camera: expected with the scene mirror, not %s", scene->name);
    }
    if (scene->space != NULL && Options_IsGiven(options, "flowmap normals distance field")) {
        return Complain("scene %s is in three dimensions: expected one of two for --flowmap, --normals, --distance and "
                        "--field",
                        scene->name);
    }
    return options->flipbook == NULL || !Scene_IsPerspective(scene) ||
           Complain("--flipbook: scene %s is seen in perspective, with all around it: expected another", scene->name);
}

// --- the whole -------------------------------------------------------------------------------------------------------

static OptionsResult take(Options *options, int index, const char *text)
{
    const Option *row = &optionTable[index];
    void *to = (char *)options + row->offset;
    bool good = true;
    if ((row->programs & options->program) == 0) {
        Complain("--%s is an option of %s", row->name,
                 row->programs == OPTIONS_BAKE ? "fluid_bake, which makes films, sheets, maps, fields and reports"
                                               : "fluid_demo, which has a window, and draws without one");
        return OPTIONS_BAD;
    }
    options->given[index] = true;
    switch (row->kind) {
    case OPTION_ACTION:
        if (row->act != NULL) {
            row->act(options->program);
        }
        return row->act != NULL ? OPTIONS_DONE : OPTIONS_REPORT;
    case OPTION_FLAG:
        *(bool *)to = true;
        break;
    case OPTION_INT:
    case OPTION_FLOAT:
    case OPTION_PAIR:
        good = parseNumbers(row, text, to);
        break;
    case OPTION_NAME:
        good = parseName(row, text, to);
        break;
    case OPTION_SCENE:
        good = parseScene(text, to);
        break;
    case OPTION_MOMENTS:
        good = parseMoments(text, options);
        break;
    case OPTION_OUT:
        good = parseOut(text, to);
        break;
    default:
        good = parsePath(row, text, to);
        break;
    }
    return good ? OPTIONS_RUN : OPTIONS_BAD;
}

OptionsResult Options_Parse(Options *options, OptionsProgram program, int argc, char **argv)
{
    struct option flags[OPTIONS_MAX + 1] = {{0}};
    for (int i = 0; i < optionCount; i++) {
        int argument = optionTable[i].argument != NULL ? required_argument : no_argument;
        flags[i] = (struct option){optionTable[i].name, argument, NULL, FIRST_CODE + i};
    }
    *options = (Options){.program = program,
                         .scene = Scene_Find("smoke"),
                         .frames = -1,
                         .seed = (int)Scene_DefaultConfig().seed,
                         .dyeScale = DYE_SCALE,
                         .view = GF_DRAW_DYE,
                         .quality = -1,
                         .field = -1,
                         .headless = program == OPTIONS_BAKE};
    OptionsResult result = OPTIONS_RUN;
    for (int code; result == OPTIONS_RUN && (code = getopt_long(argc, argv, "", flags, NULL)) != -1;) {
        result = code < FIRST_CODE ? OPTIONS_BAD : take(options, code - FIRST_CODE, optarg); // getopt has said why
    }
    if (result == OPTIONS_RUN && optind < argc) {
        Complain("'%s': expected only options", argv[optind]);
        result = OPTIONS_BAD;
    }
    if (result == OPTIONS_RUN && !checkTogether(options)) {
        result = OPTIONS_BAD;
    }
    if (result == OPTIONS_BAD) {
        Complain("see %s --help", Complain_GetName());
    }
    return result;
}

// A grid of the picture's shape. Sharpness comes from the dye, which is finer; a finer flow takes far longer.
static void fitGrid(Options *options)
{
    const OptionsPair *size = &options->size;
    int longer = size->width > size->height ? size->width : size->height;
    double cells = fmin(fmax(0.5 * longer, FIT_MIN), FIT_MAX);
    double scale = cells / longer;
    options->grid.width = (int)fmax(round(size->width * scale), GF_GRID_MIN);
    options->grid.height = (int)fmax(round(size->height * scale), GF_GRID_MIN);
}

bool Options_Complete(Options *options)
{
    if (!checkView(options) || !checkScene(options)) {
        return false;
    }
    if (options->size.width == 0) {
        options->size = options->sheet != NULL      ? (OptionsPair){576, 384}
                        : options->flipbook != NULL ? (OptionsPair){256, 144}
                                                    : (OptionsPair){1280, 720};
    }
    if (options->grid.width == 0) {
        fitGrid(options);
    }
    if (options->program == OPTIONS_DEMO && options->headless && options->out == NULL) {
        snprintf(options->defaultOut, sizeof options->defaultOut, "fluid_%s.png", options->scene->name);
        options->out = options->defaultOut;
    }
    return true;
}

SceneConfig Options_GetConfig(const Options *options)
{
    SceneConfig config = Scene_DefaultConfig();
    config.gridWidth = options->grid.width;
    config.gridHeight = options->grid.height;
    config.dyeScale = options->dyeScale;
    config.seed = (unsigned)options->seed;
    config.useQuality = options->quality >= 0;
    config.quality = config.useQuality ? (gfQuality)options->quality : config.quality;
    config.particles = options->particles;
    config.search = (gfParticleSearch)options->search;
    return config;
}

// --- what a recording keeps ------------------------------------------------------------------------------------------

// False: there is nothing to be kept.
static bool printValue(const Options *options, const Option *row, char *text, size_t size)
{
    const void *from = (const char *)options + row->offset;
    const OptionsPair *pair = from;
    int number = row->kind == OPTION_INT || row->kind == OPTION_NAME ? *(const int *)from : 0;
    switch (row->kind) {
    case OPTION_INT:
        snprintf(text, size, "%d", number);
        return (double)number >= row->least;
    case OPTION_NAME:
        snprintf(text, size, "%s", number >= 0 ? row->names[number] : "");
        return number >= 0;
    case OPTION_FLOAT:
        snprintf(text, size, "%.9g", (double)*(const float *)from);
        return true;
    case OPTION_PAIR:
        snprintf(text, size, "%dx%d", pair->width, pair->height);
        return true;
    default:
        snprintf(text, size, "%s", options->scene->name);
        return true;
    }
}

void Options_PrintRecorded(const Options *options, char *text, int size)
{
    int length = 0;
    for (int i = 0; i < optionCount; i++) {
        char value[64];
        if (optionTable[i].recorded && printValue(options, &optionTable[i], value, sizeof value)) {
            length += snprintf(text + length, (size_t)(size - length), "option %s %s\n", optionTable[i].name, value);
        }
    }
}

bool Options_TakeRecorded(Options *options, const char *text)
{
    for (int i = 0; i < optionCount; i++) {
        size_t length = strlen(optionTable[i].name);
        if (optionTable[i].recorded && strncmp(text, optionTable[i].name, length) == 0 && text[length] == ' ') {
            return take(options, i, text + length + 1) == OPTIONS_RUN;
        }
    }
    return false;
}
