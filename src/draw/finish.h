// The way of light to a pixel: opacity, alpha, exposure, layers and blending, as shaders/draw/finish.glsl takes them.
#ifndef GF_FINISH_H
#define GF_FINISH_H

#include "gpufluid/draw.h"

#include "gl/pass.h"

// The uniforms of shaders/draw/finish.glsl.
typedef struct gfFinish {
    float look[4], tone[4];
} gfFinish;

// The uniform u_fade of shaders/draw/fade.glsl.
typedef struct gfFade {
    float perSide[4];
    bool wanted; // at some side
} gfFade;

// Returns the fade of a domain of this size, m.
gfFade gfFade_Get(const gfDrawDef *def, float width, float height);

// Tells whether what is drawn lets coloured light through, over the host's own picture: it is laid over that in two
// passes.
bool gfFinish_NeedsLayers(const gfDrawDef *def);

// Finds out how the target of the drawing that begins stores what is written, for its noise. `host`: the framebuffer
// that it is drawn to, or, null, a texture of half floats. `linear`: noise is wanted in light that is not encoded.
void gfFinish_NoteTarget(gfDevice *device, const gfHostTarget *host, bool linear);

// Returns the uniforms of a layer: 0, or 1 and 2 of two passes.
gfFinish gfFinish_Get(const gfDevice *device, const gfDrawDef *def, int layer);

// Returns how the layer is blended.
gfBlend gfFinish_GetBlend(const gfDrawDef *def, int layer);

// Tells whether the context can blend into a texture, or, null, the host's framebuffer.
bool gfFinish_CanBlendInto(const gfDevice *device, const gfTexture *target);

#endif
