// Cavities: driven by a lid, and heated from one side.
#include "support/physics.h"

#define LID_POINTS 17
#define LID_STEADY 5e-4

typedef struct LidRow {
    double place, re100, re1000;
} LidRow;

// u on the vertical centre line, by height.
static const LidRow lidU[LID_POINTS] = {
    {1.0, 1.0, 1.0},
    {0.9766, 0.84123, 0.65928},
    {0.9688, 0.78871, 0.57492},
    {0.9609, 0.73722, 0.51117},
    {0.9531, 0.68717, 0.46604},
    {0.8516, 0.23151, 0.33304},
    {0.7344, 0.00332, 0.18719},
    {0.6172, -0.13641, 0.05702},
    {0.5, -0.20581, -0.06080},
    {0.4531, -0.21090, -0.10648},
    {0.2813, -0.15662, -0.27805},
    {0.1719, -0.10150, -0.38289},
    {0.1016, -0.06434, -0.29730},
    {0.0703, -0.04775, -0.22220},
    {0.0625, -0.04192, -0.20196},
    {0.0547, -0.03717, -0.18109},
    {0.0, 0.0, 0.0},
};

// v on the horizontal one, from the left.
static const LidRow lidV[LID_POINTS] = {
    {1.0, 0.0, 0.0},
    {0.9688, -0.05906, -0.21388},
    {0.9609, -0.07391, -0.27669},
    {0.9531, -0.08864, -0.33714},
    {0.9453, -0.10313, -0.39188},
    {0.9063, -0.16914, -0.51550},
    {0.8594, -0.22445, -0.42665},
    {0.8047, -0.24533, -0.31966},
    {0.5, 0.05454, 0.02526},
    {0.2344, 0.17527, 0.32235},
    {0.2266, 0.17507, 0.33075},
    {0.1563, 0.16077, 0.37095},
    {0.0938, 0.12317, 0.32627},
    {0.0781, 0.10890, 0.30353},
    {0.0703, 0.10091, 0.29012},
    {0.0625, 0.09233, 0.27485},
    {0.0, 0.0, 0.0},
};

// The component along the walls that a centre line ends at, k cells from its start; the mean of the two faces beside
// the line where that passes through cells.
static double onCentreLine(const Faces *faces, int axis, int k)
{
    int cells = (axis == 0 ? faces->info.width : faces->info.height) - 1, low = cells / 2, high = (cells + 1) / 2;
    return axis == 0 ? 0.5 * (Faces_X(faces, low, k) + Faces_X(faces, high, k))
                     : 0.5 * (Faces_Y(faces, k, low) + Faces_Y(faces, k, high));
}

// Linear between the faces, and between the last one and the wall.
static double profile(const Faces *faces, int axis, double place, double first, double last)
{
    int cells = (axis == 0 ? faces->info.height : faces->info.width) - 1;
    double at = place * cells - 0.5;
    int k = (int)floor(at);
    double low = k < 0 ? first : onCentreLine(faces, axis, k);
    double high = k + 1 >= cells ? last : onCentreLine(faces, axis, k + 1);
    double t = k < 0 ? 2.0 * (at + 0.5) : k + 1 >= cells ? 2.0 * (at - k) : at - k;
    return low + t * (high - low);
}

static double worst(const Faces *faces, int axis, const LidRow rows[LID_POINTS], int reynolds, double *place)
{
    double most = -1.0;
    for (int i = 0; i < LID_POINTS; i++) {
        double expected = reynolds == 100 ? rows[i].re100 : rows[i].re1000;
        double found = profile(faces, axis, rows[i].place, 0.0, axis == 0 ? 1.0 : 0.0);
        if (fabs(found - expected) > most) {
            most = fabs(found - expected);
            *place = rows[i].place;
        }
    }
    return most;
}

static double largestChange(const Faces *a, const Faces *b)
{
    double most = 0.0;
    for (int i = 0; i < 2 * a->info.width * a->info.height; i++) {
        most = fmax(most, fabs((double)a->values[i] - (double)b->values[i]));
    }
    return most;
}

