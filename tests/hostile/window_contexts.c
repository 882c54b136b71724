// Hosts with windows, by GLFW and SDL2, each by GLX and by EGL, that call the library in another context than the
// device's: one that shares its objects, one that does not, none, and one that was made after the device's had gone,
// maybe at the same address. Each call is refused, and no object of the other context is deleted. Writes a line for
// each host; a display is expected.
#define GLFW_INCLUDE_NONE
#include "gl/context.h" // before GLFW
#include <gpufluid/gpufluid.h>

#include <GLFW/glfw3.h>
#include <SDL.h>
#include <stdlib.h>

#define ROUNDS 8
#define OBJECTS 100

#define EXPECT(condition) ((condition) ? (void)0 : giveUp(#condition, __LINE__))

typedef struct Host {
    const char *name;
    void (*start)(bool egl);
    void *(*make)(bool shares); // a context, which becomes current and may share with the one that was
    void (*use)(void *context); // null: none
    void (*destroy)(void *context);
    void (*stop)(void);
    gfGetProcAddressFn load;
} Host;

static const char *trying;

static void giveUp(const char *condition, int line)
{
    const char *message = "";
    gfGetLastError(&message);
    fprintf(stderr, "window_contexts.c:%d: %s: not so: %s; the library's last error: %s\n", line, trying, condition,
            message);
    exit(1);
}

static void startGlfw(bool egl)
{
    EXPECT(glfwInit());
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_CONTEXT_CREATION_API, egl ? GLFW_EGL_CONTEXT_API : GLFW_NATIVE_CONTEXT_API);
}

static void *makeGlfw(bool shares)
{
    GLFWwindow *window = glfwCreateWindow(64, 64, "", NULL, shares ? glfwGetCurrentContext() : NULL);
    EXPECT(window != NULL);
    glfwMakeContextCurrent(window);
    return window;
}

static void useGlfw(void *context)
{
    glfwMakeContextCurrent(context);
}

static void destroyGlfw(void *context)
{
    glfwDestroyWindow(context);
}

static SDL_Window *sdlWindow;

static void startSdl(bool egl)
{
    SDL_SetHint(SDL_HINT_VIDEO_X11_FORCE_EGL, egl ? "1" : "0");
    EXPECT(SDL_Init(SDL_INIT_VIDEO) == 0);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    sdlWindow = SDL_CreateWindow("", 0, 0, 64, 64, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
    EXPECT(sdlWindow != NULL);
}

static void *makeSdl(bool shares)
{
    SDL_GL_SetAttribute(SDL_GL_SHARE_WITH_CURRENT_CONTEXT, shares);
    void *context = SDL_GL_CreateContext(sdlWindow);
    EXPECT(context != NULL);
    return context;
}

static void useSdl(void *context)
{
    EXPECT(SDL_GL_MakeCurrent(sdlWindow, context) == 0);
}

static void stopSdl(void)
{
    SDL_DestroyWindow(sdlWindow);
    SDL_Quit();
}

static gfGLProc loadSdl(const char *name)
{
    return (gfGLProc)(uintptr_t)SDL_GL_GetProcAddress(name);
}

// Textures and buffers of the context that is current.
typedef struct Objects {
    GladGLContext gl;
    GLuint textures[OBJECTS], buffers[OBJECTS];
} Objects;

static Objects makeObjects(const Host *host)
{
    Objects o;
    EXPECT(gladLoadGLContext(&o.gl, (GLADloadfunc)host->load) != 0);
    o.gl.GenTextures(OBJECTS, o.textures);
    o.gl.GenBuffers(OBJECTS, o.buffers);
    for (int i = 0; i < OBJECTS; i++) {
        o.gl.BindTexture(GL_TEXTURE_2D, o.textures[i]);
        o.gl.BindBuffer(GL_ARRAY_BUFFER, o.buffers[i]);
    }
    return o;
}

static void expectObjects(const Objects *o)
{
    int left = 0;
    for (int i = 0; i < OBJECTS; i++) {
        left += o->gl.IsTexture(o->textures[i]) && o->gl.IsBuffer(o->buffers[i]);
    }
    EXPECT(left == OBJECTS);
    EXPECT(o->gl.GetError() == GL_NO_ERROR);
}

static void expectRefused(bool done)
{
    EXPECT(!done);
    EXPECT(gfGetLastError(NULL) == GF_ERROR_WRONG_CONTEXT);
}

static gfDevice *makeDevice(const Host *host)
{
    gfDeviceDef def = gfDefaultDeviceDef();
    def.getProcAddress = host->load;
    gfDevice *device = gfCreateDevice(&def);
    EXPECT(device != NULL);
    return device;
}

static void tryOthers(const Host *host, gfFluid *fluid, void *own)
{
    for (int round = 0; round < ROUNDS; round++) {
        void *other = host->make(round % 2 == 1);
        Objects objects = makeObjects(host);
        expectRefused(gfFluid_StepOnce(fluid));
        expectObjects(&objects);
        host->destroy(other);
        host->use(NULL);
        expectRefused(gfFluid_StepOnce(fluid));
        host->use(own);
        EXPECT(gfFluid_StepOnce(fluid));
    }
}

// Returns in how many rounds the new context was where the old one had been.
static int tryNewContexts(const Host *host)
{
    int same = 0;
    for (int round = 0; round < ROUNDS; round++) {
        void *old = host->make(false);
        gfDevice *device = makeDevice(host);
        host->use(NULL);
        host->destroy(old);
        void *context = host->make(false);
        Objects objects = makeObjects(host);
        expectRefused(gfDevice_BeginFrame(device));
        gfDestroyDevice(device);
        EXPECT(gfGetLastError(NULL) == GF_ERROR_WRONG_CONTEXT);
        expectObjects(&objects);
        host->use(NULL);
        host->destroy(context);
        same += old == context;
    }
    return same;
}

static void tryHost(const Host *host, bool egl)
{
    trying = host->name;
    host->start(egl);
    void *context = host->make(false);
    gfDevice *device = makeDevice(host);
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_GAUSSIAN;
    def.gridWidth = def.gridHeight = 16;
    gfFluid *fluid = gfCreateFluid(device, &def);
    EXPECT(fluid != NULL && gfFluid_StepOnce(fluid));
    tryOthers(host, fluid, context);
    gfDestroyDevice(device);
    host->use(NULL);
    host->destroy(context);
    int same = tryNewContexts(host);
    printf("%s, %s: %d steps and %d frames refused, %d new contexts at the old one's address\n", host->name,
           egl ? "EGL" : "GLX", 2 * ROUNDS, ROUNDS, same);
    host->stop();
}

int main(void)
{
    const Host hosts[] = {
        {"GLFW", startGlfw, makeGlfw, useGlfw, destroyGlfw, glfwTerminate, glfwGetProcAddress},
        {"SDL2", startSdl, makeSdl, useSdl, SDL_GL_DeleteContext, stopSdl, loadSdl},
    };
    for (int i = 0; i < 4; i++) {
        tryHost(&hosts[i / 2], i % 2 == 1);
    }
    return 0;
}
