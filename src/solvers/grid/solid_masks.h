// Solid masks: open faces, weights between cells and masks of fluid, drawn only after the host changed a solid, a side
// or a tunable.
#ifndef GF_SOLID_MASKS_H
#define GF_SOLID_MASKS_H

#include "solvers/grid/grid_stage.h"

#define GF_EXTRAPOLATED_CELLS 8 // of a tile, a side

typedef struct gfSolidMasks {
    // The solids' version, the sides and the temperature that all of this was drawn for; version 0: to be drawn anew.
    uint64_t drawnSolids;
    gfBoundaries drawnBoundaries;
    float drawnAmbient;
    int solidCount; // how many solids that was
    bool bounded;   // some side is open
    bool moving;    // some solid moves, or some side is an inflow: wallVelocity matters
    // 1 in fluid, 0 in solids, at the texels of each set; while they differ, `write` is as of the last advection.
    gfPair fluid[2];
    bool differ, drawn;
    bool apart;          // more than one change lies between the two sides of `fluid`
    int shift[2];        // cells that the domain has moved by since `fluid` was drawn
    gfPair corners;      // distance to solids at cell corners
    gfPair faces;        // open fractions of faces, see shaders/solid/faces.frag; one texel more than cells each way
    gfPair wallVelocity; // the velocity of faces in solids
    gfTexture valves;    // room for faces while one-way sources close some; made for the first
    gfFailure valvesFailed;
    gfTexture weights;      // of the lattice of cells, see shaders/multigrid/weights.glsl
    gfTexture extrapolated; // 1 for tiles where the velocity is extrapolated (grid/extrapolated_tiles.frag)
    bool extrapolatedDrawn; // it is as weights are; else 0 everywhere, for there are no solids
} gfSolidMasks;

// Draws what depends on solids and boundaries, if they changed. See gfSolver.solids.update.
bool gfGrid_UpdateSolids(const gfBody *body, void *state);
// Makes a scroll by so many cells of what a scroll left to be moved later.
gfScroll gfGrid_MakeScroll(const gfGrid *grid, const int shift[2]);

#endif
