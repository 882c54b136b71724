/// Water over ground that is given by formulas: a solver that only answers with fields stands in for a real one.
#pragma once

#include "support/picture.h"

#include "fluid/fluid.h"

enum { CELLS = 48, PIXELS = 96 };

#define METRES_A_CELL (1.0 / CELLS)

/// Height of the surface and of the ground at a place, m.
typedef double HeightFn(double x, double y);

typedef struct GivenWater {
    Fixture *fixture;
    gfFluid *fluid; ///< whose body stands in for that of the solver below
    gfTexture water, ground, flow;
    gfSolver solver;
    Canvas canvas;
    gfSurfaceDef def;
    uint8_t pixels[PIXELS * PIXELS * 4];
} GivenWater;

/// Gives it these heights; it is dry where the ground is higher.
void Given_SetHeights(GivenWater *s, HeightFn *surface, HeightFn *ground);

/// A floor at -0.25 m.
double Given_Floor(double x, double y);

/// A ground of one colour.
void Given_SetGround(GivenWater *s, float red, float green, float blue);

/// From the south, with the third axis up.
void Given_LookAt(GivenWater *s, const double eye[3], const double at[3]);

/// What a program's tests share. The tear-down fails if the library warned.
int Given_SetUp(void **state);
int Given_TearDown(void **state);

/// Water at 0 over Given_Floor, seen from the south, without fine waves and caustics.
GivenWater Given_Make(void);

/// Draws it; with OverGrey over a grey of 128, and reads the pixels.
void Given_Draw(GivenWater *s);
void Given_DrawOverGrey(GivenWater *s);

/// The same from there; the pixel in the middle.
const uint8_t *Given_DrawFrom(GivenWater *s, const double eye[3], const double at[3]);

/// Of what was read: a pixel, and how many are not that grey.
const uint8_t *Given_GetPixel(const GivenWater *s, int x, int y);
int Given_CountChanged(const GivenWater *s);
