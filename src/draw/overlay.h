// Drawing over the picture of a fluid: overlays of modules, such as tracers; porous zones and one-way walls; particles.
#ifndef GF_OVERLAY_H
#define GF_OVERLAY_H

#include "gpufluid/draw.h"

#include "draw/styles.h"
#include "fluid/fluid.h"

// --- overlays --------------------------------------------------------------------------------------------------------

// The target of an overlay, and its uniforms.
typedef struct gfOverlayTarget {
    gfVec2 size; // of the fluid's domain, m
    const gfRegion *viewport;
    const float *look, *tone; // as in shaders/draw/finish.glsl
    const gfTexture *target;  // null: the host's framebuffer
    const float *fade;        // as in shaders/draw/fade.glsl
    bool lit;                 // the target holds light that effects act on
    float sinceStep;          // s since the last step
} gfOverlayTarget;

typedef struct gfOverlay {
    // Returns whether the overlay that a definition asks for can be drawn over this fluid; reports.
    bool (*check)(const gfFluid *fluid, const gfDrawDef *def, const char *caller);
    // Returns whether a definition asks for the overlay.
    bool (*isWanted)(const gfDrawDef *def);
    // Adds the fluid's overlay to a definition, for dry runs. False: the fluid has none.
    bool (*offer)(const gfFluid *fluid, gfDrawDef *def);
    const char *leftOut; // the start of the warning that the overlay is left out
    // Draws the overlay. False, reported: a shader could not be made, or the context can't add to the target.
    bool (*draw)(gfDevice *device, const gfDrawDef *def, const gfOverlayTarget *target);
} gfOverlay;

// --- porous zones and one-way walls ----------------------------------------------------------------------------------

// Draws the domain's quad at its place in the host's view.
extern const gfVertexStage gf_vertexQuad;

// The place and look of what is drawn.
typedef struct gfMediaView {
    const float *clip;        // from the domain's corner (m) to clip space, three columns of a gfTransform2D
    const gfRegion *viewport; // of the target
    const gfTexture *target;  // null: the host's framebuffer
    bool lit;                 // the target holds light that effects act on
} gfMediaView;

// Returns whether there are porous zones, and the definition shows them.
bool gfMedia_AreShown(const gfBody *body, const gfDrawDef *def);
// Draws porous zones and one-way walls. False and reported: UNSUPPORTED (the context can't blend into the target),
// SHADER.
bool gfMedia_Draw(const gfBody *body, const gfDrawDef *def, const gfMediaView *view);

// --- particles -------------------------------------------------------------------------------------------------------

// Draws particles of two dimensions as discs over a style's picture.

// The place and look of what is drawn.
typedef struct gfDiscsView {
    const float *clip;        // from the world (m) to clip space, three columns of a gfTransform2D
    const gfRegion *viewport; // of the target
    const gfTexture *target;  // null: the host's framebuffer
    const float *domainSize;  // m, width and height
    bool lit;                 // the target holds light that effects act on
    float sinceStep;          // s since the last step
} gfDiscsView;

// Draws particles as discs. False and reported: UNSUPPORTED (they are in 3D, or the context can't blend into the
// target), SHADER.
bool gfParticles2D_Draw(gfDevice *device, const gfParticleView *particles, const gfDrawDef *def,
                        const gfDiscsView *view);

// Particles that are drawn over a style in several passes: first into textures, then onto the target.
typedef struct gfParticlesOnTop {
    // Draws the textures. view->target is not used; `liquids`: GF_SHOWN_LIQUIDS_ALONE. Null and reported: UNSUPPORTED
    // (as gfParticles2D_Draw), OUT_OF_MEMORY, FRAMEBUFFER, SHADER.
    const void *(*prepare)(gfDevice *device, const gfParticleView *particles, const gfDrawDef *def,
                           const gfDiscsView *view, GLuint liquids, bool upsideDown);
    // Draws onto the target by the result of `prepare`. False and reported: likewise.
    bool (*draw)(const void *prepared, const gfParticleView *particles, const gfDrawDef *def, const gfDiscsView *view);
} gfParticlesOnTop;

#endif
