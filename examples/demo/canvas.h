/// A picture of the demo's own that the scene is drawn into, smaller than the window, and scaled up to it.
#ifndef DEMO_CANVAS_H
#define DEMO_CANVAS_H

#include "player/gl.h"

/// All zero: there is none yet.
typedef struct Canvas {
    GLuint framebuffer, texture;
    int width, height;
} Canvas;

/// Binds it with this size, with a viewport of all of it. False where the GL cannot: what was bound is bound again.
bool Canvas_Begin(Canvas *canvas, const GladGLContext *gl, int width, int height);

/// Shows it, smoothly scaled, in the lower left `width` x `height` pixels of the window, whose framebuffer is bound
/// then.
void Canvas_End(const Canvas *canvas, const GladGLContext *gl, int width, int height);

void Canvas_Free(Canvas *canvas, const GladGLContext *gl);

#endif
