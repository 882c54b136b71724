// Diffusion: implicit, of velocity, dye and temperature, each solved on a lattice of its own.
#ifndef GF_DIFFUSION_H
#define GF_DIFFUSION_H

#include "solvers/grid/grid_stage.h"
#include "solvers/grid/multigrid.h"

typedef enum gfLatticeKind {
    GF_LATTICE_X, // velocity along x
    GF_LATTICE_Y,
    GF_LATTICE_HEAT,
    GF_LATTICE_DYE,
    GF_LATTICES
} gfLatticeKind;

// Values that diffuse together, made when a tunable asks for it. Fields are packed.
typedef struct gfLattice {
    gfMultigrid *multigrid; // null: not made
    int width, height;
    bool wrapX, wrapY;
    gfPair change; // the field's in a step
    gfTexture rhs, weights;
} gfLattice;

typedef struct gfDiffusion {
    gfLattice lattices[GF_LATTICES];
} gfDiffusion;

// Diffuses the velocity. `predicts`: of the velocity less the gradient of the last pressure, which the projection that
// follows will take away.
void gfGrid_DiffuseVelocity(const gfBody *body, gfGrid *grid, float dt, bool predicts);
void gfGrid_DiffuseScalars(const gfBody *body, gfGrid *grid, float dt);

// Makes new lattices where the tunables ask for one that is not there, or not for these axes; the others are zero. On
// false, which is reported, there are none.
bool gfGrid_MakeLattices(const gfBody *body, const gfGrid *grid, gfLattice made[GF_LATTICES]);
// Takes over those that were made.
void gfGrid_TakeLattices(gfDevice *device, gfGrid *grid, const gfLattice made[GF_LATTICES]);
void gfGrid_DestroyLattices(gfDevice *device, gfLattice lattices[GF_LATTICES]);
void gfGrid_ResetLattices(gfDevice *device, gfLattice lattices[GF_LATTICES]);
// Moves lattices along with the domain. False and reported on failure.
bool gfGrid_ScrollLattices(gfDevice *device, gfLattice lattices[GF_LATTICES], const gfScroll *scroll);
// Draws weights, after solids or boundaries changed.
void gfGrid_PrepareLattices(const gfBody *body, gfGrid *grid, const gfSolidTiles *tiles);
// Makes and reads the lattices of a snapshot, or writes them; then what is in them.
void gfGrid_ArchiveMadeLattices(const gfBody *body, gfGrid *grid, gfArchive *archive);
void gfGrid_ArchiveLattices(gfGrid *grid, gfArchive *archive);

// Tells which sides of the domain hold a lattice's field, and at which value.
void gfGrid_GetHeldSides(const gfBody *body, gfLatticeKind kind, float holding[GF_SIDES], float value[GF_SIDES]);
// The strength, 0 to 1, with which diffusion counts that faces beside walls stand for less fluid
// (shaders/grid/width.glsl). `s`: viscosity dt / h^2.
float gfGrid_GetWallWidths(float s);

#endif
