#define _XOPEN_SOURCE 700 // nftw
#include "start.h"

#include "library.h"
#include "timing.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FRAMES 200
#define WARM_FRAMES 5
#define SLICE_MS 4.0f
#define BINARIES_MAX 1024

// --- a GL that counts ------------------------------------------------------------------------------------------------

static int calls;
static bool silent;

// What changes or draws something in a frame: counted, and left out while `silent`.
#define CHANGES(X)                                                                                               \
    X(ActiveTexture, (GLenum unit), (unit))                                                                      \
    X(BindBuffer, (GLenum target, GLuint name), (target, name))                                                  \
    X(BindFramebuffer, (GLenum target, GLuint name), (target, name))                                             \
    X(BindSampler, (GLuint unit, GLuint name), (unit, name))                                                     \
    X(BindTexture, (GLenum target, GLuint name), (target, name))                                                 \
    X(BindVertexArray, (GLuint name), (name))                                                                    \
    X(BlendEquationSeparate, (GLenum rgb, GLenum a), (rgb, a))                                                   \
    X(BlendEquationSeparatei, (GLuint i, GLenum rgb, GLenum a), (i, rgb, a))                                     \
    X(BlendFuncSeparate, (GLenum s, GLenum d, GLenum sa, GLenum da), (s, d, sa, da))                             \
    X(BlendFuncSeparatei, (GLuint i, GLenum s, GLenum d, GLenum sa, GLenum da), (i, s, d, sa, da))               \
    X(BufferData, (GLenum target, GLsizeiptr size, const void *data, GLenum usage), (target, size, data, usage)) \
    X(ClampColor, (GLenum target, GLenum clamp), (target, clamp))                                                \
    X(ClearBufferfv, (GLenum buffer, GLint i, const GLfloat *v), (buffer, i, v))                                 \
    X(ClearBufferuiv, (GLenum buffer, GLint i, const GLuint *v), (buffer, i, v))                                 \
    X(ColorMask, (GLboolean r, GLboolean g, GLboolean b, GLboolean a), (r, g, b, a))                             \
    X(ColorMaski, (GLuint i, GLboolean r, GLboolean g, GLboolean b, GLboolean a), (i, r, g, b, a))               \
    X(DepthFunc, (GLenum function), (function))                                                                  \
    X(DepthMask, (GLboolean on), (on))                                                                           \
    X(Disable, (GLenum what), (what))                                                                            \
    X(Disablei, (GLenum what, GLuint i), (what, i))                                                              \
    X(DrawArrays, (GLenum mode, GLint first, GLsizei count), (mode, first, count))                               \
    X(DrawBuffers, (GLsizei count, const GLenum *buffers), (count, buffers))                                     \
    X(Enable, (GLenum what), (what))                                                                             \
    X(Enablei, (GLenum what, GLuint i), (what, i))                                                               \
    X(PixelStorei, (GLenum name, GLint value), (name, value))                                                    \
    X(PolygonMode, (GLenum face, GLenum mode), (face, mode))                                                     \
    X(ReadBuffer, (GLenum buffer), (buffer))                                                                     \
    X(ReadPixels, (GLint x, GLint y, GLsizei w, GLsizei h, GLenum format, GLenum type, void *to),                \
      (x, y, w, h, format, type, to))                                                                            \
    X(Scissor, (GLint x, GLint y, GLsizei w, GLsizei h), (x, y, w, h))                                           \
    X(ScissorIndexedv, (GLuint i, const GLint *v), (i, v))                                                       \
    X(TexSubImage2D,                                                                                             \
      (GLenum target, GLint level, GLint x, GLint y, GLsizei w, GLsizei h, GLenum format, GLenum type,           \
       const void *from),                                                                                        \
      (target, level, x, y, w, h, format, type, from))                                                           \
    X(Uniform1f, (GLint at, GLfloat x), (at, x))                                                                 \
    X(Uniform1i, (GLint at, GLint x), (at, x))                                                                   \
    X(Uniform1fv, (GLint at, GLsizei count, const GLfloat *v), (at, count, v))                                   \
    X(Uniform2fv, (GLint at, GLsizei count, const GLfloat *v), (at, count, v))                                   \
    X(Uniform4fv, (GLint at, GLsizei count, const GLfloat *v), (at, count, v))                                   \
    X(Uniform1iv, (GLint at, GLsizei count, const GLint *v), (at, count, v))                                     \
    X(Uniform2iv, (GLint at, GLsizei count, const GLint *v), (at, count, v))                                     \
    X(Uniform4iv, (GLint at, GLsizei count, const GLint *v), (at, count, v))                                     \
    X(UniformMatrix4fv, (GLint at, GLsizei count, GLboolean turned, const GLfloat *v), (at, count, turned, v))   \
    X(UseProgram, (GLuint name), (name))                                                                         \
    X(Viewport, (GLint x, GLint y, GLsizei w, GLsizei h), (x, y, w, h))                                          \
    X(ViewportIndexedfv, (GLuint i, const GLfloat *v), (i, v))

