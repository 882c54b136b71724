// Framebuffers: a cache keyed by the textures that one draws into, and the depth and stencil buffers that passes test.
// Passes name textures; nobody else owns a framebuffer.
#ifndef GF_FRAMEBUFFER_H
#define GF_FRAMEBUFFER_H

#include "gl/texture.h"

// --- depth -----------------------------------------------------------------------------------------------------------

// Depth buffers that passes test and write: textures of their own. A fragment that is nearer or as near wins.

// 24 bits a texel, from 0, the nearest, to 1. Zeroed: there is none.
typedef struct gfDepth {
    GLuint id;
    int width, height;
} gfDepth;

// Makes a depth buffer unless it exists in this size; it is undefined until a pass clears it. On failure it is zeroed;
// reported are OUT_OF_MEMORY, OUT_OF_RANGE (larger than the context allows) and GL.
bool gfDepth_Fit(gfDevice *device, gfDepth *depth, int width, int height);
void gfDepth_Destroy(gfDevice *device, gfDepth *depth);

// --- framebuffers ----------------------------------------------------------------------------------------------------

// Most textures that one pass writes.
#define GF_ATTACHMENTS_MAX 4

bool gfFramebuffers_Create(gfDevice *device);
void gfFramebuffers_Destroy(gfDevice *device);
// Deletes the GL's texture of this name, which is counted with these bytes, and the framebuffers that draw into it.
void gfFramebuffers_DeleteTexture(gfDevice *device, GLuint texture, size_t bytes);

// Returns whether a framebuffer is one of the library's, not the host's.
bool gfFramebuffer_IsOwn(const gfDevice *device, GLuint framebuffer);

// Returns the framebuffer of these textures in this order, which is made if it is missing. A null texture, which can't
// be the last, leaves an output of the shader undrawn. 0 and reported: FRAMEBUFFER, OUT_OF_MEMORY.
GLuint gfFramebuffer_Get(gfDevice *device, const gfTexture *const textures[], int count);
// Does the same for one texture with a stencil buffer of its size.
GLuint gfFramebuffer_GetWithStencil(gfDevice *device, const gfTexture *texture, GLuint renderbuffer);

// Makes the framebuffers of a pass that writes these textures ahead of a step, where a failure can still be handled.
bool gfFramebuffer_Warm(gfDevice *device, const gfTexture *const textures[], int count);

// A context that can't draw to a set of textures at once draws to one after the other. Return how many draws a set
// takes, and the framebuffer of draw number `part`.
static inline int gfFramebuffer_CountParts(const gfDevice *device, int count)
{
    return count > device->gl.attachments ? count : 1;
}
GLuint gfFramebuffer_GetPart(gfDevice *device, const gfTexture *const textures[], int count, int part,
                             const gfDepth *depth);

// Room for the name of a format of integers, as "RGB10_A2UI".
#define GF_FORMAT_NAME 32
// Return whether the host's texture, or draw buffer 0 of its framebuffer bound for drawing, holds integers, which can't
// be read or written as floats; `format` then has the format's name. The host's bindings stay.
bool gfFramebuffer_TextureIsInteger(gfDevice *device, GLuint texture, char format[GF_FORMAT_NAME]);
bool gfFramebuffer_TargetIsInteger(const gfDevice *device, char format[GF_FORMAT_NAME]);

// The host's framebuffer, to copy its picture from.
typedef struct gfHostImage {
    GLuint framebuffer;
    bool drawn;        // it has a draw buffer 0
    bool multisampled; // copying must resolve its samples
} gfHostImage;

// Returns how draw buffer 0 of a framebuffer of the host's stores what is written. On WebGL, where asking stalls, the
// GL is asked only about a framebuffer that differs from the last one, at first the canvas, which stores levels.
gfStorage gfFramebuffer_GetStorage(gfDevice *device, GLuint framebuffer);

gfHostImage gfFramebuffer_DescribeHost(gfDevice *device, GLuint framebuffer);
// Copies a rectangle of the host's draw buffer 0 to a place in a texture. False and reported: GL.
bool gfFramebuffer_CopyHost(gfDevice *device, const gfHostImage *host, const gfRegion *from, const gfTexture *to, int x,
                            int y);
// Copies between two textures.
bool gfFramebuffer_Copy(gfDevice *device, const gfTexture *source, const gfRegion *from, const gfTexture *to, int x,
                        int y);

// --- stencil ---------------------------------------------------------------------------------------------------------

// Stencil buffers of the library's own, for passes that draw to one texture.

// Zeroed: there is none.
typedef struct gfStencil {
    GLuint renderbuffer; // has depth, too, though no pass uses it: every context can draw to both together
    int width, height;
} gfStencil;

// Makes a stencil buffer of a texture's size, all 0, and the framebuffer of both. On failure it is zeroed; reported are
// OUT_OF_MEMORY and FRAMEBUFFER.
bool gfStencil_Create(gfDevice *device, gfStencil *stencil, const gfTexture *texture);
void gfStencil_Destroy(gfDevice *device, gfStencil *stencil);
// Copies a stencil buffer to another; both were made for `texture`. False and reported (FRAMEBUFFER, OUT_OF_MEMORY):
// there is no framebuffer. The caller must check for GL errors.
bool gfStencil_Copy(gfDevice *device, const gfTexture *texture, const gfStencil *from, const gfStencil *to);

#endif
