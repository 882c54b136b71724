// Faces and weights of a fluid without solids, computed on the CPU and uploaded. Shaders would give the same
// (solid/faces.frag, multigrid/lattice_weights.frag and coarse_weights.frag), but a software renderer would compile
// them for half a second before the first picture.
#ifndef GF_EMPTY_BOX_H
#define GF_EMPTY_BOX_H

#include "fluid/solids/solids.h"
#include "gl/texture.h"

typedef struct gfEmptyBox {
    int cellsX, cellsY;
    float sides[4]; // see gfPressureProblem.sides
    bool coarse;    // a coarse level: texels have no weights of cells outside; the finest one has them at sides
} gfEmptyBox;

// Uploads open fractions of faces, one texel more than cells along each axis. False and reported on failure, as below.
bool gfEmptyBox_UploadFaces(gfDevice *device, const gfEmptyBox *box, const gfTexture *faces);
// Uploads packed weights between cells (shaders/multigrid/weights.glsl).
bool gfEmptyBox_UploadWeights(gfDevice *device, const gfEmptyBox *box, const gfTexture *weights);
// Makes the box that of the next coarser level. Returns false if cells don't halve evenly: then it is no such box.
bool gfEmptyBox_Halve(gfEmptyBox *box);

#endif
