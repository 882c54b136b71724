// Counts of values that are not finite in a solver's persistent textures. The GPU counts, and a ring of reads delivers.
#ifndef GF_HEALTH_IMPL_H
#define GF_HEALTH_IMPL_H

#include "gpufluid/health.h"

#include "fluid/state.h"
#include "gl/readback.h"

// Replaces values that are not finite. False and reported: a pass could not be drawn. The caller must then update
// textures that follow from the state.
bool gfHealth_Repair(gfDevice *device, const gfStateTable *table, const void *state);

// The fluid, in two or three dimensions, whose textures are counted.
typedef struct gfPatient {
    gfDevice *device; // null: there is no fluid
    gfParts *parts;   // of the fluid
    const gfStateTable *table;
    const void *state;
    uint64_t stepCount;
    const char *caller; // the public function
} gfPatient;

// Bodies of the public calls of fluids in 2D and 3D. They report a null fluid or `health`.
bool gfPatient_Request(const gfPatient *patient);
gfPollStatus gfPatient_Poll(const gfPatient *patient, gfHealth *health);
bool gfPatient_GetBlocking(const gfPatient *patient, gfHealth *health);

#endif
