/// A loader between the library and the GL that counts the calls of a step or a frame, and can leave them out, so that
/// what is left is the library's own time. One for the whole program, as a loader is told nothing but a name.
#ifndef SUPPORT_COUNTED_GL_H
#define SUPPORT_COUNTED_GL_H

#include <gpufluid/device.h>

typedef enum CountedGlMode {
    COUNTED_GL_ALL,     ///< every call is made
    COUNTED_GL_TELLING, ///< calls that change or draw something do nothing; those that tell of the state are made
    COUNTED_GL_NOTHING, ///< no call of a step does anything: the state is told as 0
} CountedGlMode;

/// For gfDeviceDef.getProcAddress.
gfGLProc CountedGl_GetProcAddress(const char *name);

/// Counts from 0 again.
void CountedGl_Start(CountedGlMode mode);
int CountedGl_GetCalls(void);
int CountedGl_GetDraws(void); ///< those of them that draw
int CountedGl_GetBinds(void); ///< those of them that bind a framebuffer

#endif
