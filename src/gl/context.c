#include "gl/context.h"

#include <stdio.h>

static const gfFormatInfo formatTable[GF_FORMAT_COUNT] = {
    [GF_FORMAT_R16F] = {"R16F", GL_R16F, GL_RED, GL_FLOAT, 1, 2, false, false},
    [GF_FORMAT_RG16F] = {"RG16F", GL_RG16F, GL_RG, GL_FLOAT, 2, 4, false, false},
    [GF_FORMAT_RGBA16F] = {"RGBA16F", GL_RGBA16F, GL_RGBA, GL_FLOAT, 4, 8, false, false},
    [GF_FORMAT_R32F] = {"R32F", GL_R32F, GL_RED, GL_FLOAT, 1, 4, false, false},
    [GF_FORMAT_RG32F] = {"RG32F", GL_RG32F, GL_RG, GL_FLOAT, 2, 8, false, false},
    [GF_FORMAT_RGBA32F] = {"RGBA32F", GL_RGBA32F, GL_RGBA, GL_FLOAT, 4, 16, false, false},
    [GF_FORMAT_RG8] = {"RG8", GL_RG8, GL_RG, GL_UNSIGNED_BYTE, 2, 2, true, true},
    [GF_FORMAT_RGBA8] = {"RGBA8", GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4, 4, true, true},
    [GF_FORMAT_R8UI] = {"R8UI", GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, 1, 1, true, false},
    [GF_FORMAT_R32UI] = {"R32UI", GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, 1, 4, true, false},
    [GF_FORMAT_RG32UI] = {"RG32UI", GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT, 2, 8, true, false},
    [GF_FORMAT_RGBA32UI] = {"RGBA32UI", GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 4, 16, true, false},
};

static gfGLProc findProc(const gfLoader *loader, const char *name)
{
    return loader->withoutUser != NULL ? loader->withoutUser(name) : loader->withUser(name, loader->user);
}

static GLADapiproc findGladProc(void *loader, const char *name)
{
    return findProc(loader, name);
}

static void loadOther(const gfLoader *loader, const char *name, void *function)
{
    gfGLProc proc = findProc(loader, name);
    memcpy(function, &proc, sizeof proc);
}

// Loads gfIndexedGL. The context's version tells which functions it has, as a loader may return stubs for others.
static void loadIndexed(gfGL *gl, const gfLoader *loader)
{
    gfIndexedGL *i = &gl->indexed;
    bool masks = gfGL_IsES(gl) ? gl->version >= 32 : true;
    bool blend = gfGL_IsES(gl) ? gl->version >= 32 : gl->version >= 40;
    bool viewports = !gfGL_IsES(gl) && gl->version >= 41;
    if (masks) {
        loadOther(loader, "glEnablei", &i->Enablei);
        loadOther(loader, "glDisablei", &i->Disablei);
        loadOther(loader, "glIsEnabledi", &i->IsEnabledi);
        loadOther(loader, "glGetBooleani_v", &i->GetBooleani_v);
        loadOther(loader, "glColorMaski", &i->ColorMaski);
        loadOther(loader, "glGetIntegeri_v", &i->GetIntegeri_v);
        if (i->Enablei && i->Disablei && i->IsEnabledi && i->GetBooleani_v && i->ColorMaski && i->GetIntegeri_v) {
            i->drawBuffers = gl->maxDrawBuffers;
        }
    }
    if (blend && i->drawBuffers > 0) {
        loadOther(loader, "glBlendFuncSeparatei", &i->BlendFuncSeparatei);
        loadOther(loader, "glBlendEquationSeparatei", &i->BlendEquationSeparatei);
        i->blend = i->BlendFuncSeparatei && i->BlendEquationSeparatei;
    }
    if (viewports && i->drawBuffers > 0) {
        loadOther(loader, "glViewportIndexedfv", &i->ViewportIndexedfv);
        loadOther(loader, "glScissorIndexedv", &i->ScissorIndexedv);
        loadOther(loader, "glGetFloati_v", &i->GetFloati_v);
        loadOther(loader, "glDepthRangeIndexed", &i->DepthRangeIndexed);
        loadOther(loader, "glGetDoublei_v", &i->GetDoublei_v);
        i->depthRange = i->DepthRangeIndexed && i->GetDoublei_v;
        if (i->ViewportIndexedfv && i->ScissorIndexedv && i->GetFloati_v) {
            gl->fn.GetIntegerv(0x825B /* GL_MAX_VIEWPORTS */, &i->viewports);
        }
    }
}

