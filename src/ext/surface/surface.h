// Drawing a fluid as a surface of water over ground. surface_fields.c turns fields into heights for a view in
// perspective, and into slopes for a view from above; surface.c draws the light and the picture.
#ifndef GF_SURFACE_IMPL_H
#define GF_SURFACE_IMPL_H

#include "gpufluid/draw_surface.h"

#include "draw/styles.h"
#include "gl/pass.h"

// --- water from above ------------------------------------------------------------------------------------------------

// Textures of shallow water seen from above (shaders/surface/top_water.frag): fields of the grid's size, and tiles of
// fine waves and foam. They are made at first use. All zero: not made.
typedef struct gfTopWater {
    gfTexture surface, ground; // GF_SHOWN_WATER and GF_SHOWN_GROUND at the time of the drawing
    gfTexture heights, motion; // see shaders/surface/top_water_field.frag
    gfTexture relief;          // of the ground, if it is drawn
    gfTexture waves, lace;     // tiles of fine waves, and of foam
    bool hasLace;
} gfTopWater;

void gfTopWater_Destroy(gfDevice *device, gfTopWater *water);

// Returns the style GF_DRAW_LIQUID for a fluid with water over ground; null for another fluid or kind
// (gfModule.getStyle).
const gfStyle *gfTopWater_GetStyle(const gfDrawnFluid *fluid, int kind);

// --- surfaces in perspective -----------------------------------------------------------------------------------------

// Textures of the grid's and the viewport's size, made at first use. All zero: not made.
typedef struct gfSurfaceTargets {
    gfTexture surface, ground; // see gfSurfaceTextures
    gfTexture motion;
    gfTexture shape;             // to draw: height of the surface, also beyond the shore; of the ground; foam, wetness
    gfTexture relief;            // of the ground: normal, openness, sunlight
    gfTexture caustics;          // light on the ground over light under flat water
    gfTexture evenLight;         // one texel, used in place of `caustics` if these are not drawn
    const gfTexture *lit;        // `caustics` or `evenLight`: the one that this drawing reads
    gfTexture ripples, patterns; // periodic tiles: fine waves now; pebbles, noise, foam
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

// Texels along a tile's side that repeat the other end: one at each end (shaders/surface/tile.glsl).
#define GF_TILE_RIM 2
// Tiles of foam per length of fine waves: a tile has 14 bubbles, and a wave two.
#define GF_FOAM_TILES (2.0f / 14.0f)

// Returns whether the solver has the fields of the surface; reports UNSUPPORTED. Needs no context.
bool gfSurface_Check(const gfDrawnFluid *fluid, const gfSurfaceSource *source, const char *caller);

// Draws `surface`, `ground`, `motion`, `shape` and `relief`. `light`: towards the sun. False and reported: an error of
// the solver, SHADER, OUT_OF_MEMORY, FRAMEBUFFER.
bool gfSurface_DrawFields(gfDevice *device, gfSurfaceTargets *targets, const gfDrawnFluid *fluid,
                          const gfSurfaceSource *source, const float light[4]);

// Compute u_micro and u_drift of shaders/surface/flowing.glsl, for fine waves of this slope and length (m), and at this
// time.
void gfSurface_GetMicro(float slope, float length, float micro[4]);
void gfSurface_GetDrift(double time_s, float drift[4]);
// Draws the tile of fine waves at this time. False and reported.
bool gfSurface_DrawRipples(gfDevice *device, const gfTexture *ripples, double time_s, const float micro[4]);

// Returns the sampler for a texture: linear, if the context can filter its format.
static inline gfSampler gfSurface_Sampler(const gfDevice *device, const gfTexture *texture)
{
    return device->gl.formats[texture->format].linear ? GF_SAMPLE_LINEAR : GF_SAMPLE_NEAREST;
}

// Draws into the framebuffer that the host has bound, in its viewport and scissor. The definition has been checked.
// False and reported: UNSUPPORTED, SHADER, OUT_OF_MEMORY, FRAMEBUFFER, GL.
bool gfSurface_Draw(gfDevice *device, const gfDrawnFluid *fluid, const gfSurfaceDef *def);

// Fills in the surface's textures; fails like gfSurface_Draw.
bool gfSurface_GetTextures(gfDevice *device, const gfDrawnFluid *fluid, const gfSurfaceSource *source,
                           gfSurfaceTextures *textures);

#endif
