#include "bench.h"
#include "column.h"
#include "library.h"
#include "start.h"
#include "timing.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#define GRIDS_MAX 16
#define STEPS_MAX 100000
#define CYCLES_MAX 100
#define ITERATIONS_MAX 10000
#define JACOBI_ITERATIONS 40
#define SECONDS_MAX 100000
#define ROW_SECONDS 60
#define DEFAULT_SOLVER "grid"

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

typedef struct Grid {
    int width;
    int height;
} Grid;

typedef struct GridList {
    Grid grids[GRIDS_MAX];
    int count;
} GridList;

typedef struct Command {
    HeadlessApi api;
    gfTier tier;
    const char *caseName; ///< null: those that the solver has by default
    const char *solver;   ///< null: all of that case, and DEFAULT_SOLVER without one
    const char *jsonPath; ///< null: none
    GridList grids;       ///< none: each case's own
    BenchOptions options;
} Command;

static const BenchCase cases[] = {
    {"step", "grid", "one step of a plume that meets a disc, dye all over", "256,512,1024,2048", 300, true,
     Step_RunGrid},
    {"projection", "grid", "what a pressure solve costs and leaves, by solids and method", "512,1024,511x383,500x300",
     0, false, Projection_RunGrid},
    {"quality", "grid", "one step of the same plume, by quality", "256,512,1024", 0, false, Quality_RunGrid},
    {"advection", "grid", "one step of the same plume, medium quality, by advection", "256,512,1024", 0, false,
     Quality_RunAdvection},
    {"effects", "grid", "refraction and bloom on a picture of the grid's size, beside a step", "1024", 8, false,
     Effects_RunGrid},
    {"frame", "grid", "a frame of 1280 x 720: a step, dye 8 times finer than cells, bloom and shafts of light",
     "228x128", 8, false, Frame_RunEffects},
    {"detail", "grid", "a frame of 1280 x 720 with detail below a cell, beside one without", "256", 8, false,
     Frame_RunDetail},
    {"game", "grid", "a step among solids that move each frame, beside one among still ones", "512", 8, false,
     Game_RunGrid},
    {"group", "grid", "a step of many small fluids, beside one of a fluid as large as all", "512", 30, false,
     Group_RunGrid},
    {"cpu", "grid", "what a step costs the processor beside the driver", "512", 8, false, Cpu_RunGrid},
    {"tweet", "gaussian", "one step of the scene tweet, in the published form", "1024", 100, true, Gaussian_RunTweet},
    {"flood", "shallow", "one step of a lake of waves over rolling ground", "256,512,1024,2048", 20, true,
     Shallow_RunFlood},
    {"pool", "water", "one step of a pool with a swell, without and with crates", "256x144,1024x576", 100, true,
     Water_RunPool},
    {"column", "particles", "a substep of a column that falls, by particles, dimensions and search", NULL, 10, true,
     Particles_RunColumn},
    {"kinds", "particles", "a substep of five kinds of particles and of 256 groups, beside one of water", NULL, 4,
     false, Particles_RunKinds},
};
static const int caseCount = (int)(sizeof(cases) / sizeof(cases[0]));

