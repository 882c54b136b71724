// Shows a recipe of the cookbook (docs/cookbook.md) in a window, or draws it into a picture without one.
//
//     example_cookbook NAME [--frames N] [--out FILE.png]
#define GLAD_GL_IMPLEMENTATION
#include <glad/gl.h>

#include "recipe.h"

#include "support/headless.h"
#include "support/image.h"

#include <GLFW/glfw3.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 640 // px, of the window or picture

typedef struct Options {
    const Recipe *recipe;
    int frames;      // -1: as long as the window is open
    const char *out; // null: a window
} Options;

static void logFluid(gfLogLevel level, gfErrorCode code, const char *message, void *user)
{
    (void)user;
    if (level != GF_LOG_INFO) {
        fprintf(stderr, "example_cookbook: %s (%s)\n", message, gfErrorText(code));
    }
}

static gfDevice *begin(const Recipe *recipe, gfGetProcAddressFn load)
{
    gfDeviceDef def = gfDefaultDeviceDef();
    def.getProcAddress = load;
    def.log = logFluid;
    gfDevice *device = gfCreateDevice(&def);
    if (device != NULL && !recipe->begin(device)) {
        gfDestroyDevice(device);
        return NULL;
    }
    return device;
}

static void clearPicture(const GladGLContext *gl, int width, int height)
{
    gl->Viewport(0, 0, width, height);
    gl->ClearColor(0.07f, 0.08f, 0.11f, 1.0f);
    gl->Clear(GL_COLOR_BUFFER_BIT);
}

// The pointer goes round by itself.
static bool drawFrames(const Options *options, const GladGLContext *gl, gfDevice *device)
{
    Frame frame = {.dt = 1.0f / 60.0f, .pointer = {0.8f, 0.5f}, .pressed = true};
    bool good = true;
    for (int i = 0; i < options->frames && good; i++) {
        frame.time = frame.dt * (float)i;
        frame.previousPointer = frame.pointer;
        frame.pointer = (gfVec2){0.5f + 0.3f * cosf(3.0f * frame.time), 0.5f + 0.3f * sinf(3.0f * frame.time)};
        clearPicture(gl, SIDE, SIDE);
        good = gfDevice_BeginFrame(device);
        good = good && options->recipe->frame(&frame);
        good = gfDevice_EndFrame(device) && good;
    }
    return good;
}

static bool writePicture(const GladGLContext *gl, const char *path)
{
    char error[512] = "no memory for a picture";
    Image picture = Image_Create(SIDE, SIDE);
    bool good = picture.pixels != NULL;
    if (good) {
        gl->ReadPixels(0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, picture.pixels);
        Image_FlipRows(&picture);
        good = Image_WritePng(&picture, path, error, (int)sizeof error);
    }
    if (!good) {
        fprintf(stderr, "example_cookbook: %s\n", error);
    }
    Image_Destroy(&picture);
    return good;
}

static bool runHeadless(const Options *options)
{
    char error[512];
    Headless *headless = Headless_Create(HEADLESS_GL33, false, error, (int)sizeof error);
    if (headless == NULL) {
        fprintf(stderr, "example_cookbook: %s\n", error);
        return false;
    }
    GladGLContext gl = {0};
    gfDevice *device = NULL;
    bool good = gladLoadGLContext(&gl, Headless_GetProcAddress) != 0;
    if (good) {
        GLuint names[2]; // they go with the context
        gl.GenFramebuffers(1, &names[0]);
        gl.BindFramebuffer(GL_FRAMEBUFFER, names[0]);
        gl.GenRenderbuffers(1, &names[1]);
        gl.BindRenderbuffer(GL_RENDERBUFFER, names[1]);
        gl.RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIDE, SIDE);
        gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, names[1]);
        device = begin(options->recipe, Headless_GetProcAddress);
        good = device != NULL && drawFrames(options, &gl, device) && writePicture(&gl, options->out);
        if (good) {
            printf("example_cookbook: %s, %d frames, in %s\n", options->recipe->name, options->frames, options->out);
        }
    }
    gfDestroyDevice(device);
    Headless_Destroy(headless);
    return good;
}

