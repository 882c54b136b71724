// Textures, and pairs of them that are read and written by turns. New textures are cleared to 0.
#ifndef GF_TEXTURE_H
#define GF_TEXTURE_H

#include "gl/device.h"

// A texture of the library's own. Zeroed: there is none.
typedef struct gfTexture {
    GLuint id;
    gfFormat format;   // what the context gave, not what was asked for
    int width, height; // of an atlas: of one fluid's rectangle
    gfAtlas atlas;
    const char *name, *side; // static; for its label: "velocity" and, in a pair, "read" or "write"
} gfTexture;

static inline int gfTexture_FullWidth(const gfTexture *texture)
{
    return texture->width * (texture->atlas.count > 0 ? texture->atlas.columns : 1);
}

static inline int gfTexture_FullHeight(const gfTexture *texture)
{
    return texture->height * (texture->atlas.count > 0 ? texture->atlas.rows : 1);
}

// Two textures alike: passes read `read` and write `write`, then swap.
typedef struct gfPair {
    gfTexture read, write;
} gfPair;

// Makes a texture and its framebuffer, cleared to 0. On failure the texture is zeroed; reported are OUT_OF_MEMORY,
// OUT_OF_RANGE (larger than the context allows) and FRAMEBUFFER (no format, or it can't be drawn to).
bool gfTexture_CreateNamed(gfDevice *device, gfTexture *texture, gfFormat wanted, int width, int height,
                           const char *name);
// Labels the texture by the name of the member that holds it: "motion" for "&t->motion".
#define gfTexture_Create(device, texture, wanted, width, height) \
    gfTexture_CreateNamed(device, texture, wanted, width, height, #texture)
// Makes a texture unless it exists in this size, as gfTexture_Create does.
bool gfTexture_FitNamed(gfDevice *device, gfTexture *texture, gfFormat wanted, int width, int height, const char *name);
#define gfTexture_Fit(device, texture, wanted, width, height) \
    gfTexture_FitNamed(device, texture, wanted, width, height, #texture)
// Makes an RGBA32F texture without a framebuffer, to be uploaded to and read only. False and reported: it is undefined.
bool gfTexture_CreateTable(gfDevice *device, gfTexture *texture, int width, int height, const char *name);
void gfTexture_Destroy(gfDevice *device, gfTexture *texture);
#define GF_DESTROY_TEXTURES(device, ...) gfTextures_Destroy(device, (gfTexture *const[]){__VA_ARGS__, NULL})
void gfTextures_Destroy(gfDevice *device, gfTexture *const *textures); // a list that ends with null
// Sets every texel; integer formats get the nearest whole numbers.
void gfTexture_Clear(gfDevice *device, const gfTexture *texture, const float values[4]);
// Replaces all texels. `values` has the channels of the texture's format: floats, bytes or unsigned integers. False and
// reported (OUT_OF_MEMORY, GL) if the upload failed.
bool gfTexture_Upload(gfDevice *device, const gfTexture *texture, const void *values);
// Uploads to a part of a texture.
bool gfTexture_UploadPart(gfDevice *device, const gfTexture *texture, const gfRegion *part, const void *values);
size_t gfTexture_Bytes(const gfDevice *device, const gfTexture *texture);

bool gfPair_CreateNamed(gfDevice *device, gfPair *pair, gfFormat wanted, int width, int height, const char *name);
#define gfPair_Create(device, pair, wanted, width, height) \
    gfPair_CreateNamed(device, pair, wanted, width, height, #pair)
void gfPair_Destroy(gfDevice *device, gfPair *pair);
// Sets both sides.
void gfPair_Clear(gfDevice *device, const gfPair *pair, const float values[4]);
void gfPair_Swap(gfPair *pair);

static inline bool gfPair_Exists(const gfPair *pair)
{
    return pair->read.id != 0;
}

#endif
