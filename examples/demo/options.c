// Command line: every value is checked here, before anything is opened.
#include "options.h"
#include "report.h"

#include "tunables.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOMENT_MAX 3600 // s
#define FIT_MIN 64
#define FIT_MAX 384
#define DYE_SCALE 2.0f

#define TIERS (GF_TIER_GATHER + 1)
static const char *const tierNames[TIERS] = {
    [GF_TIER_AUTO] = "auto", [GF_TIER_BASE] = "base", [GF_TIER_GATHER] = "gather"};

static void printHelp(void)
{
    printf(
        "Usage: fluid_demo [options]\n"
        "Shows a scene of libgpufluid in a window, or draws it without one.\n\n"
        "  --list              list the scenes and exit\n"
        "  --scene NAME        scene (default smoke)\n"
        "  --size WxH          picture or window, pixels (default 1280x720, at most %dx%d)\n"
        "  --grid WxH          cells, %d to %d a side (default: the picture's shape at half its size,\n"
        "                      but %d to %d cells along the longer side)\n"
        "  --dye-scale F       dye cells per grid cell along a side, 0.25 to 8 (default %g; always 1 in\n"
        "                      tweet, splash, dam, fountain, blobs, pour, liquid, mosaic and with\n"
        "                      particles, at most 1 in hedge)\n"
        "  --particles N       particles that scenes made of them start with and keep, 1 to %d (default:\n"
        "                      the scene's own number); other scenes ignore it\n"
        "  --search NAME       how particles find each other: auto, sorted, slots or hashed (default auto)\n"
        "  --mask FILE         solid where bright and opaque, in place of the scene's own solids\n"
        "  --image FILE        what the scene `image` carries off\n"
        "  --seed N            of everything random (default 1)\n"
        "  --view NAME         dye (the scene's own look), velocity, pressure, temperature, vorticity, solids,\n"
        "                      mass, divergence, fire, liquid, lic, arrows, particles or density (default\n"
        "                      dye)\n"
        "  --quality NAME      low, medium, high or reference (default: as the scene chooses); scenes that\n"
        "                      have no such choice say so and go on\n"
        "  --budget MS         GPU time for steps in a frame, 0.01 to 10000 ms: a governor lowers the quality to\n"
        "                      keep it; what it does follows from the machine's speed. Only scenes of solver\n"
        "                      grid have it, and no recording\n"
        "  --auto              the same with a budget of 8 ms, which the panel can change; and a window chooses cells\n"
        "                      and pixels by itself even if --grid, --dye-scale or --quality is given\n"
        "  --no-auto           a window computes and draws as it was asked to, however slow that is; otherwise it has\n"
        "                      fewer cells, then fewer pixels, until there are 30 frames a second, unless --grid,\n"
        "                      --dye-scale, --quality, --out, --record, --record-input or --replay is given\n"
        "  --preset FILE       start with what the panel saved there: its scene (unless --scene is given) and values\n"
        "  --no-panel          a window without the panel of settings; TAB brings it\n"
        "  --api NAME          gl33 or es30 (default gl33)\n"
        "  --tier NAME         auto, base or gather: which shaders, see gfTier (default auto)\n"
        "  --frames N          stop after N frames (default: headless %d, window never; 0: as set up)\n"
        "  --headless          no window; a frame is 1/60 s of simulated time\n"
        "  --out FILE.png      write the last frame (default: headless fluid_SCENE.png), or every frame,\n"
        "                      counted from 0, if FILE has a number in it, as frame_%%04d.png; of a window\n"
        "                      together with --frames or --replay, without its panel\n",
        PICTURE_MAX, PICTURE_MAX, GF_GRID_MIN, GF_GRID_MAX, FIT_MIN, FIT_MAX, (double)DYE_SCALE, GF_PARTICLE_MAX,
        HEADLESS_FRAMES);
    AssetOptions_PrintHelp();
    printf("  --sheet FILE        draw every scene into one picture, a JPEG if FILE ends in .jpg, otherwise a PNG;\n"
           "                      where FILE has %%s in it each into one of its own, too, by its name, and all\n"
           "                      into `all`;\n"
           "                      --size is then that of each at twice what is shown (default 576x384); with\n"
           "                      --scene that scene alone\n"
           "  --moments LIST      of --sheet: seconds, as 2,10,30,60, at which each scene is shown, side by side\n"
           "                      (default: once, when it looks best, or after --frames frames)\n"
           "  --stats FILE.json   headless: write measures of the run; - is standard output\n"
           "  --cache DIR         where compiled programs are kept (default: gpufluid in the user's folder of\n"
           "                      caches, $XDG_CACHE_HOME or ~/.cache), made if it is not there\n"
           "  --no-cache          keep none, and read none\n"
           "  --load FILE         start from a snapshot of the same scene, --grid and so on\n"
           "  --save FILE         headless: write a snapshot after the last frame\n"
           "  --record-input FILE write what was done: keys, the mouse, sizes, the length of each frame\n"
           "  --replay FILE       do that again, with the scene, sizes and so on of the recording: the same\n"
           "                      pictures on the same machine; --frames stops sooner\n"
           "  --report            print what to send with a question: contexts, renderers, formats, extensions and\n"
           "                      how fast they are; needs no display\n"
           "  --help, --version\n\n"
           "Masks and images are PNG, JPEG, BMP or TGA; no other folder is ever made.\n"
           "In the window: the mouse stirs and adds dye; H prints the keys.\n"
           "Exit status: 0, 1 if the run failed, 2 if the command line is wrong.\n");
}

