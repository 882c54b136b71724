/// What tests of the picture share: dye by formula, pictures read back, and what there is to draw over.
#pragma once

#include "support/canvas.h"

#define GRID 32
#define SIDE 32 ///< of a canvas of which every pixel is compared

/// Amount of dye by place.
typedef double AmountFn(double x, double y);

/// One by its formula, which may name x and y.
#define PICTURE_AMOUNT(name, value)                                                        \
    static double name(__attribute__((unused)) double x, __attribute__((unused)) double y) \
    {                                                                                      \
        return value;                                                                      \
    }

/// A square metre of so many cells a side, its dye on the same ones; fails the test if there is none.
gfFluid *Picture_MakeFluid(gfDevice *device, int cells);

/// The same amount everywhere, 1 or 0.
double Picture_One(double x, double y);
double Picture_None(double x, double y);

/// Dye of one colour, which is not yet multiplied by the amount; of null, white.
void Picture_WriteDye(gfFluid *fluid, AmountFn *amount, const double color[3]);

/// A square metre of so many cells a side with this dye.
gfFluid *Picture_MakeDyed(gfDevice *device, int cells, AmountFn *amount, const double color[3]);

/// A whole field of one value, a number for each of its channels.
void Picture_Fill(gfFluid *fluid, gfField field, const float *value);

/// The last channel of a field from the mean of a formula over each cell of a square metre, and 0 in the others.
void Picture_WriteAmount(gfFluid *fluid, gfField field, AmountFn *amount);

/// The same with a blob of dye in it.
gfFluid *Picture_MakeBlob(gfDevice *device, int cells);

/// From linear light to sRGB, or as it is; and back.
double Picture_Encode(double c, bool srgb);
double Picture_Decode(double c);

/// The default look in another style, encoded as sRGB or linear light.
gfDrawDef Picture_Look(gfDrawStyle style, bool encodeSrgb);

/// Every effect at once; refraction of this texture or, with 0, of what the host drew.
gfDrawDef Picture_Everything(GLuint background);

/// A texture of RGBA in bytes.
GLuint Picture_MakeTexture(const Fixture *fixture, int width, int height, const uint8_t *pixels);

/// A texture in bytes: red 40 + 2 x, green 20 + 3 y, blue 128.
GLuint Picture_MakeGradient(const Fixture *fixture, int side);

/// RGBA of what is drawn to a texture; as Picture_ReadTexels.
const float *Picture_ReadTexture(Fixture *fixture, gfFluid *fluid, const gfDrawDef *def, int width, int height);

/// A framebuffer of floats, bound, its viewport set, that draws into *texture.
GLuint Picture_MakeFloatTarget(const Fixture *fixture, int width, int height, GLuint *texture);
void Picture_FreeFloatTarget(const Fixture *fixture, GLuint framebuffer, GLuint texture);

/// RGBA of a texture that can be drawn into. The host's framebuffer stays bound. Not to be freed: the last
/// PICTURES_KEPT that were read are good, and their memory serves the next ones.
#define PICTURES_KEPT 8
const float *Picture_ReadTexels(const Fixture *fixture, GLuint texture, int width, int height);

/// The mean difference of a channel of so many pixels of RGBA, or with one below 0 of all channels.
double Picture_MeanDifference(const float *a, const float *b, int pixels, int channel);

/// The middle of what a channel of RGBA shows, px from the lower left corner; fails the test if that is hardly any.
gfVec2 Picture_GetMiddle(const float *pixels, int width, int height, int channel);

/// Draws over one colour and reads what is in the canvas.
void Picture_DrawOver(const Fixture *fixture, const Canvas *canvas, gfFluid *fluid, const gfDrawDef *def,
                      const double color[4], uint8_t *pixels);

/// Draws over a board of 4 x 4 colours and reads SIDE * SIDE * 4 bytes; fails the test if nothing is drawn.
void Picture_DrawOverChecker(const Fixture *fixture, const Canvas *canvas, gfFluid *fluid, const gfDrawDef *def,
                             uint8_t *pixels);