static bool hasExtension(const gfGL *gl, const char *name)
{
    GLint count = 0;
    bool found = false;
    gl->fn.GetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count && !found; i++) {
        const char *extension = (const char *)gl->fn.GetStringi(GL_EXTENSIONS, (GLuint)i);
        found = extension != NULL && strcmp(extension, name) == 0;
    }
    return found;
}

// Finds the platform's function that returns the current context (GLX, EGL or WGL). A loader may return stubs for other
// platforms, as glXGetProcAddress does for EGL's functions; then it finds a made-up name of the platform, too.
// Platforms without stubs come first. Of one with stubs the function is taken if it answers unlike the made-up one.
static void loadCurrent(gfGL *gl, const gfLoader *loader)
{
    static const struct {
        const char *name, *nobodys;
    } platforms[] = {{"glXGetCurrentContext", "glXGetNobodysContext"},
                     {"eglGetCurrentContext", "eglGetNobodysContext"},
                     {"wglGetCurrentContext", "wglGetNobodysContext"}};
    for (int i = 0; i < 2 * GF_COUNT(platforms) && gl->getCurrent == NULL; i++) {
        bool stubs = i >= GF_COUNT(platforms);
        void *(GLAD_API_PTR * ask)(void);
        void *(GLAD_API_PTR * stub)(void);
        loadOther(loader, platforms[i % GF_COUNT(platforms)].name, &ask);
        loadOther(loader, platforms[i % GF_COUNT(platforms)].nobodys, &stub);
        if (ask != NULL && (stub != NULL) == stubs) {
            void *answer = ask();
            if (answer != NULL && (stub == NULL || stub() != answer)) {
                gl->getCurrent = ask;
            }
        }
    }
}

static void loadResetStatus(gfGL *gl, const gfLoader *loader)
{
    bool core = gfGL_IsES(gl) ? gl->version >= 32 : gl->version >= 45;
    const char *name = core                                    ? "glGetGraphicsResetStatus"
                       : hasExtension(gl, "GL_KHR_robustness") ? "glGetGraphicsResetStatusKHR"
                       : hasExtension(gl, "GL_ARB_robustness") ? "glGetGraphicsResetStatusARB"
                       : hasExtension(gl, "GL_EXT_robustness") ? "glGetGraphicsResetStatusEXT"
                                                               : NULL;
    gfGLProc proc = name != NULL ? findProc(loader, name) : NULL;
    memcpy(&gl->getResetStatus, &proc, sizeof proc);
}

static void loadLabels(gfGL *gl, const gfLoader *loader)
{
    if (gfGL_IsES(gl) ? gl->version >= 32 : gl->version >= 43 || hasExtension(gl, "GL_KHR_debug")) {
        loadOther(loader, "glObjectLabel", &gl->objectLabel);
    } else if (gfGL_IsES(gl) && hasExtension(gl, "GL_KHR_debug")) {
        loadOther(loader, "glObjectLabelKHR", &gl->objectLabel);
    } else if (hasExtension(gl, "GL_EXT_debug_label")) {
        loadOther(loader, "glLabelObjectEXT", &gl->labelObject);
    }
}

