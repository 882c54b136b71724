/// A picture that a scene is drawn into: in place of a window's, or smaller than that and scaled up to it.
#ifndef PLAYER_CANVAS_H
#define PLAYER_CANVAS_H

#include "gl.h"

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
