#include "canvas.h"

void Canvas_Free(Canvas *canvas, const GladGLContext *gl)
{
    if (canvas->framebuffer != 0) {
        gl->DeleteFramebuffers(1, &canvas->framebuffer);
        gl->DeleteTextures(1, &canvas->texture);
    }
    *canvas = (Canvas){0};
}

static bool make(Canvas *canvas, const GladGLContext *gl, int width, int height)
{
    GLint bound = 0;
    gl->GetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    gl->GenTextures(1, &canvas->texture);
    gl->BindTexture(GL_TEXTURE_2D, canvas->texture);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR); // it has no smaller pictures
    gl->BindTexture(GL_TEXTURE_2D, (GLuint)bound);
    gl->GenFramebuffers(1, &canvas->framebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, canvas->framebuffer);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, canvas->texture, 0);
    canvas->width = width;
    canvas->height = height;
    return gl->CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

bool Canvas_Begin(Canvas *canvas, const GladGLContext *gl, int width, int height)
{
    if (canvas->framebuffer != 0 && (canvas->width != width || canvas->height != height)) {
        Canvas_Free(canvas, gl);
    }
    if (canvas->framebuffer == 0 && !make(canvas, gl, width, height)) {
        Canvas_Free(canvas, gl);
        gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
        return false;
    }
    gl->BindFramebuffer(GL_FRAMEBUFFER, canvas->framebuffer);
    gl->Viewport(0, 0, width, height);
    return true;
}

void Canvas_End(const Canvas *canvas, const GladGLContext *gl, int width, int height)
{
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, canvas->framebuffer);
    gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    gl->BlitFramebuffer(0, 0, canvas->width, canvas->height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl->Viewport(0, 0, width, height);
}
