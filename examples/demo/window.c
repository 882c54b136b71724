// The demo in a window: keys, clock and title.
#include "demo.h"
#include "gl.h"
#include "mouse.h"

#include <GLFW/glfw3.h>

#include <stdio.h>

#define TITLE_INTERVAL_S 0.5
#define SHOTS_MAX 10000

typedef struct Window {
    Demo *demo;
    GLFWwindow *handle;
    GladGLContext gl;
    gfDrawStyle view;
    bool paused;
    bool stepOnce;
    bool takeShot;
    bool failed;
    bool fresh; // the scene has not been shown yet
    Mouse mouse;
    double titleTime; // s, when the title was last set
    int titleFrames;  // since then
} Window;

static void printKeys(void)
{
    printf("mouse drag  stir and add dye (or fluid); push particles\n"
           "right drag  (or Shift and drag) turn a scene that is seen in perspective as water over ground\n"
           "wheel       zoom into it\n"
           "SPACE       pause\n"
           "S or .      single step\n"
           "R           reset\n"
           "N           next scene\n"
           "V           next view\n"
           "Q           next quality\n"
           "P or F12    screenshot\n"
           "H or F1     print these keys\n"
           "ESC         quit\n");
    fflush(stdout);
}

static void printError(int code, const char *message)
{
    fprintf(stderr, "fluid_demo: window: %s (%d); --headless draws without one\n", message, code);
}

static void openScene(Window *window, const SceneInfo *info)
{
    Demo *demo = window->demo;
    window->fresh = true;
    if (!Demo_OpenScene(demo, info)) {
        window->failed = true;
        return;
    }
    if (!Options_HasView(demo->scene.info, window->view)) {
        window->view = GF_DRAW_DYE;
    }
    Demo_NoteQuality(demo);
}

// Those that the scene's solver has.
static gfDrawStyle getNextView(const Window *window)
{
    gfDrawStyle view = window->view;
    do {
        view = (gfDrawStyle)((view + 1) % GF_DRAW_STYLE_COUNT);
    } while (!Options_HasView(window->demo->scene.info, view));
    return view;
}

static const SceneInfo *getNextScene(const SceneInfo *info)
{
    int count = 0;
    const SceneInfo *scenes = Scene_GetAll(&count);
    return &scenes[(info - scenes + 1) % count];
}

// The scene's own choices, then from low to reference. The next scenes keep it.
static void changeQuality(Window *window)
{
    if (window->demo->scene.solver != GF_SOLVER_GRID) {
        fprintf(stderr, "fluid_demo: scene %s has no choice of quality\n", window->demo->scene.info->name);
        return;
    }
    SceneConfig *config = &window->demo->config;
    bool last = config->useQuality && config->quality == GF_QUALITY_REFERENCE;
    config->quality = config->useQuality && !last ? (gfQuality)(config->quality + 1) : GF_QUALITY_LOW;
    config->useQuality = !last;
    if (!Scene_SetQuality(&window->demo->scene, config->useQuality, config->quality)) {
        fprintf(stderr, "fluid_demo: the quality could not be changed: %s\n", gfErrorText(gfGetLastError(NULL)));
    }
}

static void onKey(GLFWwindow *handle, int key, int scancode, int action, int mods)
{
    (void)scancode;
    (void)mods;
    Window *window = glfwGetWindowUserPointer(handle);
    bool step = key == GLFW_KEY_S || key == GLFW_KEY_PERIOD;
    if (action == GLFW_RELEASE || (action == GLFW_REPEAT && !step)) {
        return;
    }
    switch (key) {
    case GLFW_KEY_SPACE:
        window->paused = !window->paused;
        break;
    case GLFW_KEY_S:
    case GLFW_KEY_PERIOD:
        window->paused = true;
        window->stepOnce = true;
        break;
    case GLFW_KEY_R:
        openScene(window, window->demo->scene.info);
        break;
    case GLFW_KEY_N:
        openScene(window, getNextScene(window->demo->scene.info));
        break;
    case GLFW_KEY_V:
        window->view = getNextView(window);
        break;
    case GLFW_KEY_Q:
        changeQuality(window);
        break;
    case GLFW_KEY_P:
    case GLFW_KEY_F12:
        window->takeShot = true;
        break;
    case GLFW_KEY_H:
    case GLFW_KEY_F1:
        printKeys();
        break;
    case GLFW_KEY_ESCAPE:
        glfwSetWindowShouldClose(handle, GLFW_TRUE);
        break;
    default:
        break;
    }
    window->titleTime = 0.0; // what the title says may have changed
}

static void onScroll(GLFWwindow *handle, double x, double y)
{
    (void)x;
    Window *window = glfwGetWindowUserPointer(handle);
    Mouse_Zoom(&window->demo->scene, (float)y);
}

static void step(Window *window, float dt)
{
    if (window->paused && !window->stepOnce) {
        return;
    }
    if (!Scene_Step(&window->demo->scene, window->stepOnce ? 1.0f / 60.0f : dt)) {
        fprintf(stderr, "fluid_demo: a step failed: %s\n", gfErrorText(gfGetLastError(NULL)));
        window->failed = true;
    }
    window->stepOnce = false;
}

