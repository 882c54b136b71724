/// A framebuffer of the host's to draw into.
#pragma once

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

/// A grey of 128 all over, and whether a pixel is another by now, or how many are.
void Canvas_FillGrey(const Fixture *fixture);
bool Canvas_IsChanged(const uint8_t *pixel);
int Canvas_CountChanged(const uint8_t *pixels, int count);

/// Fails the test unless of a square picture the left half is that grey, and of the right half changed what would be
/// half of this number.
void Canvas_ExpectRightHalf(const uint8_t *pixels, int side, int whole);

/// A picture of depths, R32F, of side x side texels: `left` in its left half, `right` in the other.
GLuint Canvas_MakeDepth(const Fixture *fixture, int side, float left, float right);
