/// A picture without a window, for examples that are about something else: an OpenGL ES 3.0 context of Headless, and a
/// framebuffer that is bound in it. Not part of the library.
#ifndef SUPPORT_OFFSCREEN_H
#define SUPPORT_OFFSCREEN_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Offscreen Offscreen;

/// Makes the context current, and binds a framebuffer of this size (8 bits a channel, viewport set). Null on failure,
/// with a line on standard error.
Offscreen *Offscreen_Create(int width, int height);

/// Frees all of it. Null is allowed.
void Offscreen_Destroy(Offscreen *offscreen);

/// For gfDeviceDef.getProcAddress.
void (*Offscreen_GetProcAddress(const char *name))(void);

/// Fills a rectangle of pixels (0, 0: lower left) with an opaque colour.
void Offscreen_Fill(Offscreen *offscreen, int x, int y, int width, int height, const float color[3]);

/// Writes what the framebuffer holds as a PNG; waits for the GPU. False with a line on standard error.
bool Offscreen_Save(Offscreen *offscreen, const char *path);

#ifdef __cplusplus
}
#endif
#endif