static void saveShot(Window *window, int width, int height)
{
    char path[96];
    bool taken = true;
    for (int i = 1; i < SHOTS_MAX && taken; i++) {
        snprintf(path, sizeof path, "fluid_%s_%03d.png", window->demo->scene.info->name, i);
        FILE *file = fopen(path, "rb");
        taken = file != NULL;
        if (taken) {
            fclose(file);
        }
    }
    char error[512] = "no memory, or too many screenshots in this folder";
    Image image = Image_Create(width, height);
    bool saved = false;
    if (!taken && image.pixels != NULL) {
        window->gl.ReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.pixels);
        Image_FlipRows(&image);
        saved = Image_WritePng(&image, path, error, (int)sizeof error);
    }
    if (saved) {
        printf("fluid_demo: screenshot in %s\n", path);
        fflush(stdout);
    } else {
        fprintf(stderr, "fluid_demo: screenshot: %s\n", error);
    }
    Image_Destroy(&image);
}

static void draw(Window *window)
{
    int width = 0;
    int height = 0;
    glfwGetFramebufferSize(window->handle, &width, &height);
    if (width < 1 || height < 1) {
        return; // minimised
    }
    window->gl.Viewport(0, 0, width, height);
    if (!Demo_Draw(window->demo, window->view, width, height)) {
        window->failed = true;
    }
    if (window->takeShot) {
        saveShot(window, width, height);
        window->takeShot = false;
    }
    glfwSwapBuffers(window->handle);
}

static void setTitle(Window *window)
{
    window->titleFrames++;
    double now = Demo_GetSeconds();
    double passed = now - window->titleTime;
    if (passed < TITLE_INTERVAL_S) {
        return;
    }
    const Demo *demo = window->demo;
    char times[64] = "";
    if (window->titleTime > 0.0) {
        snprintf(times, sizeof times, ", %.1f ms, %.0f fps", 1000.0 * passed / window->titleFrames,
                 window->titleFrames / passed);
    }
    const SceneConfig *config = &demo->config;
    bool showQuality = config->useQuality && demo->scene.solver == GF_SOLVER_GRID;
    char title[256];
    snprintf(title, sizeof title, "fluid_demo: %s, %s, %dx%d%s%s%s%s", demo->scene.info->name,
             Options_GetViewName(window->view), config->gridWidth, config->gridHeight, showQuality ? ", " : "",
             showQuality ? Options_GetQualityName(config->quality) : "", times, window->paused ? ", paused" : "");
    glfwSetWindowTitle(window->handle, title);
    window->titleTime = now;
    window->titleFrames = 0;
}

static bool openWindow(Window *window)
{
    const Options *options = window->demo->options;
    if (options->es) {
        glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_ES_API);
        glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 0);
    } else {
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    }
    window->handle = glfwCreateWindow(options->width, options->height, "fluid_demo", NULL, NULL);
    if (window->handle == NULL) {
        return false; // printError has said why
    }
    glfwSetWindowUserPointer(window->handle, window);
    glfwSetKeyCallback(window->handle, onKey);
    glfwSetScrollCallback(window->handle, onScroll);
    glfwSetInputMode(window->handle, GLFW_STICKY_MOUSE_BUTTONS, GLFW_TRUE);
    glfwMakeContextCurrent(window->handle);
    glfwSwapInterval(1);
    if (!Demo_LoadGL(&window->gl, options->es, glfwGetProcAddress)) {
        fprintf(stderr, "fluid_demo: the GL functions could not be loaded\n");
        return false;
    }
    return true;
}

static void loop(Window *window)
{
    int frames = window->demo->options->frames;
    double last = Demo_GetSeconds();
    window->demo->betweenSteps = true;
    for (int frame = 0; frames < 0 || frame < frames; frame++) {
        glfwPollEvents();
        if (window->failed || glfwWindowShouldClose(window->handle)) {
            return;
        }
        // Setting up and the first frame, which compiles shaders, take time that is not the scene's.
        double now = Demo_GetSeconds();
        float dt = window->fresh ? 1.0f / 60.0f : (float)(now - last);
        last = now;
        // While paused strokes would only queue up.
        Mouse_Move(&window->mouse, window->handle, &window->demo->scene, dt, !window->paused || window->stepOnce);
        step(window, dt);
        draw(window);
        if (window->fresh) {
            last = Demo_GetSeconds();
            window->fresh = false;
        }
        setTitle(window);
    }
}

int Demo_RunWindow(Demo *demo)
{
    Window window = {.demo = demo, .view = demo->options->view, .fresh = true};
    glfwSetErrorCallback(printError);
    if (!glfwInit()) {
        return 1;
    }
    int status = 1;
    demo->gl = &window.gl;
    if (openWindow(&window) && Demo_Open(demo, glfwGetProcAddress, false)) {
        loop(&window);
        status = window.failed ? 1 : 0;
        Demo_Close(demo);
    }
    if (window.handle != NULL) {
        glfwDestroyWindow(window.handle);
    }
    glfwTerminate();
    return status;
}
