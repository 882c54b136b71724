// A run without a window: step, draw into a framebuffer of our own, write pictures.
#define _POSIX_C_SOURCE 200809L
#include "run.h"

#include "support/complain.h"

#include <stdio.h>
#include <unistd.h>

#define PATH_SIZE 4096

static bool openPicture(Run *run)
{
    const InputSize *size = &run->controls->size;
    run->picture = Image_Create(size->width, size->height);
    if (run->picture.pixels == NULL) {
        return Complain("no memory for a picture of %dx%d", size->width, size->height);
    }
    return Canvas_Begin(&run->canvas, &run->gl, size->width, size->height) ||
           Complain("the GL cannot draw a picture of %dx%d", size->width, size->height);
}

static void closePicture(Run *run)
{
    Canvas_Free(&run->canvas, &run->gl);
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

bool Run_Read(Run *run)
{
    const GladGLContext *gl = &run->gl;
    gl->ReadPixels(0, 0, run->picture.width, run->picture.height, GL_RGBA, GL_UNSIGNED_BYTE, run->picture.pixels);
    GLenum error = gl->GetError();
    Image_FlipRows(&run->picture);
    return error == GL_NO_ERROR || Complain("the picture could not be read: GL error 0x%04X", error);
}

bool Run_WritePicture(Run *run, const char *path)
{
    char error[512];
    if (!Demo_Draw(run->demo, run->picture.width, run->picture.height) || !Run_Read(run)) {
        return false;
    }
    return Image_WritePng(&run->picture, path, error, (int)sizeof error) || Complain("%s", error);
}

FILE *Run_GetLog(const Run *run)
{
    return Options_IsStandardOutput(run->options->stats) ? stderr : stdout;
}

static bool writeFrame(Run *run, int frame)
{
    char path[PATH_SIZE];
    const char *out = run->options->out;
    if (!Options_GetFramePath(out, frame, path, (int)sizeof path)) {
        return Complain("%s: the path is too long", out);
    }
    return run->write(run, path);
}

// On a terminal one line that renews itself; in a log, a line now and then. Short runs print nothing.
static void printProgress(Run *run, int done)
{
    bool terminal = isatty(STDERR_FILENO) == 1;
    char line[128];
    if (Progress_Say(&run->progress, done, Demo_GetSeconds(), line, (int)sizeof line)) {
        bool stays = !terminal || done == run->frames;
        fprintf(stderr, "%s%s: %s%s%s", terminal ? "\r" : "", Complain_GetName(), line, terminal ? "        " : "",
                stays ? "\n" : "");
    }
}

// One frame of the scene. Drawing is not counted as stepping, so the steps must have ended before it starts.
static bool step(Run *run, bool draws)
{
    Controls *controls = run->controls;
    double before = Demo_GetSeconds();
    if (controls->replay == NULL) {
        Controls_Frame(controls, 1.0f / 60.0f, (Pointer){0});
    } else {
        Controls_Replay(controls);
    }
    if (controls->failed || !resizePicture(run)) {
        return false;
    }
    Pace_EndFrame(&run->demo->pace, &run->gl);
    if (draws) {
        run->gl.Finish();
    }
    run->stepping_ms += 1000.0 * (Demo_GetSeconds() - before);
    return true;
}

bool Run_StepAll(Run *run)
{
    Demo *demo = run->demo;
    bool pattern = run->options->out != NULL && Options_IsPattern(run->options->out);
    double interval = isatty(STDERR_FILENO) == 1 ? 0.5 : 5.0;
    run->progress = Progress_Start(run->frames, interval, Demo_GetSeconds());
    uint64_t steps = 0;
    for (int frame = run->first; frame < run->frames; frame++) {
        if (frame == run->frames / 2) {
            run->gl.Finish();
            run->stepping_ms = 0.0;
            steps = Demo_GetStepInfo(demo).stepCount;
        }
        if (!step(run, pattern || run->afterFrame != NULL || frame == run->frames - 1)) {
            return false;
        }
        if (run->profile != NULL) {
            gfDevice_GetProfile(demo->device, run->profile);
        }
        if (frame >= run->frames - DEMO_DETAIL_FRAMES) {
            Demo_KeepDetail(demo);
            if (run->profile != NULL) {
                run->gl.Finish(); // it is no step
            }
        }
        if ((pattern && !writeFrame(run, frame)) || (run->afterFrame != NULL && !run->afterFrame(run, frame + 1))) {
            return false;
        }
        printProgress(run, frame + 1);
    }
    run->steps = Demo_GetStepInfo(demo).stepCount - steps;
    return true;
}

// A pattern's frames are written by now, unless there was none to step.
bool Run_WriteLast(Run *run)
{
    const char *out = run->options->out;
    if (out == NULL) {
        return true;
    }
    if (!Options_IsPattern(out)) {
        return run->write(run, out);
    }
    return run->frames > 0 || writeFrame(run, 0);
}

bool Run_Open(Run *run, Controls *controls)
{
    const Options *options = controls->demo->options;
    const HeadlessApi api = (HeadlessApi)options->api;
    char error[512];
    run->demo = controls->demo;
    run->controls = controls;
    run->options = options;
    run->demo->gl = &run->gl;
    run->frames = options->frames >= 0 ? options->frames : HEADLESS_FRAMES;
    run->headless = Headless_Create(api, false, error, (int)sizeof error);
    if (run->headless == NULL) {
        return Complain("%s", error);
    }
    if (!Demo_LoadGL(&run->gl, api == HEADLESS_ES30, Headless_GetProcAddress)) {
        return Complain("the functions of %s could not be loaded", Headless_ApiName(api));
    }
    return Demo_Open(run->demo, Headless_GetProcAddress, run->profile != NULL) && openPicture(run);
}

void Run_Close(Run *run)
{
    if (run->demo->device != NULL) {
        closePicture(run);
        Demo_Close(run->demo);
    }
    Headless_Destroy(run->headless);
}
