#include "gl/framebuffer.h"

#include "gl/pass.h"

#include <stdio.h>
#include <stdlib.h>

// --- depth -----------------------------------------------------------------------------------------------------------

// Returns the bytes of a depth buffer or of a depth and stencil buffer: both have four a texel.
static size_t depthBytes(int width, int height)
{
    return (size_t)width * (size_t)height * 4;
}

bool gfDepth_Fit(gfDevice *device, gfDepth *depth, int width, int height)
{
    const GladGLContext *fn = &device->gl.fn;
    int most = device->gl.maxTextureSize;
    if (depth->id != 0 && depth->width == width && depth->height == height) {
        return true;
    }
    gfDepth_Destroy(device, depth);
    GF_REQUIRE(&device->core, width >= 1 && height >= 1 && gfMax(width, height) <= most, OUT_OF_RANGE,
               "a depth of %d x %d texels is needed and the context allows 1 to %d a side", width, height, most);
    depth->width = width;
    depth->height = height;
    gfDevice_DropHostErrors(device);
    fn->GenTextures(1, &depth->id);
    gfDevice_BindToChange(device, depth->id);
    fn->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    fn->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    fn->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    fn->TexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, width, height, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, NULL);
    gfLabel_Set(device, GF_LABEL_TEXTURE, depth->id, "depth", NULL);
    device->counts.textures++;
    device->counts.gpuBytes += depthBytes(depth->width, depth->height);
    bool made = gfDevice_CheckGL(device, "making a depth");
    if (!made) {
        gfDepth_Destroy(device, depth);
    }
    return made;
}

void gfDepth_Destroy(gfDevice *device, gfDepth *depth)
{
    if (depth->id != 0) {
        gfFramebuffers_DeleteTexture(device, depth->id, depthBytes(depth->width, depth->height));
    }
    memset(depth, 0, sizeof *depth);
}

// --- framebuffers ----------------------------------------------------------------------------------------------------

// What a framebuffer draws to, by which the cache finds it.
typedef struct Key {
    GLuint textures[GF_ATTACHMENTS_MAX]; // in the order of the shader's outputs; 0: none
    GLuint depth;                        // a depth texture; 0: none
    GLuint stencil;                      // a renderbuffer with a stencil; 0: none
} Key;

typedef struct gfFramebufferEntry {
    Key key;
    GLuint framebuffer; // 0: this slot of the table is free
} Entry;

#define FIRST_CAPACITY 64

static void deleteFramebuffer(gfDevice *device, Entry *entry)
{
    if (!device->lost) {
        gfDevice_DeleteFramebuffer(device, entry->framebuffer);
    }
    device->counts.framebuffers--;
    memset(entry, 0, sizeof *entry);
}

void gfFramebuffers_Destroy(gfDevice *device)
{
    gfFramebuffers *cache = &device->framebuffers;
    for (size_t i = 0; i < cache->capacity; i++) {
        if (cache->entries[i].framebuffer != 0) {
            deleteFramebuffer(device, &cache->entries[i]);
        }
    }
    gfFree(&device->core, cache->entries);
}

static size_t hashKey(const Key *key)
{
    size_t hash = key->stencil ^ (size_t)key->depth * 31u;
    for (int i = 0; i < GF_ATTACHMENTS_MAX; i++) {
        hash = (hash ^ key->textures[i]) * (size_t)2654435761u;
        hash ^= hash >> 15;
    }
    return hash;
}

bool gfFramebuffer_IsOwn(const gfDevice *device, GLuint framebuffer)
{
    const gfFramebuffers *cache = &device->framebuffers;
    bool found = false;
    for (size_t i = 0; i < cache->capacity && framebuffer != 0 && !found; i++) {
        found = cache->entries[i].framebuffer == framebuffer;
    }
    return found;
}

