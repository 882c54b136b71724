// Counts values that are not finite in a solver's persistent textures, to be read frames later, and replaces them.
#ifndef GF_HEALTH_IMPL_H
#define GF_HEALTH_IMPL_H

#include "gpufluid/health.h"

#include "fluid/state.h"
#include "gl/readback.h"

// Replaces values that are not finite. The caller must then draw anew the textures that are computed from these.
bool gfHealth_Repair(gfDevice *device, const gfStateTable *table, const void *state);

// What health checks need of a fluid, in 2D or 3D.
typedef struct gfPatient {
    gfDevice *device;          // null: the host passed no fluid
    gfParts *parts;            // the fluid's list of parts, in which the query of counts is kept
    const gfStateTable *table; // tells which textures of `state` persist
    const void *state;
    uint64_t stepCount;
    const char *caller; // name of the public function, for messages
} gfPatient;

// What the public calls of fluids in 2D and 3D do. They report a fluid or `health` that is null.
bool gfPatient_Request(const gfPatient *patient);
gfPollStatus gfPatient_Poll(const gfPatient *patient, gfHealth *health);
bool gfPatient_GetBlocking(const gfPatient *patient, gfHealth *health);

#endif
