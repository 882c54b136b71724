/// A lattice of cells with its multigrid, prepared by itself: for tests of the solver without a fluid.
#pragma once

#include "support/flow.h"

#include "solvers/grid/multigrid.h"

/// A lattice of cells and a right-hand side on it, and the GL objects that the solver takes.
typedef struct Lattice {
    gfDevice *device;
    int width, height;
    bool wrapX, wrapY;
    float open[4]; ///< left, right, bottom, top
    float alpha;
    double *openings; ///< open fractions of left and bottom faces, (width + 1) x (height + 1)
    double *rhs;
    gfTexture faces, weights, rhsTexture;
    gfPair field;
    gfMultigrid *multigrid;
} Lattice;

/// Returns whether the cell with its centre at (x, y), cells, is solid, on a grid of width x height.
typedef bool LatticeSolid(double x, double y, double width, double height);

/// No solid.
bool Lattice_IsNowhere(double x, double y, double width, double height);
bool Lattice_IsInCircle(double x, double y, double width, double height);
bool Lattice_IsInEightDiscs(double x, double y, double width, double height);
/// Walls one cell thick, from the bottom over 90 % of the height, in a column of even or odd number.
bool Lattice_IsInEvenWall(double x, double y, double width, double height);
bool Lattice_IsInOddWall(double x, double y, double width, double height);
/// A lattice between walls, within a call of the library (gfDevice_Begin); Lattice_Destroy ends that.
Lattice Lattice_Make(Fixture *fixture, int width, int height, LatticeSolid *solid);
/// The same for a lattice `l` whose size, axes, open sides and diffusion are set.
Lattice Lattice_MakeOf(Fixture *fixture, Lattice l, LatticeSolid *solid);
void Lattice_Destroy(Lattice *l);
/// Packs values as textures have them, each times `scale` plus `offset`.
float *Lattice_Pack(const Lattice *l, const double *values, float scale, float offset);
/// Uploads the right-hand side after it was changed.
void Lattice_UploadRhs(Lattice *l);
/// Applies the operator to values, at cell (i, j).
double Lattice_Apply(const Lattice *l, const double *p, int i, int j);
/// A solve of so many cycles from the field times `warmStart`.
gfMultigridSolve Lattice_Solve(Lattice *l, int cycles, float warmStart);
void Lattice_Run(Lattice *l, const gfMultigridSolve *solve);
/// The solution, unpacked; it goes with the test.
double *Lattice_ReadField(const Lattice *l);
/// The residual of the field over that of 0, root mean square over cells that have weights.
double Lattice_Residual(const Lattice *l);
