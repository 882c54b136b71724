// Textures that a device was prepared for (gfDevice_Prepare), and the dry run that finds out which are needed.
#ifndef GF_PREPARE_H
#define GF_PREPARE_H

#include "gpufluid/prepare.h"

#include "fluid/dry_run.h"

// The textures that fluids which are made from now on make at creation.
typedef struct gfPrepared {
    uint32_t needs[GF_SOLVER_COUNT];    // gfSolver.needs.get
    uint32_t textures[GF_SOLVER_COUNT]; // a bit for each of gfFluid.hostTextures
    bool distances[GF_SOLVER_COUNT];    // of solids beyond their reach
} gfPrepared;

// Makes the calls that the definition names with fluids of its own, while device->dryRun: programs are named and
// objects made, and nothing is drawn. False and reported: a fluid can't be made.
bool gfDryRun_Run(gfDevice *device, const gfPrepareDef *def, gfPrepared *prepared);

#endif
