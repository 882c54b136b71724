// Transforms from the world to the picture: views in two dimensions, and cameras.
#ifndef GF_VIEW_H
#define GF_VIEW_H

#include "gpufluid/draw.h"
#include "gpufluid/draw3d.h"

#include "base/members.h"

#include <string.h>

// --- views -----------------------------------------------------------------------------------------------------------

// Returns whether a view is given. All zero is none: the domain fills the viewport.
static inline bool gfView_IsGiven(const gfTransform2D *view)
{
    const float *m = view->m;
    return m[0] != 0.0f || m[1] != 0.0f || m[2] != 0.0f || m[3] != 0.0f || m[4] != 0.0f || m[5] != 0.0f;
}

// The view that gfMakeView returns for a bad width, aspect or centre: the identity, marked by its signs of zero.
static const gfTransform2D gf_badView = {{1.0f, -0.0f, -0.0f, 1.0f, 0.0f, 0.0f}};

static inline bool gfView_IsBad(const gfTransform2D *view)
{
    return memcmp(view, &gf_badView, sizeof *view) == 0;
}

// Returns the area of the view's picture of a square metre, in clip space. 0: a line or a point.
static inline double gfView_GetDeterminant(const gfTransform2D *view)
{
    const float *m = view->m;
    return (double)m[0] * (double)m[3] - (double)m[1] * (double)m[2];
}

// Returns the transform from the domain's lower left corner, rather than from the world's origin, to clip space.
// `corner`: its place in the world; `size`: of the domain; m.
static inline gfTransform2D gfView_FromCorner(const gfTransform2D *view, gfVec2 corner, gfVec2 size)
{
    if (!gfView_IsGiven(view)) {
        return (gfTransform2D){{2.0f / size.x, 0.0f, 0.0f, 2.0f / size.y, -1.0f, -1.0f}};
    }
    const float *m = view->m;
    double x = (double)corner.x, y = (double)corner.y;
    gfTransform2D own = *view;
    own.m[4] = (float)((double)m[4] + (double)m[0] * x + (double)m[2] * y);
    own.m[5] = (float)((double)m[5] + (double)m[1] * x + (double)m[3] * y);
    return own;
}

// --- checks of views -------------------------------------------------------------------------------------------------

extern const gfRecord gf_transform2DRecord;

// Returns whether a view is finite and not flat; reports OUT_OF_RANGE.
bool gfView_Check(const gfCore *core, const gfTransform2D *view, const char *caller);

// --- perspective -----------------------------------------------------------------------------------------------------

// Checks of pictures in perspective: of particles in three dimensions, and of water surfaces.

// Both checks return false and report OUT_OF_RANGE. `caller`: the public function.

// Returns whether a projection and a sky can be drawn with: the projection must be of a camera along -z without shear,
// as passes divide by its members, and light must have a direction.
bool gfCamera_Check(const gfCore *core, const float projection[16], const gfSkyLook *sky, const char *caller);
// Returns whether a palette is in range; `name`: the definition's member. (draw_calls.c)
bool gfPalette_Check(const gfCore *core, const gfPalette *palette, const char *name, const char *caller);

// Multiplies two matrices by columns: `product` applies b and then a.
void gfMatrix_Multiply(const float a[16], const float b[16], float product[16]);

#endif
