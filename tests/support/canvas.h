/// A framebuffer of the host's to draw into.
#ifndef SUPPORT_CANVAS_H
#define SUPPORT_CANVAS_H

#include "support/fixture.h"

typedef struct Canvas {
    GLuint framebuffer, renderbuffer; ///< RGBA8
    int width, height;
} Canvas;

/// Made and bound, its viewport set; fails the test if it is incomplete.
Canvas Canvas_Make(const Fixture *fixture, int width, int height);

/// Afterwards the default framebuffer is bound.
void Canvas_Free(const Fixture *fixture, Canvas *canvas);

/// width * height * 4 bytes of what was drawn, first row at the bottom.
void Canvas_Read(const Fixture *fixture, const Canvas *canvas, uint8_t *pixels);

/// A picture of depths, R32F, of side x side texels: `left` in its left half, `right` in the other.
GLuint Canvas_MakeDepth(const Fixture *fixture, int side, float left, float right);

#endif
