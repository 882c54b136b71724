// Checks of drawings in three dimensions. (gpufluid/draw3d.h is the public header.)
#ifndef GF_API_DRAW3D_H
#define GF_API_DRAW3D_H

#include "gpufluid/draw3d.h"

#include "base/core.h"

// Returns whether a definition has all in range; reports NULL_ARGUMENT, COOKIE, OUT_OF_RANGE. `caller`: the public
// function.
bool gfDraw3D_Check(const gfCore *core, const gfDraw3DDef *def, const char *caller);

#endif
