// Views as hosts give them.
#ifndef GF_VIEWS_H
#define GF_VIEWS_H

#include "gpufluid/draw.h"

#include "base/members.h"

extern const gfRecord gf_transform2DRecord;

// Returns whether a view can be drawn with: finite, and not flat; reports OUT_OF_RANGE.
bool gfView_Check(const gfCore *core, const gfTransform2D *view, const char *caller);

#endif
