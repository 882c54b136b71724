#define EGL_EGL_PROTOTYPES 0
#define EGL_NO_X11
#include <EGL/egl.h> // before glad, which has a platform header of its own
#include <EGL/eglext.h>

#include "support/contexts.h"

#define EGL(type, name) ((type)Headless_GetProcAddress(name))

static EGLDisplay display;

static EGLContext create(ContextKind kind, EGLContext share, bool robust)
{
    EGLint attributes[10] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION};
    bool es = Fixture_Api() == HEADLESS_ES30 && kind != CONTEXT_COMPATIBILITY;
    int count = 3;
    attributes[count++] = es ? 0 : 3;
    if (!es) {
        attributes[count++] = EGL_CONTEXT_OPENGL_PROFILE_MASK;
        attributes[count++] = kind == CONTEXT_COMPATIBILITY ? EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT
                                                            : EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT;
    }
    if (robust) {
        attributes[count++] = EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY;
        attributes[count++] = EGL_LOSE_CONTEXT_ON_RESET;
    }
    attributes[count] = EGL_NONE;
    EGL(PFNEGLBINDAPIPROC, "eglBindAPI")(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
    return EGL(PFNEGLCREATECONTEXTPROC, "eglCreateContext")(display, EGL_NO_CONFIG_KHR, share, attributes);
}

// Contexts share their objects only if they are told of resets in the same way: as Headless_Create asks where it can.
static EGLContext createSharing(EGLContext fixture)
{
    EGLContext context = create(CONTEXT_SHARED, fixture, true);
    return context != EGL_NO_CONTEXT ? context : create(CONTEXT_SHARED, fixture, false);
}

static GLADapiproc loadProc(void *user, const char *name)
{
    (void)user;
    return Headless_GetProcAddress(name);
}

bool Context_Make(Context *context, ContextKind kind)
{
    *context = (Context){.kind = kind};
    display = EGL(PFNEGLGETCURRENTDISPLAYPROC, "eglGetCurrentDisplay")();
    EGLContext fixture = MADE(EGL(PFNEGLGETCURRENTCONTEXTPROC, "eglGetCurrentContext")());
    if (kind == CONTEXT_NONE) {
        return true;
    }
    bool es = Fixture_Api() == HEADLESS_ES30;
    context->context = kind == CONTEXT_SHARED ? createSharing(fixture) : create(kind, EGL_NO_CONTEXT, false);
    if (context->context != EGL_NO_CONTEXT) {
        Context_MakeCurrent(context);
        int loaded = es && kind != CONTEXT_COMPATIBILITY ? gladLoadGLES2ContextUserPtr(&context->gl, loadProc, NULL)
                                                         : gladLoadGLContextUserPtr(&context->gl, loadProc, NULL);
        assert_int_not_equal(loaded, 0);
    }
    EGL(PFNEGLBINDAPIPROC, "eglBindAPI")(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
    EGL(PFNEGLMAKECURRENTPROC, "eglMakeCurrent")(display, EGL_NO_SURFACE, EGL_NO_SURFACE, fixture);
    return context->context != EGL_NO_CONTEXT;
}

Context Context_MakeOther(void)
{
    Context context;
    assert_true(Context_Make(&context, CONTEXT_OTHER));
    return context;
}

void Context_Free(Context *context)
{
    if (context->context != NULL) {
        EGL(PFNEGLDESTROYCONTEXTPROC, "eglDestroyContext")(display, context->context);
    }
    *context = (Context){0};
}

void Context_MakeCurrent(const Context *context)
{
    EGLContext which = context->context != NULL ? context->context : EGL_NO_CONTEXT;
    bool es = Fixture_Api() == HEADLESS_ES30 && context->kind != CONTEXT_COMPATIBILITY;
    EGL(PFNEGLBINDAPIPROC, "eglBindAPI")(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
    assert_true(EGL(PFNEGLMAKECURRENTPROC, "eglMakeCurrent")(display, EGL_NO_SURFACE, EGL_NO_SURFACE, which));
}

void Context_Leave(const Fixture *fixture)
{
    Headless_MakeCurrent(fixture->headless);
}
