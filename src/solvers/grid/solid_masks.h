// Solid masks: open faces, weights between cells and masks of fluid, drawn only after the host changed a solid, a side
// or a tunable.
#ifndef GF_SOLID_MASKS_H
#define GF_SOLID_MASKS_H

#include "solvers/grid/grid_stage.h"

#define GF_EXTRAPOLATED_CELLS 8 // of a tile, a side

typedef struct gfSolidMasks {
    bool current; // the textures are drawn as of the last update of solids; else the next one draws them whole
    gfBoundaries drawnBoundaries; // the sides and the number of solids that they are drawn for
    int solidCount;
    gfSolidsChange untaken; // how much was drawn since the fluid's group copied them
    bool bounded;           // some side is open
    bool moving;            // some solid moves, or some side is an inflow: wallVelocity matters
    // 1 in fluid, 0 in solids, at the texels of each set. `read` is as of the last update of solids. Until the next
    // advection the two sides `differ`: `write` is as of the last one.
    gfPair fluid[2];
    bool differ, drawn;
    bool apart;             // more than one update lies between them, and tiles tell only of the last
    int shift[2];           // cells that the domain has moved by since `fluid` was drawn
    gfPair corners;         // distance to solids at cell corners
    gfTexture faces;        // open fractions of faces, see shaders/solid/faces.frag; one texel more than cells each way
    gfTexture wallVelocity; // the velocity of faces in solids
    gfTexture valves;       // room for faces while one-way sources close some; made for the first
    gfFailure valvesFailed;
    gfTexture weights;      // of the lattice of cells, see shaders/multigrid/weights.glsl
    gfTexture extrapolated; // 1 for tiles where the velocity is extrapolated (grid/extrapolated_tiles.frag)
} gfSolidMasks;

// Draws what depends on solids and boundaries, if they changed. See gfSolver.solids.update.
bool gfGrid_UpdateSolids(const gfBody *body, void *state);
// Makes a scroll by so many cells of what a scroll left to be moved later.
gfScroll gfGrid_MakeScroll(const gfGrid *grid, const int shift[2]);

#endif
