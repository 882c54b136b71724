// Edges where a cell is many pixels wide: solids cover each pixel as their shape does, dye has a round outline without
// stairs, no wider than the field's own, and no dark rim at solids, and a liquid bends only what is behind it.
#include "support/flow.h"
#include "support/picture.h"

#define CELLS 24
#define SIZE 360 // px: 15 a cell

typedef struct Box {
    gfVec2 centre, half;
    float angle;
} Box;

static double insideBox(gfVec2 p, const void *user)
{
    const Box *box = user;
    double x = (double)(p.x - box->centre.x), y = (double)(p.y - box->centre.y);
    double c = cos((double)box->angle), s = sin((double)box->angle);
    return fabs(c * x + s * y) < (double)box->half.x && fabs(c * y - s * x) < (double)box->half.y ? 1.0 : 0.0;
}

static double insideTriangle(gfVec2 p, const void *user)
{
    const gfVec2 *corners = user;
    for (int i = 0; i < 3; i++) {
        gfVec2 a = corners[i], b = corners[(i + 1) % 3];
        if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) < 0.0f) {
            return 0.0;
        }
    }
    return 1.0;
}

/// Fails unless each pixel is covered as `solid` says, by at most a pixel's error at an edge.
static void expectCover(Fixture *fixture, gfFluid *fluid, gfShape shape, double (*inside)(gfVec2, const void *),
                        const void *user)
{
    gfSolidId id = Flow_AddSolid(fluid, shape);
    assert_true(gfFluid_Step(fluid, 0.01f));
    gfDrawDef def = Picture_Look(GF_DRAW_SOLIDS, false);
    memcpy(def.solids.color, (const float[4]){1.0f, 1.0f, 1.0f, 1.0f}, sizeof def.solids.color);
    const float *pixels = Picture_ReadTexture(fixture, fluid, &def, SIZE, SIZE);
    const gfVec2 corner = gfFluid_GetDef(fluid).origin;
    double error = 0.0, area = 0.0, worst = 0.0;
    for (int i = 0; i < SIZE * SIZE; i++) {
        const int parts = 8;
        double covered = 0.0;
        for (int k = 0; k < parts * parts; k++) {
            gfVec2 p = {(float)(((double)(i % SIZE) + (k % parts + 0.5) / parts) / SIZE),
                        (float)(((double)(i / SIZE) + (k / parts + 0.5) / parts) / SIZE)};
            covered += inside((gfVec2){p.x + corner.x, p.y + corner.y}, user) / (parts * parts);
        }
        double differs = fabs((double)pixels[4 * i] - covered);
        error += differs;
        area += covered;
        worst = fmax(worst, differs);
    }
    // A corner that is cut off by a cell would leave out a whole pixel and more.
    fail_if(!(worst < 0.6 && error < 0.01 * area), "the worst pixel differs by %.2f, all by %.4f of the area", worst,
            error / area);
    gfFluid_RemoveSolid(fluid, id);
}

TEST(testCornersOfSolids)
{
    static const Box boxes[] = {{{0.5f, 0.5f}, {0.2f, 0.15f}, 0.0f},
                                {{0.47f, 0.52f}, {0.25f, 0.035f}, 0.4f}, // thinner than two cells
                                {{0.613f, 0.391f}, {0.11f, 0.11f}, 0.8f},
                                {{0.3f, 0.7f}, {0.08f, 0.2f}, -1.1f}};
    static const gfVec2 triangle[3] = {{0.21f, 0.17f}, {0.83f, 0.35f}, {0.42f, 0.88f}};
    gfFluid *fluid = Picture_MakeFluid(((Fixture *)*state)->device, CELLS);
    for (int i = 0; i < 4; i++) {
        expectCover(*state, fluid, gfMakeRectangle(boxes[i].centre, boxes[i].half, boxes[i].angle), insideBox,
                    &boxes[i]);
    }
    expectCover(*state, fluid, gfMakePolygon(triangle, 3), insideTriangle, triangle);
    // The table of solids counts from a place that stays while the domain moves.
    gfCells multiple = gfFluid_GetScrollMultiple(fluid);
    assert_true(gfFluid_Scroll(fluid, 5 * multiple.x, -3 * multiple.y));
    const gfVec2 corner = gfFluid_GetDef(fluid).origin;
    const Box moved = {{corner.x + 0.45f, corner.y + 0.55f}, {0.11f, 0.17f}, 0.6f};
    expectCover(*state, fluid, gfMakeRectangle(moved.centre, moved.half, moved.angle), insideBox, &moved);
}

static gfVec2 discCentre;
static double discRadius;

/// A disc whose edge is as wide as a texel, as a field of cells has it.
static double disc(double x, double y)
{
    double off = discRadius - hypot(x - (double)discCentre.x, y - (double)discCentre.y);
    return fmin(fmax(0.5 + CELLS * off, 0.0), 1.0);
}

/// The value along a ray, linear between pixels.
static double readAlong(const float *pixels, double x, double y)
{
    double px = x * SIZE - 0.5, py = y * SIZE - 0.5, fx = floor(px), fy = floor(py), tx = px - fx, ty = py - fy;
    const float *p = pixels + 4 * ((int)fy * SIZE + (int)fx);
    return (1.0 - ty) * ((1.0 - tx) * (double)p[0] + tx * (double)p[4]) +
           ty * ((1.0 - tx) * (double)p[4 * SIZE] + tx * (double)p[4 * SIZE + 4]);
}

/// The radius at which the picture falls through a level, cells; in direction `angle`.
static double radiusOf(const float *pixels, double level, double angle)
{
    const double step = 0.1 / SIZE;
    double r = 0.5 * discRadius;
    while (r < 0.5 &&
           readAlong(pixels, (double)discCentre.x + r * cos(angle), (double)discCentre.y + r * sin(angle)) > level) {
        r += step;
    }
    return r * CELLS;
}

