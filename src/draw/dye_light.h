// Light within dye: how much of it gets through to each place (shaders/draw/dye_light.frag).
#ifndef GF_DYE_LIGHT_H
#define GF_DYE_LIGHT_H

#include "draw/styles.h"

// Tells whether a style's dye shades itself by this definition.
bool gfDyeLight_IsWanted(const gfStyle *style, const gfDrawDef *def);

// Draws the light and adds it to what the style's shader is given. False and reported: SHADER, OUT_OF_MEMORY,
// FRAMEBUFFER.
bool gfDyeLight_Prepare(gfDevice *device, const gfDrawFields *fields, const gfDrawDef *def, gfStyleInputs *inputs);

#endif
