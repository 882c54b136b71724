// Sources of a gfFluid3D: checks, and the fields that they act on. Lists of them are gfSources. (source3d.h is the
// public header.)
#ifndef GF_SOURCES3D_H
#define GF_SOURCES3D_H

#include "gpufluid/source3d.h"

#include "fluid/sources.h"

bool gfSource3D_Check(const gfCore *core, const gfSource3DDef *def, const char *caller);
// Returns the fields on which a source has an effect, as gfSource_GetFields.
uint32_t gfSource3D_GetFields(const gfSource3DDef *def);

#endif
