// Checks of drawings in three dimensions. (gpufluid/draw3d.h is the public header.)
#ifndef GF_API_DRAW3D_H
#define GF_API_DRAW3D_H

#include "gpufluid/draw3d.h"

#include "base/core.h"

// Whether a definition has all in range; reports NULL_ARGUMENT, COOKIE, OUT_OF_RANGE. `caller`: the public function.
bool gfDraw3D_Check(const gfCore *core, const gfDraw3DDef *def, const char *caller);
// Whether a camera can be drawn with: finite, and not flat. Reports OUT_OF_RANGE.
bool gfCamera_Check(const gfCore *core, const float view[16], const float projection[16], const char *caller);
// The same of the looks of water and sky.
bool gfLooks_Check(const gfCore *core, const gfWaterLook *water, const gfSkyLook *sky, const char *caller);
// The same of a palette. (It stands in draw/draw_calls.c.)
bool gfPalette_Check(const gfCore *core, const gfPalette *palette, const char *name, const char *caller);

#endif
