#include "target.h"

#include <string.h>

bool gfTexture_Create(gfDevice *device, gfTexture *texture, gfFormat wanted, int width, int height)
{
    gfGL *gl = &device->gl;
    memset(texture, 0, sizeof *texture);
    GF_REQUIRE(&device->core, width >= 1 && height >= 1 && gfMax(width, height) <= gl->maxTextureSize, OUT_OF_RANGE,
               "a %d x %d texture is needed and the context allows 1 to %d a side", width, height, gl->maxTextureSize);
    gfFormat format = gfGL_ChooseFormat(gl, wanted);
    GF_REQUIRE(&device->core, format != GF_FORMAT_COUNT, FRAMEBUFFER, "the context renders to nothing like %s",
               gl->formats[wanted].name);

    const gfFormatInfo *info = &gl->formats[format];
    texture->format = format;
    texture->width = width;
    texture->height = height;
    gfDevice_DropHostErrors(device);
    gl->fn.GenTextures(1, &texture->id);
    gl->fn.ActiveTexture(GL_TEXTURE0);
    gl->fn.BindTexture(GL_TEXTURE_2D, texture->id);
    gl->fn.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl->fn.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl->fn.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    gl->fn.TexImage2D(GL_TEXTURE_2D, 0, (GLint)info->internalFormat, width, height, 0, info->format, info->type, NULL);
    device->counts.textures++;
    device->counts.gpuBytes += gfTexture_Bytes(device, texture);
    if (!gfDevice_CheckGL(device, "making a texture")) {
        goto error;
    }
    return true;

error:
    gfTexture_Destroy(device, texture);
    return false;
}

bool gfTexture_Upload(gfDevice *device, const gfTexture *texture, const void *values)
{
    const gfFormatInfo *info = &device->gl.formats[texture->format];
    gfDevice_DropHostErrors(device);
    device->gl.fn.ActiveTexture(GL_TEXTURE0);
    device->gl.fn.BindTexture(GL_TEXTURE_2D, texture->id);
    device->gl.fn.TexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, texture->width, texture->height, info->format, info->type,
                                values);
    return gfDevice_CheckGL(device, "filling a texture");
}

void gfTexture_Destroy(gfDevice *device, gfTexture *texture)
{
    if (texture->id != 0) {
        device->gl.fn.DeleteTextures(1, &texture->id);
        device->counts.textures--;
        device->counts.gpuBytes -= gfTexture_Bytes(device, texture);
    }
    memset(texture, 0, sizeof *texture);
}

size_t gfTexture_Bytes(const gfDevice *device, const gfTexture *texture)
{
    return (size_t)texture->width * (size_t)texture->height * (size_t)device->gl.formats[texture->format].bytes;
}

bool gfTarget_Create(gfDevice *device, gfTarget *target, const gfTexture *textures, int count)
{
    static const GLenum buffers[GF_ATTACHMENTS_MAX] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2,
                                                       GL_COLOR_ATTACHMENT3};
    const GladGLContext *fn = &device->gl.fn;
    target->count = count;
    target->width = textures[0].width;
    target->height = textures[0].height;
    fn->GenFramebuffers(1, &target->framebuffer);
    device->counts.framebuffers++;
    fn->BindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    for (int i = 0; i < count; i++) {
        fn->FramebufferTexture2D(GL_FRAMEBUFFER, buffers[i], GL_TEXTURE_2D, textures[i].id, 0);
    }
    fn->DrawBuffers(count, buffers);
    GLenum status = fn->CheckFramebufferStatus(GL_FRAMEBUFFER);
    GF_REQUIRE(&device->core, status == GL_FRAMEBUFFER_COMPLETE, FRAMEBUFFER,
               "a framebuffer of %d x %s, %d x %d, is incomplete (0x%04x)", count,
               device->gl.formats[textures[0].format].name, target->width, target->height, status);
    return true;

error:
    gfTarget_Destroy(device, target);
    return false;
}

void gfTarget_Destroy(gfDevice *device, gfTarget *target)
{
    if (target->framebuffer != 0) {
        device->gl.fn.DeleteFramebuffers(1, &target->framebuffer);
        device->counts.framebuffers--;
    }
    memset(target, 0, sizeof *target);
}

void gfTarget_Clear(gfDevice *device, const gfTarget *target, int attachment, const float values[4])
{
    device->gl.fn.BindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    gfGLState_SetScissor(&device->gl, false, 0, 0, target->width, target->height);
    device->gl.fn.ClearBufferfv(GL_COLOR, attachment, values);
}

bool gfPingPong_Create(gfDevice *device, gfPingPong *pair, const gfFormat *wanted, int count, int width, int height)
{
    static const float zero[4] = {0};
    memset(pair, 0, sizeof *pair);
    pair->count = count;
    for (int i = 0; i < count; i++) {
        if (!gfTexture_Create(device, &pair->read[i], wanted[i], width, height) ||
            !gfTexture_Create(device, &pair->write[i], wanted[i], width, height)) {
            goto error;
        }
    }
    if (!gfTarget_Create(device, &pair->readTarget, pair->read, count) ||
        !gfTarget_Create(device, &pair->writeTarget, pair->write, count)) {
        goto error;
    }
    for (int i = 0; i < count; i++) {
        gfPingPong_Clear(device, pair, i, zero);
    }
    return true;

error:
    gfPingPong_Destroy(device, pair);
    return false;
}

void gfPingPong_Destroy(gfDevice *device, gfPingPong *pair)
{
    gfTarget_Destroy(device, &pair->readTarget);
    gfTarget_Destroy(device, &pair->writeTarget);
    for (int i = 0; i < pair->count; i++) {
        gfTexture_Destroy(device, &pair->read[i]);
        gfTexture_Destroy(device, &pair->write[i]);
    }
    pair->count = 0;
}

void gfPingPong_Clear(gfDevice *device, const gfPingPong *pair, int index, const float values[4])
{
    gfTarget_Clear(device, &pair->readTarget, index, values);
    gfTarget_Clear(device, &pair->writeTarget, index, values);
}

void gfPingPong_Swap(gfPingPong *pair)
{
    gfPingPong old = *pair;
    memcpy(pair->read, old.write, sizeof pair->read);
    memcpy(pair->write, old.read, sizeof pair->write);
    pair->readTarget = old.writeTarget;
    pair->writeTarget = old.readTarget;
}
