// Drawing the particles of two dimensions that are no liquid, each kind as itself: jelly, stone, walls and grains.
//
// Particles of groups add up to blobs in a texture of a few texels between particles
// (shaders/draw_liquid/kinds_sum.frag), in which each texel belongs to what the nearest of them is of
// (kinds_near.frag): so neighbours don't melt into each other. Blurred widely within that (kinds_dome.frag) it gives
// the roundness of what kinds.frag then draws in full size. Grains come on top, as discs.
#ifndef GF_KINDS_H
#define GF_KINDS_H

#include "draw/particles2d.h"

// Kinds as the style "kinds" has them.
extern const gfParticlesOnTop gf_kindsOnTop;

#endif