// Loads glTextureBarrier on desktops only: on tiled GPUs of phones it is slow, as it writes the drawn tile to memory.
static void loadTextureBarrier(gfGL *gl, const gfLoader *loader)
{
    if (gfGL_IsES(gl)) {
        return;
    }
    if (gl->version >= 45 || hasExtension(gl, "GL_ARB_texture_barrier")) {
        loadOther(loader, "glTextureBarrier", &gl->textureBarrier);
    } else if (hasExtension(gl, "GL_NV_texture_barrier")) {
        loadOther(loader, "glTextureBarrierNV", &gl->textureBarrier);
    }
}

// NVIDIA's driver compiles in parallel only once the number of threads was set: this sets it to what it is. If it is 0,
// the host wants none, and it stays. gfLock is held as the driver (580.159) crashes if two threads set it at once.
static void startCompilers(gfGL *gl, const gfLoader *loader, const char *name)
{
    GLint threads = 0;
    void(GLAD_API_PTR * setThreads)(GLuint count) = NULL;
    loadOther(loader, name, &setThreads);
    gl->fn.GetIntegerv(0x91B0 /* GL_MAX_SHADER_COMPILER_THREADS_KHR */, &threads);
    if (setThreads != NULL && threads != 0) {
        gfLock();
        setThreads((GLuint)threads);
        gfUnlock();
    }
}

static void loadBinaries(gfGL *gl, const gfLoader *loader)
{
    if (!gfGL_IsWebGL(gl) && (gfGL_IsES(gl) || gl->version >= 41 || hasExtension(gl, "GL_ARB_get_program_binary"))) {
        loadOther(loader, "glGetProgramBinary", &gl->getProgramBinary);
        loadOther(loader, "glProgramBinary", &gl->programBinary);
        loadOther(loader, "glProgramParameteri", &gl->programParameteri);
        if (gl->getProgramBinary != NULL && gl->programBinary != NULL) {
            gl->fn.GetIntegerv(0x87FE /* GL_NUM_PROGRAM_BINARY_FORMATS */, &gl->binaryFormats);
        }
    }
    bool khr = hasExtension(gl, "GL_KHR_parallel_shader_compile");
    gl->parallelCompile = khr || hasExtension(gl, "GL_ARB_parallel_shader_compile");
    if (gl->parallelCompile && !gfGL_IsWebGL(gl)) {
        startCompilers(gl, loader, khr ? "glMaxShaderCompilerThreadsKHR" : "glMaxShaderCompilerThreadsARB");
    }
}

// Finds out whether the context has a compatibility profile. If its driver reports none, GL_ARB_compatibility tells.
static void loadCompatibility(gfGL *gl, const gfLoader *loader)
{
    GLint profile = 0;
    if (gfGL_IsES(gl)) {
        return;
    }
    gl->fn.GetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
    gl->compatibility =
        profile != 0 ? (profile & GL_CONTEXT_COMPATIBILITY_PROFILE_BIT) != 0 : hasExtension(gl, "GL_ARB_compatibility");
    if (gfGL_IsCompatibility(gl)) {
        loadOther(loader, "glPixelTransferf", &gl->pixelTransferf);
        loadOther(loader, "glMatrixMode", &gl->matrixMode);
        loadOther(loader, "glLoadMatrixf", &gl->loadMatrixf);
        gl->imaging = gl->matrixMode != NULL && gl->loadMatrixf != NULL && hasExtension(gl, "GL_ARB_imaging");
    }
}

static const char *findGatherHeader(const gfGL *gl)
{
    if (gfGL_IsES(gl)) {
        return gl->version >= 31 ? "#version 310 es\n" : NULL;
    }
    if (gl->version >= 40) {
        return "#version 400 core\n";
    }
    bool has = hasExtension(gl, "GL_ARB_texture_gather") && hasExtension(gl, "GL_ARB_gpu_shader5");
    return has ? "#version 330 core\n#extension GL_ARB_texture_gather : require\n"
                 "#extension GL_ARB_gpu_shader5 : require\n"
               : NULL;
}

