// Copies of textures to host memory: through pixel buffers and fences, or waiting.
#ifndef GF_READBACK_H
#define GF_READBACK_H

#include "gpufluid/field.h"

#include "gl/framebuffer.h"

// The texels to read: the lower left `width` x `height` texels of a texture of floats or of their bits, the first
// `channels` of each.
typedef struct gfReadSource {
    const gfTexture *texture;
    int width, height, channels;
} gfReadSource;

bool gfReadQueue_Create(gfDevice *device);
void gfReadQueue_Destroy(gfDevice *device);
// Drops what the fluid of this number has under way; 0: what all have.
void gfReadQueue_Forget(gfDevice *device, uint32_t fluid);
// Returns the number of reads under way that nobody has polled.
int gfReadQueue_CountUnpolled(const gfDevice *device);
// Starts a copy; none and reported: TOO_MANY, OUT_OF_MEMORY.
gfRequestId gfReadQueue_Start(gfDevice *device, uint32_t fluid, const gfReadSource *source);
gfPollStatus gfReadQueue_Poll(gfDevice *device, uint32_t fluid, gfRequestId id, float *values, size_t count,
                              const char *caller);
// Reads a texture and waits. False and reported: OUT_OF_MEMORY.
bool gfReadback_Blocking(gfDevice *device, const gfReadSource *source, float *values);

// Reads red of a texture's first texel, for those who can do without: waits, and where it fails *value stays as it is
// and nothing is reported.
void gfReadback_Red(gfDevice *device, const gfTexture *texture, float *value);

// The lower left `width` x `height` texels of a texture of whole numbers, four for each: absent channels are 0, 0, 1.
// Waits. False and reported: GL.
bool gfReadback_Integers(gfDevice *device, const gfTexture *texture, int width, int height, uint32_t *values);

// Starts copying a texture of any format to a place in the buffer that is bound to GL_PIXEL_PACK_BUFFER: four channels
// a texel, floats, unsigned integers or, of bytes, bytes.
void gfReadback_Stage(gfDevice *device, const gfTexture *texture, size_t offset);
// Returns the first bytes of the buffer that is bound to GL_PIXEL_PACK_BUFFER, until they are handed back; null: they
// can't be had.
const void *gfReadback_Map(gfDevice *device, size_t bytes);
void gfReadback_Unmap(gfDevice *device, const void *mapped);
// Tells whether the GPU is done with what a fence stands for; with `waits` it waits for that, but not for ever.
gfPollStatus gfReadback_AwaitFence(gfDevice *device, GLsync fence, bool waits);

// Reads of one size, each in a buffer of its own that is made once. Zero is "none".
#define GF_READ_RING 4

typedef struct gfReadRing {
    GLuint buffers[GF_READ_RING];
    GLsync fences[GF_READ_RING];
    uint64_t started, taken; // reads since it was made; the oldest under way is number `taken`
    int width, height;
} gfReadRing;

// Makes a ring for textures of whole numbers, four a texel. On false, which is reported (OUT_OF_MEMORY, GL), there is
// nothing.
bool gfReadRing_Create(gfDevice *device, gfReadRing *ring, int width, int height);
void gfReadRing_Destroy(gfDevice *device, gfReadRing *ring);
// Starts a read into buffer `started` % GF_READ_RING, which is not under way. False and reported: GL, OUT_OF_MEMORY.
bool gfReadRing_Start(gfDevice *device, gfReadRing *ring, const gfTexture *texture);
// Takes the oldest read under way, if the GPU is done with it; with `waits` it waits for that. FAILED, reported: it is
// lost.
gfPollStatus gfReadRing_Take(gfDevice *device, gfReadRing *ring, bool waits, uint32_t *values);

// One value, read two exchanges after it was drawn, by when the GPU is done with it: always the same age, so that runs
// repeat. On WebGL, where it is not known to be there and reading it would wait, it may be older. Zero is "none".
typedef struct gfDelayedRead {
    GLuint buffers[2];
    GLsync fences[2]; // of WebGL
    unsigned started;
    float last; // that came
    bool came;
} gfDelayedRead;

// Makes what exchanges need; else the first two do. Reports nothing.
void gfDelayedRead_Create(gfDevice *device, gfDelayedRead *read);
// Starts reading red of a texture's first texel; *value becomes what was started two exchanges ago, if so much was.
void gfDelayedRead_Exchange(gfDevice *device, gfDelayedRead *read, const gfTexture *texture, float *value);
// Sets what exchange number `buffer` is to find, as if it had been read: four floats. Reports nothing.
void gfDelayedRead_Put(gfDevice *device, gfDelayedRead *read, int buffer, const float value[4]);
void gfDelayedRead_Destroy(gfDevice *device, gfDelayedRead *read);

#endif
