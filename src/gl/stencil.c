#include "gl/stencil.h"

#include "gl/label.h"

#include <string.h>

#define BYTES_PER_TEXEL 4

static size_t bytesOf(const gfStencil *stencil)
{
    return (size_t)stencil->width * (size_t)stencil->height * BYTES_PER_TEXEL;
}

// Leaves bound what the host has bound.
static void allocateStencil(gfDevice *device, gfStencil *stencil)
{
    const GladGLContext *fn = &device->gl.fn;
    GLint bound = 0;
    fn->GetIntegerv(GL_RENDERBUFFER_BINDING, &bound);
    fn->GenRenderbuffers(1, &stencil->renderbuffer);
    fn->BindRenderbuffer(GL_RENDERBUFFER, stencil->renderbuffer);
    fn->RenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, stencil->width, stencil->height);
    gfLabel_Set(device, GF_LABEL_RENDERBUFFER, stencil->renderbuffer, "stencil", NULL);
    fn->BindRenderbuffer(GL_RENDERBUFFER, (GLuint)bound);
    device->counts.gpuBytes += bytesOf(stencil);
}

bool gfStencil_Create(gfDevice *device, gfStencil *stencil, const gfTexture *texture)
{
    *stencil = (gfStencil){.width = texture->width, .height = texture->height};
    if (gfDevice_IsNaming(device)) {
        return true;
    }
    gfDevice_DropHostErrors(device);
    allocateStencil(device, stencil);
    GLuint framebuffer = gfDevice_CheckGL(device, "making a stencil buffer")
                             ? gfFramebuffer_GetWithStencil(device, texture, stencil->renderbuffer)
                             : 0;
    if (framebuffer == 0) {
        gfStencil_Destroy(device, stencil);
        return false;
    }
    const GLint zero = 0;
    gfDevice_BindFramebuffer(device, GL_FRAMEBUFFER, framebuffer);
    gfDevice_SetStencil(device, &(gfStencilRule){GL_ALWAYS, 0, GL_KEEP, 0xff});
    gfDevice_SetStencil(device, NULL);
    gfDevice_SetScissor(device, NULL);
    device->gl.fn.ClearBufferiv(GL_STENCIL, 0, &zero);
    return true;
}

void gfStencil_Destroy(gfDevice *device, gfStencil *stencil)
{
    if (stencil->renderbuffer != 0) {
        gfFramebuffers_ForgetStencil(device, stencil->renderbuffer);
        if (!device->lost) {
            device->gl.fn.DeleteRenderbuffers(1, &stencil->renderbuffer);
        }
        device->counts.gpuBytes -= bytesOf(stencil);
    }
    memset(stencil, 0, sizeof *stencil);
}

bool gfStencil_Copy(gfDevice *device, const gfTexture *texture, const gfStencil *from, const gfStencil *to)
{
    const GladGLContext *fn = &device->gl.fn;
    GLuint read = gfFramebuffer_GetWithStencil(device, texture, from->renderbuffer);
    GLuint drawn = gfFramebuffer_GetWithStencil(device, texture, to->renderbuffer);
    if (read == 0 || drawn == 0 || gfDevice_IsNaming(device)) {
        return read != 0 && drawn != 0;
    }
    gfDevice_SetScissor(device, NULL);
    gfDevice_BindFramebuffer(device, GL_READ_FRAMEBUFFER, read);
    gfDevice_BindFramebuffer(device, GL_DRAW_FRAMEBUFFER, drawn);
    fn->BlitFramebuffer(0, 0, from->width, from->height, 0, 0, to->width, to->height, GL_STENCIL_BUFFER_BIT,
                        GL_NEAREST);
    return true;
}
