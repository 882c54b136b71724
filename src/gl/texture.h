// Textures, and pairs of them for fields: passes read one and write the other. New textures are cleared to 0.
#ifndef GF_TEXTURE_H
#define GF_TEXTURE_H

#include "gl/device.h"

// A texture that the library made. Zeroed: no texture.
typedef struct gfTexture {
    GLuint id;
    gfFormat format;         // the one that gfGL_ChooseFormat gave, which may differ from the one that was asked for
    int width, height;       // texels; of an atlas, those of one fluid's rectangle
    gfAtlas atlas;           // how the texture is divided; zeroed: no atlas
    const char *name, *side; // static strings for its label: "velocity" and, in a pair, "read" or "write"; else null
} gfTexture;

static inline int gfTexture_FullWidth(const gfTexture *texture)
{
    return texture->width * (texture->atlas.count > 0 ? texture->atlas.columns : 1);
}

static inline int gfTexture_FullHeight(const gfTexture *texture)
{
    return texture->height * (texture->atlas.count > 0 ? texture->atlas.rows : 1);
}

// Two equal textures for a field: a pass reads old values from `read`, writes new ones to `write`; gfPair_Swap follows.
typedef struct gfPair {
    gfTexture read, write;
} gfPair;

// Makes a texture cleared to 0, and its framebuffer. Zeroed on failure: OUT_OF_MEMORY, OUT_OF_RANGE (larger than the
// context allows), FRAMEBUFFER (the context renders to no format like `wanted`, or not to the texture), GL.
bool gfTexture_CreateNamed(gfDevice *device, gfTexture *texture, gfFormat wanted, int width, int height,
                           const char *name);
// Makes a texture that is labelled by the name of the member that holds it: "motion" for "&t->motion".
#define gfTexture_Create(device, texture, wanted, width, height) \
    gfTexture_CreateNamed(device, texture, wanted, width, height, #texture)
// Makes a texture unless it exists in this size, as gfTexture_Create does.
bool gfTexture_FitNamed(gfDevice *device, gfTexture *texture, gfFormat wanted, int width, int height, const char *name);
#define gfTexture_Fit(device, texture, wanted, width, height) \
    gfTexture_FitNamed(device, texture, wanted, width, height, #texture)
// Makes an RGBA32F texture without a framebuffer: a table that is uploaded and that shaders read, but no pass draws.
// False and reported (OUT_OF_MEMORY, OUT_OF_RANGE, GL): `texture` must not be used.
bool gfTexture_CreateTable(gfDevice *device, gfTexture *texture, int width, int height, const char *name);
void gfTexture_Destroy(gfDevice *device, gfTexture *texture);
#define GF_DESTROY_TEXTURES(device, ...) gfTextures_Destroy(device, (gfTexture *const[]){__VA_ARGS__, NULL})
void gfTextures_Destroy(gfDevice *device, gfTexture *const *textures); // a list that ends with null
// Sets every texel to `values`; in integer formats their fractions are cut off.
void gfTexture_Clear(gfDevice *device, const gfTexture *texture, const float values[4]);
// Replaces all texels by `values`, in the format's type, row by row from below. False and reported: OUT_OF_MEMORY, GL.
bool gfTexture_Upload(gfDevice *device, const gfTexture *texture, const void *values);
// Replaces the texels in a part of a texture by `values`, which are given as for gfTexture_Upload.
bool gfTexture_UploadPart(gfDevice *device, const gfTexture *texture, const gfRegion *part, const void *values);
size_t gfTexture_Bytes(const gfDevice *device, const gfTexture *texture);

bool gfPair_CreateNamed(gfDevice *device, gfPair *pair, gfFormat wanted, int width, int height, const char *name);
#define gfPair_Create(device, pair, wanted, width, height) \
    gfPair_CreateNamed(device, pair, wanted, width, height, #pair)
void gfPair_Destroy(gfDevice *device, gfPair *pair);
// Sets every texel of both textures.
void gfPair_Clear(gfDevice *device, const gfPair *pair, const float values[4]);
void gfPair_Swap(gfPair *pair);

static inline bool gfPair_Exists(const gfPair *pair)
{
    return pair->read.id != 0;
}

#endif