static void printOtherGridHelp(void)
{
    printf("Case projection: the pressure solve alone, from zero, of 12 random pushes exp(-(r / R)^2) with R = 0.05 of "
           "the\n"
           "height, by 1 to 4 cycles of multigrid and by 40 iterations of Jacobi, with nine sets of solids. Each row\n"
           "has an input: edge, pushes up to the walls, whose jump there flatters every method; or margin, pushes\n"
           "kept 0.2 from the walls.\n"
           "ours      the solve; --steps counts solves\n"
           "plain     40 textbook Jacobi iterations: R32F, a cell a texel, closed walls, no solids\n"
           "cycle     one cycle of multigrid: the time of four less that of one, over three\n"
           "\n"
           "Case quality: a step by each set of gfGridParams_SetQuality, and its residual after 60 steps.\n"
           "\n"
           "Case advection: the same by gfAdvection.\n"
           "\n"
           "Case effects: the plume of case step, default parameters, drawn into an RGBA8 picture as large as the "
           "grid.\n"
           "plain     gfFluid_Draw without effects\n"
           "draw      gfFluid_Draw with refraction of what the picture holds, and bloom\n"
           "ours      what they add: draw less plain\n"
           "step      gfFluid_StepOnce; below 0.25 is wanted of ours/step\n"
           "\n"
           "Case frame: a box full of dye, 8 times finer than cells, and a flame; a step and a drawing of 1280 x 720\n"
           "by gfDefaultDrawDef with bloom and shafts of light.\n"
           "ours      all of it\n"
           "step      gfFluid_StepOnce alone\n"
           "\n"
           "Case detail: the same plume, a step and a drawing of 1280 x 720 by gfDefaultDrawDefFor.\n"
           "plain     without gfDrawDef.detail\n"
           "ours      with a detail of 1; below 1.1 is wanted of ours/plain\n"
           "\n"
           "Case game: a step among 20 solids, circles, capsules, rectangles and polygons.\n"
           "static    gfFluid_StepOnce; the solids are still\n"
           "moving    gfFluid_SetSolid of each, then gfFluid_StepOnce; at most 1.3 is wanted of moving/static\n"
           "Passes are timed by GPU queries in further steps, while the solids move.\n"
           "\n"
           "Case group: dye all over and a flame in each fluid.\n"
           "  --fluids N       how many, a square number, at most %d. Default 16; --grid is that of all together\n"
           "group     gfFluidGroup_StepOnce; at most 1.3 of 16 and 1.6 of 64 is wanted of group/one\n"
           "one       gfFluid_StepOnce of one fluid with as many cells and flames\n"
           "apart     gfFluid_StepOnce of as many fluids as the group has\n"
           "\n",
           GF_GROUP_MAX);
    printf("Case cpu: a step of the plume, default parameters, while no GL call does anything. --steps: 500 a batch.\n"
           "us        microseconds of the thread; each step is a call of its own\n"
           "calls     of the GL\n"
           "frame     the same of ten steps at a time between gfDevice_BeginFrame and gfDevice_EndFrame\n"
           "\n");
}

static void printColumnHelp(void)
{
    printf("Case column: a substep of particles, three in a step: a column half as wide as its domain falls.\n"
           "  --particles N    how many, %d to %d; several with commas; may be repeated. Default 16384, 65536, 262144\n"
           "                   and 1048576; where there is no GPU (llvmpipe) only the first two, unless asked for\n"
           "  --dimensions N   2 or 3. Default: both\n"
           "  --search NAME    sorted, slots, hashed or plain. Default: all\n"
           "  --seconds N      most that a row may take: there are fewer steps and batches in it, or it is skipped.\n"
           "                   0: any time. Default %d\n"
           "Steps of a batch: 32 by default, the same for all searches; --grid does nothing.\n"
           "ours       a substep; plain: gfParticleParams.plain, one particle at a time\n"
           "copy       one RGBA32F field with a texel a particle copied once\n"
           "neighbours within the kernel radius at the end, mean of a sample\n"
           "densest    the fullest block of two radii a side at the end, over rest; above 2 the case fails\n"
           "dropped    slots (16 a cell): particles that had none, summed over all substeps\n"
           "Passes are timed by GPU queries in further steps.\n"
           "\n"
           "Case kinds: a substep of a column that falls, --particles of each, 65536 by default.\n"
           "water      of one material; at most 1.3 is wanted of the others over it\n"
           "kinds      strips of water, sand, an elastic and a rigid group, and wet sand\n"
           "groups     256 elastic groups\n"
           "\n",
           COLUMN_PARTICLES_MIN, GF_PARTICLE_MAX, ROW_SECONDS);
}