// Returns whether the name of a renderer is one of those that run on the CPU: Mesa's, Chrome's and Windows'.
static bool isSoftware(const char *renderer)
{
    static const char *const names[] = {"llvmpipe", "softpipe", "SwiftShader", "Basic Render Driver"};
    bool found = false;
    for (int i = 0; i < GF_COUNT(names); i++) {
        found = found || strstr(renderer, names[i]) != NULL;
    }
    return found;
}

#ifdef __EMSCRIPTEN__
#include <emscripten/html5_webgl.h>

// Declared here, as Emscripten's loaders do not find glGetBufferSubData by name.
extern void emscripten_glGetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void *data);
#endif

// Returns the name of the GPU, for messages. Browsers hide it from GL_RENDERER and tell it by an extension.
static const char *findRendererName(const gfGL *gl)
{
    GLenum name = GL_RENDERER;
#ifdef __EMSCRIPTEN__
    const GLenum unmasked = 0x9246;
    if (emscripten_webgl_enable_extension(emscripten_webgl_get_current_context(), "WEBGL_debug_renderer_info")) {
        name = unmasked;
    }
#endif
    const char *found = (const char *)gl->fn.GetString(name);
    return found != NULL ? found : "unknown";
}

static void loadWebGL(gfGL *gl, const gfLoader *loader)
{
    loadOther(loader, "glGetBufferSubData", &gl->getBufferSubData);
#ifdef __EMSCRIPTEN__
    gl->getBufferSubData = emscripten_glGetBufferSubData;
#endif
    // glad knows time queries of ES by another extension than browsers have, so it has not loaded this function.
    if (hasExtension(gl, "GL_EXT_disjoint_timer_query_webgl2")) {
        loadOther(loader, "glGetQueryObjectui64vEXT", &gl->fn.GetQueryObjectui64vEXT);
    }
}

// The end of two messages: without a current context a loader finds no function, or a glGetString that returns null.
#define MAKE_CURRENT \
    "one is expected: glfwMakeContextCurrent, SDL_GL_MakeCurrent, eglMakeCurrent or the like comes first"

