// Checks of drawings in three dimensions. (gpufluid/draw3d.h is the public header.)
#ifndef GF_API_DRAW3D_H
#define GF_API_DRAW3D_H

#include "gpufluid/draw3d.h"

#include "base/core.h"

// Whether a definition has all in range; reports NULL_ARGUMENT, COOKIE, OUT_OF_RANGE. `caller`: the public function.
bool gfDraw3D_Check(const gfCore *core, const gfDraw3DDef *def, const char *caller);
// The same of a palette. (It stands in api/draw.c.)
bool gfPalette_Check(const gfCore *core, const gfPalette *palette, const char *name, const char *caller);

#endif