TEST(testOutlineOfDye)
{
    static const gfVec2 centres[] = {{0.5f, 0.5f}, {0.513f, 0.487f}, {0.45f, 0.53f}};
    static const double radii[] = {0.30, 0.21, 0.12};
    for (int k = 0; k < 3; k++) {
        discCentre = centres[k];
        discRadius = radii[k];
        gfFluid *fluid = Picture_MakeDyed(fixture->device, CELLS, disc, NULL);
        gfDrawDef def = Picture_Look(GF_DRAW_DYE, false);
        def.ink = GF_INK_LIGHT; // light by its amount, so that levels are the field's own
        const float *pixels = Picture_ReadTexture(fixture, fluid, &def, SIZE, SIZE);
        double sum = 0.0, squares = 0.0, width = 0.0;
        const int rays = 240;
        for (int i = 0; i < rays; i++) {
            double angle = 2.0 * 3.14159265358979 * i / rays, r = radiusOf(pixels, 0.5, angle);
            sum += r / rays;
            squares += r * r / rays;
            width += (radiusOf(pixels, 0.1, angle) - radiusOf(pixels, 0.9, angle)) / rays;
        }
        double stairs = sqrt(fmax(squares - sum * sum, 0.0));
        // The field itself takes .8 of a cell from .9 to .1, and a mean over a cell 1.2. What smooths along the outline
        // draws small discs in by some hundredths of a cell.
        fail_if(!(fabs(sum - CELLS * discRadius) < 0.1 && stairs < 0.035 && width < 1.75),
                "radius %.3f cells, %.3f is right; stairs %.4f, width %.3f", sum, CELLS * discRadius, stairs, width);
    }
}

/// Even dye reaches solids: no texel that is in one darkens the picture, down to where the outline is drawn.
TEST(testDyeMeetsSolids)
{
    gfFluid *fluid = Picture_MakeFluid(fixture->device, CELLS);
    gfSolidDef solid = Flow_SolidDef(gfMakeRectangle((gfVec2){0.47f, 0.52f}, (gfVec2){0.25f, 0.022f}, 0.4f));
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
    Flow_AddDisc(fluid, 0.7f, 0.3f, 0.13f);
    assert_true(gfFluid_Step(fluid, 0.01f));
    Picture_WriteDye(fluid, Picture_One, NULL);
    gfDrawDef def = Picture_Look(GF_DRAW_DYE, false);
    def.ink = GF_INK_LIGHT;
    def.solids.shown = false;
    const float *dye = Picture_ReadTexture(fixture, fluid, &def, SIZE, SIZE);
    def.solids.shown = true;
    memcpy(def.solids.color, (const float[4]){0.0f, 0.0f, 0.0f, 1.0f}, sizeof def.solids.color);
    const float *both = Picture_ReadTexture(fixture, fluid, &def, SIZE, SIZE);
    int seen = 0;
    double darkest = 1.0;
    for (int i = 0; i < SIZE * SIZE; i++) {
        bool open = both[4 * i] > 0.5f; // not below a solid
        seen += open;
        darkest = open ? fmin(darkest, (double)dye[4 * i]) : darkest;
    }
    assert_in_range(seen, SIZE * SIZE * 8 / 10, SIZE * SIZE * 97 / 100);
    fail_if(!(darkest > 0.97), "beside a solid dye is %.3f of what it is elsewhere", darkest);
}

/// Draws a drop, as it is or as it bends stripes behind it; without an amount the stripes alone.
static const float *drawDrop(Fixture *fixture, GLuint stripes, AmountFn *amount)
{
    gfFluid *fluid = Picture_MakeDyed(fixture->device, CELLS, amount, NULL);
    gfDrawDef def = Picture_Look(GF_DRAW_LIQUID, false);
    def.refraction.enabled = stripes != 0;
    def.refraction.background = stripes;
    return Picture_ReadTexture(fixture, fluid, &def, SIZE, SIZE);
}

/// The radius of the outermost pixel of a ray at which two pictures differ, px.
static double seenTo(const float *a, const float *b, double angle)
{
    double r = 0.45 * SIZE;
    for (bool same = true; same && r > 0.0; r -= 0.25) {
        int x = (int)((double)discCentre.x * SIZE + r * cos(angle));
        int y = (int)((double)discCentre.y * SIZE + r * sin(angle));
        for (int c = 0; c < 3; c++) {
            same = same && fabsf(a[4 * (y * SIZE + x) + c] - b[4 * (y * SIZE + x) + c]) < 0.02f;
        }
    }
    return r;
}

TEST(testLiquidBendsNothingBeside)
{
    uint8_t pixels[64 * 4];
    for (int i = 0; i < 64; i++) {
        memset(pixels + 4 * i, i / 2 % 2 == 0 ? 230 : 20, 4);
    }
    GLuint stripes = Picture_MakeTexture(fixture, 64, 1, pixels);
    discCentre = (gfVec2){0.487f, 0.513f};
    discRadius = 0.27;
    const float *empty = drawDrop(fixture, 0, Picture_None), *drop = drawDrop(fixture, 0, disc);
    const float *plain = drawDrop(fixture, stripes, Picture_None), *bent = drawDrop(fixture, stripes, disc);
    int beside = 0;
    for (int k = 0; k < 360; k++) {
        double angle = 2.0 * 3.14159265358979 * k / 360;
        beside += seenTo(plain, bent, angle) > seenTo(empty, drop, angle) + 1.3;
    }
    fixture->gl.DeleteTextures(1, &stripes);
    fail_if(beside > 3, "stripes are bent beside the drop on %d of 360 rays", beside);
}