static void printScenes(void)
{
    int count = 0;
    const SceneInfo *scenes = Scene_GetAll(&count);
    for (int i = 0; i < count; i++) {
        printf("%-12s %s\n", scenes[i].name, scenes[i].summary);
    }
}

// Digits only: strtol alone would take blanks, signs and what follows.
static bool parseNumber(const char *text, const char **end, long least, long most, long *value)
{
    if (text[0] < '0' || text[0] > '9') {
        return false;
    }
    char *stop = NULL;
    errno = 0;
    *value = strtol(text, &stop, 10);
    *end = stop;
    return errno == 0 && *value >= least && *value <= most;
}

static bool parseInt(const char *flag, const char *text, long least, long most, long *value)
{
    const char *end = NULL;
    if (parseNumber(text, &end, least, most, value) && *end == '\0') {
        return true;
    }
    fprintf(stderr, "fluid_demo: %s '%s': expected a whole number from %ld to %ld\n", flag, text, least, most);
    return false;
}

static bool parsePair(const char *flag, const char *text, long least, long most, int *width, int *height)
{
    const char *end = NULL;
    long values[2];
    if (parseNumber(text, &end, least, most, &values[0]) && *end == 'x' &&
        parseNumber(end + 1, &end, least, most, &values[1]) && *end == '\0') {
        *width = (int)values[0];
        *height = (int)values[1];
        return true;
    }
    fprintf(stderr, "fluid_demo: %s '%s': expected WIDTHxHEIGHT, as 640x360, each from %ld to %ld\n", flag, text, least,
            most);
    return false;
}

static bool parseScale(const char *text, float *value)
{
    char *end = NULL;
    *value = strtof(text, &end);
    if (end != text && *end == '\0' && *value >= 0.25f && *value <= 8.0f) {
        return true;
    }
    fprintf(stderr, "fluid_demo: --dye-scale '%s': expected a number from 0.25 to 8\n", text);
    return false;
}

static bool parseBudget(const char *text, float *value)
{
    char *end = NULL;
    *value = strtof(text, &end);
    if (end != text && *end == '\0' && *value >= 0.01f && *value <= 10000.0f) {
        return true;
    }
    fprintf(stderr, "fluid_demo: --budget '%s': expected a number from 0.01 to 10000\n", text);
    return false;
}

static bool parseScene(const char *text, const SceneInfo **scene)
{
    *scene = Scene_Find(text);
    if (*scene != NULL) {
        return true;
    }
    int count = 0;
    const SceneInfo *scenes = Scene_GetAll(&count);
    fprintf(stderr, "fluid_demo: there is no scene '%s': expected one of", text);
    for (int i = 0; i < count; i++) {
        fprintf(stderr, " %s", scenes[i].name);
    }
    fprintf(stderr, "\n");
    return false;
}

