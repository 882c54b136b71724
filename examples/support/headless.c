#include "support/headless.h"

#define EGL_EGL_PROTOTYPES 0
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef EGL_PLATFORM_SURFACELESS_MESA
#define EGL_PLATFORM_SURFACELESS_MESA 0x31DD
#endif

#define DEVICE_MAX 16

// Every EGL function that is used: pointer type, field, whether EGL 1.4 has it.
#define EGL_FUNCTIONS(X)                                             \
    X(PFNEGLGETPROCADDRESSPROC, GetProcAddress, true)                \
    X(PFNEGLGETERRORPROC, GetError, true)                            \
    X(PFNEGLGETDISPLAYPROC, GetDisplay, true)                        \
    X(PFNEGLINITIALIZEPROC, Initialize, true)                        \
    X(PFNEGLQUERYSTRINGPROC, QueryString, true)                      \
    X(PFNEGLBINDAPIPROC, BindAPI, true)                              \
    X(PFNEGLCHOOSECONFIGPROC, ChooseConfig, true)                    \
    X(PFNEGLCREATECONTEXTPROC, CreateContext, true)                  \
    X(PFNEGLDESTROYCONTEXTPROC, DestroyContext, true)                \
    X(PFNEGLCREATEPBUFFERSURFACEPROC, CreatePbufferSurface, true)    \
    X(PFNEGLDESTROYSURFACEPROC, DestroySurface, true)                \
    X(PFNEGLMAKECURRENTPROC, MakeCurrent, true)                      \
    X(PFNEGLGETCURRENTCONTEXTPROC, GetCurrentContext, true)          \
    X(PFNEGLGETPLATFORMDISPLAYEXTPROC, GetPlatformDisplayEXT, false) \
    X(PFNEGLQUERYDEVICESEXTPROC, QueryDevicesEXT, false)             \
    X(PFNEGLQUERYDEVICESTRINGEXTPROC, QueryDeviceStringEXT, false)

// Loaded once and kept, with the displays that were initialized: drivers do not stand being unloaded and loaded again,
// and a leak checker could not tell whose an unloaded driver's leaks are.
typedef struct Egl {
    void *library;
#define DECLARE(type, name, required) type name;
    EGL_FUNCTIONS(DECLARE)
#undef DECLARE
} Egl;

static Egl egl;

struct Headless {
    HeadlessApi api;
    EGLDisplay display;
    EGLSurface surface;
    EGLContext context;
};

// What is wanted, and where to say why it cannot be had.
typedef struct Attempt {
    HeadlessApi api;
    bool debug;
    char *error;
    int errorSize;
} Attempt;

