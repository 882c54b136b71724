// The textures that shallow water seen from above is drawn from (shaders/draw/water.frag): textures of the grid's size,
// and tiles of fine waves and foam.
#ifndef GF_TOP_WATER_H
#define GF_TOP_WATER_H

#include "draw/styles.h"

// Made when first needed. Zero is "none".
typedef struct gfTopWater {
    gfTexture surface, ground; // ahead of the last step: as GF_SHOWN_WATER and GF_SHOWN_GROUND
    gfTexture heights, motion; // as shaders/draw/water_field.frag has them
    gfTexture relief;          // of the ground, where it is drawn
    gfTexture waves, lace;     // tiles
    bool hasLace;
} gfTopWater;

// Uniforms of shaders/draw/water.frag.
typedef struct gfTopWaterView {
    float micro[4], drift[4]; // as shaders/surface/flowing.glsl
    float water[4], soil[4];
    float from[2]; // where patterns count from, m of the domain's lower left corner: they stay in the world
} gfTopWaterView;

void gfTopWater_Destroy(gfDevice *device, gfTopWater *water);

gfTopWaterView gfTopWater_GetView(const gfDrawnFluid *fluid, const gfDrawDef *def, float sinceStep);

// Tells whether the ground is drawn, too.
bool gfTopWater_HasGround(const gfDrawDef *def);

// Draws the textures. False and reported: SHADER, OUT_OF_MEMORY, FRAMEBUFFER.
bool gfTopWater_Draw(gfDevice *device, gfTopWater *water, const gfDrawnFluid *fluid, const gfDrawFields *fields,
                     const gfDrawDef *def, const gfTopWaterView *view);

#endif
