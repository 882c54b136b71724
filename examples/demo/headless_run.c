// The demo without a window: step, draw into a framebuffer of our own, write pictures and measures.
#define _POSIX_C_SOURCE 200809L
#include "assets.h"
#include "controls.h"
#include "gl.h"
#include "overview.h"
#include "stats.h"

#include "support/headless.h"
#include "support/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH_SIZE 4096

typedef struct Run {
    Demo *demo;
    Controls *controls;
    const Options *options;
    GladGLContext gl;
    GLuint framebuffer;
    GLuint renderbuffer;
    Image picture;
    int frames;
    const char *out; // null: no picture is wanted
    Assets *assets;  // films and sheets; null: none is wanted
    Stats stats;
    Progress progress;
} Run;

static bool openPicture(Run *run)
{
    const GladGLContext *gl = &run->gl;
    int width = run->controls->size.width;
    int height = run->controls->size.height;
    run->picture = Image_Create(width, height);
    if (run->picture.pixels == NULL) {
        fprintf(stderr, "fluid_demo: no memory for a picture of %dx%d\n", width, height);
        return false;
    }
    gl->GenFramebuffers(1, &run->framebuffer);
    gl->GenRenderbuffers(1, &run->renderbuffer);
    gl->BindRenderbuffer(GL_RENDERBUFFER, run->renderbuffer);
    gl->RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    gl->BindFramebuffer(GL_FRAMEBUFFER, run->framebuffer);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, run->renderbuffer);
    if (gl->CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        fprintf(stderr, "fluid_demo: the GL cannot draw a picture of %dx%d\n", width, height);
        return false;
    }
    gl->Viewport(0, 0, width, height);
    return true;
}

static void closePicture(Run *run)
{
    if (run->framebuffer != 0) {
        run->gl.DeleteFramebuffers(1, &run->framebuffer);
        run->gl.DeleteRenderbuffers(1, &run->renderbuffer);
        run->framebuffer = run->renderbuffer = 0;
    }
    Image_Destroy(&run->picture);
}

// Of a window that was minimised the last picture stays.
static bool resizePicture(Run *run)
{
    const InputSize *size = &run->controls->size;
    bool same = size->width == run->picture.width && size->height == run->picture.height;
    if (same || size->width == 0 || size->height == 0) {
        return true;
    }
    closePicture(run);
    return openPicture(run);
}

static bool render(Run *run, bool cutOut)
{
    const GladGLContext *gl = &run->gl;
    if (!(cutOut ? Demo_DrawCutOut : Demo_Draw)(run->demo, run->controls->view, run->picture.width,
                                                run->picture.height)) {
        return false;
    }
    gl->ReadPixels(0, 0, run->picture.width, run->picture.height, GL_RGBA, GL_UNSIGNED_BYTE, run->picture.pixels);
    GLenum error = gl->GetError();
    if (error != GL_NO_ERROR) {
        fprintf(stderr, "fluid_demo: the picture could not be read: GL error 0x%04X\n", error);
        return false;
    }
    Image_FlipRows(&run->picture);
    return true;
}

static const Image *renderAsset(void *user, bool cutOut)
{
    Run *run = user;
    return render(run, cutOut) ? &run->picture : NULL;
}

static const Image *renderScene(void *user)
{
    return renderAsset(user, false);
}

static FILE *getLog(const Run *run)
{
    return Options_IsStandardOutput(run->options->stats) ? stderr
                                                         : stdout; // where measures are printed nothing else is
}

static bool drawPicture(Run *run, const char *path)
{
    if (run->options->assets.useField) {
        FILE *log = Options_IsPattern(run->out) ? NULL : getLog(run);
        return Assets_WriteField(run->demo, run->options->assets.field, path, log);
    }
    if (!render(run, false)) {
        return false;
    }
    char error[512];
    if (!Image_WritePng(&run->picture, path, error, (int)sizeof error)) {
        fprintf(stderr, "fluid_demo: %s\n", error);
        return false;
    }
    return true;
}

