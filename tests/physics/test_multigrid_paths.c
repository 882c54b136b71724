// Paths of the multigrid that agree: with weights or without (the solid-free path), texels read singly or by samples.
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

// The solution after cycles from zero and one from there.
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
        Lattice as;
        gfSolidFree solidFree;
    } cases[] = {
        {"closed", {.width = 264, .height = 72}, {.sides = {0}}},
        {"coarse, too", {.width = 520, .height = 72}, {.sides = {0}}},
        {"odd below", {.width = 132, .height = 68}, {.sides = {0}}},
        {"open", {.width = 96, .height = 72, .open = {1, 0, 1, 1}}, {.sides = {2, 0, 2, 2}}},
        {"wrapped", {.width = 96, .height = 80, .wrapX = true, .open = {0, 0, 1, 0}}, {.sides = {1, 1, 2, 0}}},
        {"both wrapped", {.width = 96, .height = 80, .wrapX = true, .wrapY = true}, {.sides = {1, 1, 1, 1}}},
        {"a circle",
         {.width = 128, .height = 96, .open = {0, 1, 0, 0}},
         {.box = {48, 27, 32, 32}, .sides = {0, 2, 0, 0}}},
    };
    const size_t count = sizeof cases / sizeof *cases;
    for (size_t i = 0; i < count; i++) {
        Lattice l = Lattice_MakeOf(*state, cases[i].as, i + 1 < count ? Lattice_IsNowhere : Lattice_IsInCircle);
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
    other.device = MADE(gfCreateDevice(&def));
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
