// fluid_bake --report. A context that cannot be had, or a fluid that cannot be made, is a line of it, too.
#include "bake.h"

#include "player/demo.h"
#include "support/headless.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCHES 5 // of steps, of which the median counts

typedef struct Format {
    const char *name;
    GLenum internal, format, type;
} Format;

static const Format formats[] = {
    {"RGBA32F", GL_RGBA32F, GL_RGBA, GL_FLOAT},
    {"RG32F", GL_RG32F, GL_RG, GL_FLOAT},
    {"R32F", GL_R32F, GL_RED, GL_FLOAT},
    {"RGBA16F", GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT},
    {"RG16F", GL_RG16F, GL_RG, GL_HALF_FLOAT},
    {"R16F", GL_R16F, GL_RED, GL_HALF_FLOAT},
    {"RGBA8", GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE},
    {"SRGB8_ALPHA8", GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE},
};

static const char *textOf(const GladGLContext *gl, GLenum name)
{
    const char *text = (const char *)gl->GetString(name);
    return text != NULL ? text : "unknown";
}

static bool canRender(const GladGLContext *gl, const Format *format)
{
    GLuint texture = 0, framebuffer = 0;
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->TexImage2D(GL_TEXTURE_2D, 0, (GLint)format->internal, 4, 4, 0, format->format, format->type, NULL);
    gl->GenFramebuffers(1, &framebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    bool can = gl->CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE && gl->GetError() == GL_NO_ERROR;
    gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl->DeleteFramebuffers(1, &framebuffer);
    gl->DeleteTextures(1, &texture);
    while (gl->GetError() != GL_NO_ERROR) { // of a format that it does not know
    }
    return can;
}

static void printFormats(const GladGLContext *gl)
{
    printf("renders to:");
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        printf("%s %s%s", i > 0 ? "," : "", formats[i].name, canRender(gl, &formats[i]) ? "" : " (not)");
    }
    printf("\n");
}

static void printExtensions(const GladGLContext *gl)
{
    GLint count = 0;
    gl->GetIntegerv(GL_NUM_EXTENSIONS, &count);
    printf("extensions, %d:", count);
    for (GLint i = 0; i < count; i++) {
        const char *name = (const char *)gl->GetStringi(GL_EXTENSIONS, (GLuint)i);
        printf(" %s", name != NULL ? name : "?");
    }
    printf("\n");
}

static int byValue(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Milliseconds a step; below 0 after a message.
static double timeSteps(const GladGLContext *gl, gfFluid *fluid, int steps)
{
    double times[BATCHES];
    for (int batch = -1; batch < BATCHES; batch++) { // the first one warms
        gl->Finish();
        double start = Demo_GetSeconds();
        for (int i = 0; i < steps; i++) {
            if (!gfFluid_StepOnce(fluid)) {
                return -1.0;
            }
        }
        gl->Finish();
        times[batch < 0 ? 0 : batch] = 1000.0 * (Demo_GetSeconds() - start) / steps;
    }
    qsort(times, BATCHES, sizeof *times, byValue);
    return times[BATCHES / 2];
}

static void printTime(const GladGLContext *gl, gfDevice *device, const char *name, gfSolverKind solver, int cells)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = solver;
    def.gridWidth = def.gridHeight = cells;
    def.cellSize = 1.0f / (float)cells;
    def.particles.capacity = cells * cells / 4;
    double start = Demo_GetSeconds();
    gfFluid *fluid = gfCreateFluid(device, &def);
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = gfMakeCircle((gfVec2){0.5f, 0.25f}, 0.1f);
    source.temperature = 100.0f;
    source.dye[3] = 1.0f;
    source.mass = solver == GF_SOLVER_GRID ? 0.0f : 1.0f;
    bool made = fluid != NULL && !GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)) && gfFluid_StepOnce(fluid);
    gl->Finish();
    double first = 1000.0 * (Demo_GetSeconds() - start), step = made ? timeSteps(gl, fluid, 5) : -1.0;
    if (step >= 0.0) {
        printf("%-10s %4d x %-4d  %8.3f ms a step, made and first step %6.0f ms\n", name, cells, cells, step, first);
    } else {
        printf("%-10s %4d x %-4d  failed: %s\n", name, cells, cells, gfErrorText(gfGetLastError(NULL)));
    }
    gfDestroyFluid(fluid);
}

static void printDevice(const GladGLContext *gl)
{
    gfDeviceDef def = gfDefaultDeviceDef();
    def.getProcAddress = Headless_GetProcAddress;
    gfDevice *device = gfCreateDevice(&def);
    if (device == NULL) {
        printf("no device: %s\n", gfErrorText(gfGetLastError(NULL)));
        return;
    }
    printf("tier: %s\n", gfDevice_GetTier(device) == GF_TIER_GATHER ? "gather" : "base");
    printTime(gl, device, "grid", GF_SOLVER_GRID, 128);
    printTime(gl, device, "grid", GF_SOLVER_GRID, 256);
    printTime(gl, device, "gaussian", GF_SOLVER_GAUSSIAN, 128);
    printTime(gl, device, "particles", GF_SOLVER_PARTICLES, 128);
    printTime(gl, device, "shallow", GF_SOLVER_SHALLOW, 128);
    gfDestroyDevice(device);
}

void Report_Print(void)
{
    printf("fluid_bake %s\n", gfGetVersion());
    for (int api = HEADLESS_GL33; api <= HEADLESS_ES30; api++) {
        char error[512];
        GladGLContext gl;
        Headless *headless = Headless_Create((HeadlessApi)api, false, error, (int)sizeof error);
        printf("\n%s\n", Headless_ApiName((HeadlessApi)api));
        if (headless == NULL) {
            printf("no context: %s\n", error);
        } else if (!Demo_LoadGL(&gl, api == HEADLESS_ES30, Headless_GetProcAddress)) {
            printf("no context: its functions cannot be loaded\n");
        } else {
            printf("vendor: %s\nrenderer: %s\nversion: %s\nshading language: %s\n", textOf(&gl, GL_VENDOR),
                   textOf(&gl, GL_RENDERER), textOf(&gl, GL_VERSION), textOf(&gl, GL_SHADING_LANGUAGE_VERSION));
            printFormats(&gl);
            printDevice(&gl);
            printExtensions(&gl);
        }
        fflush(stdout);
        Headless_Destroy(headless);
    }
}
