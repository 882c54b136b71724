/// The demo's own few GL calls (framebuffer, clear, read-back), by glad.
#ifndef PLAYER_GL_H
#define PLAYER_GL_H

#include <glad/gl.h>
#include <gpufluid/gpufluid.h>

#include <stdbool.h>

/// Loads the functions of the context that is current. False if it is no GL 3.3 or ES 3.0.
bool Demo_LoadGL(GladGLContext *gl, bool es, GLADapiproc (*load)(const char *name));

/// Fills the viewport's framebuffer with the background that the scene is drawn on: the fluid's domain may have another
/// shape, and what is beside it should not stand out.
void Demo_ClearPicture(const GladGLContext *gl, const gfDrawDef *def);

/// How many frames the GPU may be behind the CPU.
#define PACE_FRAMES 4

/// Fences at the ends of the last frames. Zero: there was none yet.
typedef struct Pace {
    GLsync fences[PACE_FRAMES];
    int next;
} Pace;

/// Ends a frame, and waits until the GPU has ended the one that was PACE_FRAMES before it. Without a window nothing
/// else holds the CPU back, and a driver that is waited for some ten seconds in the end resets the context.
void Pace_EndFrame(Pace *pace, const GladGLContext *gl);
void Pace_Destroy(Pace *pace, const GladGLContext *gl);

#endif
