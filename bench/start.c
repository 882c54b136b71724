#define _XOPEN_SOURCE 700 // nftw
#include "start.h"

#include "library.h"
#include "support/counted_gl.h"
#include "timing.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FRAMES 200
#define WARM_FRAMES 5
#define SLICE_MS 4.0f
#define BINARIES_MAX 1024

// --- a frame ---------------------------------------------------------------------------------------------------------

static bool runFrame(gfDevice *device, gfFluid *fluid, bool framed)
{
    gfDrawDef def = gfDefaultDrawDef();
    return (!framed || gfDevice_BeginFrame(device)) && gfFluid_StepOnce(fluid) && gfFluid_Draw(fluid, &def) &&
           (!framed || gfDevice_EndFrame(device));
}

/// The median of many frames, and the calls of one.
static bool measureFrames(gfDevice *device, gfFluid *fluid, bool framed, double *ms, int *count)
{
    double times[FRAMES];
    bool done = true;
    for (int i = 0; done && i < WARM_FRAMES; i++) {
        done = runFrame(device, fluid, framed);
    }
    for (int i = 0; done && i < FRAMES; i++) {
        double start = Timing_GetThreadTime_ms();
        CountedGl_Start(COUNTED_GL_TELLING);
        done = runFrame(device, fluid, framed);
        times[i] = Timing_GetThreadTime_ms() - start;
    }
    *count = CountedGl_GetCalls();
    CountedGl_Start(COUNTED_GL_ALL);
    *ms = Timing_GetMedian(times, FRAMES);
    return done;
}

// --- the start -------------------------------------------------------------------------------------------------------

typedef struct Binary {
    char key[GF_PROGRAM_KEY_SIZE];
    void *bytes;
    size_t size;
} Binary;

typedef struct Binaries {
    Binary list[BINARIES_MAX];
    int count;
} Binaries;

static size_t loadBinary(const char *key, void *bytes, size_t capacity, void *user)
{
    const Binaries *kept = user;
    for (int i = 0; i < kept->count; i++) {
        const Binary *b = &kept->list[i];
        if (strcmp(b->key, key) == 0) {
            memcpy(bytes, b->bytes, b->size <= capacity ? b->size : 0);
            return b->size;
        }
    }
    return 0;
}

static void storeBinary(const char *key, const void *bytes, size_t size, void *user)
{
    Binaries *kept = user;
    void *copy = kept->count < BINARIES_MAX ? malloc(size) : NULL;
    if (copy != NULL) {
        Binary *b = &kept->list[kept->count++];
        memcpy(copy, bytes, size);
        snprintf(b->key, sizeof b->key, "%s", key);
        b->bytes = copy;
        b->size = size;
    }
}

static gfFluidDef getFluidDef(const BenchSetup *setup)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = setup->width;
    def.gridHeight = setup->height;
    def.cellSize = 1.0f / (float)setup->height;
    return def;
}

static char cacheFolder[64];

static int removeFile(const char *path, const struct stat *info, int kind, struct FTW *at)
{
    (void)info;
    (void)at;
    return kind == FTW_F ? remove(path) : 0; // Mesa has made its folders, and will not again
}

static int removeAll(const char *path, const struct stat *info, int kind, struct FTW *at)
{
    (void)info;
    (void)kind;
    (void)at;
    return remove(path);
}

static void emptyCache(void)
{
    const struct timespec written = {0, 300000000}; // another thread of Mesa's writes
    if (cacheFolder[0] != '\0') {
        nanosleep(&written, NULL);
        nftw(cacheFolder, removeFile, 8, FTW_DEPTH | FTW_PHYS);
    }
}

void Start_OpenCache(void)
{
    char folder[] = "/tmp/fluid_bench.XXXXXX";
    if (mkdtemp(folder) != NULL) {
        snprintf(cacheFolder, sizeof cacheFolder, "%s", folder);
        setenv("MESA_SHADER_CACHE_DIR", cacheFolder, 1);
    }
}

void Start_CloseCache(void)
{
    if (cacheFolder[0] != '\0') {
        nftw(cacheFolder, removeAll, 8, FTW_DEPTH | FTW_PHYS);
        cacheFolder[0] = '\0';
    }
}