LidResult Physics_RunLid(Fixture *fixture, gfFluidDef def, int reynolds, double most)
{
    LidResult result = {0};
    def.boundaries.left = def.boundaries.right = def.boundaries.bottom = def.boundaries.top =
        Physics_Boundary(GF_BOUNDARY_NO_SLIP);
    def.boundaries.top.wallSpeed = 1.0f;
    def.grid.viscosity = 1.0f / (float)reynolds;
    gfFluid *fluid = Flow_Make(fixture, &def);
    int second = (int)lround(1.0 / (double)def.fixedStep);
    Faces before = Faces_Read(fluid);
    result.change = 1.0;
    for (result.time = 0.0; result.time < most && result.change > LID_STEADY; result.time += 1.0) {
        Flow_Steps(fluid, second);
        Faces now = Faces_Read(fluid);
        result.change = largestChange(&before, &now);
        before = now;
    }
    Flow_Measure(fluid);
    result.u = worst(&before, 0, lidU, reynolds, &result.placeU);
    result.v = worst(&before, 1, lidV, reynolds, &result.placeV);
    return result;
}

#define HEATED_PRANDTL 0.71
#define HEATED_DIFFUSIVITY 0.01

// Of T times the velocity across, plus conduction, over the whole unit box: what enters on the left, on average.
static double meanFlux(const Faces *faces, const float *temperature)
{
    int width = faces->info.width - 1, height = faces->info.height - 1;
    double sum = 0.0;
    for (int j = 0; j < height; j++) {
        for (int i = 1; i < width; i++) {
            const float *t = temperature + j * width + i;
            sum += Faces_X(faces, i, j) * 0.5 * ((double)t[0] + (double)t[-1]);
        }
    }
    return 1.0 + sum / (width * height) / HEATED_DIFFUSIVITY;
}

// Slope at the hot wall (.5 K above ambient), of the parabola through the wall and two cells.
static double wallFlux(const float *temperature, int cells)
{
    double sum = 0.0;
    for (int j = 0; j < cells; j++) {
        double first = (double)temperature[j * cells], second = (double)temperature[j * cells + 1];
        sum += (8.0 * 0.5 - 9.0 * first + second) / 3.0 * cells;
    }
    return sum / cells;
}

HeatedResult Physics_RunHeated(Fixture *fixture, gfFluidDef def, double rayleigh, double time)
{
    gfBoundary *sides[] = {&def.boundaries.left, &def.boundaries.right, &def.boundaries.bottom, &def.boundaries.top};
    for (int i = 0; i < 4; i++) {
        *sides[i] = (gfBoundary){.kind = GF_BOUNDARY_NO_SLIP,
                                 .fixedTemperature = i < 2,
                                 .temperature = i == 0   ? 0.5f
                                                : i == 1 ? -0.5f
                                                         : 0.0f};
    }
    def.grid.viscosity = (float)(HEATED_PRANDTL * HEATED_DIFFUSIVITY);
    def.grid.temperatureDiffusivity = (float)HEATED_DIFFUSIVITY;
    def.grid.gravity = (gfVec2){0.0f, -10.0f};
    def.grid.thermalExpansion = (float)(rayleigh * HEATED_PRANDTL * HEATED_DIFFUSIVITY * HEATED_DIFFUSIVITY / 10.0);
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfQueryDef asks = gfDefaultQueryDef();
    asks.sides = true;
    gfQuery *query = Flow_MakeQuery(fluid, &asks);
    Flow_Steps(fluid, (int)lround(time / HEATED_DIFFUSIVITY / (double)def.fixedStep));
    Flow_Measure(fluid);
    gfQueryAnswer answer = Flow_Ask(query);
    Faces faces = Faces_Read(fluid);
    float *temperature = Fixture_Read(fluid, GF_FIELD_TEMPERATURE, NULL);
    HeatedResult result = {.nusselt = meanFlux(&faces, temperature),
                           .nusseltWall = wallFlux(temperature, def.gridWidth),
                           .sides = {(double)answer.sides[0].heat / HEATED_DIFFUSIVITY,
                                     -(double)answer.sides[1].heat / HEATED_DIFFUSIVITY}};
    for (int k = 0; k < def.gridWidth; k++) {
        result.u = fmax(result.u, onCentreLine(&faces, 0, k) / HEATED_DIFFUSIVITY);
        result.v = fmax(result.v, onCentreLine(&faces, 1, k) / HEATED_DIFFUSIVITY);
    }
    return result;
}
