/// A lattice of cells that are liquid, air or solid, with its multigrid: for tests of the solver without a fluid.
#pragma once

#include "support/flow.h"

#include "solvers/grid/multigrid.h"

enum { BASIN_DROPS = 60, BASIN_DISCS = 8 };

typedef struct Basin Basin;

/// How deep the point (x, y), cells, is in the liquid, or how far it is from solids; negative outside.
typedef double BasinShape(const Basin *basin, double x, double y);

/// A circle: centre and radius, cells.
typedef struct BasinDisc {
    double x, y, radius;
} BasinDisc;

/// A body of liquid, a right-hand side on it, and the GL objects that the solver takes.
struct Basin {
    gfDevice *device;
    int width, height;
    bool wrapX, wrapY;
    float open[4]; ///< left, right, bottom, top
    float alpha;
    double nearest;     ///< the least distance of the surface from a cell's centre; 0: a tenth of a cell
    BasinShape *liquid; ///< where liquid is
    BasinShape *clear;  ///< where no solid is; null: there is none
    uint32_t seed;      ///< of the right-hand side and of shapes at random
    int kind;           ///< of a shape at random
    double wave[4];     ///< of a shape at random: height, amplitude, wave number and phase of its surface
    int drops, discs;   ///< numbers of drops of liquid and of solid discs
    BasinDisc drop[BASIN_DROPS], disc[BASIN_DISCS];
    double *faces;    ///< open fractions of left and bottom faces, (width + 1) x (height + 1)
    double *openness; ///< of cells: the fraction that is not solid
    double *filled;   ///< the fraction of that which is liquid
    double *held;     ///< diagonals
    bool *isFree;
    double *rhs;
    gfTexture weights, diagonals, openings, rhsTexture;
    gfPair field;
    gfMultigrid *multigrid;
};

/// A number from 0 to 1, of a row that `seed` begins.
double Basin_Random(uint32_t *seed);
/// The liquid of shapes at random. By the kind, 0 to 5: a surface with bubbles below it, under the lid, at the floor,
/// with drops, with bubbles, and with some cells filled at random.
BasinShape Basin_IsInLiquid;
/// How far a point is from the discs, how deep it is in the drops.
BasinShape Basin_IsOutOfDiscs;
BasinShape Basin_IsInDrops;
/// A lattice at random: its size, shapes, sides and axes.
Basin Basin_AtRandom(uint32_t seed);
/// Makes what a lattice needs whose size, shapes, axes, sides and seed are set, within a call of the library
/// (gfDevice_Begin), which Basin_Destroy ends.
void Basin_Make(Basin *basin, Fixture *fixture);
void Basin_Destroy(Basin *basin);
/// Draws the coarse levels.
void Basin_Prepare(Basin *basin);
/// A solve of so many cycles from the field times `warmStart`.
gfMultigridSolve Basin_Solve(Basin *basin, int cycles, float warmStart);
void Basin_Run(Basin *basin, const gfMultigridSolve *solve);
/// Values as textures have them, each times `scale`.
float *Basin_Pack(const Basin *basin, const double *values, double scale);
/// The solution, unpacked; it goes with the test.
double *Basin_ReadField(const Basin *basin);
/// The residual of the field over that of 0, root mean square over liquid cells.
double Basin_Residual(const Basin *basin);
/// Makes what is left of the right-hand side plus `force` the right-hand side of the next solve, as a fluid's step
/// does. Returns what is left, root mean square.
double Basin_NextStep(Basin *basin, const double *force);
