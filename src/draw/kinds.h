// Drawing the particles of two dimensions that are no liquid, each kind as itself: jelly, stone, walls and grains.
//
// Particles of groups add up to blobs in a texture of a few texels between particles (shaders/draw/kinds_sum.frag), in
// which each texel belongs to what the nearest of them is of (kinds_near.frag): so neighbours don't melt into each
// other. Blurred widely within that (kinds_dome.frag) it gives the roundness of what kinds.frag then draws in full
// size. Grains come on top, as discs.
#ifndef GF_KINDS_H
#define GF_KINDS_H

#include "draw/particles2d.h"

// The device's textures, and how the drawing under way uses them.
typedef struct gfKinds gfKinds;

// Draws those textures. `view`: its target is of no account; `liquids`: GF_SHOWN_LIQUIDS_ALONE. Null and reported:
// UNSUPPORTED (as gfParticles2D_Draw), OUT_OF_MEMORY, FRAMEBUFFER, SHADER.
const gfKinds *gfKinds_Prepare(gfDevice *device, const gfParticleView *particles, const gfDrawDef *def,
                               const gfDiscsView *view, GLuint liquids, bool upsideDown);

// Draws the picture over what a style has drawn. False and reported, likewise.
bool gfKinds_Draw(const gfKinds *kinds, const gfParticleView *particles, const gfDrawDef *def, const gfDiscsView *view);

#endif
