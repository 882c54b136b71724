// Pixel art: a drawing is made small, and then laid onto its target in squares and in steps of colour.
#ifndef GF_PIXELS_H
#define GF_PIXELS_H

#include "draw/styles.h"

bool gfPixels_AreWanted(const gfDrawDef *def);

// Does what gfDraw_Run does, by way of a small picture.
bool gfPixels_Run(const gfDrawnFluid *fluid, const gfDrawDef *def, const gfHostTarget *host, const gfTexture *target);

#endif
