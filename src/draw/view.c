// Public calls about views: fitting the domain, and converting between pixels and places; and checks of cameras.
#include "draw/view.h"

#include "fluid/fluid.h"

const gfDrawDef *gfLook_OrDefault(const gfFluid *fluid, const gfDrawDef *look, gfDrawDef *own)
{
    if (look == NULL) {
        *own = gfDefaultDrawDefFor(fluid);
    }
    return look != NULL ? look : own;
}

gfTransform2D gfMakeView(gfVec2 centre, float width, float aspect)
{
    float x = 2.0f / width, y = 2.0f / width * aspect;
    const gfTransform2D view = {{x, 0.0f, 0.0f, y, -x * centre.x, -y * centre.y}};
    bool finite = isfinite(x) && isfinite(y) && isfinite(view.m[4]) && isfinite(view.m[5]);
    return finite && x > 0.0f && y > 0.0f ? view : gf_badView;
}

gfTransform2D gfFluid_GetFitView(const gfFluid *fluid, float aspect)
{
    if (fluid == NULL || !(aspect > 0.0f)) {
        return gf_badView;
    }
    const gfFluidDef *def = &fluid->body.def;
    float width = (float)def->gridWidth * def->cellSize, height = (float)def->gridHeight * def->cellSize;
    gfVec2 centre = {def->origin.x + 0.5f * width, def->origin.y + 0.5f * height};
    return gfMakeView(centre, fmaxf(height * aspect, width), aspect);
}

bool gfView_Check(const gfCore *core, const gfTransform2D *view, const char *caller)
{
    GF_TRY(gfMembers_Check(core, &gf_transform2DRecord, view, "view", caller));
    GF_REQUIRE(
        core, !gfView_IsGiven(view) || gfView_GetDeterminant(view) != 0.0, OUT_OF_RANGE,
        "%s: view has the determinant 0, and nothing would be seen; all zero (the domain fills the viewport), or "
        "what gfFluid_GetFitView returns, is expected",
        caller);
    return true;
}

// How the host's target shows the world.
typedef struct SeenThrough {
    gfVec2 corner; // the domain's lower left corner, world, m
    double m[6]; // transform from places relative to `corner`, m, to pixels from the target's upper left corner, y down
} SeenThrough;

static bool seeThrough(const gfFluid *fluid, const gfDrawDef *look, const int32_t size_px[2], gfVec2 point,
                       const char *caller, SeenThrough *seen)
{
    const int32_t width = size_px[0], height = size_px[1];
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    const gfCore *core = &fluid->body.device->core;
    gfDrawDef own;
    look = gfLook_OrDefault(fluid, look, &own);
    GF_REQUIRE(core, look->cookie == GF_DRAW_COOKIE, COOKIE, "%s: make the definition with gfDefaultDrawDef()", caller);
    GF_REQUIRE(core, width > 0 && height > 0, OUT_OF_RANGE, "%s: %d x %d px; a size of 1 or more is expected", caller,
               (int)width, (int)height);
    GF_REQUIRE(core, gfInRange(point.x, -1e9, 1e9) && gfInRange(point.y, -1e9, 1e9), OUT_OF_RANGE,
               "%s: (%g, %g); within +-1e9 each is expected", caller, (double)point.x, (double)point.y);
    GF_TRY(gfView_Check(core, &look->view, caller));
    const gfFluidDef *def = &fluid->body.def;
    const gfVec2 size = {(float)def->gridWidth * def->cellSize, (float)def->gridHeight * def->cellSize};
    const gfTransform2D view = gfView_FromCorner(&look->view, def->origin, size);
    seen->corner = def->origin;
    for (int i = 0; i < 6; i++) {
        seen->m[i] = (i % 2 == 0 ? 0.5 * width : -0.5 * height) * (double)view.m[i];
    }
    seen->m[4] += 0.5 * width;
    seen->m[5] += 0.5 * height;
    return true;
}

gfVec2 gfFluid_PixelToWorld(const gfFluid *fluid, const gfDrawDef *look, int32_t width, int32_t height, gfVec2 pixel)
{
    SeenThrough seen;
    if (!seeThrough(fluid, look, (const int32_t[2]){width, height}, pixel, "gfFluid_PixelToWorld", &seen)) {
        return (gfVec2){0.0f, 0.0f};
    }
    const double *m = seen.m;
    double x = (double)pixel.x - m[4], y = (double)pixel.y - m[5], determinant = m[0] * m[3] - m[1] * m[2];
    return (gfVec2){(float)((double)seen.corner.x + (m[3] * x - m[2] * y) / determinant),
                    (float)((double)seen.corner.y + (m[0] * y - m[1] * x) / determinant)};
}

gfVec2 gfFluid_WorldToPixel(const gfFluid *fluid, const gfDrawDef *look, int32_t width, int32_t height, gfVec2 world)
{
    SeenThrough seen;
    if (!seeThrough(fluid, look, (const int32_t[2]){width, height}, world, "gfFluid_WorldToPixel", &seen)) {
        return (gfVec2){0.0f, 0.0f};
    }
    const double *m = seen.m;
    double x = (double)world.x - (double)seen.corner.x, y = (double)world.y - (double)seen.corner.y;
    return (gfVec2){(float)(m[0] * x + m[2] * y + m[4]), (float)(m[1] * x + m[3] * y + m[5])};
}

// --- perspective -----------------------------------------------------------------------------------------------------

void gfMatrix_Multiply(const float a[16], const float b[16], float product[16])
{
    for (int i = 0; i < 16; i++) {
        double sum = 0.0;
        for (int k = 0; k < 4; k++) {
            sum += (double)a[4 * k + i % 4] * (double)b[4 * (i / 4) + k];
        }
        product[i] = (float)sum;
    }
}

bool gfCamera_Check(const gfCore *core, const float p[16], const gfSkyLook *sky, const char *caller)
{
    const float *l = sky->light;
    GF_REQUIRE(core, fabsf(p[0]) > 0.0f && fabsf(p[5]) > 0.0f, OUT_OF_RANGE,
               "%s: projection[0] and [5] are %g and %g; others than 0 are expected", caller, (double)p[0],
               (double)p[5]);
    GF_REQUIRE(core, (p[11] < 0.0f && !(fabsf(p[15]) > 0.0f)) || (!(fabsf(p[11]) > 0.0f) && p[15] > 0.0f), OUT_OF_RANGE,
               "%s: projection[11] and [15] are %g and %g; below 0 and 0 (perspective) or 0 and above 0 (orthographic) "
               "are expected",
               caller, (double)p[11], (double)p[15]);
    GF_REQUIRE(core, hypotf(hypotf(l[0], l[1]), l[2]) > 0.0f, OUT_OF_RANGE,
               "%s: sky.light is 0; a direction is expected", caller);
    return true;
}
