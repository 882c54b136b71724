// Mask images of a host: their checks and their textures.
#ifndef GF_MASK_H
#define GF_MASK_H

#include "gpufluid/shape.h"

#include "gl/texture.h"

// Reports NULL_ARGUMENT and OUT_OF_RANGE.
bool gfMask_Check(gfDevice *device, const gfMask *mask, const char *caller);
// Returns a mask's pixels as its texture has them, to be freed: two channels, red the mask, and green unused; GL's
// first row is the lowest. Null and reported without memory.
uint8_t *gfMask_Pack(gfDevice *device, const gfMask *mask);
// Uploads a mask into a texture, which is made anew unless it has that size. False and reported; the texture is as it
// was.
bool gfMask_Upload(gfDevice *device, gfTexture *texture, const gfMask *mask);

#endif
