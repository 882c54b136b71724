/// A window that lives on while shaders are compiled: between the GL's calls that compile it can take events and show
/// how far it has come. The functions of the GL are wrapped for that, since a driver compiles where it likes: as a
/// program is linked, or, as Mesa's llvmpipe does, in the first draw call with it, many of which are in one step of a
/// fluid.
#ifndef DEMO_LOADING_H
#define DEMO_LOADING_H

#include <glad/gl.h>

#include <stdbool.h>

/// Watches the GL of the context that is current, whose functions `load` finds. `goOn` is called after each call of the
/// GL that may have compiled something. It may use the GL if it leaves the state as it was. There is one watch in a
/// program, for functions of the GL have no place for a user's pointer.
void Loading_Watch(GLADapiproc (*load)(const char *name), void (*goOn)(void *user), void *user);

/// Finds a function of the watched GL; to be given to those whose calls may compile.
GLADapiproc Loading_GetProcAddress(const char *name);

/// What is compiled counts from now on.
void Loading_Begin(void);

/// Programs that were drawn with for the first time since then.
int Loading_CountDrawn(void);

/// How far it has come, 0 to 1. Which programs a picture will need is not known before, so each adds a part of what is
/// left: the bar never stands, and is never full too early.
float Loading_GetShare(void);

/// Draws a bar that is full to this share, 0 to 1, before a dark ground, into the window of this size in pixels. Leaves
/// the GL's state as it was. False, having drawn nothing: not all colours can be written just now.
bool Loading_DrawBar(const GladGLContext *gl, int width, int height, float share);

#endif
