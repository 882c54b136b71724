/// A GL context without a window, from an EGL that is loaded at run time: for the demo's headless mode, the tests and
/// the bench. Not part of the library.
#ifndef SUPPORT_HEADLESS_H
#define SUPPORT_HEADLESS_H

#include <stdbool.h>

/// Which kind of context to ask for.
typedef enum HeadlessApi { HEADLESS_GL33, HEADLESS_ES30 } HeadlessApi;

typedef struct Headless Headless;

typedef void (*HeadlessProc)(void);

/// Makes a context of at least the API's version, debug context if `debug` and possible, current on this thread. Tries
/// each EGL device that is a GPU, the surfaceless platform, software devices, then the default display; GF_EGL in the
/// environment (device, surfaceless or default) allows one of them only. Several may exist. Null on failure, with a
/// line in `error`.
Headless *Headless_Create(HeadlessApi api, bool debug, char *error, int errorSize);

/// Makes it current again.
void Headless_MakeCurrent(Headless *headless);

/// Frees the context. EGL stays loaded. Null is allowed.
void Headless_Destroy(Headless *headless);

/// eglGetProcAddress, for gfDeviceDef.getProcAddress; valid once a Headless was made.
HeadlessProc Headless_GetProcAddress(const char *name);

/// "OpenGL 3.3 core" or "OpenGL ES 3.0", for messages.
const char *Headless_ApiName(HeadlessApi api);

#endif
