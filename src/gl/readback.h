// Copies textures to host memory: by pixel buffers and fences, or waiting for the GPU.
#ifndef GF_READBACK_H
#define GF_READBACK_H

#include "gpufluid/field.h"

#include "gl/framebuffer.h"

// The texels to read: the lower left `width` x `height` texels, and the first `channels` of each. The texture has
// floats, or integers that hold the bits of floats.
typedef struct gfReadSource {
    const gfTexture *texture;
    int width, height, channels;
} gfReadSource;

bool gfReadQueue_Create(gfDevice *device);
void gfReadQueue_Destroy(gfDevice *device);
// Drops the reads under way of the fluid of this number; 0: of all fluids.
void gfReadQueue_Forget(gfDevice *device, uint32_t fluid);
// Returns the number of reads under way that nobody has polled.
int gfReadQueue_CountUnpolled(const gfDevice *device);
// Starts a copy. A zero id and reported: TOO_MANY, OUT_OF_MEMORY.
gfRequestId gfReadQueue_Start(gfDevice *device, uint32_t fluid, const gfReadSource *source);
gfPollStatus gfReadQueue_Poll(gfDevice *device, uint32_t fluid, gfRequestId id, float *values, size_t count,
                              const char *caller);
// Reads a texture, waiting for the GPU. False and reported: OUT_OF_MEMORY.
bool gfReadback_Blocking(gfDevice *device, const gfReadSource *source, float *values);

// Reads red of a texture's first texel, waiting for the GPU. On failure *value stays and nothing is reported, for
// callers that can do without it.
void gfReadback_Red(gfDevice *device, const gfTexture *texture, float *value);

// Reads the lower left `width` x `height` texels of an integer texture, waiting for the GPU. A texel gives four values;
// missing channels are 0, 0, 1. False and reported: GL.
bool gfReadback_Integers(gfDevice *device, const gfTexture *texture, int width, int height, uint32_t *values);

// Starts copying a texture of any format to an offset in the buffer that is bound to GL_PIXEL_PACK_BUFFER. A texel
// takes four floats, unsigned integers or, for formats of bytes, bytes.
void gfReadback_Stage(gfDevice *device, const gfTexture *texture, size_t offset);
// Maps the first bytes of the buffer that is bound to GL_PIXEL_PACK_BUFFER, until gfReadback_Unmap. Null: it failed.
const void *gfReadback_Map(gfDevice *device, size_t bytes);
void gfReadback_Unmap(gfDevice *device, const void *mapped);
// Delete a fence and a buffer, if they are there; null and 0 remain.
void gfReadback_DropFence(gfDevice *device, GLsync *fence);
void gfReadback_FreeBuffer(gfDevice *device, GLuint *buffer, size_t bytes);
// Returns whether the GPU has reached a fence; with `waits` it waits for that, but not for ever.
gfPollStatus gfReadback_AwaitFence(gfDevice *device, GLsync fence, bool waits);

// Reads of one size under way, each in a buffer of its own that is made once. Zeroed: there is no ring.
#define GF_READ_RING 4

typedef struct gfReadRing {
    GLuint buffers[GF_READ_RING];
    GLsync fences[GF_READ_RING];
    uint64_t started, taken; // reads since it was made; the oldest under way is number `taken`
    int width, height;
} gfReadRing;

// Makes a ring for integer textures, four values a texel. False and reported (OUT_OF_MEMORY, GL): the ring is zeroed.
bool gfReadRing_Create(gfDevice *device, gfReadRing *ring, int width, int height);
void gfReadRing_Destroy(gfDevice *device, gfReadRing *ring);
// Starts a read into buffer `started` % GF_READ_RING, which must be free. False and reported: GL, OUT_OF_MEMORY.
bool gfReadRing_Start(gfDevice *device, gfReadRing *ring, const gfTexture *texture);
// Takes the oldest read if the GPU is done with it; with `waits` it waits for that. FAILED and reported: the read is
// lost.
gfPollStatus gfReadRing_Take(gfDevice *device, gfReadRing *ring, bool waits, uint32_t *values);

// One value, read two exchanges after it was drawn, when the GPU is done with it. Its age is always the same, so that
// runs repeat. On WebGL it may be older, as reading could wait for the GPU. Zeroed: nothing was read.
typedef struct gfDelayedRead {
    GLuint buffers[2];
    GLsync fences[2]; // of WebGL
    unsigned started;
    float last; // the last value that arrived
    bool came;
} gfDelayedRead;

// Makes the buffers ahead; else the first two exchanges make them. Reports nothing.
void gfDelayedRead_Create(gfDevice *device, gfDelayedRead *read);
// Starts reading red of a texture's first texel; *value becomes the one that was started two exchanges ago, if any.
void gfDelayedRead_Exchange(gfDevice *device, gfDelayedRead *read, const gfTexture *texture, float *value);
// Sets the value that the exchange of buffer `buffer` will find: four floats, as read from a texel. Reports nothing.
void gfDelayedRead_Put(gfDevice *device, gfDelayedRead *read, int buffer, const float value[4]);
void gfDelayedRead_Destroy(gfDevice *device, gfDelayedRead *read);

#endif