// What tells of the host's state: counted.
#define TELLS(X)                                                           \
    X(GetBooleani_v, (GLenum name, GLuint i, GLboolean * v), (name, i, v)) \
    X(GetBooleanv, (GLenum name, GLboolean * v), (name, v))                \
    X(GetFloati_v, (GLenum name, GLuint i, GLfloat * v), (name, i, v))     \
    X(GetFloatv, (GLenum name, GLfloat * v), (name, v))                    \
    X(GetIntegeri_v, (GLenum name, GLuint i, GLint * v), (name, i, v))     \
    X(GetIntegerv, (GLenum name, GLint * v), (name, v))                    \
    X(GetQueryiv, (GLenum target, GLenum name, GLint * v), (target, name, v))

#define ANSWERS(X)                                               \
    X(GLenum, GetError, (void), ())                              \
    X(GLboolean, IsEnabled, (GLenum what), (what))               \
    X(GLboolean, IsEnabledi, (GLenum what, GLuint i), (what, i)) \
    X(GLboolean, IsProgram, (GLuint name), (name))               \
    X(GLenum, GetGraphicsResetStatus, (void), ())

#define CHANGE_FUNCTION(name, parameters, arguments)   \
    static void(GLAD_API_PTR * real##name) parameters; \
    static void GLAD_API_PTR count##name parameters    \
    {                                                  \
        calls++;                                       \
        if (!silent) {                                 \
            real##name arguments;                      \
        }                                              \
    }
CHANGES(CHANGE_FUNCTION)

#define TELL_FUNCTION(name, parameters, arguments)     \
    static void(GLAD_API_PTR * real##name) parameters; \
    static void GLAD_API_PTR count##name parameters    \
    {                                                  \
        calls++;                                       \
        real##name arguments;                          \
    }
TELLS(TELL_FUNCTION)

#define ANSWER_FUNCTION(type, name, parameters, arguments) \
    static type(GLAD_API_PTR *real##name) parameters;      \
    static type GLAD_API_PTR count##name parameters        \
    {                                                      \
        calls++;                                           \
        return real##name arguments;                       \
    }
ANSWERS(ANSWER_FUNCTION)

static gfGLProc findCounting(const char *name)
{
    gfGLProc proc = Headless_GetProcAddress(name);
#define CHANGE_NAME(function, parameters, arguments) \
    if (strcmp(name, "gl" #function) == 0) {         \
        memcpy(&real##function, &proc, sizeof proc); \
        return (gfGLProc)count##function;            \
    }
#define ANSWER_NAME(type, function, parameters, arguments) CHANGE_NAME(function, parameters, arguments)
    CHANGES(CHANGE_NAME)
    TELLS(CHANGE_NAME)
    ANSWERS(ANSWER_NAME)
    return proc;
}

// --- a frame ---------------------------------------------------------------------------------------------------------

static double getThreadTime_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static bool runFrame(gfDevice *device, gfFluid *fluid, bool framed)
{
    gfDrawDef def = gfDefaultDrawDef();
    return (!framed || gfDevice_BeginFrame(device)) && gfFluid_StepOnce(fluid) && gfFluid_Draw(fluid, &def) &&
           (!framed || gfDevice_EndFrame(device));
}

static int compareTimes(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// The median of many frames, and the calls of one.
static bool measureFrames(gfDevice *device, gfFluid *fluid, bool framed, double *ms, int *count)
{
    double times[FRAMES];
    bool done = true;
    for (int i = 0; done && i < WARM_FRAMES; i++) {
        done = runFrame(device, fluid, framed);
    }
    silent = true;
    for (int i = 0; done && i < FRAMES; i++) {
        double start = getThreadTime_ms();
        calls = 0;
        done = runFrame(device, fluid, framed);
        times[i] = getThreadTime_ms() - start;
    }
    silent = false;
    qsort(times, FRAMES, sizeof times[0], compareTimes);
    *ms = times[FRAMES / 2];
    *count = calls;
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
    def.getProcAddress = findCounting;
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
