/// Contexts beside the fixture's, on its display.
#pragma once

#include "support/fixture.h"

typedef enum ContextKind {
    CONTEXT_NONE,          ///< no context at all
    CONTEXT_OTHER,         ///< with objects of its own
    CONTEXT_SHARED,        ///< with textures, buffers and programs of the fixture's
    CONTEXT_COMPATIBILITY, ///< OpenGL 3.3 with all that core has removed
} ContextKind;

typedef struct Context {
    ContextKind kind;
    void *context;
    GladGLContext gl; ///< empty for CONTEXT_NONE
} Context;

/// Makes a context; the fixture's must be current, and stays so. False: EGL gives no such context.
bool Context_Make(Context *context, ContextKind kind);
void Context_Free(Context *context);

/// Makes a CONTEXT_OTHER; fails the test on error.
Context Context_MakeOther(void);

/// Makes a context current; CONTEXT_NONE: no context.
void Context_MakeCurrent(const Context *context);

/// Makes the fixture's context current again.
void Context_Leave(const Fixture *fixture);
