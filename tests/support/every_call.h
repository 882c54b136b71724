/// Every call of the library that needs a fluid's context, for tests of what all of them do when it can't be used.
#ifndef SUPPORT_EVERY_CALL_H
#define SUPPORT_EVERY_CALL_H

#include "support/fixture.h"

#define CALL_STAGE_BYTES (1 << 18)

/// What the calls work on: a fluid in motion that a mask, tracers and a read-back under way belong to.
typedef struct CallStage {
    gfDevice *device;
    gfFluid *fluid;
    gfTracers *tracers;
    gfSolidId mask;
    gfEmitterId zone;
    gfReadId read;
    gfQuery *query;
    bool shallow, gaussian;       ///< whether it is of GF_SOLVER_SHALLOW, of GF_SOLVER_GAUSSIAN
    gfFluidGroup *group;          ///< of a stage with GF_SOLVER_GRID
    gfOpticalFlow *flow;          ///< likewise
    gfFluid *liquid;              ///< likewise: coupled to the fluid
    gfFluid3D *volume;            ///< of a stage with GF_SOLVER_PARTICLES
    gfCollisionMeshId mesh;       ///< likewise
    uint8_t *saved, *savedVolume; ///< snapshots of both, in memory that all stages share
    size_t savedSize, savedVolumeSize;
} CallStage;

/// Fails the test on an error. The canvas that is bound is drawn to.
CallStage CallStage_Make(gfDevice *device, gfSolverKind solver);

/// One call: whether it did its work. What it makes goes with the stage.
typedef struct EveryCall {
    const char *name;
    bool (*call)(CallStage *s);
} EveryCall;

/// How many this stage has, and one of them: those that only its solver has come last.
int CallStage_CountCalls(const CallStage *s);
const EveryCall *CallStage_GetCall(const CallStage *s, int number);

#endif