/// `prepared_ms`: null, or the device is prepared first: it becomes the longest slice, and *ms counts from after that.
static bool start(const BenchSetup *setup, Binaries *kept, double *prepared_ms, double *ms, int *programs)
{
    gfDeviceDef def = gfDefaultDeviceDef();
    gfFluidDef fluidDef = getFluidDef(setup);
    gfPrepareDef prepare = gfDefaultPrepareDef();
    gfDrawDef draw = gfDefaultDrawDef();
    def.getProcAddress = Headless_GetProcAddress;
    def.loadProgramBinary = kept != NULL ? loadBinary : NULL;
    def.storeProgramBinary = kept != NULL ? storeBinary : NULL;
    def.binaryUser = kept;
    prepare.fluids = &fluidDef;
    prepare.draws = &draw;
    prepare.fluidCount = prepare.drawCount = 1;
    prepare.uses = GF_USE_DRAWING | GF_USE_SOLIDS;
    setup->gpu->gl.Finish();
    emptyCache();
    double begin = Timing_GetTime_ms();
    gfDevice *device = gfCreateDevice(&def);
    if (device != NULL && prepared_ms != NULL) {
        gfPrepareStatus status = gfDevice_Prepare(device, &prepare, SLICE_MS, NULL);
        *prepared_ms = 0.0;
        while (status == GF_PREPARE_PENDING) {
            double before = Timing_GetTime_ms(), took;
            status = gfDevice_Prepare(device, NULL, SLICE_MS, NULL);
            took = Timing_GetTime_ms() - before;
            *prepared_ms = took > *prepared_ms ? took : *prepared_ms;
        }
        begin = Timing_GetTime_ms();
    }
    gfFluid *fluid = device != NULL ? gfCreateFluid(device, &fluidDef) : NULL;
    bool done = fluid != NULL && runFrame(device, fluid, false);
    setup->gpu->gl.Finish();
    *ms = Timing_GetTime_ms() - begin;
    *programs = gfDevice_GetMemory(device).programs;
    gfDestroyDevice(device);
    return done || Library_Fail(setup->gpu, "the start");
}

/// Once a run: later grids are told the same, for grids make little of it.
static bool measureStart(const BenchSetup *setup, StartResult *result)
{
    static StartResult once;
    static Binaries kept;
    int programs;
    double unused;
    bool done = once.cold_ms > 0.0 ||
                (start(setup, NULL, NULL, &once.cold_ms, &once.programs) &&
                 start(setup, &kept, NULL, &unused, &programs) && start(setup, &kept, NULL, &once.warm_ms, &programs) &&
                 start(setup, NULL, &once.slice_ms, &once.ready_ms, &programs));
    for (int i = 0; i < kept.count; i++) {
        free(kept.list[i].bytes);
    }
    kept.count = 0;
    result->cold_ms = once.cold_ms;
    result->warm_ms = once.warm_ms;
    result->slice_ms = once.slice_ms;
    result->ready_ms = once.ready_ms;
    result->programs = once.programs;
    return done;
}

bool Start_Measure(const BenchSetup *setup, bool (*addThings)(const BenchSetup *setup, gfFluid *fluid),
                   StartResult *result)
{
    Target canvas;
    gfDeviceDef def = gfDefaultDeviceDef();
    gfFluidDef fluidDef = getFluidDef(setup);
    def.getProcAddress = CountedGl_GetProcAddress;
    if (!Gpu_CreateTarget(setup->gpu, &canvas, GL_RGBA8, setup->width, setup->height, false)) {
        return false;
    }
    setup->gpu->gl.BindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer);
    setup->gpu->gl.Viewport(0, 0, setup->width, setup->height);
    bool done = measureStart(setup, result);
    gfDevice *device = done ? gfCreateDevice(&def) : NULL;
    gfFluid *fluid = device != NULL ? gfCreateFluid(device, &fluidDef) : NULL;
    done = fluid != NULL && addThings(setup, fluid) &&
           measureFrames(device, fluid, false, &result->cpu_ms, &result->gl_calls) &&
           measureFrames(device, fluid, true, &result->cpu_ms_frame, &result->gl_calls_frame);
    gfDestroyDevice(device);
    Gpu_DestroyTarget(setup->gpu, &canvas);
    return done || Library_Fail(setup->gpu, "a frame");
}