static void readPointer(GLFWwindow *window, Frame *frame)
{
    int width, height;
    double x, y;
    glfwGetWindowSize(window, &width, &height);
    glfwGetCursorPos(window, &x, &y);
    frame->previousPointer = frame->pointer;
    if (width > 0 && height > 0) {
        frame->pointer = (gfVec2){(float)(x / width), 1.0f - (float)(y / height)};
    }
    frame->pressed = glfwGetMouseButton(window, GLFW_MOUSE_BUTTON_LEFT) == GLFW_PRESS;
}

static bool showFrames(const Options *options, GLFWwindow *window, gfDevice *device, const GladGLContext *gl)
{
    Frame frame = {0};
    readPointer(window, &frame);
    bool good = true;
    double first = glfwGetTime();
    for (int i = 0; i != options->frames && good && !glfwWindowShouldClose(window); i++) {
        int width, height;
        glfwGetFramebufferSize(window, &width, &height);
        float now = (float)(glfwGetTime() - first);
        frame.dt = now - frame.time;
        frame.time = now;
        readPointer(window, &frame);
        clearPicture(gl, width, height);
        good = gfDevice_BeginFrame(device);
        good = good && options->recipe->frame(&frame);
        good = gfDevice_EndFrame(device) && good;
        glfwSwapBuffers(window);
        glfwPollEvents();
    }
    return good;
}

static void printError(int code, const char *message)
{
    fprintf(stderr, "example_cookbook: %s (%d); --out FILE.png draws a picture without a window\n", message, code);
}

static bool runWindow(const Options *options)
{
    glfwSetErrorCallback(printError);
    if (!glfwInit()) {
        return false;
    }
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    GLFWwindow *window = glfwCreateWindow(SIDE, SIDE, options->recipe->name, NULL, NULL);
    bool good = false;
    if (window != NULL) {
        GladGLContext gl = {0};
        glfwMakeContextCurrent(window);
        glfwSwapInterval(1);
        gfDevice *device =
            gladLoadGLContext(&gl, glfwGetProcAddress) != 0 ? begin(options->recipe, glfwGetProcAddress) : NULL;
        good = device != NULL && showFrames(options, window, device, &gl);
        gfDestroyDevice(device);
    }
    glfwTerminate();
    return good;
}

static const Recipe *findRecipe(const char *name)
{
    for (int i = 0; recipes[i] != NULL; i++) {
        if (strcmp(recipes[i]->name, name) == 0) {
            return recipes[i];
        }
    }
    fprintf(stderr, "example_cookbook: there is no recipe '%s'\n", name);
    return NULL;
}

static bool parse(Options *options, int argc, char **argv)
{
    *options = (Options){.frames = -1};
    options->recipe = argc > 1 ? findRecipe(argv[1]) : NULL;
    for (int i = 2; i < argc && options->recipe != NULL; i++) {
        if (i + 1 < argc && strcmp(argv[i], "--out") == 0) {
            options->out = argv[++i];
        } else if (i + 1 < argc && strcmp(argv[i], "--frames") == 0 && atoi(argv[i + 1]) > 0) {
            options->frames = atoi(argv[++i]);
        } else {
            fprintf(stderr, "example_cookbook: '%s': expected --frames N or --out FILE.png\n", argv[i]);
            options->recipe = NULL;
        }
    }
    if (options->out != NULL && options->frames < 0) {
        options->frames = 120;
    }
    return options->recipe != NULL;
}

int main(int argc, char **argv)
{
    Options options;
    if (!parse(&options, argc, argv)) {
        fprintf(stderr, "example_cookbook: expected NAME [--frames N] [--out FILE.png], with one of these names:");
        for (int i = 0; recipes[i] != NULL; i++) {
            fprintf(stderr, " %s", recipes[i]->name);
        }
        fprintf(stderr, "\n");
        return 2;
    }
    return (options.out != NULL ? runHeadless : runWindow)(&options) ? EXIT_SUCCESS : EXIT_FAILURE;
}