static void printHelp(void)
{
    printf(
        "usage: fluid_bench [options]\n"
        "Times libgpufluid beside baselines written for the purpose, in turn.\n"
        "\n"
        "  --case NAME      the cases of this name (see --list). Default: step of solver grid; tweet of\n"
        "                   gaussian; flood of shallow; pool of water; column of particles\n"
        "  --solver NAME    only cases of this solver. Default, without --case: grid\n"
        "  --grid SIZES     N or WxH, several with commas; may be repeated. Default: the case's own (see --list)\n"
        "  --steps N        steps in a batch. Default: as many as fill a batch of some 60 ms\n"
        "  --batches N      batches, 1 to %d; the median counts. Default 9\n"
        "  --warmup N       cases step, effects, frame, detail, game, tweet, flood, pool, column: steps before\n"
        "                   the clock starts. Default 300 of step, 8 of effects, frame, detail and game, 20 of flood,\n"
        "                   10 of column, else 100\n"
        "  --api NAME       gl33 (the default) or es30\n"
        "  --tier NAME      auto (the default), base or gather: gfDeviceDef.tier\n"
        "  --json FILE      also write what was measured to FILE\n"
        "  --list           list the cases\n"
        "  --version        print the library's version\n"
        "  --help           print this\n"
        "\n",
        BATCHES_MAX);
    printf(
        "Case step: a step of the library, of a textbook pipeline (plain) and of mere copies (limit).\n"
        "  --method NAME    multigrid (the default) or jacobi, of the library; plain always uses Jacobi\n"
        "  --cycles N       cycles of multigrid (default 1, at most %d) or iterations of Jacobi (default %d, at most\n"
        "                   %d), of the library\n"
        "  --warm, --cold   the library starts from the last step's pressure (the default) or, as plain always, from "
        "zero\n"
        "  --dye NAME       all (the default): there is dye all over; plume: only what the emitter pours in\n"
        "  --precision NAME 32 or 16 bits of velocity, dye and temperature, or mixed: 32 of velocity, 16 of the "
        "others.\n"
        "                   Default: the library's, or that of the quality\n"
        "  --quality NAME   low, medium, high or reference: of gfGridParams_SetQuality. Default: the library's\n"
        "ours      gfFluid_StepOnce with a solid disc and an emitter; default parameters but for the options above\n"
        "plain     the textbook: collocated, every field RGBA32F, one pass per step and field, 40 Jacobi from zero\n"
        "limit     each field of the solver's state copied once in its own format: dye RGBA, face velocity RG,\n"
        "          temperature R, each 32F or 16F, pressure RGBA32F with four cells a texel\n"
        "copy      one RGBA32F field of the grid's size copied once\n"
        "residual  divergence after the projection over that before, root mean square over fluid cells, after the\n"
        "          steps of --warmup, plain's after at most 60\n"
        "Passes are timed by GPU queries in further steps.\n"
        "\n",
        CYCLES_MAX, JACOBI_ITERATIONS, ITERATIONS_MAX);
    printOtherGridHelp();
    printf(
        "Case tweet: a step of that scene after the steps of --warmup, to which every batch goes back.\n"
        "ours       gfFluid_StepOnce: GF_GAUSSIAN_CLASSIC, the same equations as plain\n"
        "plain      the one-tweet fluid as published, from the same state: 196 neighbours in a loop, RGBA32F, no dye\n"
        "copy       one RGBA32F field of the grid's size copied once\n"
        "difference largest of mass after one step of both, over the largest mass; above 1e-4 the case fails\n"
        "Passes are timed by GPU queries in further steps.\n"
        "\n");
    printf("Case flood: a step of shallow water, of one CFL substep, the step limit included.\n"
           "ours       gfFluid_StepOnce without ripples and foam\n"
           "detailed   with both\n"
           "copy       its state, one RGBA32F field of the grid's size, copied once\n"
           "Passes are timed by GPU queries in further steps, with ripples and foam.\n"
           "\n");
    printf("Case pool: a step of water, half full, under the earth's gravity.\n"
           "ours       gfFluid_StepOnce\n"
           "bodies     with %d crates that float\n"
           "copy       one RGBA32F field of the grid's size copied once\n"
           "frame      steps that a frame of 1/60 s takes\n"
           "Passes are timed by GPU queries in further steps, without crates.\n"
           "\n",
           BENCH_CRATES);
    printColumnHelp();
    printf("Exit status: 0 done, 1 failed, 2 wrong command line.\n");
}

static void printList(void)
{
    for (int i = 0; i < caseCount; i++) {
        printf("%-10s %-9s %s (%s)\n", cases[i].name, cases[i].solver, cases[i].summary,
               cases[i].grids != NULL ? cases[i].grids : "--particles");
    }
}

/// A whole number of `least` to `most` at the start of `text`; `end` is what follows it. -1 if there is none.
static int parseStart(const char *text, int least, int most, const char **end)
{
    char *rest;
    errno = 0;
    long value = strtol(text, &rest, 10);
    *end = rest;
    return errno == 0 && rest != text && value >= least && value <= most ? (int)value : -1;
}

