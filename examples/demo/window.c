// The demo in a window: keys, clock and title.
#include "gauges.h"
#include "keep_up.h"
#include "loading.h"
#include "panel.h"
#include "ways.h"

#include "support/complain.h"
#include "support/film.h"
#include "support/headless.h"

#include <GLFW/glfw3.h>

#include <stdio.h>
#include <stdlib.h>

#define TITLE_INTERVAL_S 0.5
#define KEYS_MAX 32      // that are pressed while a frame is made
#define SLICE_MS 20.0f   // of preparing
#define EVENTS_S 0.05    // between two looks at events while shaders are compiled
#define PATIENCE_S 0.5   // before a frame that compiles shaders shows a bar in place of the last picture
#define PACE_LEAST_S 0.5 // of frames that a number of them a second can be told of
#define SHOTS_MAX 10000
#define PATH_SIZE 4096
#define PANEL_LEAST 480 // units of the window, along the shorter side of a picture that gets a panel by itself

typedef struct Window {
    Demo *demo;
    Controls *controls;
    GLFWwindow *handle;
    GladGLContext gl;
    Panel *panel; // null: the demo was built without one
    bool panelShown;
    bool panelHolds;             // the button of the mouse, which was pressed in it
    double cursorX, cursorY;     // as the events have come so far
    double releasedX, releasedY; // where a button was let go last
    unsigned down;               // buttons, as bits by their numbers, likewise
    unsigned felt;               // those that were pressed or let go since the last frame
    bool panelAsked;             // to be shown or hidden, once this frame is over
    Gauges gauges;
    KeepUp keepUp;
    InputSize windowed; // and where it was, before it filled the screen
    int left, top;
    bool takeShot;
    bool toggleFilm;
    Film film;
    double filmTime; // s, when it began
    char filmPath[96];
    Image last; // picture, for --out
    int shown;  // frames so far
    bool saidSlow;
    double titleTime;                      // s, when the title was last set
    int titleFrames;                       // since then
    int keys[KEYS_MAX], actions[KEYS_MAX]; // that wait for the end of a frame
    int keyCount;
    float notches;             // of the wheel, likewise
    double frameTime;          // s, when the frame began
    double eventsTime;         // s, when events were last looked at
    bool loads;                // a bar was shown in this frame
    double paceStart, paceEnd; // s, between which frames were measured
    int paceFrames;
} Window;

const PanelKey panelKeys[] = {
    {"drag", "stir and add dye (or fluid); push particles", 0, 0, INPUT_KEY_COUNT},
    {"right drag", "(or Shift and drag) turn a scene that is seen in perspective as water over ground", 0, 0,
     INPUT_KEY_COUNT},
    {"wheel", "zoom into it", 0, 0, INPUT_KEY_COUNT},
    {"SPACE", "pause", GLFW_KEY_SPACE, 0, INPUT_PAUSE},
    {"S or .", "single step", GLFW_KEY_S, GLFW_KEY_PERIOD, INPUT_STEP},
    {"R", "reset", GLFW_KEY_R, 0, INPUT_RESET},
    {"N", "next scene", GLFW_KEY_N, 0, INPUT_NEXT},
    {"V", "next view", GLFW_KEY_V, 0, INPUT_VIEW},
    {"Q", "next quality", GLFW_KEY_Q, 0, INPUT_QUALITY},
    {"B", "random splats", GLFW_KEY_B, 0, INPUT_SPLATS},
    {"C", "colours of the brush: by stroke, cycling, its own", GLFW_KEY_C, 0, INPUT_KEY_COUNT},
    {"TAB", "panel of settings", GLFW_KEY_TAB, 0, INPUT_KEY_COUNT},
    {"F or F11", "full screen", GLFW_KEY_F, GLFW_KEY_F11, INPUT_KEY_COUNT},
    {"P or F12", "screenshot", GLFW_KEY_P, GLFW_KEY_F12, INPUT_KEY_COUNT},
    {"F9", "begin or end a film of what is shown", GLFW_KEY_F9, 0, INPUT_KEY_COUNT},
    {"H or F1", "print these keys", GLFW_KEY_H, GLFW_KEY_F1, INPUT_KEY_COUNT},
    {"ESC", "quit", GLFW_KEY_ESCAPE, 0, INPUT_KEY_COUNT},
};
const int panelKeyCount = (int)(sizeof panelKeys / sizeof panelKeys[0]);

