// Effects: a fluid is drawn into textures of the viewport's size, and what acts on all of it comes between these and
// the target. To add one: a bit of gfEffect, and a section of effects.c with its EffectKind.
#ifndef GF_EFFECTS_H
#define GF_EFFECTS_H

#include "draw/styles.h"

// Effects on the whole picture, a bit each.
typedef enum gfEffect { GF_EFFECT_REFRACTION = 1, GF_EFFECT_BLOOM = 2, GF_EFFECT_SHAFTS = 4 } gfEffect;

enum { GF_EFFECT_COUNT = 3 };

#define GF_NO_EFFECT_IS_HAD "every effect on the picture is" // left out, as gfFailure_Begin says it

typedef struct gfEffects {
    int width, height; // of the viewport that the textures of effects are for; 0: there are none
    int step;          // pixels a side that are a texel of `light` and `through`
    gfTexture light;   // rgb: linear light, a: what it covers
    gfTexture through; // rgb: what is let through where nothing covers, a: optical thickness; or, where `step` is 2,
                       // the light above bloom's threshold
    // Pyramids for bloom, from a quarter of the size on: `down` has the light above the threshold, `up` that and the
    // light blurred by smaller levels.
    gfPyramid down, up;
    gfTexture shade;    // of shafts, small: how much each place dims what passes
    gfTexture lit;      // as large: how much of the lamp's light gets there, and how much of it there is
    gfTexture way;      // of detail below a cell (shaders/draw/detail_way.frag), cells, at half the picture's size
    gfTexture backdrop; // a copy of what the host has drawn
    gfTexture resolved; // a resolved copy of a multisampled framebuffer, at the same place
    gfTexture out;      // of gfFluid_DrawToTexture
    gfTexture squares;  // a drawing as pixel art, one texel a square
    gfEmptyFields empty;
    gfTexture hostCopy, hostResolved; // as gfBackdrop, of pictures that are no gfFluid_Draw
    // Parts of a drawing that can fail alone.
    gfFailure failed[GF_EFFECT_COUNT];
    gfFailure allFailed;                                // what all effects share: without it no effect is had
    gfFailure styleFailed[GF_DRAW_STYLE_COUNT];         // the variants of a style for effects
    gfFailure detailFailed, shadowFailed, smoothFailed; // variants of the style's own shader
    gfFailure overlayFailed[2], mediaFailed[2];         // drawn onto the target, and into the light that effects act on
} gfEffects;

// The place of a drawing on its target.
typedef struct gfEffectsView {
    gfRegion viewport;
    gfTransform2D clip; // from world to clip space
    GLuint host;        // framebuffer that refraction copies from
} gfEffectsView;

// The uniform u_scale, one over a target's size: it takes pixels to places from 0 to 1.
#define GF_EFFECT_SCALE(target) GF_F2(scale, 1.0f / (float)(target)->width, 1.0f / (float)(target)->height)

// The device's effects, made on first use. Null and reported: OUT_OF_MEMORY.
gfEffects *gfEffects_Get(gfDevice *device);
// Returns the device's effects; null: they have not been made.
const gfEffects *gfEffects_Find(const gfDevice *device);

// Makes a texture unless it is there in this size. False and reported on failure.
bool gfEffects_CreateNamed(gfDevice *device, gfTexture *texture, gfFormat format, int width, int height,
                           const char *name);
#define gfEffects_CreateTexture(device, texture, format, width, height) \
    gfEffects_CreateNamed(device, texture, format, width, height, #texture)

// Textures for a copy of what the host has drawn.
typedef struct gfBackdrop {
    gfTexture *copy;     // of the viewport's size
    gfTexture *resolved; // on the way there where samples must be resolved first
} gfBackdrop;

// Copies the part of a framebuffer in the viewport: 8 bits a channel if `srgb`, else half floats. Where that part is
// empty, there may be no copy. False and reported: OUT_OF_MEMORY, FRAMEBUFFER, GL.
bool gfBackdrop_Copy(gfDevice *device, const gfBackdrop *backdrop, const gfRegion *viewport, GLuint framebuffer,
                     bool srgb);

// Returns the effects on the whole drawing that a definition asks for and that have not failed. 0: it is drawn straight
// onto the target.
unsigned gfEffects_GetWanted(const gfDevice *device, const gfEffects *effects, const gfDrawDef *def);

// Makes the textures that effects share, cleared unless the domain will cover all of them. False: no effect is had from
// now on, which is reported. `step`: 1, or 2 where these are but what spills over is made of.
bool gfEffects_Begin(gfDevice *device, gfEffects *effects, int width, int height, int step, bool covered);

// Returns the texture that gfFluid_DrawToTexture draws into, of this size, cleared. Null and reported.
const gfTexture *gfEffects_Out(gfDevice *device, gfEffects *effects, int width, int height);

// Draws what the composite reads; returns those of `wanted` that can be had.
unsigned gfEffects_Prepare(gfDevice *device, gfEffects *effects, const gfDrawDef *def, const gfEffectsView *view,
                           unsigned wanted);

// The uniform of shaders/effects/above.glsl.
#define GF_BLOOM_THRESHOLD(bloom) GF_F4(threshold, (bloom)->threshold, (bloom)->knee, 0.0f, 0.0f)

// What shaders/effects/spilled.glsl reads.
#define GF_SPILLED_INPUTS(effects) \
    GF_IN_LINEAR(bloomed, gfEffects_GetBloomed(effects)->id), GF_IN_LINEAR(lit, (effects)->lit.id)
#define GF_SPILLED_UNIFORMS(def)                            \
    GF_F4(bloom, (def)->bloom.intensity, 0.0f, 0.0f, 0.0f), \
        GF_F4(light, (def)->shafts.glow[0], (def)->shafts.glow[1], (def)->shafts.glow[2], (def)->shafts.strength)

static inline const gfTexture *gfEffects_GetBloomed(const gfEffects *effects)
{
    return effects->up.levels > 0 ? &effects->up.texture[0] : &effects->down.texture[0];
}

// The defines of shaders that read it, of the effects that a drawing had.
typedef struct gfEffectDefines {
    const char *of[GF_EFFECT_COUNT];
} gfEffectDefines;

gfEffectDefines gfEffects_GetDefines(unsigned had);

// Combines all textures into the target (null: the host's framebuffer). False, reported: not drawn.
bool gfEffects_Composite(gfDevice *device, gfEffects *effects, const gfDrawDef *def, const gfEffectsView *view,
                         unsigned had, const gfTexture *target);

#endif
