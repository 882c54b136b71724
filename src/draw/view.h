// Transforms from the world to the picture: views in two dimensions (gfTransform2D), and cameras.
#ifndef GF_VIEW_H
#define GF_VIEW_H

#include "gpufluid/draw.h"
#include "gpufluid/draw3d.h"

#include "base/members.h"

// Returns the look that a call was given. For null it fills in `own` with the fluid's default look, and returns that.
const gfDrawDef *gfLook_OrDefault(const gfFluid *fluid, const gfDrawDef *look, gfDrawDef *own);

// --- views -----------------------------------------------------------------------------------------------------------

// Returns whether the host gave a view. A view of zeros is none: then the domain fills the viewport.
static inline bool gfView_IsGiven(const gfTransform2D *view)
{
    const float *m = view->m;
    return m[0] != 0.0f || m[1] != 0.0f || m[2] != 0.0f || m[3] != 0.0f || m[4] != 0.0f || m[5] != 0.0f;
}

// What gfMakeView returns for bad arguments, so that a drawing can report it: the identity, marked by negative zeros.
static const gfTransform2D gf_badView = {{1.0f, -0.0f, -0.0f, 1.0f, 0.0f, 0.0f}};

static inline bool gfView_IsBad(const gfTransform2D *view)
{
    return memcmp(view, &gf_badView, sizeof *view) == 0;
}

// Returns the determinant of a view: the area in clip space of a square metre. 0: the view shows a line or a point.
static inline double gfView_GetDeterminant(const gfTransform2D *view)
{
    const float *m = view->m;
    return (double)m[0] * (double)m[3] - (double)m[1] * (double)m[2];
}

// Returns the transform to clip space of places that count from the domain's lower left corner, not from the world's
// origin. `corner`: the corner's place in the world; `size`: of the domain; m.
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

// Returns whether a view is finite and not flat. If not, reports OUT_OF_RANGE.
bool gfView_Check(const gfCore *core, const gfTransform2D *view, const char *caller);

// --- perspective -----------------------------------------------------------------------------------------------------

// Checks of pictures in perspective: particles in three dimensions, and water surfaces.

// Both checks return false and report OUT_OF_RANGE. `caller`: the public function, for the message.

// Returns whether a projection and a sky can be drawn with. The projection must be of a camera that looks along -z
// without shear, as shaders divide by its members. The sky's light must have a direction.
bool gfCamera_Check(const gfCore *core, const float projection[16], const gfSkyLook *sky, const char *caller);
// Returns whether a palette is in range; in draw_calls.c. `name`: of the definition's member, for the message.
bool gfPalette_Check(const gfCore *core, const gfPalette *palette, const char *name, const char *caller);

// Multiplies two column-major matrices: `product` applies b first and then a.
void gfMatrix_Multiply(const float a[16], const float b[16], float product[16]);

#endif
