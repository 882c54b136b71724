// Faces and weights of a fluid without solids, computed here and uploaded. Shaders find the same (solid/faces.frag,
// multigrid/lattice_weights.frag and coarse_weights.frag), but a software renderer compiles those for half a second
// before the first picture.
#ifndef GF_EMPTY_BOX_H
#define GF_EMPTY_BOX_H

#include "fluid/solids/solids.h"
#include "gl/texture.h"

typedef struct gfEmptyBox {
    int cellsX, cellsY;
    float sides[4]; // weights across the sides, as of gfPressureProblem
    bool coarse;    // cells beyond a side have no weights, whereas those of the finest lattice have the side's
} gfEmptyBox;

// Open fractions of faces, on one texel more than cells each way. False and reported on failure, as of all here.
bool gfEmptyBox_UploadFaces(gfDevice *device, const gfEmptyBox *box, const gfTexture *faces);
// Weights between cells, packed (shaders/multigrid/weights.glsl).
bool gfEmptyBox_UploadWeights(gfDevice *device, const gfEmptyBox *box, const gfTexture *weights);
// Halves the box's cells. Returns whether the coarser lattice is such a box, too, with the same sides.
bool gfEmptyBox_Halve(gfEmptyBox *box);

#endif
