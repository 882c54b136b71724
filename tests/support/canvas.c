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

GLuint Canvas_MakeDepth(const Fixture *fixture, int side, float left, float right)
{
    GLuint texture = 0;
    float *depth = malloc((size_t)side * (size_t)side * sizeof *depth);
    assert_non_null(depth);
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