// Returns the entry of a key; if there is none, the free slot into which it must go.
static Entry *findFramebuffer(const gfFramebuffers *cache, const Key *key)
{
    size_t i = hashKey(key) & (cache->capacity - 1);
    while (cache->entries[i].framebuffer != 0 && memcmp(&cache->entries[i].key, key, sizeof *key) != 0) {
        i = (i + 1) & (cache->capacity - 1);
    }
    return &cache->entries[i];
}

// Moves all entries to a larger table. False and reported: OUT_OF_MEMORY; nothing has changed then.
static bool rehash(gfDevice *device, size_t capacity)
{
    gfFramebuffers *cache = &device->framebuffers;
    gfFramebuffers grown = {.capacity = capacity, .count = cache->count};
    grown.entries = gfAlloc(&device->core, capacity * sizeof *grown.entries);
    GF_TRY(grown.entries != NULL);
    for (size_t i = 0; i < cache->capacity; i++) {
        if (cache->entries[i].framebuffer != 0) {
            *findFramebuffer(&grown, &cache->entries[i].key) = cache->entries[i];
        }
    }
    gfFree(&device->core, cache->entries);
    *cache = grown;
    return true;
}

// Inserts the entries behind a deleted one again, as a search for them would stop at the slot that became free.
static void closeGap(gfFramebuffers *cache, size_t gap)
{
    for (size_t i = (gap + 1) & (cache->capacity - 1); cache->entries[i].framebuffer != 0;
         i = (i + 1) & (cache->capacity - 1)) {
        Entry moved = cache->entries[i];
        memset(&cache->entries[i], 0, sizeof moved);
        *findFramebuffer(cache, &moved.key) = moved;
    }
}

// Deletes the framebuffers of a texture (colour or depth) or a stencil that is to be deleted; the other argument is 0.
static void forgetFramebuffers(gfDevice *device, GLuint texture, GLuint stencil)
{
    gfFramebuffers *cache = &device->framebuffers;
    size_t i = 0;
    while (i < cache->capacity) {
        Entry *entry = &cache->entries[i];
        bool uses = entry->framebuffer != 0 && stencil != 0 && entry->key.stencil == stencil;
        uses = uses || (entry->framebuffer != 0 && texture != 0 && entry->key.depth == texture);
        for (int j = 0; entry->framebuffer != 0 && texture != 0 && j < GF_ATTACHMENTS_MAX; j++) {
            uses = uses || entry->key.textures[j] == texture;
        }
        if (uses) {
            deleteFramebuffer(device, entry);
            cache->count--;
            closeGap(cache, i); // i stays, as this may have moved another entry to slot i
        } else {
            i++;
        }
    }
}

void gfFramebuffers_DeleteTexture(gfDevice *device, GLuint texture, size_t bytes)
{
    forgetFramebuffers(device, texture, 0);
    gfDevice_ForgetBindings(device); // the GL may give its name out again
    if (!device->lost) {
        device->gl.fn.DeleteTextures(1, &texture);
    }
    device->counts.textures--;
    device->counts.gpuBytes -= bytes;
}

static bool makeFramebuffer(gfDevice *device, Entry *entry, const gfTexture *const textures[], int count,
                            const gfDepth *depth, GLuint stencil)
{
    static const GLenum buffers[GF_ATTACHMENTS_MAX] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2,
                                                       GL_COLOR_ATTACHMENT3};
    const GladGLContext *fn = &device->gl.fn;
    GLuint framebuffer = 0;
    fn->GenFramebuffers(1, &framebuffer);
    gfDevice_BindFramebuffer(device, GL_FRAMEBUFFER, framebuffer);
    GLenum drawn[GF_ATTACHMENTS_MAX];
    for (int i = 0; i < count; i++) {
        drawn[i] = textures[i] != NULL ? buffers[i] : GL_NONE;
        if (textures[i] != NULL) {
            fn->FramebufferTexture2D(GL_FRAMEBUFFER, buffers[i], GL_TEXTURE_2D, textures[i]->id, 0);
        }
    }
    if (stencil != 0) {
        fn->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, stencil);
    }
    if (depth != NULL) {
        fn->FramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth->id, 0);
    }
    fn->DrawBuffers(count, drawn);
    const gfTexture *last = textures[count - 1];
    GLenum status = fn->CheckFramebufferStatus(GL_FRAMEBUFFER);
    GF_REQUIRE_OR_UNDO(&device->core, status == GL_FRAMEBUFFER_COMPLETE && framebuffer != 0, FRAMEBUFFER,
                       "a framebuffer of %d x %s%s, %d x %d, is incomplete (0x%04x)", count,
                       device->gl.formats[last->format].name, stencil != 0 ? " with a stencil buffer" : "", last->width,
                       last->height, status);
    gfLabel_Set(device, GF_LABEL_FRAMEBUFFER, framebuffer, last->name != NULL ? last->name : "framebuffer", last->side);
    entry->framebuffer = framebuffer;
    device->counts.framebuffers++;
    return true;

