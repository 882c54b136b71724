#define EGL_EGL_PROTOTYPES 0
#define EGL_NO_X11
#include <EGL/egl.h> // before glad, which has a platform header of its own
#include <EGL/eglext.h>

#include "support/contexts.h"

#define EGL(type, name) ((type)Headless_GetProcAddress(name))

static EGLDisplay display;

static EGLContext create(ContextKind kind, EGLContext share)
{
    EGLint attributes[8] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, EGL_NONE};
    bool es = Fixture_Api() == HEADLESS_ES30 && kind != CONTEXT_COMPATIBILITY;
    attributes[3] = es ? 0 : 3;
    attributes[4] = es ? EGL_NONE : EGL_CONTEXT_OPENGL_PROFILE_MASK;
    attributes[5] = kind == CONTEXT_COMPATIBILITY ? EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT
                                                  : EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT;
    attributes[6] = EGL_NONE;
    EGL(PFNEGLBINDAPIPROC, "eglBindAPI")(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
    return EGL(PFNEGLCREATECONTEXTPROC, "eglCreateContext")(display, EGL_NO_CONFIG_KHR, share, attributes);
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
    EGLContext fixture = EGL(PFNEGLGETCURRENTCONTEXTPROC, "eglGetCurrentContext")();
    assert_non_null(fixture);
    if (kind == CONTEXT_NONE) {
        return true;
    }
    bool es = Fixture_Api() == HEADLESS_ES30;
    context->context = create(kind, kind == CONTEXT_SHARED ? fixture : EGL_NO_CONTEXT);
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
