// Effects: a fluid is drawn into textures of the viewport's size, and what acts on all of it comes between these and
// the target. To add one: a file with a gfEffectKind, a bit of gfEffect, and a row in the table of effects.c.
#ifndef GF_EFFECTS_H
#define GF_EFFECTS_H

#include "draw/finish.h"
#include "draw/styles.h"

#include "gl/pyramid.h"

// Parts of a drawing that can fail alone: such a failure is reported once, and the part left out until
// gfDevice_ResetErrors.
typedef enum gfEffect {
    GF_EFFECT_REFRACTION = 1,
    GF_EFFECT_BLOOM = 2,
    GF_EFFECT_SHAFTS = 4,
    GF_EFFECT_SHADOW = 8,       // a variant of the style's own shader
    GF_EFFECT_OVERLAY = 16,     // drawn onto the target (overlay.h)
    GF_EFFECT_LIT_OVERLAY = 32, // drawn into the light that effects act on
    GF_EFFECT_MEDIA = 64,       // drawn onto the target (media.h)
    GF_EFFECT_LIT_MEDIA = 128,
    GF_EFFECT_ALL = 256,    // the textures that all effects share: without them no other is had
    GF_EFFECT_DETAIL = 512, // variants of the style's own shader, as shade is
    GF_EFFECT_SMOOTH = 1024
} gfEffect;

typedef struct gfEffects {
    int width, height; // of the textures that effects share, texels; 0: there are none
    gfTexture light;   // rgb: linear light, a: what it covers
    gfTexture through; // rgb: what is let through where nothing covers, a: optical thickness
    // Pyramids for bloom, from half the size on: `down` has the light above the threshold, `up` that and the light
    // blurred by smaller levels.
    gfPyramid down, up;
    gfTexture lit;      // a quarter of the size: how much of the lamp's light gets there, and how much of it there is
    gfTexture backdrop; // a copy of what the host has drawn
    gfTexture resolved; // a resolved copy of a multisampled framebuffer, at the same place
    gfTexture out;      // of gfFluid_DrawToTexture
    gfTexture squares;  // a drawing as pixel art, one texel a square
    gfEmptyFields empty;
    gfTexture hostCopy, hostResolved; // as gfBackdrop, of pictures that are no gfFluid_Draw
    unsigned failed;                  // of gfEffect
    uint32_t failedStyles;            // a bit each: their variants for effects
} gfEffects;

// The place of a drawing on its target.
typedef struct gfEffectsView {
    gfRegion viewport;
    gfTransform2D clip; // from world to clip space
    GLuint host;        // framebuffer that refraction copies from
} gfEffectsView;

// The interface of an effect on the whole picture.
typedef struct gfEffectKind {
    gfEffect bit;
    const char *leftOut; // the start of the message that says so
    const char *define;  // of shaders/effects/composite.frag
    bool (*isWanted)(const gfDrawDef *def);
    // Draws what the composite reads. False and reported on failure.
    bool (*prepare)(gfDevice *device, gfEffects *effects, const gfDrawDef *def, const gfEffectsView *view);
    // Destroys its textures of the viewport's size.
    void (*destroy)(gfDevice *device, gfEffects *effects);
} gfEffectKind;

extern const gfEffectKind gf_effectRefraction;
extern const gfEffectKind gf_effectBloom;
extern const gfEffectKind gf_effectShafts;

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
unsigned gfEffects_GetWanted(const gfEffects *effects, const gfDrawDef *def);

// Makes the textures that effects share, cleared unless the domain will cover all of them. False: reported, and
// GF_EFFECT_ALL has failed from now on.
bool gfEffects_Begin(gfDevice *device, gfEffects *effects, int width, int height, bool covered);

// Returns the texture that gfFluid_DrawToTexture draws into, of this size, cleared. Null and reported.
const gfTexture *gfEffects_Out(gfDevice *device, gfEffects *effects, int width, int height);

// Draws what the composite reads; returns those of `wanted` that can be had.
unsigned gfEffects_Prepare(gfDevice *device, gfEffects *effects, const gfDrawDef *def, const gfEffectsView *view,
                           unsigned wanted);

// Combines all textures into the target (null: the host's framebuffer). False, reported: not drawn.
bool gfEffects_Composite(gfDevice *device, gfEffects *effects, const gfDrawDef *def, const gfEffectsView *view,
                         unsigned had, const gfTexture *target);

#endif
