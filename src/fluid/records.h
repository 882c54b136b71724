// Tables (gfRecord) of the members of fluids' definitions, for checks, defaults and snapshots; most are in members.inc.
#ifndef GF_RECORDS_H
#define GF_RECORDS_H

#include "gpufluid/particle_params.h"

#include "fluid/turn.h"
#include "gl/archive.h"

extern const gfRecord gf_shapeRecord, gf_solidDefRecord, gf_boundariesRecord, gf_fluidDefRecord, gf_gridParamsRecord,
    gf_gaussianParamsRecord, gf_particleMaterialRecord, gf_particleParamsRecord, gf_shallowParamsRecord,
    gf_waterParamsRecord, gf_sourceDefRecord, gf_frameDefRecord, gf_turnRecord;
// The default material of particles: water.
extern const gfParticleMaterial gf_particleMaterialDefault;

// Makes a snapshot's reading fail unless a rotation just read is a quaternion of length 1. `what`: for the message.
void gfArchive_CheckTurn(gfArchive *archive, gfTurn turn, const char *what);

#endif
