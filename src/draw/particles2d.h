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

// Particles that are drawn over a style in more passes than one: textures first, then the picture over what is there.
typedef struct gfParticlesOnTop {
    // Draws those textures. `view`: its target is of no account; `liquids`: GF_SHOWN_LIQUIDS_ALONE. Null and reported:
    // UNSUPPORTED (as gfParticles2D_Draw), OUT_OF_MEMORY, FRAMEBUFFER, SHADER.
    const void *(*prepare)(gfDevice *device, const gfParticleView *particles, const gfDrawDef *def,
                           const gfDiscsView *view, GLuint liquids, bool upsideDown);
    // Draws the picture from what `prepare` returned. False and reported, likewise.
    bool (*draw)(const void *prepared, const gfParticleView *particles, const gfDrawDef *def, const gfDiscsView *view);
} gfParticlesOnTop;

#endif
