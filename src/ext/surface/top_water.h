// Textures of shallow water seen from above (shaders/surface/top_water.frag): fields of the grid's size, and tiles of
// fine waves and foam.
#ifndef GF_TOP_WATER_H
#define GF_TOP_WATER_H

#include "draw/styles.h"

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

#endif
