// Framebuffers: a cache with one for each set of textures that passes draw to together, and their depth and stencil
// buffers. Code outside gl/ never handles framebuffers: a gfPass lists textures, and the cache does the rest.
#ifndef GF_FRAMEBUFFER_H
#define GF_FRAMEBUFFER_H

#include "gl/texture.h"

// --- depth -----------------------------------------------------------------------------------------------------------

// Depth buffers of the library. A fragment is drawn if it is nearer than what was drawn before, or as near.

// A depth texture of 24 bits a texel: from 0, the nearest, to 1. Zeroed: none.
typedef struct gfDepth {
    GLuint id;
    int width, height;
} gfDepth;

// Makes a depth buffer unless it exists in this size; it is undefined until a pass clears it. On failure it is zeroed;
// reported are OUT_OF_MEMORY, OUT_OF_RANGE (larger than the context allows) and GL.
bool gfDepth_Fit(gfDevice *device, gfDepth *depth, int width, int height);
void gfDepth_Destroy(gfDevice *device, gfDepth *depth);

// --- framebuffers ----------------------------------------------------------------------------------------------------

// Most textures that one pass writes: OpenGL ES 3.0 promises no more draw buffers.
#define GF_ATTACHMENTS_MAX 4

// Deletes the device's framebuffers, and frees their cache.
void gfFramebuffers_Destroy(gfDevice *device);
// Deletes the GL's texture of this name, which is counted with these bytes, and the framebuffers that draw into it.
void gfFramebuffers_DeleteTexture(gfDevice *device, GLuint texture, size_t bytes);

// Returns whether a framebuffer is one of the library's, not the host's.
bool gfFramebuffer_IsOwn(const gfDevice *device, GLuint framebuffer);

// Returns the framebuffer that draws to one texture, and tests a stencil buffer of the texture's size; a missing one is
// made. `stencil`: gfStencil.renderbuffer; 0: none. Returns 0 on failure and reports FRAMEBUFFER or OUT_OF_MEMORY.
GLuint gfFramebuffer_Get(gfDevice *device, const gfTexture *texture, GLuint stencil);

// Makes the framebuffers of a pass that writes these textures, ahead of the step that needs them: a failure can be
// handled when a fluid is made, but not in the middle of a step. False and reported: FRAMEBUFFER, OUT_OF_MEMORY.
bool gfFramebuffer_Warm(gfDevice *device, const gfTexture *const textures[], int count);

// Where a context can't draw to several textures at once (gfGL.attachments), a pass is drawn once for each texture.
// These return how many draws a pass to `count` textures takes, and the framebuffer of draw number `part`, or 0 as
// gfFramebuffer_Get. It draws to the textures in this order. Where a texture is null, the shader's output is dropped;
// the last texture can't be null. `depth`: null for none.
static inline int gfFramebuffer_CountParts(const gfDevice *device, int count)
{
    return count > device->gl.attachments ? count : 1;
}
GLuint gfFramebuffer_GetPart(gfDevice *device, const gfTexture *const textures[], int count, int part,
                             const gfDepth *depth);

// Room for the name of a format of integers, such as "RGB10_A2UI".
#define GF_FORMAT_NAME 32
// Return whether a host's texture, or draw buffer 0 of the framebuffer that is bound for drawing, holds integers. The
// library's shaders can't read or write these. `format` gets the format's name if so. The host's bindings are kept.
bool gfFramebuffer_TextureIsInteger(gfDevice *device, GLuint texture, char format[GF_FORMAT_NAME]);
bool gfFramebuffer_TargetIsInteger(const gfDevice *device, char format[GF_FORMAT_NAME]);

// A framebuffer of the host's, from whose draw buffer 0 gfFramebuffer_CopyHost copies.
typedef struct gfHostImage {
    GLuint framebuffer;
    bool drawn;        // draw buffer 0 is not GL_NONE
    bool multisampled; // it has several samples a pixel, which a copy must resolve
} gfHostImage;

// Returns how draw buffer 0 of a framebuffer of the host's stores colours. WebGL, which stalls when asked, is asked
// only about a framebuffer that differs from the last one. (At first that is the canvas, 0, with GF_STORES_LEVELS.)
gfStorage gfFramebuffer_GetStorage(gfDevice *device, GLuint framebuffer);

gfHostImage gfFramebuffer_DescribeHost(gfDevice *device, GLuint framebuffer);
// Copies a rectangle of the host's draw buffer 0 to a place in a texture. False and reported: GL.
bool gfFramebuffer_CopyHost(gfDevice *device, const gfHostImage *host, const gfRegion *from, const gfTexture *to, int x,
                            int y);
// Copies a rectangle of a texture to a place in another one. False and reported: FRAMEBUFFER, OUT_OF_MEMORY, GL.
bool gfFramebuffer_Copy(gfDevice *device, const gfTexture *source, const gfRegion *from, const gfTexture *to, int x,
                        int y);

// --- stencil ---------------------------------------------------------------------------------------------------------

// Stencil buffers of the library, for passes that draw to one texture (gfPass.stencil).

// Zeroed: none.
typedef struct gfStencil {
    GLuint renderbuffer; // depth and stencil: no pass uses the depth, but not all contexts can draw to a stencil alone
    int width, height;
} gfStencil;

// Makes a stencil buffer of a texture's size, all 0, and the framebuffer that has the texture and the stencil buffer.
// On failure the buffer is zeroed, and reported is OUT_OF_MEMORY, FRAMEBUFFER or GL.
bool gfStencil_Create(gfDevice *device, gfStencil *stencil, const gfTexture *texture);
void gfStencil_Destroy(gfDevice *device, gfStencil *stencil);
// Copies a stencil buffer to another; both were made for `texture`. False and reported: FRAMEBUFFER, OUT_OF_MEMORY (the
// framebuffers to copy by can't be made). Errors of the copy itself are left to the caller's check for GL errors.
bool gfStencil_Copy(gfDevice *device, const gfTexture *texture, const gfStencil *from, const gfStencil *to);

#endif
