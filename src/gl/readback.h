// Reads textures back to host memory: the GPU copies to a buffer, and a fence tells when. Functions that wait say so.
#ifndef GF_READBACK_H
#define GF_READBACK_H

#include "gpufluid/field.h"

#include "gl/framebuffer.h"

// The lower left texels to read, and their first channels. Integers hold the bits of floats (common/exact.glsl).
typedef struct gfReadSource {
    const gfTexture *texture;
    int width, height, channels;
} gfReadSource;

void gfReadQueue_Init(gfDevice *device);
void gfReadQueue_Destroy(gfDevice *device);
// Drops the reads of the fluid of number `fluid` that are under way; 0: those of all fluids.
void gfReadQueue_Forget(gfDevice *device, uint32_t fluid);
// Returns the number of reads under way for which gfReadQueue_Poll was never called: a host may have forgotten them.
int gfReadQueue_CountUnpolled(const gfDevice *device);
// Start a read for gfFluid_RequestField, and poll it. Start returns a zeroed id on TOO_MANY, OUT_OF_MEMORY or GL.
gfRequestId gfReadQueue_Start(gfDevice *device, uint32_t fluid, const gfReadSource *source);
gfPollStatus gfReadQueue_Poll(gfDevice *device, uint32_t fluid, gfRequestId id, float *values, size_t count,
                              const char *caller);
// Reads a texture, waiting for the GPU. False and reported: OUT_OF_MEMORY, GL.
bool gfReadback_Blocking(gfDevice *device, const gfReadSource *source, float *values);

// Reads the first texel's red channel, waiting for the GPU. On failure, not reported, *value stays for callers to use.
void gfReadback_Red(gfDevice *device, const gfTexture *texture, float *value);

// Reads the lower left `width` x `height` texels of an integer texture, waiting for the GPU. Each texel gives four
// values; those of channels that the texture lacks are 0, and 1 for alpha. False and reported: GL.
bool gfReadback_Integers(gfDevice *device, const gfTexture *texture, int width, int height, uint32_t *values);

// Starts copying a texture of any format to a byte offset in the buffer that is bound to GL_PIXEL_PACK_BUFFER. Each
// texel takes four values: bytes for GF_FORMAT_RG8 and RGBA8, else floats or unsigned integers.
void gfReadback_Stage(gfDevice *device, const gfTexture *texture, size_t offset);
// Returns the first bytes of the buffer that is bound to GL_PIXEL_PACK_BUFFER, valid until gfReadback_Unmap; WebGL
// can't map buffers, so there it is a copy. Null: it failed.
const void *gfReadback_Map(gfDevice *device, size_t bytes);
void gfReadback_Unmap(gfDevice *device, const void *mapped);
// Delete a fence and a buffer, if they are there; null and 0 remain.
void gfReadback_DropFence(gfDevice *device, GLsync *fence);
void gfReadback_FreeBuffer(gfDevice *device, GLuint *buffer, size_t bytes);
// Returns whether the GPU has reached a fence. `waits`: waits until it has, for at most 30 seconds.
gfPollStatus gfReadback_AwaitFence(gfDevice *device, GLsync fence, bool waits);

// Most reads of a gfReadRing that are under way at once.
#define GF_READ_RING 4

// A ring of buffers for repeated reads of one size, as a query's answers, taken in the order of start. Zeroed: no ring.
typedef struct gfReadRing {
    GLuint buffers[GF_READ_RING];
    GLsync fences[GF_READ_RING]; // reached when the GPU has filled the buffer
    uint64_t started, taken;     // how many reads were started and taken so far
    int width, height;           // texels of a read
} gfReadRing;

// Makes a ring for reads of width x height texels with four integers each. Zeroed on failure: OUT_OF_MEMORY, GL.
bool gfReadRing_Create(gfDevice *device, gfReadRing *ring, int width, int height);
void gfReadRing_Destroy(gfDevice *device, gfReadRing *ring);
// Starts a read. Fewer than GF_READ_RING reads must be under way. False and reported: GL, OUT_OF_MEMORY.
bool gfReadRing_Start(gfDevice *device, gfReadRing *ring, const gfTexture *texture);
// Copies the values of the oldest read if the GPU has made it. `waits`: waits for the GPU. PENDING: it is not made yet,
// or none is under way. FAILED and reported, GL: the read is lost.
gfPollStatus gfReadRing_Take(gfDevice *device, gfReadRing *ring, bool waits, uint32_t *values);

// Reads a number from the GPU in every step, such as the largest speed, without waiting. Each gfDelayedRead_Exchange
// starts a read and returns the value of two exchanges before, which is there by then. As the delay is always two,
// equal runs give equal results; only WebGL may return an older value rather than wait. Zeroed: nothing was read yet.
typedef struct gfDelayedRead {
    GLuint buffers[2]; // used by turns
    GLsync fences[2];  // on WebGL: reached when the GPU has filled the buffer
    unsigned started;  // how many reads were started so far
    float last;        // the last value that arrived
    bool came;         // a value has arrived
} gfDelayedRead;

// Makes both buffers ahead of the steps; without this call the first two exchanges make them. Reports nothing.
void gfDelayedRead_Create(gfDevice *device, gfDelayedRead *read);
// Starts reading the first texel's red channel. *value becomes that of two exchanges ago; if there is none, it stays.
void gfDelayedRead_Exchange(gfDevice *device, gfDelayedRead *read, const gfTexture *texture, float *value);
// Fills a buffer, 0 or 1, with a texel of four floats, as if it had been read from a texture: loading a snapshot puts
// back the reads that were under way when it was saved. Reports nothing.
void gfDelayedRead_Put(gfDevice *device, gfDelayedRead *read, int buffer, const float value[4]);
void gfDelayedRead_Destroy(gfDevice *device, gfDelayedRead *read);

#endif
