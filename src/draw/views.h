// Views as hosts give them.
#ifndef GF_VIEWS_H
#define GF_VIEWS_H

#include "gpufluid/draw.h"

#include "base/core.h"

// Whether a view can be drawn with; reports.
bool gfView_Check(const gfCore *core, const gfTransform2D *view, const char *caller);

#endif
