// Paths of the multigrid that must agree: with weights and without (the solid-free path), and texels read one by one or
// by samples.
#include "support/lattice.h"

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

// The solution after cycles from zero and one from there; to be freed.
static double *solveTwice(Lattice *l, const gfSolidFree *solidFree)
{
    gfMultigridSolve cold = Lattice_Solve(l, 2, 0.0f), warm = Lattice_Solve(l, 1, 0.9f);
    cold.solidFree = warm.solidFree = solidFree;
    Lattice_Run(l, &cold);
    Lattice_Run(l, &warm);
    return Lattice_ReadField(l);
}

// A solve without weights, where only sides bound the fluid, is the same as one with them.
TEST(testSolidFreePathIsTheSame)
{
    static const struct {
        const char *name;
        int width, height;
        LatticeSolid *solid;
        bool wrapX, wrapY;
        float open[4];
        gfSolidFree solidFree;
    } cases[] = {{"closed", 264, 72, Lattice_IsNowhere, false, false, {0.0f}, {.sides = {0.0f}}},
                 {"coarse, too", 520, 72, Lattice_IsNowhere, false, false, {0.0f}, {.sides = {0.0f}}},
                 {"odd below", 132, 68, Lattice_IsNowhere, false, false, {0.0f}, {.sides = {0.0f}}},
                 {"open", 96, 72, Lattice_IsNowhere, false, false, {1, 0, 1, 1}, {.sides = {2.0f, 0.0f, 2.0f, 2.0f}}},
                 {"wrapped", 96, 80, Lattice_IsNowhere, true, false, {0, 0, 1, 0}, {.sides = {1.0f, 1.0f, 2.0f, 0.0f}}},
                 {"both wrapped", 96, 80, Lattice_IsNowhere, true, true, {0.0f}, {.sides = {1.0f, 1.0f, 1.0f, 1.0f}}},
                 {"a circle",
                  128,
                  96,
                  Lattice_IsInCircle,
                  false,
                  false,
                  {0, 1, 0, 0},
                  {.box = {48, 27, 32, 32}, .sides = {0.0f, 2.0f, 0.0f, 0.0f}}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Lattice l = {.device = ((Fixture *)*state)->device,
                     .width = cases[i].width,
                     .height = cases[i].height,
                     .wrapX = cases[i].wrapX,
                     .wrapY = cases[i].wrapY};
        memcpy(l.open, cases[i].open, sizeof l.open);
        assert_true(gfDevice_Begin(l.device, "test"));
        Lattice_Prepare(&l, cases[i].solid);
        double *by = solveTwice(&l, NULL), *without = solveTwice(&l, &cases[i].solidFree);
        Flow_ExpectBetween(cases[i].name, differenceOf(l.width, l.height, by, without), 0.0, 5e-4); // of an H200 2.8e-4
        Lattice_Destroy(&l);
    }
}

// Shaders read as hardware likes it, or as renderers on the CPU do, and find the same.
TEST(testTexelsAndSamplesAreTheSame)
{
    const gfDeviceDef def = Fixture_DeviceDef(*state);
    Fixture other = *fixture;
    other.device = gfCreateDevice(&def);
    assert_non_null(other.device);
    other.device->gl.software = !other.device->gl.software;
    double *found[2];
    for (int k = 0; k < 2; k++) {
        Lattice l = Lattice_Make(k == 0 ? *state : &other, 132, 96, Lattice_IsInCircle);
        found[k] = solveTwice(&l, NULL);
        Lattice_Destroy(&l);
    }
    Flow_ExpectBetween("solution", differenceOf(132, 96, found[0], found[1]), 0.0, 1e-5);
    gfFluidDef fluid = Flow_Def(96, 72, 1);
    fluid.boundaries.right.kind = GF_BOUNDARY_OPEN;
    gfFluid *fluids[2] = {Flow_Make(*state, &fluid), Flow_Make(&other, &fluid)};
    for (int k = 0; k < 2; k++) {
        Flow_AddDisc(fluids[k], 0.5f, 0.45f, 0.1f);
        Flow_WriteVelocity(fluids[k], roughFlow);
        Flow_Steps(fluids[k], 2);
    }
    Flow_ExpectBetween("velocity", Flow_Difference(fluids[0], fluids[1], GF_FIELD_FACE_VELOCITY), 0.0, 1e-5);
    gfDestroyFluid(fluids[0]);
    gfDestroyFluid(fluids[1]);
    gfDestroyDevice(other.device);
}