// Adds "place: reason" to the error line.
static void addError(const Attempt *attempt, const char *format, ...)
{
    if (attempt->error == NULL || attempt->errorSize <= 0) {
        return;
    }
    size_t size = (size_t)attempt->errorSize;
    size_t used = strlen(attempt->error);
    if (used > 0 && used + 3 < size) {
        memcpy(attempt->error + used, "; ", 3);
        used += 2;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(attempt->error + used, size - used, format, arguments);
    va_end(arguments);
}

static bool hasWord(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; at != NULL && (at = strstr(at, word)) != NULL; at += length) {
        bool starts = at == list || at[-1] == ' ';
        if (starts && (at[length] == ' ' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

static HeadlessProc findSymbol(void *library, const char *name)
{
    HeadlessProc function = NULL;
    void *symbol = dlsym(library, name);
    memcpy(&function, &symbol, sizeof function); // C has no cast from an object pointer to a function pointer
    return function;
}

static bool loadFunctions(void)
{
    static const char *const names[] = {"libEGL.so.1", "libEGL.so"};
    for (int i = 0; i < 2 && egl.library == NULL; i++) {
        egl.library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    }
    if (egl.library == NULL) {
        return false;
    }
    bool complete = true;
#define LOAD(type, name, required)                         \
    egl.name = (type)findSymbol(egl.library, "egl" #name); \
    if (egl.name == NULL && egl.GetProcAddress != NULL) {  \
        egl.name = (type)egl.GetProcAddress("egl" #name);  \
    }                                                      \
    complete = complete && (egl.name != NULL || !(required));
    EGL_FUNCTIONS(LOAD)
#undef LOAD
    return complete;
}

static bool loadEgl(const Attempt *attempt)
{
    if (egl.library != NULL || loadFunctions()) {
        return true;
    }
    addError(attempt, egl.library == NULL ? "libEGL.so.1 cannot be loaded" : "libEGL lacks functions of EGL 1.4");
    if (egl.library != NULL) {
        dlclose(egl.library);
    }
    memset(&egl, 0, sizeof egl);
    return false;
}

static bool bindApi(HeadlessApi api)
{
    return egl.BindAPI(api == HEADLESS_ES30 ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
}

// What a context can be that not every EGL makes.
typedef struct Wishes {
    bool debug, robust; // robust: tells when the GPU was reset, in EGL 1.5
} Wishes;

static EGLContext createContext(EGLDisplay display, EGLConfig config, HeadlessApi api, Wishes wishes, bool egl15)
{
    EGLint attributes[16];
    int count = 0;
    attributes[count++] = EGL_CONTEXT_MAJOR_VERSION; // the same numbers as in EGL_KHR_create_context
    attributes[count++] = 3;
    attributes[count++] = EGL_CONTEXT_MINOR_VERSION;
    attributes[count++] = api == HEADLESS_ES30 ? 0 : 3;
    if (api == HEADLESS_GL33) {
        attributes[count++] = EGL_CONTEXT_OPENGL_PROFILE_MASK;
        attributes[count++] = EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT;
    }
    if (wishes.robust) {
        attributes[count++] = EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY;
        attributes[count++] = EGL_LOSE_CONTEXT_ON_RESET;
    }
    if (wishes.debug) {
        attributes[count++] = egl15 ? EGL_CONTEXT_OPENGL_DEBUG : EGL_CONTEXT_FLAGS_KHR;
        attributes[count++] = egl15 ? EGL_TRUE : EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR;
    }
    attributes[count] = EGL_NONE;
    EGLContext context = egl.CreateContext(display, config, EGL_NO_CONTEXT, attributes);
    if (context != EGL_NO_CONTEXT || !(wishes.robust || wishes.debug)) {
        return context;
    }
    return createContext(display, config, api, (Wishes){.debug = wishes.debug && wishes.robust}, egl15);
}

static bool chooseConfig(EGLDisplay display, HeadlessApi api, EGLConfig *config)
{
    // clang-format off
    const EGLint attributes[] = {
        EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
        EGL_RENDERABLE_TYPE, api == HEADLESS_ES30 ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT,
        EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8,
        EGL_NONE,
    };
    // clang-format on
    EGLint count = 0;
    return egl.ChooseConfig(display, attributes, config, 1, &count) && count > 0;
}

// The context, and a surface where the display demands one. False, with nothing left behind, when it cannot be made.
static bool createOnDisplay(Headless *headless, const Attempt *attempt, const char *place, bool egl15)
{
    EGLDisplay display = headless->display;
    const char *extensions = egl.QueryString(display, EGL_EXTENSIONS);
    bool surfaceless = hasWord(extensions, "EGL_KHR_surfaceless_context");
    bool configless = surfaceless && hasWord(extensions, "EGL_KHR_no_config_context");

    EGLConfig config = EGL_NO_CONFIG_KHR;
    if (!bindApi(headless->api)) {
        addError(attempt, "%s: no %s", place, Headless_ApiName(headless->api));
        return false;
    }
    if (!configless && !chooseConfig(display, headless->api, &config)) {
        addError(attempt, "%s: no config for %s", place, Headless_ApiName(headless->api));
        return false;
    }
    headless->context =
        createContext(display, config, headless->api, (Wishes){.debug = attempt->debug, .robust = egl15}, egl15);
    if (headless->context == EGL_NO_CONTEXT) {
        addError(attempt, "%s: no %s context (EGL error 0x%04x)", place, Headless_ApiName(headless->api),
                 (unsigned)egl.GetError());
        return false;
    }
    if (!surfaceless) {
        const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
        headless->surface = egl.CreatePbufferSurface(display, config, size);
    }
    if ((surfaceless || headless->surface != EGL_NO_SURFACE) &&
        egl.MakeCurrent(display, headless->surface, headless->surface, headless->context)) {
        return true;
    }
    addError(attempt, "%s: the context cannot be made current (EGL error 0x%04x)", place, (unsigned)egl.GetError());
    if (headless->surface != EGL_NO_SURFACE) {
        egl.DestroySurface(display, headless->surface);
        headless->surface = EGL_NO_SURFACE;
    }
    egl.DestroyContext(display, headless->context);
    headless->context = EGL_NO_CONTEXT;
    return false;
}

static bool tryDisplay(Headless *headless, const Attempt *attempt, const char *place, EGLDisplay display)
{
    EGLint major = 0;
    EGLint minor = 0;
    if (display == EGL_NO_DISPLAY || !egl.Initialize(display, &major, &minor)) {
        addError(attempt, "%s: no display (EGL error 0x%04x)", place, (unsigned)egl.GetError());
        return false;
    }
    headless->display = display;
    return createOnDisplay(headless, attempt, place, major > 1 || minor >= 5);
}

static bool trySurfaceless(Headless *headless, const Attempt *attempt, const char *clientExtensions)
{
    if (!hasWord(clientExtensions, "EGL_MESA_platform_surfaceless") || egl.GetPlatformDisplayEXT == NULL) {
        addError(attempt, "surfaceless: no such platform");
        return false;
    }
    EGLDisplay display = egl.GetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    return tryDisplay(headless, attempt, "surfaceless", display);
}

// Tries the devices that are (or are not) drawn by the CPU.
static bool tryDevices(Headless *headless, const Attempt *attempt, const char *clientExtensions, bool software)
{
    EGLDeviceEXT devices[DEVICE_MAX];
    EGLint count = 0;
    if (!hasWord(clientExtensions, "EGL_EXT_platform_device") || egl.GetPlatformDisplayEXT == NULL ||
        egl.QueryDevicesEXT == NULL || !egl.QueryDevicesEXT(DEVICE_MAX, devices, &count)) {
        if (software) {
            addError(attempt, "devices: no such platform");
        }
        return false;
    }
    for (EGLint i = 0; i < count; i++) {
        const char *extensions = NULL;
        if (egl.QueryDeviceStringEXT != NULL) {
            extensions = egl.QueryDeviceStringEXT(devices[i], EGL_EXTENSIONS);
        }
        if (hasWord(extensions, "EGL_MESA_device_software") != software) {
            continue;
        }
        char place[32];
        snprintf(place, sizeof place, "device %d", (int)i);
        EGLDisplay display = egl.GetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL);
        if (tryDisplay(headless, attempt, place, display)) {
            return true;
        }
    }
    return false;
}

// A GPU before software, and a platform without windows before the default display. GF_EGL in the environment
// (surfaceless, device or default) allows one platform only.
static bool tryPlatforms(Headless *headless, const Attempt *attempt)
{
    const char *forced = getenv("GF_EGL");
    bool any = forced == NULL || forced[0] == '\0';
    bool device = any || strcmp(forced, "device") == 0;
    bool surfaceless = any || strcmp(forced, "surfaceless") == 0;
    bool defaultDisplay = any || strcmp(forced, "default") == 0;
    if (!device && !surfaceless && !defaultDisplay) {
        addError(attempt, "GF_EGL is '%s', not surfaceless, device or default", forced);
        return false;
    }
    const char *client = egl.QueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    return (device && tryDevices(headless, attempt, client, false)) ||
           (surfaceless && trySurfaceless(headless, attempt, client)) ||
           (device && tryDevices(headless, attempt, client, true)) ||
           (defaultDisplay && tryDisplay(headless, attempt, "default", egl.GetDisplay(EGL_DEFAULT_DISPLAY)));
}

Headless *Headless_Create(HeadlessApi api, bool debug, char *error, int errorSize)
{
    const Attempt attempt = {api, debug, error, errorSize};
    if (error != NULL && errorSize > 0) {
        error[0] = '\0';
    }
    Headless *headless = calloc(1, sizeof *headless);
    if (headless == NULL) {
        addError(&attempt, "out of memory");
        return NULL;
    }
    headless->api = api;
    headless->surface = EGL_NO_SURFACE;
    headless->context = EGL_NO_CONTEXT;
    if (!loadEgl(&attempt) || !tryPlatforms(headless, &attempt)) {
        free(headless);
        return NULL;
    }
    if (error != NULL && errorSize > 0) {
        error[0] = '\0'; // of platforms that failed before one did not
    }
    return headless;
}

void Headless_MakeCurrent(Headless *headless)
{
    bindApi(headless->api);
    egl.MakeCurrent(headless->display, headless->surface, headless->surface, headless->context);
}

void Headless_Destroy(Headless *headless)
{
    if (headless == NULL) {
        return;
    }
    bindApi(headless->api);
    if (egl.GetCurrentContext() == headless->context) {
        egl.MakeCurrent(headless->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    }
    if (headless->surface != EGL_NO_SURFACE) {
        egl.DestroySurface(headless->display, headless->surface);
    }
    egl.DestroyContext(headless->display, headless->context);
    free(headless);
}

HeadlessProc Headless_GetProcAddress(const char *name)
{
    return egl.GetProcAddress != NULL ? egl.GetProcAddress(name) : NULL;
}

const char *Headless_ApiName(HeadlessApi api)
{
    return api == HEADLESS_ES30 ? "OpenGL ES 3.0" : "OpenGL 3.3 core";
}
