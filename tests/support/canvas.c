#include "support/canvas.h"

Canvas Canvas_Make(const Fixture *fixture, int width, int height)
{
    const GladGLContext *gl = &fixture->gl;
    Canvas canvas = {.width = width, .height = height};
    gl->GenRenderbuffers(1, &canvas.renderbuffer);
    gl->BindRenderbuffer(GL_RENDERBUFFER, canvas.renderbuffer);
    gl->RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    gl->GenFramebuffers(1, &canvas.framebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, canvas.renderbuffer);
    assert_int_equal(gl->CheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
    gl->Viewport(0, 0, width, height);
    return canvas;
}

void Canvas_Free(const Fixture *fixture, Canvas *canvas)
{
    const GladGLContext *gl = &fixture->gl;
    gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl->DeleteFramebuffers(1, &canvas->framebuffer);
    gl->DeleteRenderbuffers(1, &canvas->renderbuffer);
    *canvas = (Canvas){0};
}

void Canvas_Read(const Fixture *fixture, const Canvas *canvas, uint8_t *pixels)
{
    fixture->gl.PixelStorei(GL_PACK_ALIGNMENT, 4);
    fixture->gl.ReadPixels(0, 0, canvas->width, canvas->height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}

void Canvas_FillGrey(const Fixture *fixture)
{
    const float grey = 128.0f / 255.0f;
    fixture->gl.ClearColor(grey, grey, grey, 1.0f);
    fixture->gl.Clear(GL_COLOR_BUFFER_BIT);
}

bool Canvas_IsChanged(const uint8_t *pixel)
{
    return abs(pixel[0] - 128) > 2 || abs(pixel[1] - 128) > 2 || abs(pixel[2] - 128) > 2;
}

int Canvas_CountChanged(const uint8_t *pixels, int count)
{
    int changed = 0;
    for (int i = 0; i < count; i++) {
        changed += Canvas_IsChanged(pixels + 4 * i);
    }
    return changed;
}

void Canvas_ExpectRightHalf(const uint8_t *pixels, int side, int whole)
{
    int halves[2] = {0, 0};
    for (int i = 0; i < side * side; i++) {
        halves[i % side < side / 2 ? 0 : 1] += Canvas_IsChanged(pixels + 4 * i);
    }
    assert_int_equal(halves[0], 0);
    assert_true(halves[1] > 2 * whole / 5 && halves[1] < 3 * whole / 5);
}

GLuint Canvas_MakeDepth(const Fixture *fixture, int side, float left, float right)
{
    GLuint texture = 0;
    float *depth = MADE(malloc((size_t)side * (size_t)side * sizeof *depth));
    for (int i = 0; i < side * side; i++) {
        depth[i] = i % side < side / 2 ? left : right;
    }
    fixture->gl.GenTextures(1, &texture);
    fixture->gl.BindTexture(GL_TEXTURE_2D, texture);
    fixture->gl.TexImage2D(GL_TEXTURE_2D, 0, GL_R32F, side, side, 0, GL_RED, GL_FLOAT, depth);
    fixture->gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    free(depth);
    return texture;
}
