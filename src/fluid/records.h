// The tables of the members of fluids' definitions, from members.inc, and of a turn.
#ifndef GF_RECORDS_H
#define GF_RECORDS_H

#include "gpufluid/particle_params.h"

#include "fluid/turn.h"
#include "gl/archive.h"

extern const gfRecord gf_shapeRecord, gf_solidDefRecord, gf_boundariesRecord, gf_fluidDefRecord, gf_gridParamsRecord,
    gf_gaussianParamsRecord, gf_particleMaterialRecord, gf_particleParamsRecord, gf_shallowParamsRecord,
    gf_sourceDefRecord, gf_frameDefRecord, gf_turnRecord;
// The default material, water.
extern const gfParticleMaterial gf_particleMaterialDefault;

// Fails if a turn that was read is not of length 1.
void gfArchive_CheckTurn(gfArchive *archive, gfTurn turn, const char *what);

#endif