static bool parseCount(const char *option, const char *text, int least, int most, int *value)
{
    const char *end;
    int parsed = parseStart(text, least, most, &end);
    if (parsed < 0 || *end != '\0') {
        fprintf(stderr, "fluid_bench: %s wants a whole number of %d to %d, not '%s'\n", option, least, most, text);
        return false;
    }
    *value = parsed;
    return true;
}

static bool parseGrids(GridList *list, const char *text)
{
    const char *rest = text;
    do {
        Grid grid;
        grid.width = parseStart(rest, GF_GRID_MIN, GF_GRID_MAX, &rest);
        grid.height = grid.width;
        if (grid.width >= 0 && (*rest == 'x' || *rest == 'X')) {
            grid.height = parseStart(rest + 1, GF_GRID_MIN, GF_GRID_MAX, &rest);
        }
        if (grid.width < 0 || grid.height < 0 || (*rest != ',' && *rest != '\0')) {
            fprintf(stderr, "fluid_bench: --grid wants N or WxH of %d to %d, with commas between, not '%s'\n",
                    GF_GRID_MIN, GF_GRID_MAX, text);
            return false;
        }
        if (list->count == GRIDS_MAX) {
            fprintf(stderr, "fluid_bench: at most %d grids\n", GRIDS_MAX);
            return false;
        }
        list->grids[list->count++] = grid;
    } while (*rest++ == ',');
    return true;
}

static bool parseParticles(BenchOptions *options, const char *text)
{
    const char *rest = text;
    do {
        int particles = parseStart(rest, COLUMN_PARTICLES_MIN, GF_PARTICLE_MAX, &rest);
        if (particles < 0 || (*rest != ',' && *rest != '\0')) {
            fprintf(stderr, "fluid_bench: --particles wants numbers of %d to %d, with commas between, not '%s'\n",
                    COLUMN_PARTICLES_MIN, GF_PARTICLE_MAX, text);
            return false;
        }
        if (options->particleCount == BENCH_SIZES_MAX) {
            fprintf(stderr, "fluid_bench: at most %d numbers of particles\n", BENCH_SIZES_MAX);
            return false;
        }
        options->particles[options->particleCount++] = particles;
    } while (*rest++ == ',');
    return true;
}

static bool parseSearch(const char *text, const char **search)
{
    for (int i = 0; i < COLUMN_SEARCHES; i++) {
        if (strcmp(text, columnSearches[i].name) == 0) {
            *search = columnSearches[i].name;
            return true;
        }
    }
    fprintf(stderr, "fluid_bench: --search wants sorted, slots, hashed or plain, not '%s'\n", text);
    return false;
}

static bool isSelected(const Command *command, const BenchCase *row)
{
    const char *solver = command->solver;
    if (command->caseName == NULL) {
        return row->byDefault && strcmp(solver != NULL ? solver : DEFAULT_SOLVER, row->solver) == 0;
    }
    return strcmp(command->caseName, row->name) == 0 && (solver == NULL || strcmp(solver, row->solver) == 0);
}

/// Each name must exist, and they must exist together.
static bool checkSelection(const Command *command)
{
    bool hasCase = command->caseName == NULL;
    bool hasSolver = command->solver == NULL;
    bool hasBoth = false;
    for (int i = 0; i < caseCount; i++) {
        hasCase = hasCase || strcmp(command->caseName, cases[i].name) == 0;
        hasSolver = hasSolver || strcmp(command->solver, cases[i].solver) == 0;
        hasBoth = hasBoth || isSelected(command, &cases[i]);
    }
    if (!hasCase) {
        fprintf(stderr, "fluid_bench: there is no case '%s'; --list shows what there is\n", command->caseName);
    } else if (!hasSolver) {
        fprintf(stderr, "fluid_bench: there is no solver '%s'; --list shows what there is\n", command->solver);
    } else if (!hasBoth) {
        fprintf(stderr, "fluid_bench: there is no case '%s' of solver '%s'; --list shows what there is\n",
                command->caseName, command->solver);
    }
    return hasCase && hasSolver && hasBoth;
}