static bool drawFrame(Run *run, int frame)
{
    char path[PATH_SIZE];
    if (!Options_GetFramePath(run->out, frame, path, (int)sizeof path)) {
        fprintf(stderr, "fluid_demo: %s: the path is too long\n", run->out);
        return false;
    }
    return drawPicture(run, path);
}

// On a terminal one line that renews itself; in a log, a line now and then. Short runs print nothing.
static void printProgress(Run *run, int done)
{
    bool terminal = isatty(STDERR_FILENO) == 1;
    char line[128];
    if (Progress_Say(&run->progress, done, Demo_GetSeconds(), line, (int)sizeof line)) {
        bool stays = !terminal || done == run->frames;
        fprintf(stderr, "%sfluid_demo: %s%s%s", terminal ? "\r" : "", line, terminal ? "        " : "",
                stays ? "\n" : "");
    }
}

static uint64_t countSteps(const Scene *scene)
{
    return scene->fluid3d != NULL ? gfFluid3D_GetStepInfo(scene->fluid3d).stepCount
                                  : gfFluid_GetStepInfo(scene->fluid).stepCount;
}

static int compareTimes(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The first picture, which makes what others find, is not counted.
static bool timeDrawing(Run *run)
{
    double times[7];
    const int count = (int)(sizeof times / sizeof times[0]);
    for (int i = -1; run->options->stats != NULL && i < count; i++) {
        double before = Demo_GetSeconds();
        if (!Demo_Draw(run->demo, run->controls->view, run->picture.width, run->picture.height)) {
            return false;
        }
        run->gl.Finish();
        times[i < 0 ? 0 : i] = 1000.0 * (Demo_GetSeconds() - before);
    }
    if (run->options->stats != NULL) {
        qsort(times, (size_t)count, sizeof times[0], compareTimes);
        run->stats.drawing_ms = times[count / 2];
    }
    return true;
}

static bool stepAll(Run *run)
{
    Demo *demo = run->demo;
    Controls *controls = run->controls;
    bool pattern = run->out != NULL && Options_IsPattern(run->out);
    double interval = isatty(STDERR_FILENO) == 1 ? 0.5 : 5.0;
    run->progress = Progress_Start(run->frames, interval, Demo_GetSeconds());
    uint64_t steps = 0;
    for (int frame = 0; frame < run->frames; frame++) {
        if (frame == run->frames / 2) {
            run->gl.Finish();
            run->stats.stepping_ms = 0.0;
            steps = countSteps(&demo->scene);
        }
        double before = Demo_GetSeconds();
        if (controls->replay == NULL) {
            Controls_Frame(controls, 1.0f / 60.0f, (Pointer){0});
        } else {
            Controls_Replay(controls);
        }
        if (controls->failed || !resizePicture(run)) {
            return false;
        }
        Pace_EndFrame(&demo->pace, &run->gl);
        // Drawing is not counted as stepping, so the steps must have ended before it starts.
        if (pattern || run->assets != NULL || frame == run->frames - 1) {
            run->gl.Finish();
        }
        run->stats.stepping_ms += 1000.0 * (Demo_GetSeconds() - before);
        if (run->options->stats != NULL) {
            gfDevice_GetProfile(demo->device, &run->stats.profile);
        }
        if (frame >= run->frames - DEMO_DETAIL_FRAMES) {
            Demo_KeepDetail(demo, controls->view);
            if (run->options->stats != NULL) {
                run->gl.Finish(); // it is no step
            }
        }
        if ((pattern && !drawFrame(run, frame)) || (run->assets != NULL && !Assets_AddFrame(run->assets, frame + 1))) {
            return false;
        }
        printProgress(run, frame + 1);
    }
    run->stats.steps = countSteps(&demo->scene) - steps;
    return true;
}

static bool measure(Run *run, gfFluidStats *stats)
{
    if (run->options->stats == NULL || Scene_Measure(&run->demo->scene, stats)) {
        return true;
    }
    fprintf(stderr, "fluid_demo: the fluid could not be measured: %s\n", gfErrorText(gfGetLastError(NULL)));
    return false;
}

static bool count(Run *run)
{
    Scene *scene = &run->demo->scene;
    if (run->options->stats == NULL || scene->solver != GF_SOLVER_PARTICLES ||
        Scene_CountParticles(scene, &run->stats.particles)) {
        return true;
    }
    fprintf(stderr, "fluid_demo: the particles could not be counted: %s\n", gfErrorText(gfGetLastError(NULL)));
    return false;
}

static bool openAssets(Run *run)
{
    const Options *options = run->options;
    if (!AssetOptions_Any(&options->assets)) {
        return true;
    }
    run->assets = Assets_Create(&options->assets, run->demo, options->frames, Scene_GetBestFrame(options->scene),
                                run->picture.width, run->picture.height, renderAsset, run);
    run->frames = run->assets != NULL ? Assets_CountFrames(run->assets) : 0;
    return run->assets != NULL;
}

// A pattern's frames are written by now, unless there was none to step.
static bool drawLast(Run *run)
{
    if (run->out == NULL) {
        return true;
    }
    if (!Options_IsPattern(run->out)) {
        return drawPicture(run, run->out);
    }
    return run->frames > 0 || drawFrame(run, 0);
}

static bool simulate(Run *run)
{
    if (!openPicture(run) || !openAssets(run) || !measure(run, &run->stats.initial) || !stepAll(run) ||
        !measure(run, &run->stats.final) || !count(run)) {
        return false;
    }
    if (run->options->stats != NULL) {
        gfDevice_GetProfile(run->demo->device, &run->stats.profile);
    }
    if (!drawLast(run) || !timeDrawing(run) ||
        (run->options->save != NULL && !Demo_SaveFluid(run->demo, run->options->save)) ||
        (run->options->stats != NULL && !Stats_Write(&run->stats, run->demo, run->options->stats)) ||
        (run->assets != NULL && !Assets_Finish(run->assets, getLog(run)))) {
        return false;
    }
    if (run->out != NULL) {
        fprintf(getLog(run), "fluid_demo: %s, %d frames, in %s\n", run->demo->scene.info->name, run->frames, run->out);
    }
    return true;
}

int Demo_RunHeadless(Controls *controls)
{
    Demo *demo = controls->demo;
    Run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        fprintf(stderr, "fluid_demo: no memory\n");
        return 1;
    }
    const Options *options = demo->options;
    run->demo = demo;
    run->controls = controls;
    run->options = options;
    demo->gl = &run->gl;
    run->frames = options->frames >= 0 ? options->frames : HEADLESS_FRAMES;
    run->out = options->out;

    int status = 1;
    char error[512];
    Headless *headless = Headless_Create(options->es ? HEADLESS_ES30 : HEADLESS_GL33, false, error, (int)sizeof error);
    if (headless == NULL) {
        fprintf(stderr, "fluid_demo: %s\n", error);
    } else if (!Demo_LoadGL(&run->gl, options->es, Headless_GetProcAddress)) {
        fprintf(stderr, "fluid_demo: the functions of %s could not be loaded\n",
                Headless_ApiName(options->es ? HEADLESS_ES30 : HEADLESS_GL33));
    } else if (Demo_Open(demo, Headless_GetProcAddress, options->stats != NULL)) {
        bool done = options->sheet != NULL ? openPicture(run) && Overview_Draw(demo, renderScene, run) : simulate(run);
        status = done ? 0 : 1;
        Assets_Destroy(run->assets);
        closePicture(run);
        Demo_Close(demo);
    }
    Headless_Destroy(headless);
    free(run);
    return status;
}
