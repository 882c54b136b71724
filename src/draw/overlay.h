// What is drawn over a fluid's picture: overlays of modules such as tracers, porous zones, one-way walls, particles.
#ifndef GF_OVERLAY_H
#define GF_OVERLAY_H

#include "gpufluid/draw.h"

#include "draw/styles.h"
#include "fluid/fluid.h"

// --- overlays --------------------------------------------------------------------------------------------------------

// Where an overlay is drawn, and the uniforms that its shader shares with those of styles.
typedef struct gfOverlayTarget {
    gfVec2 size; // size of the fluid's domain, m
    const gfRegion *viewport;
    const float *look, *tone; // uniforms of shaders/draw/finish.glsl
    const gfTexture *target;  // texture to draw into; null: the host's framebuffer
    const float *fade;        // uniform of shaders/draw/fade.glsl
    bool lit;                 // the target holds light that effects act on, not final colours
    float sinceStep;          // time since the last step, s, for which the picture is moved on
} gfOverlayTarget;

typedef struct gfOverlay {
    // Returns whether the overlay that a definition asks for can be drawn over this fluid. If not, reports why.
    bool (*check)(const gfFluid *fluid, const gfDrawDef *def, const char *caller);
    bool (*isWanted)(const gfDrawDef *def);
    // Makes a definition ask for the overlay of this fluid, for dry runs. False: the fluid has nothing to overlay.
    bool (*offer)(const gfFluid *fluid, gfDrawDef *def);
    const char *leftOut; // start of the warning that is given if the overlay fails, such as "tracers are"
    // Draws the overlay. False and reported: a shader could not be made, or the context can't add to the target.
    bool (*draw)(gfDevice *device, const gfDrawDef *def, const gfOverlayTarget *target);
} gfOverlay;

// --- porous zones and one-way walls ----------------------------------------------------------------------------------

// Vertex stage that draws a rectangle where the domain lies in the host's view. Most styles draw with it, too.
extern const gfVertexStage gf_vertexQuad;

// Where porous zones and one-way walls are drawn.
typedef struct gfMediaView {
    const float *clip; // transform from the domain's corner, m, to clip space: the three columns of a gfTransform2D
    const gfRegion *viewport; // part of the target to draw in
    const gfTexture *target;  // texture to draw into; null: the host's framebuffer
    bool lit;                 // the target holds light that effects act on, not final colours
} gfMediaView;

// Returns whether the fluid has porous zones or one-way walls, and the definition shows them.
bool gfMedia_AreShown(const gfBody *body, const gfDrawDef *def);
// Draws porous zones and one-way walls. Reports UNSUPPORTED (the context can't blend into the target) or SHADER.
bool gfMedia_Draw(const gfBody *body, const gfDrawDef *def, const gfMediaView *view);

// --- particles -------------------------------------------------------------------------------------------------------

// Particles of a gfFluid are drawn over the picture of a style, as discs.

typedef struct gfDiscsView {
    const float *clip;        // transform from the world, m, to clip space: the three columns of a gfTransform2D
    const gfRegion *viewport; // part of the target to draw in
    const gfTexture *target;  // texture to draw into; null: the host's framebuffer
    const float *domainSize;  // width and height of the domain, m
    bool lit;                 // the target holds light that effects act on, not final colours
    float sinceStep;          // time since the last step, s, for which the picture is moved on
} gfDiscsView;

// Draws particles as discs. Reports UNSUPPORTED (in 3D, or the context can't blend into the target) or SHADER.
bool gfParticles2D_Draw(gfDevice *device, const gfParticleView *particles, const gfDrawDef *def,
                        const gfDiscsView *view);

// How a style draws particles on top in two steps: `prepare` draws textures before the picture, `draw` draws over it.
typedef struct gfParticlesOnTop {
    // Draws textures for `draw`, which gets the result. `liquids`: the texture of GF_SHOWN_LIQUIDS_ALONE. view->target
    // is not used. Null and reported: UNSUPPORTED (as gfParticles2D_Draw), OUT_OF_MEMORY, FRAMEBUFFER, SHADER.
    const void *(*prepare)(gfDevice *device, const gfParticleView *particles, const gfDrawDef *def,
                           const gfDiscsView *view, GLuint liquids, bool upsideDown);
    // Draws the particles onto the target. `prepared`: the result of `prepare`. Reports the same errors as that.
    bool (*draw)(const void *prepared, const gfParticleView *particles, const gfDrawDef *def, const gfDiscsView *view);
} gfParticlesOnTop;

#endif