static bool parseApi(const char *text, HeadlessApi *api)
{
    if (strcmp(text, "gl33") == 0) {
        *api = HEADLESS_GL33;
    } else if (strcmp(text, "es30") == 0) {
        *api = HEADLESS_ES30;
    } else {
        fprintf(stderr, "fluid_bench: --api wants gl33 or es30, not '%s'\n", text);
        return false;
    }
    return true;
}

static const char *const tierNames[] = {[GF_TIER_AUTO] = "auto", [GF_TIER_BASE] = "base", [GF_TIER_GATHER] = "gather"};
#define TIERS ((int)(sizeof tierNames / sizeof *tierNames))

static bool parseTier(const char *text, gfTier *tier)
{
    for (int i = 0; i < TIERS; i++) {
        if (strcmp(text, tierNames[i]) == 0) {
            *tier = (gfTier)i;
            return true;
        }
    }
    fprintf(stderr, "fluid_bench: --tier wants auto, base or gather, not '%s'\n", text);
    return false;
}

/// One of two words; whether it is the second.
static bool parseChoice(const char *option, const char *text, const char *first, const char *second, bool *isSecond)
{
    *isSecond = strcmp(text, second) == 0;
    if (!*isSecond && strcmp(text, first) != 0) {
        fprintf(stderr, "fluid_bench: %s wants %s or %s, not '%s'\n", option, first, second, text);
        return false;
    }
    return true;
}

static bool parseMethod(const char *text, gfPressureMethod *method)
{
    if (!Library_FindMethod(text, method)) {
        fprintf(stderr, "fluid_bench: --method wants multigrid or jacobi, not '%s'\n", text);
        return false;
    }
    return true;
}

static bool parsePrecision(const char *text, const char **precision)
{
    *precision = text;
    if (!Library_SetPrecision(&(gfFluidDef){0}, text)) {
        fprintf(stderr, "fluid_bench: --precision wants 32, 16 or mixed, not '%s'\n", text);
        return false;
    }
    return true;
}

static bool parseQuality(const char *text, const char **quality)
{
    *quality = text;
    if (!Library_FindQuality(text, &(gfQuality){0})) {
        fprintf(stderr, "fluid_bench: --quality wants low, medium, high or reference, not '%s'\n", text);
        return false;
    }
    return true;
}

static bool checkSquare(int fluids)
{
    int side = 1;
    while (side * side < fluids) {
        side++;
    }
    if (side * side != fluids) {
        fprintf(stderr, "fluid_bench: --fluids wants a square number, such as 16 or 64, not %d\n", fluids);
    }
    return side * side == fluids;
}

/// How many cycles there may be, and how many there are unless asked for, depends on the method.
static bool settleCycles(BenchOptions *options)
{
    bool multigrid = options->method == GF_PRESSURE_MULTIGRID;
    if (options->cycles < 0) {
        options->cycles = multigrid ? 1 : JACOBI_ITERATIONS;
    }
    if (multigrid && options->cycles > CYCLES_MAX) {
        fprintf(stderr, "fluid_bench: --cycles of multigrid wants at most %d\n", CYCLES_MAX);
        return false;
    }
    return true;
}

enum {
    OPTION_CASE = 1,
    OPTION_SOLVER,
    OPTION_GRID,
    OPTION_STEPS,
    OPTION_BATCHES,
    OPTION_WARMUP,
    OPTION_WARM,
    OPTION_COLD,
    OPTION_DYE,
    OPTION_PRECISION,
    OPTION_QUALITY,
    OPTION_METHOD,
    OPTION_CYCLES,
    OPTION_PARTICLES,
    OPTION_DIMENSIONS,
    OPTION_SEARCH,
    OPTION_SECONDS,
    OPTION_FLUIDS,
    OPTION_API,
    OPTION_TIER,
    OPTION_JSON,
    OPTION_LIST,
    OPTION_VERSION,
    OPTION_HELP
};

