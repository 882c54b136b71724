// Drawing water over ground. surface_fields.c turns a solver's fields into heights for a view in perspective, and into
// slopes for a view from above. surface.c draws the light on the ground and the picture in perspective.
#ifndef GF_SURFACE_IMPL_H
#define GF_SURFACE_IMPL_H

#include "gpufluid/draw_surface.h"

#include "draw/styles.h"
#include "gl/pass.h"

// --- water from above ------------------------------------------------------------------------------------------------

// Textures of water from above (surface/top_water.frag), made when first needed; all but tiles have the grid's size.
typedef struct gfTopWater {
    gfTexture surface, ground; // copies of GF_SHOWN_WATER and GF_SHOWN_GROUND, moved on to the drawing's time
    gfTexture heights, motion; // RGBA16F: depth, foam, wetness, light; slope and velocity: see top_water_field.frag
    gfTexture relief;          // RGBA16F: height and slope of the ground, where it is drawn
    gfTexture waves, lace;     // RGBA16F tiles that repeat: fine waves, drawn each time; foam, drawn once
    bool hasLace;              // `lace` was drawn
} gfTopWater;

// Returns the style of GF_DRAW_LIQUID for water over ground; null for other fluids and styles (gfModule.getStyle).
const gfStyle *gfTopWater_GetStyle(const gfDrawnFluid *fluid, int kind);

// --- surfaces in perspective -----------------------------------------------------------------------------------------

// Textures for a drawing in perspective. Each is made when first needed. All zero: none is made.
typedef struct gfSurfaceTargets {
    gfTexture surface, ground; // RGBA32F and R32F, a texel for each cell, as in gfSurfaceTextures
    gfTexture motion;          // RGBA16F, a texel for each cell, as in gfSurfaceTextures
    // RGBA32F, a texel a cell: heights of the surface, which goes on under the shore, and ground, m; foam; wetness
    gfTexture shape;
    gfTexture relief;   // RGBA16F, of the ground: normal x, y, how open it lies to the sky, how much of the sun it sees
    gfTexture caustics; // RGBA16F, one or two texels a cell side: RGB light on the ground over that under flat water
    gfTexture evenLight;  // one texel of 1, read in place of `caustics` where these are not drawn
    const gfTexture *lit; // `caustics` or `evenLight`: the texture that this drawing reads
    // RGBA16F tiles that repeat: fine waves, drawn each time; pebbles, noise and foam, drawn once
    gfTexture ripples, patterns;
    bool hasPatterns;         // `patterns` was drawn
    gfFailure causticsFailed; // says whether caustics failed; light is then even until the device's errors are reset
    // At the picture's size, what is behind the water: linear light and coverage; z in the eye's space, m.
    gfTexture scene, distances;
    gfTexture water; // at the picture's size, the water: linear light and coverage
    gfDepth depth;   // depth buffer of the picture
} gfSurfaceTargets;

// The textures of surfaces, which the device keeps from drawing to drawing.
typedef struct gfSurfacePart {
    gfSurfaceTargets targets; // textures of gfFluid_DrawSurface
    gfTopWater topWater;      // textures of GF_DRAW_LIQUID for water seen from above
} gfSurfacePart;

// Returns the device's textures of surfaces, made when first asked for. Null and reported: OUT_OF_MEMORY.
gfSurfacePart *gfSurfacePart_Get(gfDevice *device);

// Texels that a tile has beyond its pattern: each end repeats the opposite one, for filtering at the seam (tile.glsl).
#define GF_TILE_RIM 2
// Tiles of foam over a length of fine waves: a tile has 14 bubbles along its side, and two bubbles fit into a wave.
#define GF_FOAM_TILES (2.0f / 14.0f)

// Returns whether the solver has the fields that the surface is made of; else reports UNSUPPORTED. Needs no GL context.
bool gfSurface_Check(const gfDrawnFluid *fluid, const gfSurfaceSource *source, const char *caller);

// Draws the textures surface, ground, motion, shape and relief. `light`: direction towards the sun. False and reported:
// an error of the solver, SHADER, OUT_OF_MEMORY or FRAMEBUFFER.
bool gfSurface_DrawFields(gfDevice *device, gfSurfaceTargets *targets, const gfDrawnFluid *fluid,
                          const gfSurfaceSource *source, const float light[4]);

// Compute u_micro and u_drift of surface/flowing.glsl: for fine waves of this slope and length (m), and for this time.
void gfSurface_GetMicro(float slope, float length, float micro[4]);
void gfSurface_GetDrift(double time_s, float drift[4]);
// Draws the tile of fine waves as they are at this time.
bool gfSurface_DrawRipples(gfDevice *device, const gfTexture *ripples, double time_s, const float micro[4]);

// Returns how to sample a texture: linearly, if the context can filter its format.
static inline gfSampler gfSurface_Sampler(const gfDevice *device, const gfTexture *texture)
{
    return device->gl.formats[texture->format].linear ? GF_SAMPLE_LINEAR : GF_SAMPLE_NEAREST;
}

// Draws a surface in perspective into the framebuffer that the host has bound, within its viewport and scissor box.
// `def` must have been checked. False and reported: UNSUPPORTED, SHADER, OUT_OF_MEMORY, FRAMEBUFFER or GL.
bool gfSurface_Draw(gfDevice *device, const gfDrawnFluid *fluid, const gfSurfaceDef *def);

// Draws the fields of the surface, and tells their textures to the host. Fails like gfSurface_Draw.
bool gfSurface_GetTextures(gfDevice *device, const gfDrawnFluid *fluid, const gfSurfaceSource *source,
                           gfSurfaceTextures *textures);

#endif
