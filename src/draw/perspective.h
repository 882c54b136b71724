// Pictures in perspective: the defaults and checks that drawings of particles in three dimensions share with those of a
// surface of water.
#ifndef GF_PERSPECTIVE_H
#define GF_PERSPECTIVE_H

#include "gpufluid/draw3d.h"

#include "base/core.h"

extern const gfWaterLook gf_defaultWaterLook;
extern const gfSkyLook gf_defaultSkyLook;
extern const gfToneLook gf_defaultSceneTone;

// All checks below return false and report OUT_OF_RANGE. `caller`: the public function.

// Returns whether a camera can be drawn with: finite, and not flat.
bool gfCamera_Check(const gfCore *core, const float view[16], const float projection[16], const char *caller);
// Returns whether the looks of water and sky are in range.
bool gfLooks_Check(const gfCore *core, const gfWaterLook *water, const gfSkyLook *sky, const char *caller);
// Returns whether a palette is in range; `name` is that of the definition's member. (draw_calls.c)
bool gfPalette_Check(const gfCore *core, const gfPalette *palette, const char *name, const char *caller);

// Multiplies two matrices by columns: `product` applies b and then a.
void gfMatrix_Multiply(const float a[16], const float b[16], float product[16]);

#endif
