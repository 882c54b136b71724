// The sheets that a flow leaves behind the edges of a plate are as smooth whatever the plate's angle to the grid:
// stairs in its surface leave no teeth in them.
#include "support/flow.h"

// Across a stream through a domain that repeats both ways, so that plate and stream turn together.
typedef struct PlateCase {
    double length, thickness; // cells
    gfWall surface;
} PlateCase;

enum { CELLS = 128 };

static const double h = 1.0 / 64.0, centreX = 1.0 + 0.21 / 64.0, centreY = 1.0 + 0.37 / 64.0;
static double angle, halfLength;

FLOW_VECTOR(stream, cos(angle), sin(angle))

// As wide as the plate: its edges become the sheets.
static gfVec2 ribbon(double x, double y)
{
    double aside = -(x - centreX) * sin(angle) + (y - centreY) * cos(angle);
    return (gfVec2){(float)fmin(fmax(0.5 + 0.5 * (halfLength - fabs(aside)) / h, 0.0), 1.0), 0.0f};
}

// At a place behind (x) and beside (y) the middle of the plate, m.
static double dyeAt(const float *dye, const gfFieldInfo *info, double x, double y)
{
    double i = (centreX + x * cos(angle) - y * sin(angle) - (double)info->origin.x) / (double)info->spacing.x;
    double j = (centreY + x * sin(angle) + y * cos(angle) - (double)info->origin.y) / (double)info->spacing.y;
    int left = (int)floor(i), below = (int)floor(j), width = info->width;
    const float *p = dye + 4 * (below * width + left);
    double low = (double)p[0] + (i - left) * ((double)p[4] - (double)p[0]);
    double high = (double)p[4 * width] + (i - left) * ((double)p[4 * width + 4] - (double)p[4 * width]);
    return low + (j - below) * (high - low);
}

// Root mean square of the fourth differences along the stream, a cell apart: what repeats every two or three cells
// shows sixteen to nine times.
static double roughness(const float *dye, const gfFieldInfo *info)
{
    double sum = 0.0;
    int count = 0;
    for (double x = 2.5 * h; x < 2.0 * halfLength; x += 0.5 * h) {
        for (double y = -2.0 * halfLength; y < 2.0 * halfLength; y += 0.5 * h) {
            double d = dyeAt(dye, info, x - 2.0 * h, y) - 4.0 * dyeAt(dye, info, x - h, y) +
                       6.0 * dyeAt(dye, info, x, y) - 4.0 * dyeAt(dye, info, x + h, y) +
                       dyeAt(dye, info, x + 2.0 * h, y);
            sum += d * d;
            count++;
        }
    }
    return sqrt(sum / count);
}

// Once the stream has gone 1.2 lengths of the plate.
static double wakeOf(Fixture *fixture, const PlateCase *c, double degrees)
{
    angle = degrees * PI / 180.0;
    halfLength = 0.5 * c->length * h;
    gfFluidDef def = Flow_Def(CELLS, CELLS, 2);
    def.cellSize = (float)h;
    def.fixedStep = (float)(0.5 * h);
    def.grid.thermalExpansion = 0.0f;
    Flow_SetSides(&def, GF_BOUNDARY_PERIODIC);
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfSolidDef plate =
        Flow_SolidDef(gfMakeRectangle((gfVec2){(float)centreX, (float)centreY},
                                      (gfVec2){(float)(0.5 * c->thickness * h), (float)halfLength}, (float)angle));
    plate.surface = c->surface;
    Flow_AddSolidOf(fluid, &plate);
    Flow_WriteVelocity(fluid, stream);
    Flow_WriteDye(fluid, ribbon);
    assert_true(gfFluid_Project(fluid, 10));
    Flow_Steps(fluid, (int)(1.2 * c->length / 0.5));
    gfFieldInfo info;
    return roughness(Fixture_Read(fluid, GF_FIELD_DYE, &info), &info);
}

static void expectSmooth(Fixture *fixture, const PlateCase *c, const double *angles, int count)
{
    double straight = wakeOf(fixture, c, 0.0);
    Flow_ExpectBetween("roughness behind a plate along the grid", straight, 0.05, 0.8);
    for (int i = 0; i < count; i++) {
        Flow_ExpectBetween(
            Flow_Text("plate of %g x %g cells at %g degrees, over that", c->length, c->thickness, angles[i]),
            wakeOf(fixture, c, angles[i]) / straight, 0.3, 1.22); // one has 1.208
    }
}

TEST(testSlantingPlate)
{
    static const double angles[] = {20.0, 30.0};
    const PlateCase c = {24.0, 4.0, GF_WALL_FREE_SLIP};
    expectSmooth(*state, &c, angles, 2);
}

TEST_CI(testSlantingPlates)
{
    static const PlateCase cases[] = {{24.0, 2.0, GF_WALL_FREE_SLIP},
                                      {24.0, 6.0, GF_WALL_FREE_SLIP},
                                      {16.0, 3.0, GF_WALL_FREE_SLIP},
                                      {32.0, 4.0, GF_WALL_FREE_SLIP},
                                      {24.0, 4.0, GF_WALL_NO_SLIP}};
    static const double angles[] = {10.0, 15.0, 26.6, 37.0, 45.0};
    for (int i = 0; i < 5; i++) {
        expectSmooth(*state, &cases[i], &angles[i], 1);
    }
}
