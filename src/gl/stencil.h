// Stencil buffers of the library's own, for passes that draw to one texture.
#ifndef GF_STENCIL_H
#define GF_STENCIL_H

#include "gl/framebuffer.h"

// Zero is "none".
typedef struct gfStencil {
    GLuint renderbuffer; // with depth, which no pass uses: every context draws to that
    int width, height;
} gfStencil;

// Makes one as large as a texture, and what passes that draw to the two need; it is 0 all over. On failure it is none;
// reported are OUT_OF_MEMORY and FRAMEBUFFER.
bool gfStencil_Create(gfDevice *device, gfStencil *stencil, const gfTexture *texture);
void gfStencil_Destroy(gfDevice *device, gfStencil *stencil);
// Copies all of one to another; both were made for `texture`. False and reported (FRAMEBUFFER, OUT_OF_MEMORY): there is
// no framebuffer. GL errors are left to the caller.
bool gfStencil_Copy(gfDevice *device, const gfTexture *texture, const gfStencil *from, const gfStencil *to);

#endif
