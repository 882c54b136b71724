// Drawing a fluid as a surface of water over ground. surface_fields.c makes its fields into heights for a view in
// perspective, and into slopes for one from above; surface.c draws its light and the picture.
#ifndef GF_SURFACE_IMPL_H
#define GF_SURFACE_IMPL_H

#include "gpufluid/draw_surface.h"

#include "draw/styles.h"
#include "gl/pass.h"

// --- water from above ------------------------------------------------------------------------------------------------

// Textures of shallow water seen from above (shaders/surface/top_water.frag): fields of the grid's size, and tiles of
// fine waves and foam.

// Textures, which are made when first needed. Zero is "none".
typedef struct gfTopWater {
    gfTexture surface, ground; // ahead of the last step: as GF_SHOWN_WATER and GF_SHOWN_GROUND
    gfTexture heights, motion; // as shaders/surface/top_water_field.frag has them
    gfTexture relief;          // of the ground, where it is drawn
    gfTexture waves, lace;     // tiles
    bool hasLace;
} gfTopWater;

void gfTopWater_Destroy(gfDevice *device, gfTopWater *water);

// Returns the style GF_DRAW_LIQUID of a fluid that has water over ground; null for another fluid or kind
// (gfModule.getStyle).
const gfStyle *gfTopWater_GetStyle(const gfDrawnFluid *fluid, int kind);

// --- surfaces in perspective -----------------------------------------------------------------------------------------

// Textures of the grid's and the viewport's size, made when first needed. Zero is "none".
typedef struct gfSurfaceTargets {
    gfTexture surface, ground; // as gfSurfaceTextures has them
    gfTexture motion;
    gfTexture shape;             // heights to draw: the surface, also beyond the shore; ground, foam, wetness
    gfTexture relief;            // of the ground: normal, openness, sunlight
    gfTexture caustics;          // light on the ground over that under flat water
    gfTexture evenLight;         // one texel, in place of `caustics` where no light is gathered
    const gfTexture *lit;        // `caustics` or `evenLight`, whichever this drawing reads
    gfTexture ripples, patterns; // tiles that repeat: fine waves of this moment; pebbles, noise, foam
    bool hasPatterns;
    gfFailure causticsFailed;
    gfTexture scene, distances; // objects behind the water: light and coverage; z in the eye's space, m
    gfTexture water;            // light, coverage
    gfDepth depth;
} gfSurfaceTargets;

// State of surfaces that the device keeps.
typedef struct gfSurfacePart {
    gfSurfaceTargets targets; // of gfFluid_DrawSurface
    gfTopWater topWater;      // of GF_DRAW_LIQUID from above
} gfSurfacePart;

// Returns the device's part, made on first use. Null and reported: OUT_OF_MEMORY.
gfSurfacePart *gfSurfacePart_Get(gfDevice *device);

// Number of texels that repeat along a tile's sides: one on each side (shaders/surface/tile.glsl).
#define GF_TILE_RIM 2
// Number of tiles of foam along a length of fine waves: a tile has 14 bubbles, and a wave two.
#define GF_FOAM_TILES (2.0f / 14.0f)

// Returns whether the solver has all fields that the surface is made of; reports UNSUPPORTED. Needs no context.
bool gfSurface_Check(const gfDrawnFluid *fluid, const gfSurfaceSource *source, const char *caller);

// Brings `surface`, `ground`, `motion`, `shape` and `relief` up to date. `light`: towards the sun. False and reported:
// what the solver reported, SHADER, OUT_OF_MEMORY, FRAMEBUFFER.
bool gfSurface_DrawFields(gfDevice *device, gfSurfaceTargets *targets, const gfDrawnFluid *fluid,
                          const gfSurfaceSource *source, const float light[4]);

// Compute u_micro and u_drift of shaders/surface/flowing.glsl, for fine waves of this slope and length (m), and at this
// time.
void gfSurface_GetMicro(float slope, float length, float micro[4]);
void gfSurface_GetDrift(double time_s, float drift[4]);
// Draws the tile of fine waves at this time. False and reported.
bool gfSurface_DrawRipples(gfDevice *device, const gfTexture *ripples, double time_s, const float micro[4]);

// Returns the sampler for a texture of halves: linear, where the context filters it.
static inline gfSampler gfSurface_Sampler(const gfDevice *device, const gfTexture *texture)
{
    return device->gl.formats[texture->format].linear ? GF_SAMPLE_LINEAR : GF_SAMPLE_NEAREST;
}

// Draws into the framebuffer that the host has bound, in its viewport and scissor. The definition has been checked.
// False and reported: UNSUPPORTED, SHADER, OUT_OF_MEMORY, FRAMEBUFFER, GL.
bool gfSurface_Draw(gfDevice *device, const gfDrawnFluid *fluid, const gfSurfaceDef *def);

// Gives the surface as textures; fails as gfSurface_Draw.
bool gfSurface_GetTextures(gfDevice *device, const gfDrawnFluid *fluid, const gfSurfaceSource *source,
                           gfSurfaceTextures *textures);

#endif
