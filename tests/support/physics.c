#include "support/physics.h"

gfFluidDef Physics_Def(int width, int height, float cellSize, gfQuality quality)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GRID, width, height, cellSize);
    def.fieldPrecision = GF_PRECISION_32F; // what is measured is the method
    def.grid.thermalExpansion = 0.0f;
    gfGridParams_SetQuality(&def.grid, quality);
    def.grid.pressureIterations = 200;
    return def;
}

gfBoundary Physics_Boundary(gfBoundaryKind kind)
{
    return (gfBoundary){.kind = kind};
}

void Physics_MakeChannel(gfFluidDef *def)
{
    gfBoundary repeat = {.kind = GF_BOUNDARY_PERIODIC}, hold = {.kind = GF_BOUNDARY_NO_SLIP};
    def->boundaries = (gfBoundaries){repeat, repeat, hold, hold};
}

void Physics_AddVessel(gfFluid *fluid, const gfSolidDef *def, gfVec2 centre, double radius, gfSolidId ids[4],
                       gfVec2 centres[4])
{
    for (int quarter = 0; quarter < 4; quarter++) {
        gfVec2 points[GF_POLYGON_MAX];
        double x = (double)centre.x, y = (double)centre.y;
        for (int k = 0; k < 14; k++) {
            double angle = 0.5 * PI * (quarter + k / 13.0);
            points[k] = (gfVec2){(float)(x + radius * cos(angle)), (float)(y + radius * sin(angle))};
        }
        for (int k = 0; k < 2; k++) {
            double corner = 0.5 * PI * (quarter + (k == 0 ? 1.0 : 0.0));
            points[14 + k] = (gfVec2){(float)(x + 2.0 * cos(corner)), (float)(y + 2.0 * sin(corner))};
        }
        gfSolidDef solid = *def;
        solid.shape = gfMakePolygon(points, 16);
        if (centres != NULL) {
            centres[quarter] = gfShape_GetCentre(&solid.shape);
        }
        ids[quarter] = Flow_AddSolidOf(fluid, &solid);
    }
}

Faces Faces_Read(gfFluid *fluid)
{
    return Flow_Read(fluid, GF_FIELD_FACE_VELOCITY);
}

double Faces_X(const Faces *faces, int i, int j)
{
    assert_true(i >= 0 && i < faces->info.width && j >= 0 && j + 1 < faces->info.height);
    return (double)faces->values[2 * (j * faces->info.width + i)];
}

double Faces_Y(const Faces *faces, int i, int j)
{
    assert_true(i >= 0 && i + 1 < faces->info.width && j >= 0 && j < faces->info.height);
    return (double)faces->values[2 * (j * faces->info.width + i) + 1];
}

double Faces_FlowX(const Faces *faces, int i)
{
    double sum = 0.0;
    for (int j = 0; j + 1 < faces->info.height; j++) {
        sum += Faces_X(faces, i, j);
    }
    return sum * (double)faces->info.spacing.y;
}

double Faces_FlowY(const Faces *faces, int j)
{
    double sum = 0.0;
    for (int i = 0; i + 1 < faces->info.width; i++) {
        sum += Faces_Y(faces, i, j);
    }
    return sum * (double)faces->info.spacing.x;
}

gfVec2 Physics_Vortices(double x, double y)
{
    return Flow_TaylorGreen(x - 0.3, y - 0.2);
}

VortexResult Physics_RunVortex(Fixture *fixture, const gfFluidDef *def, FlowFn *start, double seconds, double decay)
{
    gfFluid *fluid = Flow_Make(fixture, def);
    Flow_WriteVelocity(fluid, start);
    FlowField exact = Flow_Read(fluid, GF_FIELD_VELOCITY);
    double energy = Flow_Measure(fluid).kineticEnergy;
    Flow_Steps(fluid, (int)lround(seconds / (double)def->fixedStep));
    float *found = Fixture_Read(fluid, GF_FIELD_VELOCITY, NULL);
    size_t count = (size_t)exact.info.width * (size_t)exact.info.height * 2;
    for (size_t i = 0; i < count; i++) {
        exact.values[i] *= (float)decay;
    }
    return (VortexResult){Flow_Measure(fluid).kineticEnergy / energy, Flow_RelativeL2(exact.values, found, count)};
}
