// Effects on the whole picture. A fluid is drawn into textures of light, which effects turn into the target's picture.
// To add an effect: a bit of gfEffect, and a section of effects.c with its row of effectKinds.
#ifndef GF_EFFECTS_H
#define GF_EFFECTS_H

#include "draw/styles.h"

// The effects on the whole picture. Each is a bit, so that an unsigned int can hold a set of effects.
typedef enum gfEffect { GF_EFFECT_REFRACTION = 1, GF_EFFECT_BLOOM = 2, GF_EFFECT_SHAFTS = 4 } gfEffect;

enum { GF_EFFECT_COUNT = 3 };

// Text for gfFailure_Begin when what all effects share fails.
#define GF_NO_EFFECT_IS_HAD "every effect on the picture is"

typedef struct gfEffects {
    int width, height; // size of the viewport, which the textures fit; 0: there are no textures
    int step;          // how many pixels wide a texel of `light` and `through` is: 1 or 2
    gfTexture light;   // the fluid's picture: linear light in rgb, coverage in alpha
    // With `step` 1: rgb is the light that passes where nothing covers, alpha the optical thickness; with `step` 2: the
    // light above bloom's threshold.
    gfTexture through;
    // Textures for bloom, each half as large as the one before, the first a quarter of the picture's size. `down` has
    // the light above the threshold, ever more blurred; `up` adds the blurred light of smaller levels to each.
    gfPyramid down, up;
    gfTexture shade; // for shafts of light, small: how much each place dims light that passes
    // For shafts of light: the fraction of a lamp's light that arrives at each place, and the amount of light there.
    gfTexture lit;
    // For detail: from each place to where dye is read, cells (shaders/draw/detail_way.frag); half the picture's size.
    gfTexture way;
    gfTexture backdrop; // a copy of the host's picture, which refraction bends
    // The host's picture resolved from a multisampled framebuffer, if it must be before it is copied.
    gfTexture resolved;
    gfTexture out;     // the texture that gfFluid_DrawToTexture draws into and lends to the host
    gfTexture squares; // for pixel art: the small drawing
    gfEmptyFields empty;
    gfTexture hostCopy, hostResolved; // copies of the host's picture for drawings other than gfFluid_Draw (gfBackdrop)
    // Which parts of an earlier drawing failed: the rest is still drawn, and these are not tried again in each frame.
    gfFailure failed[GF_EFFECT_COUNT];
    gfFailure allFailed; // what all effects share could not be made
    // The variant of a style's shader that draws into light could not be made.
    gfFailure styleFailed[GF_DRAW_STYLE_COUNT];
    // The style's shader could not be made with detail, shading dye or smooth pictures.
    gfFailure detailFailed, shadowFailed, smoothFailed;
    // Drawing overlays, or porous zones, failed: [0] onto the target, [1] into the light that effects act on.
    gfFailure overlayFailed[2], mediaFailed[2];
} gfEffects;

// Where a drawing with effects lies on its target.
typedef struct gfEffectsView {
    gfRegion viewport;
    gfTransform2D clip; // transform from the world, m, to clip space
    GLuint host;        // framebuffer from which refraction copies the host's picture
} gfEffectsView;

// The uniform u_scale: one over the target's size in pixels, which turns pixels into places from 0 to 1.
#define GF_EFFECT_SCALE(target) GF_F2(scale, 1.0f / (float)(target)->width, 1.0f / (float)(target)->height)

// Returns the device's textures for effects, which all fluids share; made on first use. Null: OUT_OF_MEMORY.
gfEffects *gfEffects_Get(gfDevice *device);
// Returns the device's textures for effects; null: no drawing has needed them yet.
const gfEffects *gfEffects_Find(const gfDevice *device);

// The textures that gfBackdrop_Copy copies the host's picture to.
typedef struct gfBackdrop {
    gfTexture *copy;     // the copy, of the viewport's size
    gfTexture *resolved; // used in between, if the samples of a multisampled framebuffer must be resolved first
} gfBackdrop;

// Copies the part of a framebuffer in the viewport to textures: 8 bits a channel if `srgb`, else half floats. If none
// of it lies in the viewport, the copy may have no pixels. False and reported: OUT_OF_MEMORY, FRAMEBUFFER, GL.
bool gfBackdrop_Copy(gfDevice *device, const gfBackdrop *backdrop, const gfRegion *viewport, GLuint framebuffer,
                     bool srgb);

// Returns the effects that a definition asks for and that have not failed. 0: the fluid is drawn right to the target.
unsigned gfEffects_GetWanted(const gfDevice *device, const gfEffects *effects, const gfDrawDef *def);

// Makes the textures `light` and `through`; clears them unless `covered`: the domain will cover them. `step`: 1, or 2
// if only effects read them and the style finishes the picture (GF_STYLE_SPILLED). False: no effects from now on.
bool gfEffects_Begin(gfDevice *device, gfEffects *effects, int width, int height, int step, bool covered);

// Returns the texture that gfFluid_DrawToTexture draws into, in this size and cleared.
const gfTexture *gfEffects_Out(gfDevice *device, gfEffects *effects, int width, int height);

// Runs the passes of each wanted effect, whose results the composite reads. Returns the effects that did not fail.
unsigned gfEffects_Prepare(gfDevice *device, gfEffects *effects, const gfDrawDef *def, const gfEffectsView *view,
                           unsigned wanted);

// The uniform of shaders/effects/above.glsl, which takes the light above bloom's threshold.
#define GF_BLOOM_THRESHOLD(bloom) GF_F4(threshold, (bloom)->threshold, (bloom)->knee, 0.0f, 0.0f)

// The textures and uniforms of shaders/effects/spilled.glsl, which adds the light of bloom and of shafts to a pixel.
#define GF_SPILLED_INPUTS(effects) \
    GF_IN_LINEAR(bloomed, gfEffects_GetBloomed(effects)->id), GF_IN_LINEAR(lit, (effects)->lit.id)
#define GF_SPILLED_UNIFORMS(def)                            \
    GF_F4(bloom, (def)->bloom.intensity, 0.0f, 0.0f, 0.0f), \
        GF_F4(light, (def)->shafts.glow[0], (def)->shafts.glow[1], (def)->shafts.glow[2], (def)->shafts.strength)

static inline const gfTexture *gfEffects_GetBloomed(const gfEffects *effects)
{
    return effects->up.levels > 0 ? &effects->up.texture[0] : &effects->down.texture[0];
}

// The defines of shaders/effects/spilled.glsl, for the effects that a drawing has; empty for others.
typedef struct gfEffectDefines {
    const char *of[GF_EFFECT_COUNT];
} gfEffectDefines;

gfEffectDefines gfEffects_GetDefines(unsigned had);

// Runs the last pass: combines the textures of light and effects into the target (null: the host's framebuffer). `had`:
// the effects that did not fail. False and reported: nothing was drawn.
bool gfEffects_Composite(gfDevice *device, gfEffects *effects, const gfDrawDef *def, const gfEffectsView *view,
                         unsigned had, const gfTexture *target);

#endif
