/// More contexts beside the fixture's, on its display: another one, one that shares its objects, a compatibility one.
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

/// Made while the fixture's context is current, which stays so. False: EGL gives no such context.
bool Context_Make(Context *context, ContextKind kind);
void Context_Free(Context *context);

/// A CONTEXT_OTHER; fails the test if there is none.
Context Context_MakeOther(void);

/// Makes it current; of CONTEXT_NONE, none.
void Context_MakeCurrent(const Context *context);

/// Makes the fixture's current again.
void Context_Leave(const Fixture *fixture);
