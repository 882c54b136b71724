#include "bench.h"
#include "timing.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#define GRIDS_MAX 16
#define STEPS_MAX 100000

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

typedef struct Grid {
    int width;
    int height;
} Grid;

typedef struct Command {
    HeadlessApi api;
    const char *caseName; ///< null: all
    const char *solver;   ///< null: all
    const char *jsonPath; ///< null: none
    Grid grids[GRIDS_MAX];
    int gridCount;
    BenchOptions options;
} Command;

static const BenchCase cases[] = {
    {"step", "grid", "one step of a plume that meets a disc, 40 Jacobi iterations", Step_RunGrid},
};
static const int caseCount = (int)(sizeof(cases) / sizeof(cases[0]));

static void printHelp(void)
{
    printf(
        "usage: fluid_bench [options]\n"
        "Times a step of libgpufluid, of a textbook pipeline (plain) and of mere copies (limit), in turn.\n"
        "\n"
        "  --case NAME      only cases of this name (see --list)\n"
        "  --solver NAME    only cases of this solver\n"
        "  --grid SIZES     N or WxH, several with commas; may be repeated. Default 256,512,1024,2048\n"
        "  --steps N        steps in a batch. Default: as many as fill a batch of some 60 ms\n"
        "  --batches N      batches, 1 to %d; the median counts. Default 9\n"
        "  --warmup N       steps before the residual is taken and the clock starts. Default 8\n"
        "  --warm           the library starts from the last step's pressure; plain always starts from zero\n"
        "  --api NAME       gl33 (the default) or es30\n"
        "  --json FILE      also write what was measured to FILE\n"
        "  --list           list the cases\n"
        "  --version        print the library's version\n"
        "  --help           print this\n"
        "\n"
        "ours      gfFluid_StepOnce with the default parameters, a solid disc and an emitter\n"
        "plain     the textbook: collocated, every field RGBA32F, one pass per step and field, 40 Jacobi from zero\n"
        "limit     each field of the solver's state copied once in its own format: dye RGBA32F, face velocity RG32F,\n"
        "          temperature R32F, pressure RGBA32F with four cells a texel\n"
        "copy      one RGBA32F field of the grid's size copied once\n"
        "residual  divergence after the projection over that before, root mean square over fluid cells\n"
        "Passes are timed by GPU queries in further steps. Exit status: 0 done, 1 failed, 2 wrong command line.\n",
        BATCHES_MAX);
}

static void printList(void)
{
    for (int i = 0; i < caseCount; i++) {
        printf("%-8s %-8s %s\n", cases[i].name, cases[i].solver, cases[i].summary);
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

static bool parseGrids(Command *command, const char *text)
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
        if (command->gridCount == GRIDS_MAX) {
            fprintf(stderr, "fluid_bench: at most %d grids\n", GRIDS_MAX);
            return false;
        }
        command->grids[command->gridCount++] = grid;
    } while (*rest++ == ',');
    return true;
}

static bool isSelected(const Command *command, const BenchCase *row)
{
    return (command->caseName == NULL || strcmp(command->caseName, row->name) == 0) &&
           (command->solver == NULL || strcmp(command->solver, row->solver) == 0);
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

enum {
    OPTION_CASE = 1,
    OPTION_SOLVER,
    OPTION_GRID,
    OPTION_STEPS,
    OPTION_BATCHES,
    OPTION_WARMUP,
    OPTION_WARM,
    OPTION_API,
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
    {"api", required_argument, NULL, OPTION_API},
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
        return parseGrids(command, argument);
    case OPTION_STEPS:
        return parseCount("--steps", argument, 1, STEPS_MAX, &command->options.steps);
    case OPTION_BATCHES:
        return parseCount("--batches", argument, 1, BATCHES_MAX, &command->options.batches);
    case OPTION_WARMUP:
        return parseCount("--warmup", argument, 0, STEPS_MAX, &command->options.warmup);
    case OPTION_WARM:
        command->options.warmStart = true;
        return true;
    case OPTION_API:
        return parseApi(argument, &command->api);
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
    return checkSelection(command) ? -1 : EXIT_USAGE;
}

static void logMessage(gfLogLevel level, gfErrorCode code, const char *message, void *user)
{
    (void)code;
    (void)user;
    if (level != GF_LOG_INFO) {
        fprintf(stderr, "fluid_bench: %s\n", message);
    }
}

static bool runCases(const Command *command, Gpu *gpu, gfDevice *device, Report *report)
{
    for (int i = 0; i < caseCount; i++) {
        for (int j = 0; isSelected(command, &cases[i]) && j < command->gridCount; j++) {
            BenchSetup setup = {
                .gpu = gpu,
                .device = device,
                .options = &command->options,
                .width = command->grids[j].width,
                .height = command->grids[j].height,
            };
            BenchResult result = {0};
            if (!cases[i].run(&setup, &result)) {
                fprintf(stderr, "fluid_bench: case %s, solver %s, %d x %d: %s\n", cases[i].name, cases[i].solver,
                        setup.width, setup.height, gpu->error);
                return false;
            }
            if (!Report_Add(report, &cases[i], &setup, &result)) {
                fprintf(stderr, "fluid_bench: out of memory\n");
                return false;
            }
        }
    }
    return true;
}

/// Everything that needs the context, which is current.
static bool runDevice(const Command *command, Gpu *gpu, FILE *file)
{
    bool done = false;
    gfDeviceDef def = gfDefaultDeviceDef();
    def.getProcAddress = Headless_GetProcAddress;
    def.log = logMessage;
    gfDevice *device = gfCreateDevice(&def);
    Report *report = Report_Create(gpu->renderer, command->api == HEADLESS_GL33 ? "gl33" : "es30", file);
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
    Command command = {.options = {.batches = 9, .warmup = 8}};
    int status = parseCommand(&command, argc, argv);
    if (status >= 0) {
        return status;
    }
    if (command.gridCount == 0) {
        parseGrids(&command, "256,512,1024,2048");
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
    if (Gpu_Create(&gpu, command.api)) {
        done = runDevice(&command, &gpu, file);
        Gpu_Destroy(&gpu);
    } else {
        fprintf(stderr, "fluid_bench: %s\n", gpu.error);
    }
    if (file != NULL && fclose(file) != 0) {
        fprintf(stderr, "fluid_bench: cannot write %s: %s\n", command.jsonPath, strerror(errno));
        done = false;
    }
    return done ? EXIT_DONE : EXIT_FAILED;
}
