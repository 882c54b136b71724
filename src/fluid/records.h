// Lists of the members of public definitions that are saved: all but cookies. Tests assert that none is left out.
#ifndef GF_RECORDS_H
#define GF_RECORDS_H

#include "gpufluid/solid3d.h"
#include "gpufluid/source3d.h"

#include "fluid/turn.h"
#include "gl/archive.h"

extern const gfRecord gf_shapeRecord, gf_boundariesRecord, gf_particleParamsRecord, gf_fluidDefRecord,
    gf_fluid3DDefRecord, gf_sourceDefRecord, gf_source3DDefRecord, gf_solidDefRecord, gf_solid3DDefRecord,
    gf_tracersDefRecord, gf_frameDefRecord, gf_rigidBodyDefRecord, gf_rigidBody3DDefRecord, gf_turnRecord;

// Fails where a turn that was read is not of length 1.
void gfArchive_CheckTurn(gfArchive *archive, gfTurn turn, const char *what);

#endif
