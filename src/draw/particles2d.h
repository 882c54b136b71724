// Drawing particles in two dimensions: discs over what a style has drawn.
#ifndef GF_PARTICLES2D_H
#define GF_PARTICLES2D_H

#include "draw/finish.h"

#include "fluid/particle_view.h"

// The place and look of what is drawn.
typedef struct gfDiscsView {
    const float *clip;        // from the world (m) to clip space, three columns of a gfTransform2D
    const gfRegion *viewport; // of the target
    const gfTexture *target;  // null: the host's framebuffer
    const float *domainSize;  // m, width and height
    bool lit;                 // the target holds light that effects act on
    float sinceStep;          // s since the last step
} gfDiscsView;

// Draws particles as discs. False, reported: UNSUPPORTED (they are not of two dimensions, or the context can't blend
// into the target), SHADER.
bool gfParticles2D_Draw(gfDevice *device, const gfParticleView *particles, const gfDrawDef *def,
                        const gfDiscsView *view);

#endif