static const struct option longOptions[] = {
    {"case", required_argument, NULL, OPTION_CASE},
    {"solver", required_argument, NULL, OPTION_SOLVER},
    {"grid", required_argument, NULL, OPTION_GRID},
    {"steps", required_argument, NULL, OPTION_STEPS},
    {"batches", required_argument, NULL, OPTION_BATCHES},
    {"warmup", required_argument, NULL, OPTION_WARMUP},
    {"warm", no_argument, NULL, OPTION_WARM},
    {"cold", no_argument, NULL, OPTION_COLD},
    {"dye", required_argument, NULL, OPTION_DYE},
    {"precision", required_argument, NULL, OPTION_PRECISION},
    {"quality", required_argument, NULL, OPTION_QUALITY},
    {"method", required_argument, NULL, OPTION_METHOD},
    {"cycles", required_argument, NULL, OPTION_CYCLES},
    {"particles", required_argument, NULL, OPTION_PARTICLES},
    {"dimensions", required_argument, NULL, OPTION_DIMENSIONS},
    {"search", required_argument, NULL, OPTION_SEARCH},
    {"seconds", required_argument, NULL, OPTION_SECONDS},
    {"fluids", required_argument, NULL, OPTION_FLUIDS},
    {"api", required_argument, NULL, OPTION_API},
    {"tier", required_argument, NULL, OPTION_TIER},
    {"json", required_argument, NULL, OPTION_JSON},
    {"list", no_argument, NULL, OPTION_LIST},
    {"version", no_argument, NULL, OPTION_VERSION},
    {"help", no_argument, NULL, OPTION_HELP},
    {NULL, 0, NULL, 0},
};

/// Takes an option with an argument, or a switch, over into the command. False if it is wrong; the reason is printed.
static bool applyOption(Command *command, int option, const char *argument)
{
    switch (option) {
    case OPTION_CASE:
        command->caseName = argument;
        return true;
    case OPTION_SOLVER:
        command->solver = argument;
        return true;
    case OPTION_GRID:
        return parseGrids(&command->grids, argument);
    case OPTION_STEPS:
        return parseCount("--steps", argument, 1, STEPS_MAX, &command->options.steps);
    case OPTION_BATCHES:
        return parseCount("--batches", argument, 1, BATCHES_MAX, &command->options.batches);
    case OPTION_WARMUP:
        return parseCount("--warmup", argument, 0, STEPS_MAX, &command->options.warmup);
    case OPTION_WARM:
        command->options.warmStart = true;
        return true;
    case OPTION_COLD:
        command->options.warmStart = false;
        return true;
    case OPTION_DYE:
        return parseChoice("--dye", argument, "all", "plume", &command->options.plume);
    case OPTION_PRECISION:
        return parsePrecision(argument, &command->options.precision);
    case OPTION_QUALITY:
        return parseQuality(argument, &command->options.quality);
    case OPTION_METHOD:
        return parseMethod(argument, &command->options.method);
    case OPTION_CYCLES:
        return parseCount("--cycles", argument, 0, ITERATIONS_MAX, &command->options.cycles);
    case OPTION_PARTICLES:
        return parseParticles(&command->options, argument);
    case OPTION_DIMENSIONS:
        return parseCount("--dimensions", argument, 2, 3, &command->options.dimensions);
    case OPTION_SEARCH:
        return parseSearch(argument, &command->options.search);
    case OPTION_SECONDS:
        return parseCount("--seconds", argument, 0, SECONDS_MAX, &command->options.seconds);
    case OPTION_FLUIDS:
        return parseCount("--fluids", argument, 1, GF_GROUP_MAX, &command->options.fluids) &&
               checkSquare(command->options.fluids);
    case OPTION_API:
        return parseApi(argument, &command->api);
    case OPTION_TIER:
        return parseTier(argument, &command->tier);
    case OPTION_JSON:
        command->jsonPath = argument;
        return true;
    default:
        return false; // getopt_long has printed it
    }
}

/// -1 to go on, or the exit status.
static int parseCommand(Command *command, int argc, char **argv)
{
    int option;
    while ((option = getopt_long(argc, argv, "", longOptions, NULL)) != -1) {
        switch (option) {
        case OPTION_LIST:
            printList();
            return EXIT_DONE;
        case OPTION_VERSION:
            printf("fluid_bench %s\n", gfGetVersion());
            return EXIT_DONE;
        case OPTION_HELP:
            printHelp();
            return EXIT_DONE;
        default:
            if (!applyOption(command, option, optarg)) {
                return EXIT_USAGE;
            }
        }
    }
    if (optind < argc) {
        fprintf(stderr, "fluid_bench: '%s' is not an option\n", argv[optind]);
        return EXIT_USAGE;
    }
    return checkSelection(command) && settleCycles(&command->options) ? -1 : EXIT_USAGE;
}

