#include "gl/texture.h"

#include "gl/pass.h"

#include <stdio.h>

// Names from this one on, larger than any of the GL, are made up in dry runs for textures without a GL object.
#define GF_PHANTOM_TEXTURE 0x80000000u

static void labelTexture(gfDevice *device, const gfTexture *texture)
{
    char part[96];
    bool sided = texture->side != NULL;
    if (device->labelOwner == NULL && !sided) {
        gfLabel_Set(device, GF_LABEL_TEXTURE, texture->id, texture->name, NULL);
        return;
    }
    const char *owner = device->labelOwner != NULL ? device->labelOwner : texture->name;
    snprintf(part, sizeof part, "%s%s%s", device->labelOwner != NULL ? texture->name : "",
             device->labelOwner != NULL && sided ? " " : "", sided ? texture->side : "");
    gfLabel_Set(device, GF_LABEL_TEXTURE, texture->id, owner, part);
}

// What a texture is to be. `side`: "read" or "write" for one of a gfPair, else null.
typedef struct TexturePlan {
    gfFormat format;
    int width, height;
    const char *name, *side;
} TexturePlan;

// Makes a texture without a framebuffer. Its texels are `values`, or undefined if `values` is null.
static bool allocateTexture(gfDevice *device, gfTexture *texture, const TexturePlan *plan, const void *values)
{
    const int width = plan->width, height = plan->height;
    gfGL *gl = &device->gl;
    memset(texture, 0, sizeof *texture);
    const gfTexture sized = {.width = width, .height = height, .atlas = device->atlas};
    int fullWidth = gfTexture_FullWidth(&sized), fullHeight = gfTexture_FullHeight(&sized);
    GF_REQUIRE(&device->core, width >= 1 && height >= 1 && gfMax(fullWidth, fullHeight) <= gl->maxTextureSize,
               OUT_OF_RANGE, "a %d x %d texture is needed and the context allows 1 to %d a side", fullWidth, fullHeight,
               gl->maxTextureSize);
    gfFormat format = gfGL_ChooseFormat(gl, plan->format);
    GF_REQUIRE(&device->core, format != GF_FORMAT_COUNT, FRAMEBUFFER, "the context renders to nothing like %s",
               gl->formats[plan->format].name);

    const gfFormatInfo *info = &gl->formats[format];
    *texture = sized;
    texture->format = format;
    texture->side = plan->side;
    texture->name = gfLabel_OfExpression(plan->name);
    if (gfDevice_IsNaming(device)) {
        texture->id = GF_PHANTOM_TEXTURE + device->phantoms++;
        return true;
    }
    gfDevice_DropHostErrors(device);
    gl->fn.GenTextures(1, &texture->id);
    gfDevice_BindToChange(device, texture->id);
    gl->fn.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl->fn.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl->fn.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    gl->fn.TexImage2D(GL_TEXTURE_2D, 0, (GLint)info->internalFormat, fullWidth, fullHeight, 0, info->format, info->type,
                      values);
    labelTexture(device, texture);
    device->counts.textures++;
    device->counts.gpuBytes += gfTexture_Bytes(device, texture);
    bool made = gfDevice_CheckGL(device, "making a texture");
    if (!made) {
        gfTexture_Destroy(device, texture);
    }
    return made;
}

static bool createTexture(gfDevice *device, gfTexture *texture, const TexturePlan *plan)
{
    GF_TRY(allocateTexture(device, texture, plan, NULL));
    if (!gfFramebuffer_Warm(device, (const gfTexture *const[]){texture}, 1)) {
        gfTexture_Destroy(device, texture);
        return false;
    }
    gfTexture_Clear(device, texture, (const float[4]){0.0f});
    return true;
}

bool gfTexture_CreateNamed(gfDevice *device, gfTexture *texture, gfFormat wanted, int width, int height,
                           const char *name)
{
    return createTexture(device, texture, &(TexturePlan){wanted, width, height, name, NULL});
}

