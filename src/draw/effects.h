// The picture: a fluid drawn into textures of the size of the viewport, and the effects on it.
#ifndef GF_EFFECTS_H
#define GF_EFFECTS_H

#include "gpufluid/draw.h"

#include "gl/pass.h"
#include "draw/height_field.h"

#define GF_BLOOM_LEVELS 8

// What can fail by itself; it is reported once, and left out from then on.
typedef enum gfEffect {
    GF_EFFECT_REFRACTION = 1,
    GF_EFFECT_BLOOM = 2,
    GF_EFFECT_SHAFTS = 4,
    GF_EFFECT_SHADOW = 16,  // of the style's own shader
    GF_EFFECT_TRACERS = 32, // their own shader
    GF_EFFECT_ALL = 8   // the textures of the picture themselves: without them no other is had
} gfEffect;

typedef struct gfEffects {
    int width, height; // of the textures, texels; 0: there are none
    gfTexture light;   // rgb: linear light, a: what it covers
    gfTexture through; // rgb: what is let through where nothing covers, a: optical thickness
    gfTarget scene;    // both
    gfTarget glow;     // light alone, for what adds to it
    // From half the size on, each half of the one before: what spills over, and that with what came back from below.
    int levels;
    gfTexture down[GF_BLOOM_LEVELS], up[GF_BLOOM_LEVELS];
    gfTarget downTarget[GF_BLOOM_LEVELS], upTarget[GF_BLOOM_LEVELS];
    gfTexture lit; // a quarter of the size: how much of the lamp's light gets there, and how much of it there is
    gfTarget litTarget;
    gfTexture backdrop; // a copy of the host's picture
    gfTarget backdropTarget;
    gfTexture resolved; // of a multisampled one, where it lies there
    gfTarget resolvedTarget;
    gfTexture out; // of gfFluid_DrawToTexture
    gfTarget outTarget;
    gfHeightField relief; // of GF_DRAW_LIQUID
    unsigned failed; // of gfEffect
} gfEffects;

// Where the picture lies on what it is drawn into.
typedef struct gfEffectsView {
    gfRegion viewport;
    gfTransform2D clip; // from world to clip space
    GLuint host;        // framebuffer that refraction copies from
} gfEffectsView;

void gfEffects_Destroy(gfDevice *device, gfEffects *picture);

// The effects of the whole picture that a definition asks for and that have not failed. 0: none, it is drawn at once.
unsigned gfEffects_GetEffects(const gfEffects *picture, const gfDrawDef *def);

// Makes the scene's textures, cleared unless the domain will cover all of them. False: reported, and GF_EFFECT_ALL
// has failed from now on.
bool gfEffects_Begin(gfDevice *device, gfEffects *picture, int width, int height, bool covered);

// The texture that gfFluid_DrawToTexture draws into, of this size, cleared. Null and reported.
const gfTarget *gfEffects_Out(gfDevice *device, gfEffects *picture, int width, int height);

// What must be computed before the composite; returns the effects that can be had.
unsigned gfEffects_Prepare(gfDevice *device, gfEffects *picture, const gfDrawDef *def, const gfEffectsView *view,
                           unsigned effects);

// Lays all together into the target (null: the host's framebuffer). False, reported: not drawn.
bool gfEffects_Composite(gfDevice *device, gfEffects *picture, const gfDrawDef *def, const gfEffectsView *view,
                         unsigned effects, const gfTarget *target);

// What finish() of shaders/draw/finish.glsl reads.
typedef struct gfFinish {
    float look[4], tone[4];
} gfFinish;

// `layer`: 0, or 1 and 2 of what is laid over the host's picture in two passes.
gfFinish gfEffects_GetFinish(const gfDrawDef *def, int layer);

// Whether what is drawn lets coloured light through, over the host's own picture.
bool gfEffects_NeedsLayers(const gfDrawDef *def);

// How the layer is blended: 0, or 1 and 2.
gfBlend gfEffects_GetBlend(const gfDrawDef *def, int layer);

#endif
