// Overlays: what a module draws over the picture of a fluid, such as its tracers.
#ifndef GF_OVERLAY_H
#define GF_OVERLAY_H

#include "gpufluid/draw.h"

#include "fluid/fluid.h"

// The target of an overlay, and how it is drawn there.
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
    // Puts the overlay of a fluid into a definition, for dry runs. False: it has none.
    bool (*offer)(const gfFluid *fluid, gfDrawDef *def);
    const char *leftOut; // the start of the message that says that it is left out
    // Draws the overlay. False, reported: a shader could not be made, or the context can't add to the target.
    bool (*draw)(gfDevice *device, const gfDrawDef *def, const gfOverlayTarget *target);
} gfOverlay;

#endif
