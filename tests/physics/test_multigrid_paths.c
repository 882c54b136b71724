// Paths of passes that agree: texels read singly or by samples, whole stencils and others, textures drawn in place or
// beside.
#include "support/lattice.h"

enum { WIDTH = 516, HEIGHT = 40 }; // cells; from 512 on GPUs have a path of their own where nothing is in the way

FLOW_VECTOR(roughFlow, sin(7.0 * x + 1.0) * cos(5.0 * y), cos(4.0 * x * y))

// Root mean square of the difference of two solutions' steps from value to value, over that of one: what the flow
// feels. The values themselves hold rounding of long waves, as many times larger as a lattice's square is large.
static double differenceOf(int width, int height, const double *a, const double *b)
{
    double sum = 0.0, whole = 0.0;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int i = y * width + x;
            for (int axis = 0; axis < 2; axis++) {
                bool last = axis == 0 ? x + 1 == width : y + 1 == height;
                int next = i + (last ? 0 : axis == 0 ? 1 : width);
                double step = a[next] - a[i], other = b[next] - b[i];
                sum += (step - other) * (step - other);
                whole += step * step;
            }
        }
    }
    return sqrt(sum / whole);
}

// The solution after cycles from zero and one from there.
static double *solveTwice(Lattice *l)
{
    gfMultigridSolve cold = Lattice_Solve(l, 2, 0.0f), warm = Lattice_Solve(l, 1, 0.9f);
    Lattice_Run(l, &cold);
    Lattice_Run(l, &warm);
    return Lattice_ReadField(l);
}

// Solves, and steps with a solid, a source, an open side and, in turn, thin walls, on two devices.
static void expectTheSame(Fixture *fixture, gfDevice *device, double tolerance)
{
    Fixture other = *fixture;
    other.device = device;
    double *found[2];
    for (int k = 0; k < 2; k++) {
        Lattice l = Lattice_Make(k == 0 ? fixture : &other, WIDTH, HEIGHT, Lattice_IsInCircle);
        found[k] = solveTwice(&l);
        Lattice_Destroy(&l);
    }
    Flow_ExpectBetween("solution", differenceOf(WIDTH, HEIGHT, found[0], found[1]), 0.0, tolerance);
    for (int walls = 0; walls < 2; walls++) {
        gfFluidDef def = Flow_Def(96, 72, 1);
        def.boundaries.right.kind = GF_BOUNDARY_OPEN;
        gfFluid *fluids[2] = {Flow_Make(fixture, &def), Flow_Make(&other, &def)};
        gfSourceDef source = Flow_DiscSource(0.3f, 0.3f, 0.1f);
        source.acceleration = (gfVec2){0.5f, 1.0f};
        source.dye[3] = source.temperature = 1.0f;
        for (int k = 0; k < 2; k++) {
            Flow_AddDisc(fluids[k], 0.5f, 0.45f, 0.1f);
            if (walls == 1) {
                Flow_AddSolid(fluids[k], gfMakeRectangle((gfVec2){0.8f, 0.5f}, (gfVec2){0.01f, 0.4f}, 0.3f));
            }
            Flow_WriteVelocity(fluids[k], roughFlow);
            Flow_AddEmitter(fluids[k], &source);
            Flow_Steps(fluids[k], 2);
        }
        Flow_ExpectBetween("velocity", Flow_Difference(fluids[0], fluids[1], GF_FIELD_FACE_VELOCITY), 0.0, tolerance);
        gfDestroyFluid(fluids[0]);
        gfDestroyFluid(fluids[1]);
    }
    gfDestroyDevice(device);
}

// Shaders read as hardware likes it, or as renderers on the CPU do, and find the same.
TEST(testTexelsAndSamplesAreTheSame)
{
    const gfDeviceDef def = Fixture_DeviceDef(*state);
    gfDevice *device = MADE(gfCreateDevice(&def));
    device->gl.software = !device->gl.software;
    expectTheSame(*state, device, 1e-5);
}

// With glTextureBarrier and without.
TEST(testInPlaceIsTheSame)
{
    const gfDeviceDef def = Fixture_DeviceDef(*state);
    gfDevice *device = MADE(gfCreateDevice(&def));
    device->gl.textureBarrier = NULL;
    expectTheSame(*state, device, 1e-5);
}
