// Counts of values that are not finite in a solver's persistent textures, made on the GPU and read through a ring.
#ifndef GF_HEALTH_IMPL_H
#define GF_HEALTH_IMPL_H

#include "gpufluid/health.h"

#include "fluid/state.h"
#include "gl/readback.h"

typedef struct gfHealthQuery {
    gfTexture parts, answer; // a texel a row of the solver's table
    gfReadRing ring;
    uint64_t steps[GF_READ_RING];
    uint32_t bits[GF_STATE_ROWS_MAX][4];
} gfHealthQuery;

// Makes a query of counts. Null and reported.
gfHealthQuery *gfHealth_Create(gfDevice *device);
void gfHealth_Destroy(gfDevice *device, gfHealthQuery *query);
// Starts a count, if the ring has room. False and reported.
bool gfHealth_Request(gfHealthQuery *query, gfDevice *device, const gfStateTable *table, const void *state,
                      uint64_t stepCount);
gfReadStatus gfHealth_Take(gfHealthQuery *query, gfDevice *device, const gfStateTable *table, const void *state,
                           bool waits, gfHealth *health);
// Replaces values that are not finite. False and reported: a pass could not be drawn. The caller renews what depends on
// the state.
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

// The public calls of fluids in two and in three dimensions, which report a fluid or `health` that is null.
bool gfPatient_Request(const gfPatient *patient);
gfReadStatus gfPatient_Poll(const gfPatient *patient, gfHealth *health);
bool gfPatient_GetBlocking(const gfPatient *patient, gfHealth *health);

#endif
