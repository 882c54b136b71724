/// Helpers of tests of pictures: dye by formula, reading pictures back, and backgrounds.
#pragma once

#include "support/canvas.h"

#define GRID 32
#define SIDE 32 ///< of a canvas that is compared pixel by pixel

/// Amount of dye by place.
typedef double AmountFn(double x, double y);

/// Defines an AmountFn by a formula in x and y.
#define PICTURE_AMOUNT(name, value)                                                        \
    static double name(__attribute__((unused)) double x, __attribute__((unused)) double y) \
    {                                                                                      \
        return value;                                                                      \
    }

/// Makes a fluid of 1 m x 1 m with cells x cells, and as many dye texels; fails the test on error.
gfFluid *Picture_MakeFluid(gfDevice *device, int cells);

/// The same amount everywhere, 1 or 0.
double Picture_One(double x, double y);
double Picture_None(double x, double y);

/// Writes dye of one colour, not multiplied by the amount; null: white.
void Picture_WriteDye(gfFluid *fluid, AmountFn *amount, const double color[3]);

/// Makes such a fluid with this dye.
gfFluid *Picture_MakeDyed(gfDevice *device, int cells, AmountFn *amount, const double color[3]);

/// Fills a field with one value, a number for each of its channels.
void Picture_Fill(gfFluid *fluid, gfField field, const float *value);

/// Writes the last channel of a field, the mean of a formula over each cell of 1 m x 1 m, and 0 to the others.
void Picture_WriteAmount(gfFluid *fluid, gfField field, AmountFn *amount);

/// Makes such a fluid with a blob of dye.
gfFluid *Picture_MakeBlob(gfDevice *device, int cells);

/// Converts linear light to sRGB if `srgb`; and sRGB back.
double Picture_Encode(double c, bool srgb);
double Picture_Decode(double c);

/// The default look in another style, encoded as sRGB or linear light.
gfDrawDef Picture_Look(gfDrawStyle style, bool encodeSrgb);

/// Every effect at once, with refraction of this texture or, if 0, of the host's picture.
gfDrawDef Picture_Everything(GLuint background);

/// A texture of RGBA in bytes.
GLuint Picture_MakeTexture(const Fixture *fixture, int width, int height, const uint8_t *pixels);

/// A texture in bytes: red 40 + 2 x, green 20 + 3 y, blue 128.
GLuint Picture_MakeGradient(const Fixture *fixture, int side);

/// Draws to a texture and returns RGBA as Picture_ReadTexels does.
const float *Picture_ReadTexture(Fixture *fixture, gfFluid *fluid, const gfDrawDef *def, int width, int height);

/// Makes and binds a framebuffer of floats that draws into *texture, and sets its viewport.
GLuint Picture_MakeFloatTarget(const Fixture *fixture, int width, int height, GLuint *texture);
void Picture_FreeFloatTarget(const Fixture *fixture, GLuint framebuffer, GLuint texture);

/// RGBA of a texture that can be drawn into. The host's framebuffer stays bound. Not to be freed: the last
/// PICTURES_KEPT that were read are good, and their memory serves the next ones.
#define PICTURES_KEPT 8
const float *Picture_ReadTexels(const Fixture *fixture, GLuint texture, int width, int height);

/// The mean difference of a channel of `pixels` pixels of RGBA; channel -1: of all channels.
double Picture_MeanDifference(const float *a, const float *b, int pixels, int channel);

/// The centre of mass of a channel of RGBA, px from the lower left corner; fails the test if the channel is nearly 0.
gfVec2 Picture_GetMiddle(const float *pixels, int width, int height, int channel);

/// Draws over one colour and reads the canvas.
void Picture_DrawOver(const Fixture *fixture, const Canvas *canvas, gfFluid *fluid, const gfDrawDef *def,
                      const double color[4], uint8_t *pixels);

/// Draws over a board of 4 x 4 colours and reads SIDE * SIDE * 4 bytes; fails the test if nothing is drawn.
void Picture_DrawOverChecker(const Fixture *fixture, const Canvas *canvas, gfFluid *fluid, const gfDrawDef *def,
                             uint8_t *pixels);