error:
    gfDevice_DeleteFramebuffer(device, framebuffer);
    return false;
}

static GLuint getFramebuffer(gfDevice *device, const gfTexture *const textures[], int count, const gfDepth *depth,
                             GLuint stencil)
{
    gfFramebuffers *cache = &device->framebuffers;
    if (gfDevice_IsNaming(device)) {
        return 1; // any name but 0, which means failure: in a dry run nobody binds it
    }
    Key key = {.depth = depth != NULL ? depth->id : 0, .stencil = stencil};
    for (int i = 0; i < count; i++) {
        key.textures[i] = textures[i] != NULL ? textures[i]->id : 0;
    }
    Entry *entry = cache->capacity > 0 ? findFramebuffer(cache, &key) : NULL;
    if (entry != NULL && entry->framebuffer != 0) {
        return entry->framebuffer;
    }
    if (2 * (cache->count + 1) > cache->capacity) {
        GF_TRY(rehash(device, cache->capacity > 0 ? 2 * cache->capacity : FIRST_CAPACITY));
        entry = findFramebuffer(cache, &key);
    }
    GF_TRY(makeFramebuffer(device, entry, textures, count, depth, stencil));
    entry->key = key;
    cache->count++;
    return entry->framebuffer;
}

GLuint gfFramebuffer_Get(gfDevice *device, const gfTexture *texture, GLuint stencil)
{
    return getFramebuffer(device, &texture, 1, NULL, stencil);
}

GLuint gfFramebuffer_GetPart(gfDevice *device, const gfTexture *const textures[], int count, int part,
                             const gfDepth *depth)
{
    const gfTexture *alone[GF_ATTACHMENTS_MAX] = {NULL};
    if (gfFramebuffer_CountParts(device, count) == 1) {
        return getFramebuffer(device, textures, count, depth, 0);
    }
    alone[part] = textures[part];
    return getFramebuffer(device, alone, part + 1, depth, 0);
}

bool gfFramebuffer_Warm(gfDevice *device, const gfTexture *const textures[], int count)
{
    for (int i = 0; i < gfFramebuffer_CountParts(device, count); i++) {
        GF_TRY(gfFramebuffer_GetPart(device, textures, count, i, NULL) != 0);
    }
    return true;
}

gfHostImage gfFramebuffer_DescribeHost(gfDevice *device, GLuint framebuffer)
{
    const GladGLContext *fn = &device->gl.fn;
    GLint samples = 0, drawBuffer = GL_NONE;
    gfDevice_BindFramebuffer(device, GL_FRAMEBUFFER, framebuffer);
    fn->GetIntegerv(GL_SAMPLE_BUFFERS, &samples);
    fn->GetIntegerv(GL_DRAW_BUFFER0, &drawBuffer);
    return (gfHostImage){framebuffer, drawBuffer != GL_NONE, samples > 0};
}

