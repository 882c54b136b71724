// Drawing porous zones and one-way walls over what a style has drawn.
#ifndef GF_MEDIA_H
#define GF_MEDIA_H

#include "draw/finish.h"

#include "fluid/body.h"

// A quad of the domain at its place in the host's view.
extern const gfVertexStage gf_vertexQuad;

// The place and look of what is drawn.
typedef struct gfMediaView {
    const float *clip;        // from the domain's corner (m) to clip space, three columns of a gfTransform2D
    const gfRegion *viewport; // of the target
    const gfTexture *target;  // null: the host's framebuffer
    bool lit;                 // the target holds light that effects act on
} gfMediaView;

// Tells whether there are porous zones, and the definition shows them.
bool gfMedia_AreShown(const gfBody *body, const gfDrawDef *def);
// Draws porous zones and one-way walls. False, reported: UNSUPPORTED (the context can't blend into the target), SHADER.
bool gfMedia_Draw(const gfBody *body, const gfDrawDef *def, const gfMediaView *view);

#endif
