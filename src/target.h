// Textures, framebuffers and ping-pong pairs.
#ifndef GF_TARGET_H
#define GF_TARGET_H

#include "device.h"

// Most textures that one pass writes.
#define GF_ATTACHMENTS_MAX 4

// A texture of the library's own. Zero is "none".
typedef struct gfTexture {
    GLuint id;
    gfFormat format; // what the context gave, not what was asked for
    int width, height;
} gfTexture;

// A framebuffer that draws into one or more textures of one size; it does not own them. Zero is "none".
typedef struct gfTarget {
    GLuint framebuffer;
    int width, height;
    int count;
} gfTarget;

// Two sets of textures of one size that one pass writes together: passes read `read` and write `write`, then swap.
typedef struct gfPingPong {
    int count;
    gfTexture read[GF_ATTACHMENTS_MAX], write[GF_ATTACHMENTS_MAX];
    gfTarget readTarget, writeTarget;
} gfPingPong;

// Contents are undefined. Reports OUT_OF_MEMORY, OUT_OF_RANGE (larger than the context allows), FRAMEBUFFER (no
// format).
bool gfTexture_Create(gfDevice *device, gfTexture *texture, gfFormat wanted, int width, int height);
// Fills it; `values` has the channels of `wanted`'s kind (floats, or bytes for GF_FORMAT_RG8). Reports OUT_OF_MEMORY.
bool gfTexture_Upload(gfDevice *device, const gfTexture *texture, const void *values);
void gfTexture_Destroy(gfDevice *device, gfTexture *texture);
size_t gfTexture_Bytes(const gfDevice *device, const gfTexture *texture);

bool gfTarget_Create(gfDevice *device, gfTarget *target, const gfTexture *textures, int count);
void gfTarget_Destroy(gfDevice *device, gfTarget *target);
// Sets every texel of one attachment. Only for float and fixed-point formats.
void gfTarget_Clear(gfDevice *device, const gfTarget *target, int attachment, const float values[4]);

// `count` textures of the wanted formats, twice, cleared to 0.
bool gfPingPong_Create(gfDevice *device, gfPingPong *pair, const gfFormat *wanted, int count, int width, int height);
void gfPingPong_Destroy(gfDevice *device, gfPingPong *pair);
// Sets one texture, on both sides.
void gfPingPong_Clear(gfDevice *device, const gfPingPong *pair, int index, const float values[4]);
void gfPingPong_Swap(gfPingPong *pair);

#endif
