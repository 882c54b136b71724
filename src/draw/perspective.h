// Pictures in perspective: the checks that drawings of particles in three dimensions share with those of a surface of
// water.
#ifndef GF_PERSPECTIVE_H
#define GF_PERSPECTIVE_H

#include "gpufluid/draw3d.h"

#include "base/core.h"

// Both checks return false and report OUT_OF_RANGE. `caller`: the public function.

// Returns whether a picture can be drawn by a projection and a sky: the projection is that of a camera along -z,
// without shear, as every pass divides by its members, and light comes from somewhere.
bool gfCamera_Check(const gfCore *core, const float projection[16], const gfSkyLook *sky, const char *caller);
// Returns whether a palette is in range; `name` is that of the definition's member. (draw_calls.c)
bool gfPalette_Check(const gfCore *core, const gfPalette *palette, const char *name, const char *caller);

// Multiplies two matrices by columns: `product` applies b and then a.
void gfMatrix_Multiply(const float a[16], const float b[16], float product[16]);

#endif