static void printKeys(void)
{
    for (int i = 0; i < panelKeyCount; i++) {
        printf("%-11s %s\n", panelKeys[i].keys, panelKeys[i].text);
    }
    fflush(stdout);
}

static void printError(int code, const char *message)
{
    Complain("window: %s (%d); --headless draws without one", message, code);
}

// The window but for the panel; a window of no size is minimised, and what is done in it means nothing.
static InputSize readSize(const Window *window)
{
    InputSize size = {0};
    glfwGetWindowSize(window->handle, &size.windowWidth, &size.windowHeight);
    glfwGetFramebufferSize(window->handle, &size.width, &size.height);
    size.windowWidth = size.windowWidth > 0 ? size.windowWidth : 1;
    size.windowHeight = size.windowHeight > 0 ? size.windowHeight : 1;
    int panel = window->panelShown ? Panel_GetWidth(window->panel) : 0;
    if (panel > 0 && size.windowWidth > panel) {
        size.width -= (int)((long)size.width * panel / size.windowWidth);
        size.windowWidth -= panel;
    }
    return size;
}

static bool isFullScreen(const Window *window)
{
    return glfwGetWindowMonitor(window->handle) != NULL;
}

// All of the screen that the window is on, or back to what it was.
static void setFullScreen(Window *window, bool full)
{
    if (full == isFullScreen(window)) {
        return;
    }
    if (!full) {
        int panel = window->panelShown ? Panel_GetWidth(window->panel) : 0;
        glfwSetWindowMonitor(window->handle, NULL, window->left, window->top, window->windowed.windowWidth + panel,
                             window->windowed.windowHeight, GLFW_DONT_CARE);
        return;
    }
    GLFWmonitor *monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode *mode = monitor != NULL ? glfwGetVideoMode(monitor) : NULL;
    if (mode != NULL) {
        glfwGetWindowPos(window->handle, &window->left, &window->top);
        window->windowed = readSize(window);
        glfwSetWindowMonitor(window->handle, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    }
}

// The picture keeps its size, if the window can be larger.
static void showPanel(Window *window, bool shown)
{
    int width = 0, height = 0, x = 0, y = 0, screen = 0, screenHeight = 0;
    int more = Panel_GetWidth(window->panel);
    GLFWmonitor *monitor = glfwGetPrimaryMonitor();
    if (window->panel == NULL || shown == window->panelShown) {
        return;
    }
    window->panelShown = shown;
    glfwGetWindowSize(window->handle, &width, &height);
    if (monitor != NULL) {
        glfwGetMonitorWorkarea(monitor, &x, &y, &screen, &screenHeight);
    }
    bool fits = !isFullScreen(window) && glfwGetWindowAttrib(window->handle, GLFW_MAXIMIZED) == 0;
    if (fits && (!shown || width + more <= screen)) {
        glfwSetWindowSize(window->handle, shown ? width + more : width - more, height);
    }
}

static void cycleColors(Window *window)
{
    Controls *controls = window->controls;
    int index = Tunables_Find("demo.brushColors");
    double next[TUNABLE_NUMBERS] = {(controls->demo->settings.now.demo.brushColors + 1) % (BRUSH_OWN + 1)};
    Controls_Set(controls, index, next);
}

// What the window itself does; of two keys for one thing the first.
static void actOn(Window *window, int key)
{
    switch (key) {
    case GLFW_KEY_P:
        window->takeShot = true;
        break;
    case GLFW_KEY_F9:
        window->toggleFilm = true;
        break;
    case GLFW_KEY_H:
        printKeys();
        break;
    case GLFW_KEY_TAB:
        window->panelAsked = true;
        break;
    case GLFW_KEY_F:
        setFullScreen(window, !isFullScreen(window));
        break;
    case GLFW_KEY_C:
        if (window->controls->replay == NULL) {
            cycleColors(window);
        }
        break;
    case GLFW_KEY_ESCAPE:
        glfwSetWindowShouldClose(window->handle, GLFW_TRUE);
        break;
    default:
        break;
    }
}

static void takeKey(Window *window, int key, int action)
{
    if (action == GLFW_RELEASE || (window->panelShown && Panel_TakesKeys(window->panel))) {
        return;
    }
    for (int i = 0; i < panelKeyCount; i++) {
        const PanelKey *row = &panelKeys[i];
        bool again = action == GLFW_REPEAT && row->input != INPUT_STEP;
        if ((key != row->key && key != row->other) || again) {
            continue;
        }
        if (row->input == INPUT_KEY_COUNT) {
            actOn(window, row->key);
        } else if (window->controls->replay == NULL) {
            Controls_Press(window->controls, row->input);
        }
        window->titleTime = 0.0; // what the title says may have changed
    }
}

// Events also come while shaders are compiled, in the midst of a step or of opening a scene. Then the scene can't be
// touched, so what acts on it waits until the frame has ended. Only the end does not wait.
static void onKey(GLFWwindow *handle, int key, int scancode, int action, int mods)
{
    (void)scancode;
    (void)mods;
    Window *window = glfwGetWindowUserPointer(handle);
    if (key == GLFW_KEY_ESCAPE) {
        takeKey(window, key, action);
    } else if (window->keyCount < KEYS_MAX) {
        window->keys[window->keyCount] = key;
        window->actions[window->keyCount++] = action;
    }
}

static bool isOverPanel(const Window *window)
{
    return window->panelShown &&
           (Panel_TakesMouse(window->panel) || window->cursorX >= (double)readSize(window).windowWidth);
}

static void onCursor(GLFWwindow *handle, double x, double y)
{
    Window *window = glfwGetWindowUserPointer(handle);
    window->cursorX = x;
    window->cursorY = y;
}

// Where it is pressed decides whose it is; between two frames it may be let go here and pressed there.
static void onButton(GLFWwindow *handle, int button, int action, int mods)
{
    (void)mods;
    Window *window = glfwGetWindowUserPointer(handle);
    if (action == GLFW_PRESS) {
        window->panelHolds = isOverPanel(window);
        window->down |= 1u << button;
        window->felt |= 1u << button;
    } else if ((window->down >> button & 1u) != 0) { // else it was pressed elsewhere
        window->down &= ~(1u << button);
        window->felt |= 1u << button;
        window->releasedX = window->cursorX;
        window->releasedY = window->cursorY;
    }
}

static void onScroll(GLFWwindow *handle, double x, double y)
{
    (void)x;
    Window *window = glfwGetWindowUserPointer(handle);
    if (window->controls->replay == NULL && !isOverPanel(window)) {
        window->notches += (float)y;
    }
}

static void takeEvents(Window *window)
{
    glfwPollEvents();
    for (int i = 0; i < window->keyCount; i++) {
        takeKey(window, window->keys[i], window->actions[i]);
    }
    window->keyCount = 0;
    if (window->notches != 0.0f) {
        Controls_Zoom(window->controls, window->notches);
        window->notches = 0.0f;
    }
    window->eventsTime = Demo_GetSeconds();
}

// --- while shaders are compiled --------------------------------------------------------------------------------------

static const SceneInfo *getScene(const Window *window)
{
    const Demo *demo = window->demo;
    return demo->scene.info != NULL ? demo->scene.info : demo->options->scene;
}

static void showLoading(Window *window)
{
    char title[96];
    snprintf(title, sizeof title, "fluid_demo: %s, compiling shaders", getScene(window)->name);
    glfwSetWindowTitle(window->handle, title);
    int width = 0, height = 0;
    glfwGetFramebufferSize(window->handle, &width, &height);
    if (Loading_DrawBar(&window->gl, width, height, Loading_GetShare())) {
        glfwSwapBuffers(window->handle);
    }
    window->loads = true;
    window->titleTime = 0.0;
}

// Called between calls of the GL that compile. A new scene shows the bar at once; where one that runs compiles
// something more its last picture stays for a while. Whoever closes the window does not wait for all shaders: where no
// file is to be ended the program ends here, in the midst of a step.
static void goOn(void *user)
{
    Window *window = user;
    const Options *options = window->demo->options;
    double now = Demo_GetSeconds();
    if (now - window->eventsTime < EVENTS_S) {
        return;
    }
    glfwPollEvents();
    if (glfwWindowShouldClose(window->handle) && options->out == NULL && options->inputRecording == NULL &&
        options->record == NULL && !window->film.open) {
        glfwTerminate();
        exit(0);
    }
    if (window->controls->fresh || (Loading_CountDrawn() > 0 && now - window->frameTime > PATIENCE_S)) {
        showLoading(window);
    }
    window->eventsTime = Demo_GetSeconds();
}

// Compiles what the scene's fluids still lack.
static void prepare(Window *window)
{
    int left = 0;
    gfPrepareProgress progress = {0};
    while (gfDevice_Prepare(window->demo->device, NULL, SLICE_MS, &progress) == GF_PREPARE_PENDING) {
        goOn(window);
        if (left == progress.total - progress.done) {
            glfwWaitEventsTimeout(0.001 * (double)SLICE_MS); // the driver compiles on threads of its own
        }
        left = progress.total - progress.done;
    }
}

// The first name that no file has: fluid_SCENE_001.png and on. False: too many have one.
static bool findName(const Window *window, const char *end, char *path, int pathSize)
{
    for (int i = 1; i < SHOTS_MAX; i++) {
        snprintf(path, (size_t)pathSize, "fluid_%s_%03d.%s", window->demo->scene.info->name, i, end);
        FILE *file = fopen(path, "rb");
        if (file == NULL) {
            return true;
        }
        fclose(file);
    }
    return false;
}

static Image readPicture(const Window *window, int width, int height)
{
    Image image = Image_Create(width, height);
    if (image.pixels != NULL) {
        window->gl.ReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.pixels);
        Image_FlipRows(&image);
    }
    return image;
}