bool gfTexture_CreateTable(gfDevice *device, gfTexture *texture, int width, int height, const char *name)
{
    void *zeros = gfAlloc(&device->core, (size_t)width * (size_t)height * 4 * sizeof(float));
    const TexturePlan plan = {GF_FORMAT_RGBA32F, width, height, name, NULL};
    const gfAtlas atlas = device->atlas;
    device->atlas = (gfAtlas){0}; // even between gfDevice_BeginAtlas and _EndAtlas a table is no atlas
    bool made = zeros != NULL && allocateTexture(device, texture, &plan, zeros);
    device->atlas = atlas;
    gfFree(&device->core, zeros);
    return made;
}

bool gfTexture_FitNamed(gfDevice *device, gfTexture *texture, gfFormat wanted, int width, int height, const char *name)
{
    if (texture->width == width && texture->height == height) {
        return true;
    }
    gfTexture_Destroy(device, texture);
    return gfTexture_CreateNamed(device, texture, wanted, width, height, name);
}

void gfTexture_Destroy(gfDevice *device, gfTexture *texture)
{
    if (texture->id != 0 && texture->id < GF_PHANTOM_TEXTURE) {
        gfFramebuffers_DeleteTexture(device, texture->id, gfTexture_Bytes(device, texture));
    }
    memset(texture, 0, sizeof *texture);
}

void gfTextures_Destroy(gfDevice *device, gfTexture *const *textures)
{
    for (; *textures != NULL; textures++) {
        gfTexture_Destroy(device, *textures);
    }
}

void gfTexture_Clear(gfDevice *device, const gfTexture *texture, const float values[4])
{
    const GladGLContext *fn = &device->gl.fn;
    GLuint framebuffer = gfFramebuffer_Get(device, texture, 0);
    if (framebuffer == 0 || gfDevice_IsNaming(device)) {
        return;
    }
    gfDevice_BindFramebuffer(device, GL_FRAMEBUFFER, framebuffer);
    gfDevice_SetScissor(device, NULL);
    if (gfFormat_IsInteger(&device->gl.formats[texture->format])) {
        const GLuint whole[4] = {(GLuint)values[0], (GLuint)values[1], (GLuint)values[2], (GLuint)values[3]};
        fn->ClearBufferuiv(GL_COLOR, 0, whole);
    } else {
        fn->ClearBufferfv(GL_COLOR, 0, values);
    }
}

bool gfTexture_Upload(gfDevice *device, const gfTexture *texture, const void *values)
{
    return gfTexture_UploadPart(device, texture, &(gfRegion){0, 0, texture->width, texture->height}, values);
}

bool gfTexture_UploadPart(gfDevice *device, const gfTexture *texture, const gfRegion *part, const void *values)
{
    const gfFormatInfo *info = &device->gl.formats[texture->format];
    if (gfDevice_IsNaming(device)) {
        return true;
    }
    gfDevice_DropErrorsInStep(device);
    gfDevice_BindToChange(device, texture->id);
    device->gl.fn.TexSubImage2D(GL_TEXTURE_2D, 0, part->x, part->y, part->width, part->height, info->format, info->type,
                                values);
    return gfDevice_CheckInStep(device, "uploading to a texture");
}

size_t gfTexture_Bytes(const gfDevice *device, const gfTexture *texture)
{
    return (size_t)gfTexture_FullWidth(texture) * (size_t)gfTexture_FullHeight(texture) *
           (size_t)device->gl.formats[texture->format].bytes;
}

bool gfPair_CreateNamed(gfDevice *device, gfPair *pair, gfFormat wanted, int width, int height, const char *name)
{
    memset(pair, 0, sizeof *pair);
    bool made = createTexture(device, &pair->read, &(TexturePlan){wanted, width, height, name, "read"}) &&
                createTexture(device, &pair->write, &(TexturePlan){wanted, width, height, name, "write"});
    if (!made) {
        gfPair_Destroy(device, pair);
    }
    return made;
}

void gfPair_Destroy(gfDevice *device, gfPair *pair)
{
    gfTexture_Destroy(device, &pair->read);
    gfTexture_Destroy(device, &pair->write);
}

void gfPair_Clear(gfDevice *device, const gfPair *pair, const float values[4])
{
    gfTexture_Clear(device, &pair->read, values);
    gfTexture_Clear(device, &pair->write, values);
}

void gfPair_Swap(gfPair *pair)
{
    gfTexture read = pair->read;
    pair->read = pair->write;
    pair->write = read;
}
