/// A GL that draws nothing: a function table that gives out names, reports success, and keeps just enough state. It
/// counts objects, notices misused names, and fails a chosen call of a chosen kind. A test can make thousands of
/// devices in seconds. One context at a time; no real GL is needed.
#pragma once

#include <gpufluid/device.h>

/// A texture and a framebuffer of the host's, which always exist. The framebuffer is bound at first.
#define NULL_GL_HOST_TEXTURE 1
#define NULL_GL_HOST_FRAMEBUFFER 2

/// Kinds of calls that can fail.
typedef enum NullGlFault {
    NULL_GL_COMPILE,     ///< a shader does not compile
    NULL_GL_LINK,        ///< a program does not link
    NULL_GL_TEXTURE,     ///< glTexImage2D raises GL_OUT_OF_MEMORY
    NULL_GL_FRAMEBUFFER, ///< a framebuffer is unsupported
    NULL_GL_UPLOAD,      ///< glTexSubImage2D raises GL_OUT_OF_MEMORY
    NULL_GL_BUFFER,      ///< glBufferData raises GL_OUT_OF_MEMORY
    NULL_GL_MAP,         ///< glMapBufferRange returns null and raises GL_OUT_OF_MEMORY
    NULL_GL_READ,        ///< glReadPixels raises GL_OUT_OF_MEMORY
    NULL_GL_BLIT,        ///< glBlitFramebuffer raises GL_INVALID_OPERATION
    NULL_GL_FENCE,       ///< glFenceSync returns null
    NULL_GL_WAIT,        ///< glClientWaitSync returns GL_WAIT_FAILED
    NULL_GL_MEMORY,      ///< the allocator returns null
    NULL_GL_FAULTS
} NullGlFault;

/// A new context, OpenGL ES 3.0 or OpenGL 3.3, in which nothing fails.
void NullGl_Reset(bool es);

/// From now on the `call`-th call of this kind since NullGl_Reset fails and, if `lasting`, all after it. 0: none.
void NullGl_Fail(NullGlFault fault, int call, bool lasting);

/// Calls of this kind since NullGl_Reset.
int NullGl_GetCalls(NullGlFault fault);

/// For gfDeviceDef.
gfGLProc NullGl_GetProcAddress(const char *name);
gfAllocator NullGl_GetAllocator(void);

/// GL objects and blocks of memory that were made and not freed since NullGl_Reset; `what` gets a list of them.
int NullGl_GetLeft(char *what, size_t size);

/// The first misuse since NullGl_Reset: a name that was deleted twice or never made, a function that the library was
/// not known to call. Null: none.
const char *NullGl_GetMisuse(void);

/// The error that glGetError would return, which it clears.
unsigned NullGl_TakeError(void);

/// Remember the host's bindings and settings, and tell whether they are the same again.
void NullGl_KeepState(void);
bool NullGl_StateIsKept(void);