static void saveShot(Window *window, int width, int height)
{
    char path[96], error[512] = "no memory, or too many screenshots in this folder";
    Image image = readPicture(window, width, height);
    bool named = findName(window, "png", path, (int)sizeof path);
    if (named && image.pixels != NULL && Image_WritePng(&image, path, error, (int)sizeof error)) {
        printf("fluid_demo: screenshot in %s\n", path);
        fflush(stdout);
    } else {
        Complain("screenshot: %s", error);
    }
    Image_Destroy(&image);
}

// False after a message.
static bool endFilm(Window *window)
{
    int frames = window->film.open ? Film_CountFrames(&window->film) : 0;
    bool open = window->film.open, whole = open && Film_Close(&window->film, true);
    if (whole) {
        printf("fluid_demo: film of %d frames in %s\n", frames, window->film.path);
        fflush(stdout);
    }
    return whole || !open;
}

// Frames of a film come at its own rate: one that is shown for longer is there more than once.
static void addToFilm(Window *window, int width, int height)
{
    if (window->toggleFilm && window->film.open) {
        endFilm(window);
    } else if (window->toggleFilm && findName(window, "mp4", window->filmPath, (int)sizeof window->filmPath)) {
        Film_Open(&window->film, window->filmPath, width, height);
    }
    window->toggleFilm = false;
    if (window->film.frames == 0) {
        window->filmTime = Demo_GetSeconds();
    }
    int due = window->film.open ? 1 + (int)((Demo_GetSeconds() - window->filmTime) * FILM_RATE) : 0;
    Image image = {0, 0, NULL};
    if (window->film.frames < due) {
        image = readPicture(window, width, height);
    }
    while (image.pixels != NULL && window->film.frames < due && Film_Add(&window->film, &image)) {
    }
    Image_Destroy(&image);
    if (window->film.failed) {
        endFilm(window);
    }
}