static int findName(const char *what, const char *text, const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], text) == 0) {
            return i;
        }
    }
    fprintf(stderr, "fluid_demo: there is no %s '%s': expected one of", what, text);
    for (int i = 0; i < count; i++) {
        fprintf(stderr, " %s", names[i]);
    }
    fprintf(stderr, "\n");
    return -1;
}

// Whole seconds, rising, with commas between them.
static bool parseMoments(const char *text, Options *options)
{
    const char *at = text;
    bool good = true;
    for (options->momentCount = 0; good && options->momentCount < OPTIONS_MOMENTS; options->momentCount++) {
        char *end = NULL;
        long before = options->momentCount > 0 ? options->moments[options->momentCount - 1] : -1;
        long number = *at >= '0' && *at <= '9' ? strtol(at, &end, 10) : -1;
        good = number > before && number <= MOMENT_MAX && (*end == '\0' || *end == ',');
        if (good) {
            options->moments[options->momentCount] = (int)number;
            at = end + 1;
            if (*end == '\0') {
                options->momentCount++;
                return true;
            }
        }
    }
    fprintf(stderr,
            "fluid_demo: --moments '%s': expected up to %d whole numbers of seconds, rising, 0 to %d, as 2,10,60\n",
            text, OPTIONS_MOMENTS, MOMENT_MAX);
    return false;
}

static bool parseView(const char *text, gfDrawStyle *view)
{
    int found = findName("view", text, tunableViews, GF_DRAW_STYLE_COUNT);
    *view = (gfDrawStyle)(found < 0 ? 0 : found);
    return found >= 0;
}

static bool parseQuality(const char *text, Options *options)
{
    int found = findName("quality", text, tunableQualities + 1, TUNABLE_QUALITIES - 1);
    options->useQuality = found >= 0;
    options->quality = (gfQuality)(found < 0 ? 0 : found);
    return found >= 0;
}

static bool parseSearch(const char *text, gfParticleSearch *search)
{
    int found = findName("search", text, tunableSearches, TUNABLE_SEARCHES);
    *search = (gfParticleSearch)(found < 0 ? 0 : found);
    return found >= 0;
}

static bool parseApi(const char *text, bool *es)
{
    *es = strcmp(text, "es30") == 0;
    if (*es || strcmp(text, "gl33") == 0) {
        return true;
    }
    fprintf(stderr, "fluid_demo: --api '%s': expected gl33 or es30\n", text);
    return false;
}

static bool parseTier(const char *text, gfTier *tier)
{
    int found = findName("tier", text, tierNames, TIERS);
    *tier = (gfTier)(found < 0 ? 0 : found);
    return found >= 0;
}

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
    if (text[0] != '\0' && !Options_IsStandardOutput(text) && (percent == NULL || pattern)) {
        return true;
    }
    fprintf(stderr, "fluid_demo: --out '%s': expected a file name, with at most one %%d or %%04d in it\n", text);
    return false;
}

