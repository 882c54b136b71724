// Effects on the whole picture. A fluid is drawn into textures of light, which effects turn into the target's picture.
// To add an effect: a bit of gfEffect, and a section of effects.c with its row of effectKinds.
#ifndef GF_EFFECTS_H
#define GF_EFFECTS_H

#include "draw/styles.h"

// Effects on the whole picture, a bit each.
typedef enum gfEffect { GF_EFFECT_REFRACTION = 1, GF_EFFECT_BLOOM = 2, GF_EFFECT_SHAFTS = 4 } gfEffect;

enum { GF_EFFECT_COUNT = 3 };

#define GF_NO_EFFECT_IS_HAD "every effect on the picture is" // the `what` of gfFailure_Begin

typedef struct gfEffects {
    int width, height; // of the viewport, which the textures fit; 0: there are no textures
    int step;          // pixels to a texel's side in `light` and `through`
    gfTexture light;   // rgb: linear light, a: coverage
    gfTexture through; // rgb: light let through where nothing covers, a: optical thickness; if `step` is 2,
                       // the light above bloom's threshold
    // Pyramids for bloom, from a quarter of the size down: `down` has the light above the threshold, `up` adds the
    // blurred light of smaller levels.
    gfPyramid down, up;
    gfTexture shade;    // of shafts, small: how much each place dims light
    gfTexture lit;      // of the same size: the fraction of a lamp's light that arrives, and the amount of light there
    gfTexture way;      // displacements by detail (shaders/draw/detail_way.frag), cells, at half the picture's size
    gfTexture backdrop; // a copy of the host's picture
    gfTexture resolved; // the same, resolved from a multisampled framebuffer
    gfTexture out;      // of gfFluid_DrawToTexture
    gfTexture squares;  // the small drawing of pixel art
    gfEmptyFields empty;
    gfTexture hostCopy, hostResolved; // for gfBackdrop, of drawings other than gfFluid_Draw
    // Parts of a drawing that can fail alone.
    gfFailure failed[GF_EFFECT_COUNT];
    gfFailure allFailed;                                // the textures that all effects share
    gfFailure styleFailed[GF_DRAW_STYLE_COUNT];         // the variants of a style for effects
    gfFailure detailFailed, shadowFailed, smoothFailed; // variants of the style's own shader
    gfFailure overlayFailed[2], mediaFailed[2];         // drawn onto the target, and into the light that effects act on
} gfEffects;

// The place of a drawing on its target.
typedef struct gfEffectsView {
    gfRegion viewport;
    gfTransform2D clip; // from the world to clip space
    GLuint host;        // framebuffer that refraction copies from
} gfEffectsView;

// The uniform u_scale, one over a target's size, which turns pixels into places from 0 to 1.
#define GF_EFFECT_SCALE(target) GF_F2(scale, 1.0f / (float)(target)->width, 1.0f / (float)(target)->height)

// Returns the device's effects, made on first use. Null and reported: OUT_OF_MEMORY.
gfEffects *gfEffects_Get(gfDevice *device);
// Returns the device's effects; null: they have not been made.
const gfEffects *gfEffects_Find(const gfDevice *device);

// Textures for a copy of the host's picture.
typedef struct gfBackdrop {
    gfTexture *copy;     // of the viewport's size
    gfTexture *resolved; // in between, if samples must be resolved first
} gfBackdrop;

// Copies the part of a framebuffer in the viewport: 8 bits a channel if `srgb`, else half floats. If that part is empty
// the copy may be missing. False and reported: OUT_OF_MEMORY, FRAMEBUFFER, GL.
bool gfBackdrop_Copy(gfDevice *device, const gfBackdrop *backdrop, const gfRegion *viewport, GLuint framebuffer,
                     bool srgb);

// Returns the effects that a definition asks for and that have not failed. 0: the fluid is drawn straight onto the
// target.
unsigned gfEffects_GetWanted(const gfDevice *device, const gfEffects *effects, const gfDrawDef *def);

// Makes the textures that effects share, cleared unless the domain will cover them. False and reported: effects are
// left out from now on. `step`: 1, or 2 if they only feed the effects (GF_STYLE_SPILLED).
bool gfEffects_Begin(gfDevice *device, gfEffects *effects, int width, int height, int step, bool covered);

// Returns the texture that gfFluid_DrawToTexture draws into, of this size, cleared. Null and reported on failure.
const gfTexture *gfEffects_Out(gfDevice *device, gfEffects *effects, int width, int height);

// Draws the inputs of the composite; returns the effects of `wanted` that did not fail.
unsigned gfEffects_Prepare(gfDevice *device, gfEffects *effects, const gfDrawDef *def, const gfEffectsView *view,
                           unsigned wanted);

// The uniform of shaders/effects/above.glsl.
#define GF_BLOOM_THRESHOLD(bloom) GF_F4(threshold, (bloom)->threshold, (bloom)->knee, 0.0f, 0.0f)

// The inputs of shaders/effects/spilled.glsl.
#define GF_SPILLED_INPUTS(effects) \
    GF_IN_LINEAR(bloomed, gfEffects_GetBloomed(effects)->id), GF_IN_LINEAR(lit, (effects)->lit.id)
#define GF_SPILLED_UNIFORMS(def)                            \
    GF_F4(bloom, (def)->bloom.intensity, 0.0f, 0.0f, 0.0f), \
        GF_F4(light, (def)->shafts.glow[0], (def)->shafts.glow[1], (def)->shafts.glow[2], (def)->shafts.strength)

static inline const gfTexture *gfEffects_GetBloomed(const gfEffects *effects)
{
    return effects->up.levels > 0 ? &effects->up.texture[0] : &effects->down.texture[0];
}

// The defines of spilled.glsl for the effects that a drawing has.
typedef struct gfEffectDefines {
    const char *of[GF_EFFECT_COUNT];
} gfEffectDefines;

gfEffectDefines gfEffects_GetDefines(unsigned had);

// Combines all textures into the target (null: the host's framebuffer). False and reported: not drawn.
bool gfEffects_Composite(gfDevice *device, gfEffects *effects, const gfDrawDef *def, const gfEffectsView *view,
                         unsigned had, const gfTexture *target);

#endif