// Returns whether the GL turns what is written from linear light to sRGB. `encoding`: the driver's answer. For a
// desktop's window (framebuffer 0) only GL_FRAMEBUFFER_SRGB counts, as drivers disagree there.
static bool encodesSrgb(const gfDevice *device, GLuint framebuffer, GLint encoding)
{
    bool able = encoding == GL_SRGB || (framebuffer == 0 && !gfGL_IsES(&device->gl));
    return able && (GF_ONLY_WEBGL || !device->gl.controlsSrgb || device->gl.fn.IsEnabled(GL_FRAMEBUFFER_SRGB));
}

gfStorage gfFramebuffer_GetStorage(gfDevice *device, GLuint framebuffer)
{
    const GladGLContext *fn = &device->gl.fn;
    GLint buffer = GL_NONE, type = GL_UNSIGNED_NORMALIZED, encoding = GL_LINEAR;
    gfTargetStorage *known = &device->targetStorage;
    if (device->dryRun || (gfGL_IsWebGL(&device->gl) && known->framebuffer == framebuffer)) {
        return known->storage;
    }
    gfDevice_DropErrorsInStep(device);
    gfDevice_BindFramebuffer(device, GL_DRAW_FRAMEBUFFER, framebuffer);
    fn->GetIntegerv(GL_DRAW_BUFFER0, &buffer);
    if (!gfGL_IsES(&device->gl) && (buffer == GL_BACK || buffer == GL_FRONT)) {
        // GL_BACK and GL_FRONT may be two buffers, for both eyes, but the queries take names of single buffers.
        buffer = buffer == GL_BACK ? GL_BACK_LEFT : GL_FRONT_LEFT;
    }
    fn->GetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, (GLenum)buffer,
                                            GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE, &type);
    fn->GetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, (GLenum)buffer,
                                            GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING, &encoding);
    gfDevice_IgnoreErrorsInStep(device); // raised if the draw buffer is GL_NONE, or a name of several buffers
    known->framebuffer = framebuffer;
    known->storage = type == GL_FLOAT                             ? GF_STORES_FLOATS
                     : encodesSrgb(device, framebuffer, encoding) ? GF_STORES_SRGB
                                                                  : GF_STORES_LEVELS;
    return known->storage;
}

// Returns whether an attachment holds integers; `format` then gets the format's name, made of the bits of each channel.
static bool isInteger(const GladGLContext *fn, GLenum target, GLenum attachment, char format[GF_FORMAT_NAME])
{
    static const GLenum sizes[4] = {GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE, GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE,
                                    GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE, GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE};
    GLint kind = GL_NONE, type = GL_NONE, bits[4] = {0}, channels = 0;
    fn->GetFramebufferAttachmentParameteriv(target, attachment, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &kind);
    if (kind != GL_NONE) {
        fn->GetFramebufferAttachmentParameteriv(target, attachment, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE, &type);
    }
    if (type != GL_INT && type != GL_UNSIGNED_INT) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        fn->GetFramebufferAttachmentParameteriv(target, attachment, sizes[i], &bits[i]);
        channels += bits[i] > 0;
    }
    const char *suffix = type == GL_INT ? "I" : "UI";
    if (bits[3] > 0 && bits[3] != bits[0]) {
        snprintf(format, GF_FORMAT_NAME, "RGB%d_A%d%s", (int)bits[0], (int)bits[3], suffix);
    } else {
        snprintf(format, GF_FORMAT_NAME, "%.*s%d%s", (int)channels, "RGBA", (int)bits[0], suffix);
    }
    return true;
}

// Attaches the texture to a framebuffer to ask for its format: OpenGL ES 3.0 has no query for textures.
bool gfFramebuffer_TextureIsInteger(gfDevice *device, GLuint texture, char format[GF_FORMAT_NAME])
{
    const GladGLContext *fn = &device->gl.fn;
    GLint bound = 0;
    GLuint framebuffer = 0;
    gfDevice_DropHostErrors(device);
    fn->GetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &bound);
    fn->GenFramebuffers(1, &framebuffer);
    fn->BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    fn->FramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    bool integer = isInteger(fn, GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, format);
    fn->BindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)bound);
    fn->DeleteFramebuffers(1, &framebuffer);
    gfDevice_IgnoreErrors(device); // raised if the texture is a depth texture, or is not 2D
    return integer;
}