static void logMessage(gfLogLevel level, gfErrorCode code, const char *message, void *user)
{
    (void)code;
    (void)user;
    if (level != GF_LOG_INFO) {
        fprintf(stderr, "fluid_bench: %s\n", message);
    }
}

static void reportFailure(const BenchSetup *setup)
{
    fprintf(stderr, "fluid_bench: case %s, solver %s", setup->row->name, setup->row->solver);
    if (setup->width > 0) {
        fprintf(stderr, ", %d x %d", setup->width, setup->height);
    }
    fprintf(stderr, ": %s\n", setup->gpu->error);
}

static bool runCase(const Command *command, const BenchCase *row, Gpu *gpu, gfDevice *device, Report *report)
{
    GridList list = command->grids;
    if (row->grids == NULL) {
        list = (GridList){.grids = {{0, 0}}, .count = 1};
    } else if (list.count == 0) {
        parseGrids(&list, row->grids);
    }
    BenchOptions options = command->options;
    if (options.warmup < 0) {
        options.warmup = row->warmup;
    }
    for (int i = 0; i < list.count; i++) {
        const BenchSetup setup = {
            .row = row,
            .gpu = gpu,
            .device = device,
            .options = &options,
            .width = list.grids[i].width,
            .height = list.grids[i].height,
        };
        if (!row->run(&setup, report)) {
            reportFailure(&setup);
            return false;
        }
    }
    return true;
}

static bool runCases(const Command *command, Gpu *gpu, gfDevice *device, Report *report)
{
    bool done = true;
    for (int i = 0; done && i < caseCount; i++) {
        done = !isSelected(command, &cases[i]) || runCase(command, &cases[i], gpu, device, report);
    }
    return done;
}

/// Everything that needs the context, which is current.
static bool runDevice(const Command *command, Gpu *gpu, FILE *file)
{
    bool done = false;
    gfDeviceDef def = gfDefaultDeviceDef();
    def.shaderDir = getenv("GF_SHADER_DIR");
    def.tier = command->tier;
    def.getProcAddress = Headless_GetProcAddress;
    def.log = logMessage;
    gfDevice *device = gfCreateDevice(&def);
    Report *report = Report_Create(gpu->renderer, command->api == HEADLESS_GL33 ? "gl33" : "es30",
                                   tierNames[gfDevice_GetTier(device)], file);
    if (device == NULL || report == NULL) {
        fprintf(stderr, "fluid_bench: no device\n");
    } else if (runCases(command, gpu, device, report)) {
        done = Report_Finish(report);
        if (!done) {
            fprintf(stderr, "fluid_bench: cannot write %s: %s\n", command->jsonPath, strerror(errno));
        }
    }
    Report_Destroy(report);
    gfDestroyDevice(device);
    return done;
}

int main(int argc, char **argv)
{
    Command command = {
        .options = {.batches = 9,
                    .warmup = -1,
                    .warmStart = true,
                    .method = GF_PRESSURE_MULTIGRID,
                    .cycles = -1,
                    .fluids = 16,
                    .seconds = ROW_SECONDS},
    };
    int status = parseCommand(&command, argc, argv);
    if (status >= 0) {
        return status;
    }
    // Opened first: a run of minutes should not end in a path that was wrong from the start.
    FILE *file = NULL;
    if (command.jsonPath != NULL) {
        file = fopen(command.jsonPath, "w");
        if (file == NULL) {
            fprintf(stderr, "fluid_bench: cannot write %s: %s\n", command.jsonPath, strerror(errno));
            return EXIT_FAILED;
        }
    }
    bool done = false;
    Gpu gpu;
    for (int i = 0; i < caseCount; i++) {
        if (strcmp(cases[i].name, "game") == 0 && isSelected(&command, &cases[i])) {
            Start_OpenCache();
        }
    }
    if (Gpu_Create(&gpu, command.api)) {
        done = runDevice(&command, &gpu, file);
        Gpu_Destroy(&gpu);
    } else {
        fprintf(stderr, "fluid_bench: %s\n", gpu.error);
    }
    Start_CloseCache();
    if (file != NULL && fclose(file) != 0) {
        fprintf(stderr, "fluid_bench: cannot write %s: %s\n", command.jsonPath, strerror(errno));
        done = false;
    }
    return done ? EXIT_DONE : EXIT_FAILED;
}