bool gfGL_Load(gfGL *gl, gfCore *core, const gfLoader *loader)
{
    memset(gl, 0, sizeof *gl);
    memcpy(gl->formats, formatTable, sizeof formatTable);
    gfGLProc getStringProc = findProc(loader, "glGetString");
    GF_REQUIRE(core, getStringProc != NULL, NO_CONTEXT,
               "no GL context is current on this thread, or the loader knows no GL (it does not find "
               "glGetString); " MAKE_CURRENT);
    PFNGLGETSTRINGPROC getString = (PFNGLGETSTRINGPROC)getStringProc;
    const char *version = (const char *)getString(GL_VERSION);
    GF_REQUIRE(core, version != NULL, NO_CONTEXT, "no GL context is current on this thread; " MAKE_CURRENT);

    gl->es = strncmp(version, "OpenGL ES", 9) == 0;
    gfLoader gladLoader = *loader; // glad's user pointer is not const
    int loaded = gfGL_IsES(gl) ? gladLoadGLES2ContextUserPtr(&gl->fn, findGladProc, &gladLoader)
                               : gladLoadGLContextUserPtr(&gl->fn, findGladProc, &gladLoader);
    gl->version = GLAD_VERSION_MAJOR(loaded) * 10 + GLAD_VERSION_MINOR(loaded);
    int least = gfGL_IsES(gl) ? 30 : 33;
    GF_REQUIRE(core, gl->version >= least, NO_CONTEXT, "the context is %s; OpenGL 3.3 or OpenGL ES 3.0 is the least",
               version);

    gl->webgl = gfGL_IsES(gl) && strstr(version, "WebGL") != NULL;
    if (gfGL_IsWebGL(gl)) {
        loadWebGL(gl, loader);
        GF_REQUIRE(core, gl->getBufferSubData != NULL, NO_CONTEXT,
                   "the loader does not know glGetBufferSubData, which stands for WebGL's getBufferSubData");
    }
    const GladGLContext *fn = &gl->fn;
    snprintf(gl->renderer, sizeof gl->renderer, "%s, %s%s", findRendererName(gl), gfGL_IsES(gl) ? "" : "OpenGL ",
             version);
    fn->GetIntegerv(GL_MAX_TEXTURE_SIZE, &gl->maxTextureSize);
    fn->GetIntegerv(GL_MAX_DRAW_BUFFERS, &gl->maxDrawBuffers);
    GLfloat pointSizes[2] = {1.0f, 1.0f};
    fn->GetFloatv(gfGL_IsES(gl) ? GL_ALIASED_POINT_SIZE_RANGE : GL_POINT_SIZE_RANGE, pointSizes);
    gl->maxPointSize = (int)fmaxf(1.0f, fminf(pointSizes[1], 1e6f));
    loadCompatibility(gl, loader);
    if (!GF_ONLY_WEBGL) {
        loadIndexed(gl, loader);
        loadResetStatus(gl, loader);
        loadLabels(gl, loader);
    }
    loadCurrent(gl, loader);
    loadTextureBarrier(gl, loader);
    loadBinaries(gl, loader);
    gl->gatherHeader = findGatherHeader(gl);
    gl->software = isSoftware(gl->renderer);
    gl->timeQueries = !gfGL_IsES(gl) || fn->GetQueryObjectui64vEXT != NULL; // ES has time queries by an extension
    gl->controlsSrgb = !gfGL_IsES(gl) || hasExtension(gl, "GL_EXT_sRGB_write_control");
    gl->blendsFloats = !gfGL_IsES(gl) || hasExtension(gl, "GL_EXT_float_blend");
    gl->transformFeedbackQuery = gfGL_IsES(gl) || gl->version >= 40 || fn->ARB_transform_feedback2;
    return true;
}

gfFormat gfGL_ChooseFormat(const gfGL *gl, gfFormat wanted)
{
    static const gfFormat order[][7] = {
        [GF_FORMAT_R16F] = {GF_FORMAT_R16F, GF_FORMAT_RG16F, GF_FORMAT_RGBA16F, GF_FORMAT_R32F, GF_FORMAT_RG32F,
                            GF_FORMAT_RGBA32F, GF_FORMAT_COUNT},
        [GF_FORMAT_RG16F] = {GF_FORMAT_RG16F, GF_FORMAT_RGBA16F, GF_FORMAT_RG32F, GF_FORMAT_RGBA32F, GF_FORMAT_COUNT},
        [GF_FORMAT_RGBA16F] = {GF_FORMAT_RGBA16F, GF_FORMAT_RGBA32F, GF_FORMAT_COUNT},
        [GF_FORMAT_R32F] = {GF_FORMAT_R32F, GF_FORMAT_RG32F, GF_FORMAT_RGBA32F, GF_FORMAT_R16F, GF_FORMAT_RG16F,
                            GF_FORMAT_RGBA16F, GF_FORMAT_COUNT},
        [GF_FORMAT_RG32F] = {GF_FORMAT_RG32F, GF_FORMAT_RGBA32F, GF_FORMAT_RG16F, GF_FORMAT_RGBA16F, GF_FORMAT_COUNT},
        [GF_FORMAT_RGBA32F] = {GF_FORMAT_RGBA32F, GF_FORMAT_RGBA16F, GF_FORMAT_COUNT},
    };
    int i = 0;
    if (wanted > GF_FORMAT_RGBA32F) { // bytes and integers are renderable everywhere
        return wanted;
    }
    while (order[wanted][i] != GF_FORMAT_COUNT && !gl->formats[order[wanted][i]].renderable) {
        i++;
    }
    return order[wanted][i];
}
