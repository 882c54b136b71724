/// What tests of the picture share: dye by formula, pictures read back, and what there is to draw over.
#ifndef SUPPORT_PICTURE_H
#define SUPPORT_PICTURE_H

#include "support/canvas.h"

#define GRID 32
#define SIDE 32 ///< of a canvas of which every pixel is compared

/// Amount of dye by place.
typedef double AmountFn(double x, double y);

/// A square metre of so many cells a side, its dye on the same ones; fails the test if there is none.
gfFluid *Picture_MakeFluid(gfDevice *device, int cells);

/// Dye of one colour, which is not yet multiplied by the amount.
void Picture_WriteDye(gfFluid *fluid, AmountFn *amount, const double color[3]);

/// The same with a blob of dye in it.
gfFluid *Picture_MakeBlob(gfDevice *device, int cells);

/// From linear light to sRGB, or as it is; and back.
double Picture_Encode(double c, bool srgb);
double Picture_Decode(double c);

/// Every effect at once; refraction of this texture or, with 0, of what the host drew.
gfDrawDef Picture_Everything(GLuint background);

/// A texture in bytes: red 40 + 2 x, green 20 + 3 y, blue 128.
GLuint Picture_MakeGradient(const Fixture *fixture, int side);

/// RGBA of what is drawn to a texture; to be freed.
float *Picture_ReadTexture(Fixture *fixture, gfFluid *fluid, const gfDrawDef *def, int width, int height);

/// Draws over a board of 4 x 4 colours and reads SIDE * SIDE * 4 bytes; fails the test if nothing is drawn.
void Picture_DrawOverChecker(const Fixture *fixture, const Canvas *canvas, gfFluid *fluid, const gfDrawDef *def,
                             uint8_t *pixels);

#endif