bool gfFramebuffer_TargetIsInteger(const gfDevice *device, char format[GF_FORMAT_NAME])
{
    GLint drawBuffer = GL_NONE;
    device->gl.fn.GetIntegerv(GL_DRAW_BUFFER0, &drawBuffer);
    return drawBuffer != GL_NONE && isInteger(&device->gl.fn, GL_DRAW_FRAMEBUFFER, (GLenum)drawBuffer, format);
}

// Copies a rectangle of the framebuffer that is bound for reading to place x, y of `framebuffer`.
static void blit(gfDevice *device, const gfRegion *from, GLuint framebuffer, int x, int y)
{
    const GladGLContext *fn = &device->gl.fn;
    gfDevice_SetScissor(device, NULL);
    gfDevice_BindFramebuffer(device, GL_DRAW_FRAMEBUFFER, framebuffer);
    fn->BlitFramebuffer(from->x, from->y, from->x + from->width, from->y + from->height, x, y, x + from->width,
                        y + from->height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

// Sets the read buffer of the host's framebuffer to draw buffer 0 for the copy, and then to the host's again.
bool gfFramebuffer_CopyHost(gfDevice *device, const gfHostImage *host, const gfRegion *from, const gfTexture *to, int x,
                            int y)
{
    const GladGLContext *fn = &device->gl.fn;
    GLint drawBuffer = GL_NONE, readBuffer = GL_NONE;
    GLuint framebuffer = gfFramebuffer_Get(device, to, 0);
    GF_TRY(framebuffer != 0);
    gfDevice_DropErrorsInStep(device);
    gfDevice_BindFramebuffer(device, GL_FRAMEBUFFER, host->framebuffer);
    fn->GetIntegerv(GL_DRAW_BUFFER0, &drawBuffer);
    fn->GetIntegerv(GL_READ_BUFFER, &readBuffer);
    fn->ReadBuffer((GLenum)drawBuffer);
    blit(device, from, framebuffer, x, y);
    fn->ReadBuffer((GLenum)readBuffer);
    return gfDevice_CheckInStep(device, "copying what the host has drawn");
}

bool gfFramebuffer_Copy(gfDevice *device, const gfTexture *source, const gfRegion *from, const gfTexture *to, int x,
                        int y)
{
    GLuint framebuffer = gfFramebuffer_Get(device, to, 0), read = gfFramebuffer_Get(device, source, 0);
    if (framebuffer == 0 || read == 0 || gfDevice_IsNaming(device)) {
        return framebuffer != 0 && read != 0;
    }
    gfDevice_DropErrorsInStep(device);
    gfDevice_BindFramebuffer(device, GL_READ_FRAMEBUFFER, read);
    blit(device, from, framebuffer, x, y);
    return gfDevice_CheckInStep(device, "copying a texture");
}

// --- stencil ---------------------------------------------------------------------------------------------------------

// Makes the renderbuffer of a stencil, and binds the host's renderbuffer again.
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
    device->counts.gpuBytes += depthBytes(stencil->width, stencil->height);
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
                             ? gfFramebuffer_Get(device, texture, stencil->renderbuffer)
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
        forgetFramebuffers(device, 0, stencil->renderbuffer);
        if (!device->lost) {
            device->gl.fn.DeleteRenderbuffers(1, &stencil->renderbuffer);
        }
        device->counts.gpuBytes -= depthBytes(stencil->width, stencil->height);
    }
    memset(stencil, 0, sizeof *stencil);
}

bool gfStencil_Copy(gfDevice *device, const gfTexture *texture, const gfStencil *from, const gfStencil *to)
{
    const GladGLContext *fn = &device->gl.fn;
    GLuint read = gfFramebuffer_Get(device, texture, from->renderbuffer);
    GLuint drawn = gfFramebuffer_Get(device, texture, to->renderbuffer);
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