// False after a message.
static bool writeLast(const Window *window)
{
    char path[PATH_SIZE], error[512] = "the path is too long, or no memory";
    const char *out = window->demo->options->out;
    if (Options_IsPattern(out) && !Options_GetFramePath(out, window->shown - 1, path, (int)sizeof path)) {
        path[0] = '\0';
    } else if (!Options_IsPattern(out)) {
        snprintf(path, sizeof path, "%s", out);
    }
    bool written =
        window->last.pixels != NULL && path[0] != '\0' && Image_WritePng(&window->last, path, error, (int)sizeof error);
    if (!written) {
        Complain("--out: %s", error);
    }
    return written;
}

// What --out wants: each picture, or the one that will have been the last.
static void keepPicture(Window *window, int width, int height)
{
    const char *out = window->demo->options->out;
    window->shown++;
    if (out != NULL) {
        Image_Destroy(&window->last);
        window->last = readPicture(window, width, height);
        window->controls->failed = (Options_IsPattern(out) && !writeLast(window)) || window->controls->failed;
    }
}

static void drawPanel(Window *window)
{
    char fineness[96];
    KeepUp_Describe(&window->keepUp, fineness, (int)sizeof fineness);
    PanelAsks asks = {.fullScreen = isFullScreen(window), .keepsUp = window->keepUp.on, .fineness = fineness};
    Panel_Draw(window->panel, window->controls, &window->gauges, &asks);
    while (window->demo->options->api == HEADLESS_ES30 && window->gl.GetError() != GL_NO_ERROR) {
        // Dear ImGui asks OpenGL ES for a state that only OpenGL has.
    }
    setFullScreen(window, asks.fullScreen);
    window->takeShot = window->takeShot || asks.shot;
    window->panelAsked = window->panelAsked || asks.hide;
    if (asks.keepsUp != window->keepUp.on && KeepUp_Switch(&window->keepUp, asks.keepsUp)) {
        Gauges_ForgetFields(&window->gauges);
    }
}