static bool parsePath(const char *flag, const char *text, const char **path)
{
    *path = text;
    if (text[0] != '\0') {
        return true;
    }
    fprintf(stderr, "fluid_demo: %s '': expected a file name\n", flag);
    return false;
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

// A grid of the picture's shape. Sharpness comes from the dye, which is finer; a finer flow takes far longer.
static void fitGrid(Options *options)
{
    int longer = options->width > options->height ? options->width : options->height;
    double cells = fmin(fmax(0.5 * longer, FIT_MIN), FIT_MAX);
    double scale = cells / longer;
    options->gridWidth = (int)fmax(round(options->width * scale), GF_GRID_MIN);
    options->gridHeight = (int)fmax(round(options->height * scale), GF_GRID_MIN);
}

static OptionsResult parseOption(Options *options, int code, const char *text)
{
    long number = 0;
    bool good = true;
    switch (code) {
    case 'r':
        Report_Print();
        return OPTIONS_DONE;
    case 'l':
        printScenes();
        return OPTIONS_DONE;
    case 'h':
        printHelp();
        return OPTIONS_DONE;
    case 'V':
        printf("fluid_demo %s\n", gfGetVersion());
        return OPTIONS_DONE;
    case 's':
        good = parseScene(text, &options->scene);
        options->sceneGiven = true;
        break;
    case 'z':
        good = parsePair("--size", text, 1, PICTURE_MAX, &options->width, &options->height);
        break;
    case 'g':
        good = parsePair("--grid", text, GF_GRID_MIN, GF_GRID_MAX, &options->gridWidth, &options->gridHeight);
        options->finenessGiven = true;
        break;
    case 'f':
        good = parseInt("--frames", text, 0, FRAMES_MAX, &number);
        options->frames = (int)number;
        break;
    case 'H':
        options->headless = true;
        break;
    case 'C':
        good = parsePath("--cache", text, &options->cache);
        break;
    case 'N':
        options->noCache = true;
        break;
    case 'o':
        good = parseOut(text, &options->out);
        break;
    case 'm':
        good = parsePath("--mask", text, &options->mask);
        break;
    case 'i':
        good = parsePath("--image", text, &options->image);
        break;
    case 'S':
        good = parseInt("--seed", text, 0, 2147483647L, &number);
        options->seed = (unsigned)number;
        break;
    case 't':
        good = parsePath("--stats", text, &options->stats);
        break;
    case 'c':
        good = parsePath("--sheet", text, &options->sheet);
        options->headless = true;
        break;
    case 'M':
        good = parseMoments(text, options);
        break;
    case 'L':
        good = parsePath("--load", text, &options->load);
        break;
    case 'W':
        good = parsePath("--save", text, &options->save);
        break;
    case 'R':
        good = parsePath("--record-input", text, &options->record);
        break;
    case 'P':
        good = parsePath("--replay", text, &options->replay);
        break;
    case 'a':
        good = parseApi(text, &options->es);
        break;
    case 'T':
        good = parseTier(text, &options->tier);
        break;
    case 'd':
        good = parseScale(text, &options->dyeScale);
        options->finenessGiven = true;
        break;
    case 'b':
        good = parseBudget(text, &options->budget_ms);
        break;
    case 'v':
        good = parseView(text, &options->view);
        options->viewGiven = true;
        break;
    case 'A':
        options->automatic = true;
        break;
    case 'u':
        options->noAutomatic = true;
        break;
    case 'e':
        good = parsePath("--preset", text, &options->preset);
        break;
    case 'x':
        options->noPanel = true;
        break;
    case 'q':
        good = parseQuality(text, options);
        break;
    case 'p':
        good = parseInt("--particles", text, 1, GF_PARTICLE_MAX, &number);
        options->particles = (int)number;
        break;
    case 'n':
        good = parseSearch(text, &options->search);
        break;
    default:
        good = AssetOptions_Parse(&options->assets, code, text);
        break;
    }
    return good ? OPTIONS_RUN : OPTIONS_BAD;
}

static bool checkView(const Options *options)
{
    if (Options_HasView(options->scene, options->view)) {
        return true;
    }
    fprintf(stderr, "fluid_demo: --view '%s': scene %s has no such view: expected one of", tunableViews[options->view],
            options->scene->name);
    for (int i = 0; i < GF_DRAW_STYLE_COUNT; i++) {
        if (Options_HasView(options->scene, (gfDrawStyle)i)) {
            fprintf(stderr, " %s", tunableViews[i]);
        }
    }
    fprintf(stderr, "\n");
    return false;
}

static bool checkTogether(const Options *options, int argc, char **argv)
{
    if (optind < argc) {
        fprintf(stderr, "fluid_demo: '%s': expected only options, see --help\n", argv[optind]);
        return false;
    }
    if (!options->headless && (options->stats != NULL || options->save != NULL)) {
        fprintf(stderr, "fluid_demo: %s: expected together with --headless\n",
                options->stats != NULL ? "--stats" : "--save");
        return false;
    }
    if (!options->headless && options->out != NULL && options->frames < 0 && options->replay == NULL) {
        fprintf(stderr, "fluid_demo: --out: expected together with --headless, --frames or --replay\n");
        return false;
    }
    if (options->sheet != NULL && (options->out != NULL || options->stats != NULL || options->load != NULL ||
                                   options->save != NULL || options->record != NULL || options->replay != NULL)) {
        fprintf(stderr, "fluid_demo: --sheet: expected without --out, --stats, --load, --save, --record-input and "
                        "--replay\n");
        return false;
    }
    if (options->momentCount > 0 && (options->sheet == NULL || options->frames >= 0)) {
        fprintf(stderr, "fluid_demo: --moments: expected together with --sheet and without --frames\n");
        return false;
    }
    if (options->replay != NULL && (options->scenic || options->preset != NULL)) {
        fprintf(stderr, "fluid_demo: --replay: expected without --scene, --size, --grid, --dye-scale, --particles, "
                        "--search, --seed, --view, --quality, --preset, --api and --tier: the recording has them\n");
        return false;
    }
    if ((options->budget_ms > 0.0f || options->automatic) &&
        (options->record != NULL || options->replay != NULL || options->sheet != NULL || options->stats != NULL)) {
        fprintf(stderr, "fluid_demo: %s: expected without --record-input, --replay, --sheet and --stats\n",
                options->automatic ? "--auto" : "--budget");
        return false;
    }
    if (options->noAutomatic && (options->automatic || options->budget_ms > 0.0f)) {
        fprintf(stderr, "fluid_demo: --no-auto: expected without --auto and --budget\n");
        return false;
    }
    if (options->preset != NULL && options->sheet != NULL) {
        fprintf(stderr, "fluid_demo: --preset: expected without --sheet\n");
        return false;
    }
    if (options->sheet != NULL && (AssetOptions_Any(&options->assets) || options->assets.useField)) {
        fprintf(stderr, "fluid_demo: --sheet: expected without --record, --flipbook and other files\n");
        return false;
    }
    if (!AssetOptions_Check(&options->assets, options->headless, options->out)) {
        return false;
    }
    if (options->record != NULL && (options->assets.video != NULL || options->assets.camera != NULL)) {
        fprintf(stderr, "fluid_demo: --record-input: expected without --video and --camera\n");
        return false;
    }
    if (options->noCache && options->cache != NULL) {
        fprintf(stderr, "fluid_demo: --no-cache: expected without --cache\n");
        return false;
    }
    return true;
}

// --- what a recording keeps ------------------------------------------------------------------------------------------

static const struct {
    const char *name;
    int code; // of parseOption
} recordedOptions[] = {
    {"scene", 's'}, {"size", 'z'}, {"grid", 'g'},    {"dye-scale", 'd'}, {"particles", 'p'}, {"search", 'n'},
    {"seed", 'S'},  {"view", 'v'}, {"quality", 'q'}, {"api", 'a'},       {"tier", 'T'},
};
#define RECORDED_OPTIONS (int)(sizeof recordedOptions / sizeof recordedOptions[0])

static bool isRecorded(int code)
{
    for (int i = 0; i < RECORDED_OPTIONS; i++) {
        if (recordedOptions[i].code == code) {
            return true;
        }
    }
    return false;
}

void Options_PrintRecorded(const Options *o, char *text, int size)
{
    char particles[32] = "", quality[32] = "";
    if (o->particles > 0) {
        snprintf(particles, sizeof particles, "option particles %d\n", o->particles);
    }
    if (o->useQuality) {
        snprintf(quality, sizeof quality, "option quality %s\n", tunableQualities[1 + (int)o->quality]);
    }
    snprintf(text, (size_t)size,
             "option scene %s\noption size %dx%d\noption grid %dx%d\noption dye-scale %.9g\n%soption search %s\n"
             "option seed %u\noption view %s\n%soption api %s\noption tier %s\n",
             o->scene->name, o->width, o->height, o->gridWidth, o->gridHeight, (double)o->dyeScale, particles,
             tunableSearches[o->search], o->seed, tunableViews[o->view], quality, o->es ? "es30" : "gl33",
             tierNames[o->tier]);
}

bool Options_TakeRecorded(Options *options, const char *text)
{
    for (int i = 0; i < RECORDED_OPTIONS; i++) {
        size_t length = strlen(recordedOptions[i].name);
        if (strncmp(text, recordedOptions[i].name, length) == 0 && text[length] == ' ') {
            return parseOption(options, recordedOptions[i].code, text + length + 1) == OPTIONS_RUN;
        }
    }
    return false;
}

OptionsResult Options_Parse(Options *options, int argc, char **argv)
{
    static const struct option flags[] = {
        {"list", no_argument, NULL, 'l'},
        {"scene", required_argument, NULL, 's'},
        {"size", required_argument, NULL, 'z'},
        {"grid", required_argument, NULL, 'g'},
        {"frames", required_argument, NULL, 'f'},
        {"headless", no_argument, NULL, 'H'},
        {"out", required_argument, NULL, 'o'},
        {"mask", required_argument, NULL, 'm'},
        {"image", required_argument, NULL, 'i'},
        {"seed", required_argument, NULL, 'S'},
        {"stats", required_argument, NULL, 't'},
        {"sheet", required_argument, NULL, 'c'},
        {"moments", required_argument, NULL, 'M'},
        {"load", required_argument, NULL, 'L'},
        {"save", required_argument, NULL, 'W'},
        {"record-input", required_argument, NULL, 'R'},
        {"replay", required_argument, NULL, 'P'},
        {"api", required_argument, NULL, 'a'},
        {"tier", required_argument, NULL, 'T'},
        {"dye-scale", required_argument, NULL, 'd'},
        {"budget", required_argument, NULL, 'b'},
        {"auto", no_argument, NULL, 'A'},
        {"preset", required_argument, NULL, 'e'},
        {"no-panel", no_argument, NULL, 'x'},
        {"view", required_argument, NULL, 'v'},
        {"quality", required_argument, NULL, 'q'},
        {"particles", required_argument, NULL, 'p'},
        {"search", required_argument, NULL, 'n'},
        {"cache", required_argument, NULL, 'C'},
        {"no-cache", no_argument, NULL, 'N'},
        {"no-auto", no_argument, NULL, 'u'},
        ASSET_FLAGS,
        {"report", no_argument, NULL, 'r'},
        {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'V'},
        {NULL, 0, NULL, 0},
    };
    SceneConfig defaults = Scene_DefaultConfig();
    *options = (Options){
        .scene = Scene_Find("smoke"),
        .frames = -1,
        .seed = defaults.seed,
        .dyeScale = DYE_SCALE,
        .view = GF_DRAW_DYE,
    };
    for (int code = getopt_long(argc, argv, "", flags, NULL); code != -1;
         code = getopt_long(argc, argv, "", flags, NULL)) {
        OptionsResult result = parseOption(options, code, optarg);
        options->scenic = options->scenic || isRecorded(code);
        if (result == OPTIONS_BAD) {
            fprintf(stderr, "fluid_demo: see fluid_demo --help\n");
        }
        if (result != OPTIONS_RUN) {
            return result;
        }
    }
    return checkTogether(options, argc, argv) ? OPTIONS_RUN : OPTIONS_BAD;
}

bool Options_Complete(Options *options)
{
    if (!checkView(options) || !AssetOptions_CheckScene(&options->assets, options->scene)) {
        return false;
    }
    if (options->width == 0) {
        bool tiles = options->assets.flipbook != NULL;
        options->width = options->sheet != NULL ? 576 : tiles ? 256 : 1280;
        options->height = options->sheet != NULL ? 384 : tiles ? 144 : 720;
    }
    if (options->gridWidth == 0) {
        fitGrid(options);
    }
    if (options->headless && options->sheet == NULL && options->out == NULL && !AssetOptions_Any(&options->assets)) {
        snprintf(options->defaultOut, sizeof options->defaultOut, "fluid_%s.png", options->scene->name);
        options->out = options->defaultOut;
    }
    return true;
}
