/// A framebuffer of the host's, to draw into.
#pragma once

#include "support/fixture.h"

typedef struct Canvas {
    GLuint framebuffer, renderbuffer; ///< RGBA8
    int width, height;
} Canvas;

/// Makes and binds a framebuffer, and sets its viewport; fails the test if it is incomplete.
Canvas Canvas_Make(const Fixture *fixture, int width, int height);

/// Destroys the framebuffer and binds the default one.
void Canvas_Free(const Fixture *fixture, Canvas *canvas);

/// Reads the picture, width * height * 4 bytes, first row at the bottom.
void Canvas_Read(const Fixture *fixture, const Canvas *canvas, uint8_t *pixels);

/// Fill the picture with a grey of 128; tell whether a pixel has changed since, or count those that have.
void Canvas_FillGrey(const Fixture *fixture);
bool Canvas_IsChanged(const uint8_t *pixel);
int Canvas_CountChanged(const uint8_t *pixels, int count);

/// Fails the test unless the left half of a square picture is still grey, and about whole / 2 pixels of the right half
/// have changed.
void Canvas_ExpectRightHalf(const uint8_t *pixels, int side, int whole);

/// Makes a texture of depths, R32F, side x side texels: `left` in the left half, `right` in the other.
GLuint Canvas_MakeDepth(const Fixture *fixture, int side, float left, float right);