static void draw(Window *window)
{
    InputSize size = readSize(window);
    int width = size.width, height = size.height;
    if (width < 1 || height < 1) {
        return; // minimised
    }
    int drawnWidth = width, drawnHeight = height;
    KeepUp_BeginDrawing(&window->keepUp, &window->gl, &drawnWidth, &drawnHeight);
    if (!Demo_Draw(window->demo, drawnWidth, drawnHeight)) {
        window->controls->failed = true;
    }
    KeepUp_EndDrawing(&window->keepUp, &window->gl, width, height);
    if (window->takeShot) {
        saveShot(window, width, height);
        window->takeShot = false;
    }
    addToFilm(window, width, height);
    keepPicture(window, width, height);
    if (window->panelShown) {
        drawPanel(window);
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
    char title[320], fineness[96];
    KeepUp_Describe(&window->keepUp, fineness, (int)sizeof fineness);
    snprintf(title, sizeof title, "fluid_demo: %s, %s, %s%s%s%s%s", demo->scene.info->name,
             tunableViews[Demo_GetView(demo)], fineness, showQuality ? ", " : "",
             showQuality ? tunableQualities[1 + (int)config->quality] : "", times,
             window->controls->paused ? ", paused" : "");
    glfwSetWindowTitle(window->handle, title);
    window->titleTime = now;
    window->titleFrames = 0;
}

static bool openWindow(Window *window)
{
    const Options *options = window->demo->options;
    if (options->api == HEADLESS_ES30) {
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
    char title[96];
    snprintf(title, sizeof title, "fluid_demo: %s", options->scene->name);
    window->handle = glfwCreateWindow(options->size.width, options->size.height, title, NULL, NULL);
    if (window->handle == NULL) {
        return false; // printError has said why
    }
    glfwSetWindowUserPointer(window->handle, window);
    glfwSetKeyCallback(window->handle, onKey);
    glfwSetScrollCallback(window->handle, onScroll);
    glfwSetCursorPosCallback(window->handle, onCursor);
    glfwSetMouseButtonCallback(window->handle, onButton);
    glfwMakeContextCurrent(window->handle);
    glfwSwapInterval(1);
    Loading_Watch(glfwGetProcAddress, goOn, window);
    if (!Demo_LoadGL(&window->gl, options->api == HEADLESS_ES30, Loading_GetProcAddress)) {
        return Complain("the GL functions could not be loaded");
    }
    showLoading(window); // until its first picture a window shows whatever was there before
    return true;
}

static Pointer readPointer(Window *window)
{
    GLFWwindow *handle = window->handle;
    // By the events, as the buttons are: the pointer may be elsewhere by now.
    Pointer pointer = {.x = window->cursorX, .y = window->cursorY};
    bool shift =
        glfwGetKey(handle, GLFW_KEY_LEFT_SHIFT) == GLFW_PRESS || glfwGetKey(handle, GLFW_KEY_RIGHT_SHIFT) == GLFW_PRESS;
    unsigned buttons = window->down | window->felt; // a click between two frames counts
    window->felt = 0;
    pointer.buttons = ((buttons >> GLFW_MOUSE_BUTTON_LEFT & 1u) != 0 ? POINTER_LEFT : 0u) |
                      ((buttons >> GLFW_MOUSE_BUTTON_RIGHT & 1u) != 0 ? POINTER_RIGHT : 0u) |
                      (shift ? POINTER_SHIFT : 0u);
    // What was pressed in the panel stays the panel's until it is let go, and a stroke goes on over the panel.
    bool held = (pointer.buttons & (POINTER_LEFT | POINTER_RIGHT)) != 0;
    window->panelHolds = window->panelHolds && held;
    if (held && window->down == 0) {
        // Let go since the last frame: the stroke ends there, wherever the pointer has gone.
        pointer.x = window->releasedX;
        pointer.y = window->releasedY;
    }
    if (window->panelHolds) {
        pointer.buttons = 0;
    }
    return pointer;
}

// One frame of a recording, at the pace of this display. The window follows its sizes.
static bool replayFrame(Window *window)
{
    const InputSize before = window->controls->size;
    if (!Controls_Replay(window->controls)) {
        return false;
    }
    const InputSize *now = &window->controls->size;
    if (now->windowWidth != before.windowWidth || now->windowHeight != before.windowHeight) {
        glfwSetWindowSize(window->handle, now->windowWidth, now->windowHeight);
    }
    return true;
}

// Once: whoever has no panel open should know it, too.
static void noteSlow(Window *window)
{
    if (!window->saidSlow && Gauges_AreSlow(&window->gauges) && !window->keepUp.on &&
        window->demo->scene.governor == NULL) {
        window->saidSlow = true;
        Complain("a frame takes %.0f ms here: --auto lowers the quality to keep up; a smaller --size or "
                 "--grid is faster, too",
                 (double)GaugePlot_GetMean(&window->gauges.frames, 60));
    }
}

static void keepUp(Window *window, float dt)
{
    InputSize size = readSize(window);
    bool rests = window->film.open || size.width < 1 || size.height < 1;
    if (KeepUp_Frame(&window->keepUp, window->controls, dt, size, rests)) {
        Gauges_ForgetFields(&window->gauges);
    }
}

static void printFineness(const Window *window)
{
    if (!window->keepUp.on || window->controls->fresh) {
        return; // nothing was shown
    }
    char fineness[96], pace[48] = "";
    KeepUp_Describe(&window->keepUp, fineness, (int)sizeof fineness);
    double measured_s = window->paceEnd - window->paceStart;
    if (measured_s >= PACE_LEAST_S) {
        snprintf(pace, sizeof pace, "%.1f frames a second, ", window->paceFrames / measured_s);
    }
    printf("fluid_demo: %s: %s%s, after %d changes\n", window->demo->scene.info->name, pace, fineness,
           window->keepUp.changes);
}

// Frames are counted since the last change of what they show.
static void measurePace(Window *window, bool timed)
{
    window->paceEnd = Demo_GetSeconds();
    window->paceFrames++;
    if (!timed || window->keepUp.since < KEEP_UP_SPARED) {
        window->paceStart = window->paceEnd;
        window->paceFrames = 0;
    }
}

// One frame, of `dt` seconds; `timed`: that is what the last one took. False: it was the last.
static bool runFrame(Window *window, float dt, bool timed)
{
    Controls *controls = window->controls;
    keepUp(window, dt);
    if (controls->fresh && !controls->failed) {
        prepare(window);
    }
    Pointer pointer = readPointer(window);
    if (controls->replay == NULL) {
        Controls_Resize(controls, readSize(window));
        Controls_Frame(controls, KeepUp_GetStep(&window->keepUp, dt), pointer);
    } else if (!replayFrame(window)) {
        return false;
    }
    if (!controls->failed) {
        GaugeWants wants = window->panelShown ? Panel_GetWants(window->panel) : (GaugeWants){.passes = false};
        Gauges_Update(&window->gauges, controls, timed ? dt : 0.0f, &pointer, wants);
        noteSlow(window);
    }
    bool fresh = controls->fresh;
    int opened = window->demo->opened;
    draw(window);
    controls->fresh = opened != window->demo->opened; // the panel may open a scene
    if (window->panelAsked) {
        showPanel(window, !window->panelShown);
        window->panelAsked = false;
    }
    window->loads = window->loads || fresh;
    return true;
}

static void loop(Window *window)
{
    Controls *controls = window->controls;
    int frames = window->demo->options->frames;
    double last = 0.0;
    bool timed = false; // frames that compile shaders take time that is not the scene's
    for (int frame = 0; frames < 0 || frame < frames; frame++) {
        window->frameTime = Demo_GetSeconds();
        window->loads = false;
        if (!controls->fresh) {
            Loading_Begin();
        }
        float dt = timed ? (float)(window->frameTime - last) : 1.0f / 60.0f;
        last = window->frameTime;
        takeEvents(window);
        if (controls->failed || glfwWindowShouldClose(window->handle) || !runFrame(window, dt, timed)) {
            return;
        }
        timed = !window->loads;
        measurePace(window, timed);
        setTitle(window);
    }
}

int Demo_RunWindow(Controls *controls)
{
    Demo *demo = controls->demo;
    Window window = {.demo = demo, .controls = controls};
    glfwSetErrorCallback(printError);
    if (!glfwInit()) {
        return 1;
    }
    int status = 1;
    demo->gl = &window.gl;
    const char *film = demo->options->record;
    if (openWindow(&window) && Demo_Open(demo, Loading_GetProcAddress, false)) {
        window.keepUp = KeepUp_Make(demo);
        window.panel = Panel_Create(window.handle, demo->options->api == HEADLESS_ES30);
        const Options *options = demo->options;
        int shorter = options->size.width < options->size.height ? options->size.width : options->size.height;
        showPanel(&window, !options->noPanel && options->replay == NULL && shorter >= PANEL_LEAST);
        int width = 0, height = 0;
        glfwGetFramebufferSize(window.handle, &width, &height);
        if (film == NULL || Film_Open(&window.film, film, width, height)) {
            loop(&window);
            status = endFilm(&window) && !controls->failed && !window.film.failed ? 0 : 1;
            bool wanted = options->out != NULL && !Options_IsPattern(options->out) && status == 0;
            status = wanted && !writeLast(&window) ? 1 : status;
        }
        printFineness(&window);
        KeepUp_Free(&window.keepUp, &window.gl);
        Image_Destroy(&window.last);
        Gauges_Close(&window.gauges);
        Panel_Destroy(window.panel);
        Demo_Close(demo);
    }
    if (window.handle != NULL) {
        glfwDestroyWindow(window.handle);
    }
    glfwTerminate();
    return status;
}
