// Faces and weights of a fluid without solids, computed on the CPU and uploaded. The shaders solid/faces.frag,
// multigrid/lattice_weights.frag and coarse_weights.frag would give the same values. But a software renderer takes half
// a second to compile them, which would delay the first picture.
#ifndef GF_EMPTY_BOX_H
#define GF_EMPTY_BOX_H

#include "fluid/solids/solids.h"
#include "gl/texture.h"

// A domain without solids, or a coarse multigrid level of it.
typedef struct gfEmptyBox {
    int cellsX, cellsY;
    float sides[4]; // weights across the sides of the domain, see gfPressureProblem.sides
    bool coarse;    // a coarse level: unlike the finest one, it has no weights of cells outside the domain
} gfEmptyBox;

// Uploads the open fractions of faces, with one texel more than cells along each axis.
bool gfEmptyBox_UploadFaces(gfDevice *device, const gfEmptyBox *box, const gfTexture *faces);
// Uploads the weights between cells, packed as in shaders/multigrid/weights.glsl.
bool gfEmptyBox_UploadWeights(gfDevice *device, const gfEmptyBox *box, const gfTexture *weights);
// Changes the box to the next coarser level's. Returns false if it has none, as some axis has an odd number of cells.
bool gfEmptyBox_Halve(gfEmptyBox *box);

#endif
